"""The settings are kept and shown where they are pressed: the page stays as it is otherwise."""

import pytest
from playwright.sync_api import Page, expect

from app.services.players import CHOICES, LOOKS
from tests.browser.table import Contexts, Table, Tables
from tests.browser.watch import Watch
from tests.served import Served

pytestmark = pytest.mark.browser

PHONE_ON_ITS_SIDE = {"width": 844, "height": 390}
AT = "[scrollY, history.length, location.href]"


def look(page: Page, name: str) -> str:
    found: str = page.evaluate("name => document.documentElement.dataset[name]", name)
    return found


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("press", ["mouse", "keys"])
def test_a_choice_is_made_in_place(tables: Tables, watch: Watch, name: str, press: str) -> None:
    table = tables(viewport=PHONE_ON_ITS_SIDE)
    page, value = table.page, CHOICES[name][-1]
    table.open("/settings")
    page.evaluate("document.body.dataset.same = 'yes'")
    button = page.locator(f"#{name}-{value}")
    button.scroll_into_view_if_needed()
    if press == "keys":
        button.focus()
    before, sent = page.evaluate(AT), len(watch.requests)
    if press == "mouse":
        button.click()
    else:
        page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(f'#{name} [aria-pressed="true"]')).to_have_count(1)
    expect(button).to_be_focused()
    title = page.locator(f"#{name}-title").inner_text()
    expect(page.locator("#say")).to_have_text(f"{title}: {button.inner_text().strip()}.")
    assert page.evaluate(AT) == before
    assert watch.requests[sent:] == ["POST /settings"]
    assert page.evaluate("document.body.dataset.same") == "yes"
    if name in LOOKS:
        assert look(page, name) == value
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")


def test_the_theme_surrounds_the_page_at_once(table: Table) -> None:
    page = table.page
    for theme in ("dark", "light", "system"):
        table.choose("theme", theme)
        metas = "[...document.querySelectorAll('[name=theme-color]')].map((meta) => meta.media)"
        shown = page.evaluate(metas)
        page.reload()
        assert page.evaluate(metas) == shown


def test_one_press_after_another(table: Table) -> None:
    """The last one counts, even when the first is still under way."""
    table.open("/settings")
    page = table.page
    page.evaluate(
        "for (const t of ['light', 'system', 'dark']) document.getElementById(`theme-${t}`).click()"
    )
    expect(page.locator("#theme-dark")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.locator("#theme-dark")).to_have_attribute("aria-pressed", "true")


def test_the_way_back(table: Table) -> None:
    """To the table that was left, a deal that is not begun too; Back leads there at once."""
    table.open("/spider-1/33482")
    cards = table.cards()
    page = table.page
    for way in ("link", "history"):
        page.get_by_role("link", name="Settings").click()
        page.locator("#deck-four").click()
        page.locator("#felt-peat").click()
        expect(page.locator("#felt-peat")).to_have_attribute("aria-pressed", "true")
        if way == "link":
            page.get_by_role("link", name="Back to the table").first.click()
        else:
            page.go_back()
        page.wait_for_url("**/spider-1/33482")
        assert table.cards() == cards
        assert look(page, "felt") == "peat"


def test_without_a_connection_nothing_is_kept(table: Table, watch: Watch) -> None:
    watch.allow_lost_connection()
    table.open("/settings")
    table.page.context.set_offline(True)
    table.page.locator("#hints-off").click()
    expect(table.page.locator("#say .refused")).to_be_in_viewport()
    expect(table.page.locator("#hints-on")).to_have_attribute("aria-pressed", "true")


def test_without_script_the_choice_stays_in_sight(contexts: Contexts, server: Served) -> None:
    page = contexts(java_script_enabled=False, viewport=PHONE_ON_ITS_SIDE).new_page()
    page.goto(f"{server.url}/settings")
    for name, values in CHOICES.items():
        button = page.locator(f"#{name}-{values[-1]}")
        button.click()
        page.wait_for_url(f"**/settings#{name}")
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button).to_be_in_viewport()
