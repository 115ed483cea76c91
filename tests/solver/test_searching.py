"""One search of each kind: how it begins, ends, is stopped, and that its moves are checked."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from app.engine.deal import deal
from app.engine.moves import Collect, RunMove, TakeBack
from app.engine.position import Position
from app.engine.variants import VARIANTS
from app.solver.buffers import BeamBuffers, ProofBuffers
from app.solver.kernels import proof
from app.solver.kernels.beam import JUDGED
from app.solver.kernels.board import PILE
from app.solver.kernels.nodes import Array
from app.solver.kernels.table import Pruning
from app.solver.kernels.weights import ONE_DECK, TWO_DECKS
from app.solver.searching import (
    Beam,
    Proof,
    SolutionError,
    search_beam,
    start_of_beam,
    start_of_proof,
)
from tests.solver.invented import laid

LARGE = deal(VARIANTS["spider-4"], 1)
MANY = deal(VARIANTS["spiderette-2"], 1)
"""Its complete search takes many minutes."""

NO_STOP = np.zeros(1, np.int32)


def code(source: int, target: int, count: int = 1) -> int:
    return source + 256 * target + 65536 * count


def started(position: Position, depth: int = 100_000, places: int = 1 << 22) -> Proof:
    buffers = ProofBuffers(depth, places, len(position.columns), len(position.foundations))
    return Proof(start_of_proof(position), buffers, ONE_DECK, Pruning.NONE, NO_STOP)


@contextmanager
def stopped_after(number: Array, index: int, least: int) -> Iterator[Array]:
    """Stop from another thread once a number that a kernel counts is great enough."""
    stop = np.zeros(1, np.int32)
    ended = threading.Event()

    def watch() -> None:
        while number[index] < least and not ended.wait(0.001):
            pass
        stop[0] = 1

    thread = threading.Thread(target=watch)
    thread.start()
    yield stop
    ended.set()
    thread.join()


def test_a_proof_is_stopped_by_another_thread() -> None:
    """A kernel that held the interpreter's lock would let no other thread look at its count."""
    search = started(MANY)
    cursor = search._stack.cursor
    with stopped_after(cursor, proof.MADE, least=1_000) as stop:
        search._stack = search._stack._replace(stop=stop)
        search.go_on(10_000_000)
    assert 1_000 <= search.made < 10_000_000
    assert search.ended == proof.PAUSED


def test_a_beam_is_stopped_by_another_thread() -> None:
    how = Beam(width=3_000, weights=TWO_DECKS, depth=60, budget=10**12)
    buffers = BeamBuffers(3_000, 10, 8)
    counts = buffers.search.counts
    start = start_of_beam(LARGE)
    search_beam(start, buffers, how, NO_STOP)
    whole = int(counts[JUDGED])
    counts[JUDGED] = 0
    with stopped_after(counts, JUDGED, least=10_000) as stop:
        assert search_beam(start, buffers, how, stop) is None
    assert 10_000 <= counts[JUDGED] < whole


def test_a_proof_in_parts_is_the_same_proof() -> None:
    position = laid("AS 3S | 2S", "AH 3H | 2H", "", homes=",", ranks=3, by_hand=True)
    whole, parts = started(position), started(position)
    whole.go_on(10**9)
    for budget in range(10**6):
        parts.go_on(budget)
        if parts.ended != proof.PAUSED:
            break
    assert (whole.ended, whole.made, whole.judged) == (parts.ended, parts.made, parts.judged)
    assert whole.actions() == parts.actions()


def test_a_proof_with_no_room_for_hashes_ends_without_an_answer() -> None:
    search = started(MANY, places=1 << 13)
    search.go_on(10**9)
    assert search.ended == proof.SEEN_FULL
    assert search.made > (1 << 12) * 7 // 8
    search.go_on(10**10)
    assert search.ended == proof.SEEN_FULL


def test_a_proof_that_goes_too_deep_ends_without_an_answer() -> None:
    search = started(MANY, depth=60)
    search.go_on(10**9)
    assert search.ended == proof.TOO_DEEP


def test_moves_that_are_not_legal_are_no_solution() -> None:
    start = start_of_proof(laid("2S", "AS", homes="", ranks=2, by_hand=False))
    assert start.actions(np.array([code(1, 0)])) == [RunMove(1, 0, 1)]
    with pytest.raises(SolutionError):
        start.actions(np.array([code(0, 1)]))


def test_moves_that_do_not_win_are_no_solution() -> None:
    start = start_of_proof(laid("2S", "AS", homes="", ranks=2, by_hand=True))
    with pytest.raises(SolutionError, match="do not win"):
        start.actions(np.array([code(1, 0)]))
    assert start.actions(np.array([code(1, 0), code(0, PILE)])) == [RunMove(1, 0, 1), Collect(0)]


def test_foundations_give_cards_back() -> None:
    start = start_of_proof(laid("", "AS", homes="2S", ranks=2, by_hand=True))
    path = np.array([code(PILE, 0), code(1, 0), code(0, PILE)])
    assert start.actions(path) == [TakeBack(0, 0), RunMove(1, 0, 1), Collect(0)]


def test_a_beam_collects_before_and_after_each_move() -> None:
    start = start_of_beam(laid("2S AS", "2H", "AH", homes=",", ranks=2, by_hand=True))
    assert not start.by_hand
    assert start.actions(np.array([code(2, 1)])) == [Collect(0), RunMove(2, 1, 1), Collect(1)]


@pytest.mark.parametrize(
    ("position", "by_hand"),
    [
        (laid("2S", "AS", homes="", ranks=2, by_hand=False), False),
        (laid("2S", "AS", homes="", ranks=2, by_hand=True), False),
        (laid("AS", "", homes="2S", ranks=2, by_hand=True), True),
        (laid("2S AS 2H", "AH", homes=",", ranks=2, by_hand=True), True),
        (laid("2S AS | 2H", "AH", homes=",", ranks=2, by_hand=True), False),
    ],
)
def test_by_which_way_of_collecting_a_beam_goes(position: Position, by_hand: bool) -> None:
    assert start_of_beam(position).by_hand is by_hand
