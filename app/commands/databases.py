"""`wisp migrate`, `wisp tidy` and `wisp backup`, and how commands come to the database."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from app.commands.failing import BadInput, Failure
from app.services.tidying import Tidying
from app.settings import Settings
from app.store.backup import back_up
from app.store.compact import make_compact
from app.store.database import Database
from app.store.migrate import migrate as migrate_database
from app.web.formats import plural


def migrate() -> None:
    """Bring the database to the newest migration."""
    with closing(open_database(read_settings())) as database:
        before, after = migrate_database(database)
    if before == after:
        typer.echo(f"The database is at migration {after} already.")
    else:
        typer.echo(f"Migrated the database from {before or 'nothing'} to {after}.")


def tidy(
    compact: Annotated[
        bool,
        typer.Option("--compact", help="Give room in an SQLite file back; players wait meanwhile."),
    ] = False,
) -> None:
    """Remove abandoned games now, also while the site is running."""
    settings = read_settings()
    with closing(open_database(settings)) as database:
        migrate_database(database)
        tidying = Tidying(database, settings.abandoned_after_days, settings.forgotten_after_days)
        try:
            tidied = tidying.all()
        except SQLAlchemyError as error:
            raise Failure(f"The database does not let itself be tidied: {error}") from None
        if compact:
            make_compact(database.url)
    typer.echo(
        f"Removed {plural(tidied.games, 'abandoned game')} and {plural(tidied.players, 'player')}."
    )


def backup(
    file: Annotated[Path, typer.Argument(help="The copy, a new file.")],
) -> None:
    """Copy the SQLite database, also while the site is running."""
    with closing(open_database(read_settings())) as database:
        try:
            back_up(database.url, file)
        except OSError as error:
            raise BadInput(f"The copy {file} cannot be written: {error.strerror}.") from None
    typer.echo(f"Copied the database to {file}.")


def read_settings() -> Settings:
    """Read the settings; one that is wrong is bad input, wherever it was given."""
    try:
        return Settings.model_validate({})
    except ValidationError as error:
        fault = error.errors()[0]
        name = str(fault["loc"][0]).upper()
        reason = fault["msg"].removeprefix("Value error, ")
        raise BadInput(f"The setting {name} is wrong: {reason[0].lower()}{reason[1:]}.") from None


def open_database(settings: Settings) -> Database:
    """Open the database of the settings."""
    try:
        return Database(settings.database)
    except (ArgumentError, ValueError):  # its text would show a password
        message = "The setting DATABASE_URL is wrong: write it like sqlite:///wisp.db."
        raise BadInput(message) from None
