"""Whether a position can be one of a game at all."""

from collections import Counter

from app.engine.cards import ACE, RANKS, Card
from app.engine.errors import ImpossiblePositionError
from app.engine.position import Column, Foundation, Position
from app.engine.rules import holds_completed_run
from app.engine.variants import VARIANTS

_MOST_COLUMNS = max(variant.columns for variant in VARIANTS.values())
_MOST_RUNS = max(variant.foundations for variant in VARIANTS.values())


def check_sound(position: Position) -> None:
    """Refuse what no game can come to. Invented decks of fewer ranks, suits or columns are fine.

    Raises:
        ImpossiblePositionError: the text names the first fault.
    """
    _check_size(position)
    _check_cards(position)
    for number, column in enumerate(position.columns, 1):
        _check_column(position, f"Column {number}", column)
    for number, foundation in enumerate(position.foundations, 1):
        _check_foundation(position, f"Foundation {number}", foundation)


def _check_size(position: Position) -> None:
    sizes = {
        "ranks": (position.ranks, 2, len(RANKS)),
        "columns": (len(position.columns), 1, _MOST_COLUMNS),
        "foundations": (len(position.foundations), 1, _MOST_RUNS),
    }
    for name, (number, least, most) in sizes.items():
        if not least <= number <= most:
            raise ImpossiblePositionError(
                f"The number of {name} is {number}: it has to be from {least} to {most}."
            )


def _check_cards(position: Position) -> None:
    """See that every suit has whole runs, one for each foundation in all."""
    highest = position.ranks
    count = Counter((card.rank, card.suit) for card in position.cards)
    if alien := next((rank for rank, _ in count if not ACE <= rank <= highest), None):
        raise ImpossiblePositionError(f"A card has rank {alien}: the highest rank is {highest}.")
    runs = 0
    for suit in sorted({suit for _, suit in count}):
        of_suit = [count[rank, suit] for rank in range(1, highest + 1)]
        whole = max(1, round(sum(of_suit) / highest))
        runs += whole
        for rank, number in enumerate(of_suit, 1):
            if number != whole:
                fault = "is missing" if number < whole else "is there too often"
                raise ImpossiblePositionError(f"{Card(rank, suit)} {fault}.")
    if runs != len(position.foundations):
        raise ImpossiblePositionError(
            f"The number of foundations is {len(position.foundations)}: "
            f"the cards make {runs} completed run{'s' if runs != 1 else ''}."
        )


def _check_column(position: Position, name: str, column: Column) -> None:
    if not 0 <= column.face_down <= len(column.cards):
        raise ImpossiblePositionError(
            f"{name}: {column.face_down} of its {len(column.cards)} cards lie face down."
        )
    if column.cards and column.face_down == len(column.cards):
        raise ImpossiblePositionError(f"{name} ends in a face-down card.")
    if position.automatic and holds_completed_run(position, column):
        raise ImpossiblePositionError(
            f"{name} holds a completed run, which would have left by itself."
        )


def _check_foundation(position: Position, name: str, foundation: Foundation) -> None:
    ranks = [card.rank for card in foundation]
    if (
        len({card.suit for card in foundation}) > 1
        or ranks != list(range(position.ranks, 0, -1))[: len(ranks)]
    ):
        raise ImpossiblePositionError(f"{name} is no run of one suit from the highest rank down.")
    if position.automatic and 0 < len(ranks) < position.ranks:
        raise ImpossiblePositionError(
            f"{name} has given cards back, though completed runs leave by themselves."
        )
