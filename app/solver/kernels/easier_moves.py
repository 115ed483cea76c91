"""What can be done in the easier game: see ``easier``."""

from app.solver.kernels.board import Board
from app.solver.kernels.compiled import kernel
from app.solver.kernels.easier import (
    CORELESS,
    DEALT,
    HOME,
    LOOSE,
    NEEDED,
    NEXT,
    OUT,
    PLACES,
    SUITS,
    Hope,
    copy,
    end_of,
    last_row,
    loosen,
)
from app.solver.kernels.nodes import EMPTY, signed
from app.solver.kernels.table import Table


@kernel
def uncover(board: Board, hope: Hope, frame: int, column: int, table: Table) -> None:
    """Take the last card of a core away; what then lies in order comes loose."""
    pool = board.pool
    card = end_of(board, hope, frame, column, table)
    hope.ranks[frame, PLACES, card & 15] -= 1
    row = last_row(hope, frame, column)
    if row >= 0:
        hope.rows[frame, column] -= 1 << row
        return
    node = signed(pool[hope.cores[frame, column]].below)
    core = signed(pool[node].core)
    hope.cores[frame, column] = core
    while node != core:
        loosen(hope, frame, signed(pool[node].card), 1)
        node = signed(pool[node].below)
    if core == EMPTY:
        hope.facts[frame, CORELESS] += 1
    else:
        hope.ranks[frame, PLACES, signed(pool[core].card) & 15] += 1


@kernel
def lacking(hope: Hope, frame: int, rank: int, ranks: int) -> int:
    """Count the loose cards of a rank that are more than the places for them; below 0 if fewer."""
    loose = signed(hope.ranks[frame, LOOSE, rank])
    if rank == ranks:
        return loose
    over = rank + 1
    return loose - signed(hope.ranks[frame, LOOSE, over]) - signed(hope.ranks[frame, PLACES, over])


@kernel
def count_needed(hope: Hope, frame: int, ranks: int) -> None:
    """Count the columns that loose cards must have."""
    needed = 0
    for rank in range(1, ranks + 1):
        needed += max(0, lacking(hope, frame, rank, ranks))
    hope.facts[frame, NEEDED] = needed


@kernel
def take(board: Board, hope: Hope, frame: int, column: int, table: Table) -> bool:
    """Make the last card of a core loose in the next state; False where it has no place."""
    card = end_of(board, hope, frame, column, table)
    if card == 0:
        return False
    rank = card & 15
    more = rank == table.ranks or lacking(hope, frame, rank, table.ranks) >= 0
    if hope.facts[frame, NEEDED] + more > hope.facts[frame, CORELESS]:
        return False
    to = copy(hope, frame)
    uncover(board, hope, to, column, table)
    loosen(hope, to, card, 1)
    return True


@kernel
def deal(hope: Hope, frame: int, table: Table) -> bool:
    """Deal a row in the next state; False when there is none."""
    row = signed(hope.facts[frame, DEALT])
    if row >= table.row_count:
        return False
    to = copy(hope, frame)
    hope.facts[to, DEALT] = row + 1
    for column in range(table.widths[row]):
        hope.rows[to, column] += 1 << row
        hope.ranks[to, PLACES, table.rows[row, column] & 15] += 1
    return True


@kernel
def is_complete(hope: Hope, frame: int, suit: int, table: Table) -> bool:
    """Tell whether all cards of a suit but the highest one are loose."""
    missing = 0
    for rank in range(1, table.ranks):
        missing += hope.loose[frame, suit * 16 + rank] == 0
    return missing == 0


@kernel
def leave(hope: Hope, frame: int, suit: int, ranks: int, table: Table) -> None:
    """Let the loose cards of a run up to a rank go home."""
    for rank in range(1, ranks + 1):
        loosen(hope, frame, suit * 16 + rank, -1)
    hope.runs[frame, HOME, suit] += table.by_hand
    hope.runs[frame, OUT, suit] -= 1


@kernel
def leave_from(board: Board, hope: Hope, frame: int, column: int, table: Table) -> bool:
    """Send a run home in the next state whose highest card ends a core, if it is complete."""
    card = end_of(board, hope, frame, column, table)
    if card & 15 != table.ranks or not is_complete(hope, frame, card >> 4, table):
        return False
    to = copy(hope, frame)
    uncover(board, hope, to, column, table)
    leave(hope, to, card >> 4, table.ranks - 1, table)
    return True


@kernel
def send_home(board: Board, hope: Hope, frame: int, table: Table) -> bool:
    """Send a run home in the next state, if nothing can be lost by it.

    It takes from each rank as many places as cards that need one. Where two highest cards of a
    suit end cores, or one does and another will, it may matter which one goes: not here.
    """
    for suit in range(SUITS):
        if not is_complete(hope, frame, suit, table):
            continue
        if hope.loose[frame, suit * 16 + table.ranks] > 0:
            leave(hope, copy(hope, frame), suit, table.ranks, table)
            return True
        if hope.runs[frame, OUT, suit] == 1:
            for column in range(table.columns):
                same = end_of(board, hope, frame, column, table) >> 4 == suit
                if same and leave_from(board, hope, frame, column, table):
                    return True
    return False


@kernel
def child_of(board: Board, hope: Hope, frame: int, index: int, table: Table) -> bool:
    """Make a child of a state by its index; False where there is none."""
    if index < table.columns:
        return leave_from(board, hope, frame, index, table)
    if index < 2 * table.columns:
        return take(board, hope, frame, index - table.columns, table)
    return deal(hope, frame, table)


@kernel
def next_child(board: Board, hope: Hope, frame: int, table: Table) -> bool:
    """Make the next child of a state that has not been tried; False when none is left."""
    facts = hope.facts
    children = 2 * table.columns + 1
    if facts[frame, NEXT] == 0:
        facts[frame, NEXT] = 1
        if send_home(board, hope, frame, table):
            facts[frame, NEXT] = children + 1  # no need to try anything else
            return True
    while facts[frame, NEXT] <= children:
        facts[frame, NEXT] += 1
        if child_of(board, hope, frame, facts[frame, NEXT] - 2, table):
            return True
    return False
