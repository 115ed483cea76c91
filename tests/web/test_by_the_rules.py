"""The rules and the history, over HTTP."""

import random
from collections import Counter
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from starlette.testclient import TestClient

from app.engine.deal import shuffled
from app.engine.game import Game
from app.engine.notation import GameRecord
from app.engine.variants import VARIANTS
from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from tests.playing import records
from tests.web.conftest import Guests
from tests.web.visiting import HTMX, Visitor, parsed, site_of


def up_to_a_void(visitor: Visitor, key: str) -> dict[str, Any]:
    """Play a game that was won until a column is empty and the stock is not."""
    for record in records(key):
        game: dict[str, Any] = visitor.create(variant=key, seed=record.seed)
        for version, action in enumerate(record.actions):
            game = visitor.do(game["id"], str(action), version).json()
            columns = [c["face_down"] + len(c["face_up"]) for c in game["columns"]]
            if 0 in columns and game["stock"] and game["status"] == "playing":
                return game
    pytest.fail("no column was ever empty")


@pytest.mark.parametrize("key", ["spider-1", "spiderette-1", "will-o-the-wisp-1"])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_a_deal_over_a_void_names_the_columns(
    visitor: Visitor, key: str, headers: dict[str, str]
) -> None:
    game = up_to_a_void(visitor, key)
    empty = [str(i) for i, c in enumerate(game["columns"], 1) if not c["face_up"]]
    response = visitor.act(f"/games/{game['id']}", "deal", game["version"], headers)
    assert response.status_code == 422
    (reason,) = parsed(response.text).all("p", class_="refused")
    assert all(number in reason.text for number in empty)
    assert "empty" in reason.text
    assert "deal" not in game["legal"]
    assert visitor.get(f"/api/v1/games/{game['id']}").json() == game


def test_a_card_may_be_taken_back_and_go_home_again(visitor: Visitor) -> None:
    record = records("spiderette-1")[0]
    game = visitor.create(variant="spiderette-1", seed=record.seed)
    back = None
    for version, action in enumerate(record.actions):
        game = visitor.do(game["id"], str(action), version).json()
        back = next((move for move in game["legal"] if move.startswith("f")), None)
        if back:
            break
    assert back is not None
    address, score = f"/games/{game['id']}", game["score"]
    page = visitor.page(f"{address}?lift={back.split('-')[0]}")
    assert {b["value"] for b in page.all("button", class_="drop")} >= {back}
    taken = parsed(visitor.act(address, back, game["version"]).text)
    assert taken.one(id="score").text == str(score - 101)
    undone = parsed(visitor.act(address, "undo", game["version"] + 1).text)
    assert undone.one(id="score").text == str(score - 2)


def test_one_deck_games_have_one_deck(visitor: Visitor) -> None:
    visitor.post("/settings/suits", data={"variant": "spider-1"})
    for key, cards in (("spiderette", 52), ("will-o-the-wisp", 52), ("spider", 104)):
        page = visitor.page(f"/{key}?suits=1")
        variant = VARIANTS[page.one("button", name="variant", aria_pressed="true")["value"]]
        lying = len(page.one(id="tableau").all("li"))
        assert lying + variant.stock == cards


@pytest.mark.parametrize("key", ["spider-1", "will-o-the-wisp-4"])
def test_no_card_is_lost_or_doubled(visitor: Visitor, key: str) -> None:
    chance = random.Random(key)  # noqa: S311 - a game
    variant = VARIANTS[key]
    pack = Counter(str(card) for card in shuffled(variant, 9))
    game = visitor.create(variant=key, seed=9)
    for version in range(150):
        if not game["legal"]:
            break
        game = visitor.do(game["id"], chance.choice(game["legal"]), version).json()
        shown = Counter(card for column in game["columns"] for card in column["face_up"])
        assert shown <= pack
        home = sum(pile["cards"] for pile in game["foundations"] if pile)
        hidden = sum(column["face_down"] for column in game["columns"])
        assert shown.total() + hidden + home + game["stock"] == variant.cards


def test_hidden_cards_cannot_be_moved(visitor: Visitor) -> None:
    game = visitor.create(variant="spider-1", seed=9)
    for action in ("1-2x2", "1-2x6", "9-1x5"):
        response = visitor.do(game["id"], action, 0)
        assert response.status_code == 422
        assert "face-up" in response.json()["detail"]
    page = visitor.page(f"/games/{game['id']}?lift=1x3")
    assert page.one(id="say").text == "Only face-up cards can be moved."


def test_the_short_last_deal(visitor: Visitor) -> None:
    game = visitor.create(variant="will-o-the-wisp-4", seed=9)
    address = f"/games/{game['id']}"
    before = game["columns"]
    for version in range(5):
        before = game["columns"]
        game = visitor.do(game["id"], "deal", version).json()
    grown = [
        len(now["face_up"]) - len(was["face_up"])
        for was, now in zip(before, game["columns"], strict=True)
    ]
    assert grown == [1, 1, 1, 0, 0, 0, 0]
    assert "empty" in visitor.page(address).one(id="stock").one("span")["aria-label"]
    refused = visitor.act(address, "deal", 5)
    assert refused.status_code == 422
    assert "stock is empty" in refused.text
    back = visitor.do(game["id"], "undo", 5).json()
    assert (back["stock"], back["columns"]) == (3, before)


def test_the_edges_of_the_history(visitor: Visitor, settings: Settings) -> None:
    page = visitor.page("/spider-1/5")
    assert page.one(id="t-undo")["aria-disabled"] == "true"
    assert "disabled" not in page.one(id="t-undo").attributes
    assert "nothing to undo" in visitor.act("/spider-1/5", "undo", 0).text
    address = visitor.begin("spider-1", 5)
    visitor.act(address, "undo", 1)
    for _ in range(2):
        assert "nothing to undo" in visitor.act(address, "undo", 2).text
    with TestClient(create_app(settings)) as client:  # after a restart
        again = Visitor(visitor.app, client)
        again.client.cookies = visitor.client.cookies
        assert again.act(address, "undo", 2).status_code == 422
        assert again.act(address, "redo", 2).status_code == 200


def test_a_long_game(visitor: Visitor, app: FastAPI, site_database: Database) -> None:
    address = visitor.begin("spider-1", 5)
    game_id = address.removeprefix("/games/")
    with site_database.write() as connection:
        for number in range(2, 1202):
            connection.execute(
                text("INSERT INTO action VALUES (:id, :number, :text, 1, 0)"),
                {"id": game_id, "number": number, "text": "redo" if number % 2 else "undo"},
            )
    site_of(app).play._live._values.clear()
    page = visitor.page(address)
    assert page.one(id="moves").text == "1201"
    assert page.one(id="score").text == "0"
    assert visitor.act(address, "undo", 1201).status_code == 200


@pytest.mark.parametrize("key", VARIANTS)
def test_the_deal_stays_the_same(guests: Guests, settings: Settings, key: str) -> None:
    visitor = guests()
    fresh = visitor.page(f"/{key}/42").one(id="tableau").outline()
    address = visitor.begin(key, 42)
    visitor.begin("spider-2" if key != "spider-2" else "spider-1", 42)
    visitor.post(f"{address}/end", data={"then": "restart"})
    assert visitor.page(f"/{key}/42").one(id="tableau").outline() == fresh
    assert guests().page(f"/{key}/42").one(id="tableau").outline() == fresh
    with TestClient(create_app(settings)) as client:
        assert parsed(client.get(f"/{key}/42").text).one(id="tableau").outline() == fresh


def test_everything_names_the_deal_on_the_table(visitor: Visitor) -> None:
    for key, seed in (("spider-2", 5), ("spider-4", 6), ("spiderette-1", 7)):
        address = visitor.begin(key, seed)
        page = visitor.page(address)
        assert str(seed) in page.one("title").text
        assert f"Deal {seed}" in page.one(id="status").text
        assert page.one("a", class_="address")["href"] == f"/{key}/{seed}"
        assert GameRecord.parse(visitor.get(f"{address}/record").text).seed == seed


def test_stuck_says_so_at_once(visitor: Visitor) -> None:
    """Deals alone end most games of Will o' the Wisp; some seed of these is stuck then."""
    for seed in range(1, 200):
        game = Game.start(VARIANTS["will-o-the-wisp-4"], seed)
        path: list[str] = []
        while game.legal and len(path) < 60:
            move = next((m for m in game.legal if str(m) == "deal"), game.legal[0])
            path.append(str(move))
            game = game.after(move)
        if not game.legal:
            break
    else:
        pytest.fail("no game got stuck")
    address = visitor.begin("will-o-the-wisp-4", seed, path[0])
    for version, action in enumerate(path[1:-1], 1):
        visitor.act(address, action, version)
    parts = parsed(visitor.act(address, path[-1], len(path) - 1).text)
    assert "No move is left." in parts.one("hx-partial", hx_target="#say").text
    page = visitor.page(address)
    assert page.one(id="status")["data-state"] == "stuck"
    panel = page.one(id="panel")
    assert panel.one("h2").text == "No move is left"
    assert [b.text for b in panel.all("button")] == ["Undo", "Restart", "New deal"]
    undone = visitor.press(page, panel.one("button", value="undo"))
    assert undone.status_code == 303
    assert visitor.page(address).one(id="status")["data-state"] == "playing"
