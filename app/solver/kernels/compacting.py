"""Making room among the nodes."""

from app.solver.kernels.board import Board
from app.solver.kernels.compiled import kernel
from app.solver.kernels.nodes import EMPTY, Array
from app.solver.kernels.table import Table


@kernel
def mark(board: Board, first: int, count: int, marks: Array, free: int, table: Table) -> None:
    """Set a mark for each node that some states are made of."""
    marks[:free] = 0
    marks[EMPTY] = 1
    for state in range(first, first + count):
        for column in range(table.columns):
            node = board.tops[state, column]
            while marks[node] == 0:
                marks[node] = 1
                node = board.pool[node].below


@kernel
def compact(board: Board, first: int, count: int, marks: Array, free: int, table: Table) -> int:
    """Keep only the nodes that some states are made of; give the first free one.

    A node's link leads to an older node, so they can move down in order. ``marks`` is scratch,
    one for each node.
    """
    pool = board.pool
    mark(board, first, count, marks, free, table)
    kept = 0
    for node in range(free):
        if marks[node]:
            pool[kept] = pool[node]
            pool[kept].below = marks[pool[node].below]
            marks[node] = kept
            pool[kept].core = marks[pool[kept].core]
            kept += 1
    for state in range(first, first + count):
        for column in range(table.columns):
            board.tops[state, column] = marks[board.tops[state, column]]
    return kept
