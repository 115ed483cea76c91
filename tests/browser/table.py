"""A player's hands: the same actions by mouse, finger, clicks and keys."""

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, expect

from app.engine.notation import GameRecord

_MOVE = re.compile(r"(f?\d+)-(\d+|f)(?:x(\d+))?")
_RANKS = 13
_NO_MATTER = "**/healthz"

PATIENCE_MS = 30_000
"""How long a page may take for anything: the machine may have other work."""

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

Json = Any
"""Whatever a page or the server answers."""
Point = tuple[float, float]
Contexts = Callable[..., BrowserContext]
Tables = Callable[..., "Table"]


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    width: float
    height: float

    @property
    def center(self) -> Point:
        return self.left + self.width / 2, self.top + self.height / 2

    def point(self, dx: float, dy: float) -> Point:
        return self.left + dx, self.top + dy


@dataclass(frozen=True)
class Lifting:
    """An action that moves cards: which are lifted, and where they go."""

    lift: str
    """As the cards' button has it: ``4x2``, or ``f2``."""
    place: str
    """A column's number, or ``f``."""

    @classmethod
    def of(cls, action: str) -> "Lifting | None":
        """Read an action; None when it lifts nothing."""
        found = _MOVE.fullmatch(action)
        if not found:
            return None
        source, place, count = found.groups()
        if source.startswith("f"):
            return cls(source, place)
        return cls(f"{source}x{_RANKS if place == 'f' else count or 1}", place)

    @property
    def card(self) -> str:
        return f'button.card[name="lift"][value="{self.lift}"]'

    @property
    def drop(self) -> str:
        pile = ".foundation" if self.place == "f" else f"#col-{self.place}"
        return f"{pile} > .drop"


def lifting_of(record: GameRecord, index: int) -> Lifting:
    """An action of a record that lifts cards."""
    lifting = Lifting.of(str(record.actions[index]))
    assert lifting
    return lifting


def wait_until(page: Page, is_so: Callable[[], object]) -> None:
    """Let a page go on until something is so."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while not is_so():
        assert time.monotonic() < end, "It does not come to be so."
        page.wait_for_timeout(10)


def intercept(
    page: Page, pattern: str, handler: Callable[[Route], object], times: int | None = None
) -> None:
    """Hand requests of a page that is loaded to a handler, from now on.

    The page hears of it a moment after Playwright has said so: what it asked for at once would
    slip through. So something that does not matter is asked for until it is caught.
    """
    caught: list[Route] = []

    def catch(route: Route) -> None:
        caught.append(route)
        route.fulfill(body="")

    page.route(_NO_MATTER, catch)
    page.route(pattern, handler, times=times)
    wait_until(page, lambda: page.evaluate("fetch('/healthz').then(() => true)") and caught)
    page.unroute(_NO_MATTER, catch)


class Table:
    """The table on a page."""

    def __init__(self, page: Page, base_url: str) -> None:
        self.page = page
        self.base_url = base_url

    # looking

    def probe(self, call: str, *arguments: object) -> Json:
        return self.page.evaluate(f"given => probe.{call}(...given)", list(arguments))

    @property
    def version(self) -> int:
        return int(self.probe("version"))

    @property
    def state(self) -> str:
        return self.page.locator("#status").get_attribute("data-state") or ""

    @property
    def said(self) -> str:
        return self.page.locator("#say").inner_text().strip()

    @property
    def path(self) -> str:
        return self.page.url.removeprefix(self.base_url)

    @property
    def game_id(self) -> str:
        found = re.match(r"/games/([^/?#]+)", self.path)
        assert found, self.path
        return found[1]

    def box(self, selector: str) -> Box:
        return Box(*self.probe("box", selector))

    def hands(self) -> list[str]:
        """What this page has been played with: mouse, touch, pen, keys."""
        found: list[str] = self.page.evaluate("[...probe.hands].sort()")
        return found

    def cards(self) -> list[str]:
        """Ids of the cards in the columns."""
        found: list[str] = self.probe("cards")
        return found

    def focus(self) -> dict[str, Any]:
        found: dict[str, Any] = self.probe("focus")
        return found

    def assert_as_fresh(self) -> None:
        """The page is what a fresh load of it would be, and sound."""
        found = self.probe("compare")
        assert found["shown"] == found["fresh"]
        assert found["doubled"] == []
        assert found["nested"] == []

    # going

    def open(self, path: str) -> None:
        self.page.goto(self.base_url + path)

    def open_deal(self, record: GameRecord) -> None:
        self.open(f"/{record.variant.key}/{record.seed}")

    def settled(self) -> None:
        """Wait until no answer is under way."""
        self.probe("settled")

    def reached(self, version: int) -> None:
        self.probe("reached", version)

    def ahead(self, record: GameRecord, count: int | None = None) -> str:
        """Play the first actions of a record without the page; give the game's id.

        Needs a page of the site first.
        """
        body = {"variant": record.variant.key, "seed": record.seed}
        game = self.call("/api/v1/games", body)
        for action in record.actions[:count]:
            game = self.act_elsewhere(game["id"], str(action), game["version"])
        return str(game["id"])

    def call(self, path: str, body: object) -> Json:
        """Post as a program with this player's cookie does."""
        response = self.page.request.post(self.base_url + path, data=body)
        assert response.ok, response.text()
        return response.json()

    def act_elsewhere(self, game_id: str, action: str, version: int) -> Json:
        """Act as another tab does."""
        path = f"/api/v1/games/{game_id}/actions"
        return self.call(path, {"action": action, "version": version})

    def game(self) -> Json:
        """The game as the server has it."""
        return self.page.request.get(f"{self.base_url}/api/v1/games/{self.game_id}").json()

    # acting

    def choose(self, setting: str, value: str) -> None:
        """Choose among the settings, and wait until it is kept."""
        self.open("/settings")
        button = self.page.locator(f"#{setting}-{value}")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(self.page.locator("#say")).not_to_be_empty()

    def click(self, action: str) -> None:
        """Lift with one click, put down with another; click on the stock, undo and redo."""
        self._act(action, self._click_on, self._click_on)

    def tap(self, action: str) -> None:
        self._act(action, self._tap_on, self._tap_on)

    def drag(self, action: str) -> None:
        """Drag with the mouse; what cannot be dragged is clicked."""
        self._act(action, self._click_on, self._click_on, drag=self._drag_with_mouse)

    def swipe(self, action: str) -> None:
        """Drag with a finger; what cannot be dragged is tapped."""
        self._act(action, self._tap_on, self._tap_on, drag=self._drag_with_finger)

    def play(self, act: Callable[[str], None], record: GameRecord) -> None:
        for action in record.actions:
            act(str(action))

    def drag_on(self, action: str) -> None:
        """Drag as ``drag`` does, and go on without the answer."""
        self._begin(action, self._click_on, self._click_on, drag=self._drag_with_mouse)

    def _act(
        self,
        action: str,
        lift: Callable[[str], None],
        put: Callable[[str], None],
        drag: Callable[[Lifting], None] | None = None,
    ) -> None:
        version = self.version
        self._begin(action, lift, put, drag)
        self.reached(version + 1)

    def _begin(
        self,
        action: str,
        lift: Callable[[str], None],
        put: Callable[[str], None],
        drag: Callable[[Lifting], None] | None = None,
    ) -> None:
        lifting = Lifting.of(action)
        if not lifting:
            put({"deal": "#deal", "undo": "#t-undo", "redo": "#t-redo"}[action])
        elif drag:
            drag(lifting)
        else:
            lift(lifting.card)
            self.page.locator(lifting.drop).wait_for()  # a tap is a click only a moment later
            put(lifting.drop)

    def _spot(self, selector: str) -> Point:
        """A point of it that nothing covers: cards show their upper edge at least."""
        box = self.box(selector)
        return box.point(min(8, box.width / 2), min(4, box.height / 2))

    def _click_on(self, selector: str) -> None:
        self.page.mouse.click(*self._spot(selector))

    def _tap_on(self, selector: str) -> None:
        self.page.touchscreen.tap(*self._spot(selector))

    def route(self, lifting: Lifting) -> tuple[Point, Point]:
        """From where to where to drag, so that the cards lie over their place."""
        start = self._spot(lifting.card)
        pile = "#foundations" if lifting.place == "f" else f"#col-{lifting.place}"
        card, place = self.box(lifting.card), self.box(pile)
        return start, (place.left + start[0] - card.left, place.top + start[1] - card.top + 12)

    def _drag_with_mouse(self, lifting: Lifting) -> None:
        start, end = self.route(lifting)
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=3)
        mouse.up()

    def _drag_with_finger(self, lifting: Lifting) -> None:
        start, end = self.route(lifting)
        session = self.page.context.new_cdp_session(self.page)
        way = [
            (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            for part in (0, 0.3, 0.6, 0.9, 1)
        ]
        for index, (x, y) in enumerate(way):
            kind = "touchMove" if index else "touchStart"
            points = [{"x": x, "y": y}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()


def expect_won(table: Table, record: GameRecord) -> None:
    """The end is shown with the score and moves of the record."""
    panel = table.page.locator("#panel")
    expect(panel).to_be_visible()
    expect(panel.locator("h2")).to_have_text("You have won")
    words = panel.locator("p").first
    expect(words).to_contain_text(f"Score {record.headers['Score']}")
    expect(words).to_contain_text(f"{record.headers['Moves']} moves")


def expect_recorded(table: Table, record: GameRecord) -> None:
    """The records page shows the win."""
    table.open("/records")
    row = table.page.get_by_role("row").filter(has_text=f"deal {record.seed}")
    expect(row).to_have_count(1)
    expect(row.locator("td").nth(0)).to_contain_text(record.headers["Score"])
    expect(row.locator("td").nth(2)).to_contain_text(record.headers["Moves"])
    expect(row.locator("td").nth(4)).to_have_text("1")  # won


def actions(record: GameRecord, count: int | None = None) -> Iterable[str]:
    return map(str, record.actions[:count])
