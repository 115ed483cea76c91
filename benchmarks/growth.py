"""Whether a move costs more in a long game, among many stored games, or after many players.

Each ratio compares two tables in one process, asked in turns without a network between: the later
or fuller one against the other. Moves are those of htmx, from the cookie to the fragment. Stored
games are written by SQL, in databases of their own that are removed at the end; half of them have
ended.

    benchmarks/growth.py                                    a short look, on SQLite
    benchmarks/growth.py --full                             1,000,000 games and 100,000 players
    DATABASE_URL=postgresql+psycopg://... benchmarks/growth.py     on that server
"""

import argparse
import asyncio
import hashlib
import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from fastapi import FastAPI
from sqlalchemy import URL, create_engine, make_url, text
from starlette.types import Message

from app.engine.game import Game
from app.engine.variants import variant_of
from app.main import create_app
from app.services.cache import SharedCache
from app.settings import Settings
from app.store.database import Database
from app.store.migrate import migrate

VARIANT = "spider-2"
SEED = 7
FEW_GAMES, FEW_PLAYERS, EARLY, LATE = 1_000, 10, 10, 1_000
_GAMES = """
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :games)
INSERT INTO game(id, player_id, variant, seed, attempt, collect, created_ms)
SELECT 'g' || substr(CAST(1000000000 + i AS TEXT), 2), 1 + i % :players, 'spider-2', i + 1000, 1,
    'automatic', 0 FROM n
"""
_ACTIONS = """
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :actions)
INSERT INTO action(game_id, number, text, at_ms, span_ms)
SELECT id, i, '1-2', 0, 0 FROM game CROSS JOIN n
"""
_RESULTS = """
INSERT INTO result(game_id, player_id, variant, seed, won, counts, score, moves, elapsed_ms,
    ended_ms)
SELECT id, player_id, variant, seed, false, false, 0, 1, 0, 0 FROM game WHERE seed % 2 = 0
"""
_FORM = b"application/x-www-form-urlencoded"


@dataclass
class Answer:
    status: int
    headers: dict[bytes, bytes]


class Visitor:
    """Somebody with a cookie, who asks the application without a server."""

    def __init__(self, app: FastAPI, cookie: str = "", address: str = "127.0.0.1") -> None:
        self._app, self._address = app, address
        self._cookie = cookie

    async def post(self, path: str, body: str) -> Answer:
        headers = [(b"host", b"127.0.0.1"), (b"hx-request", b"true"), (b"content-type", _FORM)]
        if self._cookie:
            headers.append((b"cookie", self._cookie.encode()))
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": (self._address, 1),
            "server": ("127.0.0.1", 80),
        }
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body.encode(), "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        answer = Answer(sent[0]["status"], dict(sent[0]["headers"]))
        if cookie := answer.headers.get(b"set-cookie"):
            self._cookie = cookie.decode().partition(";")[0]
        return answer


class Table:
    """A game under way: always the same move is made, and undone."""

    def __init__(self, app: FastAPI, seed: int) -> None:
        self._visitor, self._url = Visitor(app), f"/{VARIANT}/{seed}"
        self._game = Game.start(variant_of(VARIANT), seed)
        self._version = 0
        self.ms: list[float] = []

    async def act(self, action: str) -> None:
        body = f"action={action}&version={self._version}&attempt=1&sure=1"
        answer = await self._visitor.post(self._url, body)
        assert answer.status == 200, answer
        self._version += 1
        if moved := answer.headers.get(b"hx-replace-url"):
            self._url = f"{moved.decode()}/actions"

    async def go_to(self, move: int) -> None:
        """Undo and redo the first move, so that this one is the next and the board the same."""
        await self.act(str(self._game.legal[0]))
        self._game = self._game.after(self._game.legal[0])
        while self._version < move - 1:
            await self.act("redo" if self._version % 2 == 0 else "undo")

    async def measure(self) -> None:
        begun = time.perf_counter()
        await self.act(str(self._game.legal[0]))
        self.ms.append((time.perf_counter() - begun) * 1000)
        await self.act("undo")


async def compared(few: Table, many: Table, moves: int) -> tuple[float, float]:
    """Ask both in turns; give the middle of each in milliseconds."""
    for table in (few, many):
        table.ms = []
    for _ in range(moves):
        await few.measure()
        await many.measure()
    return median(few.ms), median(many.ms)


def fill(url: URL, games: int, actions: int, tokens: list[str]) -> None:
    """Write players, their games with actions, and results of half of them."""
    is_sqlite = url.get_backend_name() == "sqlite"
    hashes = [{"hash": hashlib.sha256(token.encode()).hexdigest()} for token in tokens]
    values = {"games": games, "actions": actions, "players": len(tokens)}
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(
            text("INSERT INTO player(token_hash, created_ms) VALUES (:hash, 0)"), hashes
        )
        for statement in (_GAMES, _ACTIONS, _RESULTS):
            used = {name: value for name, value in values.items() if f":{name}" in statement}
            connection.execute(text(statement), used)
        if not is_sqlite:  # as the server does by itself after a while
            connection.execute(text("ANALYZE"))
    engine.dispose()


@contextmanager
def database(name: str, folder: Path) -> Iterator[URL]:
    """Make an empty database, on the server of DATABASE_URL or as a file."""
    given = make_url(os.environ.get("DATABASE_URL", "sqlite://"))
    if given.get_backend_name() == "sqlite":
        yield URL.create("sqlite", database=str(folder / f"{name}.db"))
        return
    server = create_engine(given, isolation_level="AUTOCOMMIT")
    made = f"wisp_growth_{name}_{secrets.token_hex(4)}"
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {made}"))
        yield given.set(database=made)
        connection.execute(text(f"DROP DATABASE {made} WITH (FORCE)"))
    server.dispose()


@contextmanager
def site(name: str, folder: Path, games: int, actions: int, tokens: list[str]) -> Iterator[FastAPI]:
    """An application on a database that is filled."""
    with database(name, folder) as url:
        empty = Database(url)
        migrate(empty)
        empty.close()
        begun = time.perf_counter()
        fill(url, games, actions, tokens)
        print(
            f"  wrote {games:,} games with {actions} actions each and {len(tokens):,} players in "
            f"{time.perf_counter() - begun:.0f} s{size(url)}",
            flush=True,
        )
        app = create_app(
            Settings(database_url=url.render_as_string(hide_password=False), prepare_solver=False)
        )
        yield app
        app.state.site.database.close()


def size(url: URL) -> str:
    """Tell how large a file is."""
    path = Path(url.database or "")
    return f", {path.stat().st_size / 1e6:,.0f} MB" if path.is_file() else ""


async def seen(app: FastAPI, tokens: list[str]) -> None:
    """Have the process see players, each from an address of its own."""
    for number, token in enumerate(tokens):
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        answer = await Visitor(app, f"wisp_player={token}", address).post(
            "/games/none/actions", "action=deal&version=0"
        )
        assert answer.status == 404, answer


async def of_length(app: FastAPI, moves: int) -> tuple[float, float]:
    early, late = Table(app, SEED), Table(app, SEED)
    await early.go_to(EARLY)
    await late.go_to(LATE)
    return await compared(early, late, moves)


async def of_sites(few: FastAPI, many: FastAPI, moves: int) -> tuple[float, float]:
    tables = Table(few, SEED + 1), Table(many, SEED + 1)
    for table in tables:
        await table.go_to(EARLY)
    return await compared(*tables, moves)


async def cold(app: FastAPI, length: int) -> float:
    """Milliseconds of a move in a game that the process does not have at hand."""
    table = Table(app, SEED + 2)
    await table.go_to(length)
    play = app.state.site.play
    times = []
    for _ in range(5):
        play._live = SharedCache(1)  # noqa: SLF001 - as in a process that has just started
        table.ms = []
        await table.measure()
        times.append(table.ms[0])
    return median(times)


def report(what: str, pair: tuple[float, float]) -> None:
    few, many = pair
    print(f"{what}: {few:.2f} ms and {many:.2f} ms, ratio {many / few:.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what grows.")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--actions", type=int, default=20, help="of each stored game")
    parser.add_argument("--players", type=int, default=1_000)
    parser.add_argument("--moves", type=int, default=100, help="timed for each figure")
    parser.add_argument("--full", action="store_true", help="1,000,000 games, 100,000 players")
    options = parser.parse_args()
    games, players = (1_000_000, 100_000) if options.full else (options.games, options.players)
    few = [secrets.token_urlsafe(32) for _ in range(FEW_PLAYERS)]
    many = [secrets.token_urlsafe(32) for _ in range(players)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with site("few", folder, FEW_GAMES, options.actions, few) as base:
            asyncio.run(measure(base, folder, options, games, few, many))


async def measure(
    base: FastAPI,
    folder: Path,
    options: argparse.Namespace,
    games: int,
    few: list[str],
    many: list[str],
) -> None:
    moves: int = options.moves
    report(f"move {EARLY:,} and move {LATE:,} of a game", await of_length(base, moves))
    with site("games", folder, games, options.actions, few) as full:
        report(f"{FEW_GAMES:,} and {games:,} games stored", await of_sites(base, full, moves))
    with site("players", folder, FEW_GAMES, options.actions, many) as visited:
        await seen(base, few)
        await seen(visited, many)
        report(f"{len(few):,} and {len(many):,} players seen", await of_sites(base, visited, moves))
    at_once = await cold(base, EARLY), await cold(base, LATE)
    report(f"a game not at hand, {EARLY:,} and {LATE:,} moves old, read anew", at_once)


if __name__ == "__main__":
    main()
