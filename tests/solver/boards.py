"""A position of the engine laid out for the kernels, and what they make of it read back."""

from collections.abc import Iterator
from random import Random

import numpy as np

from app.engine.deal import deal
from app.engine.moves import Move
from app.engine.position import Position
from app.solver.buffers import SEEN_AT_FIRST, ProofBuffers
from app.solver.kernels.board import CHILD, Board, weigh
from app.solver.kernels.expand import expand
from app.solver.kernels.making import make
from app.solver.kernels.nodes import EMPTY, Array
from app.solver.kernels.opening import lay_out
from app.solver.kernels.table import Pruning, Table
from app.solver.kernels.weights import ONE_DECK, Weights
from app.solver.layout import code_of, columns_of, piles_of, table_of
from app.solver.searching import _move_of
from tests.engine.tables import WAYS
from tests.solver.invented import wandered

Codes = tuple[list[int], int]
"""A column as the kernels see it: its cards, and how many of them lie face down."""


def codes(position: Position) -> list[Codes]:
    return [(list(map(code_of, column.cards)), column.face_down) for column in position.columns]


class Laid:
    """State 0 of a board of its own is a position; state 1 is free for a child of it."""

    def __init__(
        self, position: Position, pruning: Pruning = Pruning.NONE, weights: Weights = ONE_DECK,
        *, loose: bool = False,
    ) -> None:  # fmt: skip
        by_hand = not position.automatic
        shape = len(position.columns), len(position.foundations)
        self.board: Board = ProofBuffers(64, SEEN_AT_FIRST, *shape).board
        self.table: Table = table_of(position, pruning, loose=loose, by_hand=by_hand)
        self.weights = weights
        self.free: int = lay_out(
            self.board, *columns_of(position), piles_of(position), self.table, weights
        )

    def children(self) -> Array:
        found = np.empty(1024, CHILD)
        return found[: expand(self.board, 0, found, 0, self.table, self.weights)]

    def make(self, child: Array) -> None:
        make(self.board, child, 1, self.free, self.table, self.weights)

    def value(self, state: int) -> tuple[int, int]:
        here = self.board.states[state]
        return int(here["hash"]), int(here["score"])

    def weighed(self, state: int) -> tuple[int, int]:
        """Work out a state's hash and score from its columns, not from its parent."""
        weigh(self.board, state, self.table, self.weights)
        return self.value(state)

    def columns(self, state: int) -> list[Codes]:
        return [column(self.board, int(top)) for top in self.board.tops[state]]


def column(board: Board, node: int) -> Codes:
    """Read a column: a node's link leads to what is left without its last card."""
    cards = []
    down = int(board.pool[node]["down"])
    while node != EMPTY:
        cards.append(int(board.pool[node]["card"]))
        node = int(board.pool[node]["below"])
    return cards[::-1], down


def move_of(child: Array) -> Move:
    return _move_of(int(child["move"]))


def positions(chance: Random, games: int, moves: int) -> Iterator[Position]:
    """Give positions from random play of every variant, with each way of collecting."""
    for variant, collecting in WAYS:
        for _ in range(games):
            position = deal(variant, chance.randint(1, 10**9), collecting)
            yield wandered(position, chance, chance.randint(0, moves))
