"""Counting the answers of a survey."""

import math
from collections import Counter

_DEVIATIONS = 1.959964
"""On each side of the mean: between them lie 95 % of a normal distribution."""

_NAMES = {"won": "winnable", "unwinnable": "unwinnable", "unknown": "unknown"}


def wilson(count: int, total: int) -> tuple[float, float]:
    """Give the 95 % interval of a share by Wilson's score, as two fractions."""
    if total == 0:
        return 0.0, 1.0
    share, spread = count / total, _DEVIATIONS**2 / total
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def summary(counts: Counter[str]) -> str:
    """Say how many deals can be won: each count with its share, and the interval of that."""
    total = counts.total()
    parts = [_part(counts[status], total, name) for status, name in _NAMES.items()]
    return f"{total} {'deal' if total == 1 else 'deals'}: {'; '.join(parts)}."


def _part(count: int, total: int, name: str) -> str:
    if total == 0:
        return f"0 {name}"
    low, high = wilson(count, total)
    share = f"{100 * count / total:.1f} %, 95 % interval {100 * low:.1f} to {100 * high:.1f} %"
    return f"{count} {name} ({share})"
