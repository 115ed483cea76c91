"""The controls above the table, the settings, the clock, sharing, and what moves."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import PHONE, Contexts, Table, Tables, actions, expect_won
from tests.browser.watch import Watch
from tests.playing import records
from tests.served import Served

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-1")[0]
FIVE_MINUTES = 300


@pytest.fixture
def begun(table: Table) -> Table:
    table.open_deal(WISP)
    for action in actions(WISP, 2):
        table.click(action)
    return table


def played(table: Table) -> tuple[str, str]:
    """Games played and won of the variant, as the records page has them."""
    table.open("/records")
    cells = table.page.locator('tr:has(th a[href="/will-o-the-wisp-1"]) td')
    return cells.nth(3).inner_text(), cells.nth(4).inner_text()


# new deal and restart


def test_new_deal_asks_when_there_is_something_to_lose(begun: Table) -> None:
    page = begun.page
    dialog = page.locator("dialog[open]")
    game = begun.path
    for leave in ("Go on playing", "Escape"):
        page.locator("#t-new").click()
        expect(dialog).to_contain_text("A new deal?")
        assert begun.focus()["tag"] != "body"
        page.keyboard.press("u")  # not while it asks
        if leave == "Escape":
            page.keyboard.press("Escape")
        else:
            dialog.get_by_text(leave).click()
        expect(dialog).to_have_count(0)
        assert begun.version == 2
        assert begun.path == game
    page.keyboard.press("n")
    dialog.get_by_role("button", name="New deal").click()
    page.wait_for_url(re.compile(r"/will-o-the-wisp-1/\d+$"))
    assert begun.version == 0
    assert begun.path != f"/{WISP.variant.key}/{WISP.seed}"
    assert played(begun) == ("1", "0")


def test_a_game_is_kept_for_later(begun: Table) -> None:
    game = begun.path
    begun.page.locator("#t-new").click()
    begun.page.locator("dialog[open]").get_by_text("Keep it and deal").click()
    begun.page.wait_for_url(re.compile(r"/will-o-the-wisp-1/\d+$"))
    kept = begun.page.locator(f'.unfinished a[href="{game}"]')
    expect(kept).to_have_count(1)
    kept.click()
    expect(begun.page.locator("#status")).to_have_attribute("data-version", "2")
    begun.click(str(WISP.actions[2]))  # it is not over
    begun.assert_as_fresh()


def test_restart_asks_too(begun: Table) -> None:
    page = begun.page
    page.locator("#t-restart").click()
    expect(page.locator("dialog[open]")).to_contain_text("Begin this deal again?")
    expect(page.get_by_text("Keep it and deal")).to_have_count(0)
    page.locator("dialog[open]").get_by_role("button", name="Begin again").click()
    page.wait_for_url(f"**/{WISP.variant.key}/{WISP.seed}")
    assert begun.version == 0
    begun.click(str(WISP.actions[0]))
    begun.assert_as_fresh()
    assert played(begun) == ("2", "0")


def test_new_deal_does_not_ask_when_nothing_is_lost(table: Table) -> None:
    table.open_deal(WISP)
    table.page.locator("#t-new").click()
    table.page.wait_for_url(re.compile(r"/will-o-the-wisp-1/\d+$"))
    table.open(f"/games/{table.ahead(WISP)}")
    table.page.locator("#t-new").click()  # a won game
    table.page.wait_for_url(re.compile(r"/will-o-the-wisp-1/\d+$"))
    assert played(table) == ("1", "1")


def test_questions_without_script(tables: Tables) -> None:
    table = tables(java_script_enabled=False)
    page = table.page
    table.open_deal(WISP)
    page.locator("#deal").click()
    expect(page.locator("#status")).to_have_attribute("data-version", "1")
    page.locator("#t-new").click()
    page.get_by_text("Go on playing").click()
    expect(page.locator("#status")).to_have_attribute("data-version", "1")
    page.locator("#t-restart").click()
    page.get_by_role("button", name="Begin again").click()
    expect(page.locator("#status")).to_have_attribute("data-version", "0")
    assert table.path == f"/{WISP.variant.key}/{WISP.seed}"


def test_other_forms_without_script(tables: Tables) -> None:
    table = tables(java_script_enabled=False)
    page = table.page
    status = page.locator("#status")
    table.open_deal(WISP)
    page.locator("#t-hint").click()
    expect(page.locator(".hinted")).not_to_have_count(0)
    expect(page.locator("#say p")).not_to_have_text("")
    page.locator("#deal").click()
    page.locator("#t-undo").click()
    expect(status).to_have_attribute("data-version", "2")
    page.locator("#t-redo").click()
    expect(status).to_have_attribute("data-version", "3")
    page.locator("#t-pause").click()
    expect(page.locator("#cover")).to_contain_text("Paused")
    page.locator("#cover").get_by_role("button", name="Go on").click()
    expect(page.locator("#cover")).to_be_empty()
    page.get_by_role("link", name="Settings").click()
    page.locator('form:has(input[value="theme"]) button[value="dark"]').click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator('form:has(input[value="hints"]) button[value="off"]').click()
    table.open("/will-o-the-wisp-1")
    expect(status).to_have_attribute("data-version", "3")
    expect(page.locator("#table")).to_have_attribute("data-hints", "off")
    expect(page.locator("#t-hint")).to_be_hidden()


# settings


def test_the_suit_control(table: Table) -> None:
    page = table.page
    table.open("/spider")
    pressed = page.locator('.suits button[aria-pressed="true"]')
    expect(pressed).to_have_text("2 suits")
    page.get_by_role("button", name="4 suits").click()
    expect(pressed).to_have_text("4 suits")
    assert page.locator(".card.d, .card.c").count() > 0
    table.open("/will-o-the-wisp")
    standard = pressed.inner_text()
    page.get_by_role("button", name="1 suit").click()
    expect(pressed).to_have_text("1 suit")
    table.open("/spiderette")
    expect(pressed).to_have_text(standard)  # the choice of one game is not another's
    table.open("/spider")
    expect(pressed).to_have_text("4 suits")
    table.click("deal")
    page.reload()
    expect(pressed).to_have_text("4 suits")


def test_the_theme(table: Table) -> None:
    page = table.page

    def background() -> str:
        found: str = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        return found

    colours = {}
    for theme in ("light", "dark", "system"):
        table.choose("theme", theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        for path in ("/rules/spider", "/records"):
            table.open(path)
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
        colours[theme] = background()
    assert colours["light"] != colours["dark"]
    page.emulate_media(color_scheme="dark")
    assert background() == colours["dark"]
    page.emulate_media(color_scheme="light")
    assert background() == colours["light"]


def test_hints_off(begun: Table) -> None:
    page = begun.page
    begun.choose("hints", "off")
    begun.open("/will-o-the-wisp-1")
    expect(page.locator("#t-hint")).to_be_hidden()
    page.keyboard.press("h")
    begun.settled()
    assert page.locator(".hinted").count() == 0
    # lifting shows no ring, and placing works all the same
    lift, place = begun.probe("offers")[0]
    page.locator(f'button.card[value="{lift}"]').click(position={"x": 8, "y": 4})
    assert page.locator(".drop").count() > 0
    ring = page.locator(f"#col-{place} > ol, #col-{place} > .slot").last
    style, colour = ring.evaluate(
        "node => [getComputedStyle(node).outlineStyle, getComputedStyle(node).outlineColor]"
    )
    assert style == "none" or colour == "rgba(0, 0, 0, 0)"
    page.locator(f"#col-{place} > .drop").click()
    begun.reached(3)
    begun.assert_as_fresh()


# the clock


def seconds(page: Page) -> int:
    total = 0
    for part in page.locator("#clock").inner_text().split(":"):
        total = total * 60 + int(part)
    return total


def count_timers(page: Page) -> None:
    page.add_init_script(
        """globalThis.intervals = 0;
        const set = setInterval;
        globalThis.setInterval = (...given) => (intervals += 1, set(...given));"""
    )


def test_the_clock_ticks_once_a_second(table: Table) -> None:
    page = table.page
    page.clock.install()
    count_timers(page)
    table.open_deal(WISP)
    page.clock.run_for(10_000)
    expect(page.locator("#clock")).to_have_text("0:00")  # not before the first action
    table.open(f"/games/{table.ahead(WISP, 2)}")
    version = 2
    for key in "ur" * 15:
        page.keyboard.press(key)
        version += 1
        expect(page.locator("#status")).to_have_attribute("data-version", str(version))
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 2)
    before = seconds(page)
    page.clock.run_for(20_000)
    assert seconds(page) - before in (19, 20, 21)
    assert page.evaluate("intervals") == 1
    # no less than the server said, and what has passed since
    said = int(page.locator("#status").get_attribute("data-elapsed-ms") or 0)
    assert seconds(page) >= said // 1000 + 20


def test_the_clock_stands_while_paused(table: Table) -> None:
    page = table.page
    page.clock.install()
    table.open_deal(WISP)
    table.open(f"/games/{table.ahead(WISP, 2)}")
    page.locator("#t-pause").click()
    expect(page.locator("#cover")).to_contain_text("Paused")
    before = seconds(page)
    page.clock.run_for(60_000)
    assert seconds(page) == before
    # covered: no card can be seen or reached
    card = table.box("#tableau li:last-child > button")
    top = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('#cover') !== null", list(card.center)
    )
    assert top
    page.locator("#cover").get_by_role("button", name="Go on").click()
    expect(page.locator("#cover")).to_be_empty()
    page.clock.run_for(5_000)
    assert seconds(page) - before in (4, 5, 6)
    # and it pauses by itself, so that it never shows more than the server counts
    page.clock.run_for(FIVE_MINUTES * 1000)
    expect(page.locator("#cover")).to_contain_text("Paused")
    shown = seconds(page)
    assert shown <= before + FIVE_MINUTES + 6
    page.clock.run_for(60_000)
    assert seconds(page) == shown


def test_an_action_ends_the_pause(begun: Table) -> None:
    page = begun.page
    page.locator("#t-pause").click()
    expect(page.locator("#cover")).to_contain_text("Paused")
    page.keyboard.press("u")
    begun.reached(3)
    expect(page.locator("#cover")).to_be_empty()
    begun.assert_as_fresh()


def test_a_hidden_tab_is_paused(begun: Table) -> None:
    page = begun.page
    page.evaluate(
        """() => {
            Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});
            document.dispatchEvent(new Event('visibilitychange'));
        }"""
    )
    expect(page.locator("#cover")).to_contain_text("Paused")
    page.reload()
    expect(page.locator("#cover")).to_contain_text("Paused")


def test_the_clock_stands_after_the_win(table: Table) -> None:
    page = table.page
    page.clock.install()
    table.open_deal(WISP)
    table.open(f"/games/{table.ahead(WISP)}")
    expect_won(table, WISP)
    before = page.locator("#clock").inner_text()
    assert before != "0:00"
    page.clock.run_for(120_000)
    assert page.locator("#clock").inner_text() == before
    expect(page.locator("#panel")).to_contain_text(f"time {before}")


# sharing


def test_share_copies_the_link(begun: Table) -> None:
    page = begun.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#t-share").click()
    expect(page.locator("#say")).to_have_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{begun.base_url}/{WISP.variant.key}/{WISP.seed}"
    assert begun.version == 2


REFUSED = "{writeText: () => Promise.reject(new DOMException('No', 'NotAllowedError'))}"


@pytest.mark.parametrize("clipboard", [REFUSED, "undefined"], ids=["refused", "without https"])
def test_share_shows_the_link_where_it_cannot_be_copied(
    begun: Table, watch: Watch, clipboard: str
) -> None:
    page = begun.page
    page.evaluate(
        f"() => Object.defineProperty(navigator, 'clipboard', {{value: {clipboard}}}) && null"
    )
    page.locator("#t-share").click()
    expect(page.locator("#say")).not_to_contain_text("copied")
    field = page.locator("dialog[open] input")
    expect(field).to_have_value(f"{begun.base_url}/{WISP.variant.key}/{WISP.seed}")
    assert begun.focus()["tag"] == "input"
    sent = len(watch.requests)
    page.keyboard.press("Control+z")
    page.keyboard.press("d")
    page.locator("dialog[open] [data-close]").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert len(watch.requests) == sent


def test_a_shared_link_opens_the_same_deal(
    begun: Table, contexts: Contexts, server: Served
) -> None:
    href = begun.page.locator("#share a").get_attribute("href") or ""
    other = Table(contexts(viewport=PHONE).new_page(), server.url)
    other.open(href)
    begun.click("undo")
    begun.click("undo")
    assert other.cards() == begun.cards()


# what moves


def test_only_what_moved_slides(tables: Tables) -> None:
    table = tables(reduced_motion="no-preference")
    table.open_deal(WISP)
    page = table.page
    page.evaluate(
        """() => {
            globalThis.slid = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...given) {
                slid.push(this.closest('li')?.id ?? this.id);
                return animate.apply(this, given);
            };
        }"""
    )
    column = str(WISP.actions[0]).partition("-")[0]
    places = """() => Object.fromEntries([...document.querySelectorAll('#tableau li')].map((li) =>
        [li.id, li.closest('.column').id]))"""
    before = page.evaluate(places)
    table.click(str(WISP.actions[0]))
    after = page.evaluate(places)
    slid = set(page.evaluate("slid"))
    moved = {card for card in before if before[card] != after.get(card)}
    assert moved <= slid
    allowed = moved | {card for card, pile in after.items() if pile == f"col-{column}"}
    assert slid <= allowed
    table.probe("still")
    assert page.locator(".flying").count() == 0


def test_nothing_slides_with_reduced_motion(table: Table) -> None:
    table.open_deal(WISP)
    for action in [*actions(WISP, 8), "undo", "redo"]:
        table.click(action)
        assert table.page.evaluate("document.getAnimations().length") == 0
        assert table.page.locator(".flying").count() == 0
    table.page.locator("#t-hint").click()
    table.settled()
    assert table.page.evaluate("document.getAnimations().length") == 0
