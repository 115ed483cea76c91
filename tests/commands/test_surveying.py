"""`wisp survey`: what it writes, how it goes on, how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command import Wisp, assert_refused

pytest.importorskip("numba")

COMMAND = [sys.executable, "-c", "from app.cli import main; main()", "survey"]
QUICK = ["spiderette-1", "--workers", "1", "--collect", "automatic", "--limit-seconds", "60"]


def seeds(text: str) -> list[int]:
    return sorted(json.loads(line)["seed"] for line in text.splitlines())


def test_a_summary_alone(wisp: Wisp) -> None:
    ended = wisp("survey", *QUICK, "--seeds", "1-2")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("2 deals: 2 winnable (100.0 %, ")


def test_lines_and_a_summary_beside_them(wisp: Wisp) -> None:
    ended = wisp("survey", *QUICK, "--seeds", "5", "--json")
    line = json.loads(ended.out)
    assert ended.err.startswith("1 deal: 1 winnable")
    assert line["actions"]
    assert list(line) == [
        *("seed", "variant", "collect", "limit_seconds", "memory_mb"),
        *("status", "limit", "actions", "nodes", "seconds", "cpu_seconds"),
    ]
    assert (line["seed"], line["collect"], line["limit_seconds"]) == (5, "automatic", 60)


def test_it_goes_on_where_it_was(wisp: Wisp, tmp_path: Path) -> None:
    file = tmp_path / "survey.jsonl"
    arguments = ["survey", *QUICK, "--output", file]
    wisp(*arguments, "--seeds", "2-3")
    before = file.read_text()
    file.write_text(before[:-20])
    ended = wisp(*arguments, "--seeds", "1-3")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("3 deals: 3 winnable")
    assert seeds(file.read_text()) == [1, 2, 3]
    assert file.read_text().splitlines()[0] == before.splitlines()[0]
    assert wisp(*arguments, "--seeds", "3-3", "--json").out == ""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("spider-1", "--seeds"),
        ("spider-3 --seeds 1-2", "no variant"),
        ("spider-1 --seeds 2-1", "There are no deals 2-1"),
        ("spider-1 --seeds 0-1", "“0” is not a deal number"),
        ("spider-1 --seeds 1-", "“” is not a deal number"),
        ("spider-1 --seeds -5", "“” is not a deal number"),
        ("spider-1 --seeds 1-2-3", "“2-3” is not a deal number"),
        ("spider-1 --seeds 1-2 --workers 0", "--workers"),
        ("spider-1 --seeds 1-2 --workers 1 --scheduler here", "not both"),
        ("spider-1 --seeds 1-2 --output .", "cannot be written"),
        ("spider-1 --seeds 1-2 --output diary.txt", "diary.txt is not the output of a survey"),
    ],
)
def test_what_it_does_not_take(wisp: Wisp, tmp_path: Path, line: str, words: str) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary")
    assert_refused(wisp("survey", *line.split()), 2, words)
    assert diary.read_text() == "Dear diary"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_disk_that_is_full(wisp: Wisp) -> None:
    ended = wisp("survey", *QUICK, "--seeds", "1-2", "--output", "/dev/full")
    assert (ended.status, ended.out) == (2, "")
    assert "/dev/full" in ended.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_disk_that_becomes_full(wisp: Wisp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.commands.surveying.answered", lambda _output, _terms: {})
    ended = wisp("survey", *QUICK, "--seeds", "1-2", "--output", "/dev/full")
    assert_refused(ended, 1, "/dev/full cannot be written: No space left on device.")


@pytest.mark.skipif(os.name != "posix", reason="Ctrl+C is a signal to a group on POSIX")
def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    file = tmp_path / "survey.jsonl"
    options = ["spider-4", "--seeds", "1-100000", "--output", str(file)]
    # What is started in the background may have been told to ignore Ctrl+C, and hands that on.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        running = subprocess.Popen(
            [*COMMAND, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    while running.poll() is None and not (file.exists() and file.read_bytes()):
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does
    try:
        out, err = running.communicate(timeout=120)
    finally:
        running.kill()
    assert (running.returncode, err) == (130, b"")
    assert out.decode().startswith(f"{len(seeds(file.read_text()))} deal")


@pytest.mark.skipif(os.name != "posix", reason="there are no pseudo-terminals")
def test_a_terminal_shows_how_far_it_is() -> None:
    ours, theirs = os.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    command = [*COMMAND, *QUICK, "--seeds", "1-2"]
    subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, env=environment, check=True)
    assert b"2/2" in os.read(ours, 100_000)


def test_without_dask(wisp: Wisp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "app.services.cluster", None)
    ended = wisp("survey", "spider-1", "--seeds", "1-2", "--scheduler", "127.0.0.1:1")
    assert_refused(ended, 1, "pip install 'wisp[dask]'")
