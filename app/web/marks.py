"""What is marked on the table: lifted cards with the places where they may go, or a hint."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.engine.cards import Card
from app.engine.errors import IllegalActionError
from app.engine.game import Game
from app.engine.moves import Collect, DealRow, Move, RunMove, TakeBack
from app.engine.refusals import lift_refusal
from app.web.views import lift_key, target_token

_COLUMN_LIFT = re.compile("([1-9][0-9]?)x([1-9][0-9]?)")


@dataclass(frozen=True)
class Marks:
    """Nothing is marked by default."""

    lifted: frozenset[str] = frozenset()
    """Ids of the lifted cards."""

    drops: Mapping[str, str] = field(default_factory=dict)
    """For each place where they may go, a column's number or ``f``, the action to send."""

    hinted: frozenset[str] = frozenset()
    """Ids of the cards that a hint moves."""

    hinted_place: str = ""
    """Where it moves them: a column's number, ``f``, or ``stock`` for a deal."""


def lifted(game: Game, key: str) -> Marks:
    """Lift the cards that ``key`` names, such as ``4x2``.

    Raises:
        IllegalActionError: they cannot be lifted; the text says why.
    """
    ranks = game.position.ranks
    moves = [move for move in game.legal if key and lift_key(move, ranks) == key]
    if not moves:
        raise IllegalActionError(_refusal(game, key))
    drops = {target_token(move): str(move) for move in moves}
    return Marks(lifted=_ids(_cards_of(game, moves[0])), drops=drops)


def hinted(game: Game, move: Move) -> Marks:
    """Mark what a hint moves, and where to."""
    return Marks(hinted=_ids(_cards_of(game, move)), hinted_place=target_token(move) or "stock")


def _cards_of(game: Game, move: Move) -> tuple[Card, ...]:
    position = game.position
    match move:
        case RunMove(source, _, count):
            return position.columns[source].cards[-count:]
        case Collect(source):
            return position.columns[source].cards[-position.ranks :]
        case TakeBack(foundation, _):
            return position.foundations[foundation][-1:]
        case DealRow():
            return ()


def _ids(cards: tuple[Card, ...]) -> frozenset[str]:
    return frozenset(f"c{card.place}" for card in cards)


def _refusal(game: Game, key: str) -> str:
    found = _COLUMN_LIFT.fullmatch(key)
    if found and int(found[1]) <= len(game.position.columns):
        index = int(found[1]) - 1
        reason = lift_refusal(game.position.columns[index], int(found[2]), index)
        if reason:
            return reason
    return "There is nowhere to put it now."
