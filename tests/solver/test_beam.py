"""Beams: order, room, and what they are made of."""

import numpy as np
import pytest

from app.engine.deal import deal
from app.engine.position import Position
from app.engine.variants import VARIANTS
from app.solver.buffers import BeamBuffers, beam_bytes
from app.solver.kernels.beam import (
    BUCKETS,
    FREE,
    JUDGED,
    NOT_FOUND,
    OUT_OF_NODES,
    OUT_OF_ROOM,
    Search,
    beam,
    rank,
)
from app.solver.kernels.board import Board
from app.solver.kernels.nodes import NODE
from app.solver.kernels.opening import lay_out
from app.solver.kernels.table import Pruning, Table
from app.solver.kernels.weights import ONE_DECK
from app.solver.layout import columns_of, piles_of, table_of

EASY = deal(VARIANTS["spider-1"], 1)


def with_pool(board: Board, search: Search, nodes: int) -> tuple[Board, Search]:
    return (
        board._replace(pool=np.empty(nodes, NODE)),
        search._replace(marks=np.empty(nodes, np.int32)),
    )


def searched(
    position: Position, board: Board, search: Search, width: int, depth: int = 400,
    budget: int = 10**12,
) -> tuple[int, list[int]]:  # fmt: skip
    """Run a beam; give its answer, and its moves with the number of what it judged."""
    table: Table = table_of(position, Pruning.NONE, loose=True, by_hand=False)
    free = lay_out(board, *columns_of(position), piles_of(position), table, ONE_DECK)
    answer = beam(board, search, free, width, depth, budget, table, ONE_DECK)
    return answer, [*map(int, search.path[: max(0, answer)]), int(search.counts[JUDGED])]


@pytest.mark.parametrize("spread", [1, 50, 4096, 5000, 1_000_000])
def test_rank_puts_the_best_first(spread: int) -> None:
    search = BeamBuffers(100, 2, 1).search
    chance = np.random.default_rng(spread)
    scores = chance.integers(-spread, spread, 900)
    search.children["score"][:900] = scores
    rank(search, 900)
    order = search.order[:900]
    assert sorted(order) == list(range(900))
    ordered = scores[order].astype(int)
    finest = 1
    while 2 * spread // finest >= BUCKETS:
        finest *= 2
    assert all(ordered[:-1] - ordered[1:] > -finest)
    if spread < 2048:
        assert list(ordered) == sorted(scores, reverse=True)


def test_rank_keeps_the_order_of_equals() -> None:
    search = BeamBuffers(100, 2, 1).search
    search.children["score"][:300] = 7
    rank(search, 300)
    assert list(search.order[:300]) == list(range(300))


def test_little_room_for_nodes_changes_nothing() -> None:
    """A small pool is made room in again and again; the answer stays."""
    width = 30
    buffers = BeamBuffers(width, 10, 8)
    ample = searched(EASY, buffers.board, buffers.search, width)
    assert ample[0] > 0
    least = width * 32
    board, search = with_pool(buffers.board, buffers.search, least + width * 104)
    assert searched(EASY, board, search, width) == ample
    assert search.counts[FREE] < buffers.board.pool.shape[0]


def test_too_little_room_is_told() -> None:
    buffers = BeamBuffers(30, 10, 8)
    board, search = with_pool(buffers.board, buffers.search, 30 * 32 + 60)
    assert searched(EASY, board, search, 30)[0] == OUT_OF_ROOM


def test_depth_and_budget() -> None:
    buffers = BeamBuffers(30, 10, 8)
    won, _ = searched(EASY, buffers.board, buffers.search, 30)
    assert searched(EASY, buffers.board, buffers.search, 30, depth=won)[0] == won
    assert searched(EASY, buffers.board, buffers.search, 30, depth=won - 1)[0] == NOT_FOUND
    for budget in (0, 100, 5_000):
        answer, told = searched(EASY, buffers.board, buffers.search, 30, budget=budget)
        assert answer == OUT_OF_NODES
        assert budget < told[-1] < budget + 30 * 1024


@pytest.mark.parametrize(("width", "columns"), [(30, 7), (300, 10), (3_000, 10)])
def test_the_memory_of_a_beam_is_known_beforehand(width: int, columns: int) -> None:
    buffers = BeamBuffers(width, columns, 8)
    arrays = [*buffers.board, *buffers.search]
    assert sum(array.nbytes for array in arrays) == pytest.approx(
        beam_bytes(width, columns), rel=0.03, abs=200_000
    )
