"""Leaving the table and coming back: with Back, by a page that the browser kept, while waiting."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.conftest import FLAGS, PROBE
from tests.browser.slow import ACTIONS, Slow
from tests.browser.table import Contexts, Table, actions, intercept
from tests.browser.watch import Watch
from tests.playing import records
from tests.served import Served

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-1")[0]
TEN_MINUTES_MS = 600_000
SWITCH_OFF_KEEPING = "--disable-back-forward-cache"  # as Playwright does for its own ends


@pytest.fixture
def keeping(browser: Browser, chromium: str, watch: Watch) -> Iterator[BrowserContext]:
    """A browser that keeps the pages which its user leaves, as they are."""
    keeper = browser.browser_type.launch(
        executable_path=chromium, args=FLAGS, ignore_default_args=[SWITCH_OFF_KEEPING]
    )
    with keeper:
        context = keeper.new_context(reduced_motion="reduce")
        context.add_init_script(path=PROBE)
        watch.on(context)
        yield context
    assert watch.faults == []


def let_it_be_kept(page: Page) -> None:
    """As if the site did not ask browsers to keep nothing."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, headers={**response.headers, "cache-control": "no-cache"})

    page.route("**/will-o-the-wisp-1/*", answer)
    page.route("**/games/*/actions", answer)


def test_a_page_that_the_browser_kept(
    keeping: BrowserContext, server: Served, watch: Watch
) -> None:
    table = Table(keeping.new_page(), server.url)
    page = table.page
    shown: list[str] = []
    page.on("console", lambda message: shown.append(message.text))
    page.add_init_script("addEventListener('pageshow', e => console.log(`kept: ${e.persisted}`))")
    let_it_be_kept(page)
    table.open_deal(WISP)
    for action in actions(WISP, 3):
        table.click(action)
    page.unroute_all()
    table.open("/records")
    table.act_elsewhere(game_of(table), "undo", 3)
    with page.expect_console_message(lambda message: message.text == "kept: true"):
        page.go_back(wait_until="commit")
    expect(page.locator("#status")).to_have_attribute("data-version", "4")
    table.assert_as_fresh()
    sent = len(watch.posts())
    table.click("deal")
    assert len(watch.posts()) == sent + 1  # neither none nor two
    table.assert_as_fresh()


def game_of(table: Table) -> str:
    """The id of the player's one game."""
    found = table.page.request.get(f"{table.base_url}/will-o-the-wisp-1/{WISP.seed}")
    return found.url.rpartition("/")[2]


@pytest.mark.parametrize("way", ["back", "address"])
def test_leaving_while_a_move_is_slow(table: Table, watch: Watch, way: str) -> None:
    """No control stays as it was while the answer was awaited."""
    page = table.page
    table.open_deal(WISP)
    for action in actions(WISP, 3):
        table.click(action)
    address = table.path
    slow = Slow(table)
    page.keyboard.press("u")
    slow.wait_for(1)
    table.open("/records")
    page.unroute(ACTIONS)
    if way == "back":
        page.go_back()
    else:
        table.open(address)
    assert page.locator("#table [disabled], #table .htmx-request").count() == 0
    version = table.version
    for action in ("deal", "undo", "redo", "undo"):
        sent = len(watch.posts())
        table.click(action)
        assert len(watch.posts()) == sent + 1
    assert table.version == version + 4
    table.assert_as_fresh()


def test_an_answer_that_is_lost(table: Table, watch: Watch) -> None:
    """The move is made, and its answer never comes: it is asked for again, and not made twice."""
    watch.allow_lost_connection()
    watch.allow_refusals()
    page = table.page
    table.open_deal(WISP)
    for action in actions(WISP, 3):
        table.click(action)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    intercept(page, ACTIONS, lose, times=1)
    answers = page.evaluate("probe.answers")
    page.keyboard.press("d")
    table.probe("answered", answers + 1)
    expect(page.locator("#say .refused")).to_contain_text("No connection")
    table.reached(4)
    table.settled()
    assert table.game()["version"] == 4
    table.assert_as_fresh()


def test_a_server_that_stops_in_the_middle(
    contexts: Contexts, own_server: Served, watch: Watch
) -> None:
    watch.hosts.append(own_server.url)
    watch.allow_lost_connection()
    table = Table(contexts().new_page(), own_server.url)
    table.open_deal(WISP)
    table.click(str(WISP.actions[0]))
    cards = table.cards()
    own_server.stop()
    answers = table.page.evaluate("probe.answers")
    table.drag_on(str(WISP.actions[1]))
    table.probe("answered", answers + 1)
    expect(table.page.locator("#say .refused")).to_contain_text("No connection")
    assert table.cards() == cards
    own_server.start()
    table.reached(2)
    assert table.game()["version"] == 2
    table.assert_as_fresh()


@pytest.mark.parametrize("state", ["won", "hidden", "paused"])
def test_a_table_left_open_asks_for_nothing(table: Table, watch: Watch, state: str) -> None:
    page = table.page
    page.clock.install()
    table.open_deal(WISP)
    table.open(f"/games/{table.ahead(WISP, None if state == 'won' else 5)}")
    if state == "hidden":
        page.evaluate(
            """() => {
                Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});
                document.dispatchEvent(new Event('visibilitychange'));
            }"""
        )
    elif state == "paused":
        page.locator("#t-pause").click()
    if state != "won":
        expect(page.locator("#cover")).to_contain_text("Paused")
    sent = len(watch.requests)
    page.clock.run_for(TEN_MINUTES_MS)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.clock.run_for(1_000)
    assert watch.requests[sent:] == []


def test_storage_that_is_refused(table: Table) -> None:
    """Nothing is kept in the browser but the cookie, and nothing breaks without the rest."""
    page = table.page
    page.add_init_script(
        """for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
            Object.defineProperty(globalThis, name, {get() {
                throw new DOMException('No', 'SecurityError');
            }});"""
    )
    table.open_deal(WISP)
    entries = page.evaluate("history.length")
    for action in actions(WISP, 8):
        table.click(action)
    assert page.evaluate("history.length") == entries  # no entry for each move
    page.reload()
    table.assert_as_fresh()
    assert table.version == 8
