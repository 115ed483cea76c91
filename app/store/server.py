"""PostgreSQL: how each connection is set up, so that nobody waits for it without end."""

from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL

from app.store.waiting import PATIENCE_SECONDS

_PATIENCE_MS = round(PATIENCE_SECONDS * 1000)
_LONGEST_STATEMENT_MS = 5 * _PATIENCE_MS

# A machine that has gone away says nothing at all.
_CONNECTING: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": _LONGEST_STATEMENT_MS,
}
WITHOUT_LIMIT = ("SET LOCAL lock_timeout = 0", "SET LOCAL statement_timeout = 0")
"""For a transaction that is no request's."""


def server_engine(url: URL) -> Engine:
    """Set up the way to a server; nothing is connected yet."""
    engine = create_engine(
        url,
        hide_parameters=True,
        connect_args={name: value for name, value in _CONNECTING.items() if name not in url.query},
        pool_pre_ping=True,
        pool_size=20,
        max_overflow=20,
        pool_timeout=PATIENCE_SECONDS,
    )
    event.listen(engine, "connect", _limit)
    return engine


def _limit(connection: Any, _record: object) -> None:  # noqa: ANN401 - a driver's own
    connection.autocommit = True  # what a transaction sets goes with it
    connection.execute(f"SET lock_timeout = {_PATIENCE_MS}")
    connection.execute(f"SET statement_timeout = {_LONGEST_STATEMENT_MS}")
    connection.autocommit = False
