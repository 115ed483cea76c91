"""Everything has room on every screen: cards can be read, and nothing runs off sideways."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect

from app.engine.notation import GameRecord
from tests.browser.conftest import FLAGS, PROBE
from tests.browser.table import Table, Tables, expect_won
from tests.playing import records, stuck_record
from tests.served import Served

pytestmark = pytest.mark.browser

SCREENS = {
    "320x568": (320, 568),
    "390x844": (390, 844),
    "844x390": (844, 390),
    "1280x800": (1280, 800),
}
TWENTY_FOUR = """[Variant "spider-2"]
[Seed "903"]

deal 7-1 6-1 deal 3-1 2-1 deal 7-1x2 6-1 9-2 9-1x2 5-1 2-1x2 5-1 8-1 deal"""
FORTY = """[Variant "spider-2"]
[Seed "2957"]

3-1 5-1 deal 7-1 7-1 5-1 8-1 9-1 2-1 deal 10-3 2-1 4-1x2 4-1 3-7x2 8-3 7-3 3-2x3 3-1 2-1x4 2-1
7-9x2 deal 10-1 5-3 2-1 deal 8-1 3-1 deal 7-1 8-1 2-1 9-1 5-1 9-1 3-1"""
LONG = [(TWENTY_FOUR, None), (FORTY, 35), (FORTY, None)]
"""Games whose first column grows long, and after how many actions."""

INDICES = """() => {
    const ink = (card) => { // of the rank, which stands on the first line
        const style = getComputedStyle(card);
        const pen = document.createElement('canvas').getContext('2d');
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const text = pen.measureText(card.dataset.rank);
        const [above, below] = [text.fontBoundingBoxAscent, text.fontBoundingBoxDescent];
        const top = card.getBoundingClientRect().top + parseFloat(style.borderTopWidth)
            + parseFloat(style.paddingTop);
        const line = top + (parseFloat(style.lineHeight) - above - below) / 2 + above;
        return [line - text.actualBoundingBoxAscent, line + text.actualBoundingBoxDescent];
    };
    const pip = (card) => { // the suit beside the rank is the first of the card's pictures
        const style = getComputedStyle(card);
        const [x, y] = style.backgroundPosition.split(',')[0].split(' ').map(parseFloat);
        const size = parseFloat(style.backgroundSize.split(',')[0]);
        const { left, top } = card.getBoundingClientRect();
        const edge = parseFloat(style.borderTopWidth);
        return { left: left + edge + x, top: top + edge + y, size };
    };
    return [...document.querySelectorAll('#tableau li.up > .card')].map((card) => {
        const box = card.getBoundingClientRect();
        const next = card.parentElement.nextElementSibling?.firstElementChild;
        const [rankTop, rankBottom] = ink(card);
        const suit = pip(card);
        return {
            name: card.getAttribute('aria-label'),
            left: box.left,
            top: box.top,
            right: box.right,
            bottom: next?.getBoundingClientRect().top ?? box.bottom,
            rankTop, rankBottom,
            suitLeft: suit.left,
            suitTop: suit.top,
            suitRight: suit.left + suit.size,
            suitBottom: suit.top + suit.size,
            feltBottom: document.querySelector('#felt').getBoundingClientRect().bottom,
        };
    });
}"""
LEAST_STRIP_PX = 8
LEAST_PART_OF_STRIP = 0.6
LEAST_SUIT_PX = 6
HAIR_PX = 0.6
LEAST_TARGET_PX = 24


@pytest.fixture(params=SCREENS, ids=str)
def screen(request: pytest.FixtureRequest, tables: Tables) -> Table:
    width, height = SCREENS[request.param]
    phone = width < 1000
    return tables(viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone)


def height_of(table: Table) -> int:
    return table.page.viewport_size["height"] if table.page.viewport_size else 0


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


def with_a_long_column(screen: Table, text: str, count: int | None) -> None:
    record = GameRecord.parse(text)
    screen.open_deal(record)
    screen.open(f"/games/{screen.ahead(record, count)}")
    assert screen.page.locator("#col-1 > ol > li").count() > 20


@pytest.mark.parametrize(("text", "count"), LONG, ids=["24", "38", "40"])
def test_a_long_column_can_be_read(screen: Table, text: str, count: int | None) -> None:
    """Each card that lies face up shows its rank and its suit, whole."""
    with_a_long_column(screen, text, count)
    assert overflow(screen) == []
    indices = screen.page.evaluate(INDICES)
    assert len(indices) > 20
    for card in indices:
        assert card["bottom"] - card["top"] >= LEAST_STRIP_PX, card
        assert card["top"] - HAIR_PX <= card["rankTop"], card
        assert card["rankBottom"] <= card["bottom"] + HAIR_PX, card
        assert card["top"] <= card["suitTop"], card
        assert card["suitBottom"] <= card["bottom"] + HAIR_PX, card
        assert card["left"] < card["suitLeft"], card
        assert card["suitRight"] <= card["right"] + HAIR_PX, card
        assert card["suitRight"] - card["suitLeft"] >= LEAST_SUIT_PX, card
        assert card["bottom"] <= card["feltBottom"] + HAIR_PX, card  # the page scrolls to there


@pytest.mark.parametrize(("text", "count"), LONG, ids=["24", "38", "40"])
def test_nothing_lies_over_the_cards_of_a_long_column(
    screen: Table, text: str, count: int | None
) -> None:
    with_a_long_column(screen, text, count)
    hidden = screen.page.evaluate(
        """() => [...document.querySelectorAll('li.up > .card')].filter((card) => {
            card.scrollIntoView({ block: 'center' });
            const {left, top} = card.getBoundingClientRect();
            return document.elementFromPoint(left + 5, top + 4) !== card;
        }).map((card) => card.value)"""
    )
    assert hidden == []


def test_the_board_fits_its_screen(screen: Table) -> None:
    screen.open("/spider-2/7")
    height = height_of(screen)
    for column in range(1, 11):
        box = screen.box(f"#col-{column} li:last-child")
        assert box.top + box.height <= height


WORST = "/spider-2/999999999999"
WON_BEFORE = records("will-o-the-wisp-1")[0]


def in_one_row(table: Table, selector: str) -> bool:
    tops: list[float] = table.page.locator(selector).evaluate_all(
        "nodes => nodes.filter((node) => node.getClientRects().length)"
        ".map((node) => node.getBoundingClientRect().top)"
    )
    return len(tops) > 1 and max(tops) - min(tops) < 1


def test_the_bar_never_wraps(screen: Table) -> None:
    """Neither a long number nor a notice moves the cards."""
    screen.open("/spider-2/7")
    top = screen.box("#tableau").top
    screen.open(WORST)
    assert screen.box("#tableau").top == top
    assert in_one_row(screen, ".tool")
    assert overflow(screen) == []
    number = screen.page.locator(".deal-number").evaluate(
        "node => node.scrollWidth - node.clientWidth"
    )
    assert number <= 0


def test_a_notice_moves_no_card(screen: Table) -> None:
    screen.open(f"/{WON_BEFORE.variant.key}/{WON_BEFORE.seed}")
    top = screen.box("#tableau").top
    screen.ahead(WON_BEFORE)
    screen.open(f"/games/{screen.ahead(WON_BEFORE, 1)}")
    notice = screen.page.locator(".notice")
    expect(notice).to_have_text("You have won this deal before.")
    assert screen.box("#tableau").top == top
    assert in_one_row(screen, ".tool")
    box, words = screen.box(".notice"), screen.box("#say > p")
    assert box.left >= 0
    assert box.top + box.height <= height_of(screen)
    beside = box.left + box.width <= words.left or words.left + words.width <= box.left
    apart = beside or words.top + words.height <= box.top + 1
    assert apart, (box, words)
    assert overflow(screen) == []


def test_the_message_lies_on_no_card_of_a_phone_on_its_side(tables: Tables) -> None:
    table = tables(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    table.open("/spider-2/7")
    table.click("deal")
    words, felt = table.box("#say > p"), table.box("#felt")
    assert words.top + words.height <= felt.top + 1


def test_panels_leave_the_table_in_sight(screen: Table) -> None:
    """The question and the end of a game are small where the screen is."""
    height = height_of(screen)
    record = stuck_record()
    screen.open_deal(record)
    screen.open(f"/games/{screen.ahead(record)}")
    expect(screen.page.locator("#panel")).to_be_visible()
    assert screen.box("#panel").height < height * 0.4
    assert in_one_row(screen, "#panel .button")
    screen.open("/spider-2/7")
    screen.click("deal")
    screen.page.locator("#t-new").click()
    expect(screen.page.locator("dialog[open]")).to_be_visible()
    assert screen.box("#dialog").height < height * 0.6
    assert in_one_row(screen, "#dialog .button:not([data-close])")


def test_the_ten_is_whole(screen: Table) -> None:
    """Two figures and a suit, side by side within the card, in whatever deck."""
    screen.open("/spider-4/7")
    for deck in ("two", "four"):
        screen.page.evaluate("deck => (document.documentElement.dataset.deck = deck)", deck)
        found = screen.page.evaluate(
            """() => {
                const card = document.querySelector('.card[data-rank="10"]');
                const style = getComputedStyle(card);
                const pen = document.createElement('canvas').getContext('2d');
                pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
                const aside = parseFloat(style.paddingLeft) + 2 * parseFloat(style.letterSpacing);
                const figures = aside + pen.measureText('10').width;
                const pip = document.createElement('i');
                Object.assign(pip.style, {
                    position: 'absolute',
                    left: 'calc(var(--pad) + var(--pip-x))',
                    width: 'var(--pip-size)',
                });
                card.style.position = 'relative';
                card.append(pip);
                const {left, right} = pip.getBoundingClientRect();
                const box = card.getBoundingClientRect();
                return [figures, left - box.left - 1, right - box.left - 1, card.clientWidth];
            }"""
        )
        figures, start, end, width = found
        assert figures <= start + 0.5
        assert end <= width


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


def in_sight(table: Table, selector: str) -> bool:
    box = table.box(selector)
    size = table.page.viewport_size
    assert size
    return box.top >= 0 and box.top + box.height <= size["height"] and box.width > 0


@pytest.mark.parametrize("path", ["/spider-2/7", "/records", "/settings", "/rules/spider", "/keys"])
def test_four_times_as_large(tables: Tables, path: str) -> None:
    """A desk at 400 %: the page is 320 CSS pixels wide, and what is said is in sight."""
    table = tables(viewport={"width": 320, "height": 256}, device_scale_factor=4)
    table.open(path)
    assert overflow(table) == []
    if path != "/spider-2/7":
        return
    table.page.keyboard.press("d")
    table.reached(1)
    assert overflow(table) == []
    assert in_sight(table, "#say p")
    table.page.keyboard.press("p")
    expect(table.page.locator("#cover")).to_contain_text("Paused")
    assert in_sight(table, "#cover button")
    table.page.keyboard.press("p")
    expect(table.page.locator("#cover")).to_be_empty()
    table.assert_as_fresh()


@pytest.mark.parametrize("size", [(1280, 800), (768, 1024)], ids=["desk", "tablet"])
def test_words_twice_as_large(
    browser: Browser, chromium: str, server: Served, size: tuple[int, int]
) -> None:
    """The player has set the browser's own size of words to 200 %."""
    flags = [*FLAGS, "--blink-settings=defaultFontSize=32"]
    with browser.browser_type.launch(executable_path=chromium, args=flags) as large:
        context = large.new_context(viewport={"width": size[0], "height": size[1]})
        context.add_init_script(path=PROBE)
        table = Table(context.new_page(), server.url)
        for path in ("/spider-2/7", "/records", "/settings", "/rules/spider"):
            table.open(path)
            assert overflow(table) == []
        table.open("/spider-2/7")
        assert table.page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
        cut = table.page.evaluate(
            """() => [...document.querySelectorAll('.tool, .suits button, .stat')]
                .filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth)
                .map((node) => node.textContent)"""
        )
        assert cut == []
        table.click("deal")
        table.assert_as_fresh()


@pytest.mark.parametrize("width", [320, 390])
def test_large_letters_on_a_phone(tables: Tables, width: int) -> None:
    """The browser's text size at 200 %."""
    table = tables(viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True)
    session = table.page.context.new_cdp_session(table.page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    table.open("/spider-2/7")
    assert table.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert overflow(table) == []
    suits, status = table.box(".suits button:last-of-type"), table.box(".stat:first-child")
    assert suits.left + suits.width <= status.left or suits.top + suits.height <= status.top
    words = [table.box(f".stat:nth-child({number})") for number in (1, 2, 3)]
    assert all(one.left + one.width <= other.left for one, other in pairwise(words))


def test_a_question_at_four_times_begins_with_its_heading(tables: Tables) -> None:
    """Also where its answers have no room any more."""
    table = tables(viewport={"width": 320, "height": 256}, device_scale_factor=4)
    table.open("/spider-2/7")
    table.click("deal")
    table.page.evaluate("document.documentElement.style.fontSize = '150%'")
    table.page.locator("#t-new").click()
    expect(table.page.locator("dialog[open] h2")).to_be_visible()
    assert in_sight(table, "#dialog-title")
    assert table.page.evaluate("document.activeElement.matches('dialog [data-close]')")


@pytest.mark.parametrize("path", ["/spider-2/7", "/spiderette-1/11"])
def test_a_hint_at_four_times_is_in_sight(tables: Tables, path: str) -> None:
    table = tables(viewport={"width": 320, "height": 256}, device_scale_factor=4)
    table.open(path)
    table.page.keyboard.press("h")
    expect(table.page.locator(".hinted").first).to_be_attached()
    assert in_sight(table, "#tableau li.hinted, .stock.hinted")
    card, words = table.box("#tableau li.hinted, .stock.hinted"), table.box("#say")
    assert card.top + card.height <= words.top


def test_a_hint_in_sight_moves_no_page(screen: Table) -> None:
    screen.open("/spider-2/7")
    screen.page.keyboard.press("h")
    expect(screen.page.locator(".hinted").first).to_be_attached()
    assert screen.page.evaluate("scrollY") == 0


@pytest.mark.parametrize(("text", "count"), LONG[:1], ids=["24"])
def test_indices_of_a_long_column_use_their_strip(
    tables: Tables, text: str, count: int | None
) -> None:
    """On a very large screen."""
    table = tables(viewport={"width": 1920, "height": 1080})
    with_a_long_column(table, text, count)
    found = table.page.evaluate(INDICES)
    covered = [card for card in found if re.search(r"column 1, card \d+ of 24", card["name"])][:-1]
    assert len(covered) > 15
    for card in covered:
        strip, ink = card["bottom"] - card["top"], card["rankBottom"] - card["rankTop"]
        assert ink > strip * LEAST_PART_OF_STRIP, card
        assert card["rankBottom"] <= card["bottom"] + HAIR_PX, card


@pytest.mark.parametrize("what", ["won", "hint", "question"])
def test_turning_the_phone_keeps_what_is_shown(tables: Tables, what: str) -> None:
    table = tables(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = table.page
    record = records("will-o-the-wisp-1")[0]
    table.open_deal(record)
    table.open(f"/games/{table.ahead(record, None if what == 'won' else 10)}")
    shown = {"won": "#panel h2", "hint": ".hinted", "question": "dialog[open] h2"}[what]
    if what != "won":
        page.locator({"hint": "#t-hint", "question": "#t-new"}[what]).click()
    expect(page.locator(shown).first).to_be_visible()
    marked = page.locator(shown).count()
    version, state = table.version, table.state
    for width, height in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(shown).count() == marked
        expect(page.locator(shown).first).to_be_visible()
        if what != "hint":
            assert in_sight(table, shown)
        assert overflow(table) == []
        assert (table.version, table.state) == (version, state)
    if what == "hint":
        table.click("undo")
    elif what == "question":
        page.get_by_text("Go on playing").click()
        expect(page.locator("dialog[open]")).to_have_count(0)
    table.assert_as_fresh()


@pytest.mark.parametrize("width", [320, 360, 390, 414, 600, 1280])
def test_the_games_are_in_sight(tables: Tables, width: int) -> None:
    """In the bar, whole, on every page, without anything to scroll there."""
    table = tables(viewport={"width": width, "height": 568})
    for path in ("/records", "/will-o-the-wisp-4/7"):
        table.open(path)
        inner = table.page.evaluate(
            """() => [...document.querySelectorAll('.bar .games a')].map((link) => {
                const range = document.createRange();
                range.selectNodeContents(link);
                const bar = link.closest('.bar').getBoundingClientRect();
                const {left, right, top, bottom} = range.getBoundingClientRect();
                return [left, innerWidth - right, top - bar.top, bar.bottom - bottom];
            })"""
        )
        assert len(inner) == 3
        assert all(room >= 0 for rooms in inner for room in rooms), inner
        ends = [(rooms[0], width - rooms[1]) for rooms in inner]
        assert all(end <= start for (_, end), (start, _) in pairwise(ends)), ends
        scrolled = "e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1"
        assert not table.page.locator(".bar .games").evaluate(scrolled)


@pytest.mark.parametrize("width", [320, 600, 900])
def test_records_are_cards_where_the_table_has_no_room(tables: Tables, width: int) -> None:
    table = tables(viewport={"width": width, "height": 568})
    table.open("/privacy")
    record = records("will-o-the-wisp-1")[0]
    table.ahead(record)
    table.open("/records")
    row = table.page.locator('tr:has(a[href="/will-o-the-wisp-1"])')
    for cell in row.locator("td").all():
        box = cell.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        name = cell.evaluate("e => getComputedStyle(e, '::before').content")
        assert cell.get_attribute("data-name") in name
    assert overflow(table) == []
    other = table.page.locator('tr:has(a[href="/will-o-the-wisp-2"])')
    assert other.locator("td:visible").count() == 0
