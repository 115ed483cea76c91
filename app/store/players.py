"""Players and their settings."""

from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert, select
from sqlmodel import col

from app.store.database import is_alone
from app.store.tables import Player, Setting


def player_by_token(connection: Connection, token_hash: str) -> int | None:
    """Find the player whose token has this hash."""
    found = connection.execute(select(col(Player.id)).where(col(Player.token_hash) == token_hash))
    return found.scalar_one_or_none()


def player_exists(connection: Connection, player_id: int) -> bool:
    """Tell whether a player is known."""
    found = connection.execute(select(col(Player.id)).where(col(Player.id) == player_id))
    return found.first() is not None


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
        locked = select(col(Player.id)).where(col(Player.id) == player_id)
        connection.execute(locked.with_for_update(key_share=True))


def settings_of(connection: Connection, player_id: int) -> dict[str, str]:
    """Read what a player has chosen."""
    rows = connection.execute(
        select(col(Setting.name), col(Setting.value)).where(col(Setting.player_id) == player_id)
    )
    return dict(rows.all())


def choose(connection: Connection, player_id: int, choices: Mapping[str, str]) -> None:
    """Store choices; others stay as they are."""
    lock(connection, player_id)  # two that choose the same at once take their turn
    for name, value in choices.items():
        connection.execute(
            delete(Setting).where(col(Setting.player_id) == player_id, col(Setting.name) == name)
        )
        connection.execute(insert(Setting).values(player_id=player_id, name=name, value=value))
