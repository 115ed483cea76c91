"""From the first schema to the newest and on: with games under way, killed half-way, four at once.

A migration is made up that changes every table that others refer to.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError

from app.engine.game import Status
from app.engine.notation import GameRecord
from app.resources import MIGRATIONS
from app.services.play import Play
from app.services.records import Records
from app.store import migrate as migrating
from app.store.database import Database, DatabaseError
from app.store.migrate import migrate, newest_revision, revision
from app.store.players import add_player
from tests.playing import START_MS, FakeClock, records
from tests.store.test_migrate import constraints

WON, UNDER_WAY = records("will-o-the-wisp-1")[:2]
KNOWN = {"token_hash": "known"}
ROUNDS = 20
TOGETHER = 4
ROOT = Path(__file__).parents[2]

MADE_UP = '''
"""Made up."""

import sys

import sqlalchemy as sa
from alembic import op

revision = "made_up"
down_revision = "{newest}"
branch_labels = None
depends_on = None


def note() -> sa.Column:
    return sa.Column("note", sa.String(20), server_default="none", nullable=False)


def upgrade() -> None:
    for table in ("player", "game"):
        kept = {{"sqlite_autoincrement": table == "player"}}
        with op.batch_alter_table(table, table_kwargs=kept) as batch:
            batch.add_column(note())
            batch.create_check_constraint(table + "_note", "note <> ''")
    {half_way}
    with op.batch_alter_table("result") as batch:
        batch.add_column(note())
    op.execute("UPDATE game SET note = 'old'")
'''
STOP = 'print("half-way", flush=True); sys.stdin.readline()'


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A folder with the first migration alone."""
    folder = tmp_path / "first"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__", "000[2-9]*"))
    return folder


def folder_of_next(tmp_path: Path, name: str, half_way: str) -> Path:
    folder = tmp_path / name
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    made_up = MADE_UP.format(newest=newest_revision(), half_way=half_way)
    (folder / "versions" / "made_up.py").write_text(made_up)
    return folder


@pytest.fixture
def next_one(tmp_path: Path) -> Path:
    """A folder with all migrations and one more."""
    return folder_of_next(tmp_path, "next", "pass")


@pytest.fixture
def stopping(tmp_path: Path) -> Path:
    """The same, but it stops half-way."""
    return folder_of_next(tmp_path, "stopping", STOP)


@pytest.fixture
def old(empty_url: URL, first: Path) -> Iterator[Database]:
    """A database of the first release, with a game under way, one that was won, and a setting."""
    database = Database(empty_url)
    make_old(database, first)
    yield database
    database.close()


def make_old(database: Database, first: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(migrating, "MIGRATIONS", first)
        assert migrate(database) == (None, "0001")
    with database.write() as connection:
        add(connection, "player", id=1, created_ms=START_MS, **KNOWN)
        add(connection, "setting", player_id=1, name="theme", value="dark")
        add_game(connection, "won", WON, len(WON.actions))
        add_game(connection, "under way", UNDER_WAY, 30)
        add(connection, "pause", game_id="under way", number=30, counted_ms=500)
        add(
            connection, "result", id=1, game_id="won", player_id=1, variant=WON.variant.key,
            seed=WON.seed, won=True, counts=True, score=int(WON.headers["Score"]),
            moves=len(WON.actions), elapsed_ms=60_000, ended_ms=START_MS,
        )  # fmt: skip


def add_game(connection: Connection, game_id: str, record: GameRecord, upto: int) -> None:
    add(
        connection, "game", id=game_id, player_id=1, variant=record.variant.key, seed=record.seed,
        attempt=1, collect="by hand", created_ms=START_MS,
    )  # fmt: skip
    for number, action in enumerate(record.actions[:upto], 1):
        add(
            connection, "action", game_id=game_id, number=number, text=str(action),
            at_ms=START_MS + number, span_ms=1,
        )  # fmt: skip


def add(connection: Connection, table: str, **values: object) -> None:
    names = ", ".join(values)
    places = ", ".join(f":{name}" for name in values)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), values)  # noqa: S608


def assert_all_is_there(database: Database) -> None:
    """The game under way can be played on, and the records are as they were."""
    play = Play(database, 10, FakeClock())
    live = play.load(1, "under way")
    assert live.game.actions == UNDER_WAY.actions[:30]
    assert live.is_paused
    (played,) = [found for found in Records(database).of_player(1) if found.won]
    assert played.records["fewest_moves"].value == len(WON.actions)
    assert play.load(1, "won").game.status is Status.WON
    with database.read() as connection:
        assert connection.execute(text("SELECT value FROM setting")).scalars().all() == ["dark"]


def assert_rules_hold(database: Database) -> None:
    """What the first schema refuses is refused, and what belongs together goes together."""
    for change in (
        "INSERT INTO player (id, token_hash, created_ms) VALUES (2, 'known', 1)",
        "UPDATE game SET attempt = 0",
        "UPDATE game SET player_id = 99",
        "UPDATE game SET seed = 5",  # two games are one attempt at one deal
        "UPDATE action SET game_id = 'none'",
        "UPDATE result SET won = (1 = 0)",
    ):
        with pytest.raises(IntegrityError), database.write() as connection:
            connection.execute(text(change))
    with database.write() as connection:
        connection.execute(text("DELETE FROM player"))
    if database.is_sqlite:  # a server's sequence does not know of rows that came with a number
        with database.write() as connection:
            assert add_player(connection, "another", 1) > 1
    with database.read() as connection:
        for table in ("game", "action", "pause", "result", "setting"):
            count = connection.execute(text(f"SELECT count(*) FROM {table}"))  # noqa: S608
            assert count.scalar_one() == 0


def schema_of(database: Database) -> dict[str, set[str]]:
    with database.read() as connection:
        return constraints(inspect(connection))


@contextmanager
def migrators(folder: Path, count: int) -> Iterator[list["subprocess.Popen[str]"]]:
    """Run processes that migrate when they are told."""
    command = [sys.executable, "-m", "tests.store.migrating", str(folder)]
    found = [
        subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(count)
    ]
    try:
        for process in found:
            assert said(process) == "ready"
        yield found
    finally:
        for process in found:
            process.kill()
            process.communicate()


def said(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def tell(process: "subprocess.Popen[str]", url: URL) -> None:
    assert process.stdin is not None
    process.stdin.write(url.render_as_string(hide_password=False) + "\n")
    process.stdin.flush()


def test_from_the_first_schema_to_the_newest(old: Database, database_url: URL) -> None:
    assert migrate(old) == ("0001", newest_revision())
    assert_all_is_there(old)
    if old.url != database_url:
        new = Database(database_url)
        assert schema_of(old) == schema_of(new)
        new.close()
    assert_rules_hold(old)


def test_tables_that_others_refer_to_are_changed(
    old: Database, next_one: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = schema_of(old)
    monkeypatch.setattr(migrating, "MIGRATIONS", next_one)
    assert migrate(old) == ("0001", "made_up")
    assert_all_is_there(old)
    after = schema_of(old)
    for table, rules in before.items():
        assert rules <= after[table]
    assert any("note" in rule for rule in after["game"])
    with old.read() as connection:
        notes = connection.execute(text("SELECT DISTINCT note FROM game")).scalars().all()
    assert notes == ["old"]
    assert_rules_hold(old)


def test_a_migration_that_is_killed_half_way_is_made_again(
    old: Database, next_one: Path, stopping: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = schema_of(old)
    with migrators(stopping, 1) as (process,):
        tell(process, old.url)
        assert said(process) == "half-way"
        process.kill()
        process.wait()
    with old.read() as connection:
        assert revision(connection) == "0001"
    assert schema_of(old) == before  # and no table of the migration's own
    monkeypatch.setattr(migrating, "MIGRATIONS", next_one)
    assert migrate(old) == ("0001", "made_up")
    assert not [table for table in schema_of(old) if table.startswith("_")]
    assert_all_is_there(old)
    assert_rules_hold(old)


def test_four_migrate_at_once_twenty_times(old: Database, first: Path, next_one: Path) -> None:
    with migrators(next_one, TOGETHER) as processes:
        for number in range(ROUNDS):
            if number:
                emptied(old)
                make_old(old, first)
            for process in processes:
                tell(process, old.url)
            told = sorted(said(process) for process in processes)
            assert told == ["0001 made_up"] + ["made_up made_up"] * (TOGETHER - 1)
    assert_all_is_there(old)


def emptied(database: Database) -> None:
    if not database.is_sqlite:
        with database.write() as connection:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
        return
    with database.change() as connection:
        tables = inspect(connection).get_table_names()
        for table in tables:
            connection.execute(text(f"DROP TABLE {table}"))


def test_a_change_that_leaves_references_to_nothing_is_undone(old: Database) -> None:
    if not old.is_sqlite:
        pytest.skip("A server follows references all the time.")
    with pytest.raises(DatabaseError, match="refer to nothing"), old.change() as connection:
        connection.execute(text("DELETE FROM player"))
    migrate(old)
    assert_all_is_there(old)
    assert_rules_hold(old)
