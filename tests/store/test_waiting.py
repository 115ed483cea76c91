"""Others at the database: how long is waited for them, and what is done when it is not there."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from app.store.database import Database
from app.store.players import add_player, player_by_token
from app.store.waiting import BusyError, seconds_left, waiting
from tests.conftest import SERVER

on_sqlite = pytest.mark.skipif(bool(SERVER), reason="About SQLite.")
on_server = pytest.mark.skipif(not SERVER, reason="About PostgreSQL: make test-postgresql.")


def add(database: Database, token: str) -> None:
    with database.write() as connection:
        add_player(connection, token, 1)


def is_known(database: Database, token: str) -> bool:
    with database.read() as connection:
        return player_by_token(connection, token) is not None


def is_waiting(database: Database) -> bool:
    """Tell whether a writer of this process waits for the file."""
    assert database._writer
    return database._writer._turn.locked()


def file_of(database: Database) -> Path:
    return Path(database.url.database or "")


@contextmanager
def locked(database: Database) -> Iterator[None]:
    """Keep writers out, as another process does."""
    with closing(sqlite3.connect(file_of(database))) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


def test_all_that_is_asked_shares_the_time() -> None:
    assert seconds_left() > 1
    with waiting(10):
        assert 9 < seconds_left() <= 10
        with waiting(0):
            assert seconds_left() == 0
        assert 9 < seconds_left() <= 10


@on_sqlite
def test_a_lock_elsewhere_is_waited_for_no_longer_than_wanted(database: Database) -> None:
    with locked(database):
        with pytest.raises(BusyError), waiting(0.02):
            add(database, "a")
        assert not is_known(database, "a")
    add(database, "a")
    assert is_known(database, "a")


@on_sqlite
def test_nobody_waits_after_others_waited_in_vain(database: Database) -> None:
    with locked(database):
        before = time.monotonic()
        for _ in range(40):  # two minutes, if each waited
            with pytest.raises(BusyError):
                add(database, "a")
        assert time.monotonic() - before < 60
    add(database, "a")
    with locked(database):
        threading.Timer(0.2, add, (database, "b")).start()  # the next one is patient again
        before = time.monotonic()
        while not is_waiting(database):
            assert time.monotonic() - before < 30
    before = time.monotonic()
    while not is_known(database, "b"):
        assert time.monotonic() - before < 30


@on_sqlite
def test_a_lock_that_is_given_back_in_time(database: Database) -> None:
    with locked(database):
        timer = threading.Timer(0.1, add, (database, "a"))
        timer.start()
        timer.join(0.15)  # it waits for the file now, and keeps its turn
        with pytest.raises(BusyError), waiting(0.05):
            add(database, "b")
    timer.join()
    assert is_known(database, "a")
    assert not is_known(database, "b")


@on_sqlite
def test_reading_does_not_wait(database: Database) -> None:
    add(database, "a")
    with locked(database), waiting(0):
        assert is_known(database, "a")


@on_sqlite
def test_a_file_that_is_moved_away_and_back(database: Database, tmp_path: Path) -> None:
    add(database, "before")
    file, away = file_of(database), tmp_path / "away.db"
    names = [file.with_name(file.name + end) for end in ("", "-wal", "-shm")]
    for name in names:
        name.rename(away.with_name(name.name + ".away"))
    for _ in range(2):
        with pytest.raises(OperationalError, match="unable to open database file"):
            add(database, "lost")
        with pytest.raises(OperationalError, match="unable to open database file"):
            is_known(database, "before")
    assert not file.exists()
    for name in names:
        away.with_name(name.name + ".away").rename(name)
    add(database, "after")
    assert is_known(database, "before")
    assert is_known(database, "after")
    assert not is_known(database, "lost")


@on_sqlite
def test_a_file_in_place_of_another(database: Database, tmp_path: Path) -> None:
    with closing(sqlite3.connect(file_of(database))) as source:
        source.execute("VACUUM INTO ?", (str(tmp_path / "copy.db"),))
    add(database, "in the old one")
    for end in ("-wal", "-shm"):
        file_of(database).with_name(file_of(database).name + end).unlink()
    (tmp_path / "copy.db").replace(file_of(database))
    assert not is_known(database, "in the old one")
    add(database, "in the new one")
    assert is_known(database, "in the new one")


@on_sqlite
def test_a_connection_that_cannot_write_is_not_kept(database: Database) -> None:
    with database.read() as connection:
        connection.execute(text("PRAGMA query_only = ON"))
    with pytest.raises(OperationalError, match="readonly"):
        add(database, "a")
    add(database, "a")
    assert is_known(database, "a")


@on_server
def test_a_lock_on_the_server_is_not_waited_for_without_end(database: Database) -> None:
    with database.write() as connection:
        connection.execute(text("LOCK TABLE player"))
        with pytest.raises(OperationalError, match="lock timeout"):
            is_known(database, "a")
    add(database, "a")
    assert is_known(database, "a")


@on_server
def test_limits_hold_for_every_transaction_but_changes(database: Database) -> None:
    for name in ("lock_timeout", "statement_timeout"):
        with database.read() as connection:
            assert connection.execute(text(f"SHOW {name}")).scalar_one() != "0"
        with database.change() as connection:
            assert connection.execute(text(f"SHOW {name}")).scalar_one() == "0"
        with database.write() as connection:
            assert connection.execute(text(f"SHOW {name}")).scalar_one() != "0"


@on_server
def test_connections_that_the_server_ended_are_replaced(database: Database) -> None:
    add(database, "a")
    other = Database(database.url)
    with other.read() as connection:
        ended = connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
        assert ended.all()
    other.close()
    assert is_known(database, "a")


@on_server
def test_a_connection_is_not_waited_for_without_end(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = database._engine.pool
    monkeypatch.setattr(pool, "_timeout", 0.01)
    monkeypatch.setattr(pool, "_max_overflow", 0)
    with ExitStack() as stack:
        for _ in range(pool.size()):  # type: ignore[attr-defined]
            stack.enter_context(database.read())
        with pytest.raises(PoolTimeoutError):
            is_known(database, "a")
    assert not is_known(database, "a")
