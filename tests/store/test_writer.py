"""The connection that the writers of one process share."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from app.store.sqlite import begin, sqlite_engine
from app.store.waiting import BusyError, waiting
from app.store.writer import Writer
from tests.conftest import sqlite_url


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Writer]:
    writer = Writer(sqlite_engine(sqlite_url(tmp_path / "notes.db"), may_create=True))
    with writer.write() as connection:
        begin(connection)
        connection.execute(text("CREATE TABLE note (word TEXT)"))
    yield writer
    writer.close()


def note(writer: Writer, word: str) -> Connection:
    with writer.write() as connection:
        begin(connection)
        connection.execute(text("INSERT INTO note VALUES (:word)"), {"word": word})
        return connection


def words(writer: Writer) -> list[str]:
    with writer.write() as connection:
        begin(connection)
        return list(connection.execute(text("SELECT word FROM note")).scalars())


def test_the_connection_is_kept(writer: Writer) -> None:
    first = note(writer, "a")
    assert note(writer, "b") is first
    assert words(writer) == ["a", "b"]


def test_after_an_exception_it_is_another_one(writer: Writer) -> None:
    kept = note(writer, "a")
    with suppress(ZeroDivisionError), writer.write() as connection:
        begin(connection)
        connection.execute(text("DELETE FROM note"))
        _ = 1 // 0
    assert kept.closed
    assert note(writer, "b") is not kept
    assert words(writer) == ["a", "b"]


def test_a_file_that_comes_in_its_place_is_opened(writer: Writer, tmp_path: Path) -> None:
    kept = note(writer, "a")
    file, other = tmp_path / "notes.db", tmp_path / "other.db"
    with kept.engine.connect() as connection:
        connection.exec_driver_sql("VACUUM INTO ?", (str(other),))
    note(writer, "b")
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink()
    other.replace(file)
    assert words(writer) == ["a"]
    assert kept.closed


def test_after_tables_have_changed_it_is_another_one(writer: Writer) -> None:
    kept = note(writer, "a")
    with writer.change() as connection:
        begin(connection)
        connection.execute(text("ALTER TABLE note RENAME COLUMN word TO text"))
    assert kept.closed


def test_one_writes_at_a_time(writer: Writer) -> None:
    with writer.write() as connection:
        begin(connection)
        with waiting(0), pytest.raises(BusyError):
            note(writer, "too soon")
        other = threading.Thread(target=note, args=(writer, "later"))
        other.start()
        connection.execute(text("INSERT INTO note VALUES ('first')"))
    other.join()
    assert words(writer) == ["first", "later"]


def test_it_opens_again_after_it_was_closed(writer: Writer) -> None:
    kept = note(writer, "a")
    writer.close()
    assert kept.closed
    assert words(writer) == ["a"]
