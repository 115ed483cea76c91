"""Sounds: none unless they are wanted, none before a press, and the right one for what happened."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Lifting, Table, Tables, actions
from tests.playing import records

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-2")[0]
LISTEN = """
    window.heard = [];
    for (const [kind, type] of [['card', AudioBufferSourceNode], ['tone', OscillatorNode]]) {
        const { start } = type.prototype;
        type.prototype.start = function (...given) {
            heard.push(kind);
            return start.apply(this, given);
        };
    }
"""


@pytest.fixture
def fetched() -> list[str]:
    return []


@pytest.fixture
def listener(tables: Tables, fetched: list[str]) -> Table:
    table = tables()
    table.page.add_init_script(LISTEN)
    table.page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    return table


def heard(table: Table) -> list[str]:
    found: list[str] = table.page.evaluate("heard.splice(0)")
    return found


def want_sounds(table: Table) -> None:
    table.choose("sounds", "on")


def test_silent_at_first(listener: Table, fetched: list[str]) -> None:
    listener.open_deal(WISP)
    listener.click("deal")
    assert heard(listener) == []
    assert "sound.js" not in fetched


def test_each_thing_has_its_sound(listener: Table, fetched: list[str]) -> None:
    want_sounds(listener)
    with listener.page.expect_response("**/js/sound.js"):
        listener.open_deal(WISP)
    assert "sound.js" in fetched
    listener.page.wait_for_load_state("networkidle")
    assert heard(listener) == []

    listener.click("deal")
    assert heard(listener) == ["card"] * 7
    listener.click("undo")
    assert heard(listener) == ["card"]
    listener.page.locator("button.card[data-why]").first.click(position={"x": 8, "y": 3})
    expect(listener.page.locator("#say .refused")).to_be_visible()
    assert heard(listener) == ["tone"]


def test_a_run_home_and_a_win(listener: Table) -> None:
    want_sounds(listener)
    game = listener.ahead(WISP, len(WISP.actions) - 1)
    with listener.page.expect_response("**/js/sound.js"):
        listener.open(f"/games/{game}")
    listener.page.wait_for_load_state("networkidle")
    (last,) = list(actions(WISP))[-1:]
    lifting = Lifting.of(last)
    assert lifting
    assert lifting.place == "f"
    listener.click(last)
    assert heard(listener) == ["tone"] * 5  # the win alone
