"""Positions that are blocked for good."""

from app.solver.kernels.board import Board
from app.solver.kernels.compiled import kernel
from app.solver.kernels.nodes import EMPTY, Array, bit_of, signed, taken
from app.solver.kernels.table import Table


@kernel
def is_open(board: Board, state: int, frontier: Array, table: Table) -> bool:
    """Begin with every column's free card; tell whether a void or a foundation is open."""
    for column in range(table.columns):
        frontier[column] = board.tops[state, column]
        if frontier[column] == EMPTY:
            return True
    if table.by_hand:
        for pile in range(table.foundations):
            if signed(board.piles[state, pile]) & 15 > 1:
                return True
    return False


@kernel
def suit_of(card: int, ranks: int) -> int:
    """Give the bits of every face of a card's suit."""
    return signed((1 << ranks) - 1) << ((card >> 4) * 14 + 1)


@kernel
def begin(board: Board, state: int, frontier: Array, reached: Array, table: Table) -> None:
    """Note what is free from the start. What is home may be taken back to complete a run."""
    reached[0] = 0  # ranks that are places
    reached[1] = 0  # faces that have been free, or in a run that was
    for column in range(table.columns):
        reached[0] |= signed(1) << (signed(board.pool[frontier[column]].card) & 15)
    if table.by_hand:
        for pile in range(table.foundations):
            if board.piles[state, pile] != 0:
                reached[1] |= suit_of(signed(board.piles[state, pile]), table.ranks)


@kernel
def has_place(head: int, reached: Array, ranks: int) -> bool:
    """Tell whether a run with this head can leave its column."""
    rank = head & 15
    if rank < ranks:
        return bool((reached[0] >> (rank + 1)) & 1 == 1)
    suit = suit_of(head, ranks)
    return bool(reached[1] & suit == suit)


@kernel
def loosened(board: Board, column: int, frontier: Array, reached: Array, table: Table) -> bool:
    """Move on in one column as far as one run goes; tell whether it went."""
    pool = board.pool
    top = frontier[column]
    card = signed(pool[top].card)
    run = signed(pool[top].run)
    for length in range(run):
        reached[1] |= bit_of(card + length)
    for length in range(run, 0, -1):
        if has_place(card + length - 1, reached, table.ranks):
            frontier[column] = taken(pool, top, length)
            reached[0] |= signed(1) << (signed(pool[frontier[column]].card) & 15)
            return True
    return False


@kernel
def is_hopeless(board: Board, state: int, frontier: Array, reached: Array, table: Table) -> bool:
    """Tell whether no column can ever be emptied, even if places were never used up.

    For positions without a stock. A card that has been free once counts as a place for ever, and
    a suit of which every card has been free as a completed run. What stays blocked even so stays
    blocked in the game. ``frontier`` (columns) and ``reached`` (2) are scratch.
    """
    if is_open(board, state, frontier, table):
        return False
    begin(board, state, frontier, reached, table)
    moving = True
    while moving:
        moving = False
        for column in range(table.columns):
            while loosened(board, column, frontier, reached, table):
                moving = True
                if frontier[column] == EMPTY:
                    return False
    return True
