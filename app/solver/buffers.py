"""The memory of a search, owned by whoever makes it."""

import numpy as np

from app.solver.kernels.beam import BUCKETS, CHILDREN_OF_STATE, Search
from app.solver.kernels.board import CHILD, STATE, Board
from app.solver.kernels.easier import FACES, FRAMES, SUITS, Hope
from app.solver.kernels.hopeless import KNOWN
from app.solver.kernels.making import NODES_OF_MOVE
from app.solver.kernels.nodes import NODE
from app.solver.kernels.proof import Stack

DEPTH = 400
"""Greatest number of moves of a solution that is looked for."""

_CHILDREN_FOR_EACH = 20
_NODES_FOR_EACH = 3 * NODES_OF_MOVE
_NODES_AT_LEAST = 60_000


def _board(columns: int, foundations: int, states: int, nodes: int) -> Board:
    return Board(
        pool=np.empty(nodes, NODE),
        states=np.empty(states, STATE),
        tops=np.empty((states, columns), np.int32),
        piles=np.zeros((states, foundations), np.uint8),
    )


def _hope(columns: int) -> Hope:
    return Hope(
        cores=np.zeros((FRAMES, columns), np.int32),
        rows=np.zeros((FRAMES, columns), np.int32),
        loose=np.zeros((FRAMES, FACES), np.int8),
        ranks=np.zeros((FRAMES, 2, 16), np.int8),
        runs=np.zeros((FRAMES, 2, SUITS), np.int8),
        facts=np.zeros((FRAMES, 4), np.int64),
        hashes=np.zeros((FRAMES, 2), np.uint64),
        dead=np.zeros(KNOWN, np.uint64),
        alive=np.zeros(KNOWN, np.uint64),
        known=np.zeros(2, np.int64),
        credit=np.zeros(1, np.int64),
    )


class BeamBuffers:
    """What a beam of up to a given width needs."""

    def __init__(self, width: int, columns: int, foundations: int) -> None:
        nodes = width * _NODES_FOR_EACH + _NODES_AT_LEAST
        children = width * _CHILDREN_FOR_EACH + 4 * CHILDREN_OF_STATE
        self.width = width
        self.board = _board(columns, foundations, 2 * width, nodes)
        self.search = Search(
            children=np.empty(children, CHILD),
            order=np.empty(children, np.int32),
            buckets=np.empty(BUCKETS, np.int64),
            seen=np.empty(seen_size(width), np.uint64),
            parents=np.empty((DEPTH, width), np.int32),
            moves=np.empty((DEPTH, width), np.int32),
            path=np.empty(DEPTH, np.int32),
            marks=np.empty(nodes, np.int32),
            counts=np.zeros(4, np.int64),
            stop=np.zeros(1, np.int32),
        )


def seen_size(width: int) -> int:
    """Give the places of a beam's set of positions: a power of two, not more than needed."""
    size = 4096
    while size < min(width * 2 * DEPTH, 1 << 23):
        size *= 2
    return size


def beam_bytes(width: int, columns: int) -> int:
    """Estimate what ``BeamBuffers`` of a width take."""
    of_place = _NODES_FOR_EACH * (NODE.itemsize + 4) + _CHILDREN_FOR_EACH * (CHILD.itemsize + 4)
    of_place += 2 * (STATE.itemsize + 4 * columns) + DEPTH * 8
    return width * of_place + seen_size(width) * 8 + _NODES_AT_LEAST * (NODE.itemsize + 4)


def proof_bytes(depth: int, columns: int, foundations: int) -> int:
    """Estimate what ``ProofBuffers`` of a depth take, without the set of positions."""
    of_step = STATE.itemsize + 4 * columns + foundations + 3 * NODE.itemsize + 4 * CHILD.itemsize
    return depth * (of_step + 3 * 8 + 4)


class ProofBuffers:
    """What a complete search needs. Its set of positions grows with it."""

    def __init__(self, depth: int, columns: int, foundations: int) -> None:
        self.board = _board(columns, foundations, depth, depth * 3 + 4 * NODES_OF_MOVE)
        self.stack = Stack(
            children=np.empty(depth * 4 + 4 * CHILDREN_OF_STATE, CHILD),
            first=np.empty(depth, np.int64),
            left=np.empty(depth, np.int64),
            nodes=np.empty(depth, np.int64),
            path=np.empty(depth, np.int32),
            seen=np.zeros(1 << 12, np.uint64),
            cursor=np.zeros(8, np.int64),
            hope=_hope(columns),
            stop=np.zeros(1, np.int32),
        )
