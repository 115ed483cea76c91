"""What stands below a table: the player's records in its game, and other games under way."""

import logging
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from app.engine.variants import GameKind, Variant, variant_of
from app.services.live import LiveGame
from app.services.records import KINDS, Record
from app.web.formats import clock_text, date_text, plural
from app.web.site import Guest

_log = logging.getLogger("wisp")


@dataclass(frozen=True, slots=True)
class Best:
    """The records in one variant; None for each that is not set yet."""

    variant: str
    suits: str
    cells: tuple[tuple[str, str] | None, ...]
    """The value and the address of the game that set it."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A game that waits to be gone on with."""

    id: str
    name: str
    seed: int
    moves: str
    date: str


def best_of(guest: Guest, game: GameKind) -> tuple[Best, ...]:
    """Give the player's records in a game; nothing when they cannot be read."""
    try:
        found = guest.site.records.of_game(guest.player_id, game)
    except SQLAlchemyError:  # the table matters more
        _log.exception("The records cannot be read.")
        return ()
    return tuple(_best(variant, records) for variant, records in found.items())


def _best(variant: Variant, records: dict[str, Record]) -> Best:
    held = (records.get(kind.key) for kind in KINDS)
    cells = tuple((value_text(one), f"/games/{one.game_id}") if one else None for one in held)
    return Best(variant.key, plural(variant.suits, "suit"), cells)


def value_text(record: Record) -> str:
    """Write a record's value: a time as one, anything else as a number."""
    if record.kind.key == "fastest_win":
        return clock_text(record.value, finished=True)
    return str(record.value)


def others_under_way(guest: Guest, live: LiveGame) -> tuple[UnderWay, ...]:
    """List the player's games under way besides the one on the table."""
    most = guest.site.settings.max_games_listed
    found = guest.site.play.unfinished(guest.player_id, most + 1)  # this one may be among them
    others = [game for game in found if game.id != live.id]
    return tuple(
        UnderWay(
            id=game.id,
            name=variant_of(game.variant).name,
            seed=game.seed,
            moves=plural(game.moves, "move"),
            date=date_text(game.touched_ms),
        )
        for game in others[:most]
    )
