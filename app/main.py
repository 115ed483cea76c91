"""The application."""

import logging
import os
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from app import __version__
from app.services.tidying import tidying_beside
from app.settings import Settings
from app.solver.compiling import compiling_elsewhere, is_available
from app.store.migrate import migrate
from app.web import errors
from app.web.assets import Assets
from app.web.limits import Limits
from app.web.observer import Observer
from app.web.problems import problem
from app.web.routes import (
    api,
    choices,
    deals,
    docs,
    games,
    health,
    metrics,
    numbered,
    offline,
    pages,
)
from app.web.security import Guard
from app.web.site import Site

_log = logging.getLogger("wisp")

_SMALLEST_COMPRESSED = 500
_COMPRESSION = 5


def create_app(settings: Settings | None = None) -> FastAPI:
    """Put the application together; settings come from the environment when None."""
    settings = settings or Settings()
    app = FastAPI(
        title="Wisp",
        version=__version__,
        description="Spider, Spiderette and Will o’ the Wisp for programs.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        openapi_tags=[{"name": "play"}, {"name": "operation"}],
        lifespan=_lifespan,
        redirect_slashes=False,  # it would build the address from an unchecked Host
    )
    app.state.site = Site.build(settings)
    errors.install(app)
    app.add_middleware(
        GZipMiddleware, minimum_size=_SMALLEST_COMPRESSED, compresslevel=_COMPRESSION
    )
    app.add_middleware(Limits, refuse=problem, settings=settings)
    app.add_middleware(
        Guard,
        refuse=problem,
        max_body_bytes=settings.max_body_bytes,
        max_request_seconds=settings.max_request_seconds,
        public_url=settings.public_url,
    )
    # Added last: it stands before all that is above.
    app.add_middleware(
        Observer,
        failed=errors.failed,
        proxies=settings.forwarded_allow_ips,
        names_from_proxies=settings.trust_request_id,
    )
    # Looked through in this order: what is asked most comes first, what takes any path last.
    app.router.routes.append(games.ACT)
    app.mount("/static", Assets())
    for module in (games, health, metrics, api, docs, pages, choices, numbered, offline, deals):
        app.include_router(module.router)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    site: Site = app.state.site
    if parent_process() is None:  # whoever started a worker has done so
        migrate(site.database)
    _end_with_parent()
    with _preparing_the_solver(site.settings.prepare_solver), _keeping_tidy(site):
        yield
    site.database.close()


def _end_with_parent() -> None:
    """Have a worker stop when nobody looks after it any more: it would keep the port for itself."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_stop, args=(parent,), daemon=True).start()


def _wait_and_stop(parent: BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _keeping_tidy(site: Site) -> AbstractContextManager[None]:
    settings = site.settings
    if not settings.tidy_every_hours:
        return nullcontext()
    return tidying_beside(
        site.database,
        settings.abandoned_after_days,
        settings.forgotten_after_days,
        settings.tidy_every_hours,
    )


def _preparing_the_solver(wanted: bool) -> AbstractContextManager[None]:
    if wanted and is_available():
        return compiling_elsewhere()
    if wanted:
        _log.warning("There is no solver: it needs Numba, which this platform lacks.")
    return nullcontext()
