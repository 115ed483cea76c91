"""A beam search: of all children of a level's positions only the best go on to the next."""

from typing import NamedTuple

from app.solver.kernels.board import Board
from app.solver.kernels.compacting import compact
from app.solver.kernels.compiled import kernel
from app.solver.kernels.expand import expand
from app.solver.kernels.making import NODES_OF_MOVE, make
from app.solver.kernels.nodes import Array, signed
from app.solver.kernels.seen import is_new
from app.solver.kernels.table import Table
from app.solver.kernels.weights import Weights

BUCKETS = 4096
CHILDREN_OF_STATE = 1024
"""More children than one state has."""

STATES_BETWEEN_LOOKS = 256
"""So many positions are worked on between two looks at the sign to stop: well below 1 ms."""

NOT_FOUND = 0
STOPPED = -2
OUT_OF_NODES = -3
OUT_OF_ROOM = -4
"""What a search answers instead of a number of moves."""

JUDGED = 0
FREE = 1
MET = 2
SIZE = 3
"""Positions judged, the first free node, positions met, and places for their hashes."""


class Search(NamedTuple):
    """What a beam writes on."""

    children: Array
    order: Array
    """Indices of the children, best first."""

    buckets: Array
    seen: Array
    parents: Array
    """For each level and place its parent's place: levels x width."""

    moves: Array
    """For each level and place the move from its parent."""

    path: Array
    marks: Array
    counts: Array
    """Numbers kept while it runs, at the indices above."""

    stop: Array
    """One number: not 0 when the search is to end."""


@kernel
def rank(search: Search, found: int) -> None:
    """Order the children by score, as finely as the buckets allow."""
    children, order, buckets = search.children, search.order, search.buckets
    best = worst = signed(children[0].score)
    for index in range(found):
        score = signed(children[index].score)
        best = max(best, score)
        worst = min(worst, score)
    shift = 0
    while (best - worst) >> shift >= BUCKETS:
        shift += 1
    used = ((best - worst) >> shift) + 1
    buckets[:used] = 0
    for index in range(found):
        buckets[(best - signed(children[index].score)) >> shift] += 1
    start = 0
    for bucket in range(used):
        size = buckets[bucket]
        buckets[bucket] = start
        start += size
    for index in range(found):
        bucket = (best - signed(children[index].score)) >> shift
        order[buckets[bucket]] = index
        buckets[bucket] += 1


@kernel
def judge(
    board: Board, search: Search, first: int, count: int, table: Table, weights: Weights
) -> int:
    """Find the children of a level; give their number, or ``STOPPED``."""
    found = 0
    for index in range(count):
        if index % STATES_BETWEEN_LOOKS == 0 and search.stop[0]:
            return STOPPED
        if found + CHILDREN_OF_STATE > search.children.shape[0]:
            break
        found = expand(board, first + index, search.children, found, table, weights)
    search.counts[JUDGED] += found
    return found


@kernel
def trace(search: Search, level: int, place: int) -> int:
    """Write down the moves that led to a place; give their number."""
    for step in range(level, -1, -1):
        search.path[step] = search.moves[step, place]
        place = search.parents[step, place]
    return level + 1


@kernel
def select(
    board: Board, search: Search, found: int, here: int, level: int,
    width: int, table: Table, weights: Weights,
) -> int:  # fmt: skip
    """Make the best children the places of the next level; give their number.

    With a win among them it is the last of them.
    """
    counts = search.counts
    there = width - here
    kept = 0
    for index in range(found):
        if kept == width or (index % STATES_BETWEEN_LOOKS == 0 and search.stop[0]):
            break
        child = search.children[search.order[index]]
        if not is_new(search.seen, counts[SIZE], child.hash, counts[MET] * 2 < counts[SIZE]):
            continue
        counts[MET] += 1
        search.parents[level, kept] = child.parent - here
        search.moves[level, kept] = child.move
        counts[FREE] = make(board, child, there + kept, counts[FREE], table, weights)
        kept += 1
        if board.states[there + kept - 1].home == table.foundations:
            break
    return kept


@kernel
def has_room(board: Board, search: Search, here: int, kept: int, width: int, table: Table) -> bool:
    """See to it that there are nodes for a level."""
    counts = search.counts
    needed = width * NODES_OF_MOVE
    if counts[FREE] + needed > board.pool.shape[0]:
        counts[FREE] = compact(board, here, kept, search.marks, counts[FREE], table)
    return bool(counts[FREE] + needed <= board.pool.shape[0])


@kernel
def begin(search: Search, free: int, width: int, depth: int) -> None:
    """Clear what a beam writes on, and no more of it than it will need."""
    size = signed(search.seen.shape[0])
    while size > 4096 and size > 4 * width * depth:
        size >>= 1
    search.seen[:size] = 0
    search.counts[JUDGED] = 0
    search.counts[FREE] = free
    search.counts[MET] = 0
    search.counts[SIZE] = size


@kernel
def beam(
    board: Board, search: Search, free: int, width: int, depth: int, budget: int,
    table: Table, weights: Weights,
) -> int:  # fmt: skip
    """Search from state 0; give the number of moves of a win: they are then on the path.

    Two halves of the states, ``width`` each, take turns as this level and the next. ``depth`` is
    the greatest number of moves, ``budget`` of positions judged.
    """
    begin(search, free, width, depth)
    here = 0
    kept = 1
    for level in range(depth):
        found = judge(board, search, here, kept, table, weights)
        if found <= 0:
            return found
        if search.counts[JUDGED] > budget:
            return OUT_OF_NODES
        if not has_room(board, search, here, kept, width, table):
            return OUT_OF_ROOM
        rank(search, found)
        kept = select(board, search, found, here, level, width, table, weights)
        if kept == 0:
            return NOT_FOUND
        here = width - here
        if board.states[here + kept - 1].home == table.foundations:
            return trace(search, level, kept - 1)
    return NOT_FOUND
