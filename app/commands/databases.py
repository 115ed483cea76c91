"""`wisp migrate` and `wisp backup`, and how commands come to the database."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from sqlalchemy.exc import ArgumentError

from app.commands.failing import BadInput, Failure
from app.settings import Settings
from app.store.backup import back_up
from app.store.database import Database
from app.store.migrate import migrate as migrate_database


def migrate() -> None:
    """Bring the database to the newest migration."""
    with closing(open_database(read_settings())) as database:
        before, after = migrate_database(database)
    if before == after:
        typer.echo(f"The database is at migration {after} already.")
    else:
        typer.echo(f"Migrated the database from {before or 'nothing'} to {after}.")


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
    """Read the settings; what is wrong with them is a failure."""
    try:
        return Settings.model_validate({})
    except ValidationError as error:
        fault = error.errors()[0]
        name = str(fault["loc"][0]).upper()
        reason = fault["msg"].removeprefix("Value error, ")
        raise Failure(f"The setting {name} is wrong: {reason[0].lower()}{reason[1:]}.") from None


def open_database(settings: Settings) -> Database:
    """Open the database of the settings."""
    try:
        return Database(settings.database)
    except (ArgumentError, ValueError):  # its text would show a password
        message = "The setting DATABASE_URL is wrong: write it like sqlite:///wisp.db."
        raise Failure(message) from None
