"""The command: what it prints, and how it ends."""

import io
import json
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from app import __version__, cli
from app.services.tidying import Tidying
from app.store.compact import make_compact
from app.store.database import DatabaseError
from app.store.migrate import newest_revision
from app.store.waiting import BusyError
from tests.command import Wisp, assert_refused
from tests.playing import GAMES

README = Path(__file__).parent.parent / "README.md"
DEALS = Path(__file__).parent / "data" / "deals.json"
WON = GAMES / "spiderette-1-69474.txt"
COMMANDS = [
    command.name or getattr(command.callback, "__name__", "")
    for command in cli.commands.registered_commands
]


def test_version(wisp: Wisp) -> None:
    assert wisp("--version") == (0, f"wisp {__version__}\n", "")


def test_help_names_every_command(wisp: Wisp) -> None:
    ended = wisp("--help")
    assert ended.status == 0
    for command in COMMANDS:
        assert re.search(rf"^  {command} ", ended.out, re.MULTILINE)
        assert wisp(command, "--help").status == 0


@pytest.mark.skipif(not README.exists(), reason="there is no README.md")
@pytest.mark.parametrize("command", COMMANDS)
def test_the_readme_documents_each_command(command: str) -> None:
    assert f"wisp {command}" in README.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "line", ["fly", "--fly", "deal", "deal spider-2", "deal spider-2 1 2", "serve --port many"]
)
def test_what_it_does_not_understand(wisp: Wisp, line: str) -> None:
    assert_refused(wisp(*line.split()), 2)


def test_golden_deals_as_json(wisp: Wisp) -> None:
    deals = json.loads(DEALS.read_text(encoding="utf-8"))
    assert {deal["variant"] for deal in deals} >= {"spider-1", "spiderette-2", "will-o-the-wisp-4"}
    for deal in deals[::5]:
        ended = wisp("deal", deal["variant"], deal["seed"], "--json")
        assert (ended.status, ended.err) == (0, "")
        assert ended.out.count("\n") == 1
        assert json.loads(ended.out) == {
            key: deal[key] for key in ("variant", "seed", "columns", "stock")
        }


def test_a_deal_as_text(wisp: Wisp) -> None:
    deal = json.loads(wisp("deal", "spiderette-4", "7", "--json").out)
    lines = [f"Column {number}: {cards}" for number, cards in enumerate(deal["columns"], 1)]
    expected = "\n".join([*lines, f"Stock: {deal['stock']}", ""])
    assert wisp("deal", "spiderette-4", "7") == (0, expected, "")


@pytest.mark.parametrize("seed", ["0", "-5", "007", "1000000000000", "1.5", "\u0661", "", "five"])
def test_what_is_no_seed(wisp: Wisp, seed: str) -> None:
    assert_refused(wisp("deal", "spider-2", seed), 2, "is not a deal number")


def test_what_is_no_variant(wisp: Wisp) -> None:
    assert_refused(wisp("deal", "spider-3", "1"), 2, "“spider-3”", "spiderette-4")


def test_a_won_record(wisp: Wisp) -> None:
    assert wisp("verify", WON) == (0, "Won: score 840, 60 moves.\n", "")


def test_a_record_from_standard_input(wisp: Wisp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WON.read_bytes())))
    assert wisp("verify", "-").out == "Won: score 840, 60 moves.\n"


@pytest.mark.parametrize(
    ("old", "new", "status", "fault"),
    [
        ('[Moves "60"]', '[Moves "61"]', 1, "replaying it gives 60"),
        ("2-7 5-7", "7-7 5-7", 1, "Action 1, 7-7: "),
        ("2-7 5-7", "2_7 5-7", 2, "is not an action"),
        ("spiderette-1", "spiderette-7", 2, "no variant"),
        ('[Seed "69474"]\n', "", 2, "lacks its [Seed"),
    ],
)
def test_a_faulty_record(
    wisp: Wisp, tmp_path: Path, old: str, new: str, status: int, fault: str
) -> None:
    text = WON.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "faulty.txt").write_text(text.replace(old, new, 1), encoding="utf-8")
    assert_refused(wisp("verify", "faulty.txt"), status, fault)


def test_a_file_that_is_no_record(wisp: Wisp, tmp_path: Path) -> None:
    (tmp_path / "huge.txt").write_bytes(b"deal " * 300_000)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    assert_refused(wisp("verify", "missing.txt"), 2, "missing.txt cannot be read")
    assert_refused(wisp("verify", tmp_path), 2, "cannot be read")
    assert_refused(wisp("verify", "huge.txt"), 2, "huge.txt is too large")
    assert_refused(wisp("verify", "picture.png"), 2, "picture.png is not a text file")


def test_migrate(wisp: Wisp, tmp_path: Path) -> None:
    newest = newest_revision()
    assert wisp("migrate").out == f"Migrated the database from nothing to {newest}.\n"
    assert wisp("migrate").out == f"The database is at migration {newest} already.\n"
    with closing(sqlite3.connect(tmp_path / "wisp.db")) as connection:
        assert connection.execute("SELECT * FROM alembic_version").fetchall() == [(newest,)]


def test_backup(wisp: Wisp, tmp_path: Path) -> None:
    wisp("migrate")
    assert wisp("backup", "copy.db") == (0, "Copied the database to copy.db.\n", "")
    copy = (tmp_path / "copy.db").read_bytes()
    assert_refused(wisp("backup", "copy.db"), 2, "copy.db", "exists")
    assert_refused(wisp("backup", "no/copy.db"), 2, "no/copy.db cannot be written")
    assert (tmp_path / "copy.db").read_bytes() == copy


def test_tidy(wisp: Wisp, tmp_path: Path) -> None:
    assert wisp("tidy") == (0, "Removed 0 abandoned games and 0 players.\n", "")
    with closing(sqlite3.connect(tmp_path / "wisp.db")) as connection, connection:
        connection.execute("INSERT INTO player VALUES (1, 'x', 1)")
        connection.execute("INSERT INTO game VALUES ('g', 1, 'spider-1', 1, 1, 'automatic', 1)")
        connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50000) "
            "INSERT INTO action SELECT 'g', i, 'deal', 1, 0 FROM n"
        )
    size = (tmp_path / "wisp.db").stat().st_size
    assert wisp("tidy", "--compact") == (0, "Removed 1 abandoned game and 1 player.\n", "")
    assert (tmp_path / "wisp.db").stat().st_size < size / 5


def test_tidy_while_somebody_keeps_the_database(
    wisp: Wisp, monkeypatch: pytest.MonkeyPatch
) -> None:
    wisp("migrate")

    def busy(_tidying: Tidying) -> None:
        raise BusyError("The database is locked.")

    monkeypatch.setattr(Tidying, "all", busy)
    assert_refused(wisp("tidy"), 1, "does not let itself be tidied", "locked")


def test_only_a_file_is_made_compact(wisp: Wisp, tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="uses its room again"):
        make_compact(make_url("postgresql+psycopg://db/wisp"))
    with pytest.raises(DatabaseError, match="cannot be written anew"):
        make_compact(make_url(f"sqlite:///{tmp_path}/no/wisp.db"))
    assert_refused(wisp("tidy", "--compress"), 2, "No such option")


def test_backup_of_nothing(wisp: Wisp, tmp_path: Path) -> None:
    assert_refused(wisp("backup", "copy.db"), 1, "cannot be copied")
    assert list(tmp_path.iterdir()) == []


def test_backup_of_a_server(wisp: Wisp, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psycopg")
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://wisp:secret@127.0.0.1:1/wisp")
    assert_refused(wisp("backup", "copy.sql"), 1, "pg_dump")


@pytest.mark.parametrize("command", ["migrate", "serve", "backup copy.db"])
@pytest.mark.parametrize(
    ("setting", "status", "words"),
    [
        ("DATABASE_URL=wisp.db", 2, "DATABASE_URL is wrong"),
        ("DATABASE_URL=sqlite://", 1, "needs a file"),
        ("DATABASE_URL=sqlite:////dev/null/wisp.db", 1, "cannot be made"),
        ("DATABASE_URL=mysql://wisp:secret@localhost/wisp", 2, "DATABASE_URL is wrong"),
        ("WORKERS=none", 2, "WORKERS is wrong"),
    ],
)
def test_a_bad_setting(
    wisp: Wisp,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    setting: str,
    status: int,
    words: str,
) -> None:
    name, _, value = setting.partition("=")
    monkeypatch.setenv("PORT", "0")
    monkeypatch.setenv(name, value)
    ended = wisp(*command.split())
    assert_refused(ended, status, words)
    assert "secret" not in ended.err
