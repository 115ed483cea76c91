"""What stays the same while a position is searched."""

from enum import IntFlag
from typing import NamedTuple

from app.solver.kernels.compiled import kernel
from app.solver.kernels.nodes import Array, signed


class Pruning(IntFlag):
    """Ways to leave positions out of a search without losing a win.

    docs/solver.md says why each is sound.
    """

    ALIKE_COLUMNS = 1
    """Columns that no row to come will reach may change places."""

    HOPELESS = 2
    """Positions that cannot be won even in an easier game are dead."""

    NONE = 0
    ALL = ALIKE_COLUMNS | HOPELESS


class Table(NamedTuple):
    """What a search knows of the deal and of its own manner."""

    rows: Array
    """Cards of each row of the stock: rows x columns."""

    widths: Array
    """Number of cards of each row."""

    row_count: int
    columns: int
    foundations: int
    ranks: int

    by_hand: int
    """1 when completed runs stay until they are collected, and may be taken back."""

    loose: int
    """1 when the order of columns never counts. No win is lost by it in practice; not sound."""

    pruning: int
    """Of ``Pruning``."""


# Numba reads these as constants.
_ALIKE_COLUMNS = int(Pruning.ALIKE_COLUMNS)


@kernel
def anchored(table: Table, dealt: int) -> int:
    """Count the leading columns that are told apart: those that a row to come will reach."""
    if table.loose:
        return 0
    if table.pruning & _ALIKE_COLUMNS == 0:
        return table.columns
    if dealt >= table.row_count:
        return 0
    if dealt == table.row_count - 1:
        return signed(table.widths[dealt])
    return table.columns
