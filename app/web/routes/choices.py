"""What a player chooses, each choice by itself."""

from typing import Annotated

from fastapi import APIRouter, Form, Query
from starlette.responses import HTMLResponse, Response

from app.engine.variants import variant_of
from app.services.players import CHOICES, check_choices
from app.web.answers import NEVER_KEPT, page, see
from app.web.site import Guest, GuestDep
from app.web.templates import render
from app.web.way_back import asked_from, way_back

router = APIRouter(prefix="/settings", include_in_schema=False)

ChoiceField = Annotated[str, Form(max_length=40)]


@router.get("")
def settings(guest: GuestDep, table: Annotated[str, Query()] = "") -> Response:
    """Show what can be chosen, and the way back to the table."""
    return page(
        guest,
        "settings.html",
        here="settings",
        chosen=guest.preferences.all_of(CHOICES),
        way_back=way_back(guest, table or asked_from(guest.request)),
    )


@router.post("")
def choose(
    guest: GuestDep,
    setting: ChoiceField,
    value: ChoiceField,
    table: Annotated[str, Form()] = "",
) -> Response:
    """Remember one choice, so that those made elsewhere meanwhile stay."""
    check_choices({setting: value})
    guest.site.players.choose(guest.admitted(), {setting: value})
    response = _chosen(guest, setting, value, table)
    guest.remember(response)
    return response


def _chosen(guest: Guest, setting: str, value: str, table: str) -> Response:
    """Show the one choice anew, or the page with it in sight."""
    known = way_back(guest, table).table
    if not guest.by_htmx:
        return see(f"/settings{'?table=' if known else ''}{known}#{setting}")
    html = render("chosen.html", setting=setting, chosen=value, table=known)
    return HTMLResponse(html, headers=NEVER_KEPT)


@router.post("/suits")
def choose_suits(guest: GuestDep, variant: ChoiceField) -> Response:
    """Remember the suit count of a game, and go to a table of it."""
    chosen = variant_of(variant)
    guest.site.players.choose_variant(guest.admitted(), chosen)
    response = see(f"/{chosen.key}")
    guest.remember(response)
    return response
