"""A whole game with nothing but what a screen reader tells: roles, names and words."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.engine.game import Game
from app.engine.moves import Action, Collect, DealRow, RunMove
from app.engine.position import Column, Position
from app.web.announce import announcement
from tests.browser.table import Table
from tests.playing import records

pytestmark = pytest.mark.browser

RECORD = records("will-o-the-wisp-1")[0]
TITLE = RECORD.variant.game.title
_NAMED = re.compile(r'(group|button) "([^"]*)"')


def told(page: Page) -> dict[str, list[str]]:
    """Read the columns in order: for each name the names of its cards."""
    columns: dict[str, list[str]] = {}
    cards: list[str] = []
    for role, name in _NAMED.findall(page.get_by_role("main").aria_snapshot()):
        if role == "group" and name.startswith("Column "):
            columns[name] = cards = []
        elif role == "button" and re.search(r", column \d+, card ", name):
            cards.append(name.partition(", moves to ")[0])
    return columns


def names(position: Position) -> dict[str, list[str]]:
    """What is to be told of a position."""
    return {
        _column_name(number, column): [
            card_name(position, number, place)
            for place in range(column.face_down + 1, len(column.cards) + 1)
        ]
        for number, column in enumerate(position.columns, 1)
    }


def _column_name(number: int, column: Column) -> str:
    counts = [(column.face_down, "face down"), (len(column.face_up), "face up")]
    words = ", ".join(f"{count} {side}" for count, side in counts if count)
    return f"Column {number}: {words or 'empty'}"


def card_name(position: Position, number: int, place: int) -> str:
    cards = position.columns[number - 1].cards
    return f"{cards[place - 1].name}, column {number}, card {place} of {len(cards)}"


def press(page: Page, name: str) -> None:
    """Press the one button of this name, or whose name goes on after a comma."""
    page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}(,|$)")).press("Enter")


def act(page: Page, position: Position, action: Action) -> None:
    match action:
        case DealRow():
            page.get_by_role("button", name=re.compile("^Deal a row")).press("Enter")
        case RunMove(source, target, count):
            lift(page, position, source, count)
            press(page, f"Move to column {target + 1}")
        case Collect(source):
            lift(page, position, source, position.ranks)
            press(page, "Move to a foundation")
        case _:
            raise AssertionError(action)


def lift(page: Page, position: Position, column: int, count: int) -> None:
    place = len(position.columns[column].cards) - count + 1
    press(page, card_name(position, column + 1, place))
    expect(
        page.get_by_role("main")
        .get_by_role("group", name=re.compile("^Column"))
        .get_by_role("button", pressed=True)
    ).to_have_count(1)


def choose(page: Page) -> None:
    """Find the game from the front page."""
    games = page.get_by_role("navigation", name="Games")
    games.get_by_role("link", name=TITLE, exact=True).press("Enter")
    expect(page.get_by_role("heading", level=1, name=re.compile(f"^{TITLE}, "))).to_have_count(1)
    suits = page.get_by_role("group", name="Number of suits")
    suits.get_by_role("button", name="1 suit", exact=True).press("Enter")
    title = re.compile(rf"^{TITLE}, 1 suit, deal \d+$")
    expect(page.get_by_role("heading", level=1, name=title)).to_have_count(1)


def test_a_whole_game(table: Table) -> None:
    page = table.page
    table.open("/")
    choose(page)
    table.open_deal(RECORD)
    game = Game.start(RECORD.variant, RECORD.seed, RECORD.collecting)
    for action in RECORD.actions:
        assert told(page) == names(game.position)
        act(page, game.position, action)
        game = game.after(action)
        numbers = re.compile(rf"\b{game.score}\s+score\b.*\b{game.moves}\s+moves\b", re.DOTALL)
        expect(page.get_by_role("main")).to_have_text(numbers)
        expect(page.get_by_role("status")).to_have_text(announcement(game))
        table.settled()
    assert "You have won!" in announcement(game)
    end = page.get_by_role("region", name="The end of the game")
    expect(end.get_by_role("heading", name="You have won")).to_be_visible()
    expect(end).to_contain_text(f"Score {game.score}, time")
    expect(end.get_by_role("link", name="Next deal")).to_be_focused()
    pages = page.get_by_role("navigation", name="Pages")
    pages.get_by_role("link", name="Records").press("Enter")
    expect(page.get_by_role("heading", level=1, name="Records")).to_be_visible()
    row = page.get_by_role("row").filter(has_text=f"deal {RECORD.seed}")
    expect(row.get_by_role("cell").nth(2)).to_contain_text(str(game.moves))
