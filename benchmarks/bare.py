"""A bare FastAPI application: one route that renders a move's answer from constant data."""

import itertools
import random

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from starlette.middleware.gzip import GZipMiddleware

from app.engine.game import Game
from app.engine.variants import variant_of
from app.services.live import LiveGame
from app.store.games import StoredGame
from app.web.answers import NOTHING_MARKED
from app.web.changes import Changes, changes
from app.web.table import Table
from app.web.templates import environment


def answers(count: int = 100) -> list[Changes]:
    """Prepare the answers to the moves of a random game."""
    game = Game.start(variant_of("spider-2"), 1)
    draw = random.Random(1)  # noqa: S311 - the same answers each time
    stored, prepared = StoredGame("game", 1, "spider-2", 1, 1, "automatic"), []
    for _ in range(count):
        after = game.after(draw.choice(game.legal))
        before, table = (Table(LiveGame(stored, each), 0) for each in (game, after))
        prepared.append(changes(before, table))
        game = after
    return prepared


def create_app() -> FastAPI:
    app = FastAPI()
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=5)
    prepared = itertools.cycle(answers())
    template = environment().get_template("changes.html")

    @app.post("/bare")
    def bare() -> HTMLResponse:
        what = next(prepared)
        html = template.render(changes=what, marks=NOTHING_MARKED, message="Moved.", refused=False)
        return HTMLResponse(html)

    return app
