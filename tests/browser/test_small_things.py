"""Small things that annoyed: keys that did nothing, clicks that hit what was still flying."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table, lifting_of
from tests.playing import records, stuck_record

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-1")[0]
SPIDER = next(record for record in records("spider-1") if record.seed == 33482)
FOCUSED = "document.activeElement.closest('#tableau > .column, .foundation')?.id"


@pytest.mark.parametrize("one_tap", ["on", "off"])
@pytest.mark.parametrize("clicks", [2, 4])
def test_quick_clicks_on_the_stock_touch_no_card(table: Table, one_tap: str, clicks: int) -> None:
    table.choose("one_tap", one_tap)
    table.open("/spider-1/33482")
    table.page.mouse.click(*table.box("#deal").center, click_count=clicks)
    table.reached(1)
    table.settled()
    assert table.version == 1
    assert table.page.locator(".lifted").count() == 0


def test_a_run_that_flies_home_leaves_a_tab_stop(table: Table) -> None:
    table.open_deal(SPIDER)
    table.open(f"/games/{table.ahead(SPIDER, 71)}")
    move = lifting_of(SPIDER, 71)
    table.page.locator(move.card).focus()
    table.page.keyboard.press("Enter")
    table.page.locator(move.drop).focus()
    table.page.keyboard.press("Enter")
    table.reached(72)
    expect(table.page.locator(".flying")).to_have_count(0)
    assert table.focus()["tag"] != "body"
    assert table.page.locator('#tableau > .column [tabindex="0"]').count() == 1


def test_an_arrow_enters_the_table(table: Table) -> None:
    table.open("/spider-2/482913")
    table.page.keyboard.press("ArrowRight")
    assert table.page.evaluate(FOCUSED) == "col-1"
    table.page.keyboard.press("ArrowRight")
    assert table.page.evaluate(FOCUSED) == "col-2"


def test_arrows_go_on_to_the_stock_and_back(table: Table) -> None:
    table.open("/spider-2/482913")
    press = table.page.keyboard.press
    table.page.locator("#col-2 li.up > button").focus()
    press("ArrowUp")
    assert table.focus()["id"] == "deal"
    press("ArrowLeft")  # there is nothing beside it
    assert table.focus()["id"] == "deal"
    press("ArrowDown")
    assert table.focus()["place"] == "col-1"
    press("ArrowUp")
    press("Enter")
    table.reached(1)
    assert table.focus()["id"] == "deal"
    press("ArrowDown")
    assert table.page.locator('#tableau > .column [tabindex="0"]').count() == 1


def test_arrows_reach_a_foundation_that_gives_back(table: Table) -> None:
    collect = next(i for i, action in enumerate(WISP.actions) if str(action).endswith("-f"))
    table.open_deal(WISP)
    table.open(f"/games/{table.ahead(WISP, collect + 1)}")
    top = table.page.locator(".foundation button.card")
    expect(top).to_have_count(1)
    table.page.locator("#deal, .column:nth-child(7) li.up:not(.up + .up) > button").last.focus()
    table.page.keyboard.press("ArrowUp")
    expect(top).to_be_focused()
    table.page.keyboard.press("ArrowDown")
    assert table.focus()["place"].startswith("col-")


def test_arrows_go_along_the_tools(table: Table) -> None:
    """Each keeps its own tab stop all the same."""
    table.open("/spider-2/482913")
    press = table.page.keyboard.press
    table.page.locator("#t-new").focus()
    for key, reached in (
        ("ArrowRight", "t-undo"),
        ("ArrowRight", "t-redo"),
        ("ArrowLeft", "t-undo"),
    ):
        press(key)
        assert table.focus()["id"] == reached
    press("Tab")
    assert table.focus()["id"] == "t-redo"
    press("ArrowDown")
    assert table.focus()["place"] == "col-1"


def test_a_run_is_collected_by_arrows(table: Table) -> None:
    collect = next(i for i, action in enumerate(WISP.actions) if str(action).endswith("-f"))
    table.open_deal(WISP)
    table.open(f"/games/{table.ahead(WISP, collect)}")
    table.page.locator(lifting_of(WISP, collect).card).focus()
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("ArrowUp")
    assert str(table.page.evaluate(FOCUSED)).startswith("f")
    table.page.keyboard.press("Enter")
    table.reached(collect + 1)
    table.assert_as_fresh()


def test_a_refusal_goes_with_the_next_lift(table: Table) -> None:
    table.open("/spider-2/482913")
    table.page.locator('button.card[data-why="nowhere"]').first.click(position={"x": 8, "y": 8})
    refusal = table.page.locator("#say > .refused")
    expect(refusal).to_be_visible()
    table.page.locator("button.card[data-to]").first.click(position={"x": 8, "y": 8})
    expect(refusal).to_have_count(0)


def test_pause_and_go_on_by_one_key(table: Table) -> None:
    table.open("/spider-2/482913")
    table.page.keyboard.press("d")
    table.reached(1)
    table.settled()
    for state in ("paused", "playing"):
        table.page.keyboard.press("p")
        expect(table.page.locator("#status")).to_have_attribute("data-state", state)
        table.settled()


def test_no_hint_under_the_cover(table: Table) -> None:
    table.open("/spider-2/482913")
    table.page.keyboard.press("d")
    table.reached(1)
    table.settled()
    table.page.keyboard.press("p")
    expect(table.page.locator("#status")).to_have_attribute("data-state", "paused")
    table.settled()
    table.page.keyboard.press("h")
    expect(table.page.locator("#say")).to_contain_text("paused")
    assert table.page.locator(".hinted").count() == 0


def test_the_stuck_panel_can_be_put_away(table: Table) -> None:
    record = stuck_record()
    table.open_deal(record)
    table.open(f"/games/{table.ahead(record)}")
    expect(table.page.locator("#panel")).to_be_visible()
    table.page.get_by_label("Look at the table").click()
    expect(table.page.locator("#panel")).to_be_hidden()
    table.page.locator("#t-undo").click()
    table.reached(len(record.actions) + 1)
    table.assert_as_fresh()
