"""Positions and games built by hand, and what tests ask of every game."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.engine.cards import RANKS, Card
from app.engine.deal import deal
from app.engine.game import Game, Turn
from app.engine.moves import Move
from app.engine.notation import GameRecord, parse_action, parse_cards
from app.engine.position import Column, Position
from app.engine.variants import VARIANTS, Collecting, Variant

DATA = Path(__file__).parent.parent / "data"
BY_HAND, AUTOMATIC = Collecting.BY_HAND, Collecting.AUTOMATIC
WAYS: list[tuple[Variant, Collecting]] = [
    (variant, collecting) for variant in VARIANTS.values() for collecting in variant.game.collecting
]
"""Every variant with every way of collecting that it offers."""


def way_id(way: tuple[Variant, Collecting]) -> str:
    return f"{way[0].key} {way[1]}"


def run(first: str, last: str) -> str:
    """Write a run of one suit: ``run("KS", "QS")`` is ``KS QS``."""
    ranks = range(RANKS.index(first[0]), RANKS.index(last[0]) - 1, -1)
    return " ".join(RANKS[rank] + first[1] for rank in ranks)


FULL = run("KS", "AS")


class Hand:
    """Lays out cards, each in a place of the shoe of its own."""

    def __init__(self) -> None:
        self._place = 0

    def cards(self, text: str) -> tuple[Card, ...]:
        laid = parse_cards(text, self._place)
        self._place += len(laid)
        return laid

    def column(self, text: str) -> Column:
        """``4H 3D | 6S 5S`` is a column of which two cards lie face down."""
        down, _, up = text.rpartition("|")
        hidden = self.cards(down)
        return Column(hidden + self.cards(up), len(hidden))


def table(
    *columns: str, stock: str = "", foundations: Sequence[str] = (), automatic: bool = False
) -> Position:
    """Lay out a position, its columns as ``Hand.column`` takes them.

    A two-deck game is meant by ten columns. Columns and foundations not given are empty.
    """
    wide = len(columns) > 7
    hand = Hand()
    laid = tuple(map(hand.column, columns))
    homes = tuple(map(hand.cards, foundations))
    return Position(
        columns=laid + (Column(),) * ((10 if wide else 7) - len(laid)),
        stock=hand.cards(stock),
        foundations=homes + ((),) * ((8 if wide else 4) - len(homes)),
        automatic=automatic,
    )


def game_at(position: Position) -> Game:
    """Begin a game in a position laid out by hand."""
    key = "spider-4" if len(position.columns) == 10 else "will-o-the-wisp-4"
    return Game(VARIANTS[key], 1, AUTOMATIC if position.automatic else BY_HAND, position)


def played(game: Game, text: str) -> Game:
    """Give the game after actions in their text forms."""
    return game.after_all(map(parse_action, text.split()))


def spread(position: Position) -> list[str]:
    """Write the columns as ``table`` reads them."""
    return [
        " ".join([*map(str, column.cards[: column.face_down]), *["|"] * bool(column.face_down)])
        + " " * bool(column.face_down)
        + " ".join(map(str, column.face_up))
        for column in position.columns
    ]


def counters(game: Game) -> tuple[int, int]:
    return game.score, game.moves


def golden_records() -> dict[str, GameRecord]:
    """Read the won games of ``tests/data/games``, by name."""
    return {
        path.stem: GameRecord.parse(path.read_text(encoding="utf-8"))
        for path in sorted((DATA / "games").glob("*.txt"))
    }


def read_json(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return found


def check_table(game: Game, shoe: frozenset[Card]) -> None:
    """Check what holds in every position of a game that was dealt from ``shoe``."""
    position = game.position
    assert len(position.cards) == len(shoe)
    assert shoe.issuperset(position.cards)
    assert len(set(position.cards)) == len(shoe)
    for column in position.columns:
        assert 0 <= column.face_down <= max(0, len(column.cards) - 1)
    for home in position.foundations:
        assert not home or [card.rank for card in home] == list(range(13, 13 - len(home), -1))
        assert len({card.suit for card in home}) <= 1
    if position.automatic:
        assert all(len(home) in {0, 13} for home in position.foundations)
        assert not any(column.run == 13 for column in position.columns)


def check_step(before: Game, after: Game) -> None:
    """Check score and counter of one action against the formula."""
    assert after.moves == before.moves + 1
    home = [
        sum(len(cards) == 13 for cards in game.position.foundations) for game in (before, after)
    ]
    assert after.score == max(0, before.score - 1 + 100 * (home[1] - home[0]))


def shoe_of(variant: Variant, seed: int) -> frozenset[Card]:
    return frozenset(deal(variant, seed).cards)


def state(game: Game) -> tuple[Any, ...]:
    """Everything a game consists of, to be compared; ``Game`` itself has no equality."""
    return (
        game.variant,
        game.seed,
        game.collecting,
        game.position,
        game.score,
        game.moves,
        game.actions,
        turns(game.past),
        turns(game.future),
    )


def turns(turn: Turn | None) -> list[tuple[Move, Position]]:
    """Unroll a linked stack of turns, whose own comparison would be as deep as it is long."""
    found = []
    while turn is not None:
        found.append((turn.move, turn.position))
        turn = turn.rest
    return found
