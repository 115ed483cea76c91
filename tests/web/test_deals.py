"""Deals: tables that are ready to play, and the first action in them."""

import pytest

from app.engine.variants import GAMES, VARIANTS
from app.store.database import Database
from app.web.site import COOKIE
from tests.playing import records
from tests.web.conftest import Guests
from tests.web.visiting import HTMX, Visitor, parsed, row_counts

HIGHEST = 999_999_999_999


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_a_table_with_its_rules(visitor: Visitor, key: str) -> None:
    page = visitor.page(f"/{key}")
    game = GAMES[key]
    assert len(page.all("div", role="group", class_="column")) == len(game.layout)
    assert page.one("h1").text.startswith(f"{game.title}, {game.standard_suits} suits, deal ")
    assert f"How to play {game.title}" in page.text
    assert page.one("main")["translate"] == "no"


@pytest.mark.parametrize("key", VARIANTS)
def test_a_variant_leads_to_a_deal_of_it(visitor: Visitor, key: str) -> None:
    for path in (f"/{key}", f"/{key}/new"):
        response = visitor.get(path)
        assert response.status_code == 303
        variant, seed = response.headers["Location"].strip("/").split("/")
        assert variant == key
        assert 1 <= int(seed) <= HIGHEST


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("seed", [1, 482913, HIGHEST])
def test_a_deal_names_itself(visitor: Visitor, key: str, seed: int) -> None:
    page = visitor.page(f"/{key}/{seed}")
    name = f"{VARIANTS[key].name}, deal {seed}"
    assert page.one("h1").text == name
    assert page.one("title").text.startswith(name)
    assert str(seed) in page.one("meta", name="description")["content"]
    assert f"Deal {seed}" in page.one(id="status").text
    assert page.one("a", class_="address")["href"] == f"/{key}/{seed}"
    assert page.one(id="score").text == "500"
    assert page.one(id="clock").text == "0:00"
    assert [b["value"] for b in page.all("button", aria_pressed="true")] == [key]


def test_the_same_link_is_the_same_deal_for_everybody(guests: Guests) -> None:
    one, other = guests(), guests()
    one.begin("spider-4", 77)
    tables = [visitor.page("/spider-2/42").one(id="felt").outline() for visitor in (one, other)]
    assert tables[0] == tables[1]
    assert tables[0] != one.page("/spider-2/43").one(id="felt").outline()


def test_new_deals_do_not_repeat(guests: Guests) -> None:
    found = [guests().get("/spider-2/new").headers["Location"] for _ in range(100)]
    assert len(set(found)) == 100


def test_first_action_begins_a_game(visitor: Visitor, site_database: Database) -> None:
    response = visitor.act("/spider-1/5", "deal", 0, {})
    assert response.status_code == 303
    address = response.headers["Location"]
    assert address.startswith("/games/")
    assert visitor.page(address).one(id="moves").text == "1"
    counts = row_counts(site_database)
    assert (counts["player"], counts["game"], counts["action"]) == (1, 1, 1)


def test_first_action_by_htmx_moves_the_address(visitor: Visitor) -> None:
    response = visitor.act("/spider-1/5", "deal", 0, HTMX)
    assert response.status_code == 200
    address = response.headers["HX-Replace-Url"]
    assert address.startswith("/games/")
    assert COOKIE in response.headers["Set-Cookie"]
    parts = parsed(response.text)
    assert parts.one("form", id="act")["action"] == f"{address}/actions"
    assert parts.one("form", id="pause")["action"] == f"{address}/pause"


def test_first_action_by_a_page_alone(visitor: Visitor) -> None:
    page = visitor.page("/will-o-the-wisp-4/9")
    response = visitor.press(page, page.one(id="deal"))
    assert response.status_code == 303
    assert visitor.page(response.headers["Location"]).one(id="moves").text == "1"


@pytest.mark.parametrize(
    ("action", "status"), [("undo", 422), ("redo", 422), ("1-1", 422), ("9-f", 422), ("x", 400)]
)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_refused_first_actions_make_nobody_a_player(
    visitor: Visitor, site_database: Database, action: str, status: int, headers: dict[str, str]
) -> None:
    response = visitor.act("/spider-1/5", action, 0, headers)
    assert response.status_code == status
    assert parsed(response.text).all("p", class_="refused")
    assert set(row_counts(site_database).values()) == {0}
    assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize("fields", [{"version": "1"}, {"attempt": "2"}])
def test_first_action_on_a_game_that_is_not(
    visitor: Visitor, site_database: Database, fields: dict[str, str]
) -> None:
    data = {"action": "deal", "version": "0", "attempt": "1", **fields}
    response = visitor.post("/spider-1/5", data=data)
    assert response.status_code == 409
    assert set(row_counts(site_database).values()) == {0}


def test_first_action_sent_twice_is_done_once(visitor: Visitor, site_database: Database) -> None:
    visitor.begin("spider-1", 5)
    again = visitor.act("/spider-1/5", "deal", 0, HTMX)
    assert again.status_code == 409
    assert row_counts(site_database)["game"] == 1
    assert row_counts(site_database)["action"] == 1
    parts = parsed(again.text)
    assert parts.one(id="moves").text == "1"  # the game as it stands


def test_a_deal_under_way_goes_on(guests: Guests) -> None:
    visitor = guests()
    address = visitor.begin("spider-1", 5)
    response = visitor.get("/spider-1/5")
    assert (response.status_code, response.headers["Location"]) == (303, address)
    assert guests().get("/spider-1/5").status_code == 200


def test_home_is_the_game_touched_last(visitor: Visitor) -> None:
    assert visitor.page("/").one("h1").text.startswith("Spider, 2 suits")
    visitor.begin("spider-1", 5)
    assert visitor.page("/").one("h1").text == "Spider, 1 suit, deal 5"


def test_other_games_wait(visitor: Visitor) -> None:
    parked = visitor.begin("spider-1", 5)
    page = visitor.page("/spider-2/6")
    (listed,) = page.one("section", aria_labelledby="unfinished-title").all("li")
    assert listed.one("a")["href"] == parked
    assert "deal 5" in listed.text
    assert "1 move," in listed.text
    assert visitor.page(parked).one(id="moves").text == "1"


def test_a_won_deal_may_be_played_again(visitor: Visitor) -> None:
    record = records("spiderette-1")[0]
    visitor.play(record)
    page = visitor.page(f"/spiderette-1/{record.seed}")
    assert page.one(id="moves").text == "0"
    assert "won this deal before" in page.one(id="status").text
    response = visitor.press(page, page.one(id="deal"))
    assert response.status_code == 303
    again = visitor.page(response.headers["Location"])
    assert "won this deal before" in again.one(id="status").text
