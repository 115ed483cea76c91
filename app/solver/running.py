"""The search of one position: beams and the complete search in turn."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from app.engine.moves import Move
from app.engine.position import Position
from app.solver.buffers import DEPTH, fitting
from app.solver.kernels import proof
from app.solver.kernels.beam import JUDGED
from app.solver.kernels.table import Pruning
from app.solver.kernels.weights import Weights
from app.solver.memory import Memory
from app.solver.result import Limit, Limits, Result, Signal, Status, length
from app.solver.schedule import beams, share_of_proof, shortening_beams, weights_for
from app.solver.searching import Beam, Proof, search_beam, start_of_beam, start_of_proof

_JUDGED_FOR_MADE = 16
"""A complete search makes one position in the time in which a beam judges so many."""

_PROOF_AT_LEAST = 200
_PROOF_AT_ONCE = 600
"""Positions: the complete search gets at least so many after a beam, and goes on when it has so
many to go. Most deals are won before."""

_JUDGED_UNTIMED = 1_000_000
"""The first beam may judge so many, some hundredths of a second, before the clock is watched:
starting to watch takes longer than an easy deal."""

_JUDGED_A_SECOND = 5_000_000


@contextmanager
def _stopping_after(seconds: float, signal: Signal) -> Iterator[None]:
    if seconds <= 0:  # a timer would come a little later
        signal.stop(Limit.SECONDS)
    timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), signal.stop, [Limit.SECONDS])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class Run:
    """The search of one position."""

    def __init__(
        self, memory: Memory, position: Position, limits: Limits, pruning: Pruning, signal: Signal
    ) -> None:
        self._memory = memory
        self._limits = limits
        self._pruning = pruning
        self._signal = signal
        self._position = position
        self._start = start_of_beam(position)
        self._begun = time.perf_counter()
        self._judged = 0
        self._cards = sum(len(column.cards) for column in position.columns) + len(position.stock)
        self._proof: Proof | None = None
        self._owed = 0

    def search(self) -> Result:
        """Try beams and the complete search in turn."""
        if self._start.position.is_won:
            return self._result(Status.WON, list(self._start.before))
        untimed = int(min(_JUDGED_UNTIMED, self._limits.seconds * _JUDGED_A_SECOND))
        plan = beams(self._cards, len({card.suit for card in self._position.cards}))
        width, weights = next(plan)
        actions = self._beam(width, weights, DEPTH, untimed)
        if actions is not None:
            return self._result(Status.WON, actions)
        left = self._limits.seconds - (time.perf_counter() - self._begun)
        with _stopping_after(left, self._signal):
            return self._try(plan)

    def _try(self, plan: Iterator[tuple[int, Weights]]) -> Result:
        actions = self._prove(self._judged)
        for width, weights in plan:
            if actions is not None:
                return self._result(Status.WON, actions)
            if self._proof and self._proof.ended == proof.EXHAUSTED:
                return self._result(Status.UNWINNABLE)
            if self._spent >= self._limits.nodes:
                self._signal.stop(Limit.NODES)
            if self._signal.reason:
                break
            judged = self._judged
            actions = self._beam(width, weights, DEPTH)
            if actions is None:
                actions = self._prove(self._judged - judged)
        return self._result(Status.UNKNOWN)

    def shorten(self, result: Result, seconds: float) -> Result:
        """Look for shorter solutions, with the length of the last one as the limit."""
        actions = list(result.actions)
        with _stopping_after(seconds, self._signal):
            for width, weights in shortening_beams(self._cards):
                is_over = self._signal.reason or self._spent >= self._limits.nodes
                if is_over or length(actions) <= 1:
                    break
                # A search by hand counts collecting too.
                count = len(actions) if self._start.by_hand else length(actions)
                actions = self._beam(width, weights, count - 1) or actions
        return self._result(Status.WON, actions)

    @property
    def _spent(self) -> int:
        return self._judged + (self._proof.judged if self._proof else 0)

    def _beam(
        self, width: int, weights: Weights, depth: int, budget: int | None = None
    ) -> list[Move] | None:
        width = fitting(width, self._limits.memory_bytes, len(self._position.columns))
        if width == 0:
            self._signal.stop(Limit.MEMORY)
            return None
        buffers = self._memory.for_beam(width)
        left = self._limits.nodes - self._spent
        beam = Beam(width, weights, depth, left if budget is None else min(budget, left))
        actions = search_beam(self._start, buffers, beam, self._signal.flag)
        self._judged += int(buffers.search.counts[JUDGED])
        return actions

    def _prove(self, judged: int) -> list[Move] | None:
        """Give the complete search its share of the time; a win if it meets one."""
        share = share_of_proof(self._cards, self._judged)
        self._owed += max(_PROOF_AT_LEAST, int(judged * share / _JUDGED_FOR_MADE))
        if self._owed < _PROOF_AT_ONCE:
            return None
        if self._proof is None:
            weights = weights_for(self._cards)
            buffers = self._memory.for_proof()
            start = start_of_proof(self._position)
            self._proof = Proof(start, buffers, weights, self._pruning, self._signal.flag)
        left = (self._limits.nodes - self._spent) // _JUDGED_FOR_MADE
        more, self._owed = min(self._owed, max(1, left)), 0
        self._proof.go_on(self._proof.made + more)
        return self._proof.actions() if self._proof.ended == proof.FOUND else None

    def _result(self, status: Status, actions: list[Move] | None = None) -> Result:
        return Result(
            status=status,
            actions=tuple(actions or ()),
            nodes=self._spent,
            seconds=time.perf_counter() - self._begun,
            limit=self._signal.reason if status is Status.UNKNOWN else None,
        )
