"""How times and dates are written."""

from datetime import UTC, datetime

_SECOND_MS = 1000


def clock_text(elapsed_ms: int, *, finished: bool = False) -> str:
    """Write a time as ``3:07`` or ``1:02:45``; that of a finished game is never 0:00."""
    seconds = max(int(finished), elapsed_ms // _SECOND_MS)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def date_text(at_ms: int) -> str:
    """Write a date (UTC) as ``29 November 2026``."""
    at = datetime.fromtimestamp(at_ms / _SECOND_MS, UTC)
    return f"{at.day} {at:%B %Y}"


def iso_date(at_ms: int) -> str:
    """Write a moment for programs, such as ``2026-11-29T20:16:37Z``."""
    return datetime.fromtimestamp(at_ms // _SECOND_MS, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def plural(count: int, noun: str) -> str:
    """Write a number with its noun: ``1 row``, ``5 rows``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
