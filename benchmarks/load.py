"""Many players at once, each playing whole games over HTTP, on a server of several workers.

Every game is compared afterwards with what was answered and with a replay of its record.

    python benchmarks/load.py [--players 500] [--seconds 60] [--workers 2] [--think 0]

DATABASE_URL names an empty PostgreSQL database to measure; without it, SQLite is.
"""

import argparse
import asyncio
import contextlib
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.players import Seen, differences, play_together

_MOST_PLAYERS, _MOST_SECONDS = 5_000, 3_600
_UNLIMITED = {
    "PLAYER_ACTIONS_PER_SECOND": "0",
    "ADDRESS_ACTIONS_PER_SECOND": "0",  # all come from one address
    "PLAYER_GAMES_PER_MINUTE": "0",
    "ADDRESS_GAMES_PER_MINUTE": "0",
}


@contextlib.contextmanager
def serving(folder: Path, workers: int) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Serve the site as an operator does; give its port and process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    settings = {"PREPARE_SOLVER": "false", "LOG_REQUESTS": "false", **_UNLIMITED}
    if "DATABASE_URL" not in os.environ:
        settings["DATABASE_URL"] = f"sqlite:///{folder / 'load.db'}"
    command = [sys.executable, "-c", "from app.cli import main; main()", "serve"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--port", str(port), "--workers", str(workers)],
            env={**os.environ, **settings},
            stdout=log,
            stderr=log,
        )
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        time.sleep(2)  # until all workers are there
        yield port, process
    finally:
        process.terminate()
        process.wait()


def memory_mb(process: int) -> float:
    """Memory of a process and all that it started, in MB (Linux only; 0 elsewhere)."""
    with contextlib.suppress(OSError):
        # What processes share is counted in parts.
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
        kilobytes = re.search(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        own = int(kilobytes[1]) / 1024 if kilobytes else 0
        return own + sum(memory_mb(int(child)) for child in children)
    return 0


async def measure(port: int, process: int, arguments: argparse.Namespace) -> None:
    """Let them play, and report."""
    begun = memory_mb(process)
    until = time.monotonic() + arguments.seconds
    players, seen = await play_together(
        port, arguments.players, lambda: time.monotonic() > until, arguments.think
    )
    report(seen, arguments.seconds)
    print(f"memory: {begun:.0f} MB at the start, {memory_mb(process):.0f} MB at the end")
    games = sum(len(player.games) for player in players)
    wrong = list(seen.faults)
    for player in players:
        wrong += await differences(player)
    print(f"games: {games}, not as they were answered or replayed: {len(wrong)}")
    assert not wrong, wrong[:5]
    assert not errors(seen), seen.statuses


def errors(seen: Seen) -> int:
    """Count answers that were none, or were not what was asked for."""
    wrong = sum(count for status, count in seen.statuses.items() if status >= 400)
    return seen.unanswered + wrong


def report(seen: Seen, seconds: float) -> None:
    """Print what the players saw."""
    ordered = sorted(seen.latencies)
    p50, p95, p99 = (ordered[int(len(ordered) * part)] * 1000 for part in (0.5, 0.95, 0.99))
    print(
        f"requests: {len(ordered)} ({len(ordered) / seconds:.0f}/s), errors: {errors(seen)}, "
        f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--think", type=float, default=0, help="seconds before each action")
    arguments = parser.parse_args()
    if not 0 < arguments.players <= _MOST_PLAYERS or not 0 < arguments.seconds <= _MOST_SECONDS:
        parser.error(f"at most {_MOST_PLAYERS} players and {_MOST_SECONDS} seconds")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), arguments.workers) as (port, process),
    ):
        asyncio.run(measure(port, process.pid, arguments))


if __name__ == "__main__":
    main()
