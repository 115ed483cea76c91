"""From a position of the engine to the arrays of a search."""

import numpy as np

from app.engine.cards import Card, Suit
from app.engine.position import Position
from app.solver.kernels.nodes import Array
from app.solver.kernels.table import Pruning, Table

_SUITS = {suit: index for index, suit in enumerate(Suit)}


def code_of(card: Card) -> int:
    """Give a card's number: suit * 16 + rank."""
    return _SUITS[card.suit] * 16 + card.rank


def table_of(position: Position, pruning: Pruning, *, loose: bool, by_hand: bool) -> Table:
    """Give what stays the same.

    Args:
        position: where to start.
        pruning: what to leave out.
        loose: whether the order of columns never counts.
        by_hand: whether completed runs stay until they are collected.
    """
    columns = len(position.columns)
    stock = [code_of(card) for card in position.stock]
    rows = [stock[start : start + columns] for start in range(0, len(stock), columns)]
    cards = np.zeros((max(1, len(rows)), columns), np.uint8)
    for index, row in enumerate(rows):
        cards[index, : len(row)] = row
    return Table(
        rows=cards,
        widths=np.array([len(row) for row in rows] or [0], np.int64),
        row_count=len(rows),
        columns=columns,
        foundations=len(position.foundations),
        ranks=position.ranks,
        by_hand=int(by_hand),
        loose=int(loose),
        pruning=int(pruning),
    )


def columns_of(position: Position) -> tuple[Array, Array]:
    """Give the columns' cards, and for each column its height and number of face-down cards."""
    shape = [(len(column.cards), column.face_down) for column in position.columns]
    cards = np.zeros((len(shape), max(1, *(height for height, _ in shape))), np.uint8)
    for index, column in enumerate(position.columns):
        cards[index, : len(column.cards)] = [code_of(card) for card in column.cards]
    return cards, np.array(shape, np.int64)


def piles_of(position: Position) -> Array:
    """Give the card on top of each foundation, or 0."""
    tops = [code_of(cards[-1]) if cards else 0 for cards in position.foundations]
    return np.array(tops, np.uint8)
