"""Which beams are tried, one after the other, and how much a complete search gets besides."""

import math
import random
from collections.abc import Iterator
from itertools import repeat

from app.solver.buffers import WIDEST
from app.solver.kernels.weights import ONE_DECK, TWO_DECKS, Weights

_CARDS_OF_ONE_DECK = 52
_FEW_SUITS = 2
_WIDTHS_OF_ONE_DECK = [30] * 4 + [60] * 6 + [120] * 6
_WIDTHS_OF_FEW_SUITS = [30] + [120] * 8
_WIDTHS_OF_MANY_SUITS = [60] + [120] * 8
_LATER_WIDTHS = [300] * 8 + [1_000] * 8 + [3_000] * 8
_LARGE = 60
"""Cards in play above which a complete search rarely ends."""

_SHARE_IF_LARGE = 0.01
_SHARE_AT_FIRST = 0.03
_JUDGED_FOR_ALL = 100_000_000
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
    weights, chance = weights_for(cards), random.Random(cards)
    for index, width in enumerate(_widths(cards, suits)):
        yield width, varied(weights, chance) if index else weights


def _widths(cards: int, suits: int) -> Iterator[int]:
    if cards <= _CARDS_OF_ONE_DECK:
        yield from _WIDTHS_OF_ONE_DECK
    else:
        yield from _WIDTHS_OF_FEW_SUITS if suits <= _FEW_SUITS else _WIDTHS_OF_MANY_SUITS
    yield from _LATER_WIDTHS
    yield from repeat(WIDEST)


def share_of_proof(cards: int, judged: int) -> float:
    """Give the time for a complete search, of that for beams, after these judged so many.

    Few deals are dead, and most of the others are won within the first two seconds. The longer
    the beams have missed, the more likely it is that they will, or that there is no win.
    """
    if cards > _LARGE:
        return _SHARE_IF_LARGE
    return min(1.0, max(_SHARE_AT_FIRST, judged / _JUDGED_FOR_ALL))


def shortening_beams(cards: int) -> Iterator[tuple[int, Weights]]:
    """Give widths and weights for ever, for making a solution shorter."""
    weights = weights_for(cards)
    chance = random.Random(cards)
    width = 300
    while True:
        yield width, weights
        yield width, varied(weights, chance)
        width = min(width * 2, WIDEST)
