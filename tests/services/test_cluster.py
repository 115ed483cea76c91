"""Searching on a Dask cluster, here of two processes."""

import socket
from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.services.terms import Lost, SurveyError, Terms

pytest.importorskip("numba")
distributed = pytest.importorskip("distributed")
from app.services import cluster  # noqa: E402
from app.services.cluster import Cluster  # noqa: E402

TERMS = Terms("spiderette-1", "automatic", limit_seconds=60.0, memory_mb=400)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0"
    ) as local:
        yield local.scheduler_address


@pytest.fixture
def lonely() -> Iterator[str]:
    """A scheduler without workers."""
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as local:
        yield local.scheduler_address


def test_every_deal_is_answered(address: str) -> None:
    answers = list(Cluster(TERMS, range(1, 10), address).answers())
    assert sorted(answer["seed"] for answer in answers if isinstance(answer, dict)) == [
        *range(1, 10)
    ]


def test_a_deal_that_fails(address: str) -> None:
    answers = list(Cluster(replace(TERMS, variant="chess"), [7], address).answers())
    assert answers == [Lost(7, "the cluster says UnknownVariantError")]


def test_leaving_early_calls_off_the_rest(address: str) -> None:
    answers = Cluster(TERMS, range(1, 100), address).answers()
    next(answers)
    answers.close()
    assert len(list(Cluster(TERMS, [7], address).answers())) == 1


@pytest.mark.parametrize("nowhere", ["tcp://127.0.0.1:1", "127.0.0.1:1", "fly://x", "x y", ""])
def test_no_scheduler(nowhere: str) -> None:
    with pytest.raises(SurveyError, match=f"^No Dask scheduler answers at {nowhere}.$"):
        next(Cluster(TERMS, [1], nowhere).answers())


def test_another_service(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that waits for the other side to speak first, as most do."""
    monkeypatch.setattr(cluster, "PATIENCE_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as waiting:
        address = f"tcp://127.0.0.1:{waiting.getsockname()[1]}"
        with pytest.raises(SurveyError, match=f"^No Dask scheduler answers at {address}.$"):
            next(iter(Cluster(TERMS, [1], address).answers()))


def test_no_workers(lonely: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_SECONDS", 1)
    with pytest.raises(SurveyError, match="has no workers"):
        next(Cluster(TERMS, [1], lonely).answers())
