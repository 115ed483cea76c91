"""What commands write to: standard output and files."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from app.commands.failing import Failure

STANDARD = "<stdout>"


class Output:
    """A text stream that says in a sentence why it cannot be written.

    Of a pipe that nobody reads any more it says nothing: that is a BrokenPipeError as ever.
    """

    def __init__(self, stream: TextIO | None, name: str) -> None:
        """Write to a stream.

        Args:
            stream: None for one that was closed before the command began.
            name: what it is called in the sentence.
        """
        self._stream = stream
        self._name = name
        self._is_broken = False

    def write(self, text: str) -> int:
        """Write, and give the number of characters written."""
        with self._telling():
            if self._stream is None:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            return self._stream.write(text)

    def flush(self) -> None:
        """Hand on what was written."""
        with self._telling():
            if self._stream is not None:
                self._stream.flush()

    def close(self) -> None:
        """Close the stream; one that was said to be broken is not said to be so again."""
        if self._stream is None:
            return
        with suppress(OSError) if self._is_broken else self._telling():
            self._stream.close()

    def isatty(self) -> bool:
        """Tell whether it is a terminal."""
        return self._stream is not None and self._stream.isatty()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever else a stream has
        """Give what others ask a stream about, such as its encoding."""
        return getattr(self._stream, name)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            self._is_broken = True
            raise Failure(f"{self._name} cannot be written: {error.strerror}.") from None
