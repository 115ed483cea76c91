"""Migrations: from nothing, by several at once, broken half-way, from the future."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Inspector, inspect, text
from sqlalchemy.engine import URL

from app.store.database import Database, DatabaseError
from app.store.migrate import migrate, newest_revision, revision
from app.store.players import add_player, player_by_token
from app.store.tables import Game
from tests.conftest import sqlite_url

TOGETHER = 4
MIGRATE_WHEN_TOLD = """
import sys
from sqlalchemy.engine import make_url
from app.store.database import Database
from app.store.migrate import migrate
database = Database(make_url(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
print(*migrate(database))
"""


@pytest.fixture
def empty(empty_url: URL) -> Iterator[Database]:
    database = Database(empty_url)
    yield database
    database.close()


def constraints(inspector: Inspector) -> dict[str, set[str]]:
    """Name every constraint and index of every table, so that two schemas can be compared."""
    return {
        table: {
            *(str(found["sqltext"]) for found in inspector.get_check_constraints(table)),
            *(
                f"unique {found['column_names']}"
                for found in inspector.get_unique_constraints(table)
            ),
            *(
                f"{found['constrained_columns']} {found['options']}"
                for found in inspector.get_foreign_keys(table)
            ),
            *(f"{found['name']} {found['unique']}" for found in inspector.get_indexes(table)),
            f"key {inspector.get_pk_constraint(table)['constrained_columns']}",
        }
        for table in inspector.get_table_names()
        if table != "alembic_version"
    }


def constraints_of(database: Database) -> dict[str, set[str]]:
    with database.read() as connection:
        return constraints(inspect(connection))


def test_from_nothing_to_the_newest(empty: Database) -> None:
    assert migrate(empty) == (None, newest_revision())
    with empty.read() as connection:
        assert revision(connection) == newest_revision()


def test_migrating_again_does_nothing(empty: Database) -> None:
    migrate(empty)
    with empty.write() as connection:
        add_player(connection, "a", 1)
    assert migrate(empty) == (newest_revision(), newest_revision())
    with empty.read() as connection:
        assert player_by_token(connection, "a") == 1


def test_migrations_give_what_the_tables_say(empty: Database, database: Database) -> None:
    with empty.write() as connection:
        Game.metadata.create_all(connection)
    assert constraints_of(database) == constraints_of(empty)
    assert all(constraints_of(empty).values())


def test_autogenerate_finds_no_difference(database: Database) -> None:
    with database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, Game.metadata) == []


def test_autogenerate_would_find_a_difference(database: Database) -> None:
    with database.write() as connection:
        connection.execute(text("ALTER TABLE result ADD COLUMN extra INTEGER"))
        context = MigrationContext.configure(connection)
        assert len(compare_metadata(context, Game.metadata)) == 1


def test_several_processes_at_once(empty_url: URL) -> None:
    url = empty_url.render_as_string(hide_password=False)
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATE_WHEN_TOLD, url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(TOGETHER)
    ]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("\n")
        worker.stdin.flush()
    answers = [worker.communicate(timeout=60) for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * TOGETHER, answers
    newest = newest_revision()
    told = sorted(out for out, _ in answers)
    assert told == sorted([f"None {newest}\n", *[f"{newest} {newest}\n"] * (TOGETHER - 1)])


def test_a_migration_that_dies_half_way_leaves_nothing(
    empty: Database, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def upgrade_and_die(config: object, target: str) -> None:
        upgrade(config, target)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    upgrade = command.upgrade
    with monkeypatch.context() as patched:
        patched.setattr(command, "upgrade", upgrade_and_die)
        with pytest.raises(KeyboardInterrupt):
            migrate(empty)
    with empty.read() as connection:
        assert inspect(connection).get_table_names() == []
    assert migrate(empty) == (None, newest_revision())
    assert constraints_of(empty) == constraints_of(database)


def set_revision(connection: Connection, name: str) -> None:
    connection.execute(text("UPDATE alembic_version SET version_num = :name"), {"name": name})


def test_a_newer_database_is_refused_and_left_alone(database: Database) -> None:
    with database.write() as connection:
        set_revision(connection, "9999")
    with pytest.raises(DatabaseError, match="9999, which this release does not know"):
        migrate(database)
    with database.read() as connection:
        assert revision(connection) == "9999"


def test_what_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Dear diary, today I lost at Spider. " * 100)
    before = file.read_bytes()
    database = Database(sqlite_url(file))
    with pytest.raises(DatabaseError, match=r"notes\.txt cannot be used: file is not a database\."):
        migrate(database)
    database.close()
    assert file.read_bytes() == before


@pytest.mark.parametrize("path", ["/proc/wisp.db", "."], ids=["read-only folder", "a folder"])
def test_where_no_file_can_be(path: str, tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path / path))
    with pytest.raises(DatabaseError, match=r"cannot be used: unable to open database file\."):
        migrate(database)
    database.close()


def test_a_server_that_does_not_answer() -> None:
    url = URL.create("postgresql+psycopg", "wisp", "secret", "127.0.0.1", 1, "wisp")
    pytest.importorskip("psycopg")
    database = Database(url)
    with pytest.raises(DatabaseError, match="cannot be used") as caught:
        migrate(database)
    database.close()
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)
