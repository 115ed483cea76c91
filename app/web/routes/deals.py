"""Deals: tables ready to play. A game begins to exist with its first action."""

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.engine.cards import shown
from app.engine.deal import parse_seed
from app.engine.errors import EngineError
from app.engine.notation import parse_action
from app.engine.refusals import in_words
from app.engine.variants import FIRST_GAME, GAMES, SUIT_SEQUENCES, GameKind, Variant, variant_of
from app.services.errors import StaleVersionError
from app.services.games import random_seed
from app.services.live import LiveGame
from app.web.answers import keys_page, see, table_of
from app.web.playing import (
    ActionField,
    Look,
    LookQuery,
    VersionField,
    acted,
    look,
    refused,
)
from app.web.site import Guest, GuestDep

router = APIRouter(include_in_schema=False)


@router.get("/")
def home(guest: GuestDep) -> Response:
    """Show the game touched last, or a fresh deal of the first game."""
    return _table(guest, guest.site.play.under_way(guest.player_id) or _ready(guest, FIRST_GAME))


@router.get("/{key}")
def game_table(guest: GuestDep, key: str) -> Response:
    """Show a table of a game; the key of a variant leads to a table of that variant."""
    if key in GAMES:
        return _table(guest, _ready(guest, GAMES[key]))
    live = guest.site.play.under_way(guest.player_id, _variant(key))
    return see(f"/games/{live.id}" if live else f"/{key}/{random_seed()}")


@router.get("/{key}/new")
def new_deal(key: str) -> Response:
    """Go to a fresh deal of a variant."""
    return see(f"/{_variant(key).key}/{random_seed()}")


@router.get("/{key}/{seed}")
def deal_table(
    guest: GuestDep,
    key: str,
    seed: str,
    wish: LookQuery,
) -> Response:
    """Show a deal; a game of it that is under way goes on."""
    live = _deal(guest, key, seed)
    if live.id and not guest.by_htmx:
        return see(f"/games/{live.id}")
    return look(guest, live, wish)


@router.get("/{key}/{seed}/keys")
def keys(guest: GuestDep, key: str, seed: str) -> Response:
    """List the keys, and say how many moves are possible."""
    return keys_page(guest, table_of(guest, _deal(guest, key, seed)))


@router.post("/{key}/{seed}")
def first_action(
    guest: GuestDep,
    key: str,
    seed: str,
    action: ActionField,
    version: VersionField = 0,
    attempt: Annotated[int, Form(ge=1)] = 1,
) -> Response:
    """Begin a game of a deal with its first action."""
    fresh = _deal(guest, key, seed)
    try:
        parsed = parse_action(action)
        if fresh.id or version or attempt != fresh.stored.attempt:
            raise StaleVersionError
        fresh.game.after(parsed)  # whoever is refused here is not made a player for it
        game = fresh.game
        after = guest.begin(game.variant, game.seed, game.collecting, attempt, parsed)
    except (EngineError, StaleVersionError) as error:
        return refused(guest, _deal(guest, key, seed), error)
    return _begun(guest, after, acted(guest, fresh, after))


def _begun(guest: Guest, after: LiveGame, response: Response) -> Response:
    """Let the browser know who plays, and where the game is from now on."""
    guest.remember(response)
    response.headers["HX-Replace-Url"] = f"/games/{after.id}"
    return response


def _table(guest: Guest, live: LiveGame) -> Response:
    return look(guest, live, Look())


def _ready(guest: Guest, kind: GameKind) -> LiveGame:
    """Give the game under way in the variant chosen last, or a fresh deal of it."""
    variant = guest.preferences.variant_for(kind)
    live = guest.site.play.under_way(guest.player_id, variant)
    return live or _fresh(guest, variant, random_seed())


def _deal(guest: Guest, key: str, seed: str) -> LiveGame:
    variant = _variant(key)
    try:
        number = parse_seed(seed)
    except EngineError as error:
        raise HTTPException(404, str(error)) from error
    under_way = guest.site.play.game_of_deal(guest.player_id, variant, number)
    return under_way or _fresh(guest, variant, number)


def _fresh(guest: Guest, variant: Variant, seed: int) -> LiveGame:
    collecting = guest.preferences.collecting_for(variant)
    return guest.site.play.fresh(guest.player_id, variant, seed, collecting)


def _variant(key: str) -> Variant:
    try:
        return variant_of(key)
    except EngineError as error:
        raise HTTPException(404, _no_such_game(key)) from error


def _no_such_game(key: str) -> str:
    titles = in_words([game.title for game in GAMES.values()])
    suits = in_words([str(count) for count in SUIT_SEQUENCES])
    return f"There is nothing called {shown(key)} here. {titles} are played with {suits} suits."
