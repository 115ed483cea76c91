"""Small invented decks, and a search of them that leaves nothing out."""

from collections.abc import Callable
from random import Random

import numpy as np

from app.engine.cards import Card, Suit
from app.engine.moves import Move, RunMove
from app.engine.position import Column, Position
from app.engine.rules import holds_completed_run, legal_moves, play
from app.solver.buffers import ProofBuffers
from app.solver.kernels import proof
from app.solver.kernels.table import Pruning
from app.solver.kernels.weights import ONE_DECK
from app.solver.searching import Proof, start_of_proof
from tests.engine.tables import Hand

SUITS = tuple(Suit)


def laid(*columns: str, homes: str = "", stock: str = "", ranks: int, by_hand: bool) -> Position:
    """Lay out a position, its columns as ``Hand.column`` takes them.

    ``homes`` tells foundations apart by commas: ``2S AS,,``.
    """
    hand = Hand()
    return Position(
        columns=tuple(map(hand.column, columns)),
        stock=hand.cards(stock),
        foundations=tuple(map(hand.cards, homes.split(","))),
        ranks=ranks,
        automatic=not by_hand,
    )


def invented(chance: Random, most_cards: int = 14) -> Position:
    """Deal an invented deck: face-down cards, a stock with a short last row, both ways to collect.

    It may have more than one of a face.
    """
    ranks = chance.randint(2, 5)
    most = max(1, min(4, most_cards // ranks))
    suits = chance.choices(SUITS[: chance.randint(1, 4)], k=chance.randint(1, most))
    cards = [(rank, suit) for suit in suits for rank in range(1, ranks + 1)]
    chance.shuffle(cards)
    shoe = [Card(rank, suit, place) for place, (rank, suit) in enumerate(cards)]
    width = chance.randint(2, 5)
    dealt = chance.randint(min(width, len(shoe)), len(shoe))
    columns = []
    for index in range(width):
        held = shoe[index:dealt:width]
        columns.append(Column(tuple(held), chance.randint(0, max(0, len(held) - 1))))
    foundations = ((),) * len(suits)
    position = Position(tuple(columns), tuple(shoe[dealt:]), foundations, ranks)
    if chance.random() < 0.5 and not any(
        holds_completed_run(position, column) for column in columns
    ):
        return automatic(position)
    return position


def automatic(position: Position) -> Position:
    """Give a position in which completed runs leave by themselves."""
    return Position(
        position.columns, position.stock, position.foundations, position.ranks, automatic=True
    )


def wandered(position: Position, chance: Random, moves: int) -> Position:
    """Play some moves at random, the rare kinds often; stop before a win."""
    for _ in range(moves):
        choices = legal_moves(position)
        rare = [move for move in choices if not isinstance(move, RunMove)]
        if not choices:
            break
        after = play(position, chance.choice(rare if rare and chance.random() < 0.5 else choices))
        if after.is_won:
            break
        position = after
    return position


def faces(position: Position) -> object:
    """Give what tells positions apart: faces, what is hidden, and the order of columns."""

    def plain(cards: tuple[Card, ...]) -> bytes:
        return bytes(SUITS.index(card.suit) * 16 + card.rank for card in cards)

    return (
        tuple((plain(column.cards), column.face_down) for column in position.columns),
        len(position.stock),
        tuple(map(plain, position.foundations)),
    )


def exhausted(
    position: Position,
    limit: int,
    allowed: Callable[[Position, Move], bool] = lambda _position, _move: True,
) -> bool | None:
    """Search by the engine's own rules: whether there is a win; None when the limit was met."""
    seen = {faces(position)}
    waiting = [position]
    while waiting:
        position = waiting.pop()
        for move in legal_moves(position):
            after = play(position, move)
            if not allowed(position, move) or faces(after) in seen:
                continue
            if after.is_won:
                return True
            seen.add(faces(after))
            waiting.append(after)
        if len(seen) > limit:
            return None
    return False


_BUFFERS: dict[tuple[int, int], ProofBuffers] = {}


def proved(position: Position, pruning: Pruning, budget: int = 10_000_000) -> bool | None:
    """Search completely with compiled code; a win that is found is checked by the engine."""
    shape = len(position.columns), len(position.foundations)
    buffers = _BUFFERS.setdefault(shape, ProofBuffers(20_000, 1 << 22, *shape))
    search = Proof(start_of_proof(position), buffers, ONE_DECK, pruning, np.zeros(1, np.int32))
    search.go_on(budget)
    if search.ended == proof.FOUND:
        assert search.actions()
        return True
    return False if search.ended == proof.EXHAUSTED else None
