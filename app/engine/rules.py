"""Which moves are legal in a position, and what they make of it."""

from functools import cache

from app.engine.moves import Collect, DealRow, Move, RunMove, TakeBack
from app.engine.position import Column, Foundation, Position

_DEAL = DealRow()
# Moves are values from a small set: making each one once keeps listing them cheap.
_run_move = cache(RunMove)
_collect = cache(Collect)
_take_back = cache(TakeBack)


def legal_moves(position: Position) -> list[Move]:
    """List every legal move; a won position has none."""
    moves: list[Move] = []
    if position.is_won:
        return moves
    for source, column in enumerate(position.columns):
        if column.cards:
            _add_run_moves(position, source, column, moves)
    if not position.automatic:
        _add_foundation_moves(position, moves)
    if position.stock and all(column.cards for column in position.columns):
        moves.append(_DEAL)
    return moves


def _add_run_moves(position: Position, source: int, column: Column, moves: list[Move]) -> None:
    run = column.run
    last = column.cards[-1].rank
    for target, other in enumerate(position.columns):
        if target == source:
            continue
        if not other.cards:
            moves.extend(_run_move(source, target, count) for count in range(1, run + 1))
        elif 0 < (count := other.cards[-1].rank - last) <= run:
            moves.append(_run_move(source, target, count))


def _add_foundation_moves(position: Position, moves: list[Move]) -> None:
    if not all(position.foundations):
        for source, column in enumerate(position.columns):
            if ends_in_completed_run(position, column):
                moves.append(_collect(source))
    for index, foundation in enumerate(position.foundations):
        if foundation:
            rank = foundation[-1].rank
            for target, column in enumerate(position.columns):
                if not column.cards or column.cards[-1].rank == rank + 1:
                    moves.append(_take_back(index, target))


def ends_in_completed_run(position: Position, column: Column) -> bool:
    """Tell whether a column ends in a run from the highest rank down to the Ace."""
    return bool(column.cards) and column.cards[-1].rank == 1 and column.run == position.ranks


def holds_completed_run(position: Position, column: Column) -> bool:
    """Tell whether a column holds a completed run, at its end or covered."""
    heights = range(column.face_down + position.ranks, len(column.cards) + 1)
    return any(
        ends_in_completed_run(position, Column(column.cards[:height], column.face_down))
        for height in heights
    )


def play(position: Position, move: Move) -> Position:
    """Make a legal move, with all that comes with it: flips, and runs that leave by themselves."""
    columns = list(position.columns)
    stock, foundations = position.stock, position.foundations
    match move:
        case RunMove(source, target, count):
            cards = columns[source].cards[-count:]
            columns[source] = columns[source].without(count)
            columns[target] = columns[target].with_cards(cards)
        case DealRow():
            row, stock = stock[: len(columns)], stock[len(columns) :]
            for index, card in enumerate(row):
                columns[index] = columns[index].with_cards((card,))
        case Collect(source):
            foundations = _collected(position, columns, source, foundations)
        case TakeBack(index, target):
            columns[target] = columns[target].with_cards(foundations[index][-1:])
            foundations = _with_foundation(foundations, index, foundations[index][:-1])
    if position.automatic:
        for source, column in enumerate(columns):
            if ends_in_completed_run(position, column):
                foundations = _collected(position, columns, source, foundations)
    return Position(tuple(columns), stock, foundations, position.ranks, position.automatic)


def _collected(
    position: Position, columns: list[Column], source: int, foundations: tuple[Foundation, ...]
) -> tuple[Foundation, ...]:
    """Take the completed run off a column, in place, and give the foundations with it."""
    run = columns[source].cards[-position.ranks :]
    columns[source] = columns[source].without(position.ranks)
    return _with_foundation(foundations, foundations.index(()), run)


def _with_foundation(
    foundations: tuple[Foundation, ...], index: int, cards: Foundation
) -> tuple[Foundation, ...]:
    return (*foundations[:index], cards, *foundations[index + 1 :])


def is_stuck(position: Position) -> bool:
    """Tell whether the game is not won and no move of any kind is legal."""
    return not position.is_won and not legal_moves(position)
