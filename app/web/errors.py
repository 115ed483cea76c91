"""Refusals and failures: the right status, and words that the player understands."""

import logging
from collections.abc import Mapping
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from app.engine.errors import EngineError, IllegalActionError, NotationError, UnknownVariantError
from app.services.errors import (
    GameOverError,
    LastDealError,
    NoSuchGameError,
    ServiceError,
    StaleVersionError,
    UnknownChoiceError,
    UnreadableGameError,
)
from app.services.players import LOOKS, Preferences
from app.web.paths import tidied
from app.web.security import SECURITY_HEADERS
from app.web.site import Guest
from app.web.templates import render

_log = logging.getLogger("wisp")

_STATUSES: dict[type[Exception], int] = {
    NotationError: 400,
    UnknownVariantError: 400,
    UnknownChoiceError: 400,
    NoSuchGameError: 404,
    StaleVersionError: 409,
    GameOverError: 409,
    UnreadableGameError: 410,
    LastDealError: 428,
    IllegalActionError: 422,
}

_WORDS = {
    400: "This request could not be understood. Nothing was changed.",
    403: "This came from another site, so it was not done.",
    404: "There is no such page.",
    405: "This address cannot be used that way. Nothing was changed.",
    413: "That is too much to send. Nothing was changed.",
    421: "This site has another address. Nothing was changed: please go there first.",
    429: "So much came from you at once that this was left out. Nothing was changed: please wait a "
    "moment.",
    500: "Something went wrong here. Your game is safe: it is stored up to the last move.",
    503: "The game cannot be stored right now. Nothing was changed: please try again in a moment.",
}
_HEADINGS = {
    403: "Not from over there",
    404: "Nothing here but mist",
    413: "Too much to carry",
    429: "Not quite so fast",
    500: "The light went out for a moment",
    503: "The light is turned low for a moment",
}
_HEADING = "That did not work"
_PASSING = (429, 500, 503)
"""What may well work when it is asked for again."""

_FOR_PROGRAMS = ("/api/", "/healthz")
_PLAIN = Preferences().all_of(LOOKS)


def status_of(error: Exception) -> int:
    """Give the HTTP status of something the engine or a service refuses."""
    return next((code for kind, code in _STATUSES.items() if isinstance(error, kind)), 500)


def problem(
    request: Request, status: int, detail: str = "", looks: Mapping[str, str] = _PLAIN
) -> Response:
    """Say what is wrong, in the form that the asker reads: problem+json, fragment or page."""
    detail = detail or _WORDS.get(status, _WORDS[400 if status < 500 else 500])
    headers = {**SECURITY_HEADERS, "Cache-Control": "no-store"}
    if _is_for_programs(request):
        body = {"title": _title(status), "status": status, "detail": detail}
        return JSONResponse(body, status, headers, media_type="application/problem+json")
    if _is_for_htmx(request):
        return HTMLResponse(render("refusal.html", message=detail, status=status), status, headers)
    html = render(
        "error.html",
        looks=looks,
        here="",
        heading=_HEADINGS.get(status, _HEADING),
        message=detail,
        again=status in _PASSING and request.method == "GET",
    )
    return HTMLResponse(html, status, headers)


async def _problem(request: Request, status: int, detail: str = "") -> Response:
    """Say what is wrong; on a page that looks as the player wants pages to look."""
    if _is_for_programs(request) or _is_for_htmx(request):
        return problem(request, status, detail)
    return problem(request, status, detail, await _looks(request))


async def _looks(request: Request) -> Mapping[str, str]:
    guest = Guest(request)
    try:
        preferences = await guest.site.work(lambda: guest.preferences)
    except SQLAlchemyError:  # what went wrong may well be the database
        return _PLAIN
    return preferences.all_of(LOOKS)


def _is_for_programs(request: Request) -> bool:
    return request.url.path.startswith(_FOR_PROGRAMS)


def _is_for_htmx(request: Request) -> bool:
    return request.headers.get("HX-Request") == "true"


def _title(status: int) -> str:
    return HTTPStatus(status).phrase


def install(app: FastAPI) -> None:
    """Have the application answer with ``problem`` whatever is refused or goes wrong."""
    app.exception_handler(EngineError)(_refused)
    app.exception_handler(ServiceError)(_refused)
    app.exception_handler(HTTPException)(_http)
    app.exception_handler(RequestValidationError)(_invalid)
    app.exception_handler(OperationalError)(_unavailable)
    app.exception_handler(Exception)(_failed)


async def _refused(request: Request, error: Exception) -> Response:
    return await _problem(request, status_of(error), str(error))


async def _http(request: Request, error: HTTPException) -> Response:
    if error.status_code == HTTPStatus.NOT_FOUND and (url := tidied(request)):
        return RedirectResponse(url, 308, {"Cache-Control": "no-store"})
    detail = str(error.detail)  # a sentence when it is the program's own
    response = await _problem(request, error.status_code, detail if detail.endswith(".") else "")
    response.headers.update(error.headers or {})
    return response


async def _invalid(request: Request, error: RequestValidationError) -> Response:
    if not request.url.path.startswith("/api/"):
        return await _problem(request, 400)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    return await _problem(request, 400, f"{where}: {first['msg']}. Nothing was changed.")


async def _unavailable(request: Request, error: OperationalError) -> Response:
    _log.error("The database refused: %s", error.orig)
    reading = request.method in ("GET", "HEAD")
    words = "This cannot be read right now: please try again in a moment." if reading else ""
    response = await _problem(request, 503, words)
    response.headers["Retry-After"] = "2"
    return response


async def _failed(request: Request, _error: Exception) -> Response:
    # Starlette logs the traceback itself.
    return await _problem(request, 500)
