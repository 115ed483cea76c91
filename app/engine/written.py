"""Deals written out card by card, as other programs deal them."""

import json
from collections import Counter
from typing import Any

from app.engine.cards import Card, Suit
from app.engine.errors import NotationError
from app.engine.notation import cards_text, collecting_for, parse_cards
from app.engine.position import Column, Position
from app.engine.variants import Collecting, Variant

_Face = tuple[int, Suit]
_EXAMPLE = '{"tableau": ["JD 5H KH", …], "stock": "AS AH …"}'


def parse_deal(text: str, variant: Variant, collecting: Collecting | None = None) -> Position:
    """Read a deal such as ``{"tableau": ["JD 5H KH", ...], "stock": "AS AH ..."}``.

    The last card of a column is face up. Columns may hold any number of cards, none too; all
    cards together are the variant's shoe. What else stands in the object does not matter.

    Raises:
        NotationError: the text is no such deal; the message names the first fault.
        IllegalActionError: the variant does not know this way of collecting.
    """
    written = _object(text)
    tableau = written.get("tableau")
    if not isinstance(tableau, list):
        raise NotationError("The deal lacks its tableau, a list with the cards of each column.")
    if len(tableau) != variant.columns:
        raise NotationError(
            f"The tableau has {len(tableau)} columns: {variant.name} has {variant.columns}."
        )
    piles = {f"Column {number}": cards for number, cards in enumerate(tableau, 1)}
    piles["The stock"] = written.get("stock")
    *columns, stock = _cards(piles, variant)
    return Position(
        columns=tuple(Column(cards, max(0, len(cards) - 1)) for cards in columns),
        stock=stock,
        foundations=((),) * variant.foundations,
        ranks=variant.ranks,
        automatic=collecting_for(variant, collecting) is Collecting.AUTOMATIC,
    )


def _object(text: str) -> dict[str, Any]:
    try:
        written = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise NotationError(f"The deal is not JSON: {error.msg} at {where}.") from None
    except (RecursionError, ValueError):  # brackets in brackets, or a number of a thousand digits
        raise NotationError("The deal is JSON that goes beyond all measure.") from None
    if not isinstance(written, dict):
        raise NotationError(f"The deal is not a JSON object such as {_EXAMPLE}.")
    return written


def _cards(piles: dict[str, Any], variant: Variant) -> list[tuple[Card, ...]]:
    """Read every pile, and compare all cards with the shoe."""
    shoe = _shoe(variant)
    left = shoe.copy()
    read: list[tuple[Card, ...]] = []
    for name, text in piles.items():
        if not isinstance(text, str):
            raise NotationError(f"{name} is not a text of cards such as JD 5H KH.")
        first_place = sum(map(len, read))
        read.append(_read_pile(name, text, first_place))
        for card in read[-1]:
            face = card.rank, card.suit
            left[face] -= 1
            if left[face] < 0:
                raise NotationError(_surplus(name, card, shoe[face], variant))
    missing = [Card(rank, suit) for rank, suit in left.elements()]
    if missing:
        few = cards_text(missing[:5]) + (" …" if len(missing) > 5 else "")
        raise NotationError(f"Cards are missing in the deal, {len(missing)} in all: {few}.")
    return read


def _read_pile(name: str, text: str, first_place: int) -> tuple[Card, ...]:
    try:
        return parse_cards(text, first_place)
    except NotationError as error:
        raise NotationError(f"{name}: {error}") from None


def _shoe(variant: Variant) -> Counter[_Face]:
    ranks = range(1, variant.ranks + 1)
    return Counter((rank, suit) for suit in variant.suit_sequence for rank in ranks)


def _surplus(name: str, card: Card, in_shoe: int, variant: Variant) -> str:
    if not in_shoe:
        return f"{name}: {variant.name} has no {card}."
    return f"{name}: {card} is one too many, for {variant.name} has {in_shoe} of it."
