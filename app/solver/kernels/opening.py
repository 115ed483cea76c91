"""The position from which a search starts."""

from app.solver.kernels.board import Board, weigh
from app.solver.kernels.compiled import kernel
from app.solver.kernels.nodes import EMPTY, Array, clear, push, signed, turn_up
from app.solver.kernels.table import Table
from app.solver.kernels.weights import Weights


@kernel
def lay_out(
    board: Board, cards: Array, shape: Array, piles: Array, table: Table, weights: Weights
) -> int:
    """Make state 0 of a board; give the first free node."""
    clear(board.pool, weights)
    free = EMPTY + 1
    for column in range(table.columns):
        height, down = shape[column, 0], shape[column, 1]
        top = EMPTY
        for under in range(min(height, down + 1)):
            code = column * 128 + under + 1
            top = turn_up(board.pool, free, top, cards[column], under, code, table.ranks, weights)
            free += 1
        for index in range(down + 1, height):
            card = signed(cards[column, index])
            top = push(board.pool, free, top, card, table.ranks, weights)
            free += 1
        board.tops[0, column] = top
    board.states[0].dealt = 0
    board.states[0].home = 0
    for pile in range(table.foundations):
        board.states[0].home += signed(piles[pile]) & 15 == 1
        if table.by_hand:
            board.piles[0, pile] = piles[pile]
    weigh(board, 0, table, weights)
    return free
