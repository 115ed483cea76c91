"""Playing: beginning a game, acting, pausing, giving up. Whatever is answered has been stored."""

import secrets
from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from app import metrics
from app.engine.game import Game
from app.engine.moves import Action, Collect, DealRow, RunMove, Step, TakeBack
from app.engine.notation import collecting_for
from app.engine.refusals import ends_the_deals
from app.engine.variants import Collecting, Variant
from app.services.clock import now_ms
from app.services.errors import (
    GameOverError,
    LastDealError,
    LongestGameError,
    StaleVersionError,
)
from app.services.games import Games, as_it_stands
from app.services.live import LiveGame
from app.store import games, players, results, tidying
from app.store.database import Database
from app.store.games import StoredAction, StoredGame, StoredResult

_ID_BYTES = 16
_KINDS = {
    kind: metrics.actions.labels(name)
    for kind, name in (
        (RunMove, "move"),
        (DealRow, "deal"),
        (Collect, "collect"),
        (TakeBack, "take_back"),
        (Step.UNDO, "undo"),
        (Step.REDO, "redo"),
    )
}


class Play(Games):
    """What a player does with games."""

    def __init__(
        self,
        database: Database,
        live_games: int,
        now: Callable[[], int] = now_ms,
        max_unfinished: int = 1_000,
        max_actions: int = 50_000,
    ) -> None:
        super().__init__(database, live_games)
        self._max_unfinished = max_unfinished
        self._max_actions = max_actions
        self.now = now

    def begin(
        self,
        player_id: int,
        variant: Variant,
        seed: int,
        collecting: Collecting | None = None,
        attempt: int | None = None,
        first: Action | None = None,
    ) -> LiveGame:
        """Begin a game of a deal, with its first action or without: wholly or not at all.

        Args:
            player_id: whose game it is.
            variant: the variant.
            seed: the deal's number.
            collecting: how completed runs go home; the variant's default when None.
            attempt: which of the player's games of this deal it shall be; the next when None.
            first: the first action; None when the game is to be begun without.

        Raises:
            IllegalActionError: the variant does not offer this way of collecting, or the action
                is not legal.
            StaleVersionError: the player has that attempt already.
        """
        collecting = collecting_for(variant, collecting)
        try:
            with self._database.write() as connection:
                players.lock(connection, player_id)
                number = games.attempts(connection, player_id, variant.key, seed) + 1
                if attempt not in (None, number):
                    raise StaleVersionError
                stored = StoredGame(
                    secrets.token_urlsafe(_ID_BYTES),
                    player_id,
                    variant.key,
                    seed,
                    number,
                    str(collecting),
                )
                games.add_game(connection, stored, self.now())
                self._make_room(connection, stored)
                won = results.deal_is_won(connection, player_id, variant.key, seed)
                live = LiveGame.begun(stored, won)
                if first is not None:
                    _, live = self._append(connection, live, first, live.game.after(first))
        except IntegrityError as error:
            raise StaleVersionError from error
        metrics.games_begun.labels(variant.key).inc()
        if first is not None:
            _count(first, live)
        return self._kept(live)

    def _make_room(self, connection: Connection, newest: StoredGame) -> None:
        """Keep no more games under way than a player may have."""
        player_id, most = newest.player_id, self._max_unfinished
        if tidying.count_under_way(connection, player_id) > most:
            crowded_out = tidying.crowded_out(connection, player_id, most, newest.id)
            tidying.remove_games(connection, crowded_out)

    def act(
        self,
        player_id: int | None,
        game_id: str,
        action: Action,
        version: int,
        *,
        sure: bool = True,
    ) -> tuple[LiveGame, LiveGame]:
        """Make an action on a version of a game; give the game before and after it.

        Unless the player is sure, one that gives up the rest of the stock is not made.

        Raises:
            NoSuchGameError: there is none, or it is somebody else's.
            StaleVersionError: the game has another version.
            GameOverError: it was given up.
            IllegalActionError: the action is not legal now, or one more than are kept of a game.
            LastDealError: no row could be dealt any more after it, and the player is not sure.
        """
        live = self._live.get(game_id)
        if live is None or live.game.moves != version or live.stored.player_id != player_id:
            live = self.load(player_id, game_id)
        if live.was_given_up:
            raise GameOverError
        if live.game.moves != version:
            raise StaleVersionError
        if version >= self._max_actions:
            raise LongestGameError(self._max_actions)
        game = live.game.after(action)
        if not sure and ends_the_deals(live.game.position, game.position):
            raise LastDealError
        try:
            with self._database.write() as connection:
                games.lock(connection, live.id)
                live, after = self._append(connection, live, action, game)
        except IntegrityError as error:  # another tab or worker was first
            raise StaleVersionError from error
        _count(action, after)
        return live, self._kept(after)

    def _append(
        self, connection: Connection, live: LiveGame, action: Action, game: Game
    ) -> tuple[LiveGame, LiveGame]:
        now = self.now()
        stored = StoredAction(game.moves, str(action), now, live.clock.span_at(now))
        if live.pause or not games.add_to_running(connection, live.id, stored):
            # It was paused, perhaps by another worker, or given up.
            live = as_it_stands(connection, live)
            if live.was_given_up:
                raise GameOverError
            stored = stored._replace(span_ms=live.clock.span_at(now))
            games.add_action(connection, live.id, stored)
        after = replace(
            live,
            game=game,
            counted_ms=live.counted_ms + stored.span_ms,
            last_ms=now,
            pause=None,
        )
        return live, self._ended(connection, after, won=True) if game.position.is_won else after

    def _ended(self, connection: Connection, live: LiveGame, *, won: bool) -> LiveGame:
        stored, now = live.stored, self.now()
        players.lock(connection, stored.player_id)  # of two first wins at once, one comes second
        first = not results.deal_is_won(connection, stored.player_id, stored.variant, stored.seed)
        # Even a win within a millisecond has taken some time.
        result = StoredResult(won, won and first, max(1, live.clock.elapsed_at(now)))
        results.add_result(
            connection,
            results.NewResult(
                game_id=stored.id,
                player_id=stored.player_id,
                variant=stored.variant,
                seed=stored.seed,
                score=live.game.score,
                moves=live.game.moves,
                ended_ms=now,
                **result._asdict(),
            ),
        )
        return replace(live, result=result)

    def give_up(self, player_id: int | None, game_id: str, version: int | None = None) -> LiveGame:
        """End a game as lost; one without an action, or over already, is left as it is.

        Raises:
            NoSuchGameError: there is none, or it is somebody else's.
            StaleVersionError: it has been played on since ``version``.
        """
        try:
            with self._database.write() as connection:
                games.lock(connection, game_id)
                live = self._current(connection, player_id, game_id)
                ends = not live.is_over and live.game.moves > 0
                if ends and version not in (None, live.game.moves):
                    raise StaleVersionError
                if ends:
                    live = self._ended(connection, live, won=False)
        except IntegrityError:  # it was won meanwhile
            return self.load(player_id, game_id)
        if ends:
            metrics.games_given_up.labels(live.game.variant.key).inc()
        return self._kept(live)

    def set_paused(
        self, player_id: int | None, game_id: str, *, paused: bool, version: int | None = None
    ) -> LiveGame:
        """Stop the clock, or let it go on.

        Nothing happens before the first action, at the end, or when the game is no longer at
        ``version``: a page that was left says so late.
        """
        with self._database.write() as connection:
            games.lock(connection, game_id)
            live = self._current(connection, player_id, game_id)
            if live.last_ms is None or live.is_over or version not in (None, live.game.moves):
                return live
            now = self.now()
            pause = live.clock.paused_at(now) if paused else live.clock.resumed_at(now)
            games.set_pause(connection, live.id, live.game.moves, pause)
        return self._kept(replace(live, pause=pause))


def _count(action: Action, after: LiveGame) -> None:
    """Count an action that is stored, and the win that it may have been."""
    _KINDS[action if isinstance(action, Step) else type(action)].inc()
    if after.is_over:
        metrics.games_won.labels(after.game.variant.key).inc()
