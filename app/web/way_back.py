"""The way back from a page to the table that the player came from."""

from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import Request

from app.engine.deal import parse_seed
from app.engine.errors import EngineError
from app.engine.variants import VARIANTS, variant_of
from app.services.errors import NoSuchGameError, UnreadableGameError
from app.services.live import LiveGame
from app.web.site import Guest


@dataclass(frozen=True)
class WayBack:
    """By default to the first page, which always has a table."""

    url: str = "/"
    name: str = ""
    """The game and its deal, or nothing."""

    table: str = ""
    """The address of the table that the player came from, to be handed on."""


def asked_from(request: Request) -> str:
    """Give the path of the page on which a link was followed; anybody may have written it."""
    with suppress(ValueError):
        return urlsplit(request.headers.get("referer", "")).path
    return ""


def way_back(guest: Guest, table: str) -> WayBack:
    """Lead to the named table if there is one, or else to the game touched last."""
    return _named(guest, table) or _last(guest)


def _named(guest: Guest, table: str) -> WayBack | None:
    """Know a deal, or a game of the player's own; never an address of anything else."""
    parts = table.split("/")
    with suppress(ValueError, EngineError, NoSuchGameError, UnreadableGameError):
        _, place, key = parts
        if place == "games":
            live = guest.site.play.load(guest.player_id, key)
            return _of_game(live, table)
        return WayBack(table, _name(variant_of(place).key, parse_seed(key)), table)
    return None


def _last(guest: Guest) -> WayBack:
    live = guest.site.play.under_way(guest.player_id)
    return _of_game(live) if live else WayBack()


def _of_game(live: LiveGame, table: str = "") -> WayBack:
    name = _name(live.game.variant.key, live.game.seed)
    return WayBack(f"/games/{live.id}", name, table)


def _name(variant: str, seed: int) -> str:
    return f"{VARIANTS[variant].name}, deal {seed}"
