"""The kinds of action, as values. Indices count from 0, their text forms from 1."""

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class RunMove:
    """Move the last ``count`` cards of a column onto another column."""

    source: int
    target: int
    count: int = 1

    def __str__(self) -> str:
        """Give the text form: ``4-7`` or ``10-2x3``."""
        tail = f"x{self.count}" if self.count > 1 else ""
        return f"{self.source + 1}-{self.target + 1}{tail}"


@dataclass(frozen=True, slots=True)
class DealRow:
    """Put a row from the stock onto the columns."""

    def __str__(self) -> str:
        """Give the text form: ``deal``."""
        return "deal"


@dataclass(frozen=True, slots=True)
class Collect:
    """Put the completed run that ends a column on the first empty foundation."""

    source: int

    def __str__(self) -> str:
        """Give the text form: ``4-f``."""
        return f"{self.source + 1}-f"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Move the top card of a foundation onto a column."""

    foundation: int
    target: int

    def __str__(self) -> str:
        """Give the text form: ``f2-5``."""
        return f"f{self.foundation + 1}-{self.target + 1}"


Move = RunMove | DealRow | Collect | TakeBack
"""What changes the table by the rules."""


class Step(Enum):
    """A way through what has been played; the value is its text form."""

    UNDO = "undo"
    REDO = "redo"

    def __str__(self) -> str:
        """Give the text form."""
        return self.value


Action = Move | Step
"""What costs a point and adds to the move counter."""
