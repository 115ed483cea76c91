"""Look for better points for positions: app/solver/kernels/weights.py says what they are.

    python tools/tune.py will-o-the-wisp-4,spiderette-4 --width 40
    python tools/tune.py spider-4,spider-2,spider-1 --width 500 --short

Changes a few points at a time, and keeps what lets a beam of this width win more of the same
deals, or with --short win them in fewer moves. Prints each set that is better than all before it,
until it is interrupted, or all deals are won. What is better on these deals need not be so on
others: try it on some.
"""

import argparse
import math
import random
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from app.engine.deal import deal
from app.engine.variants import VARIANTS
from app.solver.buffers import DEPTH, BeamBuffers
from app.solver.kernels.weights import Weights
from app.solver.loading import load
from app.solver.result import length
from app.solver.schedule import short_weights_for, weights_for
from app.solver.searching import Beam, Start, search_beam, start_of_beam

_NO_STOP = np.zeros(1, np.int32)
_ENDLESS = 10**12
_SPREAD = 0.3
_FIRST_SEED = 1_000_001  # deals that no benchmark uses


class Task(NamedTuple):
    """A deal to win."""

    start: Start
    buffers: BeamBuffers
    lost: int
    """What it costs when it is not won, in moves; a longer way is worth no more."""


def tasks(keys: Iterable[str], deals: int, width: int) -> Iterator[Task]:
    """Give so many deals of each variant."""
    for key in keys:
        variant = VARIANTS[key]
        buffers = BeamBuffers(width, variant.columns, variant.foundations)
        for seed in range(_FIRST_SEED, _FIRST_SEED + deals):
            yield Task(start_of_beam(deal(variant, seed)), buffers, 2 * variant.cards)


def cost(weights: Weights, given: list[Task], width: int, *, short: bool, most: int) -> int:
    """Count the deals that are not won, or the moves; no further than ``most``."""
    beam = Beam(width, weights, DEPTH, _ENDLESS)
    total = 0
    for task in given:
        actions = search_beam(task.start, task.buffers, beam, _NO_STOP)
        moves = task.lost if actions is None else min(length(actions), task.lost)
        total += moves if short else actions is None
        if total >= most:
            break
    return total


def changed(weights: Weights, chance: random.Random) -> Weights:
    """Change one to five of the points."""
    points = list(weights)
    for index in chance.sample(range(len(points)), chance.randint(1, 5)):
        factor = math.exp(chance.gauss(0, _SPREAD))
        points[index] = round(points[index] * factor) + chance.randint(-2, 2)
    return Weights(*points)


def better(
    weights: Weights, given: list[Task], width: int, *, short: bool, chance: random.Random
) -> Iterator[tuple[int, Weights]]:
    """Give cost and weights: those to begin with, then each set that is better than all before."""
    best = cost(weights, given, width, short=short, most=_ENDLESS)
    yield best, weights
    while best:
        other = changed(weights, chance)
        found = cost(other, given, width, short=short, most=best)
        if found < best:
            best, weights = found, other
            yield best, weights


def main() -> None:
    """Read what is wanted, and print what is found."""
    parser = argparse.ArgumentParser(description="Look for better points for positions.")
    parser.add_argument("variants", help="all with one deck, or all with two: spider-4,spider-2")
    parser.add_argument("--width", type=int, default=40)
    parser.add_argument("--deals", type=int, default=50, help="of each variant")
    parser.add_argument("--short", action="store_true", help="look for fewer moves")
    parser.add_argument("--seed", type=int, default=1, help="of the changes")
    asked = parser.parse_args()
    keys = asked.variants.split(",")
    if not VARIANTS.keys() >= set(keys):
        parser.error(f"The variants are {', '.join(VARIANTS)}.")
    if len({VARIANTS[key].game.decks for key in keys}) > 1:
        parser.error("One deck and two decks have points of their own.")
    if min(asked.deals, asked.width) < 1:
        parser.error("There must be a deal, and a beam of some width.")
    load()
    given = list(tasks(keys, asked.deals, asked.width))
    begin = (short_weights_for if asked.short else weights_for)(VARIANTS[keys[0]].cards)
    chance = random.Random(asked.seed)  # noqa: S311 - chance that repeats
    for found, weights in better(begin, given, asked.width, short=asked.short, chance=chance):
        sys.stdout.write(f"{found:6} {tuple(weights)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
