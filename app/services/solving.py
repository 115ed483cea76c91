"""Searching a deal as programs ask for it. Brings the solver, and so Numba."""

import threading
import time
from dataclasses import asdict

from app.engine.position import Position
from app.services.terms import Answer, Terms
from app.solver.result import Limits, Result
from app.solver.solving import Solver

_MEGABYTE = 1_000_000
_of_thread = threading.local()


def search(terms: Terms, seed: int) -> Answer:
    """Search the deal of a seed."""
    return {"seed": seed, **asdict(terms), **measured(terms.position(seed), terms)}


def measured(position: Position, terms: Terms, shorten_seconds: float = 0.0) -> Answer:
    """Search a position with the solver of this thread, and measure the processor's time too."""
    if not hasattr(_of_thread, "solver"):
        _of_thread.solver = Solver()
    solver: Solver = _of_thread.solver
    limits = Limits(seconds=terms.limit_seconds, memory_bytes=terms.memory_mb * _MEGABYTE)
    begun = time.thread_time()
    result = solver.solve(position, limits, shorten_seconds=shorten_seconds)
    return {**_told(result), "cpu_seconds": round(time.thread_time() - begun, 4)}


def _told(result: Result) -> Answer:
    return {
        "status": str(result.status),
        "limit": None if result.limit is None else str(result.limit),
        "actions": [str(action) for action in result.actions],
        "nodes": result.nodes,
        "seconds": round(result.seconds, 4),
    }
