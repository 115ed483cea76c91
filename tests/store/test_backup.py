"""Copies of a database in use."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from app.store.backup import back_up
from app.store.database import Database, DatabaseError
from app.store.migrate import migrate
from app.store.players import add_player, player_by_token
from tests.conftest import sqlite_url


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return tmp_path / "source # 100%.db"


def rows(file: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return connection.execute("SELECT token_hash FROM player").fetchall()


def test_a_copy_holds_what_is_only_in_the_log(source: Path, tmp_path: Path) -> None:
    database = Database(sqlite_url(source))
    migrate(database)
    with database.write() as connection:
        add_player(connection, "late", 1)
    plain = tmp_path / "plain.db"
    plain.write_bytes(source.read_bytes())
    assert rows(plain) == []  # so the main file alone is no backup

    back_up(database.url, tmp_path / "copy.db")
    database.close()
    assert rows(tmp_path / "copy.db") == [("late",)]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        ["copy.db", "plain.db", source.name]
    )


def test_a_copy_while_somebody_writes(source: Path, tmp_path: Path) -> None:
    database = Database(sqlite_url(source))
    migrate(database)
    with database.write() as connection:
        add_player(connection, "before", 1)
    with database.write() as connection:
        add_player(connection, "meanwhile", 1)
        back_up(database.url, tmp_path / "copy.db")
    database.close()
    assert rows(tmp_path / "copy.db") == [("before",)]


def test_a_copy_can_be_played_on(source: Path, tmp_path: Path) -> None:
    database = Database(sqlite_url(source))
    migrate(database)
    back_up(database.url, tmp_path / "copy.db")
    database.close()
    restored = Database(sqlite_url(tmp_path / "copy.db"))
    before, after = migrate(restored)
    with restored.write() as connection:
        added = add_player(connection, "new", 1)
    with restored.read() as connection:
        assert player_by_token(connection, "new") == added
    restored.close()
    assert before == after


def test_a_damaged_database_gives_no_copy(source: Path, tmp_path: Path) -> None:
    database = Database(sqlite_url(source))
    migrate(database)
    database.close()
    with source.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xaa" * 8 * 4096)
    with pytest.raises(DatabaseError, match=r"cannot be copied: "):
        back_up(database.url, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize("content", [b"precious", b""])
def test_nothing_is_overwritten(source: Path, tmp_path: Path, content: bytes) -> None:
    database = Database(sqlite_url(source))
    migrate(database)
    target = tmp_path / "copy.db"
    target.write_bytes(content)
    with pytest.raises(FileExistsError):
        back_up(database.url, target)
    database.close()
    assert target.read_bytes() == content


def test_a_link_to_nowhere_is_not_overwritten(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        back_up(sqlite_url(source), target)
    assert target.is_symlink()


def test_without_a_database_there_is_no_copy(source: Path, tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="cannot be copied: unable to open database file"):
        back_up(sqlite_url(source), tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_database_is_not_copied(source: Path, tmp_path: Path) -> None:
    source.write_text("Dear diary. " * 1000)
    with pytest.raises(DatabaseError, match="file is not a database"):
        back_up(sqlite_url(source), tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == [source]


def test_into_a_missing_folder(source: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        back_up(sqlite_url(source), tmp_path / "missing" / "copy.db")


def test_a_server_has_its_own_way(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="pg_dump"):
        back_up(make_url("postgresql+psycopg://wisp@localhost/wisp"), tmp_path / "copy.sql")
