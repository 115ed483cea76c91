"""What stands in for a page while there is no connection."""

import hashlib
import json
from functools import cache

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.resources import STATIC
from app.services.players import LOOKS, Preferences
from app.web.assets import asset_url
from app.web.templates import render

router = APIRouter(include_in_schema=False)

_NOTICE_URL = "/offline"
_MADE_OF = ("wisp.css", "js/wisp.js", "icons/favicon.svg")


@router.get(_NOTICE_URL)
def offline() -> Response:
    """Say that there is no connection."""
    return HTMLResponse(_notice())


@router.get("/sw.js")
def service_worker(request: Request) -> Response:
    """Give the service worker, which browsers ask for again with every page."""
    headers = {"Cache-Control": "no-cache", "ETag": f'W/"{_version()}"'}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(_service_worker(), media_type="text/javascript", headers=headers)


@cache
def _notice() -> str:
    # Browsers keep it, so it is the same for everybody.
    return render("offline.html", looks=Preferences().all_of(LOOKS), here="")


@cache
def _service_worker() -> str:
    given = {
        "CACHE": f"wisp-{hashlib.sha256(_notice().encode()).hexdigest()[:12]}",
        "NOTICE": _NOTICE_URL,
        "FILES": [asset_url(name) for name in _MADE_OF],
    }
    lines = [f"const {name} = {json.dumps(value)};" for name, value in given.items()]
    return "\n".join([*lines, (STATIC / "js" / "sw.js").read_text("utf-8")])


@cache
def _version() -> str:
    return hashlib.sha256(_service_worker().encode()).hexdigest()[:12]
