"""No page, in no state, at no width and in no light, has a barrier that axe knows."""

from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import ViewportSize, expect

from tests.browser.table import Json, Table, Tables
from tests.browser.watch import Watch
from tests.playing import records

pytestmark = pytest.mark.browser

WIDTHS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 800},
    {"width": 320, "height": 568},
)
SCHEMES: dict[Literal["light", "dark"], dict[str, Json]] = {
    "light": {},
    "dark": {"runOnly": ["color-contrast", "link-in-text-block"]},  # what depends on colours
}
WON = records("will-o-the-wisp-2")[0]
SWAGGER = "#api-docs"  # what Swagger UI draws is its own, the second main landmark too
STUCK = "/will-o-the-wisp-4/12"  # after all five deals

State = Callable[[Table], None]


def at(path: str) -> State:
    return lambda table: table.open(path)


def begun(table: Table, count: int = 30) -> None:
    table.open("/privacy")
    table.open(f"/games/{table.ahead(WON, count)}")


def lifted(table: Table) -> None:
    begun(table)
    (lift, *_), *_ = table.probe("offers")
    table.page.locator(f'button.card[value="{lift}"]').click(position={"x": 8, "y": 4})
    expect(table.page.locator(".drop").first).to_be_visible()


def pressed(selector: str, shown: str) -> State:
    def press(table: Table) -> None:
        begun(table)
        table.page.locator(selector).click()
        expect(table.page.locator(shown).first).to_be_visible()

    return press


def refused(table: Table) -> None:
    begun(table)
    table.page.locator("button.card[data-why]").first.click(position={"x": 8, "y": 3})
    expect(table.page.locator("#say .refused")).to_be_visible()


def given_up(table: Table) -> None:
    begun(table)
    table.page.request.post(f"{table.page.url}/end", form={"then": "new"})
    table.page.reload()
    assert table.state == "lost"


def won(table: Table) -> None:
    begun(table, len(WON.actions))
    assert table.state == "won"


def stuck(table: Table) -> None:
    table.open(STUCK)
    for _ in range(5):
        table.click("deal")
    assert table.state == "stuck"


def filled(table: Table) -> None:
    won(table)
    table.open("/records")


def asked_without_script(table: Table) -> None:
    begun(table)
    table.open(f"/games/{table.game_id}/end?then=new")


STATES = {
    "start": at("/spider-2/7"),
    "seven columns": at("/spiderette-4/7"),
    "mid-game": begun,
    "lifted": lifted,
    "refused": refused,
    "hint": pressed("#t-hint", ".hinted"),
    "paused": pressed("#t-pause", ".cover button"),
    "question": pressed("#t-new", "dialog[open]"),
    "keys over the table": pressed("#t-keys", "dialog[open]"),
    "question page": asked_without_script,
    "keys": at("/keys"),
    "given up": given_up,
    "won": won,
    "stuck": stuck,
    "no records": at("/records"),
    "records": filled,
    "rules": at("/rules/spiderette"),
    "settings": at("/settings"),
    "privacy": at("/privacy"),
    "nothing": at("/nothing"),
    "offline": at("/offline"),
    "for programs": at("/api/docs"),
}


@pytest.mark.parametrize("name", STATES)
def test_no_barriers(tables: Tables, watch: Watch, name: str) -> None:
    watch.allow_refusals()
    table = tables()
    STATES[name](table)
    page = table.page
    has_swagger = page.locator(SWAGGER).count() > 0
    rules = {"landmark-no-duplicate-main": {"enabled": not has_swagger}}
    for size in WIDTHS:
        page.set_viewport_size(size)
        for scheme, only in SCHEMES.items():
            page.emulate_media(color_scheme=scheme)
            options = {"rules": rules, "resultTypes": ["violations"], **only}
            found = Axe().run(page, {"exclude": [[SWAGGER]]}, options)
            assert found.violations_count == 0, f"{size}, {scheme}:\n{found.generate_report()}"
