"""What a player does while something else is under way: pauses, questions, no connection."""

import pytest
from playwright.sync_api import expect

from tests.browser.slow import ACTIONS, Slow
from tests.browser.table import Table, actions, expect_won, intercept, lifting_of
from tests.browser.test_dragging import assert_nothing_held, take
from tests.browser.watch import Watch
from tests.playing import records

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-1")[0]


@pytest.fixture
def begun(table: Table) -> Table:
    table.open_deal(WISP)
    table.click(str(WISP.actions[0]))
    return table


@pytest.mark.parametrize(("key", "opened"), [("p", ".cover button"), ("n", "#dialog[open]")])
def test_cards_in_the_hand_go_home_when_the_board_is_covered(
    begun: Table, watch: Watch, key: str, opened: str
) -> None:
    lifting = lifting_of(WISP, 1)
    take(begun, lifting)
    _, end = begun.route(lifting)
    begun.page.mouse.move(*end)
    begun.page.keyboard.press(key)
    begun.page.locator(opened).wait_for()
    sent = len(watch.posts())
    begun.page.mouse.up()
    begun.settled()
    assert len(watch.posts()) == sent
    assert begun.version == 1
    assert_nothing_held(begun)
    assert begun.page.locator(opened).is_visible()


def test_a_pause_waits_for_the_move_before_it(begun: Table) -> None:
    slow = Slow(begun)
    begun.drag_on(str(WISP.actions[1]))
    slow.wait_for(1)
    begun.page.keyboard.press("p")
    slow.let_go()
    begun.reached(2)
    expect(begun.page.locator("#status")).to_have_attribute("data-state", "paused")


def test_nothing_else_is_done_before_the_move_that_waits(begun: Table, watch: Watch) -> None:
    """Without a connection."""
    watch.allow_lost_connection()
    page = begun.page
    said = page.locator("#say .refused")
    intercept(page, ACTIONS, lambda route: route.abort("connectionfailed"))
    begun.drag_on(str(WISP.actions[1]))
    expect(said).to_contain_text("Your last move is made as soon as it is back")
    for key in ("d", "u"):
        page.keyboard.press(key)
        expect(said).to_contain_text("Your last move is made as soon as it is back")
    page.unroute(ACTIONS)
    begun.reached(2)
    begun.settled()
    begun.assert_as_fresh()
    record = page.request.get(f"{begun.base_url}/api/v1/games/{begun.game_id}/record").text()
    assert record.split()[-2:] == list(actions(WISP, 2))


def test_keys_after_a_win_say_nothing(table: Table, watch: Watch) -> None:
    table.open("/")
    table.open(f"/games/{table.ahead(WISP, len(WISP.actions) - 1)}")
    table.click(list(actions(WISP))[-1])
    sent = len(watch.posts())
    for key in "udrhp":
        table.page.keyboard.press(key)
    table.settled()
    assert len(watch.posts()) == sent
    assert "You have won" in table.said
    expect_won(table, WISP)
