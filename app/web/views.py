"""What a template may see of the piles. Hidden cards are never in it, only where they lie.

A move makes some twenty views of cards anew: they are tuples because those are made quickest.
"""

from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

from app.engine.cards import Card
from app.engine.game import Game
from app.engine.hints import worth
from app.engine.moves import Collect, DealRow, Move, RunMove, TakeBack
from app.engine.position import Column, Foundation, Position
from app.engine.refusals import in_words
from app.web.formats import plural

FOUNDATION = "f"
"""Stands for the first empty foundation among the places where a run may go."""

_FACES = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class CardView(NamedTuple):
    """A card that lies face up."""

    id: str
    face: str
    suit: str
    label: str
    lift: str = ""
    """How a request names this card and those above it: ``4x2``, or ``f2``."""

    to: str = ""
    """Where it may go, best first: column numbers, or ``f``; separated by spaces."""

    why: str = ""
    """Why it may not be lifted: ``suits``, ``covered`` or ``nowhere``."""


class ColumnView(NamedTuple):
    """A column: the ids of its hidden cards, then those face up."""

    number: int
    label: str
    hidden: tuple[str, ...]
    cards: tuple[CardView, ...]


class StockView(NamedTuple):
    """The stock: only how much of it is left."""

    rows: int
    label: str
    is_all: bool = False
    """Whether a deal is the only move that is left."""


class FoundationView(NamedTuple):
    """A foundation and the card on its top."""

    number: int
    label: str
    card: CardView | None


class FoundationsView(NamedTuple):
    """All foundations."""

    label: str
    piles: tuple[FoundationView, ...]
    first_empty: int | None
    """Number of the foundation that takes the next completed run."""


class PilesView:
    """Everything that lies on the table. Each part is worked out when it is asked for."""

    def __init__(self, game: Game) -> None:
        self._position = game.position
        self._only_a_deal = game.only_a_deal_is_left  # not the game: it is the key to this view
        self._targets = _targets(game)

    @cached_property
    def columns(self) -> tuple[ColumnView, ...]:
        """All columns."""
        return tuple(self._column(index) for index in range(len(self._position.columns)))

    def columns_unlike(self, before: "PilesView") -> tuple[ColumnView, ...]:
        """The columns that are not as they were: other cards, or other places for them to go."""
        was, old_targets = before._position.columns, before._targets  # noqa: SLF001 - one class
        return tuple(
            self._column(index)
            for index, column in enumerate(self._position.columns)
            if column != was[index] or self._targets.get(index) != old_targets.get(index)
        )

    def foundations_unlike(self, before: "PilesView") -> bool:
        """Whether a foundation is not as it was."""
        was, old_targets = before._position.foundations, before._targets  # noqa: SLF001 - one class
        return self._position.foundations != was or (
            self._targets.get(_FOUNDATIONS) != old_targets.get(_FOUNDATIONS)
        )

    @cached_property
    def stock(self) -> StockView:
        """The stock."""
        return _stock_view(self._position, is_all=self._only_a_deal)

    @cached_property
    def foundations(self) -> FoundationsView:
        """All foundations."""
        return _foundations_view(self._position, self._targets.get(_FOUNDATIONS, {}))

    def _column(self, index: int) -> ColumnView:
        return _column_view(index, self._position.columns[index], self._targets.get(index, {}))


def lift_key(move: Move, ranks: int) -> str:
    """Name the cards that a move lifts, as ``CardView.lift`` does; a deal lifts none."""
    match move:
        case RunMove(source, _, count):
            return f"{source + 1}x{count}"
        case Collect(source):
            return f"{source + 1}x{ranks}"
        case TakeBack(foundation, _):
            return f"f{foundation + 1}"
        case DealRow():
            return ""


def target_token(move: Move) -> str:
    """Name where a move goes: a column's number, or ``f``; a deal goes nowhere."""
    match move:
        case RunMove(_, target, _) | TakeBack(_, target):
            return str(target + 1)
        case Collect():
            return FOUNDATION
        case DealRow():
            return ""


_FOUNDATIONS = -1  # stands for all of them among the indices of columns


def _targets(game: Game) -> dict[int, dict[str, str]]:
    """For each pile, and each run that can be lifted from it, where it may go, best first."""
    found: dict[int, dict[str, list[tuple[int, str]]]] = {}
    for move in game.legal:
        pile = found.setdefault(getattr(move, "source", _FOUNDATIONS), {})
        places = pile.setdefault(lift_key(move, game.position.ranks), [])
        places.append((-worth(game.position, move), target_token(move)))
    return {
        index: {
            lift: " ".join(token for _, token in sorted(places, key=itemgetter(0)))
            for lift, places in lifts.items()
        }
        for index, lifts in found.items()
    }


def _column_view(index: int, column: Column, targets: dict[str, str]) -> ColumnView:
    number, cards, height = index + 1, column.cards, len(column.cards)
    run, in_order = column.run, _in_order(cards)
    views = []
    for place in range(column.face_down, height):
        count = height - place
        lift = f"{number}x{count}"
        to = targets.get(lift, "")
        label = f"{cards[place].name}, column {number}, card {place + 1} of {height}"
        why = "nowhere" if count <= run else "suits" if count <= in_order else "covered"
        views.append(_card_view(cards[place], label, lift, to, "" if to else why))
    return ColumnView(
        number,
        _column_label(number, column),
        tuple(f"c{card.place}" for card in cards[: column.face_down]),
        tuple(views),
    )


def _card_view(card: Card, label: str, lift: str, to: str, why: str = "") -> CardView:
    if to:
        label = f"{label}, moves to {_places(to.split())}"
    return CardView(f"c{card.place}", _FACES[card.rank], card.suit.lower(), label, lift, to, why)


def _places(tokens: list[str]) -> str:
    columns = sorted(int(token) for token in tokens if token != FOUNDATION)
    words = []
    if columns:
        noun = "column" if len(columns) == 1 else "columns"
        words.append(f"{noun} {in_words([str(number) for number in columns])}")
    if FOUNDATION in tokens:
        words.append("a foundation")
    return " and ".join(words)


def _in_order(cards: tuple[Card, ...]) -> int:
    """Count the last cards that follow one another, whatever their suits."""
    count = 1
    while count < len(cards) and cards[-count - 1].rank == cards[-count].rank + 1:
        count += 1
    return count


def _column_label(number: int, column: Column) -> str:
    if not column.cards:
        return f"Column {number}: empty"
    up = f"{len(column.face_up)} face up"
    down = f"{column.face_down} face down, " if column.face_down else ""
    return f"Column {number}: {down}{up}"


def _stock_view(position: Position, *, is_all: bool) -> StockView:
    rows = -(-len(position.stock) // len(position.columns))
    if not rows:
        return StockView(0, "Stock: empty")
    words = ", the only move" if is_all else ""
    return StockView(rows, f"Deal a row: {plural(rows, 'row')} left{words}", is_all)


def _foundations_view(position: Position, targets: dict[str, str]) -> FoundationsView:
    piles = position.foundations
    return FoundationsView(
        f"Foundations: {position.runs_home} of {len(piles)} complete",
        tuple(_foundation_view(index, cards, targets) for index, cards in enumerate(piles)),
        piles.index(()) + 1 if () in piles else None,
    )


def _foundation_view(index: int, cards: Foundation, targets: dict[str, str]) -> FoundationView:
    number = index + 1
    if not cards:
        return FoundationView(number, f"Foundation {number}: empty", None)
    lift = f"f{number}"
    suit = cards[-1].suit.name.lower()
    label = f"Foundation {number}: {suit}, {plural(len(cards), 'card')}"
    top = _card_view(
        cards[-1], f"{cards[-1].name}, foundation {number}", lift, targets.get(lift, "")
    )
    return FoundationView(number, label, top)
