"""`wisp solve`: its answers, and what it does not take."""

import json
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from app.engine.deal import deal
from app.engine.notation import cards_text, parse_action
from app.engine.position import Position
from app.engine.rules import legal_moves, play
from app.engine.variants import Collecting, variant_of
from tests.command import Wisp, assert_refused

pytest.importorskip("numba")

SIZES = {"nodes": int, "seconds": float, "cpu_seconds": float}
SPADES = " ".join(f"{rank}S" for rank in "A23456789TJQK")
UNDEALT = {"tableau": [""] * 10, "stock": " ".join([SPADES] * 8)}
"""No card can be moved, and no row be dealt onto voids."""


def write(folder: Path, deal: dict[str, Any]) -> Path:
    file = folder / "deal.json"
    file.write_text(json.dumps(deal))
    return file


def is_won(position: Position, actions: list[str]) -> bool:
    for action in map(parse_action, actions):
        assert action in legal_moves(position)
        position = play(position, action)
    return position.is_won


@pytest.mark.parametrize(
    ("key", "collect"),
    [
        ("spider-1", None),
        ("spiderette-2", None),
        ("spiderette-2", "automatic"),
        ("will-o-the-wisp-4", "by-hand"),
    ],
)
def test_a_deal_that_is_won(wisp: Wisp, key: str, collect: str | None) -> None:
    options = ["--collect", collect] if collect else []
    ended = wisp("solve", key, "7", "--json", "--limit-seconds", "60", *options)
    assert (ended.status, ended.err, ended.out.count("\n")) == (0, "", 1)
    answer = json.loads(ended.out)
    variant = variant_of(key)
    collecting = Collecting(collect.replace("-", " ")) if collect else variant.game.collecting[0]
    assert is_won(deal(variant, 7, collecting), answer.pop("actions"))
    assert {name: type(answer.pop(name)) for name in SIZES} == SIZES
    assert answer == {"status": "won", "limit": None, "collect": str(collecting)}


def test_a_deal_that_is_won_in_words(wisp: Wisp) -> None:
    actions = json.loads(wisp("solve", "spiderette-1", "7", "--json").out)["actions"]
    ended = wisp("solve", "spiderette-1", "7")
    first, *lines = ended.out.splitlines()
    assert first.startswith(f"Won in {len(actions)} moves, found in ")
    assert " ".join(lines).split() == actions
    assert max(map(len, lines)) <= 80


def test_making_it_shorter(wisp: Wisp) -> None:
    arguments = ["solve", "spiderette-1", "7", "--json"]
    found = json.loads(wisp(*arguments).out)["actions"]
    shorter = json.loads(wisp(*arguments, "--shorten-seconds", "1").out)["actions"]
    assert len(shorter) <= len(found)
    assert is_won(deal(variant_of("spiderette-1"), 7), shorter)


def test_a_deal_that_is_unwinnable(wisp: Wisp, tmp_path: Path) -> None:
    file = write(tmp_path, UNDEALT)
    arguments = ["solve", "--deal", file, "--variant", "spider-1"]
    answer = json.loads(wisp(*arguments, "--json").out)
    assert (answer["status"], answer["actions"]) == ("unwinnable", [])
    ended = wisp(*arguments)
    assert ended.status == 0
    assert ended.out.startswith("Unwinnable: ")


def test_a_deal_without_an_answer(wisp: Wisp) -> None:
    arguments = ["solve", "spider-4", "7", "--limit-seconds", "0"]
    answer = json.loads(wisp(*arguments, "--json").out)
    assert (answer["status"], answer["limit"]) == ("unknown", "seconds")
    assert wisp(*arguments).out.startswith("Unknown: 0 seconds were not enough, ")


def test_a_deal_written_out(wisp: Wisp, tmp_path: Path) -> None:
    position = deal(variant_of("spiderette-1"), 7)
    tableau = [cards_text(column.cards) for column in position.columns]
    file = write(tmp_path, {"tableau": tableau, "stock": cards_text(position.stock)})
    answers = [
        json.loads(wisp(*arguments, "--json").out)
        for arguments in (
            ["solve", "spiderette-1", "7"],
            ["solve", "--deal", file, "--variant", "spiderette-1"],
        )
    ]
    assert answers[0]["actions"] == answers[1]["actions"] != []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "Give a variant and a seed"),
        ("spider-1", "Give a variant and a seed"),
        ("spider-1 7 --variant spider-1", "Give a variant and a seed"),
        ("spider-1 --deal deal.json", "Give a variant and a seed"),
        ("--deal deal.json", "--variant KEY"),
        ("spider-3 7", "no variant “spider-3”"),
        ("spider-1 07", "not a deal number"),
        ("spider-1 7 --collect never", "no way of collecting"),
        ("spider-1 7 --collect by-hand", "leave by themselves"),
        ("spider-1 7 --limit-seconds nan", "'--limit-seconds': nan"),
        ("spider-1 7 --limit-seconds inf", "'--limit-seconds': inf"),
        ("spider-1 7 --limit-seconds -1", "'--limit-seconds': -1"),
        ("spider-1 7 --shorten-seconds 1e9", "'--shorten-seconds': 1"),
        ("spider-1 7 --memory-mb 1", "'--memory-mb'"),
        ("--deal missing.json --variant spider-1", "missing.json cannot be read"),
        ("--deal deal.json --variant spider-1", "deal.json: Cards are missing"),
    ],
)
def test_what_it_does_not_take(wisp: Wisp, tmp_path: Path, line: str, words: str) -> None:
    write(tmp_path, {**UNDEALT, "stock": SPADES})
    assert_refused(wisp("solve", *line.split()), 2, words)


def test_without_numba(wisp: Wisp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "app.solver.loading", None)
    for arguments in (["solve", "spider-1", "7"], ["survey", "spider-1", "--seeds", "1-2"]):
        assert_refused(wisp(*arguments), 1, "Solving needs Numba, which this platform lacks.")
    assert wisp("deal", "spider-1", "7").status == 0


def test_other_commands_do_not_bring_numba() -> None:
    script = """
        import sys
        import app.cli, app.main
        sys.exit(any(name in sys.modules for name in ("numba", "numpy", "distributed")))
    """
    assert (
        subprocess.run([sys.executable, "-c", textwrap.dedent(script)], check=False).returncode == 0
    )
