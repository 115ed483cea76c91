"""Stored moves a second over HTTP, against a bare FastAPI route that renders the same fragment.

Both run in one Uvicorn worker each, one after the other in turns, and get the same requests from
32 connections. The bare route parses nothing, asks nobody and stores nothing: it renders the
template of a move's answer from constant data.

    python benchmarks/moves.py [--seconds 5] [--rounds 3]
"""

import argparse
import asyncio
import contextlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from app.engine.game import Game
from app.engine.moves import Move
from app.engine.variants import variant_of

CONNECTIONS = 32
VARIANT = "spider-2"
_FORM = "application/x-www-form-urlencoded"


@dataclass
class Played:
    """What one connection saw."""

    latencies: list[float]
    failures: int = 0
    cpu_seconds: float = 0


@dataclass
class Server:
    """A running server."""

    port: int
    process: int


class Connection:
    """A keep-alive connection that plays its own game, or asks the bare route."""

    def __init__(self, port: int, bare: bool, number: int) -> None:
        self._port, self._bare = port, bare
        self._random = random.Random(number)  # noqa: S311 - a repeatable game
        self._seed = number + 1
        self._cookie = ""
        self.played = Played([])

    async def run(self, until: float) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        while time.perf_counter() < until:
            await self._play_game(until)
        self._writer.close()

    async def _play_game(self, until: float) -> None:
        game = Game.start(variant_of(VARIANT), self._seed)
        url = f"/{VARIANT}/{self._seed}"
        self._seed += CONNECTIONS
        while game.legal and game.moves < 150 and time.perf_counter() < until:
            move = self._choose(game)
            url = await self._send(url, move, game.moves)
            game = game.after(move)

    def _choose(self, game: Game) -> Move:
        return self._random.choice(game.legal)

    async def _send(self, url: str, move: Move, version: int) -> str:
        body = f"action={move}&version={version}&attempt=1"
        begun = time.perf_counter()
        status, headers = await self._request("/bare" if self._bare else url, body)
        self.played.latencies.append(time.perf_counter() - begun)
        self.played.failures += status != 200
        if cookie := headers.get("set-cookie"):
            self._cookie = cookie.partition(";")[0]
        moved = headers.get("hx-replace-url")
        return f"{moved}/actions" if moved else url

    async def _request(self, url: str, body: str) -> tuple[int, dict[str, str]]:
        cookie = f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        self._writer.write(
            f"POST {url} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\n{cookie}"
            f"Accept-Encoding: gzip\r\nContent-Type: {_FORM}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        status, *lines = head.split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines if ": " in line)
        headers |= {
            line.split(": ", 1)[0].lower(): line.split(": ", 1)[1] for line in lines if ": " in line
        }
        await self._reader.readexactly(int(headers["content-length"]))
        return int(status.split()[1]), headers


def cpu_seconds(process: int) -> float:
    """Processor time that a process has used (Linux only; 0 elsewhere)."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0


async def load(server: Server, bare: bool, seconds: float) -> Played:
    """Keep all connections busy."""
    port, used = server.port, cpu_seconds(server.process)
    connections = [Connection(port, bare, number) for number in range(CONNECTIONS)]
    until = time.perf_counter() + seconds
    await asyncio.gather(*(connection.run(until) for connection in connections))
    return Played(
        [latency for connection in connections for latency in connection.played.latencies],
        sum(connection.played.failures for connection in connections),
        cpu_seconds(server.process) - used,
    )


@contextlib.contextmanager
def serving(factory: str, database: Path) -> Iterator[Server]:
    """Run one Uvicorn worker."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "--factory", factory, "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--no-access-log", "--log-level", "warning"],
        env={
            **os.environ,
            "DATABASE_URL": f"sqlite:///{database}",
            "PREPARE_SOLVER": "false",  # it would take part in what is measured
            # Counted as ever, but all come from one address.
            "ADDRESS_ACTIONS_PER_SECOND": "1000000",
            "ADDRESS_GAMES_PER_MINUTE": "1000000",
            "PLAYER_GAMES_PER_MINUTE": "1000000",
        },
    )
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "moves.db"
        with (
            serving("app.main:create_app", database) as wisp,
            serving("benchmarks.bare:create_app", database) as bare,
        ):
            rounds = []
            for number in range(arguments.rounds + 1):
                pair = [
                    asyncio.run(load(server, is_bare, arguments.seconds if number else 1))
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


def slowest(played: Played) -> float:
    """The 99th percentile, in seconds."""
    return sorted(played.latencies)[int(len(played.latencies) * 0.99)]


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
