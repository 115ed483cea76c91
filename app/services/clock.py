"""The game clock: the sum of the counted spans between one action and the next."""

import time
from dataclasses import dataclass

from app.store.games import StoredPause
from app.store.tables import LONGEST_SPAN_MS


def now_ms() -> int:
    """Give the time: milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Clock:
    """How a game's clock stands: what it has counted, and whether it runs."""

    counted_ms: int = 0
    """The spans up to the last action."""

    gap_ms: int = 0
    """What has been counted since the last action, up to the last pause or going on."""

    running_since_ms: int | None = None
    """None while it has not begun, is paused, or has stopped for good."""

    @classmethod
    def after(cls, counted_ms: int, last_ms: int, pause: StoredPause | None) -> "Clock":
        """Give the clock of a game whose last action was at ``last_ms``."""
        if pause is None:
            return cls(counted_ms, 0, last_ms)
        return cls(counted_ms, pause.counted_ms, pause.running_since_ms)

    def span_at(self, now: int) -> int:
        """Milliseconds that count between the last action and now: never below zero."""
        running = 0 if self.running_since_ms is None else max(0, now - self.running_since_ms)
        return min(LONGEST_SPAN_MS, self.gap_ms + running)

    def elapsed_at(self, now: int) -> int:
        """Milliseconds that the clock shows now."""
        return self.counted_ms + self.span_at(now)

    @property
    def is_paused(self) -> bool:
        """Whether the clock stands still, though the game has begun."""
        return self.running_since_ms is None

    def paused_at(self, now: int) -> StoredPause:
        """Stop the clock."""
        return StoredPause(self.span_at(now), None)

    def resumed_at(self, now: int) -> StoredPause:
        """Let the clock go on; one that runs already is left as it is."""
        if self.running_since_ms is None:
            return StoredPause(self.gap_ms, now)
        return StoredPause(self.gap_ms, self.running_since_ms)
