"""Connections: how each is set up, transactions, and what cannot be used."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError

from app.store.database import Database, DatabaseError
from app.store.players import add_player, player_by_token
from app.store.sqlite import BUSY_TIMEOUT_MS
from tests.conftest import sqlite_url

PRAGMAS = {
    "journal_mode": "wal",
    "busy_timeout": BUSY_TIMEOUT_MS,
    "foreign_keys": 1,
    "synchronous": 1,
}


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Database]:
    database = Database(sqlite_url(tmp_path / "plain.db"))
    with database.write() as connection:
        connection.execute(text("CREATE TABLE note (word TEXT)"))
    yield database
    database.close()


def words(database: Database) -> list[str]:
    with database.read() as connection:
        return list(connection.execute(text("SELECT word FROM note")).scalars())


def note(connection: Connection, word: str) -> None:
    connection.execute(text("INSERT INTO note VALUES (:word)"), {"word": word})


def test_every_pooled_connection_is_set_up(sqlite: Database) -> None:
    with ExitStack() as stack:
        for _ in range(6):  # held at the same time, so each is another one
            connection = stack.enter_context(sqlite.read())
            found = {
                name: connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in PRAGMAS
            }
            assert found == PRAGMAS


def test_a_writer_locks_before_it_does_anything(sqlite: Database) -> None:
    with closing(sqlite3.connect(sqlite.url.database or "", timeout=0)) as other:
        with sqlite.write(), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")


def test_readers_do_not_wait_for_a_writer(sqlite: Database) -> None:
    with sqlite.write() as connection:
        note(connection, "later")
        assert words(sqlite) == []
    assert words(sqlite) == ["later"]


def test_a_reader_sees_one_moment(database: Database) -> None:
    with database.read() as connection:
        assert player_by_token(connection, "a") is None
        with database.write() as writer:
            added = add_player(writer, "a", 1)
        assert player_by_token(connection, "a") is None
    with database.read() as connection:
        assert player_by_token(connection, "a") == added


def test_an_exception_undoes_everything(database: Database) -> None:
    with suppress(ZeroDivisionError), database.write() as connection:
        add_player(connection, "a", 1)
        _ = 1 // 0
    with database.read() as connection:
        assert player_by_token(connection, "a") is None


def test_a_refused_row_leaves_nothing_and_gives_the_turn_on(database: Database) -> None:
    with suppress(IntegrityError), database.write() as connection:
        add_player(connection, "a", 1)
        add_player(connection, "a", 1)
    with database.write() as connection:
        assert add_player(connection, "a", 1)


def test_schema_changes_are_undone_too(sqlite: Database) -> None:
    with suppress(ZeroDivisionError), sqlite.write() as connection:
        connection.execute(text("CREATE TABLE half (word TEXT)"))
        _ = 1 // 0
    with sqlite.read() as connection:
        tables = connection.execute(text("SELECT name FROM sqlite_master")).scalars().all()
    assert tables == ["note"]


def test_errors_do_not_use_up_the_connections(sqlite: Database) -> None:
    for _ in range(100):
        with pytest.raises(ZeroDivisionError), sqlite.read():
            _ = 1 // 0
        with pytest.raises(ZeroDivisionError), sqlite.write():
            _ = 1 // 0
    assert words(sqlite) == []


def test_missing_folders_are_made(tmp_path: Path) -> None:
    file = tmp_path / "not" / "yet" / "wisp.db"
    database = Database(sqlite_url(file))
    with database.write():
        pass
    database.close()
    assert file.is_file()


def test_a_relative_path_starts_at_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    database = Database(make_url("sqlite:///data/wisp.db"))
    with database.write():
        pass
    database.close()
    assert (tmp_path / "data" / "wisp.db").is_file()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseError, match="folder of the database cannot be made"):
        Database(sqlite_url(tmp_path / "file" / "wisp.db"))


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_in_memory_is_refused(url: str) -> None:
    with pytest.raises(DatabaseError, match="needs a file"):
        Database(make_url(url))


@pytest.mark.parametrize("scheme", ["mysql", "nonsense"])
def test_a_database_without_its_driver(scheme: str) -> None:
    with pytest.raises(DatabaseError, match="cannot be used") as caught:
        Database(make_url(f"{scheme}://somebody:secret@example.invalid/wisp"))
    assert "secret" not in str(caught.value)
