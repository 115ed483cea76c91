"""Players and their settings."""

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlmodel import col

from app.store.database import is_alone
from app.store.tables import Player, Setting

# Statements are built once: building one costs more than running it.
_BY_TOKEN = select(col(Player.id)).where(col(Player.token_hash) == bindparam("token_hash"))
_BY_ID = select(col(Player.id)).where(col(Player.id) == bindparam("player_id"))
_LOCKED = _BY_ID.with_for_update(key_share=True)
_SETTINGS = select(col(Setting.name), col(Setting.value)).where(
    col(Setting.player_id) == bindparam("player_id")
)


def player_by_token(connection: Connection, token_hash: str) -> int | None:
    """Find the player whose token has this hash."""
    found = connection.execute(_BY_TOKEN, {"token_hash": token_hash})
    return found.scalar_one_or_none()


def player_exists(connection: Connection, player_id: int) -> bool:
    """Tell whether a player is known."""
    return connection.execute(_BY_ID, {"player_id": player_id}).first() is not None


def add_player(connection: Connection, token_hash: str, now_ms: int) -> int:
    """Add a player and give the new id."""
    statement = insert(Player).values(token_hash=token_hash, created_ms=now_ms)
    added: int = connection.execute(statement.returning(Player.__table__.c.id)).scalar_one()  # type: ignore[attr-defined]
    return added


def lock(connection: Connection, player_id: int) -> None:
    """Have others who want to lock the player wait for the end of this transaction.

    What is read afterwards is how they left it. What merely refers to the player can be added
    meanwhile.
    """
    if not is_alone(connection):
        connection.execute(_LOCKED, {"player_id": player_id})


def settings_of(connection: Connection, player_id: int) -> dict[str, str]:
    """Read what a player has chosen."""
    return dict(connection.execute(_SETTINGS, {"player_id": player_id}).all())


def choose(connection: Connection, player_id: int, choices: Mapping[str, str]) -> None:
    """Store choices; others stay as they are."""
    lock(connection, player_id)  # two that choose the same at once take their turn
    for name, value in choices.items():
        connection.execute(
            delete(Setting).where(col(Setting.player_id) == player_id, col(Setting.name) == name)
        )
        connection.execute(insert(Setting).values(player_id=player_id, name=name, value=value))
