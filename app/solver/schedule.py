"""Which beams are tried, one after the other."""

import math
import random
from collections.abc import Iterator

from app.solver.kernels.weights import ONE_DECK, TWO_DECKS, Weights

_CARDS_OF_ONE_DECK = 52
_FEW_SUITS = 2
_FIRST_WIDTH = 60
_FIRST_WIDTH_IF_FEW_SUITS = 30
_WIDTHS = (100, 300, 1_000, 3_000, 10_000)
_BEAMS_OF_WIDTH = 24
_SPREAD = 0.25


def weight_sets(cards: int) -> tuple[Weights, Weights]:
    """Give the weights to begin with for so many cards, and those to change over to."""
    return (TWO_DECKS, ONE_DECK) if cards > _CARDS_OF_ONE_DECK else (ONE_DECK, TWO_DECKS)


def varied(weights: Weights, chance: random.Random) -> Weights:
    """Give weights some distance from others: another view of the same positions."""
    return Weights(*(round(weight * math.exp(chance.gauss(0, _SPREAD))) for weight in weights))


def beams(cards: int, suits: int) -> Iterator[tuple[int, Weights]]:
    """Give widths and weights for ever: one as they were tuned, then varied ones, ever wider.

    Many narrow beams that differ find more than one wide beam of the same cost. The same numbers
    of cards and suits gives the same beams each time.
    """
    sets = weight_sets(cards)
    yield (_FIRST_WIDTH_IF_FEW_SUITS if suits <= _FEW_SUITS else _FIRST_WIDTH), sets[0]
    chance = random.Random(cards)
    index = 0
    while True:
        width = _WIDTHS[min(index // _BEAMS_OF_WIDTH, len(_WIDTHS) - 1)]
        yield width, varied(sets[index % 2], chance)
        index += 1


def shortening_beams(cards: int) -> Iterator[tuple[int, Weights]]:
    """Give widths and weights for ever, for making a solution shorter."""
    sets = weight_sets(cards)
    chance = random.Random(cards)
    width = 300
    while True:
        yield width, sets[0]
        yield width, varied(sets[0], chance)
        width = min(width * 2, _WIDTHS[-1])
