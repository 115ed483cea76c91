"""Compiling, with a cache of compiled code that is never stale.

Numba keeps compiled code next to a note of the source file of the one function that was
compiled. It does not see that a helper in another file has changed, and would go on with the old
one. So the folder of its cache is named after everything that compiled code depends on: the text
of every module of this package, which imports nothing else of the project, and the releases
that compile it.
"""

import contextlib
import hashlib
import os
import platform
import shutil
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import config

from app.solver.kernels import cache_base

F = TypeVar("F", bound=Callable[..., Any])

_HERE = Path(__file__).parent
_PREFIX = "solver-"
_DAYS_KEPT = 30


def digest(folder: Path = _HERE) -> str:
    """Name what compiled code is made of: 16 hexadecimal digits."""
    sha = hashlib.sha256()
    for module in sorted(folder.glob("*.py")):
        sha.update(module.name.encode() + b"\0" + module.read_bytes() + b"\0")
    for part in ("numba", "numpy", "llvmlite"):
        sha.update(f"{part} {version(part)}\0".encode())
    sha.update(platform.python_version().encode())
    return sha.hexdigest()[:16]


def cache_folder() -> Path:
    """Give the folder of this user's compiled code for just these sources."""
    return cache_base() / f"{_PREFIX}{digest()}"


def _open_cache() -> bool:
    """Point Numba at the cache; False when none can be kept."""
    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            return False
        _clear(folder)
    except (OSError, RuntimeError):  # no home, or one that cannot be written
        return False
    config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return True


def _clear(folder: Path) -> None:
    """Remove what other sources left long ago; other releases may still be in use."""
    os.utime(folder)
    oldest = time.time() - _DAYS_KEPT * 24 * 3600
    for other in folder.parent.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            if other.stat().st_mtime < oldest:
                shutil.rmtree(other)


_OPTIONS: dict[str, Any] = {
    "cache": _open_cache(),
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
}


def kernel(function: F) -> F:
    """Compile a function at its first call.

    Kernels hold no lock on the interpreter. They may not allocate: counting references to the
    arrays they are given would take a third of their time, so that is switched off.
    """
    compiled: F = numba.njit(**_OPTIONS)(function)
    return compiled
