"""A bounded cache that threads share."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from cachetools import LRUCache

_Value = TypeVar("_Value")


class SharedCache(Generic[_Value]):
    """The values used last, by a text key.

    Args:
        size: how many are kept.
        epoch: gives a number; when it changes, nothing that was kept is believed any more.
    """

    def __init__(self, size: int, epoch: Callable[[], int] = lambda: 0) -> None:
        self._values: LRUCache[str, _Value] = LRUCache(size)
        self._epoch = epoch
        self._kept_in = epoch()
        self._lock = threading.Lock()

    def get(self, key: str) -> _Value | None:
        """Give a value, if it is still here."""
        with self._lock:
            if self._kept_in != self._epoch():
                self._kept_in = self._epoch()
                self._values.clear()
            return self._values.get(key)

    def put(self, key: str, value: _Value) -> None:
        """Keep a value."""
        with self._lock:
            self._values[key] = value
