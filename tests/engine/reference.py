"""A second engine, slow and plain, written from the rules alone and used by tests only.

A card is ``(rank, suit, face up)``, a pile a list with its top at the end. Actions are texts.
"""

from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise

from app.engine.position import Position

Card = tuple[int, str, bool]


@dataclass
class Table:
    columns: list[list[Card]]
    stock: list[Card]
    foundations: list[list[Card]]
    automatic: bool

    @classmethod
    def of(cls, position: Position) -> "Table":
        return cls(
            [
                [(c.rank, c.suit.value, i >= column.face_down) for i, c in enumerate(column.cards)]
                for column in position.columns
            ],
            [(c.rank, c.suit.value, False) for c in position.stock],
            [[(c.rank, c.suit.value, True) for c in home] for home in position.foundations],
            position.automatic,
        )

    def legal(self) -> set[str]:
        """Every legal move, found by trying all of them."""
        if all(len(home) == 13 for home in self.foundations):
            return set()
        found = self.run_moves()
        if not self.automatic:
            found |= self.collectings() | self.takings_back()
        if self.stock and all(self.columns):
            found.add("deal")
        return found

    def run_moves(self) -> set[str]:
        return {
            f"{s}-{t}x{count}" if count > 1 else f"{s}-{t}"
            for s, source in enumerate(self.columns, 1)
            for t, target in enumerate(self.columns, 1)
            for count in range(1, len(source) + 1)
            if s != t and is_run(source[-count:]) and fits(source[-count], target)
        }

    def collectings(self) -> set[str]:
        return {
            f"{s}-f"
            for s, source in enumerate(self.columns, 1)
            if len(source) >= 13 and is_run(source[-13:]) and [] in self.foundations
        }

    def takings_back(self) -> set[str]:
        return {
            f"f{h}-{t}"
            for h, home in enumerate(self.foundations, 1)
            for t, target in enumerate(self.columns, 1)
            if home and fits(home[-1], target)
        }

    def after(self, move: str) -> "Table":
        """The table after a legal move."""
        new = deepcopy(self)
        if move == "deal":
            for column in new.columns[: len(new.stock)]:
                rank, suit, _ = new.stock.pop(0)
                column.append((rank, suit, True))
        else:
            new.carry(*move.split("-"))
        for column in new.columns:
            if new.automatic and len(column) >= 13 and is_run(column[-13:]):
                new.collect(column)
            if column:
                rank, suit, _ = column[-1]
                column[-1] = (rank, suit, True)
        return new

    def carry(self, source: str, target: str) -> None:
        if target == "f":
            self.collect(self.columns[int(source) - 1])
            return
        to, _, count = target.partition("x")
        pile = (
            self.foundations[int(source[1:]) - 1]
            if source.startswith("f")
            else self.columns[int(source) - 1]
        )
        size = int(count or 1)
        self.columns[int(to) - 1] += pile[-size:]
        del pile[-size:]

    def collect(self, column: list[Card]) -> None:
        self.foundations[self.foundations.index([])] = column[-13:]
        del column[-13:]


def is_run(cards: list[Card]) -> bool:
    """Face up, of one suit, descending by one."""
    return all(up for _, _, up in cards) and all(
        (below[0], below[1]) == (above[0] - 1, above[1]) for above, below in pairwise(cards)
    )


def fits(card: Card, target: list[Card]) -> bool:
    return not target or target[-1][0] == card[0] + 1


def perft(table: Table, depth: int) -> int:
    """Count the ways to make ``depth`` moves."""
    if depth == 0:
        return 1
    return sum(perft(table.after(move), depth - 1) for move in table.legal())
