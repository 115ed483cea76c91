"""Results of games, and what records and figures are made of."""

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, exists, func, insert, select
from sqlmodel import col

from app.store import tidying
from app.store.tables import Action, Game, Result


class NewResult(NamedTuple):
    """A game's end."""

    game_id: str
    player_id: int
    variant: str
    seed: int
    won: bool
    counts: bool
    score: int
    moves: int
    elapsed_ms: int
    ended_ms: int


class ResultRow(NamedTuple):
    """A result, for records and streaks."""

    game_id: str
    seed: int
    won: bool
    counts: bool
    score: int
    moves: int
    elapsed_ms: int
    ended_ms: int


# Statements are built once: building one costs more than running it.
_ADD_RESULT = insert(Result)
_DEAL_IS_WON = select(
    exists().where(
        col(Result.player_id) == bindparam("player_id"),
        col(Result.variant) == bindparam("variant"),
        col(Result.seed) == bindparam("seed"),
        col(Result.won),
    )
)


def add_result(connection: Connection, result: NewResult) -> None:
    """Note how a game ended.

    Raises:
        sqlalchemy.exc.IntegrityError: it has a result, or another win of the deal counts.
    """
    connection.execute(_ADD_RESULT, result._asdict())


def deal_is_won(connection: Connection, player_id: int, variant: str, seed: int) -> bool:
    """Tell whether a player has won a deal before."""
    deal = {"player_id": player_id, "variant": variant, "seed": seed}
    return bool(connection.execute(_DEAL_IS_WON, deal).scalar_one())


def results_of(connection: Connection, player_id: int, variant: str) -> list[ResultRow]:
    """Read a player's results in a variant, in the order in which the games ended."""
    columns = [col(getattr(Result, name)) for name in ResultRow._fields]
    rows = connection.execute(
        select(*columns)
        .where(col(Result.player_id) == player_id, col(Result.variant) == variant)
        .order_by(col(Result.id))
    )
    return [ResultRow(*row) for row in rows]


def counting_wins(
    connection: Connection, player_id: int, variants: Collection[str]
) -> dict[str, list[ResultRow]]:
    """Read a player's wins that count, by variant, in the order in which the games ended."""
    columns = [col(getattr(Result, name)) for name in ResultRow._fields]
    rows = connection.execute(
        select(col(Result.variant), *columns)
        .where(col(Result.player_id) == player_id, col(Result.variant).in_(variants))
        .where(col(Result.counts))
        .order_by(col(Result.id))
    )
    found: dict[str, list[ResultRow]] = {}
    for variant, *values in rows:
        found.setdefault(variant, []).append(ResultRow(*values))
    return found


def _games_kept(connection: Connection, player_id: int) -> dict[str, int]:
    """Count those that are kept."""
    begun = exists().where(col(Action.game_id) == Game.id, col(Action.number) == 1)
    rows = connection.execute(
        select(col(Game.variant), func.count())
        .where(col(Game.player_id) == player_id, begun)
        .group_by(col(Game.variant))
    )
    return dict(rows.all())


def games_played(connection: Connection, player_id: int) -> dict[str, int]:
    """Count a player's games with at least one action, for each variant; also removed ones."""
    counted = Counter(_games_kept(connection, player_id))
    counted.update(tidying.removed(connection, player_id))
    return dict(counted)
