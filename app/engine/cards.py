"""Cards: rank, suit and which piece of pasteboard it is."""

from enum import StrEnum
from typing import NamedTuple, Self

from app.engine.errors import NotationError

RANKS = "A23456789TJQK"
"""The letter of each rank, Ace first; rank 1 is the Ace."""

ACE = 1
RANK_NAMES = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)


class Suit(StrEnum):
    """A suit; its value is its letter."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Card(NamedTuple):
    """One card of the shoe.

    Two cards of one face differ in their place, so that the copy a player touched is the one
    that moves.
    """

    rank: int
    """1 (Ace) to 13 (King)."""

    suit: Suit

    place: int = 0
    """Index in the shuffled shoe; it says nothing of the face."""

    @classmethod
    def parse(cls, text: str, place: int = 0) -> Self:
        """Read a card such as ``TH``.

        Raises:
            NotationError: the text is not a rank followed by a suit.
        """
        if len(text) == 2 and text[0] in RANKS and text[1] in _SUITS:
            return cls(RANKS.index(text[0]) + 1, _SUITS[text[1]], place)
        raise NotationError(
            f"{shown(text)} is not a card: write the rank, then the suit, as in TH."
        )

    def __str__(self) -> str:
        """Give the text form, rank first: ``TH``."""
        return RANKS[self.rank - 1] + self.suit

    @property
    def name(self) -> str:
        """The card in words: ``ten of hearts``."""
        return _NAMES[self.suit][self.rank - 1]


_NAMES = {suit: [f"{rank} of {suit.name.lower()}" for rank in RANK_NAMES] for suit in Suit}
_SUITS = {str(suit): suit for suit in Suit}


def shown(text: str, limit: int = 40) -> str:
    """Quote a player's text for a message, on one line and no longer than ``limit``."""
    clean = "".join(char if char.isprintable() else " " for char in text[: limit + 1])
    return f"“{clean[:limit]}…”" if len(clean) > limit else f"“{clean}”"
