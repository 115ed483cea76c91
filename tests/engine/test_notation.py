"""Text forms: actions, piles, game records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.errors import (
    EngineError,
    IllegalActionError,
    NotationError,
    UnknownVariantError,
)
from app.engine.game import Game
from app.engine.moves import Action, Collect, DealRow, RunMove, Step, TakeBack
from app.engine.notation import (
    GameRecord,
    cards_text,
    collecting_for,
    parse_action,
    parse_cards,
    parse_collecting,
)
from app.engine.variants import VARIANTS, Collecting
from tests.engine.strategies import actions, games
from tests.engine.tables import BY_HAND, state

WISP = '[Variant "will-o-the-wisp-4"]\n[Seed "18189"]\n'


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("4-7", RunMove(3, 6)),
        ("10-2x3", RunMove(9, 1, 3)),
        ("1-10x13", RunMove(0, 9, 13)),
        ("deal", DealRow()),
        ("4-f", Collect(3)),
        ("f2-5", TakeBack(1, 4)),
        ("undo", Step.UNDO),
        ("redo", Step.REDO),
    ],
)
def test_actions_as_the_rules_write_them(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert str(action) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "4", "4-", "-7", "0-7", "4-0", "04-7", "4-07", "100-1", "+4-7", "-4-7", "4--7"),
        *("4-7x", "4-7x0", "4-7x1", "4-7x01", "4-7x100", "4-7X3", "4-7x3x3", "4\u20137"),
        *("4 -7", "4-7 ", "4-7\n", "\u0664-\u0667", "hint", "Deal", "deal ", "undo\n", "Undo"),
        *("f-f", "f0-1", "f1-0", "f1", "f1-f", "0-f", "4-F", "F1-4", "f1-4x2", "4-fx13"),
    ],
    ids=ascii,
)
def test_anything_else_is_no_action(text: str) -> None:
    with pytest.raises(NotationError, match="is not an action"):
        parse_action(text)


@given(actions)
def test_actions_read_back(action: Action) -> None:
    assert parse_action(str(action)) == action


@given(games(30))
def test_piles_read_back(game: Game) -> None:
    for pile in (game.position.cards, game.position.stock):
        again = parse_cards(cards_text(pile))
        assert list(map(str, again)) == list(map(str, pile))
        assert [card.place for card in again] == list(range(len(pile)))


@given(games(), st.dictionaries(st.sampled_from(["Result", "Player", "Date"]), st.just("a [b] ")))
def test_records_read_back(game: Game, headers: dict[str, str]) -> None:
    record = GameRecord.of(game, **headers)
    assert GameRecord.parse(str(record)) == record
    assert state(GameRecord.parse(str(record)).replay()) == state(game)


def test_a_record_is_plain_text() -> None:
    game = Game.start(VARIANTS["spider-2"], 482913).after(DealRow())
    text = str(GameRecord.of(game.after_all([Step.UNDO, Step.REDO] * 8), Result="unfinished"))
    assert text == (
        '[Variant "spider-2"]\n[Seed "482913"]\n[Collect "automatic"]\n[Result "unfinished"]\n\n'
        "deal undo redo undo redo undo redo undo redo undo redo undo\n"
        "redo undo redo undo redo\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        f"{WISP}\ndeal 1-2",
        f"\n\n  {WISP}\tdeal\n\n\t1-2  \n\n",
        f"{WISP}\r\ndeal\r\n1-2\r\n",
        '[Seed "18189"]\n\n[Variant "will-o-the-wisp-4"]\ndeal 1-2',
    ],
)
def test_white_space_and_order_are_free(text: str) -> None:
    record = GameRecord.parse(text)
    assert (record.variant.key, record.seed) == ("will-o-the-wisp-4", 18189)
    assert record.actions == (DealRow(), RunMove(0, 1))
    assert record.collecting is None
    assert not record.headers


def test_a_silent_record_is_of_the_default() -> None:
    assert GameRecord.parse(WISP).replay().collecting is BY_HAND
    automatic = GameRecord.parse(f'{WISP}[Collect "automatic"]\n')
    assert automatic.replay().position.automatic


@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        ("", NotationError, r"lacks its \[Variant"),
        ("deal deal", NotationError, r"lacks its \[Variant"),
        ('[Variant "spider-2"]', NotationError, r"lacks its \[Seed"),
        ('[Variant "spider-3"]\n[Seed "1"]', UnknownVariantError, "no variant"),
        ('[Variant "spider-2"]\n[Seed "0"]', NotationError, "not a deal number"),
        (f'{WISP}[Seed "1"]', NotationError, r"two \[Seed\] lines"),
        (f'{WISP}[Collect "by foot"]', NotationError, "no way of collecting"),
        (f"{WISP}\n[Result won]", NotationError, "not an action"),
        (f'{WISP}\ndeal\n[Result "won"]', NotationError, "not an action"),
        (f"{WISP}\ndeal 4-f5", NotationError, "not an action"),
    ],
)
def test_what_is_no_record(text: str, error: type[EngineError], why: str) -> None:
    with pytest.raises(error, match=why):
        GameRecord.parse(text)


def test_an_illegal_action_is_named() -> None:
    with pytest.raises(IllegalActionError, match=r"Action 2, 1-1: The cards already lie there\."):
        GameRecord.parse(f"{WISP}\ndeal 1-1 deal").replay()


def test_spider_does_not_collect_by_hand() -> None:
    text = '[Variant "spider-2"]\n[Seed "1"]\n[Collect "by hand"]\n'
    with pytest.raises(IllegalActionError, match="leave by themselves"):
        GameRecord.parse(text).replay()
    with pytest.raises(IllegalActionError, match="In Spider"):
        collecting_for(VARIANTS["spider-4"], BY_HAND)


@pytest.mark.parametrize("collecting", Collecting)
def test_ways_of_collecting_read_back(collecting: Collecting) -> None:
    assert parse_collecting(str(collecting)) is collecting
