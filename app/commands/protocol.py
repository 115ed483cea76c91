"""How connections are read: by httptools, and no head without an end."""

from asyncio import TimerHandle
from functools import cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from app.settings import Settings

_TOO_LARGE = 431
_SENTENCE = b"The headers are larger than this server takes.\n"


@cache
def _patience_seconds() -> float:
    return Settings().max_request_seconds


class BoundedProtocol(HttpToolsProtocol):
    """Ends a connection that sends a head without an end, or takes too long over it.

    The application refuses a head that is too large in its own words, but sees only whole ones;
    the parser would collect one that never ends until the memory is full.
    """

    _heads = 0
    """How many have begun."""

    _head_bytes: int | None = None
    """What was read after the beginning of one that has not ended; None outside of one."""

    _head_timer: TimerHandle | None = None
    """Runs from the beginning of a connection to its first head, and while one is not whole."""

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as the base class has it
        """Wait for the first head."""
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what has come."""
        heads = self._heads
        super().data_received(data)
        if self._head_bytes is not None:
            self._wait_for_head()
        if self._head_bytes is not None and self._heads == heads:  # all of it is of one head
            self._head_bytes += len(data)
            if self._head_bytes > (self.config.h11_max_incomplete_event_size or 0):
                self._refuse_head()

    def on_message_begin(self) -> None:
        """Note that a head begins."""
        super().on_message_begin()
        self._heads += 1
        self._head_bytes = 0

    def on_headers_complete(self) -> None:
        """Note that it has come to its end."""
        self._head_bytes = None
        self._wait_no_more()
        super().on_headers_complete()

    def _wait_for_head(self) -> None:
        if self._head_timer is None and not self.transport.is_closing():
            self._head_timer = self.loop.call_later(_patience_seconds(), self.transport.close)

    def _wait_no_more(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _refuse_head(self) -> None:
        length = str(len(_SENTENCE)).encode()
        self.transport.write(
            STATUS_LINE[_TOO_LARGE]
            + b"content-type: text/plain; charset=utf-8\r\ncontent-length: "
            + length
            + b"\r\nconnection: close\r\n\r\n"
            + _SENTENCE
        )
        self.transport.close()
