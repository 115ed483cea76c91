"""For everybody: for screen readers, with forced colours, on phones."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import PHONE, Table, Tables, actions, lifting_of
from tests.playing import records

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-1")[0]


def first_collecting() -> int:
    return next(index for index, action in enumerate(actions(WISP)) if action.endswith("-f"))


def test_the_live_region_is_never_replaced(table: Table) -> None:
    table.open_deal(WISP)
    table.page.evaluate("globalThis.region = document.getElementById('say')")
    said = []
    for action in [*actions(WISP, 4), "undo", "redo", "undo", "undo"]:
        table.page.evaluate("globalThis.sentence = region.firstElementChild")
        table.click(action)
        assert table.page.evaluate("region === document.getElementById('say')")
        assert table.page.evaluate("region.children.length") == 1
        assert table.page.evaluate("region.firstElementChild !== sentence")  # said anew
        said.append(table.said)
    assert all(said)


def test_no_control_is_in_another(table: Table) -> None:
    table.open_deal(WISP)
    table.click(str(WISP.actions[0]))
    lift, _ = table.probe("offers")[0]
    table.page.locator(f'button.card[value="{lift}"]').press("Enter")
    nested = "button button, a button, button a, a a, [role=button] button"
    for path in ("", "/records", "/settings", "/rules/spiderette", "/privacy"):
        if path:
            table.open(path)
        assert table.page.locator(nested).count() == 0
        assert table.page.locator("h1").count() == 1
        doubled = table.page.evaluate(
            """() => [...document.querySelectorAll('[id]')].map(({id}) => id)
                .filter((id, index, all) => all.indexOf(id) !== index)"""
        )
        assert doubled == []


def test_forced_colours_show_what_is_lifted(tables: Tables) -> None:
    table = tables(forced_colors="active")
    table.open_deal(WISP)
    lifting = lifting_of(WISP, 0)
    card = table.page.locator(lifting.card)
    edges = """node => {
        const {borderTopStyle, borderTopWidth, outlineStyle, outlineWidth} = getComputedStyle(node);
        return [borderTopStyle, borderTopWidth, outlineStyle, outlineWidth].join(' ');
    }"""
    before = card.evaluate(edges)
    assert "solid" in before
    card.click(position={"x": 8, "y": 4})
    assert card.evaluate(edges) != before
    pile = table.page.locator(f"#col-{lifting.place}")
    marked = pile.locator("> ol, > .slot, > .drop").evaluate_all(
        f"nodes => nodes.map({edges}).join()"
    )
    assert "solid" in marked or "dashed" in marked
    table.page.locator(lifting.drop).click()
    table.reached(1)


def test_a_double_tap_does_not_zoom(tables: Tables) -> None:
    table = tables(viewport=PHONE, has_touch=True, is_mobile=True)
    table.open_deal(WISP)
    for selector in ("#deal", "#tableau li:last-child > button", "#felt"):
        box = table.box(selector)
        x, y = box.point(box.width / 2, box.height - 20)
        table.page.touchscreen.tap(x, y)
        table.page.touchscreen.tap(x, y)
        table.settled()
    assert table.page.evaluate("visualViewport.scale") == 1
    viewport = table.page.locator('meta[name="viewport"]').get_attribute("content") or ""
    assert not re.search("maximum-scale|user-scalable", viewport)  # pinching zooms
    expect(table.page.locator("html")).to_have_css("overscroll-behavior-y", "contain")


def test_runs_collected_for_the_player(table: Table) -> None:
    """Once chosen, a completed run leaves with the move that completes it."""
    page = table.page
    table.choose("collect", "on")
    table.open_deal(WISP)
    collected = first_collecting()
    for action in actions(WISP, collected):
        if action.partition("-")[0] not in {"f1", "f2"}:
            table.click(action)
    home = page.get_by_role("group", name=re.compile("^Foundations: 1 of 4"))
    expect(home).to_have_count(1)
    expect(page.locator("#say")).to_contain_text("complete and home")
    assert page.locator(".foundation button").count() == 0  # nothing is taken back
    table.assert_as_fresh()


def test_cards_taken_back(table: Table) -> None:
    table.open_deal(WISP)
    collected = first_collecting()
    table.open(f"/games/{table.ahead(WISP, collected + 1)}")
    offers = [offer for offer in table.probe("offers") if offer[0] == "f1"]
    assert offers
    table.drag(f"f1-{offers[0][1]}")
    table.assert_as_fresh()
    table.click("undo")
    table.click(f"f1-{offers[0][1]}")
    table.assert_as_fresh()
