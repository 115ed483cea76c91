"""Lifting and hints, by links and forms alone; and a whole game without script."""

import pytest

from app.engine.moves import RunMove
from tests.playing import records
from tests.web.visiting import HTMX, Node, Visitor, parsed, patch


def lift(visitor: Visitor, address: str, key: str) -> Node:
    """Press a card."""
    page = visitor.page(address)
    response = visitor.press(page, page.one("button", name="lift", value=key))
    assert response.status_code == 200
    return parsed(response.text)


def test_a_lifted_card_shows_where_it_may_go(visitor: Visitor) -> None:
    game = visitor.create(variant="spider-1", seed=3)
    move = next(move for move in game["legal"] if move != "deal")
    source = move.split("-")[0]
    wanted = {m for m in game["legal"] if m.startswith(f"{source}-")}
    page = lift(visitor, f"/games/{game['id']}", f"{source}x1")
    drops = page.all("button", class_="drop")
    assert {drop["value"] for drop in drops} == wanted
    assert len(page.all("li", class_="up lifted")) == 1
    for drop in drops:
        column = drop["value"].split("-")[1]
        assert drop["aria-label"] == f"Move to column {column}"
        assert drop in page.one(id=f"col-{column}").walk()
    response = visitor.press(page, drops[0])
    assert response.status_code == 303
    moved = visitor.page(response.headers["Location"])
    assert moved.one(id="moves").text == "1"
    assert not moved.all("button", class_="drop")


def test_labels_say_what_the_lift_shows(visitor: Visitor) -> None:
    page = visitor.page("/spider-1/3")
    for button in page.all("button", name="lift"):
        if "data-to" in button.attributes:
            columns = button["data-to"].split()
            assert "moves to column" in button["aria-label"]
            assert all(column in button["aria-label"] for column in columns)
        else:
            assert button["data-why"] in ("suits", "covered", "nowhere")
            assert "moves to" not in button["aria-label"]


@pytest.mark.parametrize("key", ["1x1", "1x2", "1x99", "0x1", "99x1", "f1", "x", "1", "", "1x0"])
def test_what_cannot_be_lifted(visitor: Visitor, key: str) -> None:
    game = visitor.create(variant="spiderette-4", seed=2)
    liftable = {move.split("-")[0] + "x1" for move in game["legal"] if move != "deal"}
    response = visitor.get(f"/games/{game['id']}", params={"lift": key})
    assert response.status_code == 200
    page = parsed(response.text)
    if key and key not in liftable:
        assert page.one(id="say").text.endswith(".")
        assert not page.all("button", class_="drop")


def test_a_mixed_sequence_says_why(visitor: Visitor) -> None:
    for record in records("spider-4"):
        game = visitor.create(variant="spider-4", seed=record.seed)
        for version, action in enumerate(record.actions[:30]):
            game = visitor.do(game["id"], str(action), version).json()
            page = visitor.page(f"/games/{game['id']}")
            mixed = page.all("button", name="lift", data_why="suits")
            if mixed:
                said = lift(visitor, f"/games/{game['id']}", mixed[0]["value"]).one(id="say").text
                assert said.startswith("These cards are of different suits")
                return
    pytest.fail("no mixed sequence was found")


def test_hints_go_round(visitor: Visitor) -> None:
    address = visitor.begin("spider-2", 3)
    game = visitor.get(f"/api/v1{address}").json()
    page, seen = visitor.page(address), []
    for _ in range(len(game["legal"]) + 1):
        link = page.one(id="t-hint")["href"]
        page = visitor.page(link)
        said = page.one(id="say").text
        assert said
        assert [n for n in page.walk() if "hinted" in n.get("class").split()]
        seen.append(said)
    assert len(set(seen)) > 1
    assert seen[0] in seen[1:]
    assert visitor.page(address).one(id="moves").text == "1"


def test_after_an_action_the_first_hint_comes_again(visitor: Visitor) -> None:
    address = visitor.begin("spider-2", 3)
    page = visitor.page(address)
    for _ in range(3):
        page = visitor.page(page.one(id="t-hint")["href"])
    old = page.one(id="t-hint")["href"]
    visitor.act(address, "undo", 1)
    first = visitor.page(f"{address}?hint=1").one(id="say").text
    assert visitor.page(old).one(id="say").text == first


def test_a_hint_by_htmx_marks_the_page(visitor: Visitor) -> None:
    address = visitor.begin("spider-2", 3)
    page = visitor.page(address)
    response = visitor.get(page.one(id="t-hint")["href"], headers=HTMX)
    patch(page, parsed(response.text))
    whole = visitor.page(f"{address}?hint=1")
    assert page.one("main").outline() == whole.one("main").outline()


def test_a_hint_moves_what_it_marks(visitor: Visitor) -> None:
    game = visitor.create(variant="will-o-the-wisp-4", seed=3)
    for version in range(20):
        hint = visitor.get(f"/api/v1/games/{game['id']}/hint").json()
        page = visitor.page(f"/games/{game['id']}?hint=1")
        marked = [n["id"] for n in page.walk() if "hinted" in n.get("class").split()]
        assert page.one(id="say").text.startswith(f"{hint['reason']} ")
        if hint["action"] == "deal":
            assert marked == ["stock"]
        else:
            target, _, count = hint["action"].partition("-")[2].partition("x")
            assert f"col-{target}" in marked
            assert len(marked) == int(count or 1) + 1
        game = visitor.do(game["id"], hint["action"], version).json()


def test_hints_that_are_switched_off(visitor: Visitor) -> None:
    address = visitor.begin("spider-2", 3)
    visitor.post("/settings", data={"setting": "hints", "value": "off"})
    for url in (address, "/spider-2/4"):
        page = visitor.page(f"{url}?hint=1")
        assert page.one("main")["data-hints"] == "off"
        assert page.one("main").outline() == visitor.page(url).one("main").outline()
        assert not [n for n in page.walk() if "hinted" in n.get("class").split()]


@pytest.mark.parametrize("variant", ["spiderette-1", "will-o-the-wisp-2", "spider-1"])
def test_a_game_is_won_without_script(visitor: Visitor, variant: str) -> None:
    record = records(variant)[0]
    address = f"/{variant}/{record.seed}"
    for action in record.actions:
        page = visitor.page(address)
        if str(action) == "deal":
            button = page.one(id="deal")
        else:
            count = action.count if isinstance(action, RunMove) else 13
            source = str(action).partition("-")[0]
            page = lift(visitor, address, f"{source}x{count}")
            button = page.one("button", class_="drop", value=str(action))
        response = visitor.press(page, button)
        assert response.status_code == 303
        address = response.headers["Location"]
    won = visitor.page(address)
    assert won.one(id="status")["data-state"] == "won"
    assert won.one(id="score").text == record.headers["Score"]
    panel = won.one(id="panel")
    assert panel.one("h2").text == "You have won"
    again = panel.one("a", href=f"/{variant}/{record.seed}")
    assert visitor.page(again["href"]).one(id="moves").text == "0"
