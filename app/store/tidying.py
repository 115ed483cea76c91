"""What nobody came back for: finding it, and removing it a little at a time."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    delete,
    exists,
    func,
    insert,
    select,
    true,
    update,
)
from sqlmodel import col

from app.store.games import LAST_MOMENT, LAST_NUMBER
from app.store.tables import Chore, Game, Player, Removed, Result, Setting


class Kept(NamedTuple):
    """A game that is kept for a player."""

    id: str
    player_id: int
    is_over: bool
    actions: int
    touched_ms: int
    """When its last action was made, or else when it was begun."""


class KeptPlayer(NamedTuple):
    """A player, and whether anything was chosen."""

    id: int
    created_ms: int
    has_chosen: bool


_GAMES = select(
    col(Game.id),
    col(Game.player_id),
    col(Result.id).is_not(None),
    func.coalesce(LAST_NUMBER, 0),
    func.coalesce(LAST_MOMENT, col(Game.created_ms)),
).outerjoin(Result, col(Result.game_id) == Game.id)


def players_after(connection: Connection, player_id: int, limit: int) -> list[KeptPlayer]:
    """List players in the order of their ids."""
    chosen = exists().where(col(Setting.player_id) == Player.id)
    rows = connection.execute(
        select(col(Player.id), col(Player.created_ms), chosen)
        .where(col(Player.id) > player_id)
        .order_by(col(Player.id))
        .limit(limit)
    )
    return [KeptPlayer(*cast("tuple[int, int, bool]", row)) for row in rows]


def games_of(connection: Connection, player_ids: Collection[int]) -> list[Kept]:
    """List the games of players."""
    rows = connection.execute(_GAMES.where(col(Game.player_id).in_(player_ids)))
    return [Kept(*row) for row in rows]


def crowded_out(connection: Connection, player_id: int, most: int, newest: str) -> list[str]:
    """List the games under way that are more than ``most``, without the newest.

    Those without an action are first to go, then those left longest ago.
    """
    under_way = [game for game in games_of(connection, [player_id]) if not game.is_over]
    under_way.sort(key=lambda game: (game.id == newest, game.actions > 0, game.touched_ms))
    return [game.id for game in under_way[: max(0, len(under_way) - most)]]


def count_under_way(connection: Connection, player_id: int) -> int:
    """Count a player's games without a result."""
    counted = (
        select(func.count())
        .select_from(Game)
        .outerjoin(Result, col(Result.game_id) == Game.id)
        .where(col(Game.player_id) == player_id, col(Result.id).is_(None))
    )
    return connection.execute(counted).scalar_one()


def remove_games(connection: Connection, ids: Sequence[str], before_ms: int | None = None) -> int:
    """Remove those of these games that are still under way; give how many they were.

    Args:
        connection: a transaction that writes.
        ids: the games.
        before_ms: leave those that were touched since.
    """
    # On a server an action that comes meanwhile waits for this, and then finds no game.
    connection.execute(select(col(Game.id)).where(col(Game.id).in_(ids)).with_for_update())
    found = [Kept(*row) for row in connection.execute(_GAMES.where(col(Game.id).in_(ids)))]
    leaving = [
        game
        for game in found
        if not game.is_over and (before_ms is None or game.touched_ms < before_ms)
    ]
    gone = [game.id for game in leaving]
    _count_as_played(connection, [game.id for game in leaving if game.actions])
    connection.execute(delete(Game).where(col(Game.id).in_(gone)))
    return len(gone)


def _count_as_played(connection: Connection, ids: Sequence[str]) -> None:
    rows = connection.execute(
        select(col(Game.player_id), col(Game.variant), func.count())
        .where(col(Game.id).in_(ids))
        .group_by(col(Game.player_id), col(Game.variant))
    )
    for player_id, variant, games in rows.all():
        of_it: ColumnElement[bool] = (col(Removed.player_id) == player_id) & (
            col(Removed.variant) == variant
        )
        more = update(Removed).where(of_it).values(games=col(Removed.games) + games)
        if not connection.execute(more).rowcount:
            values = {"player_id": player_id, "variant": variant, "games": games}
            connection.execute(insert(Removed).values(**values))


def removed(connection: Connection, player_id: int) -> dict[str, int]:
    """Count a player's removed games that had begun, for each variant."""
    rows = connection.execute(
        select(col(Removed.variant), col(Removed.games)).where(col(Removed.player_id) == player_id)
    )
    return dict(rows.all())


def remove_players(connection: Connection, ids: Sequence[int], *, with_choices: bool) -> int:
    """Remove those of these players who have no game, and chose nothing unless told so."""
    connection.execute(select(col(Player.id)).where(col(Player.id).in_(ids)).with_for_update())
    chose_nothing = true() if with_choices else ~exists().where(col(Setting.player_id) == Player.id)
    statement = delete(Player).where(
        col(Player.id).in_(ids), ~exists().where(col(Game.player_id) == Player.id), chose_nothing
    )
    return connection.execute(statement).rowcount


def take_chore(connection: Connection, name: str, now_ms: int, next_ms: int) -> bool:
    """Take a chore that is due and put it off to ``next_ms``; give whether it was due.

    Raises:
        sqlalchemy.exc.IntegrityError: another process takes it at this moment, for the first time.
    """
    due = update(Chore).where(col(Chore.name) == name, col(Chore.due_ms) <= now_ms)
    if connection.execute(due.values(due_ms=next_ms)).rowcount:
        return True
    known = connection.execute(select(col(Chore.due_ms)).where(col(Chore.name) == name)).first()
    if known is None:
        connection.execute(insert(Chore).values(name=name, due_ms=next_ms))
    return known is None
