"""Processes that search deals."""

import multiprocessing
from dataclasses import replace

import pytest

from app.services.terms import Lost, SurveyError, Terms

pytest.importorskip("numba")
from app.services.pool import Pool, processors

TERMS = Terms("spiderette-1", "automatic", limit_seconds=30.0, memory_mb=400)


def test_processors() -> None:
    assert processors() >= 1


@pytest.mark.parametrize("workers", [1, 2, 9])
def test_every_deal_is_answered(workers: int) -> None:
    answers = list(Pool(TERMS, iter(range(1, 4)), workers).answers())
    assert sorted(answer["seed"] for answer in answers if isinstance(answer, dict)) == [1, 2, 3]
    assert multiprocessing.active_children() == []


def test_nothing_to_do() -> None:
    assert list(Pool(TERMS, [], 2).answers()) == []


def test_a_process_that_dies_costs_its_deal_alone() -> None:
    answers = Pool(replace(TERMS, variant="spider-4"), range(1, 6), 1).answers()
    assert not isinstance(next(answers), Lost)
    multiprocessing.active_children()[0].kill()
    rest = list(answers)
    [lost] = [answer for answer in rest if isinstance(answer, Lost)]
    assert lost.reason == "its process ended with status -9"
    seeds = [answer["seed"] for answer in rest if not isinstance(answer, Lost)]
    assert sorted([lost.seed, *seeds]) == [2, 3, 4, 5]


def test_processes_that_only_die_end_it(capfd: pytest.CaptureFixture[str]) -> None:
    answers = Pool(replace(TERMS, variant="chess"), range(1, 100), 1).answers()
    assert next(answers) == Lost(1, "its process ended with status 1")
    with pytest.raises(SurveyError, match="at deal 2 its process ended with status 1"):
        next(answers)
    assert "UnknownVariantError" in capfd.readouterr().err


def test_leaving_early_ends_the_processes() -> None:
    answers = Pool(replace(TERMS, variant="spider-4"), range(1, 100), 2).answers()
    next(answers)
    assert len(multiprocessing.active_children()) == 2
    answers.close()
    assert multiprocessing.active_children() == []
