"""Better points for positions are found by trying."""

import runpy
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.solver.kernels.weights import ONE_DECK, Weights

TUNE: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "tune.py"))
WIDTH = 6
NOTHING = Weights(*[0] * len(ONE_DECK))


@pytest.fixture(scope="module")
def tasks() -> list[Any]:
    return list(TUNE["tasks"](["will-o-the-wisp-1", "spiderette-1"], 4, WIDTH))


@pytest.mark.parametrize("short", [False, True])
def test_each_set_is_better_than_the_one_before(tasks: list[Any], short: bool) -> None:
    chance = Random(1)  # noqa: S311 - chance that repeats
    found = list(islice(TUNE["better"](NOTHING, tasks, WIDTH, short=short, chance=chance), 4))
    assert all(after < before for (before, _), (after, _) in pairwise(found))
    for costs, weights in found:
        assert TUNE["cost"](weights, tasks, WIDTH, short=short, most=10**9) == costs


def test_a_deal_that_is_lost_costs_more_than_a_long_way(tasks: list[Any]) -> None:
    won = TUNE["cost"](ONE_DECK, tasks, WIDTH, short=True, most=10**9)
    lost = TUNE["cost"](NOTHING, tasks, WIDTH, short=True, most=10**9)
    assert won < lost <= 8 * 2 * 52


def test_no_more_is_tried_than_tells(tasks: list[Any]) -> None:
    assert TUNE["cost"](NOTHING, tasks, WIDTH, short=False, most=1) == 1
