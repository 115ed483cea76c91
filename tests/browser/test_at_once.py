"""A move is drawn before it is answered, and the answer has the last word."""

import pytest
from playwright.sync_api import expect

from tests.browser.slow import ACTIONS, Slow
from tests.browser.table import Lifting, Table, intercept
from tests.browser.watch import Watch

pytestmark = pytest.mark.browser

DEAL = "/spider-2/482913"
FIRST, SECOND = "1-4", "10-8"
"""Two moves of the deal that have nothing to do with each other."""


@pytest.fixture
def begun(table: Table) -> Table:
    """The deal, with one action that leaves its columns as they were."""
    table.open(DEAL)
    table.click(FIRST)
    table.page.locator("#t-undo").click()
    table.reached(2)
    return table


def heights(table: Table) -> list[int]:
    found: list[int] = table.page.evaluate(
        "[...document.querySelectorAll('.column > ol')].map(list => list.childElementCount)"
    )
    return found


def lifting(action: str) -> Lifting:
    found = Lifting.of(action)
    assert found
    return found


def place(table: Table, action: str) -> None:
    """Lift and place with clicks, without waiting for an answer."""
    move = lifting(action)
    table.page.locator(move.card).click(position={"x": 8, "y": 8})
    table.page.locator(move.drop).click()


def moved(before: list[int], *actions: str) -> list[int]:
    after = list(before)
    for action in actions:
        source, target = action.split("-")
        after[int(source) - 1] -= 1
        after[int(target) - 1] += 1
    return after


def test_a_placed_card_lies_there_before_the_answer(begun: Table) -> None:
    slow, before = Slow(begun), heights(begun)
    place(begun, FIRST)
    slow.wait_for(1)
    assert heights(begun) == moved(before, FIRST)
    assert begun.version == 2
    slow.let_go()
    begun.reached(3)
    begun.assert_as_fresh()


def test_a_dropped_card_lies_there_before_the_answer(begun: Table) -> None:
    slow, before = Slow(begun), heights(begun)
    begun._drag_with_mouse(lifting(FIRST))
    slow.wait_for(1)
    assert heights(begun) == moved(before, FIRST)
    assert begun.page.locator("#tableau [style], .dragging, .drop").count() == 0
    slow.let_go()
    begun.reached(3)
    begun.assert_as_fresh()


def test_a_move_that_fails_goes_back(begun: Table, watch: Watch) -> None:
    watch.allow("the server responded with a status of 503", "^503 from")
    before, cards = heights(begun), begun.cards()
    intercept(begun.page, ACTIONS, lambda route: route.fulfill(status=503, body=""))
    answers = begun.page.evaluate("probe.answers")
    place(begun, FIRST)
    begun.probe("answered", answers + 1)
    expect(begun.page.locator("#say .refused")).to_be_visible()
    assert heights(begun) == before
    assert begun.cards() == cards
    begun.page.unroute(ACTIONS)
    begun.click(FIRST)
    begun.assert_as_fresh()


def test_a_move_on_an_old_board_gives_way_to_the_new_one(begun: Table, watch: Watch) -> None:
    watch.allow("the server responded with a status of 409")
    begun.act_elsewhere(begun.game_id, "deal", 2)
    place(begun, FIRST)
    begun.reached(3)
    assert heights(begun) == [7, 7, 7, 7, 6, 6, 6, 6, 6, 6]
    expect(begun.page.locator("#say .refused")).to_contain_text("changed meanwhile")


def test_moves_are_drawn_on_top_of_one_another(begun: Table) -> None:
    """The second lies there before the first is answered; they are sent in order."""
    slow, before = Slow(begun), heights(begun)
    place(begun, FIRST)
    slow.wait_for(1)
    begun._drag_with_mouse(lifting(SECOND))
    assert heights(begun) == moved(before, FIRST, SECOND)
    assert begun.page.locator("#tableau [style], .dragging, .drop").count() == 0
    assert slow.held == 1
    slow.let_go()
    slow.wait_for(1)
    assert begun.version == 3
    assert heights(begun) == moved(before, FIRST, SECOND)
    slow.let_go()
    begun.reached(4)
    assert heights(begun) == moved(before, FIRST, SECOND)
    begun.assert_as_fresh()


def test_a_refused_move_takes_back_what_was_drawn_on_it(begun: Table, watch: Watch) -> None:
    watch.allow("the server responded with a status of 409")
    slow = Slow(begun)
    begun.act_elsewhere(begun.game_id, "deal", 2)
    place(begun, FIRST)
    slow.wait_for(1)
    begun.page.locator(lifting(SECOND).card).dblclick(position={"x": 8, "y": 8})
    posts = len(watch.posts())
    slow.let_go()
    begun.reached(3)
    begun.settled()
    assert heights(begun) == [7, 7, 7, 7, 6, 6, 6, 6, 6, 6]
    expect(begun.page.locator("#say .refused")).to_contain_text("changed meanwhile")
    assert len(watch.posts()) == posts
    begun.assert_as_fresh()


def test_a_lost_answer_takes_back_what_was_drawn_on_it(begun: Table, watch: Watch) -> None:
    watch.allow("the server responded with a status of 503", "^503 from")
    before, slow = heights(begun), Slow(begun)
    place(begun, FIRST)
    slow.wait_for(1)
    place(begun, SECOND)
    assert heights(begun) == moved(before, FIRST, SECOND)
    slow.fail()
    begun.settled()
    assert heights(begun) == before
    expect(begun.page.locator("#say .refused")).to_be_visible()
    assert slow.held == 0


MIXED = "9-4"
"""Puts another suit on a jack that could move."""


def test_a_move_made_meanwhile_never_moves_another_card(begun: Table) -> None:
    """The jack that was free is covered by the move under way: nothing is moved in its place."""
    slow, before = Slow(begun), heights(begun)
    jack = begun.page.locator(lifting("4-10").card)
    place(begun, MIXED)
    slow.wait_for(1)
    jack.dblclick(position={"x": 8, "y": 4})
    assert heights(begun) == moved(before, MIXED)
    slow.let_go()
    expect(begun.page.locator("#say .refused")).to_contain_text("nothing was moved")
    begun.settled()
    assert begun.version == 3
    begun.page.unroute(ACTIONS)
    begun.page.locator("#t-undo").click()
    begun.reached(4)
    begun.assert_as_fresh()


def test_a_card_dropped_where_only_the_answer_knows_waits_there(begun: Table) -> None:
    """The six cannot know yet that the seven, which the move under way turns up, takes it."""
    slow, before = Slow(begun), heights(begun)
    place(begun, FIRST)
    slow.wait_for(1)
    six = begun.page.locator(lifting("5-3").card)
    name = six.evaluate("card => card.closest('li').id")
    begun._drag_with_mouse(Lifting("5x1", "1"))
    dropped = begun.box(f"#{name}")
    assert heights(begun) == moved(before, FIRST)
    column = begun.box("#col-1")
    assert abs(dropped.left - column.left) < column.width / 2
    slow.let_go()
    slow.wait_for(1)
    assert heights(begun) == moved(before, FIRST, "5-1")
    slow.let_go()
    begun.reached(4)
    assert begun.page.locator("#tableau [style], .dragging, .drop").count() == 0
    begun.assert_as_fresh()


def test_a_card_dropped_where_the_answer_says_no_goes_home(begun: Table) -> None:
    slow, before = Slow(begun), heights(begun)
    place(begun, FIRST)
    slow.wait_for(1)
    begun._drag_with_mouse(Lifting("5x1", "4"))
    assert begun.page.locator("li.dragging").count() == 1
    slow.let_go()
    expect(begun.page.locator("#say .refused")).to_contain_text("nothing was moved")
    assert heights(begun) == moved(before, FIRST)
    assert begun.page.locator("#tableau [style], .dragging, .drop").count() == 0
    assert begun.version == 3
    begun.assert_as_fresh()


def test_a_card_waits_where_it_was_dropped_until_its_own_answer(begun: Table) -> None:
    """An answer to something else comes in between."""
    slow, before = Slow(begun), heights(begun)
    place(begun, FIRST)
    slow.wait_for(1)
    begun.page.keyboard.press("d")
    begun._drag_with_mouse(lifting("5-3"))
    dropped = begun.box("li.dragging")
    slow.let_go()
    slow.wait_for(1)
    assert begun.version == 3
    waits = begun.box("li.dragging")
    assert abs(waits.left - dropped.left) < 1
    assert abs(waits.top - dropped.top) < 1
    assert heights(begun) == moved(before, FIRST)
    slow.let_go()
    expect(begun.page.locator("#say .refused")).to_contain_text("nothing was moved")
    assert begun.page.locator("#tableau [style], .dragging, .drop").count() == 0
    assert begun.version == 4
    begun.assert_as_fresh()


def test_a_card_uncovered_by_a_move_under_way_is_ringed_with_the_answer(begun: Table) -> None:
    place(begun, MIXED)
    begun.reached(3)
    slow = Slow(begun)
    place(begun, "4-7")  # the ten again, off the jack
    slow.wait_for(1)
    jack = begun.page.locator("#col-4 li:last-child > button")
    jack.click(position={"x": 8, "y": 8})
    expect(begun.page.locator("#col-4 li.lifted")).to_have_count(1)
    slow.let_go()
    begun.reached(4)
    expect(begun.page.locator("#col-10 > .drop")).to_have_count(1)
    begun.page.keyboard.press("Escape")
    begun.assert_as_fresh()


def test_a_deal_pressed_meanwhile_follows_the_moves(begun: Table) -> None:
    slow = Slow(begun)
    place(begun, FIRST)
    slow.wait_for(1)
    for _ in range(2):
        begun.page.keyboard.press("d")
    slow.let_go()
    slow.wait_for(1)
    slow.let_go()
    begun.reached(4)
    begun.settled()
    assert begun.version == 4
    assert begun.game()["stock"] == 40
    begun.assert_as_fresh()


def test_the_focus_stays_with_the_card(begun: Table) -> None:
    slow = Slow(begun)
    card = begun.page.locator(lifting(FIRST).card)
    name = card.evaluate("card => card.closest('li').id")
    card.focus()
    begun.page.keyboard.press("Enter")
    begun.page.locator(lifting(FIRST).drop).focus()
    begun.page.keyboard.press("Enter")
    slow.wait_for(1)
    focused = "document.activeElement.closest('li')?.id"
    assert begun.page.evaluate(focused) == name
    slow.let_go()
    begun.reached(3)
    assert begun.page.evaluate(focused) == name
