"""Where the program's own files lie: beside the package in a checkout, within it when installed."""

from pathlib import Path

_PACKAGE = Path(__file__).parent
_HOME = _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent

TEMPLATES = _HOME / "templates"
STATIC = _HOME / "static"
MIGRATIONS = _HOME / "migrations"
