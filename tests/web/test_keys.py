"""The list of keys, and the number of moves that are possible."""

import re

import pytest

from app.resources import STATIC
from tests.playing import records
from tests.web.conftest import Guests
from tests.web.visiting import HTMX, Node, Visitor, parsed


def keys_of(page: Node) -> set[str]:
    return {key.text for key in page.all("kbd")}


def test_a_page_without_script(visitor: Visitor) -> None:
    page = visitor.page("/keys")
    assert page.one("h1").text == "The keys"
    assert page.one("a", data_close="")["href"] == "/"
    assert visitor.token is None
    assert "possible" not in page.one("main").text


def test_every_key_that_the_script_reads_is_listed(visitor: Visitor) -> None:
    script = (STATIC / "js" / "table.js").read_text(encoding="utf-8")
    (presses,) = re.findall(r"PRESSES = {(.*)}", script)
    found = {key.upper() for key in re.findall(r"'?([\w?])'?: '", presses)}
    assert len(found) >= 6
    assert found <= keys_of(visitor.page("/keys"))


def test_the_button_opens_the_list(visitor: Visitor) -> None:
    for address in ("/spider-2/5", visitor.begin()):
        button = visitor.page(address).one("a", id="t-keys")
        assert button["href"] == button["hx-get"] == f"{address}/keys"
        assert button["hx-target"] == "#dialog"
        part = parsed(visitor.get(button["href"], headers=HTMX).text)
        assert not part.all("html")
        assert part.one("h2").text == "The keys"
        assert part.one("a", data_close="").text == "Close"
        whole = visitor.page(button["href"])
        assert keys_of(part) == keys_of(whole)
        assert whole.one("a", data_close="")["href"] == address


@pytest.mark.parametrize("hints", ["on", "off"])
def test_how_many_moves_are_possible(visitor: Visitor, hints: str) -> None:
    visitor.post("/settings", data={"setting": "hints", "value": hints})
    address = visitor.begin("spiderette-4", 7)
    for version in range(1, 15):
        legal = visitor.get(f"/api/v1{address}").json()["legal"]
        words = f"{len(legal)} moves are" if len(legal) != 1 else "1 move is"
        assert f"{words} possible." in visitor.page(f"{address}/keys").text
        visitor.act(address, legal[0], version)


def test_a_game_that_is_over_has_no_moves_to_count(visitor: Visitor) -> None:
    game = visitor.play(records("spiderette-1")[0])
    assert "possible" not in visitor.page(f"/games/{game['id']}/keys").one("main").text


def test_somebody_elses_game(guests: Guests) -> None:
    address = guests().begin()
    for visitor in (guests(), guests()):
        assert visitor.get(f"{address}/keys").status_code == 404
        visitor.begin()
