"""Pages around the tables."""

import re

import pytest
from starlette.testclient import TestClient

from app.engine.variants import GAMES, VARIANTS
from app.main import create_app
from app.settings import Settings
from tests.playing import FakeClock, records
from tests.web.conftest import Guests
from tests.web.visiting import HTMX, Node, Visitor, parsed

PAGES = ["/", "/records", "/rules/spider", "/settings", "/privacy", "/nothing", "/spider-4/1"]


def row_of(visitor: Visitor, key: str) -> list[Node]:
    """The cells of a variant's records."""
    page = visitor.page("/records")
    (row,) = [row for row in page.all("tr") if row.all("a", href=f"/{key}")]
    return row.all("td")


def figures(visitor: Visitor, key: str) -> list[str]:
    return [cell.text for cell in row_of(visitor, key)[3:]]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("theme", ["system", "light", "dark"])
def test_every_page_is_whole(visitor: Visitor, path: str, theme: str) -> None:
    visitor.post("/settings", data={"setting": "theme", "value": theme})
    page = parsed(visitor.get(path).text)
    html = page.one("html")
    assert html["lang"] == "en"
    if path != "/nothing":
        assert html["data-theme"] == theme
    assert len(page.all("h1")) == len(page.all("main")) == len(page.all("title")) == 1
    assert page.one("title").text.endswith("· Wisp")
    assert page.one("meta", name="description")["content"]
    assert "maximum-scale" not in page.one("meta", name="viewport")["content"]
    ids = [node["id"] for node in page.walk() if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    assert page.one("main")["id"] == page.one("a", class_="visually-hidden skip")["href"][1:]
    for node in page.walk():
        assert not any(name.startswith("on") or name == "style" for name in node.attributes)
        assert node.tag not in ("style", "iframe", "object", "base")
        for name in ("href", "src", "action", "hx-get", "hx-post"):
            assert not re.match("[a-z]+:|//", node.get(name)), node
        if node.tag == "form" and node["method"] == "post":
            assert node.get("autocomplete") == "off" or not node.all("input")
    assert not [node for node in page.all("script") if node.text]


def test_links_lead_somewhere(visitor: Visitor) -> None:
    for path in PAGES:
        for link in parsed(visitor.get(path).text).all("a"):
            if link["href"].startswith("/"):
                assert visitor.get(link["href"]).status_code in (200, 303), link["href"]


def test_nothing_yet_is_a_dash(visitor: Visitor) -> None:
    for key in VARIANTS:
        cells = row_of(visitor, key)
        assert [cell.text for cell in cells] == ["–", "–", "–", "0", "0", "–", "0", "0"]
        assert cells[0].one("span")["aria-label"] == "none yet"


def test_records_with_their_games(visitor: Visitor, clock: FakeClock) -> None:
    record = records("will-o-the-wisp-2")[0]
    game = visitor.create(variant="will-o-the-wisp-2", seed=record.seed)
    for version, action in enumerate(record.actions):
        game = visitor.do(game["id"], str(action), version).json()
        clock.forward(3)
    best, fast, few = row_of(visitor, "will-o-the-wisp-2")[:3]
    assert best.one("b").text == str(game["score"])
    assert few.one("b").text == str(game["moves"])
    seconds = 3 * (game["moves"] - 1)
    assert fast.one("b").text == f"{seconds // 60}:{seconds % 60:02}"
    for cell in (best, fast, few):
        deal, link = cell.all("a")
        assert deal["href"] == f"/will-o-the-wisp-2/{record.seed}"
        assert link["href"] == f"/games/{game['id']}"
        assert link.text == "14 November 2023"
    assert figures(visitor, "will-o-the-wisp-2") == ["1", "1", "100 %", "1", "1"]
    assert figures(visitor, "will-o-the-wisp-4") == ["0", "0", "–", "0", "0"]


def test_win_rates_are_rounded(visitor: Visitor) -> None:
    def lose(seed: int) -> None:
        address = visitor.begin("spiderette-1", seed)
        visitor.post(f"{address}/end", data={"then": "new"})

    lose(1)
    assert figures(visitor, "spiderette-1") == ["1", "0", "0 %", "0", "0"]
    won = records("spiderette-1")
    visitor.play(won[0])
    lose(2)
    assert figures(visitor, "spiderette-1") == ["3", "1", "33 %", "0", "1"]
    for record in won[1:4]:
        visitor.play(record)
    assert figures(visitor, "spiderette-1") == ["6", "4", "67 %", "3", "3"]


def test_deals_without_an_action_are_nothing(visitor: Visitor) -> None:
    visitor.begin("spider-1", 1)
    for seed in range(2, 12):
        visitor.page(f"/spider-1/{seed}")
        visitor.create(variant="spider-1", seed=seed)
    visitor.page("/spider-1/1")
    visitor.page("/spider-1/1")
    assert figures(visitor, "spider-1") == ["1", "0", "0 %", "0", "0"]
    assert not visitor.page("/spider-1/1").all("section", class_="prose unfinished")


def test_records_say_whose_they_are(visitor: Visitor) -> None:
    text = visitor.page("/records").text
    assert "belong to this browser" in text
    assert "Only the first win of a deal" in text
    assert "at least one move" in text


@pytest.mark.parametrize("key", GAMES)
def test_rules(guests: Guests, key: str) -> None:
    page = guests().page(f"/rules/{key}")
    assert page.one("h1").text == f"The rules of {GAMES[key].title}"
    for link in page.one("nav", class_="contents").all("a"):
        assert len(page.all(id=link["href"][1:])) == 1


def test_rules_without_a_game_are_those_of_the_game_at_hand(visitor: Visitor) -> None:
    assert visitor.get("/rules").headers["Location"] == "/rules/spider"
    visitor.begin("will-o-the-wisp-2", 5)
    assert visitor.get("/rules").headers["Location"] == "/rules/will-o-the-wisp"
    (link,) = visitor.page("/records").one("nav", aria_label="Pages").all("a", href="/rules")
    assert link.text == "Rules"


def test_robots_stay_out_of_games(visitor: Visitor) -> None:
    response = visitor.get("/robots.txt")
    assert response.headers["Content-Type"].startswith("text/plain")
    assert "Disallow: /games/" in response.text


def test_a_page_asked_by_htmx_alone_is_still_a_page(visitor: Visitor) -> None:
    assert visitor.get("/records", headers=HTMX).status_code == 200


def test_an_icon_for_browsers_that_ask_by_habit(visitor: Visitor) -> None:
    response = visitor.get("/favicon.ico", follow_redirects=True)
    assert response.headers["content-type"].startswith("image/svg")


def test_the_privacy_page_says_for_how_long(settings: Settings) -> None:
    changed = {"abandoned_after_days": 77, "forgotten_after_days": 99}
    with TestClient(create_app(settings.model_copy(update=changed))) as client:
        said = parsed(client.get("/privacy").text).one("main").text
    assert "after 77 days" in said
    assert "for 99 days" in said
