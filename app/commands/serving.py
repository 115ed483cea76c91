"""`wisp serve`."""

import logging
import logging.config
import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from app import __version__
from app.commands.databases import open_database, read_settings
from app.commands.failing import Failure
from app.commands.protocol import BoundedProtocol
from app.logs import log_config
from app.metrics import SHARED_FOLDER
from app.settings import Settings
from app.store.migrate import migrate

_log = logging.getLogger("wisp")

_DRAINING_SECONDS = 8
"""For what has been taken in when the server is told to stop; containers are killed after ten."""

_SILENT_SECONDS = 30
"""After which a worker that does not begin, or does not answer its parent, is taken for dead."""

_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there


def serve(
    host: Annotated[str | None, typer.Option(help="Address to serve on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to serve on.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes side by side.")] = None,
) -> None:
    """Serve the site. Options that are not given come from the environment."""
    # In the environment, so that every worker reads the same settings.
    chosen = {"HOST": host, "PORT": port, "WORKERS": workers}
    os.environ.update({name: str(value) for name, value in chosen.items() if value is not None})
    settings = read_settings()
    _check_address(settings.host, settings.port)
    with closing(open_database(settings)) as database:
        _, revision = migrate(database)
    logs = log_config(settings.log_format, requests=settings.log_requests)
    logging.config.dictConfig(logs)
    _log.info(_at_start(settings, revision), extra={"fields": _fields(settings, revision)})
    with _counting_together(settings.workers):
        uvicorn.run(
            "app.main:create_app",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            timeout_graceful_shutdown=_DRAINING_SECONDS,
            timeout_worker_healthcheck=_SILENT_SECONDS,
            proxy_headers=False,  # the site looks at them itself, after it has seen who connected
            log_config=logs,
            access_log=False,
            http=BoundedProtocol,
            # Enough that the site sees, and refuses in its own words, most of what is too large.
            h11_max_incomplete_event_size=4 * settings.max_header_bytes,
        )


def _fields(settings: Settings, revision: str) -> dict[str, object]:
    return {
        "version": __version__,
        "database": settings.database_shown,
        "migration": revision,
        "workers": settings.workers,
        "settings": settings.changed,
    }


def _at_start(settings: Settings, revision: str) -> str:
    changed = ", ".join(f"{name}={value}" for name, value in settings.changed.items())
    return (
        f"Wisp {__version__} starts: database {settings.database_shown} at migration {revision}, "
        f"workers {settings.workers}, settings that differ from their defaults: {changed or 'none'}"
    )


@contextmanager
def _counting_together(workers: int) -> Iterator[None]:
    """Give several workers a folder in which what they count is added up."""
    if workers == 1 or SHARED_FOLDER in os.environ:
        yield
        return
    # In memory where there is such a place: a full disk must not stop the counting.
    place = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="wisp-metrics-", dir=place) as folder:
        os.environ[SHARED_FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[SHARED_FOLDER]


def _check_address(host: str, port: int) -> None:
    """Find out before anything starts whether the address is free."""
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise Failure(f"Cannot serve on {host} port {port}: {error.strerror}.") from None
