"""Whoever sees no colours, or other ones: suits are shapes, and marks are lines."""

import base64
from itertools import combinations

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.table import Contexts, Table, Tables, lifting_of
from tests.browser.test_room import INDICES
from tests.playing import records

pytestmark = pytest.mark.browser

WISP = records("will-o-the-wisp-1")[0]
SIGHTS = ["none", "achromatopsia", "deuteranopia", "protanopia", "tritanopia"]
SUITS = ["spades", "hearts", "diamonds", "clubs"]
LEAST_DIFFERENCE = 0.06

INK = """async ([picture, side]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = new OffscreenCanvas(side, side);
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0, side, side);
    const colour = (index) => [...data.slice(index * 4, index * 4 + 3)];
    const { data } = pen.getImageData(0, 0, side, side);
    const pixels = Array.from({ length: side * side }, (_, index) => colour(index));
    const light = ([red, green, blue]) => red * 0.3 + green * 0.59 + blue * 0.11;
    return {
        ink: pixels.map((pixel) => Number(light(pixel) < 160)),
        colour: Math.max(...pixels.map((pixel) => Math.max(...pixel) - Math.min(...pixel))),
    };
}"""
SIDE = 24


def corner_suits(page: Page) -> dict[str, FloatRect]:
    """Where the suit in the corner of one card of each suit is."""
    return {
        suit: {
            "x": card["suitLeft"],
            "y": card["suitTop"],
            "width": card["suitRight"] - card["suitLeft"],
            "height": card["suitBottom"] - card["suitTop"],
        }
        for card in page.evaluate(INDICES)
        for suit in SUITS
        if f" of {suit}," in card["name"]
    }


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("width", [320, 1280])
def test_suits_differ_by_their_shape(
    tables: Tables, contexts: Contexts, sight: str, width: int
) -> None:
    table = tables(viewport={"width": width, "height": 700}, device_scale_factor=3)
    table.open("/spider-4/30211")
    table.click("deal")
    session = table.page.context.new_cdp_session(table.page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
    places = corner_suits(table.page)
    assert set(places) == set(SUITS)
    reader = contexts().new_page()
    seen = {}
    for suit, place in places.items():
        shot = base64.b64encode(table.page.screenshot(clip=place)).decode()
        seen[suit] = reader.evaluate(INK, [shot, SIDE])
    if sight == "achromatopsia":
        assert max(one["colour"] for one in seen.values()) < 20
    for one, two in combinations(SUITS, 2):
        pixels = zip(seen[one]["ink"], seen[two]["ink"], strict=True)
        assert sum(a != b for a, b in pixels) / SIDE**2 >= LEAST_DIFFERENCE, (one, two)


LINES = """(selector) => {
    const node = document.querySelector(selector);
    const parts = ['borderTop', 'outline'];
    const drawn = (style) => parts.filter((part) => style[`${part}Style`] !== 'none'
        && parseFloat(style[`${part}Width`]) > 0
        && !/rgba.+, 0.$/.test(style[`${part}Color`]));
    return [null, '::before'].flatMap((pseudo) => {
        const style = getComputedStyle(node, pseudo);
        return drawn(style).map((part) => `${style[`${part}Style`]} ${style[`${part}Width`]}`);
    }).join(', ');
}"""


def lines(table: Table, selector: str) -> str:
    """The borders and outlines of an element, whatever their colour."""
    found: str = table.page.evaluate(LINES, selector)
    return found


@pytest.mark.parametrize("forced", ["none", "active"])
def test_marks_are_more_than_colours(tables: Tables, forced: str) -> None:
    table = tables(forced_colors=forced)
    table.open_deal(WISP)
    page = table.page
    lifting = lifting_of(WISP, 0)
    pile = f"#col-{lifting.place} > ol"
    before = lines(table, lifting.card), lines(table, pile), table.box(lifting.card).top
    page.locator(lifting.card).click(position={"x": 8, "y": 4})
    expect(page.locator(".drop").first).to_be_visible()
    assert table.box(lifting.card).top < before[2]  # it is raised
    assert lines(table, pile) != before[1]
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.locator(".hinted").first).to_be_visible()
    hinted = "li.hinted > .card" if page.locator("li.hinted").count() else "#stock > .card"
    assert "dashed" in lines(table, hinted)


def test_forced_colours_leave_edges(tables: Tables) -> None:
    table = tables(forced_colors="active")
    table.open_deal(WISP)
    table.open(f"/games/{table.ahead(WISP, 20)}")
    for selector in (
        *("li.up > .card", "li.down", "#deal", ".column.empty > .slot", ".foundation > .slot"),
        *(".suits button", ".suits [aria-pressed=true]"),
    ):
        assert lines(table, selector), selector
    chosen, other = (
        table.page.locator(f".suits button[aria-pressed={pressed}]").first.evaluate(
            "node => getComputedStyle(node).backgroundColor"
        )
        for pressed in ("true", "false")
    )
    assert chosen != other
    table.page.locator("li:last-child > .card").first.focus()
    table.page.keyboard.press("ArrowRight")
    for _ in range(30):
        table.page.keyboard.press("Tab")
        assert table.focus()["tag"] == "body" or table.focus()["isRinged"], table.focus()


def test_forced_colours_show_the_place_under_a_dragged_card(tables: Tables) -> None:
    table = tables(forced_colors="active")
    table.open_deal(WISP)
    lifting = lifting_of(WISP, 0)
    start, end = table.route(lifting)
    table.page.mouse.move(*start)
    table.page.mouse.down()
    table.page.mouse.move(end[0], end[1] + 20, steps=4)
    expect(table.page.locator(".over")).to_have_count(1)
    assert "5px" in lines(table, f"#col-{lifting.place} > ol")
    table.page.mouse.up()
    table.reached(1)


def test_the_mark_of_a_win_is_seen_in_forced_colours(tables: Tables) -> None:
    table = tables(forced_colors="active")
    table.open_deal(WISP)
    table.open(f"/games/{table.ahead(WISP)}")
    panel = table.box("#panel")
    picture = table.page.screenshot(
        clip={
            "x": panel.left + panel.width / 2 - 30,
            "y": panel.top + 30,
            "width": 60,
            "height": 50,
        }
    )
    found = table.page.evaluate(INK, [base64.b64encode(picture).decode(), SIDE])
    assert sum(found["ink"]) > SIDE
