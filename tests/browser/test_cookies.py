"""The cookie in a real browser: who keeps it, who gets it, and what is left without it."""

import time

import pytest
from playwright.sync_api import Route, expect

from app.web.site import COOKIE
from tests.browser.table import Contexts, Table, actions, expect_recorded
from tests.browser.watch import Watch
from tests.playing import records

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-1")[0]
OTHER_SITE = "http://elsewhere.test"
FORGET = """async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const name of await caches.keys()) await caches.delete(name);
    const workers = await navigator.serviceWorker.getRegistrations();
    for (const worker of workers) await worker.unregister();
}"""


@pytest.fixture
def begun(table: Table) -> Table:
    table.open_deal(WISP)
    table.click(next(iter(actions(WISP))))
    return table


def elsewhere(table: Table, watch: Watch, html: str) -> None:
    """Open a page of another site."""
    watch.hosts.append(OTHER_SITE)

    def answer(route: Route) -> None:
        route.fulfill(body=html, content_type="text/html")

    table.page.route(f"{OTHER_SITE}/**", answer)
    table.page.goto(OTHER_SITE)


def test_one_small_cookie_that_lasts(begun: Table) -> None:
    (cookie,) = begun.page.context.cookies()
    assert cookie["name"] == COOKIE
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Lax", "/")
    assert cookie["expires"] > time.time() + 300 * 24 * 3600
    assert len(cookie["value"]) == 43
    assert begun.page.evaluate("document.cookie") == ""


def test_what_scripts_keep_does_not_matter(begun: Table) -> None:
    game = begun.path
    begun.page.evaluate(FORGET)
    begun.page.reload()
    assert begun.path == game
    assert begun.version == 1
    begun.click("undo")


def test_without_its_cookie_a_browser_starts_afresh(
    table: Table, contexts: Contexts, watch: Watch
) -> None:
    """And the page says to whom records belong; a private window is nobody either."""
    watch.allow_refusals()
    table.open_deal(WISP)
    table.play(table.click, WISP)
    game = table.path
    expect_recorded(table, WISP)
    private = Table(contexts().new_page(), table.base_url)
    table.page.context.clear_cookies()
    for one in (table, private):
        one.open("/records")
        expect(one.page.locator(".lead")).to_contain_text("They belong to this browser")
        assert one.page.locator("table.records a[href^='/games/']").count() == 0
        one.open(game)
        expect(one.page.locator("main")).to_contain_text("no such game, or it is not yours")
        one.open_deal(WISP)
        one.click(next(iter(actions(WISP))))
        assert one.path != game


def test_a_link_on_another_site_leads_to_ones_own_game(begun: Table, watch: Watch) -> None:
    game = begun.path
    elsewhere(begun, watch, f'<a href="{begun.base_url}{game}">My game</a>')
    begun.page.get_by_role("link").click()
    begun.page.locator("#table").wait_for()
    assert (begun.path, begun.version) == (game, 1)


@pytest.mark.parametrize("call", ["actions", "end", "pause"])
def test_another_site_cannot_act(begun: Table, watch: Watch, call: str) -> None:
    """Not even within the two minutes for which Chromium is lenient with a new cookie."""
    watch.allow_refusals()
    game = begun.path
    fields = {"action": "undo", "version": "1", "then": "new", "paused": "1"}
    inputs = "".join(f'<input name="{name}" value="{fields[name]}">' for name in fields)
    form = f'<form method="post" action="{begun.base_url}{game}/{call}">{inputs}<button>Go</button>'
    elsewhere(begun, watch, form)
    with begun.page.expect_response(f"**{game}/{call}") as answer:
        begun.page.get_by_role("button").click()
    assert answer.value.status == 403
    begun.open(game)
    assert (begun.version, begun.state) == (1, "playing")


def test_another_site_cannot_show_the_table_as_its_own(begun: Table, watch: Watch) -> None:
    watch.allow("Refused to (frame|display)", "violates the following", "frame-ancestors", "ERR_")
    elsewhere(begun, watch, f'<iframe src="{begun.base_url}{begun.path}"></iframe>')
    begun.page.wait_for_load_state("networkidle")
    (frame,) = begun.page.frames[1:]
    assert frame.locator("#table").count() == 0
