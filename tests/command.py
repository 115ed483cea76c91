"""Running the command `wisp` within the test."""

import re
from collections.abc import Callable
from typing import NamedTuple


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str


Wisp = Callable[..., Ended]


def assert_refused(ended: Ended, status: int, *words: str) -> None:
    """A command that does not work says so in one sentence, and prints nothing else."""
    assert (ended.status, ended.out) == (status, "")
    assert re.fullmatch(r"[^\n]+\n", ended.err)
    for word in words:
        assert word in ended.err
