"""How often somebody may do something: rates for each of many, in bounded memory."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

_MOST_KEYS = 20_000


def now_seconds() -> float:
    """Give the seconds since some moment."""
    return time.monotonic()


class Rate:
    """So many times a second for each key, and what ``burst_seconds`` hold at once.

    Each key has one number: the moment up to which it has used up its rate. Those who did nothing
    for longest are forgotten first, and had by then most of their rate again.

    Args:
        per_second: how often; 0 for no limit.
        burst_seconds: for how long a time somebody may do at once what they left undone before.
        now: a clock, in seconds.
    """

    def __init__(
        self,
        per_second: float,
        burst_seconds: float,
        now: Callable[[], float] = now_seconds,
    ) -> None:
        self._interval = 1 / per_second if per_second else 0.0
        self._burst_seconds = max(burst_seconds, self._interval)
        self._now = now
        self._used_up_to: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str) -> float:
        """Take one turn; give 0, or in how many seconds there is one."""
        if not self._interval or not key:
            return 0.0
        now = self._now()
        with self._lock:
            used_up_to = max(now, self._used_up_to.pop(key, now)) + self._interval
            wait = max(0.0, used_up_to - now - self._burst_seconds)
            self._used_up_to[key] = used_up_to - self._interval if wait else used_up_to
            if len(self._used_up_to) > _MOST_KEYS:
                self._used_up_to.popitem(last=False)
        return wait
