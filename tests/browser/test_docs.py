"""The calls of the interface for programs are drawn as light or dark as the page around them."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table

pytestmark = pytest.mark.browser

WORDS_ARE_LIGHT = r"""(light) => {
    const [red, green, blue] = getComputedStyle(document.querySelector('.opblock-summary-path'))
        .color.match(/\d+/g).map(Number);
    return (red + green + blue > 3 * 127) === light;
}"""


@pytest.mark.parametrize("theme", ["system", "light", "dark"])
def test_as_dark_as_the_page(table: Table, theme: str) -> None:
    table.choose("theme", theme)
    page = table.page
    table.open("/api/docs")
    expect(page.locator(".opblock").first).to_be_visible()
    for scheme in ("dark", "light", "dark"):
        page.emulate_media(color_scheme=scheme)
        dark = (scheme if theme == "system" else theme) == "dark"
        page.wait_for_function(WORDS_ARE_LIGHT, arg=dark)
    page.locator(".opblock").last.click()
    expect(page.locator(".opblock-body")).to_be_visible()
