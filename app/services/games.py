"""Finding games: those of a player, as they stand now, and deals that are not begun yet."""

import secrets
from contextlib import suppress

from sqlalchemy import Connection

from app.engine.deal import FIRST_SEED
from app.engine.variants import VARIANTS, Collecting, Variant
from app.services.cache import SharedCache
from app.services.errors import NoSuchGameError, UnreadableGameError
from app.services.live import LiveGame
from app.store import games, results
from app.store.database import Database
from app.store.games import StoredGame

_UNFINISHED_LOOKED_AT = 20
_LAST_RANDOM_SEED = 99_999_999  # short enough to be told to a friend


def random_seed() -> int:
    """Draw the number of a deal."""
    return secrets.randbelow(_LAST_RANDOM_SEED) + FIRST_SEED


class Games:
    """Finds games. Those that were asked for lately are kept, and brought up to date when asked."""

    def __init__(self, database: Database, live_games: int) -> None:
        self._database = database
        self._live = SharedCache[LiveGame](live_games, database.times_lost)

    def load(self, player_id: int | None, game_id: str) -> LiveGame:
        """Read a game as it stands now, whoever acted in it last.

        Raises:
            NoSuchGameError: there is none, or it is somebody else's.
            UnreadableGameError: this release cannot read it.
        """
        with self._database.read() as connection:
            live = self._current(connection, player_id, game_id)
        return self._kept(live)

    def unfinished(
        self, player_id: int | None, limit: int = _UNFINISHED_LOOKED_AT
    ) -> list[games.UnfinishedGame]:
        """List a player's games under way, the one touched last first.

        Those of variants that this release does not know are kept, and left out.
        """
        if player_id is None:
            return []
        with self._database.read() as connection:
            found = games.unfinished(connection, player_id, limit)
        return [game for game in found if game.variant in VARIANTS]

    def under_way(self, player_id: int | None, variant: Variant | None = None) -> LiveGame | None:
        """Give the game touched last, of a variant or of all, that can be gone on with."""
        for game in self.unfinished(player_id):
            if variant is None or game.variant == variant.key:
                with suppress(UnreadableGameError):
                    return self.load(player_id, game.id)
        return None

    def game_of_deal(self, player_id: int | None, variant: Variant, seed: int) -> LiveGame | None:
        """Give the player's game of this deal that can be gone on with, if there is one."""
        if player_id is None:
            return None
        with self._database.read() as connection:
            found = games.unfinished_of_deal(connection, player_id, variant.key, seed)
        with suppress(UnreadableGameError):
            return self.load(player_id, found) if found else None
        return None

    def fresh(
        self, player_id: int | None, variant: Variant, seed: int, collecting: Collecting
    ) -> LiveGame:
        """Deal without beginning a game: nothing is stored, and the game has no id yet."""
        number, won = 1, False
        if player_id is not None:
            with self._database.read() as connection:
                number = games.attempts(connection, player_id, variant.key, seed) + 1
                won = results.deal_is_won(connection, player_id, variant.key, seed)
        stored = StoredGame("", player_id or 0, variant.key, seed, number, str(collecting))
        return LiveGame.begun(stored, won)

    def _current(self, connection: Connection, player_id: int | None, game_id: str) -> LiveGame:
        live = self._live.get(game_id) or self._read(connection, player_id, game_id)
        if live.stored.player_id != player_id:
            raise NoSuchGameError
        live = live.with_actions(games.actions_after(connection, game_id, live.game.moves))
        return as_it_stands(connection, live)

    def _read(self, connection: Connection, player_id: int | None, game_id: str) -> LiveGame:
        if "\0" in game_id:  # PostgreSQL would not even look for it
            raise NoSuchGameError
        stored = games.game_by_id(connection, game_id)
        if stored is None or stored.player_id != player_id:
            raise NoSuchGameError
        won = results.deal_is_won(connection, player_id, stored.variant, stored.seed)
        return LiveGame.begun(stored, won)

    def _kept(self, live: LiveGame) -> LiveGame:
        self._live.put(live.id, live)
        return live


def as_it_stands(connection: Connection, live: LiveGame) -> LiveGame:
    """Take over what the store says besides the actions.

    Raises:
        NoSuchGameError: it was abandoned, and removed.
    """
    standing = games.standing(connection, live.id, live.game.moves)
    if standing is None:
        raise NoSuchGameError
    return live.with_standing(standing)
