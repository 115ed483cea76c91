"""What a terminal shows while something takes its time. Elsewhere it shows nothing."""

from contextlib import AbstractContextManager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


def waiting(what: str) -> AbstractContextManager[object]:
    """Show that something is being done."""
    return Console(stderr=True).status(f"{what}…")


def bar(shown: bool) -> Progress:
    """Make a bar, with the time that has passed and the time that is left."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("· left"),
        TimeRemainingColumn(),
        console=console,
        disable=not (shown and console.is_terminal),
    )
