"""The way to a deal by its number."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from app.engine.deal import FIRST_SEED, LAST_SEED, parse_seed
from app.engine.errors import NotationError
from app.engine.variants import FIRST_GAME, VARIANTS, variant_of
from app.web.answers import page, see
from app.web.site import Guest, GuestDep
from app.web.way_back import asked_from, way_back

router = APIRouter(include_in_schema=False)

_NOTHING_TYPED = f"Type a number first: any from {FIRST_SEED} to {LAST_SEED}."
_LONGEST_SHOWN = 40


@router.get("/deals")
def numbered(
    guest: GuestDep,
    variant: Annotated[str, Query(max_length=40)] = "",
    seed: Annotated[str | None, Query()] = None,
) -> Response:
    """Go to a deal, or ask for its number; what was typed stays to be corrected."""
    key = variant_of(variant).key if variant else _usual(guest)
    if seed is None:
        return _question(guest, key)
    typed = "".join(character for character in seed if character.isprintable()).strip()
    try:
        return see(f"/{key}/{parse_seed(typed)}")
    except NotationError as error:
        return _question(guest, key, typed, str(error) if typed else _NOTHING_TYPED)


def _usual(guest: Guest) -> str:
    return guest.preferences.variant_for(FIRST_GAME).key


def _question(guest: Guest, variant: str, typed: str = "", wrong: str = "") -> Response:
    return page(
        guest,
        "deals.html",
        400 if wrong else 200,
        variant=variant,
        variants=VARIANTS.values(),
        typed=typed[:_LONGEST_SHOWN],
        wrong=wrong,
        back=way_back(guest, asked_from(guest.request)).url,
    )
