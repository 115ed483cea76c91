"""An easier game than the real one: what cannot be won in it cannot be won at all.

A column has a *core*: what is left of it when every card that lies on one of the next higher rank
is taken away. All other cards are *loose*. Nothing is put on a core but in order, or by dealing a
row: its last card goes onto the next higher rank, or into a void, and what it lay on comes free.

In the easier game loose cards may be rearranged at will, as long as each has a place: on a card of
the next higher rank, one on each, or at the bottom of a column without a core. A row falls on the
cores, but what it covers still gives places, and a void does not forbid to deal it. And a suit of
which every card is loose may go home, its highest card also from the end of a core.
"""

from typing import Any, NamedTuple

import numpy as np

from app.solver.kernels.board import Board, stock_hash
from app.solver.kernels.compiled import kernel
from app.solver.kernels.nodes import Array, mixed, signed
from app.solver.kernels.table import Table

SUITS = 4
FRAMES = 512
"""States one after the other that there is room for: each has a card or a row less to go."""

FACES = 16 * SUITS
LOOSE = 0
PLACES = 1
HOME = 0
OUT = 1
DEALT = 0
CORELESS = 1
NEXT = 2
NEEDED = 3
WHOLE = 0
OF_LOOSE = 1
"""Places in the arrays below."""


class Hope(NamedTuple):
    """States of the easier game, each one move after the last, and what has been found out."""

    cores: Array
    """The node of each core: frames x columns."""

    rows: Array
    """Of which rows the card lies on each core, a bit for each row: frames x columns."""

    loose: Array
    """How many cards of each face are loose: frames x faces."""

    ranks: Array
    """Of each rank how many cards are loose, and how many others give a place: frames x 2 x 16."""

    runs: Array
    """How many runs of each suit are home, where they may be taken back, and how many are not:
    frames x 2 x suits."""

    facts: Array
    """Rows dealt, columns without a core, the next child to try, and columns that loose cards must
    have because there is no card for them to lie on: frames x 4."""

    hashes: Array
    """Of each state, and of its loose cards: frames x 2."""

    dead: Array
    """Hashes of states that cannot be won."""

    alive: Array
    """Hashes of states of which that is not known."""

    known: Array
    """How many hashes there are of each kind."""

    credit: Array
    """One number: how many states may be looked at."""


@kernel
def loose_hash(card: int) -> Any:
    """Give a loose card's part in the hash of a state."""
    return mixed(np.uint64(card + 1) * np.uint64(0xC2B2AE3D27D4EB4F))


@kernel
def core_hash(board: Board, hope: Hope, frame: int, column: int, table: Table) -> Any:
    """Give a core's part: its column counts while rows may come, or have."""
    code = board.pool[hope.cores[frame, column]].hash
    rows = signed(hope.rows[frame, column])
    if rows > 0 or hope.facts[frame, DEALT] < table.row_count:
        code += np.uint64(rows * 16 + column + 1) * np.uint64(0xD6E8FEB86659FD93)
    return mixed(code)


@kernel
def hash_state(board: Board, hope: Hope, frame: int, table: Table) -> None:
    """Work out the hash of a state."""
    code = hope.hashes[frame, OF_LOOSE] + stock_hash(signed(hope.facts[frame, DEALT]))
    for column in range(table.columns):
        code += core_hash(board, hope, frame, column, table)
    hope.hashes[frame, WHOLE] = code


@kernel
def last_row(hope: Hope, frame: int, column: int) -> int:
    """Give the last row whose card lies on a core; -1 when there is none."""
    rows = signed(hope.rows[frame, column])
    row = -1
    while rows >> (row + 1) > 0:
        row += 1
    return row


@kernel
def end_of(board: Board, hope: Hope, frame: int, column: int, table: Table) -> int:
    """Give the last card of a core, with what has been dealt onto it; 0 when there is none."""
    row = last_row(hope, frame, column)
    if row >= 0:
        return signed(table.rows[row, column])
    return signed(board.pool[hope.cores[frame, column]].card)


@kernel
def loosen(hope: Hope, frame: int, card: int, many: int) -> None:
    """Add so many loose cards of a face, or take them away."""
    hope.loose[frame, card] += many
    hope.ranks[frame, LOOSE, card & 15] += many
    hope.hashes[frame, OF_LOOSE] += loose_hash(card) * np.uint64(many)


@kernel
def copy(hope: Hope, frame: int) -> int:
    """Make the next state like this one; give its place."""
    to = frame + 1
    for column in range(hope.cores.shape[1]):
        hope.cores[to, column] = hope.cores[frame, column]
        hope.rows[to, column] = hope.rows[frame, column]
    for face in range(FACES):
        hope.loose[to, face] = hope.loose[frame, face]
    for rank in range(16):
        hope.ranks[to, LOOSE, rank] = hope.ranks[frame, LOOSE, rank]
        hope.ranks[to, PLACES, rank] = hope.ranks[frame, PLACES, rank]
    for suit in range(SUITS):
        hope.runs[to, HOME, suit] = hope.runs[frame, HOME, suit]
        hope.runs[to, OUT, suit] = hope.runs[frame, OUT, suit]
    hope.facts[to, DEALT] = hope.facts[frame, DEALT]
    hope.facts[to, CORELESS] = hope.facts[frame, CORELESS]
    hope.facts[to, NEXT] = 0
    hope.hashes[to, OF_LOOSE] = hope.hashes[frame, OF_LOOSE]
    return to
