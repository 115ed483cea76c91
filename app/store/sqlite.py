"""SQLite: how each connection is set up, and what shows that one is of no more use."""

import math
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, ExceptionContext
from sqlalchemy.exc import DisconnectionError, OperationalError

from app.store.waiting import PATIENCE_SECONDS, BusyError, seconds_left

WRITES = "wisp_writes"
"""The option of connections that write."""

CHANGES = "wisp_changes"
"""The option of connections that change tables; they are not used for anything else."""

# SQLite asks ever more seldom whether the lock is free: whoever has waited longest would be let in
# last. So it is asked in rounds.
_ROUND_SECONDS = 0.05
BUSY_TIMEOUT_MS = round(PATIENCE_SECONDS * 1000)
_PRAGMAS = (
    f"busy_timeout = {BUSY_TIMEOUT_MS}",
    "journal_mode = WAL",
    # In WAL mode this survives the death of any process; only a power cut can take the
    # last moments, and it never harms the file.
    "synchronous = NORMAL",
    "foreign_keys = ON",
)

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def sqlite_engine(url: URL, *, may_create: bool) -> Engine:
    """Set up the way to a file; nothing is opened yet."""
    engine = create_engine(
        url, hide_parameters=True, pool_size=40, max_overflow=0, pool_timeout=PATIENCE_SECONDS
    )
    file = _File(Path(url.database or ""), may_create=may_create)
    event.listen(engine, "do_connect", file.name)
    event.listen(engine, "connect", file.opened)
    event.listen(engine, "checkout", file.check)
    event.listen(engine, "handle_error", _give_up)
    return engine


def is_busy(error: OperationalError) -> bool:
    """Tell whether others had locked the file."""
    return _code(error.orig) in _BUSY


class _File:
    """The file.

    It may be made when missing, but not a second time while the program runs: whoever moved it
    away will bring it back, and what was stored in another one meanwhile would be lost.
    """

    def __init__(self, path: Path, *, may_create: bool) -> None:
        self._path = path.absolute()
        self._mode = "rwc" if may_create else "rw"

    def name(
        self, _dialect: object, _record: object, arguments: list[Any], options: dict[str, Any]
    ) -> None:
        arguments[0] = f"{self._path.as_uri()}?mode={self._mode}"
        options["uri"] = True

    def opened(self, connection: Any, record: Any) -> None:  # noqa: ANN401 - a driver's own
        connection.isolation_level = None  # transactions are begun below, not by the driver
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").close()
        record.info.update(file=self, identity=self.identity(), busy_ms=BUSY_TIMEOUT_MS)
        self._mode = "rw"

    def check(self, _connection: object, record: Any, _proxy: object) -> None:  # noqa: ANN401
        """Have another connection opened when the file is no longer the one of this connection."""
        if record.info["identity"] != self.identity():
            raise DisconnectionError

    def identity(self) -> tuple[int, int] | None:
        """Tell this file from one that comes in its place; None when there is none."""
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


def is_of_its_file(connection: Connection) -> bool:
    """Tell whether the file is still the one that a connection was opened for."""
    file: _File = connection.info["file"]
    return bool(file.identity() == connection.info["identity"])


def begin(connection: Connection) -> None:
    """Begin a transaction. As an event this would have every statement look for events."""
    driver: Any = connection.connection.driver_connection
    left = seconds_left()
    options = connection.get_execution_options()
    writes = options.get(WRITES)
    if options.get(CHANGES):
        driver.execute("PRAGMA foreign_keys = OFF")  # within a transaction that does nothing
        connection.detach()
    _set_busy_timeout(connection, driver, min(left, _ROUND_SECONDS) if writes else left)
    # A writer that began by reading could be refused half-way; taking the lock first cannot.
    statement = "BEGIN IMMEDIATE" if writes else "BEGIN"
    until = time.monotonic() + left
    while True:
        try:
            driver.execute(statement)
        except sqlite3.OperationalError as error:
            if _code(error) not in _BUSY:
                connection.exec_driver_sql(statement)  # fails as well, in SQLAlchemy's way
            elif time.monotonic() > until:
                raise BusyError("The database is locked.") from error
        else:
            return


def _set_busy_timeout(connection: Connection, driver: Any, seconds: float) -> None:  # noqa: ANN401
    ms = math.ceil(seconds * 1000)  # upwards: then it is seldom another one than before
    if connection.info["busy_ms"] != ms:
        driver.execute(f"PRAGMA busy_timeout = {ms}")
        connection.info["busy_ms"] = ms


def _give_up(context: ExceptionContext) -> None:
    """Have connections opened anew that were opened while the file could only be read.

    Others are kept whatever happens: on a full disk no new one could be opened.
    """
    if _code(context.original_exception) == sqlite3.SQLITE_READONLY:
        context.is_disconnect = True


def _code(error: BaseException | None) -> int:
    """Give SQLite's primary code of an error."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
