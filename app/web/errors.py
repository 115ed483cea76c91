"""Refusals and failures: the right status, and words that the player understands."""

import logging

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
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from app.engine.errors import EngineError, IllegalActionError, NotationError, UnknownVariantError
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
from app.store.waiting import BusyError
from app.web.limits import later
from app.web.paths import allowed, tidied
from app.web.problems import answer, is_for_programs, problem
from app.web.site import Guest
from app.web.words import CANNOT_BE_READ, MAY_BE_STORED, invalid, refusal

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


def status_of(error: Exception) -> int:
    """Give the HTTP status of something the engine or a service refuses."""
    return next((code for kind, code in _STATUSES.items() if isinstance(error, kind)), 500)


def install(app: FastAPI) -> None:
    """Have the application answer whatever is refused or goes wrong."""
    app.exception_handler(EngineError)(_refused)
    app.exception_handler(ServiceError)(_refused)
    app.exception_handler(HTTPException)(_http)
    app.exception_handler(RequestValidationError)(_invalid)
    for kind in (DatabaseError, InterfaceError, PoolTimeoutError, BusyError):
        app.exception_handler(kind)(_unavailable)


async def _refused(request: Request, error: Exception) -> Response:
    words = refusal(error, for_programs=is_for_programs(request))
    response = await answer(request, status_of(error), words)
    return later(response, error.wait_seconds) if isinstance(error, TooSoonError) else response


async def _http(request: Request, error: HTTPException) -> Response:
    if error.status_code in (404, 405):
        return await _not_so(request, error)
    # What a form that cannot be read brings are words of the library.
    words = "" if error.status_code == 400 else _sentence(error)
    response = await answer(request, error.status_code, words)
    response.headers.update(error.headers or {})
    return response


async def _not_so(request: Request, error: HTTPException) -> Response:
    """Answer where no route does: with the methods of an address, or that there is none."""
    methods = allowed(request)
    allow = {"Allow": ", ".join(methods)}
    if methods and request.method == "OPTIONS":
        return Response(status_code=204, headers=allow)
    if methods and request.method not in methods:
        response = await answer(request, 405)
        response.headers.update(allow)
        return response
    if url := tidied(request):
        return RedirectResponse(url, 308, {"Cache-Control": "no-store"})
    return await answer(request, 404, "" if is_for_programs(request) else _sentence(error))


def _sentence(error: HTTPException) -> str:
    """Give the detail if it is the program's own: a sentence."""
    detail = str(error.detail)
    return detail if detail.endswith(".") else ""


async def _invalid(request: Request, error: RequestValidationError) -> Response:
    words = invalid(error.errors()) if is_for_programs(request) else ""
    return await answer(request, 400, words)


async def _unavailable(request: Request, error: SQLAlchemyError) -> Response:
    if isinstance(error, _PROGRAM_FAULTS):
        raise error
    _log.error("The database refused: %s", error.orig if isinstance(error, DBAPIError) else error)
    return later(await answer(request, 503, _words_without_database(request, error)), 2)


def _words_without_database(request: Request, error: SQLAlchemyError) -> str:
    if request.method in ("GET", "HEAD"):
        return CANNOT_BE_READ
    # When the connection broke on the way, nobody knows what the server has still done.
    is_known = not (isinstance(error, DBAPIError) and error.connection_invalidated)
    return "" if is_known or Guest(request).site.database.is_sqlite else MAY_BE_STORED


async def failed(request: Request) -> Response:
    """Answer what nothing else could answer."""
    try:
        return await answer(request, 500)
    except Exception:  # noqa: BLE001 - the player's looks may be what failed
        return problem(request, 500)
