"""The compiled part of the solver. It imports nothing else of the project."""

import os
from pathlib import Path


def cache_base() -> Path:
    """Give the folder in which this user's compiled code of all releases is kept."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wisp"
