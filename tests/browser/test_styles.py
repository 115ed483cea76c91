"""The styles as they are sent say what the styles as they are written say."""

import re

import pytest
from playwright.sync_api import Page

from app.resources import STATIC
from app.web.assets import STYLES, style_sheet
from tests.browser.table import Contexts

pytestmark = pytest.mark.browser

READ = """(text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map((rule) => rule.cssText);
}"""


def rules(page: Page, text: str) -> list[str]:
    """The rules as a browser understands them."""
    found: list[str] = page.evaluate(READ, text)
    # white space that a browser keeps as it came, since var() may stand there
    return [re.sub(r"\s*([,/])\s*", r"\1", " ".join(rule.split())) for rule in found]


def test_the_joined_styles_mean_the_same(contexts: Contexts) -> None:
    page = contexts().new_page()
    written = [(STATIC / "css" / name).read_text("utf-8") for name in STYLES]
    assert rules(page, style_sheet()) == [rule for text in written for rule in rules(page, text)]
