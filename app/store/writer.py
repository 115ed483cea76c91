"""Who writes to an SQLite file: one after the other within a process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine

from app.store.sqlite import CHANGES, WRITES, is_of_its_file
from app.store.waiting import BusyError, seconds_left


class Writer:
    """Opens transactions that write.

    SQLite lets one writer in at a time and has the others sleep and try again; within a process a
    lock hands the turn over at once. So one connection is enough, and it is kept: taking one from
    the pool costs as much as storing an action.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(**{WRITES: True})
        self._turn = threading.Lock()
        self._kept: Connection | None = None

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Open a transaction on the connection that is kept."""
        with self._own_turn():
            connection = self._connection()
            try:
                with connection.begin():
                    yield connection
            except BaseException:
                self._let_go()
                raise

    @contextmanager
    def change(self) -> Iterator[Connection]:
        """Open a transaction that changes tables, on a connection of its own."""
        changing = self._engine.execution_options(**{CHANGES: True})
        with self._own_turn(), changing.begin() as connection:
            yield connection
            self._let_go()  # it knows the tables as they were

    def close(self) -> None:
        """Close the connection that is kept."""
        with self._own_turn():
            self._let_go()

    def _connection(self) -> Connection:
        if self._kept is not None and not is_of_its_file(self._kept):
            self._let_go()
        if self._kept is None:
            self._kept = self._engine.connect()
        return self._kept

    def _let_go(self) -> None:
        """Give the connection back to the pool, which finds out what it is worth."""
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.close()

    @contextmanager
    def _own_turn(self) -> Iterator[None]:
        if not self._turn.acquire(timeout=seconds_left()):
            raise BusyError
        try:
            yield
        finally:
            self._turn.release()
