"""How a problem is told: to programs, in a page that is there, or as a page of its own."""

from collections.abc import Mapping
from http import HTTPStatus

from fastapi import Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, Response

from app.logs import request_id
from app.services.players import LOOKS, Preferences
from app.web.security import SECURITY_HEADERS
from app.web.site import Guest
from app.web.templates import render
from app.web.words import FOR_PROGRAMS, HEADING, HEADINGS, WORDS

_PASSING_BY_ITSELF = (429, 503)
_PASSING = (*_PASSING_BY_ITSELF, 500)
"""What may well work when it is asked for again."""

_FOR_PROGRAMS = ("/api/", "/healthz")
_PLAIN = Preferences().all_of(LOOKS)


def problem(
    request: Request, status: int, detail: str = "", looks: Mapping[str, str] = _PLAIN
) -> Response:
    """Say what is wrong, in the form that the asker reads: problem+json, fragment or page."""
    headers = {**SECURITY_HEADERS, "Cache-Control": "no-store"}
    for_programs = is_for_programs(request)
    detail = detail or _words(status, for_programs=for_programs)
    if for_programs:
        body = {"title": _title(status), "status": status, "detail": detail}
        return JSONResponse(body, status, headers, media_type="application/problem+json")
    if _is_for_htmx(request):
        html = render("refusal.html", message=detail, status=status, request_id=_told(status))
        return HTMLResponse(html, status, headers)
    html = render(
        "error.html",
        looks=looks,
        here="",
        heading=HEADINGS.get(status, HEADING),
        message=detail,
        again=status in _PASSING and request.method == "GET",
        request_id=_told(status),
    )
    return HTMLResponse(html, status, headers)


def _told(status: int) -> str:
    """Give the request's name where something is to be reported, not where something passes."""
    return "" if status < 500 or status in _PASSING_BY_ITSELF else request_id.get()


def _words(status: int, *, for_programs: bool) -> str:
    words = WORDS | FOR_PROGRAMS if for_programs else WORDS
    return words.get(status, words[400 if status < 500 else 500])


async def answer(request: Request, status: int, detail: str = "") -> Response:
    """Say what is wrong; on a page that looks as the player wants pages to look."""
    if is_for_programs(request) or _is_for_htmx(request):
        return problem(request, status, detail)
    return problem(request, status, detail, await _looks(request))


async def _looks(request: Request) -> Mapping[str, str]:
    guest = Guest(request)
    try:
        preferences = await run_in_threadpool(lambda: guest.preferences)
    except SQLAlchemyError:  # what went wrong may well be the database
        return _PLAIN
    return preferences.all_of(LOOKS)


def is_for_programs(request: Request) -> bool:
    """Tell whether a program asks, and not a player."""
    return request.url.path.startswith(_FOR_PROGRAMS)


def _is_for_htmx(request: Request) -> bool:
    return request.headers.get("HX-Request") == "true"


def _title(status: int) -> str:
    return HTTPStatus(status).phrase
