"""Tidying up: games that nobody came back to, and players nobody can be any more.

Everything goes in small transactions with a rest after each, so that no click waits for it.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from app import metrics
from app.services.clock import now_ms
from app.store import tidying as store
from app.store.database import Database
from app.store.tidying import Kept, KeptPlayer

_log = logging.getLogger("wisp")

_CHORE = "tidying"
_DAY_MS = 24 * 3_600_000
_HOUR_MS = 3_600_000
_PLAYERS_READ = 200
_ACTIONS_AT_ONCE = 2_000
_GAMES_AT_ONCE = 20
_LOOK_SECONDS = 300  # between two looks whether it is due


class Tidied(NamedTuple):
    """How much was removed."""

    games: int = 0
    players: int = 0


class _Leaving(NamedTuple):
    """What may go of some players."""

    abandoned: list[Kept]
    forgotten: list[Kept]
    """Games of players who go as a whole."""

    empty: list[int]
    forgotten_players: list[int]


@dataclass(frozen=True)
class Tidying:
    """Removes what nobody came back for.

    Args:
        database: where everything is kept.
        abandoned_days: after so many a game under way goes, unless its player touched no other
            one since; and a player who has no game and chose nothing.
        forgotten_days: after so many a player goes, with all there is, who finished no game.
        now: a clock, in milliseconds since 1970.
        rest: called with the seconds that a transaction took; gives others their turn.
    """

    database: Database
    abandoned_days: int
    forgotten_days: int
    now: Callable[[], int] = now_ms
    rest: Callable[[float], object] = time.sleep

    def when_due(self, every_hours: int) -> Tidied | None:
        """Tidy up if it is due, and no other process has taken it; None if not."""
        now = self.now()
        try:
            with self.database.write() as connection:
                due = store.take_chore(connection, _CHORE, now, now + every_hours * _HOUR_MS)
        except IntegrityError:
            return None
        return self.all() if due else None

    def all(self) -> Tidied:
        """Tidy up, player by player."""
        games = players = after = 0
        while True:
            with self.database.read() as connection:
                found = store.players_after(connection, after, _PLAYERS_READ)
                kept = store.games_of(connection, [player.id for player in found])
            if not found:
                return Tidied(games, players)
            after = found[-1].id
            leaving = self._leaving(found, kept)
            games += self._remove(leaving.abandoned, self._abandoned_before)
            games += self._remove(leaving.forgotten, self._forgotten_before)
            players += self._remove_players(leaving.empty, with_choices=False)
            players += self._remove_players(leaving.forgotten_players, with_choices=True)

    @property
    def _abandoned_before(self) -> int:
        return self.now() - self.abandoned_days * _DAY_MS

    @property
    def _forgotten_before(self) -> int:
        return self.now() - self.forgotten_days * _DAY_MS

    def _leaving(self, players: list[KeptPlayer], games: list[Kept]) -> _Leaving:
        leaving = _Leaving([], [], [], [])
        in_order = sorted(games, key=lambda game: (game.player_id, -game.touched_ms, -game.actions))
        by_player = {key: list(own) for key, own in groupby(in_order, lambda game: game.player_id)}
        for player in players:
            own = by_player.get(player.id, [])
            seen_ms = max([player.created_ms, *(game.touched_ms for game in own)])
            if seen_ms < self._forgotten_before and not any(game.is_over for game in own):
                leaving.forgotten.extend(own)
                leaving.forgotten_players.append(player.id)
            elif not own and not player.has_chosen and seen_ms < self._abandoned_before:
                leaving.empty.append(player.id)
            else:
                under_way = [game for game in own if not game.is_over][1:]  # all but the current
                leaving.abandoned.extend(
                    game for game in under_way if game.touched_ms < self._abandoned_before
                )
        return leaving

    def _remove(self, games: list[Kept], before_ms: int) -> int:
        gone = 0
        for ids in _few_at_once(games):
            begun = time.perf_counter()
            with self.database.write() as connection:
                removed = store.remove_games(connection, ids, before_ms)
            metrics.games_removed.inc(removed)
            gone += removed
            self.rest(time.perf_counter() - begun)
        return gone

    def _remove_players(self, ids: list[int], *, with_choices: bool) -> int:
        gone = 0
        for first in range(0, len(ids), _GAMES_AT_ONCE):
            some = ids[first : first + _GAMES_AT_ONCE]
            begun = time.perf_counter()
            with self.database.write() as connection:
                gone += store.remove_players(connection, some, with_choices=with_choices)
            self.rest(time.perf_counter() - begun)
        return gone


def _few_at_once(games: list[Kept]) -> Iterator[list[str]]:
    """Put games together that have few actions; removing those is what takes time."""
    ids: list[str] = []
    actions = 0
    for game in games:
        if ids and (actions + game.actions > _ACTIONS_AT_ONCE or len(ids) >= _GAMES_AT_ONCE):
            yield ids
            ids, actions = [], 0
        ids.append(game.id)
        actions += game.actions
    if ids:
        yield ids


class _StoppedError(Exception):
    """The server stops in the middle of it; the rest is left for another time."""


@contextmanager
def tidying_beside(
    database: Database, abandoned_days: int, forgotten_days: int, every_hours: int
) -> Iterator[None]:
    """Tidy up at the start and then now and then, in a thread beside serving."""
    stop = threading.Event()

    def rest(seconds: float) -> None:
        if stop.wait(max(0.02, 4 * seconds)):  # a fifth of the time at most
            raise _StoppedError

    tidying = Tidying(database, abandoned_days, forgotten_days, rest=rest)
    thread = threading.Thread(
        target=_keep_tidy, args=(tidying, every_hours, stop), name="tidying", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _keep_tidy(tidying: Tidying, every_hours: int, stop: threading.Event) -> None:
    while True:
        try:
            tidied = tidying.when_due(every_hours)
        except _StoppedError:
            return
        except SQLAlchemyError as error:  # the next time will do
            _log.warning("Tidying up was put off: %s", error.__class__.__name__)
        else:
            if tidied and any(tidied):
                _log.info("Removed %d abandoned games and %d players.", *tidied)
        if stop.wait(_LOOK_SECONDS):
            return
