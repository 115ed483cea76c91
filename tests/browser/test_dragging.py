"""Dragging: what is dropped where, by which button, and what happens meanwhile."""

import pytest
from playwright.sync_api import expect

from tests.browser.slow import Slow
from tests.browser.table import Lifting, Table, Tables, lifting_of
from tests.browser.watch import Watch
from tests.playing import records

pytestmark = pytest.mark.browser

SPIDER = records("spider-2")[0]
FIRST = lifting_of(SPIDER, 0)

RISE_PX = 4
"""A lifted card stands this much higher at most."""


@pytest.fixture
def dealt(table: Table) -> Table:
    table.open_deal(SPIDER)
    return table


def assert_nothing_held(table: Table) -> None:
    """No card is dragged, lifted or out of its place."""
    page = table.page
    assert page.locator(".dragging, .lifted, .drop, .over, .flying").count() == 0
    assert page.evaluate("document.querySelectorAll('#felt [style]').length") == 0


def take(table: Table, lifting: Lifting, button: str = "left") -> None:
    """Press on a card and move a little."""
    start, _ = table.route(lifting)
    mouse = table.page.mouse
    mouse.move(*start)
    mouse.down(button=button)  # type: ignore[arg-type]
    mouse.move(start[0] + 30, start[1] + 30, steps=2)


def offset(table: Table, selector: str, x: float, y: float) -> tuple[float, float]:
    """How far the pointer is from the corner of a card."""
    box = table.box(selector)
    return round(x - box.left), round(y - box.top)


def painted(table: Table) -> None:
    table.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


def elsewhere(table: Table, lifting: Lifting) -> str:
    """A column where the card may not go."""
    to = table.page.locator(lifting.card).get_attribute("data-to") or ""
    taken = {*to.split(), lifting.lift.partition("x")[0]}
    return next(str(number) for number in range(1, 11) if str(number) not in taken)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_an_illegal_drop_goes_home_without_a_request(
    tables: Tables, watch: Watch, motion: str
) -> None:
    table = tables(reduced_motion=motion)
    table.open_deal(SPIDER)
    cards = table.cards()
    sent = len(watch.requests)
    for place in (elsewhere(table, FIRST), FIRST.lift.partition("x")[0]):
        start, end = table.route(Lifting(FIRST.lift, place))
        table.page.mouse.move(*start)
        table.page.mouse.down()
        table.page.mouse.move(end[0], end[1] + 30, steps=4)
        expect(table.page.locator("li.dragging")).to_have_count(1)
        table.page.mouse.up()
        table.probe("still")
        assert_nothing_held(table)
    assert table.cards() == cards
    assert len(watch.requests) == sent
    assert table.version == 0
    table.assert_as_fresh()


@pytest.mark.parametrize("button", ["right", "middle"])
def test_another_button_never_drags(dealt: Table, watch: Watch, button: str) -> None:
    _, end = dealt.route(FIRST)
    take(dealt, FIRST, button)
    assert_nothing_held(dealt)
    dealt.page.mouse.move(*end, steps=3)
    dealt.page.mouse.up(button=button)  # type: ignore[arg-type]
    assert_nothing_held(dealt)
    assert watch.posts() == []


def test_a_second_button_ends_the_drag(dealt: Table, watch: Watch) -> None:
    _, end = dealt.route(FIRST)
    take(dealt, FIRST)
    expect(dealt.page.locator("li.dragging")).to_have_count(1)
    dealt.page.mouse.down(button="right")
    dealt.page.mouse.move(*end, steps=3)
    dealt.page.mouse.up(button="right")
    dealt.page.mouse.up()
    assert_nothing_held(dealt)
    assert watch.posts() == []


def test_the_first_button_while_the_second_is_down(dealt: Table, watch: Watch) -> None:
    start, end = dealt.route(FIRST)
    mouse = dealt.page.mouse
    mouse.move(*start)
    mouse.down(button="right")
    mouse.down()
    mouse.move(*end, steps=3)
    mouse.up()
    mouse.up(button="right")
    assert_nothing_held(dealt)
    assert watch.posts() == []


@pytest.mark.parametrize("button", ["right", "middle"])
def test_another_button_twice(dealt: Table, watch: Watch, button: str) -> None:
    start, _ = dealt.route(FIRST)
    dealt.page.mouse.click(*start, button=button, click_count=2)  # type: ignore[arg-type]
    dealt.settled()
    assert_nothing_held(dealt)
    assert watch.posts() == []


@pytest.mark.parametrize("edge", ["left", "top", "right", "bottom"])
def test_a_card_let_go_beyond_the_edge(dealt: Table, watch: Watch, edge: str) -> None:
    start, _ = dealt.route(FIRST)
    x, y = {"left": (-200, 300), "top": (600, -200), "right": (1500, 300), "bottom": (600, 1000)}[
        edge
    ]
    cards = dealt.cards()
    mouse = dealt.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(x, y, steps=4)
    mouse.up()
    mouse.move(600, 400)
    assert_nothing_held(dealt)
    assert dealt.cards() == cards
    assert watch.posts() == []
    dealt.drag(str(SPIDER.actions[0]))
    dealt.assert_as_fresh()


def test_escape_ends_the_drag(dealt: Table, watch: Watch) -> None:
    _, end = dealt.route(FIRST)
    take(dealt, FIRST)
    dealt.page.keyboard.press("Escape")
    assert_nothing_held(dealt)
    dealt.page.mouse.move(*end, steps=2)
    dealt.page.mouse.up()
    assert_nothing_held(dealt)
    assert watch.posts() == []


def test_a_release_outside_the_window(dealt: Table, watch: Watch) -> None:
    start, _ = dealt.route(FIRST)
    take(dealt, FIRST)
    # the button came up where the page heard nothing of it
    dealt.page.evaluate(
        """([x, y]) => document.dispatchEvent(new PointerEvent('pointermove', {
            pointerId: 1, pointerType: 'mouse', isPrimary: true, buttons: 0, clientX: x, clientY: y,
            bubbles: true}))""",
        list(start),
    )
    assert_nothing_held(dealt)
    dealt.page.mouse.up()
    dealt.page.evaluate("dispatchEvent(new Event('blur'))")
    assert_nothing_held(dealt)
    assert watch.posts() == []
    dealt.drag(str(SPIDER.actions[0]))
    dealt.assert_as_fresh()


def test_the_greatest_overlap_decides(table: Table) -> None:
    """Two columns side by side may take the card."""
    table.open("/spider-1/8")
    lift, left, right = "6x1", "2", "3"
    assert {(lift, left), (lift, right)} <= {tuple(offer) for offer in table.probe("offers")}
    start, _ = table.route(Lifting(lift, left))
    card = table.box(Lifting(lift, left).card)
    one, two = table.box(f"#col-{left}"), table.box(f"#col-{right}")
    for part, wanted in ((0.3, left), (0.7, right)):
        x = one.left + (two.left - one.left) * part
        mouse = table.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(x + start[0] - card.left, one.top + 40, steps=3)
        mouse.up()
        version = 1 if wanted == left else 3
        table.reached(version)
        assert f"column {wanted}" in table.said
        table.click("undo")
    table.assert_as_fresh()


def test_a_drop_half_beside_an_empty_column(table: Table) -> None:
    record = records("will-o-the-wisp-1")[0]
    table.open_deal(record)
    table.open(f"/games/{table.ahead(record, 20)}")
    void = table.page.locator(".column.empty").first
    number = (void.get_attribute("id") or "").removeprefix("col-")
    lift = next(lift for lift, place in table.probe("offers") if place == number)
    lifting = Lifting(lift, number)
    start, _ = table.route(lifting)
    card, place = table.box(lifting.card), table.box(f"#col-{number} > .slot")
    aside = 0.4 if number == "1" else -0.4
    mouse = table.page.mouse
    mouse.move(*start)
    mouse.down()
    x, y = place.point(place.width * aside, place.height / 2)
    mouse.move(x + start[0] - card.left, y + start[1] - card.top, steps=3)
    mouse.up()
    table.reached(21)
    assert f"column {number}" in table.said
    assert_nothing_held(table)
    table.assert_as_fresh()


def test_a_drop_in_the_gap_between_columns(table: Table) -> None:
    """Both may take the card, and the pointer is over neither: the nearer one gets it."""
    table.open("/spider-1/8")
    lift, left, right = "6x1", "2", "3"
    card = table.box(Lifting(lift, left).card)
    one, two = table.box(f"#col-{left}"), table.box(f"#col-{right}")
    gap = (one.left + one.width + two.left) / 2
    mouse = table.page.mouse
    for version, (aside, wanted) in enumerate(((-3, left), (3, right))):
        start = card.center
        mouse.move(*start)
        mouse.down()
        mouse.move(gap + aside, one.top + 60, steps=3)
        mouse.up()
        table.reached(2 * version + 1)
        assert f"column {wanted}" in table.said
        table.click("undo")
    table.assert_as_fresh()


def test_a_swap_of_the_column_during_a_drag_leaves_no_ghost(dealt: Table) -> None:
    """The move that brought the card there is undone while it is in the air."""
    dealt.drag(str(SPIDER.actions[0]))
    card = dealt.page.locator(f"#col-{FIRST.place} li:last-child > button")
    lift = card.get_attribute("value") or ""
    _, end = dealt.route(Lifting(lift, elsewhere(dealt, Lifting(lift, "1"))))
    take(dealt, Lifting(lift, "1"))
    expect(dealt.page.locator("li.dragging")).to_have_count(1)
    dealt.page.keyboard.press("u")
    dealt.reached(2)
    assert_nothing_held(dealt)
    expect(dealt.page.locator("#say .refused")).to_contain_text("went home")
    dealt.page.mouse.move(*end, steps=3)
    dealt.page.mouse.up()
    dealt.settled()
    assert dealt.version == 2
    assert_nothing_held(dealt)
    dealt.assert_as_fresh()


def untouched(table: Table, *columns: str) -> Lifting:
    """A move that has nothing to do with these columns."""
    for lift, place in table.probe("offers"):
        if lift.partition("x")[0] not in columns and place not in columns:
            return Lifting(lift, place)
    raise LookupError("no such move")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_drag_goes_on_when_an_answer_comes(tables: Tables, motion: str) -> None:
    dealt = tables(reduced_motion=motion)
    dealt.open_deal(SPIDER)
    dealt.drag(str(SPIDER.actions[0]))
    move = untouched(dealt, FIRST.lift.partition("x")[0], FIRST.place)
    _, end = dealt.route(move)
    take(dealt, move)
    dealt.page.keyboard.press("u")
    dealt.reached(2)
    expect(dealt.page.locator("li.dragging")).to_have_count(1)
    dealt.page.mouse.move(*end, steps=3)
    dealt.page.mouse.up()
    dealt.reached(3)
    assert f"column {move.place}" in dealt.said
    dealt.probe("still")
    assert_nothing_held(dealt)
    dealt.assert_as_fresh()


def test_a_drag_goes_on_when_its_column_is_drawn_anew(dealt: Table) -> None:
    """The card that just moved is taken up before the answer, which draws its column anew."""
    page = dealt.page
    slow = Slow(dealt, "**/spider-2/*")
    dealt.drag_on(str(SPIDER.actions[0]))
    slow.wait_for(1)
    card = page.locator(f"#col-{FIRST.place} li:last-child")
    name = card.get_attribute("id")
    box = dealt.box(f"#{name}")
    at = box.point(8, 8)
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] + 40, at[1] + 60, steps=3)
    painted(dealt)
    before = dealt.box(f"#{name}")
    old = page.evaluate_handle("id => document.getElementById(id)", name)
    slow.let_go()
    dealt.reached(1)
    assert not old.evaluate("node => node.isConnected")
    expect(page.locator(f"li.dragging#{name}")).to_have_count(1)
    after = dealt.box(f"#{name}")
    assert abs(after.left - before.left) <= RISE_PX
    assert abs(after.top - before.top) <= RISE_PX
    page.mouse.move(at[0] + 80, at[1] + 60)
    painted(dealt)
    assert abs(dealt.box(f"#{name}").left - before.left - 40) <= RISE_PX
    page.mouse.move(*at, steps=2)
    page.mouse.up()
    assert_nothing_held(dealt)
    assert dealt.version == 1
    dealt.assert_as_fresh()


def test_a_drop_on_an_old_board(dealt: Table, watch: Watch) -> None:
    """Another tab acts while the card is in the air."""
    watch.allow_refusals()
    dealt.drag(str(SPIDER.actions[0]))
    lift, place = dealt.probe("offers")[0]
    _, end = dealt.route(Lifting(lift, place))
    take(dealt, Lifting(lift, place))
    dealt.act_elsewhere(dealt.game_id, "undo", 1)
    answers = dealt.page.evaluate("probe.answers")
    dealt.page.mouse.move(*end, steps=3)
    dealt.page.mouse.up()
    dealt.probe("answered", answers + 1)
    assert dealt.version == 2
    expect(dealt.page.locator("#say .refused")).to_have_count(1)
    assert_nothing_held(dealt)
    dealt.assert_as_fresh()


@pytest.mark.parametrize(
    ("scroll", "zoom"),
    [(300, 1), (0, 0.5), (300, 0.5), (0, 1.5), (150, 1.5), (60, 2)],
    ids=["scrolled", "50", "50 scrolled", "150", "150 scrolled", "200 scrolled"],
)
def test_the_card_stays_under_the_pointer(tables: Tables, scroll: int, zoom: float) -> None:
    """At each zoom a screen holds fewer pixels of CSS."""
    viewport = {"width": round(1280 / zoom), "height": round(800 / zoom)}
    table = tables(viewport=viewport, device_scale_factor=zoom)
    table.open_deal(SPIDER)
    table.page.evaluate("y => scrollTo(0, y)", scroll)
    assert table.page.evaluate("scrollY") == scroll
    assert 0 < table.route(FIRST)[0][1] < viewport["height"]
    follow(table)


def follow(table: Table, zoom: float = 1) -> None:
    """Drag a card, which stays under the pointer on its way and lands where it is shown."""
    start, end = table.route(FIRST)
    mouse = table.page.mouse
    before = offset(table, f"li:has(> {FIRST.card})", *start)
    mouse.move(*start)
    mouse.down()
    for step in (0.3, 0.6, 1):
        x, y = (start[axis] + (end[axis] - start[axis]) * step for axis in (0, 1))
        mouse.move(x, y)
        painted(table)
        shown = offset(table, "li.dragging", x, y)
        assert max(abs(a - b) for a, b in zip(shown, before, strict=True)) <= RISE_PX * max(1, zoom)
    mouse.up()
    table.reached(1)
    assert f"column {FIRST.place}" in table.said
    table.assert_as_fresh()


@pytest.mark.parametrize("zoom", [0.5, 1.5, 2])
def test_a_page_enlarged_by_styles(table: Table, zoom: float) -> None:
    """As some tools do: the card still stays under the pointer."""
    table.open_deal(SPIDER)
    table.page.evaluate("zoom => { document.documentElement.style.zoom = zoom; }", zoom)
    follow(table, zoom)


def test_the_page_scrolls_during_a_drag(dealt: Table) -> None:
    start, end = dealt.route(FIRST)
    mouse = dealt.page.mouse
    before = offset(dealt, f"li:has(> {FIRST.card})", *start)
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=2)
    mouse.wheel(0, 60)
    dealt.page.wait_for_function("scrollY > 0")
    mouse.move(end[0], end[1] - 20)
    painted(dealt)
    shown = offset(dealt, "li.dragging", end[0], end[1] - 20)
    assert max(abs(a - b) for a, b in zip(shown, before, strict=True)) <= RISE_PX
    mouse.up()
    dealt.reached(1)
    dealt.assert_as_fresh()


def test_a_long_press_selects_nothing(tables: Tables, watch: Watch) -> None:
    table = tables(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table.open_deal(SPIDER)
    x, y = table.box(FIRST.card).point(8, 4)
    session = table.page.context.new_cdp_session(table.page)
    points = [{"x": x, "y": y}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    table.page.wait_for_timeout(800)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert table.page.evaluate("String(getSelection())") == ""
    assert watch.posts() == []
    table.swipe(str(SPIDER.actions[0]))
    assert table.page.evaluate("String(getSelection())") == ""
    assert table.page.evaluate("scrollY") == 0


def test_a_second_finger_ends_the_drag(tables: Tables, watch: Watch) -> None:
    table = tables(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table.open_deal(SPIDER)
    (x, y), end = table.route(FIRST)
    session = table.page.context.new_cdp_session(table.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", (x, y))
    touch("touchMove", (x + 20, y + 20))
    touch("touchMove", (x + 30, y + 40))
    assert table.page.locator("li.dragging").count() == 1
    touch("touchStart", (x + 30, y + 40), (x + 90, y + 200))
    touch("touchMove", end, (x + 90, y + 220))
    touch("touchEnd")
    assert_nothing_held(table)
    assert watch.posts() == []
    table.assert_as_fresh()
