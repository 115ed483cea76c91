"""The interface for programs."""

from typing import Any

from fastapi import APIRouter
from starlette.responses import PlainTextResponse, Response

from app.engine.hints import hints
from app.engine.notation import collecting_for, parse_action, parse_collecting
from app.engine.variants import VARIANTS, variant_of
from app.services.games import random_seed
from app.web.records_text import record_text
from app.web.schemas import (
    GameOut,
    HintOut,
    NewAction,
    NewGame,
    Problem,
    RecordsOut,
    VariantOut,
)
from app.web.site import Guest, GuestDep


def _problem(description: str) -> dict[str, Any]:
    """Document a problem."""
    schema = Problem.model_json_schema()
    return {
        "description": description,
        "content": {"application/problem+json": {"schema": schema}},
    }


def _problems(**codes: str) -> dict[int | str, dict[str, Any]]:
    """Document the problems of a call, by status."""
    return {int(code.removeprefix("s")): _problem(text) for code, text in codes.items()}


_NOT_YOURS = "No such game, or not yours"

_COMMON = _problems(
    s413="The body is too large",
    s429="Too often; the header Retry-After says when to send it again",
    s431="The headers are too large",
    s503="Not now; the header Retry-After says when to send it again",
)
# The default stands for FastAPI's own 422 too, which it would add although it never comes.
_COMMON["default"] = _problem("Refused; the detail says why")

router = APIRouter(prefix="/api/v1", tags=["play"], responses=_COMMON)


@router.get("/variants")
def list_variants() -> list[VariantOut]:
    """List the variants."""
    return [VariantOut.of(variant) for variant in VARIANTS.values()]


@router.post(
    "/games",
    status_code=201,
    responses=_problems(
        s400="No variant, or no seed", s422="The variant does not collect like this"
    ),
)
def begin_game(guest: GuestDep, wanted: NewGame, response: Response) -> GameOut:
    """Begin a game. Without a seed its deal is random."""
    variant = variant_of(wanted.variant)
    seed = random_seed() if wanted.seed is None else wanted.seed
    collecting = (
        guest.preferences.collecting_for(variant)
        if wanted.collect is None
        else collecting_for(variant, parse_collecting(wanted.collect))
    )
    live = guest.begin(variant, seed, collecting)
    guest.remember(response)
    response.headers["Location"] = f"/api/v1/games/{live.id}"
    return GameOut.of(live, guest.site.play.now())


@router.get("/games/{game_id}", responses=_problems(s404=_NOT_YOURS))
def read_game(guest: GuestDep, game_id: str) -> GameOut:
    """Read a game as its player may see it."""
    live = guest.site.play.load(guest.player_id, game_id)
    return GameOut.of(live, guest.site.play.now())


@router.post(
    "/games/{game_id}/actions",
    responses=_problems(
        s400="Not an action",
        s404=_NOT_YOURS,
        s409="The game has another version, or was given up",
        s422="Not legal now",
    ),
)
async def act(guest: GuestDep, game_id: str, wanted: NewAction) -> GameOut:
    """Make an action."""
    return await guest.site.work(_act, guest, game_id, wanted)


def _act(guest: Guest, game_id: str, wanted: NewAction) -> GameOut:
    action = parse_action(wanted.action)
    _, after = guest.site.play.act(guest.player_id, game_id, action, wanted.version)
    return GameOut.of(after, guest.site.play.now())


@router.get("/games/{game_id}/hint", responses=_problems(s404=_NOT_YOURS))
def hint(guest: GuestDep, game_id: str) -> HintOut:
    """Give a hint; it knows only what the player sees."""
    live = guest.site.play.load(guest.player_id, game_id)
    found = () if live.is_over else hints(live.game)
    if not found:
        return HintOut(action=None, reason="No move is left.")
    return HintOut(action=str(found[0].move), reason=found[0].reason)


@router.get(
    "/games/{game_id}/record",
    response_class=PlainTextResponse,
    responses=_problems(s404=_NOT_YOURS),
)
def record(guest: GuestDep, game_id: str) -> str:
    """Give the game record as text."""
    return record_text(guest.site.play.load(guest.player_id, game_id))


@router.get("/records")
def records(guest: GuestDep) -> list[RecordsOut]:
    """Give the player's records in every variant."""
    return [RecordsOut.of(found) for found in guest.site.records.of_player(guest.player_id)]
