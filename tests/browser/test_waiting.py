"""A server with too much to do, and a page that waits and sends again."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.slow import ACTIONS
from tests.browser.table import Contexts, Table, actions, intercept
from tests.browser.watch import Watch
from tests.playing import records
from tests.served import Served

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-1")[0]
MOVES = list(actions(WISP))


def refusing(times: int, status: int) -> Callable[[Route], None]:
    """A server that lets in what comes after so many refusals."""
    left = times

    def answer(route: Route) -> None:
        nonlocal left
        left -= 1
        if left >= 0:
            body = '<hx-partial hx-target="#say" hx-swap="innerHTML"><p>Refused.</p></hx-partial>'
            headers = {"Retry-After": "1", "Content-Type": "text/html; charset=utf-8"}
            route.fulfill(status=status, body=body, headers=headers)
        else:
            route.continue_()

    return answer


@pytest.fixture
def begun(table: Table) -> Table:
    table.open_deal(WISP)
    table.click(MOVES[0])
    return table


def test_moves_stay_drawn_and_are_made_later(begun: Table, watch: Watch) -> None:
    watch.allow("the server responded with a status of 429")
    intercept(begun.page, ACTIONS, refusing(2, 429))
    begun.drag_on(MOVES[1])
    expect(begun.page.locator("#say")).to_contain_text("Not quite so fast")
    drawn = begun.cards()
    assert begun.version == 1
    begun.page.keyboard.press("u")  # takes its turn
    begun.reached(3)
    begun.settled()
    begun.assert_as_fresh()
    assert begun.cards() != drawn
    record = begun.page.request.get(f"{begun.base_url}/api/v1/games/{begun.game_id}/record").text()
    assert record.split()[-3:] == [*MOVES[:2], "undo"]


def test_what_is_drawn_is_there_while_it_waits(begun: Table, watch: Watch) -> None:
    watch.allow("the server responded with a status of 429")
    intercept(begun.page, ACTIONS, refusing(1, 429))
    before = begun.cards()
    begun.drag_on(MOVES[1])
    expect(begun.page.locator("#say")).to_contain_text("Not quite so fast")
    drawn = begun.cards()
    assert drawn != before
    begun.reached(2)
    begun.assert_as_fresh()


def test_a_server_that_cannot_is_asked_again(begun: Table, watch: Watch) -> None:
    watch.allow("the server responded with a status of 503", "^503 from")
    intercept(begun.page, ACTIONS, refusing(1, 503))
    before = begun.cards()
    begun.drag_on(MOVES[1])
    said = begun.page.locator("#say .refused")
    expect(said).to_contain_text("The server cannot do that right now")
    assert begun.cards() == before
    begun.page.keyboard.press("d")
    expect(said).to_contain_text("Your last move is made as soon as it can")
    begun.reached(2)
    begun.settled()
    begun.assert_as_fresh()


def test_a_real_limit(contexts: Contexts, watch: Watch, tmp_path: Path) -> None:
    """More than the server takes at once, as quickly as keys can be pressed: all of it is made."""
    watch.allow("the server responded with a status of 429")
    served = Served(tmp_path / "wisp.db", player_actions_per_second="1")
    served.start()
    watch.hosts.append(served.url)
    table = Table(contexts().new_page(), served.url)
    table.open_deal(WISP)
    table.click(MOVES[0])
    spend_all(table)
    for key in "urur":
        table.page.keyboard.press(key)
    table.reached(5)
    table.settled()
    table.assert_as_fresh()
    served.stop()
    assert len(watch.posts()) > 5


def spend_all(table: Table) -> None:
    """Ask as fast as a program can, until it is too much."""
    address = f"{table.base_url}/api/v1/games/{table.game_id}/actions"
    while table.page.request.post(address, data={"action": "x", "version": 0}).status != 429:
        pass
