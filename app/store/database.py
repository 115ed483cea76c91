"""Connections. Each is set up alike; writers take their turn."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from time import perf_counter
from typing import Literal

from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError, SQLAlchemyError

from app.metrics import TransactionMeters
from app.store.server import WITHOUT_LIMIT, server_engine
from app.store.sqlite import begin, is_busy, sqlite_engine
from app.store.waiting import (
    IMPATIENCE_SECONDS,
    PATIENCE_SECONDS,
    BusyError,
    seconds_left,
    waiting,
)
from app.store.writer import Writer

_LONG_SECONDS = 600

Kind = Literal["read", "write"]
_METERS: dict[Kind, TransactionMeters] = {
    "read": TransactionMeters("read"),
    "write": TransactionMeters("write"),
}


class DatabaseError(RuntimeError):
    """The database cannot be used as it was given; the text says why."""


class Database:
    """The way to the database: ``read`` and ``write`` give a connection in a transaction."""

    def __init__(self, url: URL, *, may_create: bool = True) -> None:
        """Set up the way to it; nothing is connected yet.

        Args:
            url: where it is.
            may_create: whether a file that is missing is made.

        Raises:
            DatabaseError: no database can be reached by this URL.
        """
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self._held_up_since: float | None = None
        self._engine = (
            _sqlite_engine(url, may_create=may_create) if self.is_sqlite else _server_engine(url)
        )
        self._lost = 0
        event.listen(self._engine, "invalidate", self._note_lost)
        # What is read in one transaction belongs together; SQLite has it no other way.
        self._reading = (
            self._engine
            if self.is_sqlite
            else self._engine.execution_options(isolation_level="REPEATABLE READ")
        )
        self._writer = Writer(self._engine) if self.is_sqlite else None

    def read(self) -> AbstractContextManager[Connection]:
        """Open a transaction that only reads.

        Raises:
            BusyError: others lock the database for too long.
        """
        return _transaction("read", self._reading.begin())

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Open a transaction that writes: committed at the end, undone by an exception.

        Raises:
            BusyError: others lock the database for too long.
        """
        asked = time.monotonic()
        try:
            opened = self._writer.write() if self._writer else self._engine.begin()
            with self._patient(), _transaction("write", opened) as found:
                self._held_up_since = None
                yield found
        except BusyError:
            self._held_up_since = self._held_up_since or asked
            raise

    @contextmanager
    def change(self) -> Iterator[Connection]:
        """Open a transaction that changes tables; it may wait for others and take its time.

        SQLite changes a table by copying it, and dropping the old one would take with it all that
        refers to its rows: so references are checked at the end.
        """
        if self._writer:
            opened = _transaction("write", self._writer.change())
            before, after = [], ["PRAGMA foreign_key_check"]
        else:
            opened, before, after = self.write(), [*WITHOUT_LIMIT], []
        with waiting(_LONG_SECONDS), opened as connection:
            for statement in before:
                connection.execute(text(statement))
            yield connection
            if any(connection.execute(text(statement)).first() for statement in after):
                raise DatabaseError("The change would leave rows that refer to nothing.")
        self._engine.dispose()  # its connections know the tables as they were

    def times_lost(self) -> int:
        """Count the connections that broke.

        Whoever is reached afterwards may be another database, restored from a copy, or one that
        took a server's place: it may know less than what was answered before.
        """
        return self._lost

    def _note_lost(self, *_: object) -> None:
        self._lost += 1

    @property
    def is_locked(self) -> bool:
        """Whether another process has kept writers out for so long that waiting is of no use."""
        since = self._held_up_since
        return since is not None and time.monotonic() - since >= PATIENCE_SECONDS

    def _patient(self) -> AbstractContextManager[None]:
        """Have those who come after others waited in vain just try."""
        if self.is_locked and seconds_left() <= PATIENCE_SECONDS:
            return waiting(IMPATIENCE_SECONDS)
        return nullcontext()

    def close(self) -> None:
        """Close every connection."""
        if self._writer:
            self._writer.close()
        self._engine.dispose()


def is_alone(connection: Connection) -> bool:
    """Tell whether whoever writes is alone: on SQLite the others wait."""
    return connection.dialect.name == "sqlite"


@contextmanager
def _transaction(kind: Kind, opened: AbstractContextManager[Connection]) -> Iterator[Connection]:
    """Open a transaction, and measure it."""
    meters = _METERS[kind]
    asked = perf_counter()
    try:
        with opened as connection:
            if is_alone(connection):
                begin(connection)
            begun = perf_counter()
            meters.wait.observe(begun - asked)
            yield connection
    except IntegrityError:  # somebody else was first: the database did what it should
        raise
    except SQLAlchemyError as error:
        meters.errors.inc()
        if isinstance(error, OperationalError) and is_busy(error):
            raise BusyError("The database is locked.") from error
        raise
    meters.seconds.observe(perf_counter() - begun)


def _server_engine(url: URL) -> Engine:
    try:
        return server_engine(url)
    except (ImportError, ArgumentError) as error:  # no such driver, or not installed
        raise DatabaseError(f"The database {url} cannot be used: {error}.") from error


def _sqlite_engine(url: URL, *, may_create: bool) -> Engine:
    if url.database in (None, "", ":memory:"):
        raise DatabaseError("An SQLite database needs a file, as in sqlite:///wisp.db.")
    try:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(f"The folder of the database cannot be made: {error}") from error
    return sqlite_engine(url, may_create=may_create)
