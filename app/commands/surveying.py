"""`wisp survey`."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer

from app.commands.failing import BadInput, Failure
from app.commands.options import Collect, Json, LimitSeconds, MemoryMb, load_solver, rules_of
from app.commands.output import Output
from app.commands.survey_run import run
from app.engine.deal import parse_seed
from app.engine.errors import EngineError
from app.services.surveys import NotASurveyError, answered
from app.services.tally import summary
from app.services.terms import Answers, Terms


def survey(
    variant: Annotated[str, typer.Argument(help="Such as spider-2.")],
    seeds: Annotated[str, typer.Option(help="The first deal and the last.", metavar="A-B")],
    workers: Annotated[
        int | None,
        typer.Option(help="Processes side by side; one a processor if not given.", min=1, max=512),
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="Search on the cluster of this Dask scheduler instead.")
    ] = None,
    collect: Collect = None,
    limit_seconds: LimitSeconds = 10.0,
    memory_mb: MemoryMb = 400,
    output: Annotated[
        Path | None, typer.Option(help="Write JSON here, and go on from what is there.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Search many deals, and count how many of them can be won.

    Ctrl+C ends it with status 130 and keeps what is done; with --output the same command goes
    on from there. Status 1 says that a deal has no answer, for what searched it came to grief.
    """
    wanted = _range(seeds)
    rules, collecting = rules_of(variant, collect)
    if scheduler and workers:
        raise BadInput("Give --workers or --scheduler, not both.")
    terms = Terms(rules.key, str(collecting), limit_seconds, memory_mb)
    done = _answered(output, terms)
    load_solver()
    left = (seed for seed in wanted if seed not in done)
    tally = Counter(done[seed] for seed in wanted if seed in done)
    answers = _answers(terms, left, workers, scheduler)
    with _outputs(output, as_json) as outputs, closing(answers):
        status = run(answers, outputs, tally, len(wanted))
    typer.echo(summary(tally), err=as_json)
    raise typer.Exit(status)


def _range(text: str) -> range:
    """Read the first and the last deal."""
    first, dash, last = text.partition("-")
    try:
        seeds = range(parse_seed(first), parse_seed(last if dash else first) + 1)
    except EngineError as error:
        raise BadInput(str(error)) from None
    if not seeds:
        raise BadInput(f"There are no deals {text}: write the smaller number first.")
    return seeds


def _answered(output: Path | None, terms: Terms) -> dict[int, str]:
    """Look what the output holds from before, and whether it can be written."""
    if output is None:
        return {}
    try:
        output.open("ab").close()
        return answered(output, terms)
    except OSError as error:
        raise BadInput(f"{output} cannot be written: {error.strerror}.") from None
    except NotASurveyError as error:
        raise BadInput(f"{output} {error}.") from None


def _answers(
    terms: Terms, seeds: Iterator[int], workers: int | None, scheduler: str | None
) -> Answers:
    """Search, with processes of this machine or on a cluster."""
    if scheduler is None:
        from app.services.pool import Pool, processors  # noqa: PLC0415 - brings Numba

        return Pool(terms, seeds, workers or processors()).answers()
    try:
        from app.services.cluster import Cluster  # noqa: PLC0415 - brings Dask
    except ImportError:
        message = "A cluster needs Dask, which comes with the extra: pip install 'wisp[dask]'."
        raise Failure(message) from None
    return Cluster(terms, seeds, scheduler).answers()


@contextmanager
def _outputs(file: Path | None, as_json: bool) -> Iterator[list[Output | TextIO]]:
    """Open what lines are written to."""
    with ExitStack() as stack:
        outputs: list[Output | TextIO] = [sys.stdout] if as_json else []
        if file:
            opened = Output(file.open("a", encoding="utf-8"), str(file))
            outputs.append(stack.enter_context(closing(opened)))
        yield outputs
