"""What a solver is given and what it answers."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from app.engine.moves import Collect, Move
from app.solver.kernels.nodes import Array


class Status(StrEnum):
    """The three answers."""

    WON = "won"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"


class Limit(StrEnum):
    """What ended a search without an answer."""

    SECONDS = "seconds"
    NODES = "nodes"
    MEMORY = "memory"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a search may use."""

    seconds: float = 10.0
    nodes: int = 1 << 62
    """Positions judged. A beam first comes to the end of the level that it is in."""

    memory_bytes: int = 400_000_000
    """For the buffers of the search, besides what the interpreter and the code take."""


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a search."""

    status: Status
    actions: tuple[Move, ...] = ()
    """How to win, from the position given: every move of it is legal by the engine."""

    nodes: int = 0
    """Positions judged."""

    seconds: float = 0.0
    limit: Limit | None = None
    """What ended it, when the status is unknown."""


def length(actions: Sequence[Move]) -> int:
    """Count moves, without collecting."""
    return sum(not isinstance(action, Collect) for action in actions)


class Signal:
    """Tells one search to stop, from any thread: it does so within some milliseconds."""

    def __init__(self) -> None:
        self.flag: Array = np.zeros(1, np.int32)
        self.reason: Limit | None = None
        self._lock = threading.Lock()

    def stop(self, reason: Limit = Limit.CANCELLED) -> None:
        """End the search. The first reason given is the one that is told."""
        with self._lock:
            self.reason = self.reason or reason
            self.flag[0] = 1
