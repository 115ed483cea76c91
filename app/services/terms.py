"""What is asked of the solver, and what comes back, as data that processes hand on."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

from app.engine.deal import deal
from app.engine.notation import parse_collecting
from app.engine.position import Position
from app.engine.variants import variant_of
from app.services.errors import ServiceError

Answer = dict[str, Any]
"""A JSON object: what was asked, and what was found."""


@dataclass(frozen=True, slots=True)
class Terms:
    """By which rules a deal is searched, and what the search may use."""

    variant: str
    """The variant's key."""

    collect: str
    """The text of a way of collecting."""

    limit_seconds: float
    memory_mb: int

    def position(self, seed: int) -> Position:
        """Deal the cards of a seed."""
        return deal(variant_of(self.variant), seed, parse_collecting(self.collect))


class Lost(NamedTuple):
    """A deal without an answer, because whatever searched it came to grief."""

    seed: int
    reason: str
    """As the end of a sentence about it."""


Answers = Generator[Answer | Lost, None, None]
"""The answers of a survey as they come. Closing it ends what is under way."""


class SurveyError(ServiceError):
    """A survey that cannot begin, or cannot go on."""
