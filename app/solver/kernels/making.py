"""Making the positions that the search keeps."""

from typing import Any

from app.solver.kernels.board import DEAL, PILE, Board, completes
from app.solver.kernels.compiled import kernel
from app.solver.kernels.foundations import next_card
from app.solver.kernels.nodes import push, signed, taken
from app.solver.kernels.table import Table
from app.solver.kernels.weights import Weights

NODES_OF_MOVE = 32
"""More nodes than one move makes: a run, or a row."""


@kernel
def copy(board: Board, parent: int, state: int, table: Table) -> None:
    """Make one state like another, but for score and hash."""
    board.states[state].dealt = board.states[parent].dealt
    board.states[state].home = board.states[parent].home
    for column in range(table.columns):
        board.tops[state, column] = board.tops[parent, column]
    if table.by_hand:
        for pile in range(table.foundations):
            board.piles[state, pile] = board.piles[parent, pile]


@kernel
def put(
    board: Board, state: int, column: int, head: int, count: int, free: int,
    table: Table, weights: Weights,
) -> int:  # fmt: skip
    """Put a run on a column; give the first node that is still free."""
    top = board.tops[state, column]
    if completes(board.pool, top, head, count, table):
        board.tops[state, column] = taken(board.pool, top, table.ranks - count)
        board.states[state].home += 1
        return free
    for card in range(head, head - count, -1):
        top = push(board.pool, free, top, card, table.ranks, weights)
        free += 1
    board.tops[state, column] = top
    return free


@kernel
def deal_row(board: Board, state: int, free: int, table: Table, weights: Weights) -> int:
    """Deal a row; give the first node that is still free."""
    dealt = signed(board.states[state].dealt)
    for column in range(table.widths[dealt]):
        card = signed(table.rows[dealt, column])
        free = put(board, state, column, card, 1, free, table, weights)
    board.states[state].dealt = dealt + 1
    return free


@kernel
def take_back(
    board: Board, state: int, pile: int, column: int, free: int, table: Table, weights: Weights
) -> int:
    """Move the top card of a foundation onto a column; give the first node still free."""
    card = signed(board.piles[state, pile])
    board.piles[state, pile] = next_card(card, table.ranks)
    if card & 15 == 1:
        board.states[state].home -= 1
    return put(board, state, column, card, 1, free, table, weights)


@kernel
def move_run(
    board: Board, state: int, source: int, target: int, count: int, free: int,
    table: Table, weights: Weights,
) -> int:  # fmt: skip
    """Move a run onto a column or a foundation; give the first node still free."""
    top = board.tops[state, source]
    card = signed(board.pool[top].card)
    board.tops[state, source] = taken(board.pool, top, count)
    if target >= PILE:
        board.piles[state, target - PILE] = card
        board.states[state].home += 1
        return free
    return put(board, state, target, card + count - 1, count, free, table, weights)


@kernel
def make(board: Board, child: Any, state: int, free: int, table: Table, weights: Weights) -> int:
    """Make a child at the index ``state``, with nodes from ``free`` on; give the next free one."""
    move = signed(child.move)
    copy(board, child.parent, state, table)
    board.states[state].hash = child.hash
    board.states[state].score = child.score
    if move == DEAL:
        return deal_row(board, state, free, table, weights)
    source, target, count = move & 255, (move >> 8) & 255, move >> 16
    if source >= PILE:
        return take_back(board, state, source - PILE, target, free, table, weights)
    return move_run(board, state, source, target, count, free, table, weights)
