"""A whole game over a slow line: each request takes its time, and nobody waits for it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from app.engine.game import Game
from app.engine.moves import Collect, Move, RunMove
from tests.browser.table import (
    Json,
    Lifting,
    Table,
    expect_recorded,
    expect_won,
)
from tests.browser.watch import Watch
from tests.playing import records

pytestmark = pytest.mark.browser

RECORD = records("will-o-the-wisp-2")[0]
LATENCY_MS = 150

NOTE = """() => {
    globalThis.story = [];
    const acts = ({ detail: { ctx } }) => ctx.sourceElement?.id === 'act';
    const cards = (column) => [...column.querySelectorAll('li')].map(({ id }) => id);
    addEventListener('pointerup', () => story.push({ what: 'released' }), true); // before the page
    const answered = (event) => acts(event) && story.push({ what: 'answered' });
    // the page's own listeners stand on the document, and have drawn the move by now
    addEventListener('htmx:before:request', (event) => acts(event) && story.push({
        what: 'sent',
        action: event.detail.ctx.request.body.get('action'),
        columns: [...document.querySelectorAll('#tableau > .column')].map(cards),
    }));
    addEventListener('htmx:before:swap', answered);
}"""


def far_away(table: Table) -> None:
    """Each request of the page waits, whatever it asks for."""
    session = table.page.context.new_cdp_session(table.page)
    session.send("Network.enable")
    line = {"offline": False, "latency": LATENCY_MS}
    line |= {"downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", line)


def positions() -> Iterator[tuple[Move, Game]]:
    """Each action of the record, with the game as it is after it."""
    game = Game.start(RECORD.variant, RECORD.seed, RECORD.collecting)
    for action in RECORD.actions:
        game = game.after(action)
        yield action, game  # type: ignore[misc]


def columns_of(move: Move) -> set[int]:
    match move:
        case RunMove(source, target, _):
            return {source, target}
        case Collect(source):
            return {source}
    return set(range(10))


def is_offered(table: Table, move: Move) -> bool:
    """Whether the page shows already that these cards may go there."""
    lifting = Lifting.of(str(move))
    return lifting is not None and [lifting.lift, lifting.place] in table.probe("offers")


def play(table: Table) -> None:
    """Drag as soon as the page lets a player: one move may wait for the answer to another."""
    under_way: list[Move] = []
    for number, (move, _) in enumerate(positions()):
        is_free = isinstance(move, RunMove) and not any(
            columns_of(move) & columns_of(other) for other in under_way
        )
        if len(under_way) != 1 or not is_free or not is_offered(table, move):
            catch_up(table, number, under_way)
            under_way = []
        table.drag_on(str(move))
        under_way.append(move)
    catch_up(table, len(RECORD.actions), under_way)


def catch_up(table: Table, version: int, under_way: list[Move]) -> None:
    table.settled()
    if under_way and table.version == version - 1:
        table.drag(str(under_way[-1]))  # an answer came while the card was in the air
    table.reached(version)


def dropped_under_way(story: list[Json]) -> int:
    """Count what was dropped between the sending of a move and its answer."""
    words = [step["what"] for step in story]
    return sum(
        word == "released" and words[:index].count("sent") > words[:index].count("answered")
        for index, word in enumerate(words)
    )


def assert_drawn_first(story: list[Json]) -> None:
    """Each move lies in its place when it is sent, and is answered later."""
    steps = [step for step in story if step["what"] != "released"]
    assert [step["what"] for step in steps] == ["sent", "answered"] * len(RECORD.actions)
    before = Game.start(RECORD.variant, RECORD.seed, RECORD.collecting)
    for sent, (action, game) in zip(steps[::2], positions(), strict=True):
        assert sent["action"] == str(action)
        shown = game if isinstance(action, RunMove) else before
        wanted = [[f"c{card.place}" for card in column.cards] for column in shown.position.columns]
        assert sent["columns"] == wanted
        before = game


def test_a_whole_game(table: Table, watch: Watch) -> None:
    far_away(table)
    table.open_deal(RECORD)
    table.page.evaluate(NOTE)
    play(table)
    story = table.page.evaluate("story")
    assert dropped_under_way(story) > 0
    assert_drawn_first(story)
    assert len(watch.posts()) == len(RECORD.actions)
    expect(table.page.locator("#say")).to_contain_text("You have won!")
    expect_won(table, RECORD)
    table.page.reload()
    expect_won(table, RECORD)
    expect_recorded(table, RECORD)
