"""The page patched with what htmx gets equals the page loaded anew, after every action."""

import random

import pytest

from app.engine.game import Game
from app.engine.notation import parse_action
from app.engine.variants import VARIANTS
from tests.playing import records
from tests.web.visiting import HTMX, Node, Visitor, parsed, patch, site_of

KINDS = ("spider-2", "spider-1", "spiderette-4", "will-o-the-wisp-1")


def table_of(page: Node) -> str:
    """The table; the clock stands still in these tests."""
    return page.one("main").outline()


def main_of(visitor: Visitor, address: str) -> Node:
    """The page without what never changes: reading it takes a while."""
    html = visitor.get(address).text
    return parsed(html[html.index("<main") : html.index("</main>") + len("</main>")])


def check_same(
    visitor: Visitor, page: Node, address: str, *, says_something_else: bool = False
) -> None:
    fresh = main_of(visitor, address)
    if says_something_else:  # than what the last action did
        fresh.one(id="say").children = page.one(id="say").children
    assert table_of(page) == table_of(fresh)
    ids = [node["id"] for node in page.walk() if "id" in node.attributes]
    assert len(ids) == len(set(ids))


def check_cards(page: Node, stock: int, home: int, variant: str) -> None:
    """Every card lies in one place."""
    columns = page.one(id="tableau").all("li")
    assert {node["class"] for node in columns} <= {"up", "down"}
    assert len(columns) + stock + home == VARIANTS[variant].cards


@pytest.mark.parametrize("variant", KINDS)
def test_200_random_actions(visitor: Visitor, variant: str) -> None:
    chance = random.Random(variant)  # noqa: S311 - a game, and the same one each time
    seed = chance.randrange(1, 10**6)
    page = main_of(visitor, f"/{variant}/{seed}")
    address, version = f"/{variant}/{seed}", 0
    choices = [str(move) for move in Game.start(VARIANTS[variant], seed).legal]
    while choices and version < 200:
        response = visitor.act(address, chance.choice(choices), version)
        assert response.status_code == 200, response.text
        assert "say" in patch(page, parsed(response.text))
        assert page.one(id="say").text
        version += 1
        address = response.headers.get("HX-Replace-Url", address)
        assert response.headers["X-Wisp-Version"] == str(version)
        check_same(visitor, page, address)
        game = visitor.get(f"/api/v1{address}").json()
        home = sum(pile["cards"] for pile in game["foundations"] if pile)
        check_cards(page, game["stock"], home, variant)
        choices = game["legal"] * 3 + ["undo"] * game["can_undo"] + ["redo"] * game["can_redo"]
    assert version > 20


def test_to_a_win_and_beyond(visitor: Visitor) -> None:
    record = records("spiderette-1")[0]
    page = main_of(visitor, f"/spiderette-1/{record.seed}")
    address = page.one(id="lift")["action"]
    for version, action in enumerate(record.actions):
        response = visitor.act(address, str(action), version)
        patch(page, parsed(response.text))
        address = response.headers.get("HX-Replace-Url", address)
    check_same(visitor, page, address)
    assert page.one(id="panel").one("h2").text == "You have won"
    assert len(page.one(id="panel").all("span", class_="record")) == 3
    refused = visitor.act(address, "undo", len(record.actions))
    assert refused.status_code == 422
    patch(page, parsed(refused.text))
    check_same(visitor, page, address, says_something_else=True)


def test_pause_and_resume(visitor: Visitor) -> None:
    address = visitor.begin()
    page = main_of(visitor, address)
    for button in ("t-pause", "cover"):
        node = page.one(id=button)
        response = visitor.press(page, node if node.tag == "button" else node.one("button"), **HTMX)
        assert response.status_code == 200
        patch(page, parsed(response.text))
        check_same(visitor, page, address, says_something_else=True)


def test_a_late_pause_of_an_old_page(visitor: Visitor) -> None:
    address = visitor.begin()
    page = main_of(visitor, address)
    visitor.act(address, "undo", 1)  # in another tab
    response = visitor.press(page, page.one(id="t-pause"), **HTMX)
    patch(page, parsed(response.text))
    check_same(visitor, page, address, says_something_else=True)


def test_a_hint_on_an_old_page(visitor: Visitor) -> None:
    address = visitor.begin("spider-1", 3)
    page = main_of(visitor, address)
    visitor.act(address, "undo", 1)  # in another tab
    version = page.one(id="act").one(name="version")["value"]
    response = visitor.get(f"{page.one(id='t-hint')['hx-get']}&version={version}", headers=HTMX)
    patch(page, parsed(response.text))
    fresh = main_of(visitor, f"{address}?hint=1")
    assert page.one(id="tableau").outline() == fresh.one(id="tableau").outline()


def test_an_action_ends_a_pause(visitor: Visitor) -> None:
    address = visitor.begin()
    visitor.post(f"{address}/pause", data={"paused": "1"})
    page = main_of(visitor, address)
    assert page.one(id="cover").text
    patch(page, parsed(visitor.act(address, "undo", 1).text))
    check_same(visitor, page, address)
    assert not page.one(id="cover").text


def test_a_stale_page_is_made_good(visitor: Visitor) -> None:
    address = visitor.begin()
    page = main_of(visitor, address)
    for version, action in enumerate(("undo", "redo", "undo"), 1):
        visitor.act(address, action, version)
    response = visitor.act(address, "deal", 1)
    assert response.status_code == 409
    patch(page, parsed(response.text))
    check_same(visitor, page, address, says_something_else=True)


def test_a_page_of_a_game_given_up_is_made_good(visitor: Visitor) -> None:
    address = visitor.begin()
    page = main_of(visitor, address)
    visitor.post(f"{address}/end", data={"then": "new"})
    response = visitor.act(address, "undo", 1)
    assert response.status_code == 409
    patch(page, parsed(response.text))
    check_same(visitor, page, address, says_something_else=True)
    assert page.one(id="status")["data-state"] == "lost"


def test_a_page_that_another_worker_paused(visitor: Visitor) -> None:
    address = visitor.begin()
    play = site_of(visitor.app).play
    known = play._live.get(address.removeprefix("/games/"))
    visitor.post(f"{address}/pause", data={"paused": "1"})
    page = main_of(visitor, address)
    assert known is not None
    play._live.put(known.id, known)  # as a worker has it that did not see the pause
    patch(page, parsed(visitor.act(address, "undo", 1).text))
    check_same(visitor, page, address)


def test_actions_in_the_page_are_actions(visitor: Visitor) -> None:
    page = main_of(visitor, visitor.begin("will-o-the-wisp-4", 3))
    for node in page.all("button", name="action"):
        assert str(parse_action(node["value"])) == node["value"]
