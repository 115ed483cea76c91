"""Answers with a table in them: a whole page, or the parts that changed."""

import logging
from functools import cache

from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.engine.variants import GameKind
from app.services.live import LiveGame
from app.services.players import LOOKS, WAYS
from app.services.records import KINDS, Record
from app.web.announce import possible
from app.web.below import best_of, others_under_way
from app.web.changes import Changes, changes
from app.web.head import head_of
from app.web.marks import Marks
from app.web.rulebook import Rulebook, rulebook
from app.web.site import Guest
from app.web.table import Table
from app.web.templates import render

_log = logging.getLogger("wisp")

NOTHING_MARKED = Marks()
_FIRST_ERROR = 400

# A board is never kept: going back to it asks for it anew.
NEVER_KEPT = {"Cache-Control": "no-store", "Vary": "Cookie, HX-Request"}


def page(guest: Guest, name: str, status: int = 200, **context: object) -> HTMLResponse:
    """Render a page."""
    looks = guest.preferences.all_of(LOOKS)
    html = render(name, **{"looks": looks, "here": "", "page_head": head_of(guest), **context})
    return HTMLResponse(html, status, NEVER_KEPT)


def table_of(guest: Guest, live: LiveGame) -> Table:
    """Show a game."""
    won = live.result is not None and live.result.won
    return Table(live, guest.site.play.now(), _records_held_by(guest, live) if won else ())


def _records_held_by(guest: Guest, live: LiveGame) -> tuple[Record, ...] | None:
    stored = live.stored
    try:
        held = guest.site.records.broken_by(stored.player_id, live.game.variant, stored.id)
    except SQLAlchemyError:  # the win is stored: it must not look as if it had failed
        _log.exception("The records cannot be read.")
        return None
    return tuple(held)


def table_page(
    guest: Guest,
    table: Table,
    marks: Marks = NOTHING_MARKED,
    message: str = "",
    status: int = 200,
) -> HTMLResponse:
    """Render a game's whole page."""
    game = table.game.variant.game
    return page(
        guest,
        "table.html",
        status,
        here=game.key,
        rules_url=f"/rules/{game.key}",
        table=table,
        site_url=guest.site.settings.public_url.rstrip("/"),
        marks=marks,
        message=message,
        refused=status >= _FIRST_ERROR,
        ways=guest.preferences.all_of(WAYS),
        unfinished=others_under_way(guest, table.live),
        best=best_of(guest, game),
        kinds=KINDS,
        book=book_of(game),
    )


def keys_page(guest: Guest, table: Table | None = None) -> HTMLResponse:
    """List the keys; with a table, say how many moves are possible on it too."""
    return page(
        guest,
        "keys.html" if guest.by_htmx else "keys_page.html",
        level=2 if guest.by_htmx else 1,
        possible="" if table is None or table.live.is_over else possible(table.game),
        back=table.url if table else "/",
    )


def changed_parts(
    guest: Guest,
    before: LiveGame | None,
    after: LiveGame,
    message: str = "",
    status: int = 200,
) -> HTMLResponse:
    """Render the parts of a table that changed; all of them when there is nothing before."""
    table = table_of(guest, after)
    was = Table(before, table.now) if before else None
    return fragments(table, changes(was, table), NOTHING_MARKED, message, status)


def fragments(
    table: Table, what: Changes, marks: Marks, message: str, status: int = 200
) -> HTMLResponse:
    """Render parts of a table for htmx. Their version tells the page what is newer."""
    html = render(
        "changes.html", changes=what, marks=marks, message=message, refused=status >= _FIRST_ERROR
    )
    headers = {**NEVER_KEPT, "X-Wisp-Version": str(table.game.moves)}
    return HTMLResponse(html, status, headers)


def see(url: str) -> Response:
    """Send the browser on to another page, so that a reload repeats nothing."""
    return RedirectResponse(url, 303, NEVER_KEPT)


@cache
def book_of(game: GameKind) -> Rulebook:
    """Give a game's rulebook."""
    return rulebook(game)
