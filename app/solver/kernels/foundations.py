"""Collecting and taking back, where the player does it by hand."""

from app.solver.kernels.board import PILE, Board, grown, pile_hash, placed
from app.solver.kernels.compiled import kernel
from app.solver.kernels.nodes import EMPTY, Array, signed, taken
from app.solver.kernels.table import Table, anchored
from app.solver.kernels.weights import Weights


@kernel
def next_card(card: int, ranks: int) -> int:
    """Give the card beneath one that is taken back from a foundation; 0 when it was the last."""
    return 0 if card & 15 == ranks else card + 1


@kernel
def free_pile(board: Board, state: int, table: Table) -> int:
    """Find an empty foundation; -1 when there is none."""
    for pile in range(table.foundations):
        if board.piles[state, pile] == 0:
            return pile
    return -1


@kernel
def add_collecting(
    board: Board, state: int, column: int, pile: int,
    children: Array, found: int, table: Table, weights: Weights,
) -> int:  # fmt: skip
    """Note the child that collects the completed run of a column."""
    pool = board.pool
    here = board.states[state]
    fixed = anchored(table, signed(here.dealt))
    top = board.tops[state, column]
    rest = taken(pool, top, table.ranks)
    child = children[found]
    child.score = signed(here.score) - pool[top].score + pool[rest].score + weights.run_home
    code = here.hash - placed(pool[top].hash, column, fixed)
    code += placed(pool[rest].hash, column, fixed) - pile_hash(0)
    child.hash = code + pile_hash(signed(pool[top].card))
    child.parent = state
    child.move = column + 256 * (PILE + pile) + 65536 * table.ranks
    return found + 1


@kernel
def add_taking_back(
    board: Board, state: int, pile: int, column: int,
    children: Array, found: int, table: Table, weights: Weights,
) -> int:  # fmt: skip
    """Note the child that moves the top card of a foundation onto a column."""
    pool = board.pool
    here = board.states[state]
    fixed = anchored(table, signed(here.dealt))
    card = signed(board.piles[state, pile])
    top = board.tops[state, column]
    more, column_hash = grown(pool, top, card, 1, table.ranks, weights)
    child = children[found]
    child.score = signed(here.score) - pool[top].score + more
    if card & 15 == 1:
        child.score -= weights.run_home
    code = here.hash - placed(pool[top].hash, column, fixed) + placed(column_hash, column, fixed)
    child.hash = code - pile_hash(card) + pile_hash(next_card(card, table.ranks))
    child.parent = state
    child.move = PILE + pile + 256 * column + 65536
    return found + 1


@kernel
def add_foundation_moves(
    board: Board, state: int, children: Array, found: int, table: Table, weights: Weights
) -> int:
    """Note the children that collect, and those that take back."""
    pool = board.pool
    pile = free_pile(board, state, table)
    for column in range(table.columns):
        if pile >= 0 and pool[board.tops[state, column]].run == table.ranks:
            found = add_collecting(board, state, column, pile, children, found, table, weights)
    for pile in range(table.foundations):
        card = signed(board.piles[state, pile])
        if card == 0:
            continue
        for column in range(table.columns):
            top = board.tops[state, column]
            if top == EMPTY or signed(pool[top].card) & 15 == (card & 15) + 1:
                found = add_taking_back(board, state, pile, column, children, found, table, weights)
    return found
