"""Players for benchmarks and tests: each plays whole games over HTTP, and knows what was answered.

Half of a player's actions go to the pages, as htmx sends them, half to the interface for programs.
What is not answered, because a server died or could not store it, is looked up and sent again.
"""

import asyncio
import gzip
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from app.engine.notation import GameRecord

GAMES = Path(__file__).parent.parent / "tests" / "data" / "games"
_FORM = "application/x-www-form-urlencoded"
_JSON = "application/json"
_ATTEMPT = re.compile(rb'name="attempt" value="([0-9]+)"')
_BEGUN, _DONE, _SEE = 201, 200, 303
_NEVER = (400, 404, 405, 410, 422, 428)
_ANSWER_SECONDS = 60
_AGAIN_SECONDS = 0.1
_MOST_LOOKS = 600
_UNDO_EVERY = 10


@dataclass
class Answer:
    """An answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


@dataclass
class Seen:
    """What players have seen together."""

    latencies: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    unanswered: int = 0
    stored_unanswered: int = 0
    """Actions that were stored, though nobody was told."""

    faults: list[str] = field(default_factory=list)
    """What must never happen: an action that was answered is gone, or one is there twice."""


@dataclass
class Played:
    """A game as its player knows it."""

    id: str
    deal: GameRecord
    made: list[str] = field(default_factory=list)
    """The actions that are stored, as far as was answered or looked up."""


class Connection:
    """A connection that is kept, and opened anew when it broke."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, head: str, body: str = "") -> Answer | None:
        """Send a request; give None when no whole answer came."""
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                return await self._ask(f"{head}Content-Length: {len(body)}\r\n\r\n{body}")
        except (OSError, EOFError, TimeoutError):
            await self.close()
            return None

    async def _ask(self, request: str) -> Answer:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(request.encode())
        status, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = (line.split(": ", 1) for line in lines if ": " in line)
        headers = {name.lower(): value for name, value in pairs}
        body = await self._reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        if headers.get("connection") == "close":
            await self.close()
        return Answer(int(status.split()[1]), headers, body)

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            with suppress(OSError):
                await self._writer.wait_closed()
            self._writer = None


class Player:
    """Somebody who plays one game after another."""

    def __init__(self, port: int, number: int, seen: Seen) -> None:
        self.games: list[Played] = []
        self._connection = Connection(port)
        self._seen = seen
        self._cookie = ""
        self._chance = random.Random(number)  # noqa: S311 - a repeatable game

    async def run(self, is_over: Callable[[], bool], think_seconds: float = 0) -> None:
        """Play until it is over, taking time to think before each action."""
        self._is_over, self._think_seconds = is_over, think_seconds
        while not self._is_over():
            await self._play(self._chance.choice(deals()))
        await self.leave()

    async def leave(self) -> None:
        """Close the connection."""
        await self._connection.close()

    async def _play(self, deal: GameRecord) -> None:
        actions = list(_plan(deal))
        if self._chance.random() < 0.5:
            game = await self._begin_as_program(deal)
        else:
            game = await self._begin_on_page(deal, actions[0])
        if game is None:
            return
        self.games.append(game)
        for action in actions[len(game.made) :]:
            if self._is_over():
                return
            await asyncio.sleep(self._chance.uniform(0, 2 * self._think_seconds))
            await self._act(game, action)

    async def _begin_as_program(self, deal: GameRecord) -> Played | None:
        wanted = {
            "variant": deal.variant.key,
            "seed": deal.seed,
            "collect": str(deal.collecting) if deal.collecting else None,
        }
        while not self._is_over():
            answer = await self._post("/api/v1/games", json.dumps(wanted), _JSON)
            if answer and answer.status == _BEGUN:
                return Played(answer.json()["id"], deal)
            await asyncio.sleep(_AGAIN_SECONDS)
        return None

    async def _begin_on_page(self, deal: GameRecord, first: str) -> Played | None:
        url = f"/{deal.variant.key}/{deal.seed}"
        while not self._is_over():
            page = await self._get(url)
            if page and page.status == _SEE:  # begun, though that was not answered
                game = Played(page.headers["location"].removeprefix("/games/"), deal)
                await self._look_up(game, first)
                return game
            attempt = _ATTEMPT.search(page.body) if page else None
            if attempt:
                fields = f"action={first}&version=0&attempt={attempt[1].decode()}"
                answer = await self._post(url, fields)
                if answer and answer.status == _DONE:
                    game_id = answer.headers["hx-replace-url"].removeprefix("/games/")
                    return Played(game_id, deal, [first])
            await asyncio.sleep(_AGAIN_SECONDS)
        return None

    async def _act(self, game: Played, action: str) -> None:
        """Make an action; when it is not answered, find out whether it is stored."""
        while True:
            version = len(game.made)
            if self._chance.random() < 0.5:
                body = json.dumps({"action": action, "version": version})
                answer = await self._post(f"/api/v1/games/{game.id}/actions", body, _JSON)
            else:
                fields = f"action={action}&version={version}&sure=1"
                answer = await self._post(f"/games/{game.id}/actions", fields)
            if answer and answer.status == _DONE:
                game.made.append(action)
                return
            if answer and answer.status in _NEVER:
                raise RuntimeError(f"{action} as {version + 1} of {game.id}: {answer.status}")
            await asyncio.sleep(_AGAIN_SECONDS)
            if await self._look_up(game, action):
                return

    async def _look_up(self, game: Played, action: str) -> bool:
        """Find out whether an action is stored that was not answered."""
        version = (await self.stored(game))["version"]
        known = len(game.made)
        if version not in (known, known + 1):
            self._seen.faults.append(f"{game.id} is at {version}, and was answered up to {known}")
        if version == known + 1:
            self._seen.stored_unanswered += 1
            game.made.append(action)
        return bool(version != known)

    async def stored(self, game: Played) -> dict[str, Any]:
        """Read a game as it is stored."""
        return (await self.read(f"/api/v1/games/{game.id}")).json()

    async def read(self, url: str) -> Answer:
        """Read what must be there."""
        for _ in range(_MOST_LOOKS):
            answer = await self._get(url)
            if answer and answer.status == _DONE:
                return answer
            await asyncio.sleep(_AGAIN_SECONDS)
        raise RuntimeError(f"{url} cannot be read")

    async def _get(self, url: str) -> Answer | None:
        return await self._ask(f"GET {url} HTTP/1.1\r\n")

    async def _post(self, url: str, body: str, kind: str = _FORM) -> Answer | None:
        by_htmx = "HX-Request: true\r\n" if kind == _FORM else ""
        return await self._ask(f"POST {url} HTTP/1.1\r\nContent-Type: {kind}\r\n{by_htmx}", body)

    async def _ask(self, head: str, body: str = "") -> Answer | None:
        cookie = f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        head += f"Host: 127.0.0.1\r\nAccept-Encoding: gzip\r\n{cookie}"
        begun = time.perf_counter()
        answer = await self._connection.ask(head, body)
        if answer is None:
            self._seen.unanswered += 1
            return None
        self._seen.latencies.append(time.perf_counter() - begun)
        self._seen.statuses[answer.status] += 1
        if cookie := answer.headers.get("set-cookie", ""):
            self._cookie = cookie.partition(";")[0]
        return answer


@cache
def deals() -> tuple[GameRecord, ...]:
    """Give games that are known to be won."""
    return tuple(GameRecord.parse(path.read_text()) for path in sorted(GAMES.glob("*.txt")))


def _plan(deal: GameRecord) -> Iterator[str]:
    """Give the actions that win a game, some of them taken back and made again."""
    for number, action in enumerate(deal.actions, 1):
        yield str(action)
        if number % _UNDO_EVERY == 0 and number < len(deal.actions):
            yield from ("undo", "redo")


async def differences(player: Player) -> list[str]:
    """Compare every game of a player, as it is stored, with what was answered and a replay."""
    found = []
    for game in player.games:
        stored = await player.stored(game)
        record = GameRecord.parse(
            (await player.read(f"/api/v1/games/{game.id}/record")).body.decode()
        )
        replay = record.replay()
        is_same = (stored["version"], stored["moves"], stored["score"], stored["status"]) == (
            len(game.made),
            replay.moves,
            replay.score,
            str(replay.status),
        )
        if not is_same or [str(action) for action in record.actions] != game.made:
            found.append(f"{game.id} is not as it was answered: {stored}")
    await player.leave()
    return found


async def play_together(
    port: int, players: int, is_over: Callable[[], bool], think_seconds: float = 0
) -> tuple[list[Player], Seen]:
    """Let players play at once; give them, and what they have seen."""
    seen = Seen()
    found = [Player(port, number, seen) for number in range(players)]
    await asyncio.gather(*(player.run(is_over, think_seconds) for player in found))
    return found, seen
