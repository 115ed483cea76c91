"""On a phone: what a finger means, and what the browser must not make of it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.table import PHONE, Lifting, Point, Table, Tables, lifting_of, wait_until
from tests.browser.test_dragging import assert_nothing_held, elsewhere
from tests.browser.watch import Watch
from tests.playing import records

pytestmark = pytest.mark.browser

SPIDER = records("spider-2")[0]
FIRST = lifting_of(SPIDER, 0)
NO_DOUBLE_TAP_MS = 500
SMALLEST = {"width": 320, "height": 568}


@pytest.fixture
def phone(tables: Tables) -> Table:
    table = tables(viewport=PHONE, has_touch=True, is_mobile=True)
    table.open_deal(SPIDER)
    return table


class Finger:
    def __init__(self, table: Table) -> None:
        self._page = table.page
        self._session = table.page.context.new_cdp_session(table.page)

    def touch(self, kind: str, *points: Point) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    @contextmanager
    def down(self, point: Point) -> Iterator[None]:
        self.touch("touchStart", point)
        yield
        self.touch("touchEnd")

    def spread(self, point: Point) -> None:
        """Put two fingers down and move them apart."""
        x, y = point
        for step in range(10):
            kind = "touchMove" if step else "touchStart"
            self.touch(kind, (x - 20 - 6 * step, y), (x + 20 + 6 * step, y))
        self.touch("touchEnd")


@pytest.mark.parametrize("where", ["#felt", "#deal", FIRST.card])
def test_two_fingers_zoom_the_page(phone: Table, watch: Watch, where: str) -> None:
    Finger(phone).spread(phone.box(where).center)
    wait_until(phone.page, lambda: phone.page.evaluate("visualViewport.scale") != 1)
    assert_nothing_held(phone)
    assert watch.posts() == []


def test_two_quick_taps_do_not(phone: Table) -> None:
    """The browser is told so, whatever it would do by itself."""
    allowed = phone.page.evaluate(
        """() => ['#felt', '#deal', 'li.up > .card'].map((selector) => {
            let [node, found] = [document.querySelector(selector), new Set()];
            for (; node; node = node.parentElement) found.add(getComputedStyle(node).touchAction);
            return [...found].some((action) => ['manipulation', 'pinch-zoom'].includes(action));
        })"""
    )
    assert allowed == [True, True, True]


@pytest.mark.parametrize("side", ["left", "right"])
def test_the_card_that_is_meant(tables: Tables, side: str) -> None:
    """At the very edge of a card its neighbour is not meant."""
    table = tables(viewport=SMALLEST, has_touch=True, is_mobile=True)
    table.open("/spider-1/33482")
    for number in range(1, 11):
        button = f"#col-{number} li:last-child > button"
        box = table.box(button)
        x = 1.0 if side == "left" else box.width - 1.0
        point = box.point(x, box.height / 2)
        meant = table.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('.column')?.id", list(point)
        )
        assert meant == f"col-{number}"
        table.page.touchscreen.tap(*point)
        lifted = table.page.locator("li.lifted > button")
        to = table.page.locator(button).get_attribute("data-to")
        expect(lifted).to_have_count(1 if to else 0)
        if to:
            expect(table.page.locator(f"#col-{number} li.lifted")).to_have_count(1)
            table.page.touchscreen.tap(*point)
            expect(lifted).to_have_count(0)


def test_a_tap_that_leads_nowhere_moves_nothing(phone: Table, watch: Watch) -> None:
    page = phone.page
    wrong = phone.box(f"#col-{elsewhere(phone, FIRST)} li:last-child > button").center
    felt = phone.box("#felt")
    for point in (wrong, phone._spot(FIRST.card), felt.point(felt.width / 2, felt.height - 30)):
        phone._tap_on(FIRST.card)
        expect(page.locator("li.lifted")).to_have_count(1)
        page.wait_for_timeout(NO_DOUBLE_TAP_MS)
        page.touchscreen.tap(*point)
        expect(page.locator(f"li.lifted > {FIRST.card}")).to_have_count(0)
        page.wait_for_timeout(NO_DOUBLE_TAP_MS)
        if page.locator("li.lifted").count():  # the other card is lifted in its place
            page.touchscreen.tap(*point)
        expect(page.locator(".lifted, .drop")).to_have_count(0)
        page.wait_for_timeout(NO_DOUBLE_TAP_MS)
    phone.settled()
    assert watch.posts() == []
    phone.assert_as_fresh()


def test_a_long_press_calls_no_menu(phone: Table, watch: Watch) -> None:
    page = phone.page
    page.evaluate(
        """() => {
            globalThis.menus = [];
            addEventListener('contextmenu', (event) => menus.push(event.defaultPrevented));
            addEventListener('selectstart', () => menus.push('selection'));
        }"""
    )
    finger = Finger(phone)
    with finger.down(phone._spot(FIRST.card)):
        page.wait_for_timeout(1_000)
        finger.touch("touchMove", phone.box("#felt").center)
    assert False not in page.evaluate("menus")
    assert "selection" not in page.evaluate("menus")
    assert_nothing_held(phone)
    assert watch.posts() == []


def test_words_can_be_selected_and_cards_cannot(phone: Table) -> None:
    phone.swipe(str(SPIDER.actions[0]))
    selected = phone.page.evaluate(
        """() => {
            document.execCommand('selectAll');
            return String(getSelection());
        }"""
    )
    assert "How to play Spider" in selected
    styles = phone.page.evaluate(
        """() => ['#felt .card', '#felt', '#say', '.rules p'].map((selector) =>
            getComputedStyle(document.querySelector(selector)).userSelect)"""
    )
    assert styles == ["none", "none", "auto", "auto"]


@pytest.mark.parametrize("where", ["from the edge", "down from the top"])
def test_a_drag_is_neither_back_nor_a_reload(phone: Table, where: str) -> None:
    page = phone.page
    phone.click("deal")
    address = phone.path
    page.evaluate("globalThis.same = true")
    card = phone.box("#col-1 li:last-child > button")
    start = card.point(1, card.height / 2) if where == "from the edge" else card.center
    way = (300, 0) if where == "from the edge" else (0, 400)
    finger = Finger(phone)
    with finger.down(start):
        for part in (0.1, 0.3, 0.6, 1):
            finger.touch("touchMove", (start[0] + way[0] * part, start[1] + way[1] * part))
    phone.probe("settled")
    assert page.evaluate("same")
    assert phone.path == address
    assert page.evaluate("scrollY") == 0
    assert_nothing_held(phone)
    phone.assert_as_fresh()


def test_a_finger_on_the_felt_scrolls_the_page(phone: Table) -> None:
    felt = phone.box("#felt")
    x, y = felt.point(felt.width / 2, felt.height - 30)
    finger = Finger(phone)
    with finger.down((x, y)):
        for step in range(1, 6):
            finger.touch("touchMove", (x, y - 40 * step))
    phone.page.wait_for_function("scrollY > 0")


def test_a_swipe_ends_where_it_is_let_go(phone: Table) -> None:
    place = elsewhere(phone, FIRST)
    cards = phone.cards()
    phone._drag_with_finger(Lifting(FIRST.lift, place))
    assert_nothing_held(phone)
    assert phone.cards() == cards
    assert phone.version == 0
