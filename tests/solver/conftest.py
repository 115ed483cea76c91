"""Compiled code, waited for once."""

from importlib.util import find_spec

import pytest

collect_ignore_glob: list[str] = []
if find_spec("numba") is None:
    collect_ignore_glob.append("test_*.py")


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Compile before the first test: it takes long on a new machine."""
    from app.solver.loading import load  # noqa: PLC0415 - not where Numba is missing

    load()
