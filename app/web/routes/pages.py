"""Pages around the tables: records, rules, keys, privacy."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from app.engine.variants import FIRST_GAME, GAMES, VARIANTS
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


@router.get("/rules")
def usual_rules(guest: GuestDep) -> Response:
    """Go to the rules of the game touched last, or of the first one."""
    under_way = guest.site.play.unfinished(guest.player_id)
    game = VARIANTS[under_way[0].variant].game if under_way else FIRST_GAME
    return see(f"/rules/{game.key}")


@router.get("/rules/{key}")
def rules(guest: GuestDep, key: str) -> Response:
    """Show the rules of a game."""
    if key not in GAMES:
        raise HTTPException(404, f"There are rules of {', '.join(GAMES)}, not of this.")
    return page(guest, "rules/page.html", here="rules", book=book_of(GAMES[key]))


@router.get("/keys")
def keys(guest: GuestDep) -> Response:
    """List the keys."""
    return keys_page(guest)


@router.get("/privacy")
def privacy(guest: GuestDep) -> Response:
    """Say what is kept."""
    settings = guest.site.settings
    return page(
        guest,
        "privacy.html",
        abandoned_days=settings.abandoned_after_days,
        forgotten_days=settings.forgotten_after_days,
    )


@router.get("/favicon.ico")
def favicon() -> Response:
    """Lead browsers that ask by habit to the icon."""
    return RedirectResponse(asset_url("icons/favicon.svg"), 302)


@router.get("/robots.txt")
def robots() -> Response:
    """Keep crawlers from games, which are their players' own."""
    return PlainTextResponse("User-agent: *\nDisallow: /games/\nDisallow: /api/\n")
