"""Real servers on a database of the test's own, and players who go on whatever happens."""

import asyncio
import random
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from benchmarks.players import Player, Seen, differences, play_together
from tests.served import Served

UNLIMITED = {
    "player_actions_per_second": "0",
    "address_actions_per_second": "0",  # all come from one address
    "player_games_per_minute": "0",
    "address_games_per_minute": "0",
}

Serve = Callable[..., Served]


@pytest.fixture
def chance() -> random.Random:
    return random.Random()  # noqa: S311 - the moment of a death is no secret


@pytest.fixture
def serve(database_url: URL, tmp_path: Path) -> Iterator[Serve]:
    """Makes servers on the test's database; all are stopped at the end."""
    made = []

    def one(workers: int = 2, **more: object) -> Served:
        settings = {"workers": str(workers), **UNLIMITED, **more}
        served = Served(database_url, tmp_path, **settings)  # type: ignore[arg-type]
        made.append(served)
        return served

    yield one
    for served in made:
        served.stop()


class Playing:
    """Players who play on in a thread, until they are told that it is over."""

    def __init__(self, port: int, players: int) -> None:
        self._over = threading.Event()
        self._thread = ThreadPoolExecutor(1)
        self._played = self._thread.submit(
            lambda: asyncio.run(play_together(port, players, self._over.is_set, 0.02))
        )
        self.players: list[Player] = []
        self.seen = Seen()

    def end(self) -> None:
        self._over.set()
        self.players, self.seen = self._played.result(timeout=120)
        self._thread.shutdown()

    @property
    def actions(self) -> int:
        """Count the actions that are known to be stored."""
        return sum(len(game.made) for player in self.players for game in player.games)

    def assert_nothing_lost(self) -> None:
        """Everything is as it was answered, once each, and nobody was told of a failure."""
        assert self.actions > 0
        assert self.seen.faults == []
        assert asyncio.run(_differences(self.players)) == []
        assert [status for status in self.seen.statuses if status >= 500] == []


async def _differences(players: list[Player]) -> list[str]:
    return [found for player in players for found in await differences(player)]


@contextmanager
def playing(port: int, players: int = 8) -> Iterator[Playing]:
    found = Playing(port, players)
    try:
        yield found
    finally:
        found.end()


def assert_sound(url: URL) -> None:
    """Check an SQLite file; a server looks after its own."""
    if url.get_backend_name() == "sqlite":
        with closing(sqlite3.connect(url.database or "")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
