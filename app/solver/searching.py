"""One search of each kind, from a position of the engine to moves of the engine."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from app.engine.moves import Collect, DealRow, Move, RunMove, TakeBack
from app.engine.position import Position
from app.engine.refusals import refusal
from app.engine.rules import ends_in_completed_run, holds_completed_run, play
from app.solver.buffers import DEPTH, SEEN_AT_FIRST, BeamBuffers, ProofBuffers
from app.solver.kernels import proof
from app.solver.kernels.beam import OUT_OF_ROOM, beam
from app.solver.kernels.board import DEAL, PILE
from app.solver.kernels.nodes import Array
from app.solver.kernels.opening import lay_out
from app.solver.kernels.seen import is_new, spread
from app.solver.kernels.table import Pruning, Table
from app.solver.kernels.weights import Weights
from app.solver.layout import columns_of, piles_of, table_of


class SolutionError(AssertionError):
    """A search has found moves that the engine does not take: a fault of the solver."""


@dataclass(frozen=True)
class Start:
    """Where a search starts, and by which way of collecting it goes."""

    position: Position
    before: tuple[Move, ...]
    """Moves that come before the search."""

    by_hand: bool
    """Whether the search collects and takes back. Else completed runs leave by themselves."""

    @cached_property
    def laid(self) -> tuple[Array, Array, Array]:
        """What lies on the table, as a search is given it: see ``layout``."""
        return *columns_of(self.position), piles_of(self.position)

    @cached_property
    def beam_table(self) -> Table:
        """What stays the same for every beam."""
        return table_of(self.position, Pruning.NONE, loose=True, by_hand=self.by_hand)

    def actions(self, path: Array) -> list[Move]:
        """Give the path of a search as moves of the engine.

        Raises:
            SolutionError: they are not legal, or do not win.
        """
        position, actions = self.position, list(self.before)
        for code in path:
            move = _move_of(int(code))
            if reason := refusal(position, move):
                raise SolutionError(f"{move}: {reason}")
            position = play(position, move)
            actions.append(move)
            if not (position.automatic or self.by_hand):
                position, more = _collected(position)
                actions += more
        if not position.is_won:
            raise SolutionError("the moves do not win")
        return actions


def start_of_beam(position: Position) -> Start:
    """Begin the search for a win, if possible as if completed runs left by themselves.

    A way to win so is one by hand too, once collecting is put in. Not so where a foundation has
    given cards back, or a completed run lies covered: nothing would collect it in the search.
    """
    if any(0 < len(cards) < position.ranks for cards in position.foundations):
        return Start(position, (), by_hand=True)
    if position.automatic:
        return Start(position, (), by_hand=False)
    settled, moves = _collected(position)
    if any(holds_completed_run(settled, column) for column in settled.columns):
        return Start(position, (), by_hand=True)
    return Start(settled, tuple(moves), by_hand=False)


def start_of_proof(position: Position) -> Start:
    """Begin a complete search, by the very rules of the game."""
    return Start(position, (), by_hand=not position.automatic)


def _collected(position: Position) -> tuple[Position, list[Move]]:
    """Collect every completed run; give the position and the moves."""
    moves: list[Move] = []
    for index in range(len(position.columns)):
        while ends_in_completed_run(position, position.columns[index]):
            moves.append(Collect(index))
            position = play(position, moves[-1])
    return position, moves


def _move_of(code: int) -> Move:
    if code == DEAL:
        return DealRow()
    source, target, count = code & 255, (code >> 8) & 255, code >> 16
    if target >= PILE:
        return Collect(source)
    if source >= PILE:
        return TakeBack(source - PILE, target)
    return RunMove(source, target, count)


class Beam(NamedTuple):
    """How a win is looked for."""

    width: int
    """Positions kept for each number of moves."""

    weights: Weights
    depth: int
    """Greatest number of moves; collecting counts where the search does it by hand."""

    budget: int
    """Greatest number of positions judged."""


def search_beam(start: Start, buffers: BeamBuffers, how: Beam, stop: Array) -> list[Move] | None:
    """Look for a win with a beam; None when none is found.

    The search ends soon after ``stop``, an array of one number, is no longer 0.
    """
    table, weights = start.beam_table, how.weights
    free = lay_out(buffers.board, *start.laid, table, weights)
    search = buffers.search._replace(stop=stop)
    depth = min(how.depth, DEPTH)
    length = beam(buffers.board, search, free, how.width, depth, how.budget, table, weights)
    if length == OUT_OF_ROOM:
        raise SolutionError("the buffers of a beam are too small")
    return start.actions(search.path[:length]) if length > 0 else None


class Proof:
    """A complete search, which can be done in parts."""

    def __init__(
        self,
        start: Start,
        buffers: ProofBuffers,
        weights: Weights,
        pruning: Pruning,
        stop: Array,
    ) -> None:
        table = table_of(start.position, pruning, loose=False, by_hand=start.by_hand)
        free = lay_out(buffers.board, *start.laid, table, weights)
        # The system gives memory when it is first touched, so what is not in use takes none.
        seen = np.zeros(buffers.seen_places, np.uint64)
        is_new(seen, SEEN_AT_FIRST, buffers.board.states[0]["hash"], True)
        for verdicts in (buffers.stack.hope.dead, buffers.stack.hope.alive):
            verdicts[:] = 0  # they hold for one game and way of collecting
        buffers.stack.hope.known[:] = 0
        buffers.stack.hope.credit[:] = 0
        cursor = buffers.stack.cursor
        cursor[:] = 0
        cursor[proof.FREE] = free
        cursor[proof.FRESH] = 1
        cursor[proof.PLACES] = SEEN_AT_FIRST
        self._start = start
        self._board = buffers.board
        self._stack = buffers.stack._replace(seen=seen, stop=stop)
        self._table: Table = table
        self._weights = weights
        self.ended: int = proof.PAUSED
        """How the search has ended, of the values in ``proof``; paused while it has not."""

    @property
    def judged(self) -> int:
        """Positions judged so far."""
        return int(self._stack.cursor[proof.JUDGED])

    @property
    def made(self) -> int:
        """Positions made so far."""
        return int(self._stack.cursor[proof.MADE])

    def go_on(self, budget: int) -> None:
        """Search until so many positions have been made."""
        while self.ended == proof.PAUSED:
            answer = proof.search_on(self._board, self._stack, budget, self._table, self._weights)
            if answer == proof.PAUSED:
                return
            if answer != proof.SEEN_FULL or not self._have_room():
                self.ended = answer

    def _have_room(self) -> bool:
        """Use twice as many places for hashes; tell whether that could be done."""
        seen, size = self._stack.seen, int(self._stack.cursor[proof.PLACES])
        if size == seen.size:
            return False
        self._stack.cursor[proof.PLACES] = 2 * size
        return spread(seen, size, self._stack.stop)

    def actions(self) -> list[Move]:
        """Give the win that was found."""
        return self._start.actions(self._stack.path[: int(self._stack.cursor[proof.DEPTH])])
