"""A table on paper: the deal as it lies, and nothing to press."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Tables

A4 = {"width": 718, "height": 1000}  # at 96 dots an inch, within margins of a centimetre


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/spider-4/42", "/will-o-the-wisp-2/7"])
def test_a_sheet_of_the_deal(tables: Tables, path: str) -> None:
    table = tables(viewport=A4)
    table.open(path)
    table.page.emulate_media(media="print")
    page = table.page
    expect(page.locator(".sheet")).to_be_visible()
    for card in page.locator("#tableau .card").all():
        expect(card).to_be_visible()
        box = card.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= A4["width"] + 1
    for gone in (".bar", "#controls", "#say", ".below", ".foot"):
        expect(page.locator(gone)).to_be_hidden()
    expect(page.locator("#rules-title")).to_be_visible()


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/records", "/rules/spider", "/keys", "/privacy", "/spider-4/42"])
@pytest.mark.parametrize("theme", ["system", "dark"])
def test_paper_is_white_at_night_too(tables: Tables, path: str, theme: str) -> None:
    table = tables(viewport=A4, color_scheme="dark")
    table.choose("theme", theme)
    table.open(path)
    table.page.emulate_media(media="print", color_scheme="dark")
    dim = table.page.evaluate(
        r"""() => [...document.querySelectorAll('main *, .rules *')]
            .filter((node) => node.checkVisibility() && node.childNodes.length && node.innerText)
            .map((node) => getComputedStyle(node))
            .flatMap(({color, backgroundColor}) => {
                const sum = (text) => text.match(/[\d.]+/g).slice(0, 3).map(Number)
                    .reduce((one, other) => one + other);
                const filled = !/, 0\)$/.test(backgroundColor);
                const dark = filled && sum(backgroundColor) < 500;
                return sum(color) > 400 || dark ? [`${color} on ${backgroundColor}`] : [];
            })"""
    )
    assert dim == []
