"""Games: score, counter, undo and redo, the end."""

import pytest

from app.engine.errors import IllegalActionError
from app.engine.game import Game, Status
from app.engine.notation import parse_action
from app.engine.variants import VARIANTS
from tests.engine.tables import (
    AUTOMATIC,
    BY_HAND,
    FULL,
    counters,
    game_at,
    golden_records,
    played,
    run,
    state,
    table,
)

SHUTTLE = table("KD 5S", "6H", "6D", *["KS"] * 4)


def refused(game: Game, text: str) -> str:
    before = state(game)
    with pytest.raises(IllegalActionError) as caught:
        game.after(parse_action(text))
    assert state(game) == before
    return str(caught.value)


@pytest.mark.parametrize(
    ("columns", "stock", "only"),
    [
        (["KS"] * 7, "2S", True),
        (["KS"] * 7, "", False),
        (["KS"] * 6, "2S", False),
        (["QS", *["KS"] * 6], "2S", False),
    ],
)
def test_only_a_deal_is_left(columns: list[str], stock: str, only: bool) -> None:
    assert game_at(table(*columns, stock=stock)).only_a_deal_is_left is only


def test_a_new_game() -> None:
    game = Game.start(VARIANTS["spiderette-4"], 4)
    assert counters(game) == (500, 0)
    assert (game.collecting, game.status) == (BY_HAND, Status.PLAYING)
    assert (game.can_undo, game.can_redo, game.actions) == (False, False, ())
    assert Game.start(VARIANTS["spiderette-4"], 4, AUTOMATIC).position.automatic


def test_nothing_to_undo_or_redo_at_the_start() -> None:
    game = Game.start(VARIANTS["spider-2"], 1)
    for _ in range(2):
        assert refused(game, "undo") == "There is nothing to undo."
        assert refused(game, "redo") == "There is nothing to redo."
    back = played(game, "deal undo")
    assert refused(back, "undo") == "There is nothing to undo."
    assert played(back, "redo").position == played(game, "deal").position


def test_undo_and_redo_cost_what_a_move_costs() -> None:
    game = played(game_at(SHUTTLE), "1-2 undo redo undo redo")
    assert counters(game) == (495, 5)
    assert [str(action) for action in game.actions] == ["1-2", "undo", "redo", "undo", "redo"]


def test_refused_actions_are_not_entered() -> None:
    game = played(game_at(SHUTTLE), "1-2")
    for text in ("2-2", "4-1", "deal", "1-f", "f1-1", "redo", "9-1"):
        refused(game, text)
    assert played(game, "undo").position == SHUTTLE


def test_a_new_move_forgets_what_was_undone() -> None:
    game = played(game_at(SHUTTLE), "1-2 undo")
    assert game.can_redo
    other = played(game, "1-3")
    assert not other.can_redo
    refused(other, "redo")
    assert game.can_redo  # the game it was made in is as it was


def test_a_refused_move_leaves_the_redo() -> None:
    game = played(game_at(SHUTTLE), "1-2 undo")
    refused(game, "1-4")
    assert played(game, "redo").position == played(game_at(SHUTTLE), "1-2").position


def test_two_deals_are_two_steps() -> None:
    game = Game.start(VARIANTS["will-o-the-wisp-4"], 11)
    twice = played(game, "deal deal")
    assert len(twice.position.stock) == 31 - 14
    once = played(twice, "undo")
    assert once.position == played(game, "deal").position
    assert played(once, "undo").position == game.position


def test_earlier_positions_leave_out_what_was_undone() -> None:
    game = game_at(SHUTTLE)
    moved = played(game, "1-2")
    later = played(game, "1-2 2-3 undo 2-3")
    assert list(later.earlier_positions) == [moved.position, game.position]


def test_a_thousand_and_one_undos() -> None:
    game = played(game_at(SHUTTLE), "1-2")
    positions = [game.position]
    for _ in range(600):
        for text in ("2-3", "3-2"):
            game = played(game, text)
            positions.append(game.position)
    assert len(positions) == 1_201
    for back in range(1, 1_002):
        game = played(game, "undo")
        assert game.position == positions[1_200 - back]
    assert counters(game) == (0, 2_202)
    assert game.can_undo


def test_the_score_stops_at_zero_and_a_run_still_pays() -> None:
    game = game_at(table("KD 5S", "6H", "6D", FULL, *["KS"] * 3))
    game = played(game, "1-2 " + "2-3 3-2 " * 260)
    assert counters(game) == (0, 521)
    assert counters(played(game, "4-f")) == (99, 522)
    assert counters(played(game, "4-f undo")) == (0, 523)
    assert counters(played(game, "4-f undo redo")) == (99, 524)


def test_a_run_given_back_and_brought_home_again() -> None:
    game = played(game_at(table(FULL, "2H", "KD")), "1-f")
    assert counters(game) == (599, 1)
    game = played(game, "f1-2")
    assert counters(game) == (498, 2)  # no longer complete
    game = played(game, "f1-1")
    assert counters(game) == (497, 3)  # only the first card taken costs the hundred
    assert [len(home) for home in game.position.foundations] == [11, 0, 0, 0]


def test_all_thirteen_come_back_and_go_home_again() -> None:
    game = played(game_at(table(FULL, *["KD"] * 4)), "1-f f1-6")
    here, there = 6, 7
    for size in range(1, 13):  # each next card into a void, and the run so far onto it
        tail = f"x{size}" if size > 1 else ""
        game = played(game, f"f1-{there} {here}-{there}{tail}")
        here, there = there, here
    assert game.position.foundations == ((),) * 4
    assert counters(game) == (500 - 26, 26)
    game = played(game, f"{here}-f")
    assert game.position.runs_home == 1
    assert counters(game) == (500 - 27 + 100, 27)


def test_nothing_is_put_on_a_foundation_that_gave_a_card() -> None:
    game = game_at(table(FULL, "2H", foundations=[FULL, FULL, FULL]))
    game = played(game, "f1-2 1-f")
    assert [len(home) for home in game.position.foundations] == [12, 13, 13, 13]
    assert game.status is Status.PLAYING
    assert counters(game) == (500 - 1 - 100 - 1 + 100, 2)
    again = game_at(table(FULL, "2H", foundations=[FULL, FULL, FULL, run("KH", "2H")]))
    assert refused(again, "1-f") == "No foundation is empty."


def test_redo_brings_a_taken_card_back_with_its_price() -> None:
    game = played(game_at(table("2H", "KD", foundations=[FULL])), "f1-1")
    assert counters(game) == (399, 1)
    assert counters(played(game, "undo")) == (498, 2)
    assert counters(played(game, "undo redo")) == (397, 3)
    assert played(game, "undo redo").position == game.position


def test_nothing_is_accepted_after_a_win() -> None:
    game = played(game_at(table(FULL, foundations=[FULL] * 3)), "1-2x13 undo redo 2-f")
    assert game.status is Status.WON
    for text in ("undo", "redo", "deal", "1-2", "f1-1", "1-f"):
        assert "won" in refused(game, text)
    assert (game.can_undo, game.can_redo, game.legal) == (False, False, ())
    assert counters(game) == (500 - 4 + 100, 4)


def test_a_stuck_game_can_be_undone() -> None:
    game = game_at(table("KS AS", "2H", *["KD"] * 4, "KH"))
    stuck = played(game, "1-2")
    assert (stuck.status, stuck.legal) == (Status.STUCK, ())
    assert played(stuck, "undo").status is Status.PLAYING


def test_a_deal_may_leave_a_game_stuck() -> None:
    game = game_at(table(*["KD"] * 7, stock="3S 3H 5S 5H 7S 9S JS"))
    stuck = played(game, "deal")
    assert (game.status, stuck.status) == (Status.PLAYING, Status.STUCK)
    assert played(stuck, "undo").position == game.position


def test_a_detour_costs_what_it_took() -> None:
    record = golden_records()["will-o-the-wisp-4-18189"]
    clean = record.replay()
    start = Game.start(record.variant, record.seed, record.collecting)
    detour = played(start.after_all(record.actions[:50]), "undo " * 50)
    assert detour.position == start.position
    again = detour.after_all(record.actions)
    assert again.status is Status.WON
    assert again.moves == clean.moves + 100
    assert again.score == clean.score - 100 == 900 - again.moves
