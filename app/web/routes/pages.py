"""Pages around the tables: records, rules, settings, privacy."""

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from app.engine.variants import GAMES, VARIANTS, variant_of
from app.services.players import CHOICES, check_choices
from app.services.records import KINDS
from app.web.answers import book_of, keys_page, page, see
from app.web.assets import asset_url
from app.web.below import value_text
from app.web.formats import date_text
from app.web.site import GuestDep

router = APIRouter(include_in_schema=False)


@router.get("/records")
def records(guest: GuestDep) -> Response:
    """Show the player's records."""
    found = guest.site.records.of_player(guest.player_id)
    return page(
        guest,
        "records.html",
        here="records",
        by_game=[(game, [r for r in found if r.variant.game is game]) for game in GAMES.values()],
        kinds=KINDS,
        value_text=value_text,
        date_text=date_text,
    )


@router.get("/rules/{key}")
def rules(guest: GuestDep, key: str) -> Response:
    """Show the rules of a game."""
    if key not in GAMES:
        raise HTTPException(404, f"There are rules of {', '.join(GAMES)}, not of this.")
    return page(guest, "rules/page.html", here="rules", book=book_of(GAMES[key]))


@router.get("/settings")
def settings(guest: GuestDep) -> Response:
    """Show what can be chosen."""
    last = next(iter(guest.site.play.unfinished(guest.player_id)), None)
    return page(
        guest,
        "settings.html",
        here="settings",
        chosen=guest.preferences.all_of(CHOICES),
        table_url=f"/games/{last.id}" if last else "/",
        table_name=f"{VARIANTS[last.variant].name}, deal {last.seed}" if last else "",
    )


@router.post("/settings")
def choose(
    guest: GuestDep,
    setting: Annotated[str, Form(max_length=40)],
    value: Annotated[str, Form(max_length=40)],
) -> Response:
    """Remember one choice, so that those made elsewhere meanwhile stay."""
    check_choices({setting: value})
    guest.site.players.choose(guest.admitted(), {setting: value})
    response = see(f"/settings#{setting}")
    guest.remember(response)
    return response


@router.post("/settings/suits")
def choose_suits(guest: GuestDep, variant: Annotated[str, Form(max_length=40)]) -> Response:
    """Remember the suit count of a game, and go to a table of it."""
    chosen = variant_of(variant)
    guest.site.players.choose_variant(guest.admitted(), chosen)
    response = see(f"/{chosen.key}")
    guest.remember(response)
    return response


@router.get("/keys")
def keys(guest: GuestDep) -> Response:
    """List the keys."""
    return keys_page(guest)


@router.get("/privacy")
def privacy(guest: GuestDep) -> Response:
    """Say what is kept."""
    return page(guest, "privacy.html")


@router.get("/favicon.ico")
def favicon() -> Response:
    """Lead browsers that ask by habit to the icon."""
    return RedirectResponse(asset_url("icons/favicon.svg"), 302)


@router.get("/robots.txt")
def robots() -> Response:
    """Keep crawlers from games, which are their players' own."""
    return PlainTextResponse("User-agent: *\nDisallow: /games/\nDisallow: /api/\n")
