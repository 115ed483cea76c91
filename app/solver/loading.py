"""Having compiled code at hand."""

from functools import cache

import numpy as np

from app.engine.cards import Card, Suit
from app.engine.position import Column, Position
from app.solver.buffers import SEEN_AT_FIRST, BeamBuffers, ProofBuffers
from app.solver.kernels.seen import spread
from app.solver.kernels.table import Pruning
from app.solver.kernels.weights import ONE_DECK
from app.solver.searching import Beam, Proof, search_beam, start_of_beam, start_of_proof


@cache
def load() -> None:
    """Load the compiled code, or compile it: some tenths of a second, or many seconds."""
    ace, two = Card(1, Suit.SPADES, 0), Card(2, Suit.SPADES, 1)
    position = Position((Column((ace,)), Column((two,))), (), ((),), ranks=2, automatic=True)
    stop = np.zeros(1, np.int32)
    shape = len(position.columns), len(position.foundations)
    beam = Beam(width=2, weights=ONE_DECK, depth=2, budget=100)
    search_beam(start_of_beam(position), BeamBuffers(2, *shape), beam, stop)
    proof = Proof(
        start_of_proof(position),
        ProofBuffers(16, SEEN_AT_FIRST, *shape),
        ONE_DECK,
        Pruning.ALL,
        stop,
    )
    proof.go_on(100)
    spread(np.zeros(2, np.uint64), 1, stop)
