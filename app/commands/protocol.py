"""How connections are read: by httptools, and no head without an end."""

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

_TOO_LARGE = 431
_SENTENCE = b"The headers are larger than this server takes.\n"


class BoundedProtocol(HttpToolsProtocol):
    """Ends a connection that sends a head without an end.

    The application refuses a head that is too large in its own words, but sees only whole ones;
    the parser would collect one that never ends until the memory is full.
    """

    _heads = 0
    """How many have begun."""

    _head_bytes: int | None = None
    """What was read after the beginning of one that has not ended; None outside of one."""

    def data_received(self, data: bytes) -> None:
        """Read what has come."""
        heads = self._heads
        super().data_received(data)
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
        super().on_headers_complete()

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
