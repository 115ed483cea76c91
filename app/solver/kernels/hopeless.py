"""Positions that cannot be won, as an easier game shows: see ``easier``."""

from typing import Any

from app.solver.kernels.board import Board
from app.solver.kernels.compiled import kernel
from app.solver.kernels.easier import (
    CORELESS,
    DEALT,
    FRAMES,
    HOME,
    NEXT,
    OUT,
    PLACES,
    SUITS,
    WHOLE,
    Hope,
    hash_state,
    loosen,
)
from app.solver.kernels.easier_moves import count_needed, next_child
from app.solver.kernels.nodes import EMPTY, Array, signed
from app.solver.kernels.seen import is_new
from app.solver.kernels.table import Table

KNOWN = 1 << 17
"""Places for verdicts of each kind."""

EXPLORED_AT_MOST = 2_000
"""States of the easier game that are looked at before a position is taken to have hope."""

CREDIT = 3
REWARD = 30
"""While there is a stock that many are looked at for each position, and for each that turned out
to be dead; what is left over may be used later. For a deal may have many, and few dead."""

ROWS = 24
"""Rows of a stock that there may be."""

OPEN = -1
ALIVE = 0
DEAD = 1


@kernel
def look(board: Board, state: int, hope: Hope, table: Table) -> None:
    """Find cores and loose cards: make a position the first state of the easier game."""
    pool = board.pool
    hope.loose[0] = 0
    hope.ranks[0] = 0
    hope.rows[0] = 0
    hope.facts[0] = 0
    hope.hashes[0] = 0
    hope.facts[0, DEALT] = board.states[state].dealt
    for column in range(table.columns):
        node = signed(board.tops[state, column])
        core = signed(pool[node].core)
        hope.cores[0, column] = core
        while node != core:
            loosen(hope, 0, signed(pool[node].card), 1)
            node = signed(pool[node].below)
        if core == EMPTY:
            hope.facts[0, CORELESS] += 1
        else:
            hope.ranks[0, PLACES, signed(pool[core].card) & 15] += 1


@kernel
def count_out(board: Board, state: int, hope: Hope, table: Table) -> None:
    """Count the runs of each suit that are not home, by their highest cards."""
    for column in range(table.columns):
        node = signed(board.tops[state, column])
        while node != EMPTY:
            card = signed(board.pool[node].card)
            hope.runs[0, OUT, card >> 4] += card & 15 == table.ranks
            node = signed(board.pool[node].below)
    for row in range(signed(board.states[state].dealt), table.row_count):
        for column in range(table.widths[row]):
            card = signed(table.rows[row, column])
            hope.runs[0, OUT, card >> 4] += card & 15 == table.ranks


@kernel
def has_taken_back(board: Board, state: int, hope: Hope, table: Table) -> bool:
    """Note what is home by hand; tell whether some of it has been taken back."""
    if table.by_hand:
        for pile in range(table.foundations):
            card = signed(board.piles[state, pile])
            if card & 15 > 1:
                return True
            if card > 0:
                hope.runs[0, HOME, card >> 4] += 1
    return False


@kernel
def may_lend(hope: Hope, frame: int) -> bool:
    """Tell whether cards from home might complete another run of their suit.

    The easier game does not look into that. Where a suit has but one run it cannot be, and cards
    taken back are of no use: each that makes a place takes one of the same kind.
    """
    lending = 0
    for suit in range(SUITS):
        lending += hope.runs[frame, HOME, suit] > 0 and hope.runs[frame, OUT, suit] > 0
    return lending > 0


@kernel
def is_won(hope: Hope, frame: int, table: Table) -> bool:
    """Tell whether every card is loose, or home: then the rest is easy."""
    lying = 0
    for column in range(table.columns):
        lying += signed(hope.rows[frame, column])
    facts = hope.facts
    return bool(
        lying == 0
        and facts[frame, CORELESS] == table.columns
        and facts[frame, DEALT] == table.row_count
    )


@kernel
def learn(hope: Hope, verdicts: Array, kind: int, code: Any) -> None:
    """Keep a verdict; forget all others when there are too many."""
    if hope.known[kind] * 2 > KNOWN:
        verdicts[:] = 0
        hope.known[kind] = 0
    if is_new(verdicts, KNOWN, code, True):
        hope.known[kind] += 1


@kernel
def enter(board: Board, hope: Hope, frame: int, table: Table) -> int:
    """Come to a state: tell whether it is known to be dead, may be won, or is open."""
    hash_state(board, hope, frame, table)
    code = hope.hashes[frame, WHOLE]
    if not is_new(hope.dead, KNOWN, code, False):
        return DEAD
    if not is_new(hope.alive, KNOWN, code, False):
        return ALIVE
    if frame + 1 == FRAMES or may_lend(hope, frame) or is_won(hope, frame, table):
        return ALIVE
    count_needed(hope, frame, table.ranks)
    return OPEN


@kernel
def explore(board: Board, hope: Hope, depth: int, table: Table) -> int:
    """Go on to the next child of a state, or back when it has none; give the depth come to."""
    if next_child(board, hope, depth, table):
        return depth + 1
    learn(hope, hope.dead, DEAD, hope.hashes[depth, WHOLE])
    return depth - 1


@kernel
def has_hope(board: Board, hope: Hope, table: Table) -> bool:
    """Play the easier game from what ``look`` has found; tell whether it may be won.

    Every state has less to go than the one before, so none leads back to itself, and one without
    a child that may be won is dead.
    """
    depth = 0
    while depth >= 0:
        if hope.facts[depth, NEXT] == 0:
            verdict = enter(board, hope, depth, table)
            if verdict == DEAD:
                depth -= 1
                continue
            if verdict == ALIVE:
                for frame in range(depth + 1):
                    learn(hope, hope.alive, ALIVE, hope.hashes[frame, WHOLE])
                return True
            if hope.credit[0] <= 0:
                return True
            hope.credit[0] -= 1
        depth = explore(board, hope, depth, table)
    return False


@kernel
def is_hopeless(board: Board, state: int, hope: Hope, table: Table) -> bool:
    """Tell whether a position cannot be won even in the easier game."""
    hope.runs[0] = 0
    if table.row_count > ROWS or has_taken_back(board, state, hope, table):
        return False
    count_out(board, state, hope, table)
    look(board, state, hope, table)
    credit = hope.credit[0]
    if hope.facts[0, DEALT] >= table.row_count:
        hope.credit[0] = EXPLORED_AT_MOST
        hopeless = not has_hope(board, hope, table)
        hope.credit[0] = credit
        return hopeless
    hope.credit[0] = min(credit + CREDIT, EXPLORED_AT_MOST)
    if has_hope(board, hope, table):
        return False
    hope.credit[0] += REWARD
    return True
