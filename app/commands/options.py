"""What solving and surveying have in common: options, and coming to the solver."""

import math
from typing import Annotated

import typer

from app.commands.failing import BadInput, Failure
from app.commands.progress import waiting
from app.engine.errors import EngineError
from app.engine.notation import collecting_for, parse_collecting
from app.engine.variants import Collecting, Variant, variant_of

_MOST_SECONDS = 1_000_000


def _seconds(value: float) -> float:
    if math.isfinite(value) and 0 <= value <= _MOST_SECONDS:
        return value
    raise typer.BadParameter(f"{value} is not from 0 to {_MOST_SECONDS} seconds.")


LimitSeconds = Annotated[
    float, typer.Option(help="Time for each deal.", callback=_seconds, metavar="S")
]
ShortenSeconds = Annotated[
    float,
    typer.Option(help="Time for making a won game shorter.", callback=_seconds, metavar="S"),
]
MemoryMb = Annotated[
    int, typer.Option(help="Memory of a search, in megabytes.", min=100, max=1_000_000, metavar="N")
]
Collect = Annotated[
    str | None,
    typer.Option(
        help="How completed runs go home; if not given, as the game has it by default.",
        metavar="automatic|by-hand",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON, one object a line.")]


def rules_of(key: str, collect: str | None) -> tuple[Variant, Collecting]:
    """Find a variant and the way of collecting in it."""
    try:
        variant = variant_of(key)
        wanted = None if collect is None else parse_collecting(collect.replace("-", " "))
        return variant, collecting_for(variant, wanted)
    except EngineError as error:
        raise BadInput(str(error)) from None


def load_solver() -> None:
    """Have the solver at hand; where it has never run, this compiles it."""
    try:
        # Importing Numba costs a third of a second, which other commands need not pay.
        from app.solver.loading import load  # noqa: PLC0415
    except ImportError:
        message = "Solving needs Numba, which this platform lacks."
        raise Failure(message) from None
    with waiting("Preparing the solver"):
        load()
