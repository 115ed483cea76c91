"""What a table answers: to an action, to a look with something lifted, to a wish for a hint."""

from dataclasses import replace
from typing import Annotated

from fastapi import Form, Query
from pydantic import BaseModel, Field
from starlette.responses import Response

from app.engine.errors import IllegalActionError
from app.engine.hints import hints
from app.services.errors import GameOverError, LastDealError, StaleVersionError
from app.services.live import LiveGame
from app.web.announce import announcement, possible
from app.web.answers import (
    NEVER_KEPT,
    NOTHING_MARKED,
    changed_parts,
    fragments,
    page,
    see,
    table_of,
    table_page,
)
from app.web.changes import Changes, changes
from app.web.errors import status_of
from app.web.marks import Marks, hinted, lifted
from app.web.site import Guest
from app.web.table import Table
from app.web.views import FOUNDATION

LONGEST_ACTION = 40
ActionField = Annotated[str, Form(max_length=LONGEST_ACTION)]
VersionField = Annotated[int, Form(ge=0)]


class Look(BaseModel):
    """What a player wants to see of a table besides the cards, as the address says it."""

    lift: str = Field("", max_length=12)
    """The cards to lift, such as ``4x2``."""

    hint: int | None = Field(None, ge=1, le=999)
    """Which hint to give, from 1 for the best."""

    at: int | None = Field(None, ge=0)
    """The version for which earlier hints were given."""

    version: int | None = Field(None, ge=0)
    """The version that htmx has on its page; None without script, which gets a whole page."""

    shown: int | None = Field(None, ge=0)
    """The version that a page shows which asks for news; None for all others."""

    state: str = Field("", max_length=12)
    """How the game stands on that page."""


LookQuery = Annotated[Look, Query()]


def look(guest: Guest, live: LiveGame, wish: Look) -> Response:
    """Show a table, with what is wished for."""
    if wish.shown is not None and guest.by_htmx:
        return _news(guest, live, wish)
    if wish.hint is not None and live.is_paused:
        return _covered(guest, live)
    if wish.hint is not None and guest.preferences["hints"] == "on":
        anew = wish.at not in (None, live.game.moves)
        return _hint(guest, live, 1 if anew else wish.hint, wish.version)
    table = table_of(guest, live)
    if not wish.lift:
        return table_page(guest, table, message=announcement(live.game))
    try:
        return table_page(guest, table, lifted(live.game, wish.lift))
    except IllegalActionError as error:
        return table_page(guest, table, message=str(error))


def _news(guest: Guest, live: LiveGame, wish: Look) -> Response:
    """Give everything anew to a page whose game has gone on elsewhere, and nothing to others."""
    if (wish.shown, wish.state) == (live.game.moves, table_of(guest, live).state):
        return Response(status_code=204, headers=NEVER_KEPT)
    response = changed_parts(guest, None, live, "This is how the game stands now.")
    if live.id:  # the page may be that of a deal which was begun elsewhere
        response.headers["HX-Replace-Url"] = f"/games/{live.id}"
    return response


def _covered(guest: Guest, live: LiveGame) -> Response:
    """A hint would tell of a board that is covered."""
    message = "The game is paused: go on first."
    if guest.by_htmx:
        return changed_parts(guest, live, live, message)
    return table_page(guest, table_of(guest, live), message=message)


def _hint(guest: Guest, live: LiveGame, number: int, version: int | None) -> Response:
    table = replace(table_of(guest, live), hints_given=number)
    found = () if live.is_over else hints(live.game)
    marks, message = NOTHING_MARKED, "There is no move left to show."
    if found:
        hint = found[(number - 1) % len(found)]
        marks, message = hinted(live.game, hint.move), f"{hint.reason} {possible(live.game)}"
    if guest.by_htmx:
        old = version not in (None, live.game.moves)
        return fragments(
            table, changes(None, table) if old else _marked(table, marks), marks, message
        )
    return table_page(guest, table, marks, message)


def _marked(table: Table, marks: Marks) -> Changes:
    """The parts of the page in which something is marked, and the link to the next hint."""
    columns = tuple(
        view
        for view in table.piles.columns
        if str(view.number) == marks.hinted_place
        or any(card.id in marks.hinted for card in view.cards)
    )
    place = {"stock": ("stock",), FOUNDATION: ("foundations",)}.get(marks.hinted_place, ())
    return Changes(table, columns, ("controls", *place))


def acted(guest: Guest, before: LiveGame, after: LiveGame) -> Response:
    """Answer an action that was made."""
    if not guest.by_htmx:
        return see(f"/games/{after.id}")
    return changed_parts(guest, before, after, announcement(after.game))


def unsure(
    guest: Guest, live: LiveGame, action: str, version: int, error: LastDealError
) -> Response:
    """Ask before an action is made after which the game cannot be won; nothing is done yet."""
    return page(
        guest,
        "sure.html" if guest.by_htmx else "sure_page.html",
        status_of(error),
        table=table_of(guest, live),
        action=action,
        version=version,
        reason=str(error),
    )


def refused(guest: Guest, live: LiveGame, error: Exception) -> Response:
    """Answer an action that was not made, with the table as it stands and the reason."""
    status, message = status_of(error), str(error)
    if not guest.by_htmx:
        return table_page(guest, table_of(guest, live), message=message, status=status)
    # Whoever acted on an old version gets everything anew.
    before = None if isinstance(error, StaleVersionError | GameOverError) else live
    return changed_parts(guest, before, live, message, status)
