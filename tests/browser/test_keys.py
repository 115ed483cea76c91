"""Keys: what they reach, and what stays the browser's and the fields' own."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table, Tables
from tests.browser.watch import Watch
from tests.playing import records

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-1")[0]
CONTROLS = ["new", "undo", "redo", "hint", "pause", "share", "keys", "restart"]
MOST_STOPS = 60
SWALLOWED = """(keys) => keys.filter((key) => {
    const [name, ...held] = key.split('+').reverse();
    const event = new KeyboardEvent('keydown', {
        key: name, bubbles: true, cancelable: true,
        ctrlKey: held.includes('Control'), altKey: held.includes('Alt'),
        metaKey: held.includes('Meta'), shiftKey: held.includes('Shift'),
    });
    return !document.activeElement.dispatchEvent(event);
})"""


@pytest.fixture
def begun(table: Table) -> Table:
    table.open_deal(WISP)
    table.open(f"/games/{table.ahead(WISP, 5)}")
    return table


def stops(table: Table) -> list[str]:
    """Go through the page by Tab; each stop is on the screen, with a ring around it."""
    names: list[str] = []
    for _ in range(MOST_STOPS):
        table.page.keyboard.press("Tab")
        focus = table.focus()
        if focus["tag"] == "body":
            return names
        assert focus["isSeen"], focus
        assert focus["isRinged"], focus
        name = focus["place"] or focus["id"]
        names.append(name or table.page.evaluate("document.activeElement.textContent.trim()"))
    return names


def test_everything_is_reached_by_tab(begun: Table) -> None:
    names = stops(begun)
    controls = [f"t-{control}" for control in CONTROLS]
    wanted = ["To the page’s content", "Wisp", "1 suit", "2 suits", "4 suits", *controls, "deal"]
    assert [name for name in names if name in wanted][: len(wanted)] == wanted  # in this order
    columns = [name for name in names if name.startswith("col-")]
    assert len(columns) == 1  # arrows do the rest
    assert names.index("deal") < names.index(columns[0])
    assert {"Records", "Rules", "Settings"} <= set(names)


def test_the_first_stop_skips_the_bar(begun: Table) -> None:
    keyboard = begun.page.keyboard
    keyboard.press("Tab")
    keyboard.press("Enter")
    keyboard.press("Tab")
    assert begun.page.evaluate("document.activeElement.closest('#table') !== null")


def test_a_question_keeps_the_focus_and_gives_it_back(begun: Table) -> None:
    page = begun.page
    page.locator("#t-new").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_be_visible()
    for _ in range(8):
        page.keyboard.press("Tab")
        inside = page.evaluate(
            """document.activeElement === document.body
                || document.activeElement.closest('dialog[open]') !== null"""
        )
        assert inside
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert begun.focus()["id"] == "t-new"


def test_a_field_has_its_keys_for_itself(begun: Table, watch: Watch) -> None:
    """The number of a deal is typed over the table."""
    page = begun.page
    page.keyboard.press("n")
    field = page.locator("dialog[open] input[name=seed]")
    field.focus()
    sent = len(watch.requests)
    page.keyboard.type("undo hint new?")
    expect(field).to_have_value("undo hint new?")
    page.keyboard.press("Control+z")
    expect(field).not_to_have_value("undo hint new?")
    page.keyboard.type("d")
    begun.settled()
    assert watch.requests[sent:] == []
    assert begun.version == 5
    page.keyboard.press("Control+a")
    page.keyboard.type("61031")
    page.keyboard.press("Enter")
    page.wait_for_url("**/will-o-the-wisp-1/61031")


@pytest.mark.parametrize("tag", ["input", "textarea", "select"])
def test_any_field_has_its_keys_for_itself(begun: Table, watch: Watch, tag: str) -> None:
    page = begun.page
    page.evaluate(
        """(tag) => {
            const field = document.createElement(tag);
            document.querySelector('.foot').append(field);
            field.focus();
        }""",
        tag,
    )
    sent = len(watch.requests)
    page.keyboard.type("undo hint redo new?")
    page.keyboard.press("Control+z")
    page.keyboard.type("d")
    begun.settled()
    assert watch.requests[sent:] == []
    assert begun.version == 5


def swallowed(page: Page, *keys: str) -> list[str]:
    found: list[str] = page.evaluate(SWALLOWED, list(keys))
    return found


def test_the_browsers_own_keys(begun: Table, watch: Watch) -> None:
    page = begun.page
    sent = len(watch.requests)
    browsers = ["Control+n", "Control+r", "Control+d", "Control+p", "Control+h", "Control+u"]
    browsers += ["Alt+ArrowLeft", "Alt+ArrowRight", "Meta+r", "Meta+n", "Control+Shift+n"]
    browsers += ["F5", "Tab", "Control+Home", "PageDown"]
    assert swallowed(page, *browsers) == []
    page.locator("#tableau li:last-child > button").first.focus()
    assert swallowed(page, *browsers) == []
    begun.settled()
    assert watch.requests[sent:] == []
    assert swallowed(page, "u") == ["u"]  # one of ours


def test_a_move_of_ten_columns_takes_few_keys(tables: Tables) -> None:
    table = tables()
    table.open("/spider-2/482913")
    keyboard = table.page.keyboard
    keyboard.press("ArrowRight")
    keyboard.press("End")
    assert table.focus()["place"] == "col-10"
    keyboard.press("Home")
    assert table.focus()["place"] == "col-1"
    keyboard.press("Enter")
    for _ in range(3):
        keyboard.press("ArrowRight")
    assert table.focus()["isDrop"]
    keyboard.press("Enter")
    table.reached(1)
