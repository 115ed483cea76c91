"""What players notice of two searches in the process that serves them.

A few players click with short pauses, first with nothing else going on, then beside two threads
that search hard deals. Searching holds no lock on the interpreter, and its threads step back for
whoever answers players.

    python benchmarks/beside.py [--seconds 10] [--rounds 2]
"""

import argparse
import os
import tempfile
import threading
from itertools import count
from pathlib import Path
from statistics import median

from fastapi import FastAPI

from app.engine.deal import deal
from app.engine.variants import VARIANTS
from app.main import create_app as create_site
from app.solver.result import Limits
from app.solver.solving import Solver
from benchmarks.asking import Played, connected, keep_asking, random_games, slowest
from benchmarks.serving import Server, serving

PLAYERS = 3
PAUSE_SECONDS = 0.02
SEARCHES = "SEARCHES_BESIDE"
LOWEST_PRIORITY = 19


def create_app() -> FastAPI:
    """Give the site, in a process that searches as well."""
    for number in range(int(os.environ[SEARCHES])):
        threading.Thread(target=search_on, args=(number,), daemon=True).start()
    return create_site()


def search_on(first: int) -> None:
    """Search one deal after the other, stepping back for all other threads."""
    if hasattr(os, "setpriority"):  # on Linux this is for the thread alone
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)
    solver = Solver()
    for seed in count(1 + first * 1000):
        solver.solve(deal(VARIANTS["spiderette-4"], seed), Limits(seconds=5))


def clicks(server: Server, games: list[list[bytes]], seconds: float) -> Played:
    """Let some players click."""
    with connected(server, False, PLAYERS, games) as players:
        return keep_asking(players, seconds, PAUSE_SECONDS)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=2)
    arguments = parser.parse_args()
    games, ratios = random_games(), []
    for _ in range(arguments.rounds):
        tails = [measured(searches, games, arguments.seconds) for searches in (0, 2)]
        ratios.append(tails[1] / tails[0])
    print(f"slowest 1 % ratio, median of rounds: {median(ratios):.2f} (wanted: 2.00 or less)")


def measured(searches: int, games: list[list[bytes]], seconds: float) -> float:
    """Measure beside so many searches; give the 99th percentile in seconds."""
    os.environ[SEARCHES] = str(searches)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving("benchmarks.beside:create_app", Path(folder) / "beside.db") as server,
    ):
        clicks(server, games, 3)  # to warm up, and to load the solver
        played = clicks(server, games, seconds)
    middle, slow = median(played.latencies) * 1000, slowest(played) * 1000
    print(
        f"{searches} searches: {len(played.latencies)} clicks, {middle:.1f} ms, 99 % {slow:.1f} ms"
    )
    return slow / 1000


if __name__ == "__main__":
    main()
