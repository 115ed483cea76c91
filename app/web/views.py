"""What a template may see of the piles. Hidden cards are never in it, only where they lie."""

from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

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


@dataclass(frozen=True, slots=True)
class CardView:
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


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column: the ids of its hidden cards, then those face up."""

    number: int
    label: str
    hidden: tuple[str, ...]
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class StockView:
    """The stock: only how much of it is left."""

    rows: int
    label: str


@dataclass(frozen=True, slots=True)
class FoundationView:
    """A foundation and the card on its top."""

    number: int
    label: str
    card: CardView | None


@dataclass(frozen=True, slots=True)
class FoundationsView:
    """All foundations."""

    label: str
    piles: tuple[FoundationView, ...]
    first_empty: int | None
    """Number of the foundation that takes the next completed run."""


@dataclass(frozen=True, slots=True)
class PilesView:
    """Everything that lies on the table."""

    columns: tuple[ColumnView, ...]
    stock: StockView
    foundations: FoundationsView


def piles_view(game: Game) -> PilesView:
    """Show the table of a game."""
    position, targets = game.position, _targets(game)
    return PilesView(
        tuple(_column_view(i, column, targets) for i, column in enumerate(position.columns)),
        _stock_view(position),
        _foundations_view(position, targets),
    )


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


def _targets(game: Game) -> dict[str, str]:
    """For each liftable run, where it may go, best first."""
    found: dict[str, list[tuple[int, str]]] = {}
    for move in game.legal:
        place = (-worth(game.position, move), target_token(move))
        found.setdefault(lift_key(move, game.position.ranks), []).append(place)
    return {
        key: " ".join(token for _, token in sorted(places, key=itemgetter(0)))
        for key, places in found.items()
    }


def _column_view(index: int, column: Column, targets: dict[str, str]) -> ColumnView:
    number, cards, run = index + 1, column.cards, column.run
    views = []
    for place in range(column.face_down, len(cards)):
        count = len(cards) - place
        lift = f"{number}x{count}"
        to = targets.get(lift, "")
        label = f"{cards[place].name}, column {number}, card {place + 1} of {len(cards)}"
        why = "" if to else "nowhere" if count <= run else _covered(cards[place:])
        views.append(_card_view(cards[place], label, lift, to, why))
    return ColumnView(
        number,
        _column_label(number, column),
        tuple(f"c{card.place}" for card in cards[: column.face_down]),
        tuple(views),
    )


def _card_view(card: Card, label: str, lift: str, to: str, why: str = "") -> CardView:
    if to:
        label = f"{label}, moves to {_places(to.split())}"
    suit = card.suit.value.lower()
    return CardView(f"c{card.place}", _FACES[card.rank], suit, label, lift, to, why)


def _places(tokens: list[str]) -> str:
    columns = sorted(int(token) for token in tokens if token != FOUNDATION)
    words = []
    if columns:
        noun = "column" if len(columns) == 1 else "columns"
        words.append(f"{noun} {in_words([str(number) for number in columns])}")
    if FOUNDATION in tokens:
        words.append("a foundation")
    return " and ".join(words)


def _covered(cards: tuple[Card, ...]) -> str:
    in_order = all(above.rank == card.rank + 1 for above, card in pairwise(cards))
    return "suits" if in_order else "covered"


def _column_label(number: int, column: Column) -> str:
    if not column.cards:
        return f"Column {number}: empty"
    up = f"{len(column.face_up)} face up"
    down = f"{column.face_down} face down, " if column.face_down else ""
    return f"Column {number}: {down}{up}"


def _stock_view(position: Position) -> StockView:
    rows = -(-len(position.stock) // len(position.columns))
    if not rows:
        return StockView(0, "Stock: empty")
    return StockView(rows, f"Deal a row: {plural(rows, 'row')} left")


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
