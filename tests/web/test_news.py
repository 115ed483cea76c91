"""A page asks whether its game has gone on elsewhere."""

import pytest

from tests.web.conftest import Guests
from tests.web.visiting import HTMX, Node, Visitor, parsed, patch


def ask(visitor: Visitor, page: Node, **headers: str) -> tuple[int, str, str]:
    """Ask for news as the page's script does; give status, text and the address to show."""
    status = page.one(id="status")
    query = {"shown": status["data-version"], "state": status["data-state"]}
    url = page.one("form", id="lift")["action"]
    response = visitor.get(url, params=query, headers=headers or HTMX)
    return response.status_code, response.text, response.headers.get("HX-Replace-Url", "")


def test_no_news(visitor: Visitor) -> None:
    for path in ("/spider-1/5", visitor.begin("spider-1", 6)):
        assert ask(visitor, visitor.page(path)) == (204, "", "")


@pytest.mark.parametrize("what", ["action", "pause", "end"])
def test_news(visitor: Visitor, what: str) -> None:
    address = visitor.begin("spider-1", 6)
    page = visitor.page(address)
    if what == "action":
        visitor.act(address, "undo", 1)
    else:
        visitor.post(f"{address}/{what}", data={"paused": "1", "then": "new"})
    status, text, url = ask(visitor, page)
    assert (status, url) == (200, address)
    patch(page, parsed(text))
    assert page.one(id="say").text == "This is how the game stands now."
    fresh = visitor.page(address)
    for part in ("felt", "controls", "status", "panel"):
        assert page.one(id=part).outline() == fresh.one(id=part).outline()
    assert ask(visitor, page)[0] == 204


def test_a_deal_that_was_begun_elsewhere(visitor: Visitor) -> None:
    page = visitor.page("/spider-1/6")
    address = visitor.begin("spider-1", 6)
    status, text, url = ask(visitor, page)
    assert (status, url) == (200, address)
    patch(page, parsed(text))
    assert page.one("form", id="act")["action"] == f"{address}/actions"


def test_without_script_the_question_is_a_look(visitor: Visitor) -> None:
    address = visitor.begin("spider-1", 6)
    page = visitor.page(f"{address}?shown=1&state=playing")
    assert page.outline() == visitor.page(address).outline()


def test_nobody_hears_of_other_players_games(guests: Guests) -> None:
    owner, other = guests(), guests()
    page = owner.page(owner.begin("spider-1", 6))
    assert ask(other, page)[0] == 404
