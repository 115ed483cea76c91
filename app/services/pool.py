"""Searching deals with processes side by side, on this machine."""

import contextlib
import itertools
import multiprocessing
import os
import signal
from collections.abc import Iterable
from multiprocessing.connection import Connection, wait
from typing import Any

from app.services.solving import search
from app.services.terms import Answer, Answers, Lost, SurveyError, Terms

_CONTEXT = multiprocessing.get_context("spawn")  # the same on every system; copies no threads
_DYING_SECONDS = 5


def processors() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Worker:
    """A process, and the deal that it searches."""

    def __init__(self, terms: Terms, seed: int) -> None:
        self.connection, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_work, args=(theirs, terms), daemon=True)
        self._process.start()
        theirs.close()  # so that the end of either process shows at the other's connection
        self.give(seed)

    def give(self, seed: int) -> None:
        """Let it search a deal."""
        self.seed = seed
        with contextlib.suppress(OSError):  # it has died, which shows when its answer is read
            self.connection.send(seed)

    def answer(self) -> Answer | Lost:
        """Read its answer, which must have come."""
        try:
            answer: Answer = self.connection.recv()
        except (EOFError, OSError):
            self._process.join(_DYING_SECONDS)
            return Lost(self.seed, f"its process ended with status {self._process.exitcode}")
        return answer

    def end(self) -> None:
        """Stop it, wherever it is."""
        self.connection.close()
        self._process.kill()
        self._process.join()


def _work(connection: "Connection[Any, Any]", terms: Terms) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all: who started this ends it
    with contextlib.suppress(EOFError, OSError):  # who started this has ended
        while True:
            connection.send(search(terms, connection.recv()))


class Pool:
    """Some processes that search deals."""

    def __init__(self, terms: Terms, seeds: Iterable[int], workers: int) -> None:
        self._terms = terms
        self._seeds = iter(seeds)
        self._size = workers
        self._crew: dict[Any, Worker] = {}
        self._balance = workers
        """Deals that may still be lost before this gives up."""

    def answers(self) -> Answers:
        """Give the answers as they come. Leaving early ends the processes.

        A process that dies costs the deal that it was searching, and another takes its place.

        Raises:
            SurveyError: more deals are lost than answered.
        """
        try:
            for seed in itertools.islice(self._seeds, self._size):
                self._employ(seed)
            while self._crew:
                for ready in wait(list(self._crew)):
                    yield self._next(self._crew[ready])
        finally:
            for worker in self._crew.values():
                worker.end()

    def _employ(self, seed: int) -> None:
        worker = Worker(self._terms, seed)
        self._crew[worker.connection] = worker

    def _next(self, worker: Worker) -> Answer | Lost:
        """Take an answer, and give out another deal."""
        answer = worker.answer()
        seed = next(self._seeds, None)
        if not isinstance(answer, Lost) and seed is not None:
            self._balance += 1
            worker.give(seed)
            return answer
        del self._crew[worker.connection]
        worker.end()
        if isinstance(answer, Lost):
            self._count_lost(answer)
            if seed is not None:
                self._employ(seed)
        return answer

    def _count_lost(self, lost: Lost) -> None:
        self._balance -= 1
        if self._balance < 0:
            raise SurveyError(f"The survey cannot go on: at deal {lost.seed} {lost.reason}.")
