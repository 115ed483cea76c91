"""Positions without a stock that cannot be won, as an easier game shows.

A column has a *core*: what is left of it when every card that lies on one of the next higher rank
is taken away. All other cards are *loose*. A card is never put on a core but in order, so a core
only gets smaller: its last card goes onto the next higher rank, or into a void, and what it lay on
comes free.

In the easier game loose cards may be rearranged at will, as long as each has a place: on a card of
the next higher rank that is loose or the last of a core, one on each, or at the bottom of a column
without a core. And a suit of which every card is loose may go home, its highest card also from the
end of a core. What cannot be won so cannot be won.
"""

from typing import Any, NamedTuple

import numpy as np

from app.solver.kernels.board import Board
from app.solver.kernels.compiled import kernel
from app.solver.kernels.nodes import EMPTY, Array, mixed, signed
from app.solver.kernels.seen import is_new
from app.solver.kernels.table import Table

SUITS = 4
EXPLORED_AT_MOST = 2_000
FRAMES = 16_384
SEEN = 1 << 13
KNOWN = 1 << 16
"""Sizes: states of the easier game that are looked at before a position is taken to have hope,
states that wait to be looked at, places for hashes of those that have been, and for verdicts."""

START = FRAMES
CURRENT = FRAMES + 1
"""Where the first state is kept, and the one that is looked at."""


class Hope(NamedTuple):
    """What the easier game is played on."""

    cores: Array
    """For each waiting state the node of each core: frames x columns."""

    done: Array
    """For each, how many runs of each suit have gone home: frames x suits."""

    first: Array
    """How many cards of each face are loose at first."""

    loose: Array
    """How many are now."""

    ranks: Array
    """How many loose cards there are of each rank, and how many cores end in it: 2 x 16."""

    home: Array
    """How many runs of each suit are home at first and may give cards back."""

    out: Array
    """How many runs of each suit are not, where cards may be given back."""

    seen: Array
    dead: Array
    """Verdicts: hashes of positions without hope."""

    alive: Array
    """Verdicts: hashes of the others."""

    known: Array
    """How many verdicts there are of each kind."""


@kernel
def look(board: Board, state: int, hope: Hope, table: Table) -> Any:
    """Find cores and loose cards; give a hash of them."""
    pool = board.pool
    code = np.uint64(signed(board.states[state].home) + 1)
    hope.first[:] = 0
    for column in range(table.columns):
        node = signed(board.tops[state, column])
        core = signed(pool[node].core)
        hope.cores[START, column] = core
        code += mixed(pool[core].hash)
        while node != core:
            card = signed(pool[node].card)
            hope.first[card] += 1
            code += mixed(np.uint64(card + 1) * np.uint64(0xC2B2AE3D27D4EB4F))
            node = signed(pool[node].below)
    return code


@kernel
def may_take_back(board: Board, state: int, hope: Hope, table: Table) -> bool:
    """Note what is home by hand, and what is not; tell whether some has been taken back."""
    hope.home[:] = 0
    hope.out[:] = 0
    if table.by_hand:
        for column in range(table.columns):
            node = signed(board.tops[state, column])
            while node != EMPTY:
                card = signed(board.pool[node].card)
                hope.out[card >> 4] += card & 15 == table.ranks
                node = signed(board.pool[node].below)
        for pile in range(table.foundations):
            card = signed(board.piles[state, pile])
            if card & 15 > 1:
                return True
            if card > 0:
                hope.home[card >> 4] += 1
    return False


@kernel
def count(board: Board, frame: int, hope: Hope, table: Table) -> int:
    """Count what is loose in a state of the easier game; give the columns without a core."""
    pool = board.pool
    for face in range(hope.loose.shape[0]):
        hope.loose[face] = hope.first[face]
    hope.ranks[:] = 0
    coreless = 0
    for column in range(table.columns):
        node = signed(hope.cores[START, column])
        core = signed(hope.cores[frame, column])
        while node != core:
            hope.loose[pool[node].card] += 1
            node = signed(pool[node].below)
        if core == EMPTY:
            coreless += 1
        else:
            hope.ranks[1, signed(pool[core].card) & 15] += 1
    for suit in range(SUITS):
        for rank in range(1, table.ranks + 1):
            left = hope.loose[suit * 16 + rank] - signed(hope.done[frame, suit])
            hope.loose[suit * 16 + rank] = max(0, left)
            hope.ranks[0, rank] += max(0, left)
    return coreless


@kernel
def columns_needed(hope: Hope, ranks: int) -> int:
    """Count the columns that loose cards must have because there is no card for them to lie on."""
    needed = signed(hope.ranks[0, ranks])
    for rank in range(1, ranks):
        places = hope.ranks[0, rank + 1] + hope.ranks[1, rank + 1]
        needed += max(0, hope.ranks[0, rank] - places)
    return needed


@kernel
def copy(hope: Hope, frame: int, to: int) -> None:
    """Make one state of the easier game like another."""
    for column in range(hope.cores.shape[1]):
        hope.cores[to, column] = hope.cores[frame, column]
    for suit in range(SUITS):
        hope.done[to, suit] = hope.done[frame, suit]


@kernel
def wait(hope: Hope, waiting: int, frame: int, column: int, core: int, suit: int) -> int:
    """Let a state wait that differs in one core, or in one run that is home; give how many do."""
    if waiting >= FRAMES:
        return waiting
    copy(hope, frame, waiting)
    if column >= 0:
        hope.cores[waiting, column] = core
    if suit >= 0:
        hope.done[waiting, suit] += 1
    return waiting + 1


@kernel
def is_complete(hope: Hope, suit: int, table: Table) -> bool:
    """Tell whether all cards of a suit but the highest one are loose."""
    missing = 0
    for rank in range(1, table.ranks):
        missing += hope.loose[suit * 16 + rank] == 0
    return missing == 0


@kernel
def may_lend(hope: Hope, frame: int) -> bool:
    """Tell whether cards from home might complete another run of their suit.

    The easier game does not look into that. Where a suit has but one run it cannot be, and cards
    taken back are of no use: each that makes a place takes one of the same kind.
    """
    lending = 0
    for suit in range(SUITS):
        done = signed(hope.done[frame, suit])
        lending += hope.home[suit] + done > 0 and hope.out[suit] > done
    return lending > 0


@kernel
def add_runs(board: Board, hope: Hope, frame: int, waiting: int, table: Table) -> int:
    """Let the states wait in which one more run has gone home."""
    pool = board.pool
    for suit in range(SUITS):
        if not is_complete(hope, suit, table):
            continue
        highest = suit * 16 + table.ranks
        if hope.loose[highest] > 0:
            waiting = wait(hope, waiting, frame, -1, 0, suit)
        for column in range(table.columns):
            core = signed(hope.cores[frame, column])
            if core != EMPTY and pool[core].card == highest:
                rest = signed(pool[pool[core].below].core)
                waiting = wait(hope, waiting, frame, column, rest, suit)
    return waiting


@kernel
def add_moves(
    board: Board, hope: Hope, frame: int, waiting: int, coreless: int, table: Table
) -> int:
    """Let the states wait in which the last card of a core has become loose."""
    pool = board.pool
    for column in range(table.columns):
        core = signed(hope.cores[frame, column])
        if core == EMPTY:
            continue
        rank = signed(pool[core].card) & 15
        hope.ranks[0, rank] += 1
        hope.ranks[1, rank] -= 1
        if columns_needed(hope, table.ranks) <= coreless:
            rest = signed(pool[pool[core].below].core)
            waiting = wait(hope, waiting, frame, column, rest, -1)
        hope.ranks[0, rank] -= 1
        hope.ranks[1, rank] += 1
    return waiting


@kernel
def frame_hash(hope: Hope, frame: int, table: Table) -> Any:
    """Give a hash of a state of the easier game, among those of one position."""
    code = np.uint64(1)
    for column in range(table.columns):
        code = mixed(code + np.uint64(hope.cores[frame, column]) * np.uint64(0x9E3779B97F4A7C15))
    for suit in range(SUITS):
        code = mixed(code + np.uint64(hope.done[frame, suit]) * np.uint64(0xD6E8FEB86659FD93))
    return code


@kernel
def has_hope(board: Board, home: int, hope: Hope, table: Table) -> bool:
    """Play the easier game from what ``look`` has found; tell whether it may be won."""
    hope.seen[:] = 0
    copy(hope, START, 0)
    waiting = 1
    for _ in range(EXPLORED_AT_MOST):
        if waiting == 0:
            return False
        waiting -= 1
        copy(hope, waiting, CURRENT)
        if not is_new(hope.seen, hope.seen.shape[0], frame_hash(hope, CURRENT, table), True):
            continue
        done = home
        for suit in range(SUITS):
            done += signed(hope.done[CURRENT, suit])
        coreless = count(board, CURRENT, hope, table)
        if done >= table.foundations or coreless == table.columns or waiting + 64 > FRAMES:
            return True
        if may_lend(hope, CURRENT):
            return True
        waiting = add_runs(board, hope, CURRENT, waiting, table)
        waiting = add_moves(board, hope, CURRENT, waiting, coreless, table)
    return True


@kernel
def is_hopeless(board: Board, state: int, hope: Hope, table: Table) -> bool:
    """Tell whether a position without a stock cannot be won even in the easier game."""
    if may_take_back(board, state, hope, table):
        return False
    code = look(board, state, hope, table)
    if not is_new(hope.dead, KNOWN, code, False):
        return True
    if not is_new(hope.alive, KNOWN, code, False):
        return False
    alive = has_hope(board, signed(board.states[state].home), hope, table)
    verdicts = hope.alive if alive else hope.dead
    kind = 1 if alive else 0
    if hope.known[kind] * 2 > KNOWN:
        verdicts[:] = 0
        hope.known[kind] = 0
    is_new(verdicts, KNOWN, code, True)
    hope.known[kind] += 1
    return not alive
