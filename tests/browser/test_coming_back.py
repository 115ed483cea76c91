"""The game is where it was: after a reload, another day, a restart, in another tab."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.slow import ACTIONS
from tests.browser.table import (
    Contexts,
    Table,
    Tables,
    actions,
    expect_won,
    intercept,
    lifting_of,
    wait_until,
)
from tests.browser.watch import Watch
from tests.playing import records
from tests.served import Served

pytestmark = pytest.mark.browser

SPIDER = records("spider-2")[0]
WISP = records("will-o-the-wisp-1")[0]


def shown(table: Table) -> list[str]:
    """Everything on the table but the clock."""
    found: list[str] = table.probe("compare")["shown"]
    return found


def begin(table: Table, count: int = 5) -> None:
    table.open_deal(WISP)
    for action in actions(WISP, count):
        table.click(action)


def test_the_first_action_moves_the_address(table: Table) -> None:
    table.open_deal(WISP)
    assert table.path == f"/{WISP.variant.key}/{WISP.seed}"
    entries = table.page.evaluate("history.length")
    table.click(str(WISP.actions[0]))
    assert re.fullmatch(r"/games/[\w-]+", table.path)
    assert table.page.evaluate("history.length") == entries
    before = shown(table)
    table.page.reload()
    assert shown(table) == before
    assert table.version == 1


def test_another_day(contexts: Contexts, server: Served) -> None:
    context = contexts()
    today = Table(context.new_page(), server.url)
    begin(today)
    path, before = today.path, shown(today)
    state = context.storage_state()
    context.close()
    tomorrow = Table(contexts(storage_state=state).new_page(), server.url)
    for way in ("/", "/will-o-the-wisp-1", f"/{WISP.variant.key}/{WISP.seed}", path):
        tomorrow.open(way)
        assert shown(tomorrow) == before
    assert state["cookies"][0]["expires"] > 0  # outlives the browser
    assert len(state["cookies"]) == 1
    assert not state["origins"]  # nothing else is kept there


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_the_server_starts_again(
    contexts: Contexts, own_server: Served, watch: Watch, how: signal.Signals
) -> None:
    watch.hosts.append(own_server.url)
    table = Table(contexts().new_page(), own_server.url)
    begin(table)
    own_server.stop(how)
    own_server.start()
    table.click(str(WISP.actions[5]))  # the page that was open goes on
    table.assert_as_fresh()
    before = shown(table)
    table.page.reload()
    assert shown(table) == before
    assert table.version == 6


def test_another_process_knows_the_game(
    contexts: Contexts, own_server: Served, watch: Watch
) -> None:
    other_server = own_server.beside()
    other_server.start()
    try:
        watch.hosts += [own_server.url, other_server.url]
        context = contexts()
        one = Table(context.new_page(), own_server.url)
        begin(one)
        two = Table(context.new_page(), other_server.url)
        two.open(one.path)
        assert two.version == 5
        for index in range(5, 9):
            table = (one, two)[index % 2]
            table.page.reload()
            table.click(str(WISP.actions[index]))
        two.page.reload()
        assert shown(one) == shown(two)
        assert one.version == 9
    finally:
        other_server.stop()


def test_two_tabs_with_two_games(contexts: Contexts, server: Served) -> None:
    context = contexts()
    one, two = (Table(context.new_page(), server.url) for _ in range(2))
    one.open_deal(WISP)
    two.open_deal(SPIDER)
    for first, second in zip(actions(WISP, 6), actions(SPIDER, 6), strict=True):
        one.click(first)
        two.click(second)
    assert one.game_id != two.game_id
    for table, record in ((one, WISP), (two, SPIDER)):
        assert table.game()["variant"] == record.variant.key
        assert table.version == 6
        table.assert_as_fresh()


def test_two_tabs_with_the_same_game(contexts: Contexts, server: Served, watch: Watch) -> None:
    watch.allow_refusals()
    context = contexts()
    one, two = (Table(context.new_page(), server.url) for _ in range(2))
    begin(one)
    two.open(one.path)
    two.click("undo")
    # what the first tab shows is old: its move is refused, and it sees what is
    count = one.page.evaluate("probe.answers")
    one.page.locator("#t-undo").click()
    one.probe("answered", count + 1)
    assert one.page.locator("#say .refused").count() == 1
    assert one.said
    assert shown(one) == shown(two)
    assert one.version == two.version == 6
    one.assert_as_fresh()
    one.click("undo")
    assert one.version == 7


def show(table: Table, *, visible: bool) -> None:
    """Switch to the tab or away from it; headless, nothing else tells the page."""
    table.page.evaluate(
        """(visible) => {
            Object.defineProperty(document, 'hidden', {configurable: true, get: () => !visible});
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        visible,
    )


@pytest.mark.parametrize("begun", [True, False])
def test_a_tab_in_sight_again_shows_what_happened(
    contexts: Contexts, server: Served, watch: Watch, begun: bool
) -> None:
    context = contexts()
    one, two = (Table(context.new_page(), server.url) for _ in range(2))
    if begun:
        begin(one)
    else:
        one.open_deal(WISP)
    two.open(one.path)
    show(one, visible=False)
    one.settled()
    two.click("deal")
    sent = len(watch.requests)
    show(one, visible=True)
    one.reached(two.version)
    assert len(watch.requests) == sent + 1
    assert one.path == two.path
    assert shown(one) == shown(two)
    one.assert_as_fresh()
    one.click("undo")
    assert one.version == two.version + 1


def test_a_tab_in_sight_again_without_news_is_left_alone(table: Table, watch: Watch) -> None:
    begin(table)
    show(table, visible=False)
    table.settled()
    assert table.state == "paused"
    table.page.evaluate(
        """() => {
            window.changes = 0;
            new MutationObserver((found) => { window.changes += found.length; })
                .observe(document.querySelector('#felt'),
                    {subtree: true, childList: true, attributes: true});
        }"""
    )
    sent, count = len(watch.requests), table.page.evaluate("probe.answers")
    show(table, visible=True)
    table.probe("answered", count + 1)
    table.settled()
    assert [line.partition("?")[0] for line in watch.requests[sent:]] == [f"GET {table.path}"]
    assert table.page.evaluate("window.changes") == 0


def test_two_tabs_begin_the_same_deal(contexts: Contexts, server: Served, watch: Watch) -> None:
    watch.allow_refusals()
    context = contexts()
    one, two = (Table(context.new_page(), server.url) for _ in range(2))
    one.open_deal(WISP)
    two.open_deal(WISP)
    one.click("deal")
    two.page.locator("#deal").click()
    two.probe("answered", 1)
    assert two.page.locator("#say .refused").count() == 1
    assert two.version == 1
    two.click("undo")
    one.page.reload()
    assert one.version == 2
    assert shown(one) == shown(two)


def test_back_and_forward(table: Table) -> None:
    page = table.page
    begin(table)
    before = shown(table)
    page.locator("nav.pages").get_by_role("link", name="Records").click()
    expect(page.locator("h1")).to_have_text("Records")
    page.go_back()
    expect(page.locator("#status")).to_have_attribute("data-version", "5")
    assert shown(table) == before
    answers = table.page.evaluate("probe.answers")
    table.click(str(WISP.actions[5]))
    assert table.page.evaluate("probe.answers") == answers + 1  # one request, not two
    page.go_forward()
    expect(page.locator("h1")).to_have_text("Records")
    page.go_back()
    expect(page.locator("#status")).to_have_attribute("data-version", "6")
    table.assert_as_fresh()


def test_back_shows_what_happened_meanwhile(contexts: Contexts, server: Served) -> None:
    context = contexts()
    one, two = (Table(context.new_page(), server.url) for _ in range(2))
    begin(one)
    one.open("/records")
    two.open("/")
    two.click("undo")
    one.page.go_back()
    expect(one.page.locator("#status")).to_have_attribute("data-version", "6")
    assert shown(one) == shown(two)


def test_a_page_kept_by_the_browser_is_asked_for_anew(table: Table) -> None:
    begin(table)
    table.act_elsewhere(table.game_id, "undo", 5)
    with table.page.expect_navigation():
        table.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert table.version == 6


def test_a_page_kept_by_the_browser_is_dressed_anew(contexts: Contexts, server: Served) -> None:
    """What was chosen meanwhile holds for it too."""
    context = contexts()
    one, two = (Table(context.new_page(), server.url) for _ in range(2))
    begin(one)
    two.choose("felt", "dusk")
    with one.page.expect_navigation():
        one.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(one.page.locator("html")).to_have_attribute("data-felt", "dusk")


def test_a_page_of_an_older_release_goes_on(table: Table) -> None:
    """Its files had other names, and it knew of fewer fields."""
    path = f"/{WISP.variant.key}/{WISP.seed}"

    def outdated(route: Route) -> None:
        response = route.fetch()
        text = re.sub(r"/static/\w+/", "/static/0123456789ab/", response.text())
        route.fulfill(response=response, body=re.sub(r'<input [^>]*name="attempt"[^>]*>', "", text))

    table.page.route(f"**{path}", outdated)
    table.open(path)
    assert table.page.locator("[name=attempt]").count() == 0
    for act, action in zip((table.click, table.drag) * 3, actions(WISP, 6), strict=True):
        act(action)
    table.page.keyboard.press("u")
    table.reached(7)
    table.assert_as_fresh()


def test_a_parked_game_is_listed_and_goes_on(table: Table) -> None:
    begin(table)
    parked = table.path
    table.open_deal(SPIDER)
    table.click("deal")
    page = table.page
    page.reload()
    entry = page.locator(".unfinished li")
    expect(entry).to_have_count(1)
    expect(entry).to_contain_text(f"deal {WISP.seed}")
    expect(entry).to_contain_text("5 moves")
    entry.get_by_role("link").click()
    expect(page.locator("#status")).to_have_attribute("data-version", "5")
    assert table.path == parked
    expect(page.locator(".unfinished li")).to_contain_text(f"deal {SPIDER.seed}")


def test_a_won_game_stays_won_once(tables: Tables) -> None:
    table = tables()
    table.open_deal(WISP)
    game_id = table.ahead(WISP)
    for _ in range(3):
        table.open(f"/games/{game_id}")
        expect_won(table, WISP)
        assert table.state == "won"
    clock = table.page.locator("#clock").inner_text()
    assert clock != "0:00"
    table.page.go_back()
    table.page.go_forward()
    expect(table.page.locator("#clock")).to_have_text(clock)
    table.open("/records")
    row = table.page.get_by_role("row").filter(has_text=f"deal {WISP.seed}")
    expect(row.locator("td").nth(1)).to_contain_text(clock)
    expect(row.locator("td").nth(4)).to_have_text("1")


@contextmanager
def unheard(page: Page) -> Iterator[None]:
    """The server has the action that is made meanwhile, and the page never hears of it."""
    done: list[Route] = []

    def answer_nobody(route: Route) -> None:
        route.fetch()
        done.append(route)

    intercept(page, ACTIONS, answer_nobody)
    yield
    wait_until(page, lambda: done)


def test_leaving_while_an_answer_is_under_way(table: Table) -> None:
    """What the server has done is there when the player comes back."""
    begin(table)
    page = table.page
    with unheard(page):
        page.keyboard.press("u")
    table.open("/records")
    page.unroute(ACTIONS)
    page.go_back()
    expect(page.locator("#status")).to_have_attribute("data-version", "6")
    table.assert_as_fresh()
    table.click("redo")
    table.assert_as_fresh()


def test_a_win_that_the_page_never_hears_of(table: Table) -> None:
    table.open_deal(WISP)
    table.open(f"/games/{table.ahead(WISP, len(WISP.actions) - 1)}")
    page = table.page
    last = lifting_of(WISP, -1)
    with unheard(page):
        page.locator(last.card).click(position={"x": 8, "y": 4})
        page.locator(last.drop).click()
    table.open("/will-o-the-wisp-1")
    assert table.version == 0
    assert table.state == "new"
    table.open("/records")
    row = page.get_by_role("row").filter(has_text=f"deal {WISP.seed}")
    expect(row.locator("td").nth(4)).to_have_text("1")


def test_a_page_without_a_connection_is_a_notice(table: Table, watch: Watch) -> None:
    watch.allow_lost_connection()
    begin(table)
    page = table.page
    page.reload()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto(table.base_url + "/records")
    expect(page.locator("h1")).to_be_visible()
    assert page.locator("table.records").count() == 0
    page.context.set_offline(False)
    expect(page.locator("table.records").first).to_be_visible()  # it tries again by itself
    table.open("/")
    assert table.version == 5
    table.click(str(WISP.actions[5]))
    table.assert_as_fresh()
