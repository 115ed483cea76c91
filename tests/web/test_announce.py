"""What an action did, in a sentence."""

import pytest

from app.engine.game import Game
from app.engine.notation import parse_action
from app.engine.variants import VARIANTS
from app.web.announce import announcement
from tests.playing import records


def said(variant: str, seed: int, actions: str) -> str:
    game = Game.start(VARIANTS[variant], seed)
    return announcement(game.after_all(map(parse_action, actions.split())))


def test_nothing_before_the_first_action() -> None:
    assert said("spider-1", 1, "") == ""


def test_a_card() -> None:
    game = Game.start(VARIANTS["spider-4"], 7)
    move = next(str(move) for move in game.legal if str(move) != "deal")
    source, target = (int(part) for part in move.split("-"))
    card = game.position.columns[source - 1].cards[-1].name
    below = game.position.columns[source - 1].cards[-2].name
    assert said("spider-4", 7, move) == (
        f"The {card} moved to column {target}. Turned up the {below} in column {source}."
    )


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ("deal", "Dealt 10 cards; 4 rows left."),
        ("deal deal deal deal", "Dealt 10 cards; 1 row left."),
        ("deal deal deal deal deal", "Dealt 10 cards; 0 rows left."),
        ("deal undo", "Undone: a deal."),
        ("deal undo redo", "Done again: a deal."),
    ],
)
def test_deals(actions: str, sentence: str) -> None:
    assert said("spider-4", 7, actions) == sentence


@pytest.mark.parametrize("key", ["spider-1", "spiderette-1", "will-o-the-wisp-4"])
def test_whole_games(key: str) -> None:
    record = records(key)[0]
    game = Game.start(record.variant, record.seed, record.collecting)
    homes = 0
    for action in record.actions:
        before, game = game, game.after(action)
        sentence = announcement(game)
        assert sentence.endswith((".", "!"))
        home = game.position.runs_home > before.position.runs_home
        homes += ("complete and home" in sentence) or sentence.startswith("Collected the run")
        assert home == ("complete and home" in sentence or sentence.startswith("Collected"))
        down = [sum(c.face_down for c in g.position.columns) for g in (before, game)]
        assert ("Turned up" in sentence) == (down[1] < down[0])
        assert ("You have won!" in sentence) == game.position.is_won
        if str(action).partition("x")[2]:
            assert sentence.startswith("The run from the ")
    assert homes >= 1
    assert game.position.is_won


def test_taking_back() -> None:
    record = next(r for r in records("spiderette-1") if "f" in str(r))
    game = Game.start(record.variant, record.seed, record.collecting)
    for action in record.actions:
        game = game.after(action)
        back = next((move for move in game.legal if str(move).startswith("f")), None)
        if back is not None:
            sentence = announcement(game.after(back))
            assert sentence.startswith("Took the ace of spades back to column ")
            return
    pytest.fail("no card could be taken back")
