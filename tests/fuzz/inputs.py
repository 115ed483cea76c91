"""How many inputs are tried, and how those are made that are almost right."""

import os
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

_IN_ALL = int(os.environ.get("FUZZ_INPUTS", "6000"))
_SHARES = 218
"""The sum of all shares in this folder."""

_TOGETHER = 20
"""Inputs that Hypothesis draws as one: each draw costs more than most of what is tried."""

_IN_A_ROUND = 1_000
"""Hypothesis remembers what it drew, to draw something else: so often, and then it begins anew."""


def tried(
    share: int, *strategies: st.SearchStrategy[Any], together: int = _TOGETHER
) -> Callable[[Callable[..., None]], None]:
    """Run the decorated function on so many shares of all inputs.

    Args:
        share: how many shares.
        strategies: what the function is given.
        together: how many inputs are drawn as one; fewer where they are long.
    """
    draws = max(1, _IN_ALL * share // _SHARES // together)
    rounds = -(-draws // _IN_A_ROUND)
    inputs = st.lists(st.tuples(*strategies), min_size=together, max_size=together)
    bounded = settings(
        max_examples=-(-draws // rounds),
        deadline=None,
        database=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )

    def run(function: Callable[..., None]) -> None:
        def each(drawn: list[tuple[Any, ...]]) -> None:
            for arguments in drawn:
                function(*arguments)

        for _ in range(rounds):
            bounded(given(inputs)(each))()

    return run


def almost(*right: str, pieces: str = "") -> st.SearchStrategy[str]:
    """Any text, text of certain characters, and right text with something in it changed."""
    alphabet = pieces or "".join(sorted(set("".join(right))))
    return st.one_of(
        st.text(),
        st.text(alphabet, max_size=20),
        changed(right, st.text(alphabet, max_size=2) | st.text(max_size=2)),
    )


@st.composite
def changed(draw: st.DrawFn, right: Sequence[str], other: st.SearchStrategy[str]) -> str:
    """Right text in which up to three pieces are something else."""
    text = draw(st.sampled_from(right))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 3)))
        text = text[:start] + draw(other) + text[end:]
    return text
