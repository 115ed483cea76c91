"""Hints, from what the player sees: hidden cards are taken away before anything is weighed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from app.engine.cards import RANK_NAMES, Card, Suit
from app.engine.game import Game
from app.engine.moves import Collect, DealRow, Move, RunMove, TakeBack
from app.engine.position import Column, Position
from app.engine.rules import legal_moves, play

_UNKNOWN = Card(0, Suit.SPADES)
_POSITIONS_REMEMBERED = 300

# What a move is worth. Only the order matters: a run home before all, then what joins suits,
# empties a column or turns up a card; breaking a run or filling a void costs.
_RUN_HOME = 1000
_JOIN = 30
_JOIN_EACH = 2
_EMPTIES = 45
_UNCOVERS = 40
_UNCOVERS_EACH_LEFT = -3
_LONGER = 5
_BREAKS_RUN = -35
_FILLS_VOID = -50
_TAKES_BACK = -200

_NOTHING_NEW = "Every move leads back to where you have been: undo a few, or try another way."


@dataclass(frozen=True, slots=True)
class Hint:
    """A move worth making, and why, in the player's words."""

    move: Move
    reason: str


def seen(position: Position) -> Position:
    """Take away what the player cannot see: the faces of hidden cards and of the stock."""
    columns = tuple(
        column._replace(cards=(_UNKNOWN,) * column.face_down + column.face_up)
        for column in position.columns
    )
    return replace(position, columns=columns, stock=(_UNKNOWN,) * len(position.stock))


def hints(game: Game) -> tuple[Hint, ...]:
    """Rank the moves of a game, best first.

    Moves that lead back to where the game has been since it last made progress are left out
    while there is anything else. Empty only when no move is legal.
    """
    position = seen(game.position)
    been = _last_seen(islice(_arrangements_since_progress(game), _POSITIONS_REMEMBERED))
    weighed = sorted(
        ((worth(position, move), move) for move in legal_moves(position)),
        key=lambda pair: -pair[0],
    )
    ages = [(been.get(_arrangement(play(position, move))), value, move) for value, move in weighed]
    fresh = [(value, move) for age, value, move in ages if age is None]
    good = [move for value, move in fresh if value > 0]
    deal = [move for _, move in weighed if isinstance(move, DealRow)]
    rest = [move for value, move in fresh if value <= 0 and move not in deal]
    if chosen := good + deal + rest:
        return tuple(Hint(move, _reason(position, move)) for move in chosen)
    oldest_first = sorted(ages, key=lambda entry: -(entry[0] or 0))
    return tuple(Hint(move, _NOTHING_NEW) for _, _, move in oldest_first)


def _last_seen(arrangements: Iterator[object]) -> dict[object, int]:
    """For each arrangement, how many positions ago it was last on the table."""
    ages: dict[object, int] = {}
    for age, arrangement in enumerate(arrangements):
        ages.setdefault(arrangement, age)
    return ages


def _arrangements_since_progress(game: Game) -> Iterator[object]:
    """Yield this arrangement and those before it, back to the last deal or uncovered card."""
    progress = _progress(game.position)
    yield _arrangement(game.position)
    for position in game.earlier_positions:
        if _progress(position) != progress:
            return
        yield _arrangement(position)


def _progress(position: Position) -> tuple[int, int]:
    return len(position.stock), sum(column.face_down for column in position.columns)


def _arrangement(position: Position) -> object:
    """What a player sees of a position, whichever column is which and whichever copy a card."""
    columns = sorted(
        (column.face_down, *((card.rank, card.suit) for card in column.face_up))
        for column in position.columns
    )
    return tuple(columns), len(position.stock)


def worth(position: Position, move: Move) -> int:
    """Weigh a move by what the player sees; only the order of the numbers means anything."""
    match move:
        case Collect():
            return _RUN_HOME
        case TakeBack():
            return _TAKES_BACK
        case DealRow():
            return 0
        case RunMove(source, target, count):
            return _run_move_worth(
                position, position.columns[source], position.columns[target], count
            )


def _run_move_worth(position: Position, source: Column, target: Column, count: int) -> int:
    value = 0
    left = len(source.cards) - count
    breaks = count < source.run
    if joined := _joined(source, target, count):
        if joined == position.ranks:
            value += _RUN_HOME
        elif not breaks:
            value += _JOIN + _JOIN_EACH * joined
        elif joined > source.run:
            # A longer run for a shorter one: such moves come to an end, swapping equals would not.
            value += _LONGER
    elif breaks:
        value += _BREAKS_RUN
    if not left:
        value += _EMPTIES if target.cards else _FILLS_VOID
    elif left == source.face_down:
        value += _UNCOVERS + _UNCOVERS_EACH_LEFT * left
    if not target.cards:
        value += _FILLS_VOID
    return value


def _joined(source: Column, target: Column, count: int) -> int:
    """Length of the run that the move makes by joining two of one suit; 0 when it joins none."""
    if not target.cards or target.cards[-1].suit != source.cards[-count].suit:
        return 0
    return target.run + count


def _reason(position: Position, move: Move) -> str:
    match move:
        case DealRow():
            return "A row from the stock brings new cards."
        case Collect(source):
            return f"The run in column {source + 1} is complete: send it home."
        case TakeBack():
            return "A card taken back gives the others somewhere to go."
        case RunMove(source, target, count):
            return _run_move_reason(position, source, target, count)


def _run_move_reason(position: Position, source: int, target: int, count: int) -> str:
    start, end = position.columns[source], position.columns[target]
    head = start.cards[-count]
    left = len(start.cards) - count
    gains = []
    if joined := _joined(start, end, count):
        suit = head.suit.name.lower()
        complete = joined == position.ranks
        gains.append(f"completes a run of {suit}" if complete else f"joins a run of {suit}")
    if left and left == start.face_down:
        gains.append(f"turns up a card in column {source + 1}")
    if not left and end.cards:
        gains.append(f"empties column {source + 1}")
    what = f"The {RANK_NAMES[head.rank - 1]} from column {source + 1} to column {target + 1}"
    if gains:
        return f"{what} {' and '.join(gains)}."
    if not end.cards and position.stock:
        return f"{what} fills a column, so that a row can be dealt."
    return f"Nothing better is in sight: {what[0].lower()}{what[1:]}."
