"""Presses: double ones, early ones, those without a connection, and those of keys."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.slow import ACTIONS, Slow
from tests.browser.table import Table, Tables, intercept, lifting_of, wait_until
from tests.browser.watch import Watch
from tests.playing import records

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-1")[0]


@pytest.fixture
def begun(table: Table) -> Table:
    """A game with five actions."""
    table.open_deal(WISP)
    table.open(f"/games/{table.ahead(WISP, 5)}")
    return table


def press(table: Table, key: str, steps: int = 1) -> None:
    """Press a key that makes actions, and wait for the answers."""
    version = table.version
    table.page.keyboard.press(key)
    table.reached(version + steps)


# twice


@pytest.mark.parametrize("clicks", [2, 3])
def test_a_double_click_on_the_stock_is_one_deal(table: Table, watch: Watch, clicks: int) -> None:
    table.open("/spider-2/7")
    table.page.locator("#deal").click(click_count=clicks)
    table.reached(1)
    table.settled()
    assert table.version == 1
    assert watch.posts() == ["/spider-2/7"]
    table.page.mouse.move(5, 5)
    table.page.locator("#deal").click()
    table.reached(2)
    table.page.locator("#t-undo").click()
    table.reached(3)
    assert table.game()["stock"] == 40


def test_a_double_click_on_undo_takes_back_at_most_two(begun: Table) -> None:
    begun.page.locator("#t-undo").dblclick()
    begun.reached(6)
    begun.settled()
    assert begun.version in (6, 7)
    begun.assert_as_fresh()


def test_a_double_click_on_a_card_makes_one_move(table: Table, watch: Watch) -> None:
    table.open_deal(WISP)
    lift, _ = table.probe("offers")[0]
    table.page.locator(f'button.card[value="{lift}"]').dblclick(position={"x": 8, "y": 4})
    table.reached(1)
    table.settled()
    assert len(watch.posts()) == 1
    assert table.page.locator(".lifted, .drop").count() == 0


def test_a_double_click_on_new_deal_ends_one_game(begun: Table) -> None:
    begun.page.locator("#t-new").dblclick()
    expect(begun.page.locator("dialog[open] h2")).to_have_count(1)
    begun.page.locator("dialog[open] button.first").dblclick()
    begun.page.wait_for_url("**/will-o-the-wisp-1/*")
    begun.open("/records")
    row = begun.page.locator('tr:has(th a[href="/will-o-the-wisp-1"])')
    expect(row.locator("td").nth(3)).to_have_text("1")  # played


def test_tools_work_after_many_swaps_as_once(begun: Table) -> None:
    for _ in range(5):
        press(begun, "u")
        press(begun, "r")
    assert begun.version == 15
    answers = begun.page.evaluate("probe.answers")
    press(begun, "u")
    assert begun.version == 16
    assert begun.page.evaluate("probe.answers") == answers + 1


# slow answers


def test_a_second_press_while_an_answer_is_under_way(begun: Table, watch: Watch) -> None:
    slow = Slow(begun)
    sent = len(watch.posts())
    begun.page.locator("#deal").click()
    slow.wait_for(1)
    begun.page.mouse.move(5, 5)
    begun.page.wait_for_timeout(20)
    begun.page.locator("#deal").click(delay=5)
    begun.page.keyboard.press("d")
    slow.let_go()
    begun.reached(6)
    begun.settled()
    assert begun.version == 6
    assert len(watch.posts()) == sent + 1
    begun.assert_as_fresh()


def test_undo_pressed_meanwhile_is_done_afterwards(begun: Table) -> None:
    before = begun.cards()
    press(begun, "d")
    slow = Slow(begun)
    begun.page.keyboard.press("d")
    begun.page.keyboard.press("u")
    begun.page.keyboard.press("u")
    slow.let_go()
    for _ in range(2):
        slow.let_go()
    begun.reached(9)
    assert begun.cards() == before
    begun.assert_as_fresh()


def test_a_card_lifted_meanwhile_stays_lifted(begun: Table) -> None:
    slow = Slow(begun)
    offers = begun.probe("offers")
    begun.page.keyboard.press("u")
    slow.wait_for(1)
    lifted = None
    for lift, _ in offers:
        card = begun.page.locator(f'button.card[value="{lift}"]')
        card.click(position={"x": 8, "y": 4})
        lifted = card.evaluate("card => card.closest('li').id")
        break
    slow.let_go()
    begun.reached(6)
    marked = begun.page.evaluate("[...document.querySelectorAll('li.lifted')].map(li => li.id)")
    drops = begun.page.locator(".drop")
    # either that card still, with places to go, or nothing: never another card
    assert marked == [] or marked[0] == lifted
    assert bool(marked) == bool(drops.count())
    begun.page.keyboard.press("Escape")
    begun.assert_as_fresh()


def test_an_old_answer_never_covers_a_newer_one(begun: Table) -> None:
    """The hint was asked for before the move, and is answered after it."""
    page = begun.page
    held: list[Any] = []

    def hold(route: Route) -> None:
        held.append((route, route.fetch()))

    intercept(page, "**/games/*?hint=*", hold)
    page.evaluate(
        """() => {
            const link = document.querySelector('#t-hint').cloneNode(true);
            link.removeAttribute('hx-sync'); // as if nothing held the move back
            link.id = 'impatient';
            document.querySelector('#t-hint').parentElement.append(link);
            htmx.process(link);
        }"""
    )
    page.locator("#impatient").click()
    wait_until(page, lambda: held)
    press_free(begun, "d")
    answers = page.evaluate("probe.answers")
    (route, response) = held[0]
    route.fulfill(response=response)
    begun.probe("answered", answers + 1)
    assert begun.version == 6
    page.evaluate("document.querySelector('#impatient')?.remove()")
    begun.assert_as_fresh()


def press_free(table: Table, key: str) -> None:
    """Press a key while another request is held: wait for the version alone."""
    version = table.version
    table.page.keyboard.press(key)
    expect(table.page.locator("#status")).to_have_attribute("data-version", str(version + 1))


# no connection


def test_without_a_connection(begun: Table, watch: Watch) -> None:
    watch.allow_lost_connection()
    page = begun.page
    before = begun.cards()
    action = lifting_of(WISP, 5)
    page.context.set_offline(True)
    expect(page.locator("#say .refused")).to_be_visible()
    answers = page.evaluate("probe.answers")
    begun._drag_with_mouse(action)
    begun.probe("answered", answers + 1)
    expect(page.locator("#say .refused")).to_contain_text("as soon as it is back")
    assert begun.cards() == before
    assert page.locator(".dragging, .lifted, .drop").count() == 0
    assert page.evaluate("document.querySelectorAll('#tableau [style]').length") == 0
    page.context.set_offline(False)
    begun.reached(6)  # the move that found no connection is made by itself, once
    begun.settled()
    assert begun.version == 6
    assert begun.game()["version"] == 6
    begun.assert_as_fresh()


def test_a_server_that_fails(begun: Table, watch: Watch) -> None:
    watch.allow("the server responded with a status of 503", "^503 from")
    page = begun.page
    intercept(page, ACTIONS, lambda route: route.fulfill(status=503, body=""))
    answers = page.evaluate("probe.answers")
    page.keyboard.press("d")
    begun.probe("answered", answers + 1)
    expect(page.locator("#say .refused")).to_contain_text("again")
    assert begun.version == 5
    page.unroute(ACTIONS)
    press(begun, "d")
    begun.assert_as_fresh()


# keys


def test_undo_and_redo_by_key(begun: Table) -> None:
    for key in ("u", "r", "Control+z", "Control+y", "Control+z", "Control+Shift+z"):
        press(begun, key)
        begun.assert_as_fresh()
    assert begun.version == 11


def test_a_key_held_down_is_one_press(begun: Table) -> None:
    keyboard = begun.page.keyboard
    keyboard.down("Control")
    for _ in range(10):
        keyboard.down("z")  # Playwright repeats a key that is down already
    keyboard.up("z")
    keyboard.up("Control")
    begun.reached(6)
    begun.settled()
    assert begun.version == 6


def test_undo_at_the_start(table: Table, watch: Watch) -> None:
    watch.allow_refusals()
    table.open("/spiderette-4/11")
    table.page.keyboard.press("u")
    table.settled()
    table.page.locator("#t-undo").click(force=True)  # it is aria-disabled
    table.settled()
    assert table.version == 0
    table.assert_as_fresh()
    table.page.locator("#t-undo").focus()
    assert table.focus()["id"] == "t-undo"


def test_escape_lets_go(begun: Table) -> None:
    page = begun.page
    lift, _ = begun.probe("offers")[0]
    card = page.locator(f'button.card[value="{lift}"]')
    card.focus()
    for leave in ("Escape", "Enter", "felt"):
        page.keyboard.press("Enter")
        expect(page.locator(".drop").first).to_be_visible()
        if leave == "felt":
            felt = begun.box("#felt")
            page.mouse.click(*felt.point(felt.width / 2, felt.height - 4))
        else:
            page.keyboard.press(leave)
        expect(page.locator(".drop, .lifted")).to_have_count(0)
        card.focus()
    begun.assert_as_fresh()


def test_a_press_on_a_covered_card_says_why_each_time(begun: Table, watch: Watch) -> None:
    page = begun.page
    begun.open("/spider-4/30211")
    press(begun, "d")
    covered = page.locator('button.card[data-why="covered"], button.card[data-why="suits"]').first
    sent = len(watch.requests)
    for _ in range(2):
        page.evaluate("document.querySelector('#say').replaceChildren()")
        covered.click(position={"x": 8, "y": 3})
        expect(page.locator("#say .refused")).to_have_count(1)
    assert len(watch.requests) == sent


def test_the_focus_is_never_lost(begun: Table) -> None:
    page = begun.page
    page.locator("#tableau li:last-child > button").first.focus()

    def assert_kept(what: str) -> None:
        begun.settled()
        focus = begun.focus()
        assert focus["tag"] != "body", what
        assert focus["isSeen"], what

    for key in ("d", "u", "h", "r", "h", "u"):
        page.keyboard.press(key)
        assert_kept(key)
    # the card that moved
    lifting = lifting_of(WISP, 5)
    card = page.locator(lifting.card)
    wanted = card.evaluate("card => card.closest('li').id")
    card.focus()
    page.keyboard.press("Enter")
    page.locator(lifting.drop).focus()
    version = begun.version
    page.keyboard.press("Enter")
    begun.reached(version + 1)
    assert begun.focus()["card"] == wanted
    # the control that was pressed
    for control in ("t-undo", "t-redo", "t-hint", "t-undo"):
        page.locator(f"#{control}").focus()
        answers = page.evaluate("probe.answers")
        page.keyboard.press("Enter")
        begun.probe("answered", answers + 1)
        assert begun.focus()["id"] == control


def test_one_tab_stop_for_the_columns(tables: Tables) -> None:
    table = tables()
    table.open("/spider-2/7")
    stops = table.page.evaluate(
        "[...document.querySelectorAll('#tableau button')].filter(b => b.tabIndex >= 0).length"
    )
    assert stops == 1
    places = []
    table.page.locator("#t-new").focus()
    for _ in range(12):
        table.page.keyboard.press("Tab")
        focus = table.focus()
        places.append(focus["place"] or focus["id"])
    assert len([place for place in places if place.startswith("col-")]) == 1
    assert {"t-undo", "t-redo", "t-hint", "t-restart", "deal"} <= set(places)
