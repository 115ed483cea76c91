"""Which beams are tried, one after the other, and how much a complete search gets besides."""

import math
import random
from collections.abc import Iterator
from itertools import cycle, repeat

from app.solver.buffers import WIDEST
from app.solver.kernels.weights import (
    ONE_DECK,
    ONE_DECK_SHORT,
    TWO_DECKS,
    TWO_DECKS_SHORT,
    Weights,
)

_CARDS_OF_ONE_DECK = 52
_FEW_SUITS = 2
_WIDTHS_OF_ONE_DECK = [20] + [40] * 3 + [60] * 6 + [120] * 6
_WIDTHS_OF_FEW_SUITS = [20] + [60] * 2 + [120] * 8
_WIDTHS_OF_MANY_SUITS = [80] + [120] * 8
_LATER_WIDTHS = [300] * 8 + [1_000] * 8 + [3_000] * 8
_FIRST_TO_SHORTEN, _NEXT_TO_SHORTEN = 300, 1_000
_BEAMS_TO_SHORTEN = 4
"""How many there are of each width from the second on, before it is doubled."""

_LARGE = 60
"""Cards in play above which a complete search rarely ends."""

_SHARE_IF_LARGE = 0.01
_SHARE_AT_FIRST = 0.03
_JUDGED_FOR_ALL = 100_000_000
_SPREAD = 0.2
_SPREAD_OF_HOME = 20


def weights_for(cards: int) -> Weights:
    """Give the weights that were tuned for winning with so many cards in play."""
    return TWO_DECKS if cards > _CARDS_OF_ONE_DECK else ONE_DECK


def short_weights_for(cards: int) -> Weights:
    """Give the weights that were tuned for winning in few moves."""
    return TWO_DECKS_SHORT if cards > _CARDS_OF_ONE_DECK else ONE_DECK_SHORT


def varied(weights: Weights, chance: random.Random) -> Weights:
    """Give weights some distance from others: another view of the same positions.

    What it is worth to complete a run stays about the same. Else completing it might not pay.
    """
    other = Weights(*(round(weight * math.exp(chance.gauss(0, _SPREAD))) for weight in weights))
    home = weights.run_home + other.run_worth - weights.run_worth
    return other._replace(run_home=round(home + chance.gauss(0, _SPREAD_OF_HOME)))


def beams(cards: int, suits: int) -> Iterator[tuple[int, Weights]]:
    """Give widths and weights for ever: each set as it was tuned, then varied, ever wider.

    Many narrow beams that differ find more than one wide beam of the same cost, and beams by two
    sets of weights more than by either. The same numbers of cards and suits give the same beams
    each time.
    """
    short, chance = short_weights_for(cards), random.Random(cards)
    sets = [short] if _is_easy(cards, suits) else [short, *[weights_for(cards)] * 2]
    used = set()
    for width, weights in zip(_widths(cards, suits), cycle(sets), strict=False):
        yield width, varied(weights, chance) if weights in used else weights
        used.add(weights)


def _is_easy(cards: int, suits: int) -> bool:
    return cards > _CARDS_OF_ONE_DECK and suits <= _FEW_SUITS


def _widths(cards: int, suits: int) -> Iterator[int]:
    if cards <= _CARDS_OF_ONE_DECK:
        yield from _WIDTHS_OF_ONE_DECK
    else:
        yield from _WIDTHS_OF_FEW_SUITS if _is_easy(cards, suits) else _WIDTHS_OF_MANY_SUITS
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
    weights, chance = short_weights_for(cards), random.Random(cards)
    yield _FIRST_TO_SHORTEN, weights
    width = _NEXT_TO_SHORTEN
    while width < WIDEST:
        yield width, weights
        for _ in range(_BEAMS_TO_SHORTEN - 1):
            yield width, varied(weights, chance)
        width *= 2
    yield WIDEST, weights
    while True:
        yield WIDEST, varied(weights, chance)
