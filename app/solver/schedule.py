"""Which beams are tried, one after the other."""

import math
import random
from collections.abc import Iterator

from app.solver.buffers import WIDEST
from app.solver.kernels.weights import ONE_DECK, TWO_DECKS, Weights

_CARDS_OF_ONE_DECK = 52
_FEW_SUITS = 2
_FIRST_WIDTH = 60
_FIRST_WIDTH_IF_FEW_SUITS = 30
_WIDTHS = (120, 300, 1_000, 3_000, WIDEST)
_BEAMS_OF_WIDTH = 8
_SPREAD = 0.2
_SPREAD_OF_HOME = 20


def weights_for(cards: int) -> Weights:
    """Give the weights that were tuned for so many cards."""
    return TWO_DECKS if cards > _CARDS_OF_ONE_DECK else ONE_DECK


def varied(weights: Weights, chance: random.Random) -> Weights:
    """Give weights some distance from others: another view of the same positions.

    What it is worth to complete a run stays about the same. Else completing it might not pay.
    """
    other = Weights(*(round(weight * math.exp(chance.gauss(0, _SPREAD))) for weight in weights))
    home = weights.run_home + other.run_worth - weights.run_worth
    return other._replace(run_home=round(home + chance.gauss(0, _SPREAD_OF_HOME)))


def beams(cards: int, suits: int) -> Iterator[tuple[int, Weights]]:
    """Give widths and weights for ever: one as they were tuned, then varied ones, ever wider.

    Many narrow beams that differ find more than one wide beam of the same cost. The same numbers
    of cards and suits gives the same beams each time.
    """
    weights = weights_for(cards)
    yield (_FIRST_WIDTH_IF_FEW_SUITS if suits <= _FEW_SUITS else _FIRST_WIDTH), weights
    chance = random.Random(cards)
    index = 0
    while True:
        width = _WIDTHS[min(index // _BEAMS_OF_WIDTH, len(_WIDTHS) - 1)]
        yield width, varied(weights, chance)
        index += 1


def shortening_beams(cards: int) -> Iterator[tuple[int, Weights]]:
    """Give widths and weights for ever, for making a solution shorter."""
    weights = weights_for(cards)
    chance = random.Random(cards)
    width = 300
    while True:
        yield width, weights
        yield width, varied(weights, chance)
        width = min(width * 2, WIDEST)
