"""Styles, scripts and pictures, under addresses that change with every release of them."""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from rcssmin import cssmin  # type: ignore[import-untyped]
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.resources import STATIC
from app.web.manifest import manifest
from app.web.scripts import script

STYLES = ("tokens.css", "base.css", "cards.css", "table.css")
"""Joined into one file, so that a page asks once; later ones build on earlier ones."""

_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


@cache
def style_sheet() -> str:
    """All styles, without what only a reader needs."""
    return "\n".join(cssmin((STATIC / "css" / name).read_text("utf-8")) for name in STYLES)


MADE: dict[str, tuple[Callable[[], str], str]] = {
    "wisp.css": (style_sheet, "text/css"),
    "js/wisp.js": (script, "text/javascript"),
    "manifest.webmanifest": (manifest, "application/manifest+json"),
}
"""Files that are put together here, and their types."""


@cache
def release() -> str:
    """A name for just these files: it changes when any of them does."""
    digest = hashlib.sha256()
    for make, _ in MADE.values():
        digest.update(make().encode())
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        digest.update(str(path.relative_to(STATIC)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def asset_url(path: str) -> str:
    """Give the address of a file below ``static/``."""
    return f"/static/{release()}/{path}"


class Assets(StaticFiles):
    """Serves ``/static/RELEASE/PATH``.

    A page of an earlier release gets today's file, and is told not to keep it.
    """

    def __init__(self) -> None:
        super().__init__(directory=Path(STATIC))

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with the file, kept for ever when its release is today's."""
        asked, _, name = Path(path).as_posix().partition("/")
        if name in MADE and scope["method"] in ("GET", "HEAD"):
            make, media_type = MADE[name]
            response = Response(make(), media_type=media_type)
        else:
            response = await super().get_response(name, scope)
        response.headers["Cache-Control"] = _FOR_EVER if asked == release() else _ASK_AGAIN
        return response
