"""Connections. Each is set up alike; writers take their turn."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from app.metrics import TransactionMeters

BUSY_TIMEOUT_MS = 10_000
_WRITES = "wisp_writes"

Kind = Literal["read", "write"]
_METERS: dict[Kind, TransactionMeters] = {
    "read": TransactionMeters("read"),
    "write": TransactionMeters("write"),
}


class DatabaseError(RuntimeError):
    """The database cannot be used as it was given; the text says why."""


class Database:
    """The way to the database: ``read`` and ``write`` give a connection in a transaction."""

    def __init__(self, url: URL) -> None:
        """Set up the way to it; nothing is connected yet.

        Raises:
            DatabaseError: no database can be reached by this URL.
        """
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self._engine = _sqlite_engine(url) if self.is_sqlite else _server_engine(url)
        # What is read in one transaction belongs together; SQLite has it no other way.
        self._reading = (
            self._engine
            if self.is_sqlite
            else self._engine.execution_options(isolation_level="REPEATABLE READ")
        )
        self._writing = self._engine.execution_options(**{_WRITES: True})
        # SQLite lets one writer in at a time and has the others sleep and try again; within a
        # process a lock hands the turn over at once.
        self._turn: AbstractContextManager[Any] = (
            threading.Lock() if self.is_sqlite else nullcontext()
        )

    def read(self) -> AbstractContextManager[Connection]:
        """Open a transaction that only reads."""
        return _transaction("read", nullcontext(), self._reading)

    def write(self) -> AbstractContextManager[Connection]:
        """Open a transaction that writes: committed at the end, undone by an exception."""
        return _transaction("write", self._turn, self._writing)

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()


@contextmanager
def _transaction(
    kind: Kind, turn: AbstractContextManager[object], engine: Engine
) -> Iterator[Connection]:
    """Open a transaction when it is its turn, and measure it."""
    meters = _METERS[kind]
    asked = perf_counter()
    try:
        with turn, engine.begin() as connection:
            begun = perf_counter()
            meters.wait.observe(begun - asked)
            yield connection
    except IntegrityError:  # somebody else was first: the database did what it should
        raise
    except DBAPIError:
        meters.errors.inc()
        raise
    meters.seconds.observe(perf_counter() - begun)


def _server_engine(url: URL) -> Engine:
    try:
        return create_engine(
            url, hide_parameters=True, pool_pre_ping=True, pool_size=20, max_overflow=20
        )
    except (ImportError, ArgumentError) as error:  # no such driver, or not installed
        raise DatabaseError(f"The database {url} cannot be used: {error}.") from error


def _sqlite_engine(url: URL) -> Engine:
    if url.database in (None, "", ":memory:"):
        raise DatabaseError("An SQLite database needs a file, as in sqlite:///wisp.db.")
    _make_folder(Path(url.database))
    engine = create_engine(url, hide_parameters=True, pool_size=40, max_overflow=0)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(f"The folder of the database cannot be made: {error}") from error


def _set_up_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401 - a driver's own
    connection.isolation_level = None  # transactions are begun below, not by the driver
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout = {BUSY_TIMEOUT_MS}",
        "journal_mode = WAL",
        # In WAL mode this survives the death of any process; only a power cut can take the
        # last moments, and it never harms the file.
        "synchronous = NORMAL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A writer that began by reading could be refused half-way; taking the lock first cannot.
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
