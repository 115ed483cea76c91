"""Everything has room on every screen: cards can be read, and nothing runs off sideways."""

import pytest
from playwright.sync_api import expect

from app.engine.notation import GameRecord
from tests.browser.table import Table, Tables, expect_won
from tests.playing import records

pytestmark = pytest.mark.browser

SCREENS = {
    "320x568": (320, 568),
    "390x844": (390, 844),
    "844x390": (844, 390),
    "1280x800": (1280, 800),
}
# spider-2/903: after these, column 1 holds 24 cards, 19 of them face up.
LONG = "deal 7-1 6-1 deal 3-1 2-1 deal 7-1x2 6-1 9-2 9-1x2 5-1 2-1x2 5-1 8-1 deal"
LEAST_STRIP_PX = 8
LEAST_TARGET_PX = 24


@pytest.fixture(params=SCREENS, ids=str)
def screen(request: pytest.FixtureRequest, tables: Tables) -> Table:
    width, height = SCREENS[request.param]
    phone = width < 1000
    return tables(viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone)


def overflow(table: Table) -> list[str]:
    """What sticks out sideways: the page itself, or a part of the board."""
    found: list[str] = table.page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth;
            const parts = '#table, .tool, .suits, .status, .stat, #felt, .column, .card';
            const out = [...document.querySelectorAll(`${parts}, .foundation, #say, #panel`)]
                .filter((node) => node.getClientRects().length)
                .filter((node) => {
                    const {left, right} = node.getBoundingClientRect();
                    return left < -0.5 || right > width + 0.5;
                })
                .map((node) => node.id || node.className);
            const page = document.scrollingElement;
            if (page.scrollWidth > page.clientWidth) out.push(`page ${page.scrollWidth}`);
            if (innerWidth > width + 20) out.push(`layout ${innerWidth}`);
            return out;
        }"""
    )
    return found


@pytest.mark.parametrize("variant", ["spider-4", "spiderette-4", "will-o-the-wisp-2"])
def test_nothing_runs_off_sideways(screen: Table, variant: str) -> None:
    screen.open(f"/{variant}/482913")
    assert overflow(screen) == []
    for path in ("/records", "/settings", "/rules/spider", "/privacy"):
        if variant == "spider-4":
            screen.open(path)
            assert overflow(screen) == []


def test_a_won_game_fits(screen: Table) -> None:
    record = records("spider-1")[0]
    screen.open_deal(record)
    screen.open(f"/games/{screen.ahead(record)}")
    expect_won(screen, record)
    assert overflow(screen) == []


def test_a_long_column_can_be_read(screen: Table) -> None:
    """In a column of 21 cards and more each face-up card shows its index."""
    record = GameRecord.parse(f'[Variant "spider-2"]\n[Seed "903"]\n\n{LONG}')
    screen.open_deal(record)
    screen.open(f"/games/{screen.ahead(record)}")
    assert screen.page.locator("#col-1 li.up").count() == 19
    strips = screen.page.evaluate(
        """() => [...document.querySelectorAll('.column')].flatMap((column) => {
            const cards = [...column.querySelectorAll('li.up')];
            const tops = cards.map((li) => li.getBoundingClientRect().top);
            return tops.slice(1).map((top, index) => top - tops[index]);
        })"""
    )
    assert min(strips) >= LEAST_STRIP_PX
    assert overflow(screen) == []
    # the index of a card lies within the strip that is left of it
    hidden = screen.page.evaluate(
        """() => [...document.querySelectorAll('li.up > .card')].filter((card) => {
            const {left, top} = card.getBoundingClientRect();
            if (top + 4 > innerHeight) return false;
            return document.elementFromPoint(left + 5, top + 4) !== card;
        }).map((card) => card.value)"""
    )
    assert hidden == []


def test_the_board_fits_its_screen(screen: Table) -> None:
    screen.open("/spider-2/7")
    height = screen.page.viewport_size["height"] if screen.page.viewport_size else 0
    for column in range(1, 11):
        box = screen.box(f"#col-{column} li:last-child")
        assert box.top + box.height <= height


def test_targets_are_large_enough(screen: Table) -> None:
    screen.open("/spider-2/7")
    small = screen.page.evaluate(
        """([least, targets]) => [...document.querySelectorAll(targets)]
            .filter((node) => node.getClientRects().length)
            .map((node) => [node.id || node.textContent.trim(), node.getBoundingClientRect()])
            .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
            .map(([name, box]) => `${name} ${box.width}x${box.height}`)""",
        [LEAST_TARGET_PX, ".tool, .suits button, #deal, li:last-child > .card, .bar a"],
    )
    assert small == []


def test_turning_the_phone_keeps_what_is_lifted(tables: Tables) -> None:
    table = tables(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table.open("/spider-1/33482")
    lift, _ = table.probe("offers")[0]
    table._tap_on(f'button.card[value="{lift}"]')
    expect(table.page.locator(".drop").first).to_be_visible()
    drops = table.page.locator(".drop").count()
    table.page.set_viewport_size({"width": 844, "height": 390})
    assert table.page.locator(".drop").count() == drops
    assert overflow(table) == []
    table._tap_on(".drop")
    table.reached(1)
    table.assert_as_fresh()


def test_text_twice_as_large(tables: Tables) -> None:
    """As at 400 % zoom of a desk: the page is 320 CSS px wide, and nothing is cut off."""
    table = tables(viewport={"width": 320, "height": 256})
    table.open("/spider-2/7")
    assert overflow(table) == []
    table.click("deal")
    table.assert_as_fresh()
