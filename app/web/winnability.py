"""What a survey of many deals found out, for the rules pages; docs/winnability.md tells how."""

from typing import NamedTuple

from app.engine.refusals import in_words

DEALS = 1_000
"""The deals from number 1 on that were searched, of each variant."""


class Winnability(NamedTuple):
    """How many of them can be won, and how many cannot. The others are undecided."""

    won: int
    unwinnable: int


WINNABILITY: dict[str, Winnability] = {
    "spider-1": Winnability(1000, 0),
    "spider-2": Winnability(1000, 0),
    "spider-4": Winnability(1000, 0),
    "spiderette-1": Winnability(991, 9),
    "spiderette-2": Winnability(983, 16),
    "spiderette-4": Winnability(933, 33),
    "will-o-the-wisp-1": Winnability(998, 2),
    "will-o-the-wisp-2": Winnability(992, 6),
    "will-o-the-wisp-4": Winnability(972, 13),
}
"""For each variant that has been surveyed."""


def winnability_in_words(key: str) -> str:
    """Say what is known of a variant's deals; nothing when it has not been surveyed."""
    found = WINNABILITY.get(key)
    if found is None:
        return ""
    begun = f"Of deals 1 to {DEALS:,}, a search that sees every card"
    undecided = DEALS - found.won - found.unwinnable
    if found.won == DEALS:
        return f"{begun} wins them all."
    parts = [f"wins {found.won}"]
    if found.unwinnable:
        parts.append(f"shows that {found.unwinnable} cannot be won")
    if undecided:
        parts.append(f"leaves {undecided} undecided")
    return f"{begun} {in_words(parts)}."
