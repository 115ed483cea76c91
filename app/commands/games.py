"""`wisp deal` and `wisp verify`."""

import json
from pathlib import Path
from typing import Annotated

import typer

from app.commands.failing import BadInput, Failure
from app.commands.files import text_of
from app.engine.deal import deal as deal_position
from app.engine.deal import parse_seed
from app.engine.errors import EngineError
from app.engine.notation import cards_text
from app.engine.variants import variant_of
from app.services.verify import NoRecordError, summary, verified


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


def verify(
    file: Annotated[Path, typer.Argument(help="A game record; - is standard input.")],
) -> None:
    """Replay a game record, and check what it says of its result, score and moves."""
    text = text_of(file, "a game record")
    try:
        typer.echo(summary(verified(text)))
    except NoRecordError as error:
        raise BadInput(f"{file}: {error}") from None
    except EngineError as error:
        raise Failure(f"{file}: {error}") from None
