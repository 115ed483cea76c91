"""What the routes share: the services, and who is asking."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from multiprocessing import parent_process
from typing import Annotated, TypeVar, cast

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.engine.moves import Action
from app.engine.variants import Collecting, Variant
from app.services.errors import TooSoonError
from app.services.live import LiveGame
from app.services.play import Play
from app.services.players import Players, Preferences
from app.services.rates import Rate
from app.services.records import Records
from app.settings import Settings
from app.store.database import Database
from app.store.waiting import IMPATIENCE_SECONDS, BusyError, waiting
from app.web.addresses import address_of

_Answer = TypeVar("_Answer")

_GAMES_SECONDS = 600  # for which a player may begin games at once

COOKIE = "wisp_player"
_COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one


@dataclass(frozen=True)
class Site:
    """The services of one process."""

    settings: Settings
    database: Database
    play: Play
    players: Players
    records: Records
    games_of_player: Rate
    games_of_address: Rate
    line: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Those who act on SQLite, while another process locks it."""

    async def work(self, function: Callable[..., _Answer], *args: object) -> _Answer:
        """Call what asks the database, from a route that must be quick.

        SQLite answers in microseconds: handing the call to a thread and back would cost more than
        the call. A server across a network is waited for in a thread. When another process locks
        SQLite, those who act stand in line, and the first asks again and again; all others are
        served meanwhile.

        Args:
            function: what to call; it writes in one transaction at most, so that it can be called
                again when it was not let in.
            args: what to call it with.
        """
        if not self.database.is_sqlite:
            return await run_in_threadpool(function, *args)
        async with self.line:
            while True:
                try:
                    with waiting(IMPATIENCE_SECONDS):
                        return function(*args)
                except BusyError:
                    if self.database.is_locked:
                        raise
                await asyncio.sleep(IMPATIENCE_SECONDS)

    @classmethod
    def build(cls, settings: Settings) -> "Site":
        """Connect the services to the database.

        A worker makes none: whoever started it has done so, and will bring back one that is away.
        """
        database = Database(settings.database, may_create=parent_process() is None)
        return cls(
            settings,
            database,
            Play(
                database,
                settings.live_games,
                max_unfinished=settings.max_unfinished_games,
                max_actions=settings.max_actions_per_game,
            ),
            Players(database),
            Records(database),
            Rate(settings.player_games_per_minute / 60, _GAMES_SECONDS),
            Rate(settings.address_games_per_minute / 60, _GAMES_SECONDS),
        )


class Guest:
    """Whoever asks. A player is added only when something is to be kept for them.

    Nothing is read before it is needed, so that it happens in the route's own thread.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.site = cast("Site", request.app.state.site)
        self._token = request.cookies.get(COOKIE)

    @cached_property
    def player_id(self) -> int | None:
        """The player; None for somebody who has not acted yet."""
        return self.site.players.by_token(self._token)

    def admitted(self) -> int:
        """Give the player, added now if need be.

        Raises:
            TooSoonError: somebody who has many players or games already would be another one.
        """
        if self.player_id is not None and not self.site.players.exists(self.player_id):
            self.player_id = None  # removed meanwhile: a fresh start
        if self.player_id is None:
            self._take(self.site.games_of_address, address_of(self.request.scope))
            self.player_id, self._token = self.site.players.add()
        return self.player_id

    def begin(
        self,
        variant: Variant,
        seed: int,
        collecting: Collecting | None = None,
        attempt: int | None = None,
        first: Action | None = None,
    ) -> LiveGame:
        """Begin a game of their own, as ``Play.begin`` does.

        Raises:
            TooSoonError: they have begun too many.
        """
        if self.player_id is not None:
            self._take(self.site.games_of_player, str(self.player_id))
            self._take(self.site.games_of_address, address_of(self.request.scope))
        return self.site.play.begin(self.admitted(), variant, seed, collecting, attempt, first)

    @staticmethod
    def _take(rate: Rate, key: str) -> None:
        if wait := rate.take(key):
            raise TooSoonError(wait)

    @cached_property
    def preferences(self) -> Preferences:
        """What they prefer."""
        return self.site.players.preferences(self.player_id)

    def remember(self, response: Response) -> None:
        """Send the cookie by which the player is known, for as long as browsers keep one."""
        if self._token is None or self.player_id is None:
            return
        response.set_cookie(
            COOKIE,
            self._token,
            max_age=_COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=self._is_secure,
        )

    @property
    def _is_secure(self) -> bool:
        # Behind a proxy that is not trusted, the site's own address knows better.
        urls = (str(self.request.url), self.site.settings.public_url)
        return any(url.startswith("https://") for url in urls)

    @property
    def by_htmx(self) -> bool:
        """Whether htmx asks, and will swap parts of its page."""
        return self.request.headers.get("HX-Request") == "true"


async def _guest(request: Request) -> Guest:
    # Not a plain function: that would take a turn in the thread pool for nothing.
    return Guest(request)


GuestDep = Annotated[Guest, Depends(_guest)]
