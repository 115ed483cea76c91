"""Refusals and failures: the right status, and words that the player understands."""

import logging
from collections.abc import Mapping
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import (
    DatabaseError,
    DataError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    NotSupportedError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from app.engine.errors import EngineError, IllegalActionError, NotationError, UnknownVariantError
from app.logs import request_id
from app.services.errors import (
    GameOverError,
    LastDealError,
    NoSuchGameError,
    ServiceError,
    StaleVersionError,
    TooSoonError,
    UnknownChoiceError,
    UnreadableGameError,
)
from app.services.players import LOOKS, Preferences
from app.store.waiting import BusyError
from app.web.limits import later
from app.web.paths import allowed, tidied
from app.web.security import SECURITY_HEADERS
from app.web.site import Guest
from app.web.templates import render
from app.web.words import (
    CANNOT_BE_READ,
    FOR_PROGRAMS,
    HEADING,
    HEADINGS,
    MAY_BE_STORED,
    WORDS,
    invalid,
    refusal,
)

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
    TooSoonError: 429,
    IllegalActionError: 422,
}

_PROGRAM_FAULTS = (IntegrityError, DataError, ProgrammingError, NotSupportedError)
"""Errors by which a database says that it was asked for the wrong thing: no fault of its own."""

_PASSING_BY_ITSELF = (429, 503)
_PASSING = (*_PASSING_BY_ITSELF, 500)
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
    headers = {**SECURITY_HEADERS, "Cache-Control": "no-store"}
    for_programs = _is_for_programs(request)
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


async def _problem(request: Request, status: int, detail: str = "") -> Response:
    """Say what is wrong; on a page that looks as the player wants pages to look."""
    if _is_for_programs(request) or _is_for_htmx(request):
        return problem(request, status, detail)
    return problem(request, status, detail, await _looks(request))


async def _looks(request: Request) -> Mapping[str, str]:
    guest = Guest(request)
    try:
        preferences = await run_in_threadpool(lambda: guest.preferences)
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
    for kind in (DatabaseError, InterfaceError, PoolTimeoutError, BusyError):
        app.exception_handler(kind)(_unavailable)


async def _refused(request: Request, error: Exception) -> Response:
    words = refusal(error, for_programs=_is_for_programs(request))
    response = await _problem(request, status_of(error), words)
    return later(response, error.wait_seconds) if isinstance(error, TooSoonError) else response


async def _http(request: Request, error: HTTPException) -> Response:
    if error.status_code in (404, 405):
        return await _not_so(request, error)
    # What a form that cannot be read brings are words of the library.
    words = "" if error.status_code == 400 else _sentence(error)
    response = await _problem(request, error.status_code, words)
    response.headers.update(error.headers or {})
    return response


async def _not_so(request: Request, error: HTTPException) -> Response:
    """Answer where no route does: with the methods of an address, or that there is none."""
    methods = allowed(request)
    allow = {"Allow": ", ".join(methods)}
    if methods and request.method == "OPTIONS":
        return Response(status_code=204, headers=allow)
    if methods and request.method not in methods:
        response = await _problem(request, 405)
        response.headers.update(allow)
        return response
    if url := tidied(request):
        return RedirectResponse(url, 308, {"Cache-Control": "no-store"})
    return await _problem(request, 404, "" if _is_for_programs(request) else _sentence(error))


def _sentence(error: HTTPException) -> str:
    """Give the detail if it is the program's own: a sentence."""
    detail = str(error.detail)
    return detail if detail.endswith(".") else ""


async def _invalid(request: Request, error: RequestValidationError) -> Response:
    words = invalid(error.errors()) if _is_for_programs(request) else ""
    return await _problem(request, 400, words)


async def _unavailable(request: Request, error: SQLAlchemyError) -> Response:
    if isinstance(error, _PROGRAM_FAULTS):
        raise error
    _log.error("The database refused: %s", error.orig if isinstance(error, DBAPIError) else error)
    return later(await _problem(request, 503, _words_without_database(request, error)), 2)


def _words_without_database(request: Request, error: SQLAlchemyError) -> str:
    if request.method in ("GET", "HEAD"):
        return CANNOT_BE_READ
    # When the connection broke on the way, nobody knows what the server has still done.
    is_known = not (isinstance(error, DBAPIError) and error.connection_invalidated)
    return "" if is_known or Guest(request).site.database.is_sqlite else MAY_BE_STORED


async def failed(request: Request) -> Response:
    """Answer what nothing else could answer."""
    return await _problem(request, 500)
