"""Why a move is not legal, in the player's words."""

from itertools import pairwise

from app.engine.cards import ACE, RANK_NAMES, Card
from app.engine.errors import IllegalActionError
from app.engine.moves import Collect, DealRow, Move, RunMove, TakeBack
from app.engine.position import Column, Position
from app.engine.rules import ends_in_completed_run


def check(position: Position, move: Move) -> None:
    """Accept a legal move.

    Raises:
        IllegalActionError: the move is not legal; the text says why.
    """
    if reason := refusal(position, move):
        raise IllegalActionError(reason)


def refusal(position: Position, move: Move) -> str | None:
    """Say why a move is not legal, or give None when it is."""
    if position.is_won:
        return "The game is won and finished: play the deal again, or a new one."
    match move:
        case RunMove():
            return _run_refusal(position, move)
        case DealRow():
            return deal_refusal(position)
        case Collect(source):
            return _collect_refusal(position, source)
        case TakeBack(index, target):
            return _take_back_refusal(position, index, target)


def _run_refusal(position: Position, move: RunMove) -> str | None:
    for index in (move.source, move.target):
        if reason := _no_column(position, index):
            return reason
    if move.source == move.target:
        return "The cards already lie there."
    column = position.columns[move.source]
    if reason := lift_refusal(column, move.count, move.source):
        return reason
    return _landing_refusal(position, column.cards[-move.count], move.target)


def lift_refusal(column: Column, count: int, index: int) -> str | None:
    """Say why the last ``count`` cards of a column cannot be lifted together."""
    if not column.cards:
        return f"Column {index + 1} is empty."
    if count > len(column.face_up) or count < 1:
        return "Only face-up cards can be moved."
    if count <= column.run:
        return None
    cards = column.cards[-count:]
    if all(above.rank == card.rank + 1 for above, card in pairwise(cards)):
        return "These cards are of different suits: only a run of one suit moves together."
    return f"The {cards[0].name} is covered: only a run of one suit, in order, moves together."


def _landing_refusal(position: Position, head: Card, target: int) -> str | None:
    column = position.columns[target]
    if not column.cards or column.cards[-1].rank == head.rank + 1:
        return None
    last = column.cards[-1]
    if last.rank == ACE:
        return f"Nothing goes onto an ace: column {target + 1} ends in the {last.name}."
    if head.rank == position.ranks:
        return f"A {RANK_NAMES[head.rank - 1]} goes only into an empty column."
    wanted = _with_article(RANK_NAMES[head.rank])
    return (
        f"The {head.name} goes onto {wanted} or into an empty column: "
        f"column {target + 1} ends in the {last.name}."
    )


def deal_refusal(position: Position) -> str | None:
    """Say why no row can be dealt now, or give None when one can."""
    if not position.stock:
        return "The stock is empty: there is nothing left to deal."
    if not position.voids:
        return None
    if deals_are_over(position):
        return "There are fewer cards on the table than columns, so no row can be dealt any more."
    names = in_words([str(index + 1) for index in position.voids])
    if len(position.voids) == 1:
        return f"Column {names} is empty: fill it before you deal."
    return f"Columns {names} are empty: fill them before you deal."


def deals_are_over(position: Position) -> bool:
    """Tell whether cards are left in the stock that can never be dealt.

    So it is with fewer cards within reach of the columns than there are columns.
    """
    within_reach = sum(len(column.cards) for column in position.columns)
    if not position.automatic:
        within_reach += sum(len(cards) for cards in position.foundations)
    return bool(position.stock) and within_reach < len(position.columns)


def ends_the_deals(before: Position, after: Position) -> bool:
    """Tell whether a move that led from one to the other means that no row can be dealt any more.

    Only a completed run that leaves by itself can do that.
    """
    return deals_are_over(after) and not deals_are_over(before)


def _collect_refusal(position: Position, source: int) -> str | None:
    if reason := _no_column(position, source):
        return reason
    if position.automatic:
        return "In this game completed runs leave by themselves."
    if not ends_in_completed_run(position, position.columns[source]):
        return (
            f"Column {source + 1} does not end in a completed run, "
            "from king down to ace in one suit."
        )
    return None if not all(position.foundations) else "No foundation is empty."


def _take_back_refusal(position: Position, index: int, target: int) -> str | None:
    if index not in range(len(position.foundations)):
        return f"There is no foundation {index + 1}."
    if reason := _no_column(position, target):
        return reason
    if position.automatic:
        return "In this game nothing is taken back from a foundation."
    if not position.foundations[index]:
        return f"Foundation {index + 1} is empty."
    return _landing_refusal(position, position.foundations[index][-1], target)


def _no_column(position: Position, index: int) -> str | None:
    if index in range(len(position.columns)):
        return None
    return f"There is no column {index + 1}: this game has {len(position.columns)}."


def in_words(items: list[str]) -> str:
    """Join words as a sentence does: ``2, 5 and 7``."""
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def _with_article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "ae" else f"a {noun}"
