"""Output that cannot be written is told in one sentence, whichever command writes it."""

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.commands.failing import Failure
from app.commands.output import Output
from tests.command import Wisp, assert_refused
from tests.playing import GAMES

FULL = Path("/dev/full")
WON = str(GAMES / "spiderette-1-69474.txt")
COMMAND = [sys.executable, "-c", "from app.cli import main; main()"]
LINES = [
    "--help",
    "--version",
    "deal --help",
    "deal spider-1 1",
    "deal spider-1 1 --json",
    f"verify {WON}",
]
SEARCHES = [
    "solve spiderette-1 7",
    "survey spiderette-1 --workers 1 --seeds 1",
    "survey spiderette-1 --workers 1 --seeds 1 --json",
]


class FullDisk(io.StringIO):
    """A file that takes text, and has no room for it when it is handed on."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        super().close()
        self.flush()


def test_what_fits() -> None:
    stream = io.StringIO()
    output = Output(stream, "deals.jsonl")
    assert output.write("deal\n") == 5
    output.flush()
    assert stream.getvalue() == "deal\n"
    output.close()
    assert stream.closed
    assert not Output(None, "deals.jsonl").isatty()


def test_a_full_disk_is_told_once() -> None:
    stream = FullDisk()
    output = Output(stream, "deals.jsonl")
    output.write("deal\n")
    with pytest.raises(Failure, match=r"^deals\.jsonl cannot be written: No space left on device"):
        output.flush()
    output.close()
    assert stream.closed


def test_a_disk_that_is_full_when_the_file_is_closed() -> None:
    with pytest.raises(Failure, match="cannot be written"):
        Output(FullDisk(), "deals.jsonl").close()


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("line", LINES)
def test_a_full_standard_output(line: str) -> None:
    with FULL.open("w") as output:
        ended = run(line, stdout=output.fileno())
    assert ended == (1, "<stdout> cannot be written: No space left on device.\n")


@pytest.mark.parametrize("line", LINES)
def test_a_closed_standard_output(wisp: Wisp, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.setattr(sys, "stdout", None)  # as Python has it then
    assert_refused(wisp(*line.split()), 1, "<stdout> cannot be written: Bad file descriptor.")


@pytest.mark.parametrize("line", SEARCHES)
def test_searches_that_cannot_tell_what_they_found(
    wisp: Wisp, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(sys, "stdout", FullDisk())
    assert_refused(wisp(*line.split()), 1, "<stdout> cannot be written: No space left on device.")


def test_what_writes_nothing_needs_no_standard_output(
    wisp: Wisp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert_refused(wisp("deal", "spider-3", "1"), 2, "no variant")


@pytest.mark.skipif(os.name != "posix", reason="pipes are told otherwise elsewhere")
def test_nobody_reads_any_more() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        assert run("deal spider-1 1", stdout=writing) == (1, "")
    finally:
        os.close(writing)


def run(line: str, stdout: int) -> tuple[int, str]:
    """Run the command by itself, and give its status and what it says of its failure."""
    ended = subprocess.run(
        [*COMMAND, *line.split()], stdout=stdout, stderr=subprocess.PIPE, text=True, check=False
    )
    return ended.returncode, ended.stderr
