"""A database for each test: an SQLite file, or one on the PostgreSQL of TEST_DATABASE_URL."""

import logging
import os
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine import URL, make_url

from app import cli
from app.services.play import Play
from app.services.players import Players
from app.settings import Settings
from app.store.database import Database
from app.store.migrate import migrate
from tests.command import Ended, Wisp
from tests.playing import FakeClock, Person

os.environ["PREPARE_SOLVER"] = "false"  # compiling beside the tests would slow them down
os.environ["TIDY_EVERY_HOURS"] = "0"  # a test that counts rows wants nobody else at work

SERVER = os.environ.get("TEST_DATABASE_URL")
_ON_SERVER = {"migrated_url", "empty_url"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On the server only what touches it is tested: the rest would be the same once more."""
    if SERVER:
        config.hook.pytest_deselected(items=[item for item in items if not _is_on_server(item)])
        items[:] = filter(_is_on_server, items)


def _is_on_server(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and not _ON_SERVER.isdisjoint(item.fixturenames)


def sqlite_url(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))


def _migrated(url: URL) -> None:
    database = Database(url)
    migrate(database)
    database.close()


@cache
def _server() -> Connection:
    """Connect once: that takes longer than to make a database."""
    engine = create_engine(make_url(SERVER or ""), isolation_level="AUTOCOMMIT")
    return engine.connect()


@contextmanager
def _on_server(template: str) -> Iterator[URL]:
    """Make a database on the server, from a template, for as long as it is needed."""
    name = f"wisp_{secrets.token_hex(8)}"
    _server().execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
    try:
        yield _server().engine.url.set(database=name)
    finally:
        _server().execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(scope="session")
def migrated_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[URL]:
    """A migrated database that nobody touches: copying it is faster than migrating."""
    if SERVER:
        with _on_server("template1") as url:
            _migrated(url)
            yield url
    else:
        url = sqlite_url(tmp_path_factory.mktemp("template") / "wisp.db")
        _migrated(url)
        yield url


@pytest.fixture
def empty_url(tmp_path: Path) -> Iterator[URL]:
    """A database without any table."""
    if SERVER:
        with _on_server("template1") as url:
            yield url
    else:
        yield sqlite_url(tmp_path / "empty.db")


@pytest.fixture
def database_url(migrated_url: URL, tmp_path: Path) -> Iterator[URL]:
    """A migrated database of one's own."""
    if SERVER:
        with _on_server(migrated_url.database or "") as url:
            yield url
    else:
        file = tmp_path / "wisp.db"
        shutil.copyfile(migrated_url.database or "", file)
        yield sqlite_url(file)


@pytest.fixture
def database(database_url: URL) -> Iterator[Database]:
    database = Database(database_url)
    yield database
    database.close()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def play(database: Database, clock: FakeClock) -> Play:
    return Play(database, 100, clock)


@pytest.fixture
def players(database: Database, clock: FakeClock) -> Players:
    return Players(database, clock)


@pytest.fixture
def person(play: Play, players: Players, clock: FakeClock) -> Person:
    """Somebody who plays."""
    return Person(play, players.add()[0], clock)


@pytest.fixture
def wisp(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Wisp:
    """Run the command in an empty folder, with no setting made."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        # Set first, so that what the command sets itself is forgotten after the test.
        monkeypatch.setenv(name.upper(), "")
        monkeypatch.delenv(name.upper())
    # Whoever serves sets up logging, to a standard error that ends with the test.
    monkeypatch.setattr(logging.root, "handlers", [*logging.root.handlers])

    def run(*arguments: str | Path) -> Ended:
        monkeypatch.setattr(sys, "argv", ["wisp", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            cli.main()
        return Ended(int(caught.value.code or 0), *capsys.readouterr())

    return run
