"""The deal from a seed: the same cards on every platform and in every release."""

import hashlib
import re
from collections.abc import Iterator
from functools import lru_cache

from app.engine.cards import Card, shown
from app.engine.errors import NotationError
from app.engine.position import Column, Position
from app.engine.variants import Collecting, Variant

FIRST_SEED = 1
LAST_SEED = 999_999_999_999

_SEED = re.compile(r"[1-9][0-9]{0,11}")


def parse_seed(text: str) -> int:
    """Read a seed written in decimal, without sign, spaces or leading zeros.

    Raises:
        NotationError: the text is anything else.
    """
    if _SEED.fullmatch(text):
        return int(text)
    raise NotationError(
        f"{shown(text)} is not a deal number: it is a whole number from {FIRST_SEED} to "
        f"{LAST_SEED}, in plain digits and without leading zeros."
    )


@lru_cache(maxsize=100)  # whoever begins a game has just looked at its deal
def deal(variant: Variant, seed: int, collecting: Collecting | None = None) -> Position:
    """Deal the opening position.

    Args:
        variant: the game and its suits.
        seed: from ``FIRST_SEED`` to ``LAST_SEED``.
        collecting: how completed runs go home; the variant's default when None.

    Raises:
        NotationError: the seed is out of range.
        ValueError: the variant does not know this way of collecting.
    """
    if not FIRST_SEED <= seed <= LAST_SEED:
        parse_seed(str(seed))
    collecting = collecting or variant.game.collecting[0]
    if collecting not in variant.game.collecting:
        raise ValueError(f"{variant.game.title} does not collect {collecting}")
    shoe = shuffled(variant, seed)
    columns: list[list[Card]] = [[] for _ in variant.game.layout]
    cards = iter(shoe)
    for row in range(max(variant.game.layout)):
        for column, height in zip(columns, variant.game.layout, strict=True):
            if height > row:
                column.append(next(cards))
    return Position(
        columns=tuple(Column(tuple(column), max(0, len(column) - 1)) for column in columns),
        stock=tuple(cards),
        foundations=((),) * variant.foundations,
        ranks=variant.ranks,
        automatic=collecting is Collecting.AUTOMATIC,
    )


def shuffled(variant: Variant, seed: int) -> list[Card]:
    """Give the shuffled shoe; each card carries its place in it."""
    faces = [(rank, suit) for suit in variant.suit_sequence for rank in range(1, variant.ranks + 1)]
    words = _random_words(f"{variant.key}:{seed}")
    for last in range(len(faces) - 1, 0, -1):
        other = _below(last + 1, words)
        faces[last], faces[other] = faces[other], faces[last]
    return [Card(rank, suit, place) for place, (rank, suit) in enumerate(faces)]


def _random_words(name: str) -> Iterator[int]:
    """Yield 64-bit words without end: SHA-256 in counter mode over ``name``."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{name}:{block}".encode("ascii")).digest()
        for start in range(0, len(digest), 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """Draw a number below ``bound``, each one equally likely."""
    limit = 2**64 - 2**64 % bound
    return next(word for word in words if word < limit) % bound
