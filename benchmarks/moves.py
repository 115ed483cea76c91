"""Stored moves a second over HTTP, against a bare FastAPI route that renders the same fragment.

Both run in one Uvicorn worker each, one after the other in turns, and get the same requests from
32 connections. The bare route parses nothing, asks nobody and stores nothing: it renders the
template of a move's answer from constant data.

    python benchmarks/moves.py [--seconds 5] [--rounds 3]
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.asking import CONNECTIONS, Played, connected, keep_asking, random_games, slowest
from benchmarks.serving import Server, cpu_seconds, serving


def load(server: Server, games: list[list[bytes]], bare: bool, seconds: float) -> Played:
    """Keep all connections busy."""
    with connected(server, bare, CONNECTIONS, games) as connections:
        used = cpu_seconds(server.process)
        played = keep_asking(connections, seconds)
        played.cpu_seconds = cpu_seconds(server.process) - used
    return played


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    games = random_games()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "moves.db"
        with (
            serving("app.main:create_app", database) as wisp,
            serving("benchmarks.bare:create_app", database) as bare,
        ):
            rounds = []
            for number in range(arguments.rounds + 1):
                pair = [
                    load(server, games, is_bare, arguments.seconds if number else 1)
                    for server, is_bare in ((wisp, False), (bare, True))
                ]
                if number:  # the first is to warm up
                    rounds.append(pair)
                    report(pair, arguments.seconds)
    ratios = [len(a.latencies) / len(b.latencies) for a, b in rounds]
    tails = [slowest(a) / slowest(b) for a, b in rounds]
    print(f"throughput ratio, median of rounds: {median(ratios):.2f} (wanted: 0.60 or more)")
    costs = [cost(a) / cost(b) for a, b in rounds]
    print(f"processor time of a move, against the bare route: {median(costs):.2f} times")
    print(f"slowest 1 % ratio, median of rounds: {median(tails):.2f} (wanted: 3.00 or less)")


def cost(played: Played) -> float:
    """Processor seconds for one answer."""
    return (played.cpu_seconds or 1) / len(played.latencies)


def report(pair: list[Played], seconds: float) -> None:
    """Print a round."""
    for name, played in zip(("stored move", "bare route"), pair, strict=True):
        middle = median(played.latencies) * 1000
        print(
            f"{name}: {len(played.latencies) / seconds:6.0f}/s, median {middle:5.1f} ms, "
            f"99 % {slowest(played) * 1000:5.1f} ms, processor {cost(played) * 1000:4.2f} ms, "
            f"failures {played.failures}"
        )


if __name__ == "__main__":
    main()
