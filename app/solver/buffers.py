"""The memory of a search, owned by whoever makes it."""

from typing import Self

import numpy as np

from app.solver.kernels.beam import BUCKETS, CHILDREN_OF_STATE, Search
from app.solver.kernels.board import CHILD, STATE, Board
from app.solver.kernels.easier import FACES, FRAMES, SUITS, Hope
from app.solver.kernels.hopeless import KNOWN
from app.solver.kernels.making import NODES_OF_MOVE
from app.solver.kernels.nodes import NODE
from app.solver.kernels.proof import Stack

DEPTH = 400
"""Greatest number of moves that a beam looks ahead."""

WIDEST = 10_000
"""Positions that a beam keeps at most for each number of moves."""

SEEN_AT_FIRST = 1 << 12
"""Places that a complete search has for hashes before it needs more."""

_STEPS = 1_000_000
_STEPS_AT_LEAST = 1_000
"""Moves in a row that a complete search may make."""

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


def fitting(width: int, memory_bytes: int, columns: int) -> int:
    """Give the width of a beam that half of the memory allows: 0 when not even the narrowest."""
    while width > 0 and beam_bytes(width, columns) * 2 > memory_bytes:
        width //= 2
    return width


class ProofBuffers:
    """What a complete search needs, besides a set of hashes of its own for each.

    Args:
        depth: number of moves in a row that can be made.
        seen_places: size of the set of hashes: a power of two.
        columns: of the position.
        foundations: of the position.
    """

    def __init__(self, depth: int, seen_places: int, columns: int, foundations: int) -> None:
        self.seen_places = seen_places
        self.board = _board(columns, foundations, depth, depth * 3 + 4 * NODES_OF_MOVE)
        self.stack = Stack(
            children=np.empty(depth * 4 + 4 * CHILDREN_OF_STATE, CHILD),
            first=np.empty(depth, np.int64),
            left=np.empty(depth, np.int64),
            nodes=np.empty(depth, np.int64),
            path=np.empty(depth, np.int32),
            seen=np.empty(0, np.uint64),
            cursor=np.zeros(8, np.int64),
            hope=_hope(columns),
            stop=np.zeros(1, np.int32),
        )

    @classmethod
    def within(cls, memory_bytes: int, columns: int, foundations: int) -> Self:
        """Give those that fit: a fifth for the path, the rest for hashes and a wide beam."""
        of_step = STATE.itemsize + 4 * columns + foundations + 3 * NODE.itemsize
        of_step += 4 * CHILD.itemsize + 3 * 8 + 4
        steps = max(_STEPS_AT_LEAST, min(_STEPS, memory_bytes // 5 // of_step))
        beam = beam_bytes(fitting(WIDEST, memory_bytes, columns), columns)
        places = SEEN_AT_FIRST
        while places * 2 * 8 <= memory_bytes * 4 // 5 - beam:
            places *= 2
        return cls(steps, places, columns, foundations)
