"""Players and their settings."""

from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert, select
from sqlmodel import col

from app.store.tables import Player, Setting


def player_by_token(connection: Connection, token_hash: str) -> int | None:
    """Find the player whose token has this hash."""
    found = connection.execute(select(col(Player.id)).where(col(Player.token_hash) == token_hash))
    return found.scalar_one_or_none()


def add_player(connection: Connection, token_hash: str, now_ms: int) -> int:
    """Add a player and give the new id."""
    statement = insert(Player).values(token_hash=token_hash, created_ms=now_ms)
    added: int = connection.execute(statement.returning(Player.__table__.c.id)).scalar_one()  # type: ignore[attr-defined]
    return added


def settings_of(connection: Connection, player_id: int) -> dict[str, str]:
    """Read what a player has chosen."""
    rows = connection.execute(
        select(col(Setting.name), col(Setting.value)).where(col(Setting.player_id) == player_id)
    )
    return dict(rows.all())


def choose(connection: Connection, player_id: int, choices: Mapping[str, str]) -> None:
    """Store choices; others stay as they are."""
    # Two that choose the same at once take their turn; on SQLite whoever writes is alone anyway.
    connection.execute(select(col(Player.id)).where(col(Player.id) == player_id).with_for_update())
    for name, value in choices.items():
        connection.execute(
            delete(Setting).where(col(Setting.player_id) == player_id, col(Setting.name) == name)
        )
        connection.execute(insert(Setting).values(player_id=player_id, name=name, value=value))
