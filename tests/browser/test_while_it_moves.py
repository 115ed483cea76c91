"""What happens while cards are in flight, and that none fly for those who want no motion."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table, Tables, expect_won
from tests.playing import before_the_first_run, records

pytestmark = pytest.mark.browser

SPIDER = records("spider-1")[0]
WISP = records("will-o-the-wisp-1")[0]


@pytest.fixture
def about_to_fly(tables: Tables) -> Table:
    """A game whose next move sends a run home, on a table where everything moves slowly."""
    table = tables(reduced_motion="no-preference")
    table.open_deal(SPIDER)
    table.open(f"/games/{table.ahead(SPIDER, before_the_first_run(SPIDER))}")
    session = table.page.context.new_cdp_session(table.page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0.02})
    return table


@pytest.mark.parametrize("then", ["undo", "deal", "click", "undo redo undo"])
def test_acting_while_a_run_flies_home(about_to_fly: Table, then: str) -> None:
    table = about_to_fly
    page = table.page
    count = before_the_first_run(SPIDER)
    action = str(SPIDER.actions[count])
    table.click(action)
    flying = page.locator(".flying")
    assert flying.count() == 13
    keys = {"undo": "u", "redo": "r", "deal": "d"}
    for number, step in enumerate(then.split(), count + 2):
        if step == "click":
            column = action.partition("-")[2].partition("x")[0]
            page.locator(f"#col-{column}").click(position={"x": 8, "y": 6})
            page.keyboard.press("Escape")
        else:
            page.keyboard.press(keys[step])
            table.probe("answered", number - count)
    table.settled()
    page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    expect(flying).to_have_count(0)
    table.assert_as_fresh()
    home = sum(pile["cards"] for pile in table.game()["foundations"] if pile)
    assert len(table.cards()) + home + table.game()["stock"] == 104


def test_nothing_moves_on_the_way_to_a_win(table: Table) -> None:
    """With reduced motion the end shows at once: a deal, a run that goes home, the win."""
    table.open_deal(WISP)
    page = table.page
    page.evaluate(
        """() => {
            globalThis.moved = [];
            Element.prototype.animate = function () { moved.push(this.outerHTML); };
        }"""
    )
    for action in map(str, WISP.actions):
        table.click(action)
        assert page.evaluate("document.getAnimations().length") == 0, action
    assert page.evaluate("moved") == []
    assert page.evaluate("probe.animations") == []
    assert page.locator(".flying").count() == 0
    expect_won(table, WISP)


def test_a_swap_in_a_hidden_tab_moves_nothing(tables: Tables) -> None:
    table = tables(reduced_motion="no-preference")
    table.open_deal(WISP)
    table.page.evaluate(
        "Object.defineProperty(document, 'hidden', {configurable: true, get: () => true})"
    )
    table.click(str(WISP.actions[0]))
    for version, key in enumerate("udu", 2):  # it is paused each time, and covered
        table.page.keyboard.press(key)
        table.reached(version)
        assert table.page.evaluate("document.getAnimations().length") == 0
        assert table.page.locator(".flying").count() == 0
    assert table.game()["version"] == 4
