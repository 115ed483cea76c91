"""`wisp solve`."""

import json
import textwrap
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Annotated

import typer

from app.commands.failing import BadInput, Failure
from app.commands.files import text_of
from app.commands.options import (
    Collect,
    Json,
    LimitSeconds,
    MemoryMb,
    ShortenSeconds,
    load_solver,
    rules_of,
)
from app.engine.deal import deal as deal_position
from app.engine.deal import parse_seed
from app.engine.errors import EngineError
from app.engine.position import Position
from app.engine.variants import Collecting, Variant
from app.engine.written import parse_deal
from app.services.terms import Answer, Terms

_LINE = 80


def solve(
    variant: Annotated[str | None, typer.Argument(help="Such as spider-2.")] = None,
    seed: Annotated[str | None, typer.Argument(help="Number of the deal.")] = None,
    deal: Annotated[
        Path | None, typer.Option(help="A deal written out; - is standard input.")
    ] = None,
    key: Annotated[str | None, typer.Option("--variant", help="The variant of that deal.")] = None,
    collect: Collect = None,
    limit_seconds: LimitSeconds = 10.0,
    shorten_seconds: ShortenSeconds = 0.0,
    memory_mb: MemoryMb = 400,
    as_json: Json = False,
) -> None:
    """Find out whether a deal can be won, and how, by one who sees all its cards.

    A deal is written out as {"tableau": ["JD 5H KH", ...], "stock": "AS AH ..."}, the last card
    of a column face up. Won, unwinnable and unknown all end with status 0, bad input with 2.
    """
    given = (variant is not None, seed is not None, key is not None, deal is not None)
    if given not in {(True, True, False, False), (False, False, True, True)}:
        raise BadInput("Give a variant and a seed, or --deal FILE and --variant KEY.")
    rules = rules_of(variant or key or "", collect)
    terms = Terms(rules[0].key, str(rules[1]), limit_seconds, memory_mb)
    position = _position(rules, seed, deal)
    load_solver()

    def search() -> Answer:
        from app.services.solving import measured  # noqa: PLC0415 - brings Numba

        return measured(position, terms, shorten_seconds)

    answer = _interruptibly(search)
    if as_json:
        typer.echo(json.dumps({"collect": terms.collect, **answer}))
    else:
        typer.echo(_told(answer, terms))


def _position(rules: tuple[Variant, Collecting], seed: str | None, file: Path | None) -> Position:
    text = None if file is None else text_of(file, "a deal")
    try:
        if text is None:
            return deal_position(rules[0], parse_seed(seed or ""), rules[1])
        return parse_deal(text, *rules)
    except EngineError as error:
        raise BadInput(str(error) if file is None else f"{file}: {error}") from None


def _interruptibly(search: Callable[[], Answer]) -> Answer:
    """Search in another thread, for compiled code does not hear Ctrl+C."""
    found: Future[Answer] = Future()

    def run() -> None:
        try:
            found.set_result(search())
        except BaseException as error:  # noqa: BLE001 - it is raised again in the other thread
            found.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        return found.result()
    except MemoryError:
        message = "This machine has not that much memory: lower --memory-mb."
        raise Failure(message) from None


def _told(answer: Answer, terms: Terms) -> str:
    searched = f"{answer['nodes']:,} positions in {answer['seconds']:.2f} seconds"
    if answer["status"] == "won":
        actions = textwrap.fill(" ".join(answer["actions"]), _LINE, break_on_hyphens=False)
        return f"Won in {len(answer['actions'])} moves, found in {searched}:\n{actions}"
    if answer["status"] == "unwinnable":
        return f"Unwinnable: no play wins this deal, after {searched}."
    limits = {"seconds": f"{terms.limit_seconds:g} seconds", "memory": f"{terms.memory_mb} MB"}
    limit = limits.get(answer["limit"], answer["limit"])
    return f"Unknown: {limit} were not enough, for {searched}."
