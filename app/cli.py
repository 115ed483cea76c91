"""The command `wisp`."""

import json
import os
import socket
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
import uvicorn
from pydantic import ValidationError
from sqlalchemy.exc import ArgumentError

from app import __version__
from app.engine.deal import deal as deal_position
from app.engine.deal import parse_seed
from app.engine.errors import EngineError
from app.engine.notation import cards_text
from app.engine.variants import variant_of
from app.services.verify import UnreadableRecordError, read_text, summary, verified
from app.settings import Settings
from app.store.backup import back_up
from app.store.database import Database, DatabaseError
from app.store.migrate import migrate as migrate_database

commands = typer.Typer(
    help="Spider, Spiderette and Will o' the Wisp in a browser tab.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
)


class Failure(typer.TyperException):
    """Something did not work; the text is one sentence."""


class BadInput(Failure):
    """What was given to a command is not what it takes."""

    exit_code = 2


def main() -> None:
    """Run the command; whatever stops it ends in one sentence and a status."""
    try:
        status = commands(prog_name="wisp", standalone_mode=False)
    except typer.TyperException as error:
        _end(error.format_message(), error.exit_code)
    except DatabaseError as error:
        _end(str(error), Failure.exit_code)
    else:
        sys.exit(status)


def _end(sentence: str, status: int) -> None:
    typer.echo(sentence, err=True)
    sys.exit(status)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"wisp {__version__}")
        raise typer.Exit


@commands.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    pass


@commands.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to serve on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to serve on.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes side by side.")] = None,
) -> None:
    """Serve the site. Options that are not given come from the environment."""
    # In the environment, so that every worker reads the same settings.
    chosen = {"HOST": host, "PORT": port, "WORKERS": workers}
    os.environ.update({name: str(value) for name, value in chosen.items() if value is not None})
    settings = _settings()
    _check_address(settings.host, settings.port)
    with closing(_database(settings)) as database:
        migrate_database(database)
    uvicorn.run(
        "app.main:create_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        proxy_headers=True,
        forwarded_allow_ips=settings.forwarded_allow_ips,
    )


@commands.command(context_settings={"ignore_unknown_options": True})  # a seed may be given as -5
def deal(
    variant: Annotated[str, typer.Argument(help="Such as spider-2.")],
    seed: Annotated[str, typer.Argument(help="Number of the deal.")],
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Show the cards of a deal: each column from its bottom card, then the stock."""
    try:
        position = deal_position(variant_of(variant), parse_seed(seed))
    except EngineError as error:
        raise BadInput(str(error)) from None
    columns = [cards_text(column.cards) for column in position.columns]
    stock = cards_text(position.stock)
    if as_json:
        cards = {"variant": variant, "seed": int(seed), "columns": columns, "stock": stock}
        typer.echo(json.dumps(cards))
        return
    for number, cards_of_column in enumerate(columns, 1):
        typer.echo(f"Column {number}: {cards_of_column}")
    typer.echo(f"Stock: {stock}")


@commands.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A game record; - is standard input.")],
) -> None:
    """Replay a game record, and check what it says of its result, score and moves."""
    text = _record_text(file)
    try:
        typer.echo(summary(verified(text)))
    except EngineError as error:
        raise Failure(str(error)) from None


@commands.command()
def migrate() -> None:
    """Bring the database to the newest migration."""
    with closing(_database(_settings())) as database:
        before, after = migrate_database(database)
    if before == after:
        typer.echo(f"The database is at migration {after} already.")
    else:
        typer.echo(f"Migrated the database from {before or 'nothing'} to {after}.")


@commands.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The copy, a new file.")],
) -> None:
    """Copy the SQLite database, also while the site is running."""
    with closing(_database(_settings())) as database:
        try:
            back_up(database.url, file)
        except OSError as error:
            raise BadInput(f"The copy {file} cannot be written: {error.strerror}.") from None
    typer.echo(f"Copied the database to {file}.")


def _settings() -> Settings:
    try:
        return Settings.model_validate({})
    except ValidationError as error:
        fault = error.errors()[0]
        name = str(fault["loc"][0]).upper()
        reason = fault["msg"].removeprefix("Value error, ")
        raise Failure(f"The setting {name} is wrong: {reason[0].lower()}{reason[1:]}.") from None


def _database(settings: Settings) -> Database:
    try:
        return Database(settings.database)
    except (ArgumentError, ValueError):  # its text would show a password
        message = "The setting DATABASE_URL is wrong: write it like sqlite:///wisp.db."
        raise Failure(message) from None


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


def _record_text(file: Path) -> str:
    try:
        if str(file) == "-":
            return read_text(sys.stdin.buffer)
        with file.open("rb") as stream:
            return read_text(stream)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}.") from None
    except UnreadableRecordError as error:
        raise BadInput(f"{file} {error}.") from None
