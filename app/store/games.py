"""Games, their actions and their pauses."""

from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, and_, bindparam, delete, exists, func, insert, select
from sqlmodel import SQLModel, col

from app.store.database import is_alone
from app.store.tables import Action, Game, Pause, Result


class StoredGame(NamedTuple):
    """A game as it was begun."""

    id: str
    player_id: int
    variant: str
    seed: int
    attempt: int
    collect: str


class StoredAction(NamedTuple):
    """An action as it was made."""

    number: int
    text: str
    at_ms: int
    span_ms: int


class StoredPause(NamedTuple):
    """How the clock stands since the last action, if the game was paused there."""

    counted_ms: int
    running_since_ms: int | None


class StoredResult(NamedTuple):
    """How a game ended."""

    won: bool
    counts: bool
    elapsed_ms: int


class Standing(NamedTuple):
    """What may have changed in a game besides its actions."""

    pause: StoredPause | None
    result: StoredResult | None


class UnfinishedGame(NamedTuple):
    """A game under way, for lists."""

    id: str
    variant: str
    seed: int
    moves: int
    touched_ms: int


# Statements are built once: building one costs more than running it.
_ADD_GAME = insert(Game)
_ADD_ACTION = insert(Action).values(
    game_id=bindparam("game_id"), **{name: bindparam(name) for name in StoredAction._fields}
)
_COLUMNS = SQLModel.metadata.tables["action"].columns
_VALUES = (bindparam(name, type_=_COLUMNS[name].type) for name in StoredAction._fields)
_ADD_TO_RUNNING = (
    insert(Action)
    .from_select(
        ["game_id", *StoredAction._fields],
        select(col(Game.id), *_VALUES).where(
            col(Game.id) == bindparam("game_id"),
            ~exists().where(
                col(Pause.game_id) == bindparam("game_id"), col(Pause.number) == bindparam("before")
            ),
            ~exists().where(col(Result.game_id) == bindparam("game_id")),
        ),
    )
    .execution_options(preserve_rowcount=True)
)
_STANDING = (
    select(
        col(Pause.counted_ms),
        col(Pause.running_since_ms),
        col(Result.won),
        col(Result.counts),
        col(Result.elapsed_ms),
    )
    .select_from(Game)
    .outerjoin(Pause, and_(col(Pause.game_id) == Game.id, col(Pause.number) == bindparam("number")))
    .outerjoin(Result, col(Result.game_id) == Game.id)
    .where(col(Game.id) == bindparam("game_id"))
)

_LOCKED = select(col(Game.id)).where(col(Game.id) == bindparam("game_id")).with_for_update()
_GAME = select(*(col(getattr(Game, name)) for name in StoredGame._fields)).where(
    col(Game.id) == bindparam("game_id")
)
_OF_DEAL = (
    col(Game.player_id) == bindparam("player_id"),
    col(Game.variant) == bindparam("variant"),
    col(Game.seed) == bindparam("seed"),
)
_ATTEMPTS = select(func.coalesce(func.max(col(Game.attempt)), 0)).where(*_OF_DEAL)
_UNFINISHED_OF_DEAL = (
    select(col(Game.id))
    .outerjoin(Result, col(Result.game_id) == Game.id)
    .where(*_OF_DEAL, col(Result.id).is_(None))
    .order_by(col(Game.attempt).desc())
    .limit(1)
)
# One step into the tree of actions for each game, however long it is.
_LAST = (
    select(col(Action.number))
    .where(col(Action.game_id) == Game.id)
    .order_by(col(Action.number).desc())
    .limit(1)
)
LAST_NUMBER = _LAST.scalar_subquery().label("moves")
"""Of a game in a query: the number of its last action; NULL when it has none."""

LAST_MOMENT = _LAST.with_only_columns(col(Action.at_ms)).scalar_subquery().label("touched_ms")
"""When that was made."""

_UNFINISHED = (
    select(col(Game.id), col(Game.variant), col(Game.seed), LAST_NUMBER, LAST_MOMENT)
    .outerjoin(Result, col(Result.game_id) == Game.id)
    .where(
        col(Game.player_id) == bindparam("player_id"),
        col(Result.id).is_(None),
        exists().where(col(Action.game_id) == Game.id, col(Action.number) == 1),
    )
    .order_by(LAST_MOMENT.desc())
    .limit(bindparam("limit"))
)
_ACTIONS_AFTER = (
    select(*(col(getattr(Action, name)) for name in StoredAction._fields))
    .where(col(Action.game_id) == bindparam("game_id"), col(Action.number) > bindparam("number"))
    .order_by(col(Action.number))
)


def add_game(connection: Connection, game: StoredGame, now_ms: int) -> None:
    """Add a game.

    Raises:
        sqlalchemy.exc.IntegrityError: the player has this attempt at this deal already.
    """
    connection.execute(_ADD_GAME, {**game._asdict(), "created_ms": now_ms})


def game_by_id(connection: Connection, game_id: str) -> StoredGame | None:
    """Find a game."""
    row = connection.execute(_GAME, {"game_id": game_id}).one_or_none()
    return None if row is None else StoredGame(*row)


def attempts(connection: Connection, player_id: int, variant: str, seed: int) -> int:
    """Count a player's games of one deal."""
    deal = {"player_id": player_id, "variant": variant, "seed": seed}
    return connection.execute(_ATTEMPTS, deal).scalar_one()


def add_action(connection: Connection, game_id: str, action: StoredAction) -> None:
    """Append an action.

    Raises:
        sqlalchemy.exc.IntegrityError: the game has an action of this number.
    """
    connection.execute(_ADD_ACTION, {"game_id": game_id, **action._asdict()})


def add_to_running(connection: Connection, game_id: str, action: StoredAction) -> bool:
    """Append an action, unless the game is paused, went on from a pause, is over or removed.

    So it is with nearly every action, and this asks the database once instead of twice.

    Raises:
        sqlalchemy.exc.IntegrityError: the game has an action of this number.
    """
    values = {"game_id": game_id, "before": action.number - 1, **action._asdict()}
    return connection.execute(_ADD_TO_RUNNING, values).rowcount == 1


def actions_after(connection: Connection, game_id: str, number: int) -> list[StoredAction]:
    """Read the actions that follow action ``number``, in order."""
    rows = connection.execute(_ACTIONS_AFTER, {"game_id": game_id, "number": number})
    return [StoredAction(*row) for row in rows]


def standing(connection: Connection, game_id: str, number: int) -> Standing | None:
    """Read a game's pause after action ``number``, and its result; None if it was removed."""
    row = connection.execute(_STANDING, {"game_id": game_id, "number": number}).one_or_none()
    if row is None:
        return None
    # An outer join gives None for a whole row that is not there.
    counted_ms, running_since_ms, won, counts, elapsed_ms = cast("tuple[Any, ...]", row)
    return Standing(
        None if counted_ms is None else StoredPause(counted_ms, running_since_ms),
        None if won is None else StoredResult(won, counts, elapsed_ms),
    )


def lock(connection: Connection, game_id: str) -> None:
    """Have others who want to lock the game wait for the end of this transaction.

    What is read afterwards is how they left it.
    """
    if not is_alone(connection):
        connection.execute(_LOCKED, {"game_id": game_id})


def set_pause(connection: Connection, game_id: str, number: int, pause: StoredPause) -> None:
    """Note how the clock stands after action ``number``."""
    connection.execute(delete(Pause).where(col(Pause.game_id) == game_id))
    connection.execute(insert(Pause).values(game_id=game_id, number=number, **pause._asdict()))


def unfinished(connection: Connection, player_id: int, limit: int) -> list[UnfinishedGame]:
    """List a player's games without a result, the one touched last first."""
    rows = connection.execute(_UNFINISHED, {"player_id": player_id, "limit": limit})
    return [UnfinishedGame(*row) for row in rows]


def unfinished_of_deal(
    connection: Connection, player_id: int, variant: str, seed: int
) -> str | None:
    """Find the player's newest game of a deal that has no result."""
    deal = {"player_id": player_id, "variant": variant, "seed": seed}
    return connection.execute(_UNFINISHED_OF_DEAL, deal).scalar_one_or_none()
