"""How long whoever asks the database waits for others."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from sqlalchemy.exc import SQLAlchemyError

PATIENCE_SECONDS = 2.0
"""For a request. Others hold what it waits for well under a millisecond; longer is a fault."""

IMPATIENCE_SECONDS = 0.003
"""For those whose waiting would have others wait, or who know that it is of no use."""

_until: ContextVar[float | None] = ContextVar("until", default=None)


class BusyError(SQLAlchemyError):
    """Others kept the database to themselves for longer than was waited; nothing was done."""


@contextmanager
def waiting(seconds: float) -> Iterator[None]:
    """Wait no longer than this for all that is asked within, taken together."""
    before = _until.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _until.reset(before)


def seconds_left() -> float:
    """Tell how much longer to wait."""
    until = _until.get()
    return PATIENCE_SECONDS if until is None else max(0.0, until - time.monotonic())
