"""A bounded cache that threads share."""

import threading
from typing import Generic, TypeVar

from cachetools import LRUCache

_Value = TypeVar("_Value")


class SharedCache(Generic[_Value]):
    """The values used last, by a text key."""

    def __init__(self, size: int) -> None:
        self._values: LRUCache[str, _Value] = LRUCache(size)
        self._lock = threading.Lock()

    def get(self, key: str) -> _Value | None:
        """Give a value, if it is still here."""
        with self._lock:
            return self._values.get(key)

    def put(self, key: str, value: _Value) -> None:
        """Keep a value."""
        with self._lock:
            self._values[key] = value
