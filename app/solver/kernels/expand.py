"""The children of a position, judged without being made."""

from typing import Any

from app.solver.kernels.board import DEAL, Board, completes, grown, placed, stock_hash
from app.solver.kernels.compiled import kernel
from app.solver.kernels.foundations import add_foundation_moves
from app.solver.kernels.nodes import EMPTY, Array, signed, taken
from app.solver.kernels.table import Table, anchored
from app.solver.kernels.weights import Weights


@kernel
def note(child: Any, code: Any, score: int, parent: int, move: int) -> None:
    """Fill in a child."""
    child.hash = code
    child.score = score
    child.parent = parent
    child.move = move


@kernel
def add_move(
    board: Board, state: int, source: int, target: int, count: int,
    children: Array, found: int, table: Table, weights: Weights,
) -> int:  # fmt: skip
    """Note the child that moves a run; give the number of children found."""
    pool = board.pool
    here = board.states[state]
    fixed = anchored(table, signed(here.dealt))
    start, end = board.tops[state, source], board.tops[state, target]
    left = taken(pool, start, count)
    head = signed(pool[start].card) + count - 1
    score = signed(here.score) - pool[start].score - pool[end].score + pool[left].score
    code = here.hash - placed(pool[start].hash, source, fixed)
    code = code - placed(pool[end].hash, target, fixed) + placed(pool[left].hash, source, fixed)
    if completes(pool, end, head, count, table):
        rest = taken(pool, end, table.ranks - count)
        score += pool[rest].score + weights.run_home
        code += placed(pool[rest].hash, target, fixed)
    else:
        more, column = grown(pool, end, head, count, table.ranks, weights)
        score += more
        code += placed(column, target, fixed)
    note(children[found], code, score, state, source + 256 * target + 65536 * count)
    return found + 1


@kernel
def add_void_moves(
    board: Board, state: int, source: int, target: int,
    children: Array, found: int, table: Table, weights: Weights,
) -> int:  # fmt: skip
    """Note the children that move a run, or its tail, into a void."""
    dealt = signed(board.states[state].dealt)
    node = board.pool[board.tops[state, source]]
    run = signed(node.run)
    whole = signed(node.height)
    if min(source, target) < anchored(table, dealt):
        whole = 0  # where a whole column lies makes a difference
    for count in range(1, run + 1):
        if count != whole:
            found = add_move(board, state, source, target, count, children, found, table, weights)
    return found


@kernel
def add_moves_into_voids(
    board: Board, state: int, children: Array, found: int, table: Table, weights: Weights
) -> int:
    """Note the children that move a run into a void."""
    fixed = anchored(table, signed(board.states[state].dealt))
    alike = 0
    for target in range(table.columns):
        if board.tops[state, target] != EMPTY:
            continue
        alike += target >= fixed
        if alike > 1 and target >= fixed:
            continue  # one such void is as good as another
        for source in range(table.columns):
            if board.tops[state, source] != EMPTY:
                found = add_void_moves(
                    board, state, source, target, children, found, table, weights
                )
    return found


@kernel
def add_deal(
    board: Board, state: int, children: Array, found: int, table: Table, weights: Weights
) -> int:
    """Note the child that deals a row."""
    pool = board.pool
    here = board.states[state]
    dealt = signed(here.dealt)
    fixed = anchored(table, dealt + 1)
    score = signed(here.score) + weights.row_dealt
    code = stock_hash(dealt + 1)
    for column in range(table.columns):
        top = board.tops[state, column]
        if column >= table.widths[dealt]:
            code += placed(pool[top].hash, column, fixed)
            continue
        card = signed(table.rows[dealt, column])
        score -= pool[top].score
        if completes(pool, top, card, 1, table):
            rest = taken(pool, top, table.ranks - 1)
            score += pool[rest].score + weights.run_home
            code += placed(pool[rest].hash, column, fixed)
        else:
            more, value = grown(pool, top, card, 1, table.ranks, weights)
            score += more
            code += placed(value, column, fixed)
    note(children[found], code, score, state, DEAL)
    return found + 1


@kernel
def add_moves_onto(
    board: Board, state: int, target: int, children: Array, found: int,
    table: Table, weights: Weights,
) -> int:  # fmt: skip
    """Note the children that move a run onto the next rank up, on one column."""
    pool = board.pool
    rank = signed(pool[board.tops[state, target]].card) & 15
    for source in range(table.columns):
        start = board.tops[state, source]
        run = signed(pool[start].run)
        count = rank - (signed(pool[start].card) & 15)
        if 0 < count <= run and source != target:
            found = add_move(board, state, source, target, count, children, found, table, weights)
    return found


@kernel
def expand(
    board: Board, state: int, children: Array, found: int, table: Table, weights: Weights
) -> int:
    """Note the children of a state from index ``found`` on; give the index after the last."""
    dealt = signed(board.states[state].dealt)
    voids = 0
    for target in range(table.columns):
        if board.tops[state, target] != EMPTY:
            found = add_moves_onto(board, state, target, children, found, table, weights)
        else:
            voids += 1
    if voids > 0:
        found = add_moves_into_voids(board, state, children, found, table, weights)
    if table.by_hand:
        found = add_foundation_moves(board, state, children, found, table, weights)
    if voids == 0 and dealt < table.row_count:
        found = add_deal(board, state, children, found, table, weights)
    return found
