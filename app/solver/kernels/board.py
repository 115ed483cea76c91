"""Positions under search: a node for each column, and a few numbers."""

from typing import Any, NamedTuple

import numpy as np

from app.solver.kernels.compiled import kernel
from app.solver.kernels.nodes import (
    Array,
    column_score,
    covering,
    hashed_with,
    joining,
    mixed,
    signed,
)
from app.solver.kernels.table import Table, anchored
from app.solver.kernels.weights import Weights

STATE = np.dtype(
    [
        ("hash", np.uint64),
        ("score", np.int32),
        ("dealt", np.uint8),  # rows dealt
        ("home", np.uint8),  # complete foundations
    ],
    align=True,
)

CHILD = np.dtype(
    [
        ("hash", np.uint64),
        ("score", np.int32),
        ("parent", np.int32),  # index of its state
        ("move", np.int32),
    ],
    align=True,
)

DEAL = -1
"""The move that deals a row. Any other is source + 256 * target + 65536 * count."""

PILE = 128
"""Added to the source or the target of a move that is a foundation."""


class Board(NamedTuple):
    """The positions under search, and the nodes that they are made of."""

    pool: Array
    states: Array
    tops: Array
    """The node of each column: states x columns."""

    piles: Array
    """The card on top of each foundation or 0: states x foundations. In games by hand only."""


@kernel
def placed(code: Any, column: int, count: int) -> Any:
    """Give a column's part in the hash of a position of which ``count`` columns are anchored."""
    if column < count:
        return mixed(code + np.uint64(column + 1) * np.uint64(0xD6E8FEB86659FD93))
    return code


@kernel
def stock_hash(dealt: int) -> Any:
    """Give the stock's part in the hash of a position."""
    return mixed(np.uint64(dealt + 1) * np.uint64(0xA0761D6478BD642F))


@kernel
def pile_hash(card: int) -> Any:
    """Give a foundation's part: its place among the foundations does not count."""
    return mixed(np.uint64(card) * np.uint64(0xE7037ED1A0B428DB))


@kernel
def weigh(board: Board, state: int, table: Table, weights: Weights) -> None:
    """Work out a state's score and hash from its columns."""
    here = board.states[state]
    dealt = signed(here.dealt)
    count = anchored(table, dealt)
    score = weights.run_home * signed(here.home) + weights.row_dealt * dealt
    code = stock_hash(dealt)
    for column in range(table.columns):
        node = board.pool[board.tops[state, column]]
        score += signed(node.score)
        code += placed(node.hash, column, count)
    if table.by_hand:
        for pile in range(table.foundations):
            code += pile_hash(signed(board.piles[state, pile]))
    here.score = score
    here.hash = code


@kernel
def grown(pool: Any, top: int, head: int, count: int, ranks: int, weights: Weights) -> Any:
    """Give score and hash of a column after a run of ``count`` cards from ``head`` down."""
    node = pool[top]
    on = signed(node.card)
    total = signed(node.sum)
    run = signed(node.run)
    lowest = signed(node.lowest)
    lower = signed(node.lower)
    code = node.hash
    pieces = signed(node.pieces) + (0 if on == head + 1 else 1)
    card = head
    for _ in range(count):
        total += joining(on, run, card, ranks, weights) + covering(lowest, lower, card, weights)
        run = run + 1 if on == card + 1 else 1
        lowest = min(lowest, card & 15)
        code = hashed_with(code, card)
        on = card
        card -= 1
    return column_score(total, pieces, signed(node.down), weights), code


@kernel
def completes(pool: Any, top: int, head: int, count: int, table: Table) -> bool:
    """Tell whether a run put on a column makes a completed run that leaves by itself."""
    if table.by_hand:
        return False
    node = pool[top]
    return bool(node.card == head + 1 and node.run + count == table.ranks)
