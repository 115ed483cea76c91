"""What a browser keeps for when there is no connection: a notice, and nothing else."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Contexts, Table, actions
from tests.browser.watch import Watch
from tests.playing import records
from tests.served import Served

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-2")[0]
KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    return found.map((url) => new URL(url).pathname);
}"""


def with_worker(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("caches.keys().then((names) => names.length === 1)")


def test_neither_pages_nor_boards_nor_answers_are_kept(table: Table) -> None:
    table.open_deal(WISP)
    with_worker(table.page)
    for action in actions(WISP, 3):
        table.click(action)
    for path in ("/records", "/rules/spider", "/", f"/games/{table.game_id}"):
        table.open(path)
    kept = [re.sub("^/static/[0-9a-f]{12}/", "", path) for path in table.page.evaluate(KEPT)]
    assert sorted(kept) == ["/offline", "icons/favicon.svg", "js/wisp.js", "wisp.css"]


def test_what_an_old_release_kept_goes(table: Table) -> None:
    table.open("/privacy")
    table.page.evaluate("caches.open('wisp-000000000000').then((old) => old.add('/privacy'))")
    table.open_deal(WISP)
    with_worker(table.page)
    assert "/privacy" not in table.page.evaluate(KEPT)


def test_a_server_that_is_gone(contexts: Contexts, own_server: Served, watch: Watch) -> None:
    watch.allow_lost_connection()
    watch.hosts.append(own_server.url)
    table = Table(contexts().new_page(), own_server.url)
    page = table.page
    table.open_deal(WISP)
    with_worker(page)
    table.click("deal")
    game = table.path
    own_server.stop()
    for path in (game, "/records"):
        table.open(path)
        expect(page.locator("h1")).to_have_text("No light to be seen from here")
        assert table.path == path
        # it is made of what was kept: in our own hand
        bar = page.locator(".bar").evaluate("bar => getComputedStyle(bar).backgroundColor")
        assert bar == "rgb(29, 63, 53)"
    own_server.start()
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("table.records").first).to_be_visible()
    page.go_back()
    expect(page.locator("#moves")).to_have_text("1")
    table.click("undo")
