"""Games of one's own."""

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from app.engine.errors import EngineError
from app.engine.notation import parse_action
from app.services.errors import GameOverError, LastDealError, StaleVersionError
from app.services.live import LiveGame
from app.web.answers import changed_parts, keys_page, page, see, table_of
from app.web.forms import read_form
from app.web.playing import (
    LONGEST_ACTION,
    LookQuery,
    acted,
    look,
    refused,
    unsure,
)
from app.web.records_text import record_text
from app.web.site import Guest, GuestDep

router = APIRouter(prefix="/games/{game_id}", include_in_schema=False)

Then = Literal["new", "restart"]


@router.get("")
def show(
    guest: GuestDep,
    game_id: str,
    wish: LookQuery,
) -> Response:
    """Show a game."""
    return look(guest, _load(guest, game_id), wish)


class Wish(BaseModel):
    """An action that a player wants to make."""

    action: str = Field(max_length=LONGEST_ACTION)
    version: int = Field(ge=0)
    sure: bool = False
    """Whether it may give up the rest of the stock."""


async def act(request: Request) -> Response:
    """Make an action. It comes to ``ACT`` directly, on the shortest way that there is."""
    request.scope["route"] = ACT  # as FastAPI notes its own, by which they are counted
    guest, wish = Guest(request), await read_form(request, Wish)
    return await guest.site.work(_act, guest, request.path_params["game_id"], wish)


ACT = Route("/games/{game_id}/actions", act, methods=["POST"], include_in_schema=False)


def _act(guest: Guest, game_id: str, wish: Wish) -> Response:
    try:
        action = parse_action(wish.action)
        before, after = guest.site.play.act(
            guest.player_id, game_id, action, wish.version, sure=wish.sure
        )
    except LastDealError as error:
        return unsure(guest, _load(guest, game_id), wish.action, wish.version, error)
    except (EngineError, StaleVersionError, GameOverError) as error:
        return refused(guest, _load(guest, game_id), error)
    return acted(guest, before, after)


@router.post("/pause")
def pause(
    guest: GuestDep,
    game_id: str,
    paused: Annotated[bool, Form()] = True,
    version: Annotated[int | None, Form(ge=0)] = None,
) -> Response:
    """Stop the clock and cover the board, or go on."""
    before = _load(guest, game_id)
    after = guest.site.play.set_paused(guest.player_id, game_id, paused=paused, version=version)
    if not guest.by_htmx:
        return see(f"/games/{game_id}")
    # A page that shows another version gets everything anew.
    is_old = version not in (None, after.game.moves)
    return changed_parts(guest, None if is_old else before, after)


@router.get("/end")
def ask_before_end(guest: GuestDep, game_id: str, then: Annotated[Then, Query()]) -> Response:
    """Ask whether the game shall be given up; one in which nothing is to be lost is just left."""
    table = table_of(guest, _load(guest, game_id))
    if not table.controls.asks:
        return see(_onward(table.live, then))
    name = "question.html" if guest.by_htmx else "question_page.html"
    return page(guest, name, table=table, then=then, here=table.game.variant.game.key)


@router.post("/end")
def end(
    guest: GuestDep,
    game_id: str,
    then: Annotated[Then, Form()],
    version: Annotated[int | None, Form(ge=0)] = None,
) -> Response:
    """Give the game up, and go on to another deal or the same one."""
    try:
        live = guest.site.play.give_up(guest.player_id, game_id, version)
    except StaleVersionError as error:  # the question was asked of another position
        return refused(guest, _load(guest, game_id), error)
    return see(_onward(live, then))


@router.get("/keys")
def keys(guest: GuestDep, game_id: str) -> Response:
    """List the keys, and say how many moves are possible."""
    return keys_page(guest, table_of(guest, _load(guest, game_id)))


@router.get("/record")
def record(guest: GuestDep, game_id: str) -> Response:
    """Give the game record as text."""
    text = record_text(_load(guest, game_id))
    return PlainTextResponse(text, headers={"Cache-Control": "no-store"})


def _onward(live: LiveGame, then: Then) -> str:
    variant, seed = live.game.variant.key, live.game.seed
    return f"/{variant}/new" if then == "new" else f"/{variant}/{seed}"


def _load(guest: Guest, game_id: str) -> LiveGame:
    return guest.site.play.load(guest.player_id, game_id)
