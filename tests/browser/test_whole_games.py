"""Whole games, won in every way that a player has."""

from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import expect

from app.engine.notation import GameRecord
from tests.browser.table import (
    PHONE,
    Lifting,
    Table,
    Tables,
    actions,
    expect_recorded,
    expect_won,
)
from tests.browser.watch import Watch
from tests.playing import records

pytestmark = pytest.mark.browser


def assert_won(table: Table, record: GameRecord) -> None:
    expect_won(table, record)
    table.page.reload()
    expect_won(table, record)
    expect_recorded(table, record)


def test_by_mouse(table: Table, watch: Watch) -> None:
    record = records("will-o-the-wisp-1")[0]
    table.open_deal(record)
    table.play(table.drag, record)
    assert len(watch.posts()) == len(record.actions)  # one request for each
    assert table.hands() == ["mouse"]
    assert_won(table, record)


def test_by_dragging_with_a_finger(tables: Tables) -> None:
    table = tables(viewport=PHONE, has_touch=True, is_mobile=True)
    record = records("spiderette-2")[0]
    table.open_deal(record)
    table.play(table.swipe, record)
    assert table.hands() == ["touch"]
    assert_won(table, record)


def test_by_taps(tables: Tables) -> None:
    table = tables(viewport=PHONE, has_touch=True, is_mobile=True)
    record = records("spiderette-1")[1]
    table.open_deal(record)
    table.play(table.tap, record)
    assert table.hands() == ["touch"]
    assert_won(table, record)


def test_by_clicks_where_runs_leave_by_themselves(table: Table) -> None:
    record = records("spider-1")[0]
    table.open_deal(record)
    table.play(table.click, record)
    assert_won(table, record)


def play_by_turns(table: Table, record: GameRecord, *hands: Callable[[str], None]) -> None:
    for act, action in zip(cycle(hands), actions(record), strict=False):
        act(action)
    assert table.hands() == ["touch"]
    assert_won(table, record)


def test_on_the_smallest_phone(tables: Tables) -> None:
    """Ten columns on 320 pixels, by turns with taps and with drags."""
    table = tables(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    record = records("spider-1")[0]
    table.open_deal(record)
    play_by_turns(table, record, table.tap, table.swipe)


def test_on_a_phone_on_its_side(tables: Tables) -> None:
    table = tables(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    record = records("spiderette-1")[0]
    table.open_deal(record)
    play_by_turns(table, record, table.swipe, table.tap)


def test_with_the_stock_on_the_right_and_nothing_that_moves(tables: Tables) -> None:
    table = tables(reduced_motion="no-preference")
    table.choose("stock", "right")
    table.choose("animations", "off")
    record = records("will-o-the-wisp-1")[1]
    table.open_deal(record)
    assert table.box("#stock").left > table.box("#foundations").left
    for action in actions(record):
        table.drag(action)
        assert table.page.evaluate("document.getAnimations().length") == 0
    assert_won(table, record)


def press(table: Table, *keys: str) -> None:
    for key in keys:
        table.page.keyboard.press(key)


def go_to_column(table: Table, number: str) -> None:
    """Move to a column, or to its place to drop, by arrows alone."""
    for _ in range(10):
        place = table.focus()["place"].removeprefix("col-")
        assert place.isdecimal(), table.focus()
        if place == number:
            return
        press(table, "ArrowRight" if int(place) < int(number) else "ArrowLeft")
    pytest.fail(f"Column {number} is not reached.")


def go_to_card(table: Table, lift: str) -> None:
    column, _, count = lift.partition("x")
    if not table.focus()["place"].startswith("col-"):
        for _ in range(40):
            press(table, "Tab")
            if table.focus()["place"].startswith("col-"):
                break
    go_to_column(table, column)
    here = table.focus()["fromEnd"]
    key = "ArrowUp" if here < int(count) else "ArrowDown"
    press(table, *[key] * abs(int(count) - here))
    assert table.focus()["value"] == lift


def act_by_keyboard(table: Table, action: str) -> None:
    version = table.version
    lifting = Lifting.of(action)
    if not lifting:
        press(table, "d")
    else:
        go_to_card(table, lifting.lift)
        press(table, "Enter")
        if lifting.place == "f":
            while not table.focus()["place"].startswith("f"):
                press(table, "Shift+Tab")
        else:
            go_to_column(table, lifting.place)
            assert table.focus()["isDrop"]
        press(table, "Space" if version % 2 else "Enter")
    table.reached(version + 1)
    assert table.focus()["tag"] != "body"
    assert table.focus()["isSeen"]
    assert table.focus()["isRinged"]


def test_by_keyboard(table: Table) -> None:
    record = records("spiderette-1")[0]
    table.open_deal(record)
    assert table.focus()["tag"] == "body"  # from the top of the page
    for action in actions(record):
        act_by_keyboard(table, action)
    assert table.hands() == ["keys"]
    assert_won(table, record)


def act_by_forms(table: Table, action: str) -> None:
    page = table.page
    lifting = Lifting.of(action)
    if not lifting:
        selector = {"deal": "#deal", "undo": "#t-undo", "redo": "#t-redo"}[action]
        page.locator(selector).click()
        return
    page.locator(lifting.card).click(position={"x": 8, "y": 4})
    page.locator(lifting.drop).click()


def test_by_forms_without_script(tables: Tables) -> None:
    table = tables(java_script_enabled=False)
    page = table.page
    record = records("will-o-the-wisp-2")[0]
    table.open_deal(record)
    status = page.locator("#status")
    for number, action in enumerate(actions(record), 1):
        act_by_forms(table, action)
        expect(status).to_have_attribute("data-version", str(number))
    expect_won(table, record)
    assert table.path.startswith("/games/")
    page.reload()  # nothing is sent again
    expect_won(table, record)
    expect_recorded(table, record)
