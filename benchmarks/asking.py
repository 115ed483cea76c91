"""Connections that play, and cost little themselves: their games have been played before."""

import random
import selectors
import socket
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.engine.game import Game
from app.engine.variants import variant_of
from benchmarks.serving import Server

CONNECTIONS = 32
VARIANT = "spider-2"
_GAMES = 8 * CONNECTIONS
_MOVES = 150
_HEAD = (
    b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\nAccept-Encoding: gzip\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n%sContent-Length: %d\r\n\r\n%s"
)


@dataclass
class Played:
    """What the connections saw."""

    latencies: list[float]
    failures: int = 0
    cpu_seconds: float = 0


def slowest(played: Played) -> float:
    """The 99th percentile, in seconds."""
    return sorted(played.latencies)[int(len(played.latencies) * 0.99)]


def random_games() -> list[list[bytes]]:
    """Give the bodies of the requests of random games."""
    return [_random_game(number + 1) for number in range(_GAMES)]


def _random_game(seed: int) -> list[bytes]:
    """Give the bodies of the requests of a random game."""
    game, draw = Game.start(variant_of(VARIANT), seed), random.Random(seed)  # noqa: S311
    bodies = []
    while game.legal and game.moves < _MOVES:
        move = draw.choice(game.legal)
        bodies.append(b"action=%s&version=%d&attempt=1" % (str(move).encode(), game.moves))
        game = game.after(move)
    return bodies


class Connection:
    """A keep-alive connection that plays games as one player, or asks the bare route."""

    def __init__(self, server: Server, bare: bool, number: int, games: list[list[bytes]]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self.socket.setblocking(False)
        self._bare = bare
        self._cookie = b""
        self._requests = self._of_games(number, games)
        self._url, self._received, self._begun = b"", b"", 0.0
        self.played = Played([])

    def _of_games(self, number: int, games: list[list[bytes]]) -> Iterator[bytes]:
        while True:
            self._cookie = b""  # another player, for whom every deal is new
            for index in range(number, _GAMES, CONNECTIONS):
                self._url = b"/%s/%d" % (VARIANT.encode(), index + 1)
                yield from games[index]

    def ask(self) -> None:
        """Send the next request."""
        body = next(self._requests)
        url = b"/bare" if self._bare else self._url
        self._begun = time.perf_counter()
        self.socket.send(_HEAD % (url, self._cookie, len(body), body))

    def hear(self) -> bool:
        """Read what has come; tell whether an answer is whole."""
        self._received += self.socket.recv(65536)
        head, ended, body = self._received.partition(b"\r\n\r\n")
        if not ended or len(body) < int(_field(head, b"content-length")):
            return False
        self.played.latencies.append(time.perf_counter() - self._begun)
        self.played.failures += not head.startswith(b"HTTP/1.1 200")
        if cookie := _field(head, b"set-cookie"):
            self._cookie = b"Cookie: %s\r\n" % cookie.partition(b";")[0]
        if moved := _field(head, b"hx-replace-url"):
            self._url = moved + b"/actions"
        self._received = b""
        return True

    def close(self) -> None:
        self.socket.close()


def _field(head: bytes, name: bytes) -> bytes:
    return head.partition(b"\r\n%s: " % name)[2].partition(b"\r\n")[0]


@contextmanager
def connected(
    server: Server, bare: bool, count: int, games: list[list[bytes]]
) -> Iterator[list[Connection]]:
    """Connect to a server so often."""
    connections = [Connection(server, bare, number, games) for number in range(count)]
    try:
        yield connections
    finally:
        for connection in connections:
            connection.close()


def keep_asking(connections: list[Connection], seconds: float, pause: float = 0.0) -> Played:
    """Have all ask again and again, each ``pause`` seconds after its last answer.

    Without a pause this never sleeps. Waking it would be charged to the server, and the slower of
    two servers would pay more for it.
    """
    until = time.perf_counter() + seconds
    idle = deque((0.0, connection) for connection in connections)
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            selector.register(connection.socket, selectors.EVENT_READ, connection)
        while (now := time.perf_counter()) < until or len(idle) < len(connections):
            while idle and idle[0][0] <= now < until:
                idle.popleft()[1].ask()
            for key, _ in selector.select(0.001 if pause else 0):
                heard: Connection = key.data
                if heard.hear():
                    idle.append((time.perf_counter() + pause, heard))
    return Played(
        [latency for connection in connections for latency in connection.played.latencies],
        sum(connection.played.failures for connection in connections),
    )
