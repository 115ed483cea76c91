"""A deal by its number, typed: no key of the table answers meanwhile."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Contexts, Table, Tables
from tests.browser.watch import Watch
from tests.served import Served

pytestmark = pytest.mark.browser

SMALL = {"width": 320, "height": 568}


def test_keys_belong_to_the_field(table: Table, watch: Watch) -> None:
    table.open("/spider-1/33482")
    table.click("deal")
    page = table.page
    field = page.locator("#share input[name=seed]")
    field.click()
    sent = len(watch.requests)
    page.keyboard.type("durhpn?12")
    for key in ("ArrowLeft", "Home", "End", "Escape"):
        page.keyboard.press(key)
    expect(field).to_have_value("durhpn?12")
    page.keyboard.press("Control+z")
    expect(field).not_to_have_value("durhpn?12")  # the field's own undo
    page.keyboard.press("Control+y")
    assert watch.requests[sent:] == []
    assert table.version == 1
    field.fill("482913")
    page.keyboard.press("Enter")
    page.wait_for_url("**/spider-1/482913")
    assert table.version == 0


def test_from_the_question(tables: Tables, watch: Watch) -> None:
    """The game on the table waits; the field does not submit the question itself."""
    watch.allow_refusals()
    table = tables(viewport=SMALL)
    table.open("/spider-1/33482")
    table.click("deal")
    game = table.path
    page = table.page
    page.locator("#t-new").click()
    field = page.locator("dialog[open] input[name=seed]")
    field.fill("n")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“n” is not a deal number")
    field = page.get_by_label("Number")
    expect(field).to_be_focused()
    expect(field).to_have_value("n")
    field.fill("77")
    page.keyboard.press("Enter")
    page.wait_for_url("**/spider-1/77")
    expect(page.locator(f'.unfinished a[href="{game}"]')).to_have_count(1)


def test_share_without_script(contexts: Contexts, server: Served) -> None:
    page = contexts(java_script_enabled=False).new_page()
    page.goto(f"{server.url}/spider-2/42")
    page.locator("#t-share").click()
    address = page.locator("#share .address")
    expect(address).to_be_in_viewport()
    expect(address).to_have_text("/spider-2/42")
    expect(address).to_have_css("user-select", "auto")
