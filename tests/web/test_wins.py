"""Wins and losses, and what becomes of them in the records."""

from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from app.main import create_app
from app.services.records import Records
from app.settings import Settings
from app.store.database import Database
from tests.playing import FakeClock, records
from tests.web.conftest import Guests
from tests.web.visiting import Visitor, parsed, row_counts

WON = records("spiderette-1")[0]


def nearly_won(visitor: Visitor) -> tuple[str, str, int]:
    """Play all but the last action; give the game's address, that action and its version."""
    game = visitor.play(WON, upto=-1)
    return f"/games/{game['id']}", str(WON.actions[-1]), game["version"]


def played(visitor: Visitor) -> dict[str, Any]:
    return {e["variant"]: e for e in visitor.get("/api/v1/records").json() if e["played"]}


def test_the_win_is_in_the_answer_to_the_last_move(visitor: Visitor) -> None:
    address, action, version = nearly_won(visitor)
    parts = parsed(visitor.act(address, action, version).text)
    assert "You have won!" in parts.one("hx-partial", hx_target="#say").text
    assert parts.one(id="status")["data-state"] == "won"
    panel = parts.one(id="panel")
    assert "hidden" not in panel.attributes
    assert [n.text for n in panel.all("span", class_="record")] == [
        *("Best score yet", "Fastest win yet", "Fewest moves yet")
    ]


def test_a_won_game_is_won_once(settings: Settings, clock: FakeClock) -> None:
    app = create_app(settings)
    with TestClient(app) as client:
        visitor = Visitor(app, client)
        game = visitor.play(WON)
        before, cookies = played(visitor), visitor.client.cookies
    clock.forward(86_400)
    app = create_app(settings)
    with TestClient(app) as client:
        visitor = Visitor(app, client)
        visitor.client.cookies = cookies
        for _ in range(5):
            page = visitor.page(f"/games/{game['id']}")
            assert page.one(id="panel").one("h2").text == "You have won"
        assert visitor.do(game["id"], "undo", game["version"]).status_code == 422
        visitor.post(f"/games/{game['id']}/end", data={"then": "new"})
        assert played(visitor) == before


def test_games_that_were_lost_have_no_time(visitor: Visitor, clock: FakeClock) -> None:
    address = visitor.begin("spiderette-1", 1)
    clock.forward(1)
    visitor.post(f"{address}/end", data={"then": "new"})
    (entry,) = played(visitor).values()
    assert entry["fastest_win"] is None
    assert entry["best_score"] is None


def test_a_win_belongs_to_the_variant_of_its_deal(visitor: Visitor) -> None:
    address, action, version = nearly_won(visitor)
    visitor.post("/settings/suits", data={"variant": "spiderette-4"})
    visitor.begin("spiderette-4", 9)
    visitor.act(address, action, version)
    assert {key: entry["won"] for key, entry in played(visitor).items()} == {
        "spiderette-1": 1,
        "spiderette-4": 0,
    }


def test_a_new_game_during_the_win_is_not_won(visitor: Visitor) -> None:
    address, action, version = nearly_won(visitor)
    visitor.act(address, action, version)  # nobody reads the answer
    page = visitor.page("/spiderette-1/77")
    assert page.one(id="status")["data-state"] == "new"
    assert visitor.page(visitor.begin("spiderette-1", 77)).one(id="panel").text == ""
    assert played(visitor)["spiderette-1"]["won"] == 1


@pytest.mark.parametrize("error", [OperationalError("SELECT", {}, Exception("locked"))])
def test_records_that_cannot_be_read(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_args: object) -> None:
        raise error

    address, action, version = nearly_won(visitor)
    monkeypatch.setattr(Records, "broken_by", fail)
    monkeypatch.setattr(Records, "of_player", fail)
    response = visitor.act(address, action, version)
    assert response.status_code == 200
    panel = parsed(response.text).one(id="panel")
    assert panel.one("h2").text == "You have won"
    assert "records cannot be read right now" in panel.text
    assert visitor.get("/records").status_code == 503
    monkeypatch.undo()
    assert played(visitor)["spiderette-1"]["won"] == 1
    assert "cannot be read" not in visitor.page(address).one(id="panel").text


def test_a_replay_is_marked(visitor: Visitor) -> None:
    visitor.play(WON)
    again = visitor.play(WON)
    panel = visitor.page(f"/games/{again['id']}").one(id="panel")
    assert "it sets no record" in panel.text
    assert not panel.all("span", class_="record")


def test_undo_is_no_way_to_fewer_moves(visitor: Visitor) -> None:
    game = visitor.create(variant="spiderette-1", seed=WON.seed)
    first = str(WON.actions[0])
    actions = [*[first, "undo"] * 25, *map(str, WON.actions)]
    for version, action in enumerate(actions):
        game = visitor.do(game["id"], action, version).json()
    assert game["status"] == "won"
    assert game["moves"] == len(actions)
    assert game["score"] == 900 - len(actions)
    assert played(visitor)["spiderette-1"]["fewest_moves"]["value"] == len(actions)


def test_records_do_not_depend_on_language(visitor: Visitor) -> None:
    visitor.play(records("will-o-the-wisp-1")[0])
    before = visitor.page("/records").outline()
    german = visitor.get("/records", headers={"Accept-Language": "de, fr;q=0.5"})
    assert parsed(german.text).outline() == before


@pytest.mark.parametrize(
    ("column", "value"),
    [("variant", "spider-9"), ("variant", "canfield-1"), ("collect", "by hand")],
)
def test_a_game_of_another_release(
    visitor: Visitor, app: FastAPI, site_database: Database, column: str, value: str
) -> None:
    address = visitor.begin("spider-1", 5)
    with site_database.write() as connection:
        connection.execute(text(f"UPDATE game SET {column} = :value"), {"value": value})  # noqa: S608
    app.state.site.play._live._values.clear()
    counts = row_counts(site_database)
    for method, url in (("GET", address), ("POST", f"{address}/actions"), ("GET", "/records")):
        data = {"action": "undo", "version": "1"} if method == "POST" else None
        response = visitor.client.request(method, url, data=data)
        assert response.status_code == (200 if url == "/records" else 410)
        assert parsed(response.text).all("a", href="/spider")
    assert visitor.get(f"/api/v1{address}").json()["status"] == 410
    assert row_counts(site_database) == counts


@pytest.mark.parametrize("path", ["/", "/spider", "/spider-1", "/spider-2/7", "/records"])
@pytest.mark.parametrize(
    "change",
    ["game SET variant = 'canfield-1'", "game SET collect = 'by hand'", "action SET text = '?'"],
)
def test_other_pages_live_with_it(
    visitor: Visitor, app: FastAPI, site_database: Database, path: str, change: str
) -> None:
    visitor.begin("spider-1", 5)
    with site_database.write() as connection:
        connection.execute(text(f"UPDATE {change}"))
    app.state.site.play._live._values.clear()
    assert visitor.get(path).status_code in (200, 303)


def test_a_deal_can_be_begun_again_beside_a_game_that_cannot_be_read(
    visitor: Visitor, app: FastAPI, site_database: Database
) -> None:
    readable = visitor.begin("spider-4", 7)
    visitor.begin("spider-1", 5)
    with site_database.write() as connection:
        connection.execute(
            text("UPDATE action SET text = '1-1' WHERE game_id <> :id"),
            {"id": readable.removeprefix("/games/")},
        )
    app.state.site.play._live._values.clear()
    back = visitor.page("/settings").all("a", href=readable)
    assert {link.text for link in back} == {"Back to the table"}
    page = visitor.page("/spider-1/5")
    again = visitor.press(page, page.one(id="deal"))
    assert again.status_code == 303
    assert visitor.page(again.headers["Location"]).one(id="moves").text == "1"


def test_another_deal_parks_the_game(guests: Guests) -> None:
    visitor = guests()
    address = visitor.begin("spider-1", 5)
    before = visitor.page(address).one("main").outline()
    visitor.page("/spider-4/77")
    visitor.begin("spider-4", 77)
    assert visitor.page(address).one("main").outline() == before
    assert (
        len(visitor.page("/spider-4/78").one("section", class_="prose unfinished").all("li")) == 2
    )
