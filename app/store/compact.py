"""Giving room in the file back that removed games have left."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import URL

from app.store.database import DatabaseError

_PATIENCE_SECONDS = 10  # with players who write at this moment


def make_compact(url: URL) -> None:
    """Write an SQLite database anew, without the gaps. Whoever writes has to wait meanwhile.

    Raises:
        DatabaseError: the database cannot be written anew.
    """
    if url.get_backend_name() != "sqlite":
        raise DatabaseError("The database is on a PostgreSQL server, which uses its room again.")
    file = Path(url.database or "")
    try:
        with closing(sqlite3.connect(file, _PATIENCE_SECONDS)) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise DatabaseError(f"The database {file} cannot be written anew: {error}.") from error
