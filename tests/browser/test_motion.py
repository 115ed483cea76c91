"""What moves because something was done: cards that turn, runs that fly home, hints, the end."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import DESK, Table, Tables, actions
from tests.playing import records

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-1")[0]
SPIDER = next(record for record in records("spider-1") if record.seed == 33482)
PASSING = ".flying, .ghost, .turning, .celebration"

# Counts what passes over the table, however short it is there.
SEEN = """() => {
    globalThis.seen = {};
    const note = () => {
        for (const name of ['flying', 'ghost', 'turning', 'celebration']) {
            const count = document.getElementsByClassName(name).length;
            seen[name] = Math.max(seen[name] ?? 0, count);
        }
    };
    const all = {subtree: true, childList: true, attributeFilter: ['class']};
    new MutationObserver(note).observe(document.getElementById('table'), all);
}"""


@pytest.fixture
def moving(tables: Tables) -> Table:
    return tables(reduced_motion="no-preference")


def seen(table: Table, name: str) -> int:
    return int(table.page.evaluate("name => seen[name] ?? 0", name))


def assert_at_rest(table: Table) -> None:
    expect(table.page.locator(PASSING)).to_have_count(0)
    table.probe("still")
    table.assert_as_fresh()


def test_a_card_turns_up(moving: Table) -> None:
    moving.open_deal(SPIDER)
    moving.page.evaluate(SEEN)
    moving.click(str(SPIDER.actions[0]))
    assert seen(moving, "turning") == 1
    assert_at_rest(moving)


def test_a_run_flies_home_whole(moving: Table) -> None:
    moving.open_deal(SPIDER)
    moving.open(f"/games/{moving.ahead(SPIDER, 71)}")
    moving.page.evaluate(SEEN)
    moving.click(str(SPIDER.actions[71]))
    assert seen(moving, "flying") == 13
    assert_at_rest(moving)


def test_a_hint_shows_the_way(moving: Table) -> None:
    moving.open_deal(SPIDER)
    moving.page.evaluate(SEEN)
    moving.page.locator("#t-hint").click()
    moving.settled()
    hinted = moving.page.locator("#tableau li.hinted").count()
    assert hinted > 0
    assert seen(moving, "ghost") == hinted
    expect(moving.page.locator(PASSING)).to_have_count(0)


@pytest.mark.parametrize("end", ["by itself", "by a key"])
def test_a_win_is_celebrated_in_nobodys_way(moving: Table, end: str) -> None:
    moving.open_deal(WISP)
    moving.open(f"/games/{moving.ahead(WISP, len(WISP.actions) - 1)}")
    moving.page.evaluate(SEEN)
    moving.click(str(WISP.actions[-1]))
    feast = moving.page.locator(".celebration")
    expect(feast).to_have_count(1)
    assert feast.locator(".card").count() > 20
    if end == "by a key":
        moving.page.keyboard.press("Shift")
        assert feast.count() == 0
    expect(moving.page.locator("#panel")).to_be_visible()
    assert_at_rest(moving)
    moving.page.reload()  # a game that was won before is only shown
    expect(moving.page.locator("#panel")).to_be_visible()
    assert feast.count() == 0


@pytest.mark.parametrize("wish", ["system", "settings"])
def test_nothing_passes_where_nothing_shall_move(tables: Tables, wish: str) -> None:
    table = tables(viewport=DESK, reduced_motion="reduce" if wish == "system" else "no-preference")
    if wish == "settings":
        table.open("/settings")
        off = table.page.locator("form:has([value=animations]) button[value=off]")
        off.click()
        expect(off).to_have_attribute("aria-pressed", "true")
    table.open_deal(WISP)
    table.page.evaluate(SEEN)
    for action in actions(WISP):
        table.click(action)
    expect(table.page.locator("#panel")).to_be_visible()
    assert [seen(table, name) for name in ("flying", "ghost", "turning", "celebration")] == [0] * 4
