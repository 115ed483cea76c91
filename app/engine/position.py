"""A position: what lies where. Immutable; a move makes a new one that shares what stayed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from app.engine.cards import Card


class Column(NamedTuple):
    """One pile of the tableau."""

    cards: tuple[Card, ...] = ()
    """From the bottom to the top; the last one is free to play."""

    face_down: int = 0
    """How many of the first cards lie face down."""

    @property
    def face_up(self) -> tuple[Card, ...]:
        """The cards a player sees, the free one last."""
        return self.cards[self.face_down :]

    @property
    def run(self) -> int:
        """Length of the run that ends the column: 0 when it is empty."""
        cards = self.cards
        index = len(cards) - 1
        while index > self.face_down:
            card, above = cards[index], cards[index - 1]
            if above.rank != card.rank + 1 or above.suit != card.suit:
                break
            index -= 1
        return len(cards) - index if cards else 0

    def without(self, count: int) -> "Column":
        """Take the last ``count`` cards away and turn up what they leave as the last."""
        cards = self.cards[:-count]
        return Column(cards, max(0, min(self.face_down, len(cards) - 1)))

    def with_cards(self, cards: Iterable[Card]) -> "Column":
        """Put cards on the column, face up."""
        return Column((*self.cards, *cards), self.face_down)


Foundation = tuple[Card, ...]
"""The cards of a foundation, King first. Empty, complete, or giving its cards back."""


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on the table."""

    columns: tuple[Column, ...]
    stock: tuple[Card, ...]
    """In the order in which it is dealt."""

    foundations: tuple[Foundation, ...]
    ranks: int = 13
    """Cards of a completed run, from its highest rank down to the Ace."""

    automatic: bool = False
    """Whether completed runs leave by themselves. Taking back is then not offered."""

    @property
    def runs_home(self) -> int:
        """Number of complete foundations."""
        return sum(len(cards) == self.ranks for cards in self.foundations)

    @property
    def is_won(self) -> bool:
        """Whether every foundation is complete."""
        # None ever holds more than a completed run; this is asked some ten times a move.
        return sum(map(len, self.foundations)) == self.ranks * len(self.foundations)

    @property
    def voids(self) -> tuple[int, ...]:
        """Indices of the empty columns."""
        return tuple(i for i, column in enumerate(self.columns) if not column.cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card, wherever it lies."""
        piles = (*(column.cards for column in self.columns), *self.foundations, self.stock)
        return tuple(card for pile in piles for card in pile)
