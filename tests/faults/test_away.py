"""A database that cannot be reached or written for a while: said honestly, and nothing is lost."""

import ctypes
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from httpx2 import Client, Response
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL

from tests.conftest import SERVER
from tests.faults.conftest import Serve, assert_sound
from tests.faults.test_killed import wait_for_workers
from tests.postgresql import Cluster, running_cluster
from tests.served import Served
from tests.web.visiting import HTMX, parsed

on_sqlite = pytest.mark.skipif(bool(SERVER), reason="About SQLite.")
on_server = pytest.mark.skipif(not SERVER, reason="About PostgreSQL: make test-postgresql.")
_PATIENCE_SECONDS = 60


Sit = Callable[[Served], "Table"]


class Table:
    """Somebody at a table, on whose actions everything depends."""

    def __init__(self, served: Served) -> None:
        self.client = Client(base_url=served.url, timeout=_PATIENCE_SECONDS)
        game = self.client.post("/api/v1/games", json={"variant": "spider-1", "seed": 5}).json()
        self.id = game["id"]
        self.version = 0

    def act(self, headers: dict[str, str] | None = None) -> Response:
        """Deal, take it back, and so on."""
        fields = {"action": ("deal", "undo")[self.version % 2], "version": str(self.version)}
        return self.client.post(f"/games/{self.id}/actions", data=fields, headers=headers or HTMX)

    def acts(self) -> None:
        answer = self.act()
        assert answer.status_code == 200, answer.text
        self.version += 1
        self.is_as_answered()

    def is_as_answered(self) -> None:
        assert self.client.get(f"/api/v1/games/{self.id}").json()["version"] == self.version

    def is_told_that_it_cannot_be_stored(self) -> None:
        """In a page, a part of a page, and for programs."""
        page, part = self.act({"Accept": "text/html"}), self.act()
        body = {"action": "deal", "version": self.version}
        problem = self.client.post(f"/api/v1/games/{self.id}/actions", json=body)
        for answer in (page, part, problem):
            assert answer.status_code == 503, answer.text
            assert int(answer.headers["Retry-After"]) > 0
        assert parsed(page.text).one("h1").text == "The light is turned low for a moment"
        assert "try again in a moment" in parsed(page.text).one("main").text
        assert parsed(part.text).one("p", class_="refused").text.endswith(".")
        assert problem.json()["status"] == 503

    def is_told_that_it_cannot_be_read(self) -> None:
        for url in (f"/games/{self.id}", "/records", f"/api/v1/games/{self.id}"):
            answer = self.client.get(url)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
            assert "try again in a moment" in answer.text
        assert self.client.get("/healthz").status_code == 503

    def reads(self) -> None:
        for url in (f"/games/{self.id}", "/records", "/", "/settings", "/healthz"):
            assert self.client.get(url, follow_redirects=True).status_code == 200

    def acts_again(self) -> None:
        """Act as soon as it is possible."""
        end = time.monotonic() + _PATIENCE_SECONDS
        while (answer := self.act()).status_code == 503:
            assert time.monotonic() < end, "It does not recover."
            time.sleep(0.1)
        assert answer.status_code == 200
        self.version += 1
        self.is_as_answered()
        self.acts()


@pytest.fixture
def sit() -> Iterator[Sit]:
    """Seats somebody; they leave at the end."""
    with ExitStack() as stack:

        def seated(served: Served) -> Table:
            table = Table(served)
            stack.callback(table.client.close)
            return table

        yield seated


@pytest.fixture
def file(database_url: URL) -> Path:
    return Path(database_url.database or "")


@on_sqlite
@pytest.mark.parametrize("workers", [1, 2])
def test_another_process_keeps_the_file_locked(
    serve: Serve, sit: Sit, file: Path, workers: int
) -> None:
    served = serve(workers=workers)
    served.start()
    table = sit(served)
    table.acts()
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        table.is_told_that_it_cannot_be_stored()
        table.reads()
        table.is_told_that_it_cannot_be_stored()
        deal = {"action": "deal", "attempt": "1"}
        with Client(base_url=served.url, timeout=_PATIENCE_SECONDS) as first:
            assert first.post("/spider-1/7", data=deal, headers=HTMX).status_code == 503
            assert not first.cookies
    table.acts_again()
    assert_sound(URL.create("sqlite", database=str(file)))


@on_sqlite
def test_the_file_is_moved_away_and_back(serve: Serve, sit: Sit, file: Path) -> None:
    served = serve(workers=2)
    served.start()
    table = sit(served)
    table.acts()
    away = file.with_name("away")
    away.mkdir()
    for name in file.parent.glob(f"{file.name}*"):
        name.rename(away / name.name)
    for worker in wait_for_workers(served, 2)[:1]:  # the one that takes its place makes no file
        os.kill(worker, signal.SIGKILL)
        wait_for_workers(served, 2, but=worker)
    table.is_told_that_it_cannot_be_stored()
    table.is_told_that_it_cannot_be_read()
    assert table.client.get("/healthz").status_code == 503
    assert list(file.parent.glob(f"{file.name}*")) == []
    for name in away.iterdir():
        name.rename(file.with_name(name.name))
    table.acts_again()
    table.reads()


def _limit_files(served: Served, size: int) -> None:
    for process in (served.process, *served.workers()):
        _, most = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, most))


@on_sqlite
@pytest.mark.parametrize("workers", [1, 2])
def test_the_disk_is_full(serve: Serve, sit: Sit, file: Path, workers: int) -> None:
    served = serve(workers=workers)
    served.start()
    table = sit(served)
    table.acts()
    if workers > 1:
        wait_for_workers(served, workers)
    _limit_files(served, 4096)  # nothing can be written beyond
    table.is_told_that_it_cannot_be_stored()
    table.reads()
    table.is_told_that_it_cannot_be_stored()
    _limit_files(served, resource.RLIM_INFINITY)
    table.acts_again()
    assert_sound(URL.create("sqlite", database=str(file)))


def _lose_power_over_files() -> None:
    """Have even root ask for permission."""
    drop_from_bounding_set, override = 24, 1
    assert ctypes.CDLL(None).prctl(drop_from_bounding_set, override, 0, 0, 0) == 0


@on_sqlite
def test_the_file_can_only_be_read_for_a_while(serve: Serve, sit: Sit, file: Path) -> None:
    prepare = _lose_power_over_files if os.getuid() == 0 else None
    served = serve(workers=2, prepare=prepare)
    served.start()
    table = sit(served)
    table.acts()
    file.chmod(0o444)
    for worker in wait_for_workers(served, 2):  # what is open already can be written
        os.kill(worker, signal.SIGKILL)
        wait_for_workers(served, 2, but=worker)
    table.is_told_that_it_cannot_be_stored()
    table.reads()
    file.chmod(0o644)
    table.acts_again()
    served.stop()
    file.chmod(0o444)
    stopped = serve(workers=2, prepare=prepare)
    stopped.launch()
    assert stopped.ended() == 1
    assert "wisp.db cannot be used: attempt to write a readonly database." in stopped.log


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL that the test may stop."""
    with running_cluster() as found:
        yield found


@on_server
def test_the_server_is_stopped_and_started(cluster: Cluster, sit: Sit, tmp_path: Path) -> None:
    served = Served(cluster.url, tmp_path, workers="2")
    served.start()
    table = sit(served)
    table.acts()
    cluster.stop()
    table.is_told_that_it_cannot_be_stored()
    table.is_told_that_it_cannot_be_read()
    for worker in wait_for_workers(served, 2):
        os.kill(worker, signal.SIGKILL)
        wait_for_workers(served, 2, but=worker)
    table.is_told_that_it_cannot_be_read()
    cluster.start()
    table.acts_again()
    table.reads()
    served.stop()


@on_server
def test_a_table_is_locked_on_the_server(serve: Serve, sit: Sit, database_url: URL) -> None:
    served = serve(workers=2)
    served.start()
    table = sit(served)
    table.acts()
    engine = create_engine(database_url)
    with engine.begin() as other:
        other.execute(text("LOCK TABLE action IN EXCLUSIVE MODE"))  # reading is allowed
        table.is_told_that_it_cannot_be_stored()
        table.reads()
    engine.dispose()
    table.acts_again()
