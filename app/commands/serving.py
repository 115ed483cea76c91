"""`wisp serve`."""

import os
import socket
from contextlib import closing
from typing import Annotated

import typer
import uvicorn

from app.commands.databases import open_database, read_settings
from app.commands.failing import Failure
from app.store.migrate import migrate


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
        migrate(database)
    uvicorn.run(
        "app.main:create_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        proxy_headers=True,
        forwarded_allow_ips=settings.forwarded_allow_ips,
    )


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
