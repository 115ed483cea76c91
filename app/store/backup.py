"""Copying a database while it is in use."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.engine import URL

from app.store.database import DatabaseError


def back_up(url: URL, target: Path) -> None:
    """Copy an SQLite database, with what its write-ahead log holds, into a new file.

    The copy is the database at one moment, whatever is written meanwhile. It gets its name when
    it is complete and found to be sound.

    Raises:
        DatabaseError: the database cannot be copied in this way.
        OSError: the target exists, or cannot be written.
    """
    if url.get_backend_name() != "sqlite":
        raise DatabaseError("The database is on a PostgreSQL server: use pg_dump to copy it.")
    if os.path.lexists(target):
        raise FileExistsError(None, "it exists, and is not overwritten", str(target))
    with TemporaryDirectory(prefix="wisp-", dir=target.parent) as folder:
        part = Path(folder) / target.name
        try:
            _copy(Path(url.database or ""), part)
        except sqlite3.Error as error:
            message = f"The database {url.database} cannot be copied: {error}."
            raise DatabaseError(message) from error
        part.rename(target)


def _copy(source: Path, target: Path) -> None:
    # Unlike the plain path, the address makes no empty database where there is none.
    address = f"{source.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True)) as original:
        # What is no database is noticed here, and not taken for an empty one.
        original.execute("SELECT count(*) FROM sqlite_master")
        with closing(sqlite3.connect(target)) as copy:
            original.backup(copy)
            found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(f"it is damaged ({found})")
