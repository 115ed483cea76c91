"""Compiling ahead of the first search, in a process of its own.

Whoever asks for it does not import Numba, and goes on as if nothing happened.
"""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path

from app.solver.kernels import cache_base

_LOWEST_PRIORITY = 19


def is_available() -> bool:
    """Say whether there is a solver on this platform."""
    try:
        return all(find_spec(name) is not None for name in ("numba", "numpy"))
    except ImportError:
        return False


@contextmanager
def compiling_elsewhere() -> Iterator[None]:
    """Compile beside what goes on meanwhile; its end ends the compiling too."""
    process = subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "IDLE_PRIORITY_CLASS", 0),
        process_group=0,  # Ctrl+C is not for it
    )
    # Waited for, or the system would remember it for as long as this process lives.
    threading.Thread(target=process.wait, daemon=True).start()
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def compile_here(folder: Path) -> bool:
    """Compile, unless another process with this folder is about it; say whether this one did."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # A lock that goes with its process, on every system.
        with closing(sqlite3.connect(folder / "compiling.lock", timeout=0)) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            from app.solver.loading import load  # noqa: PLC0415 - brings Numba

            load()
    except (OSError, sqlite3.OperationalError):  # nothing can be kept, or another is about it
        return False
    return True


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(_LOWEST_PRIORITY)
    compile_here(cache_base())
