"""Which parts of the page an answer holds."""

from dataclasses import dataclass

from app.web.table import Table
from app.web.views import ColumnView


@dataclass(frozen=True)
class Changes:
    """What an answer holds: the parts of the page that are not as they were."""

    table: Table
    columns: tuple[ColumnView, ...]
    parts: tuple[str, ...]
    """Names of the other parts to send: ``stock``, ``foundations``, ``controls`` …"""

    def part(self, name: str) -> object:
        """Give what a part of the page shows."""
        return _part(self.table, name)


PARTS = ("stock", "foundations", "controls", "forms", "status", "cover", "panel")
"""The parts besides the columns, each with a macro and an element of this name."""


def changes(before: Table | None, after: Table) -> Changes:
    """Compare two tables; everything is new when there is none before."""
    if before is None:
        return Changes(after, after.piles.columns, PARTS)
    columns = after.piles.columns_unlike(before.piles)
    return Changes(after, columns, tuple(name for name in PARTS if _differs(name, before, after)))


def _differs(name: str, before: Table, after: Table) -> bool:
    match name:
        case "status":
            return True  # the clock goes on
        case "foundations":
            return after.piles.foundations_unlike(before.piles)
        case _:
            return _part(before, name) != _part(after, name)


def _part(table: Table, name: str) -> object:
    match name:
        case "stock":
            return table.piles.stock
        case "foundations":
            return table.piles.foundations
        case "cover":
            return table.is_covered
        case _:
            return getattr(table, name)
