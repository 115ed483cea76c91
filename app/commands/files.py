"""Reading what a file or standard input holds."""

import sys
from pathlib import Path
from typing import BinaryIO

from app.commands.failing import BadInput

_LARGEST_BYTES = 1024 * 1024


def text_of(file: Path, what: str) -> str:
    """Read a text, and no more of it than it can be long. The name - is standard input.

    Args:
        file: where it is.
        what: what it should be, in words such as "a game record".
    """
    try:
        if str(file) == "-":
            if sys.stdin is None:
                raise BadInput("Standard input is closed.")
            content = _beginning(sys.stdin.buffer)
        else:
            with file.open("rb") as stream:
                content = _beginning(stream)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}.") from None
    if len(content) > _LARGEST_BYTES:
        raise BadInput(f"{file} is too large for {what}: more than 1 MiB.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise BadInput(f"{file} is not a text file.")
    return text


def _beginning(stream: BinaryIO) -> bytes:
    return stream.read(_LARGEST_BYTES + 1)
