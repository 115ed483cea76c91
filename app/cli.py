"""The command `wisp`."""

import os
import sys
from contextlib import redirect_stdout
from typing import Annotated

import typer

from app import __version__
from app.commands.databases import backup, migrate, tidy
from app.commands.failing import INTERRUPTED, Failure
from app.commands.games import deal, verify
from app.commands.output import STANDARD, Output
from app.commands.serving import serve
from app.commands.solving import solve
from app.commands.surveying import survey
from app.store.database import DatabaseError

commands = typer.Typer(
    help="Spider, Spiderette and Will o' the Wisp in a browser tab.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
)
commands.command()(serve)
# Where a number of a deal is taken, one such as -5 is no option but a wrong number.
commands.command(context_settings={"ignore_unknown_options": True})(deal)
commands.command()(solve)
commands.command()(survey)
commands.command()(verify)
commands.command()(migrate)
commands.command()(tidy)
commands.command()(backup)


def main() -> None:
    """Run the command; whatever stops it ends in one sentence and a status."""
    try:
        with redirect_stdout(Output(sys.stdout, STANDARD)) as output:
            status = commands(prog_name="wisp", standalone_mode=False)
            output.flush()
    except typer.TyperException as error:
        _end(error.format_message(), error.exit_code)
    except DatabaseError as error:
        _end(str(error), Failure.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # who reads this, as head does, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(Failure.exit_code)
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
