"""Whether a position can be won, and how."""

from app.engine.position import Position
from app.engine.soundness import check_sound
from app.solver.kernels.table import Pruning
from app.solver.loading import load
from app.solver.memory import Memory
from app.solver.result import Limits, Result, Signal, Status
from app.solver.running import Run


class Solver:
    """Searches positions, one after the other, and owns the memory for it.

    Not for two threads at once: give each its own. The first one of a process waits until the
    compiled code is loaded, or compiled if that has not been done on this machine.
    """

    def __init__(self) -> None:
        load()
        self._memory = Memory()

    def solve(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        shorten_seconds: float = 0.0,
        pruning: Pruning = Pruning.ALL,
        signal: Signal | None = None,
    ) -> Result:
        """Search a position.

        Args:
            position: any position of a game, with what is hidden in it.
            limits: what the search may use.
            shorten_seconds: time for making a solution shorter, once there is one.
            pruning: what a complete search may leave out.
            signal: ends the search when it is told to stop.

        Raises:
            ImpossiblePositionError: no game can come to this position.
        """
        check_sound(position)
        limits = limits or Limits()
        self._memory.prepare(position, limits.memory_bytes)
        run = Run(self._memory, position, limits, pruning, signal or Signal())
        result = run.search()
        if result.status is Status.WON and shorten_seconds > 0:
            result = run.shorten(result, shorten_seconds)
        return result


def solve(
    position: Position,
    limits: Limits | None = None,
    *,
    shorten_seconds: float = 0.0,
    pruning: Pruning = Pruning.ALL,
    signal: Signal | None = None,
) -> Result:
    """Search one position as a ``Solver`` does, with memory that is given back at the end."""
    return Solver().solve(
        position, limits, shorten_seconds=shorten_seconds, pruning=pruning, signal=signal
    )
