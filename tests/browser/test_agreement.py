"""After every swap the page is what a fresh load of it would be."""

import random
from collections import Counter

import pytest

from tests.browser.table import Table, Tables
from tests.playing import before_the_first_run, records

pytestmark = pytest.mark.browser

_MOVES = 200
_SUITS = {"s": "S", "h": "H", "d": "D", "c": "C"}


def action_of(lift: str, place: str) -> str:
    """Write what a player does when they lift these cards and put them there."""
    source, _, count = lift.partition("x")
    run = f"x{count}" if count not in ("", "1") and place != "f" else ""
    return f"{source}-{place}{run}"


def choose(table: Table, chance: random.Random) -> str:
    """Choose what to do next: mostly a move, and something of everything."""
    offers: list[tuple[str, str]]
    others: list[str]
    offers, others = table.page.evaluate("[probe.offers(), probe.others()]")
    if others and (not offers or chance.random() < 0.25):
        return chance.choice(others)
    return action_of(*chance.choice(offers))


def assert_as_on_the_server(table: Table) -> None:
    """Every card of the game is on the page once, where the server has it."""
    game = table.game()
    faces = table.page.evaluate(
        """() => [...document.querySelectorAll('#tableau > .column')].map((column) => ({
            down: column.querySelectorAll('li.down').length,
            up: [...column.querySelectorAll('li.up > .card')].map((card) =>
                card.dataset.rank.replace('10', 'T') + card.className.match(/\\b[shdc]\\b/)[0]),
        }))"""
    )
    for column, face in zip(game["columns"], faces, strict=True):
        assert face["down"] == column["face_down"]
        assert [card[0] + _SUITS[card[1]] for card in face["up"]] == column["face_up"]
    cards = table.cards()
    assert [card for card, count in Counter(cards).items() if count > 1] == []
    home = sum(pile["cards"] for pile in game["foundations"] if pile)
    assert len(cards) + home + game["stock"] == 52 * (2 if len(game["columns"]) == 10 else 1)


@pytest.mark.parametrize("variant", ["spider-1", "spiderette-1", "will-o-the-wisp-1"])
def test_random_moves(table: Table, variant: str) -> None:
    """A run goes home first, and then whatever comes."""
    chance = random.Random(20)  # noqa: S311 - no secret
    left = _MOVES
    for number, record in enumerate(records(variant), 1):
        ahead = before_the_first_run(record)
        table.open_deal(record)
        table.open(f"/games/{table.ahead(record, ahead)}")
        next_action = str(record.actions[ahead])
        while left > _MOVES - number * _MOVES // 4 and table.state in ("playing", "stuck"):
            table.click(next_action)
            table.assert_as_fresh()
            left -= 1
            next_action = choose(table, chance)
        assert_as_on_the_server(table)
    assert left == 0


def test_random_moves_from_a_fresh_deal(tables: Tables) -> None:
    """With cards that slide and are in nobody's way."""
    table = tables(reduced_motion="no-preference")
    chance = random.Random(4)  # noqa: S311 - no secret
    table.open("/spider-4/30211")
    for _ in range(25):
        table.click(choose(table, chance))
        table.probe("still")
        table.assert_as_fresh()
    assert_as_on_the_server(table)


def test_a_shown_hint_leaves_nothing_behind(table: Table) -> None:
    table.open("/spiderette-4/5")
    for _ in range(6):
        answers = table.page.evaluate("probe.answers")
        table.page.locator("#t-hint").click()
        table.probe("answered", answers + 1)
        assert table.page.locator(".hinted").count() > 0
        hinted = table.page.locator("li.hinted .card").first
        if hinted.count():
            place = table.page.locator(".column.hinted").get_attribute("id") or ""
            lift = hinted.get_attribute("value") or ""
            table.click(action_of(lift, place.removeprefix("col-") or "f"))
        else:
            table.click("deal")
        assert table.page.locator(".hinted").count() == 0
        table.assert_as_fresh()
