"""The memory of a solver: taken when a search needs it, kept for the next one."""

from app.engine.position import Position
from app.solver.buffers import BeamBuffers, ProofBuffers


class Memory:
    """Buffers for positions of one shape at a time."""

    def __init__(self) -> None:
        self._made_for = (0, 0, 0)  # columns, foundations and bytes: for others buffers are new
        self._beam: BeamBuffers | None = None
        self._proof: ProofBuffers | None = None

    def prepare(self, position: Position, memory_bytes: int) -> None:
        """Get ready for a position: what has another shape or size is given back."""
        made_for = len(position.columns), len(position.foundations), memory_bytes
        if made_for != self._made_for:
            self._made_for, self._beam, self._proof = made_for, None, None

    def for_beam(self, width: int) -> BeamBuffers:
        """Give buffers for a beam of at least this width."""
        if self._beam is None or self._beam.width < width:
            self._beam = None  # two at once would be too many
            self._beam = BeamBuffers(width, *self._made_for[:2])
        return self._beam

    def for_proof(self) -> ProofBuffers:
        """Give buffers for a complete search."""
        if self._proof is None:
            columns, foundations, memory_bytes = self._made_for
            self._proof = ProofBuffers.within(memory_bytes, columns, foundations)
        return self._proof
