"""Columns as chains of nodes: a node is a column's last card and a link to the rest of it.

A move makes new nodes only for the cards that it moves; all else is shared. A node also holds
what its whole column is worth and a hash of it, so that a child of a position can be judged
without being made. The link of a node leads to what the column becomes when its last card is
taken away: beneath the first face-up card that is the last face-down one, turned up.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.solver.kernels.compiled import kernel
from app.solver.kernels.weights import Weights

Array = NDArray[Any]

NODE = np.dtype(
    [
        ("lower", np.uint64),  # a bit for each face in the column: suit * 14 + rank
        ("hash", np.uint64),
        ("below", np.int32),  # the node of the column without its last card
        ("sum", np.int32),  # worth of the column, but for the number of its runs
        ("score", np.int32),  # worth of the column
        ("core", np.int32),  # the node from which on all cards are in order of rank, see below
        ("card", np.uint8),  # suit * 16 + rank
        ("run", np.uint8),  # length of the run that ends the column
        ("lowest", np.uint8),  # lowest rank in the column
        ("pieces", np.uint8),  # number of its runs
        ("down", np.uint8),  # number of its face-down cards
        ("height", np.uint8),  # number of its cards
    ],
    align=True,
)

EMPTY = 0
"""The node of a column without cards."""

# The core of a column is what is left when all that lies on a card of the next higher rank is
# taken away; a column that is in order from the bottom up has an empty one.

NO_RANK = 99
"""Lowest rank of a column without cards."""

_BOTTOM = 0x243F6A8885A308D3
_CARD = 0x9E3779B97F4A7C15
_MIXER = 0xBF58476D1CE4E5B9


@kernel
def signed(value: Any) -> int:
    """Make a number one of 64 bits with a sign: with others Numba would go over to floats."""
    return np.int64(value)  # type: ignore[return-value]


@kernel
def mixed(value: Any) -> Any:
    """Scatter the bits of a 64-bit number."""
    value = (value ^ (value >> np.uint64(29))) * np.uint64(_MIXER)
    return value ^ (value >> np.uint64(32))


@kernel
def hashed_with(code: Any, card: int) -> Any:
    """Hash a column with one more card."""
    return mixed(code + np.uint64(card) * np.uint64(_CARD))


@kernel
def bit_of(card: int) -> int:
    """Give the bit of a face in a set of faces."""
    return signed(1) << ((card >> 4) * 14 + (card & 15))


@kernel
def column_score(total: int, pieces: int, down: int, weights: Weights) -> int:
    """Count a column's runs in."""
    if down > 0:
        return total - weights.piece_over_face_down * pieces
    return total - weights.piece * (pieces - 1)


@kernel
def covering(lowest: int, lower: int, card: int, weights: Weights) -> int:
    """Judge what a face-up card covers."""
    rank = card & 15
    if rank <= lowest:
        return 0
    faces = lower >> ((card >> 4) * 14)
    if faces & ((1 << rank) - 1):
        return -weights.covers_lower - weights.covers_lower_of_suit
    return -weights.covers_lower


@kernel
def joining(below: int, run: int, card: int, ranks: int, weights: Weights) -> int:
    """Judge a face-up card by the one beneath it: ``below``, or 0 when there is none."""
    rank = card & 15
    if below == 0:
        return weights.king_at_bottom if rank == ranks else 0
    if below == card + 1:
        return weights.joined + weights.longer * run
    if (below & 15) == rank + 1:
        return weights.descends
    return -weights.breaks


@kernel
def push(pool: Array, free: int, below: int, card: int, ranks: int, weights: Weights) -> int:
    """Put a face-up card on a column: fill the node ``free`` and give its index."""
    under = pool[below]
    node = pool[free]
    on = signed(under.card)
    run = signed(under.run)
    lowest = signed(under.lowest)
    lower = signed(under.lower)
    down = signed(under.down)
    joined = on == card + 1
    pieces = signed(under.pieces) + (0 if joined else 1)
    total = signed(under.sum) + joining(on, run, card, ranks, weights)
    total += covering(lowest, lower, card, weights)
    node.below = below
    node.core = under.core if below == EMPTY or on & 15 == (card & 15) + 1 else free
    node.sum = total
    node.score = column_score(total, pieces, down, weights)
    node.card = card
    node.run = run + 1 if joined else 1
    node.lowest = min(lowest, card & 15)
    node.pieces = pieces
    node.lower = np.uint64(lower | bit_of(card))
    node.hash = hashed_with(under.hash, card)
    node.down = down
    node.height = signed(under.height) + 1
    return free


@kernel
def clear(pool: Array, weights: Weights) -> None:
    """Make the node of the empty column."""
    node = pool[EMPTY]
    node.below = EMPTY
    node.core = EMPTY
    node.sum = 0
    node.score = weights.void
    node.card = 0
    node.run = 0
    node.lowest = NO_RANK
    node.pieces = 0
    node.lower = 0
    node.hash = np.uint64(_BOTTOM)
    node.down = 0
    node.height = 0


@kernel
def turn_up(
    pool: Array, free: int, below: int, cards: Array, down: int, code: int,
    ranks: int, weights: Weights,
) -> int:  # fmt: skip
    """Make the node of a column whose first face-up card lies on ``down`` face-down ones.

    ``code`` stands for the face-down cards in the hash.
    """
    lowest = NO_RANK
    lower = signed(0)
    total = -weights.face_down * down
    for index in range(down):
        card = signed(cards[index])
        if card & 15 > lowest:
            total -= weights.face_down_covers_lower
        lowest = min(lowest, card & 15)
        lower |= bit_of(card)
    card = signed(cards[down])
    total += covering(lowest, lower, card, weights)
    node = pool[free]
    node.hash = np.uint64(_BOTTOM)
    if down > 0:
        total -= weights.covers_face_down
        node.hash = mixed(np.uint64(code))
    else:
        total += joining(0, 0, card, ranks, weights)
    node.hash = hashed_with(node.hash, card)
    node.below = below
    node.core = free if down > 0 else EMPTY
    node.sum = total
    node.score = column_score(total, 1, down, weights)
    node.card = card
    node.run = 1
    node.lowest = min(lowest, card & 15)
    node.pieces = 1
    node.lower = np.uint64(lower | bit_of(card))
    node.down = down
    node.height = down + 1
    return free


@kernel
def taken(pool: Array, node: int, count: int) -> int:
    """Take cards away from a column: give the node of what remains."""
    for _ in range(count):
        node = pool[node].below
    return node
