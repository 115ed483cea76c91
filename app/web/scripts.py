"""The table's script: htmx and our modules, joined so that a page asks once."""

import re
from functools import cache

from rjsmin import jsmin  # type: ignore[import-untyped]

from app.resources import STATIC

_LIBRARY = "vendor/htmx.min.js"
MODULES = (
    *("motion", "board", "drag", "drawn", "lift", "acts"),
    *("arrows", "clock", "news", "worker", "table"),
)
"""Later ones may import from earlier ones."""

_IMPORT = re.compile(r"^import (\{.+\}) from '\./(\w+)\.js';$", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)


@cache
def script() -> str:
    """All scripts of the table, as one that is no module; without what only a reader needs."""
    library = (STATIC / _LIBRARY).read_text("utf-8")
    modules = "\n".join(_wrapped(name) for name in MODULES)
    return f"{library}\n(() => {{\n'use strict';\n{modules}\n}})();\n"


def _wrapped(name: str) -> str:
    """Give a module as a function of its own, which returns what the module exports."""
    text = (STATIC / "js" / f"{name}.js").read_text("utf-8")
    exported = ", ".join(_EXPORT.findall(text))
    text = jsmin(_EXPORT.sub("", _IMPORT.sub(r"const \1 = $\2;", text)))
    return f"const ${name} = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();"
