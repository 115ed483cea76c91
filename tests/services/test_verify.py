"""Checking game records."""

from pathlib import Path

import pytest

from app.engine.errors import EngineError, NotationError
from app.services.verify import NoRecordError, summary, verified
from tests.playing import GAMES

WON = (GAMES / "spiderette-1-69474.txt").read_text(encoding="utf-8")
BEGUN = '[Variant "spider-2"]\n[Seed "5"]\n\n'


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.txt")), ids=lambda path: path.stem)
def test_every_golden_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game = verified(text)
    assert summary(game) == f"Won: score {game.score}, {game.moves} moves."
    assert f'[Score "{game.score}"]' in text


def test_there_are_golden_games() -> None:
    assert len(list(GAMES.glob("*.txt"))) >= 30


@pytest.mark.parametrize("said", ["", '[Result "lost"]\n', '[Result "unfinished"]\n'])
def test_unfinished(said: str) -> None:
    assert summary(verified(said + BEGUN)) == "Unfinished: score 500, 0 moves."
    assert summary(verified(said + BEGUN + "deal")) == "Unfinished: score 499, 1 move."


def test_other_headers_are_left_alone() -> None:
    assert verified('[Player "me"]\n[Date "today"]\n' + BEGUN).moves == 0


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('[Result "won"]', '[Result "lost"]', "[Result “lost”], but replaying it gives won."),
        ('[Result "won"]', '[Result "Won"]', "[Result “Won”], but replaying it gives won."),
        ('[Score "840"]', '[Score "9999"]', "[Score “9999”], but replaying it gives 840."),
        ('[Score "840"]', '[Score ""]', "[Score “”], but replaying it gives 840."),
        ('[Moves "60"]', '[Moves "59"]', "[Moves “59”], but replaying it gives 60."),
    ],
)
def test_what_contradicts_itself(old: str, new: str, fault: str) -> None:
    assert old in WON
    with pytest.raises(NotationError) as caught:
        verified(WON.replace(old, new))
    assert str(caught.value) == f"The record says {fault}"


def test_a_win_that_is_not_there() -> None:
    with pytest.raises(NotationError, match=r"“won”], but replaying it gives unfinished\."):
        verified('[Result "won"]\n' + BEGUN)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "deal",
        "[Seed]",
        '[Variant "spider-2"]\n\n',
        BEGUN.replace("spider-2", "spider-3"),
        BEGUN.replace("5", "0"),
        '[Seed "6"]\n' + BEGUN,
        BEGUN + "banana",
    ],
)
def test_what_is_no_record(text: str) -> None:
    with pytest.raises(NoRecordError):
        verified(text)


@pytest.mark.parametrize("actions", ["1-1", "deal undo undo"])
def test_what_does_not_replay(actions: str) -> None:
    with pytest.raises(EngineError) as caught:
        verified(BEGUN + actions)
    assert not isinstance(caught.value, NoRecordError)


def test_the_first_fault_is_named() -> None:
    with pytest.raises(EngineError, match=r"^Action 2, 1-1: "):
        verified(BEGUN + "deal 1-1 2-2")


def test_a_very_long_record() -> None:
    assert verified(BEGUN + "deal " + "undo redo " * 50_000).moves == 100_001
