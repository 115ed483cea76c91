"""A complete search, depth first: when it ends without a win, there is none."""

from typing import NamedTuple

from app.solver.kernels.beam import CHILDREN_OF_STATE
from app.solver.kernels.board import Board
from app.solver.kernels.compiled import kernel
from app.solver.kernels.easier import Hope
from app.solver.kernels.expand import expand
from app.solver.kernels.hopeless import is_hopeless
from app.solver.kernels.making import NODES_OF_MOVE, make
from app.solver.kernels.nodes import Array
from app.solver.kernels.seen import is_new
from app.solver.kernels.table import Pruning, Table
from app.solver.kernels.weights import Weights

EXHAUSTED = 0
PAUSED = 1
SEEN_FULL = 2
TOO_DEEP = 3
FOUND = 4
"""What a stretch of the search ends with."""

DEPTH = 0
FREE = 1
TOP = 2
JUDGED = 3
MADE = 4
FRESH = 5
PLACES = 6
"""Places of the cursor: length of the path, first free node, first free child, children judged,
positions made, 1 while the children of the last position have not been found, and how many places
of the set of hashes are in use."""

_HOPELESS = int(Pruning.HOPELESS)


class Stack(NamedTuple):
    """The path from the start to the position under search, and what is left to try along it."""

    children: Array
    first: Array
    """For each position of the path, its first child."""

    left: Array
    """For each, the child after the last one that is left to try."""

    nodes: Array
    """For each, the first node that is not part of it."""

    path: Array
    seen: Array
    cursor: Array
    hope: Hope
    stop: Array


@kernel
def sort(children: Array, first: int, last: int) -> None:
    """Put the best child last: it is tried first."""
    for index in range(first + 1, last):
        code = children[index].hash
        score = children[index].score
        move = children[index].move
        place = index
        while place > first and children[place - 1].score > score:
            children[place].hash = children[place - 1].hash
            children[place].score = children[place - 1].score
            children[place].move = children[place - 1].move
            place -= 1
        children[place].hash = code
        children[place].score = score
        children[place].move = move


@kernel
def unmet(stack: Stack, first: int, last: int) -> int:
    """Leave out the children that have been met; give the index after the last."""
    children = stack.children
    kept = first
    for index in range(first, last):
        if is_new(stack.seen, stack.cursor[PLACES], children[index].hash, False):
            children[kept] = children[index]
            kept += 1
    return kept


@kernel
def branch(board: Board, stack: Stack, depth: int, table: Table, weights: Weights) -> None:
    """Find the children of the last position of the path, unless it is hopeless."""
    cursor = stack.cursor
    top = last = cursor[TOP]
    if not (table.pruning & _HOPELESS and is_hopeless(board, depth, stack.hope, table)):
        last = expand(board, depth, stack.children, top, table, weights)
    cursor[JUDGED] += last - top
    last = unmet(stack, top, last)
    cursor[MADE] += 1
    sort(stack.children, top, last)
    stack.first[depth] = top
    stack.left[depth] = last
    stack.nodes[depth] = cursor[FREE]
    cursor[FRESH] = 0


@kernel
def step(board: Board, stack: Stack, table: Table, weights: Weights) -> int:
    """Go on by one child: forward to it, or back when none is left."""
    cursor = stack.cursor
    depth = cursor[DEPTH]
    if cursor[FRESH]:
        branch(board, stack, depth, table, weights)
    if stack.left[depth] == stack.first[depth]:
        cursor[TOP] = stack.first[depth]
        cursor[DEPTH] = depth - 1
        return EXHAUSTED if depth == 0 else PAUSED
    stack.left[depth] -= 1
    index = stack.left[depth]
    child = stack.children[index]
    if not is_new(stack.seen, cursor[PLACES], child.hash, True):
        return PAUSED
    free = stack.nodes[depth]
    cursor[FREE] = make(board, child, depth + 1, free, table, weights)
    stack.path[depth] = child.move
    cursor[DEPTH] = depth + 1
    cursor[TOP] = index
    cursor[FRESH] = 1
    return FOUND if board.states[depth + 1].home == table.foundations else PAUSED


@kernel
def is_full(board: Board, stack: Stack) -> int:
    """Tell what there is no more room for: ``SEEN_FULL``, ``TOO_DEEP``, or ``PAUSED``."""
    cursor = stack.cursor
    if cursor[MADE] * 8 > cursor[PLACES] * 7:
        return SEEN_FULL
    if (
        cursor[DEPTH] + 2 > board.states.shape[0]
        or cursor[TOP] + CHILDREN_OF_STATE > stack.children.shape[0]
        or cursor[FREE] + NODES_OF_MOVE > board.pool.shape[0]
    ):
        return TOO_DEEP
    return PAUSED


@kernel
def search_on(board: Board, stack: Stack, budget: int, table: Table, weights: Weights) -> int:
    """Go on with a search until so many positions have been made in all."""
    while True:
        if stack.stop[0] or stack.cursor[MADE] >= budget:
            return PAUSED
        answer = is_full(board, stack)
        if answer == PAUSED:
            answer = step(board, stack, table, weights)
        if answer != PAUSED:
            return answer
