"""What moves make of a position: runs going home, flips, short rows."""

import pytest

from app.engine.game import Game, Status
from app.engine.moves import Collect, DealRow, RunMove, TakeBack
from app.engine.rules import holds_completed_run, is_stuck, legal_moves, play
from tests.engine.tables import FULL, game_at, played, run, spread, table

K2S, K2H = run("KS", "2S"), run("KH", "2H")
ROW = "AS 9C AH 7D 6D 5D 4D 3D 2D JC"
TWO_RUNS_IN_REACH = table(
    *(f"4C 5D | {K2S}", "KC", f"8D | {K2H}", *["KD"] * 7), stock=f"{ROW} 2C", automatic=True
)
SIX_HOME = [FULL] * 6


def won_by(game: Game, action: str) -> bool:
    """Tell whether an action, and nothing before it, wins."""
    assert game.status is Status.PLAYING
    return played(game, action).status is Status.WON


def test_one_deal_completes_two_runs() -> None:
    game = game_at(TWO_RUNS_IN_REACH)
    after = played(game, "deal")
    assert spread(after.position)[:4] == ["4C | 5D", "KC 9C", "8D", "KD 7D"]
    assert after.position.runs_home == 2
    assert [str(home[0]) for home in after.position.foundations[:2]] == ["KS", "KH"]
    assert (after.score, after.moves) == (500 - 1 + 200, 1)
    undone = played(after, "undo")
    assert undone.position == game.position
    assert (undone.score, undone.moves) == (699 - 1 - 200, 2)
    assert not undone.can_undo


def test_a_run_that_is_covered_by_the_same_row_stays() -> None:
    after = play(table(f"{FULL}", *["KD"] * 9, stock=ROW, automatic=True), DealRow())
    assert after.runs_home == 0


def test_a_move_completes_a_run_and_uncovers_two_cards() -> None:
    game = game_at(table(f"9H 8C | {K2S}", "7D | AS", *["KD"] * 8, automatic=True))
    after = played(game, "2-1")
    assert spread(after.position)[:2] == ["9H | 8C", "7D"]
    assert after.score == 599
    assert played(after, "undo").position == game.position
    assert played(after, "undo redo").position == after.position


@pytest.mark.parametrize(("automatic", "collected"), [(True, 1), (False, 0)])
def test_by_hand_a_run_waits_for_the_player(automatic: bool, collected: int) -> None:
    position = table(K2S, "AS", "KH", automatic=automatic)
    assert play(position, RunMove(1, 0)).runs_home == collected


def test_runs_fill_the_foundations_from_the_first() -> None:
    position = table(FULL, FULL, foundations=["", run("KH", "4H"), ""])
    once = play(position, Collect(1))
    assert [len(home) for home in once.foundations] == [13, 10, 0, 0]
    twice = play(once, Collect(0))
    assert [len(home) for home in twice.foundations] == [13, 10, 13, 0]


def test_no_run_is_collected_while_every_foundation_holds_a_card() -> None:
    homes = [FULL, FULL, K2S, "KS"]
    assert Collect(0) not in legal_moves(table(FULL, foundations=homes))
    assert Collect(0) in legal_moves(table(FULL, foundations=homes[:3]))


def test_won_by_a_move_by_a_deal_and_by_collecting() -> None:
    last = table(K2S, "AS", *[""] * 8, foundations=[FULL] * 7, automatic=True)
    assert won_by(game_at(last), "2-1")
    columns = [K2S, *["KD"] * 9]
    dealt = table(*columns, stock=ROW, foundations=[FULL] * 7, automatic=True)
    assert won_by(game_at(dealt), "deal")
    assert won_by(game_at(table(FULL, foundations=[FULL] * 3)), "1-f")


def test_an_automatic_one_deck_game_is_won_by_a_move() -> None:
    assert won_by(game_at(table(K2S, "AS", foundations=[FULL] * 3, automatic=True)), "2-1")


def test_the_first_win_of_several_runs_at_once() -> None:
    position = table(K2S, K2H, *["KD"] * 8, stock="AS AH", foundations=SIX_HOME, automatic=True)
    assert play(position, DealRow()).is_won


@pytest.mark.parametrize("target", [3, 5, 6])
@pytest.mark.parametrize("count", [1, 3])
def test_a_run_goes_into_the_void_that_was_named(target: int, count: int) -> None:
    # Columns 1 and 2 are alike in length and face: only the places tell them apart.
    twins = ["9D | 7S 6S 5S", "9D | 7S 6S 5S"]
    position = table(*twins, "KC", "", "KD")
    for source in (0, 1):
        after = play(position, RunMove(source, target, count))
        for index, column in enumerate(position.columns):
            if index not in {source, target}:
                assert after.columns[index] is column
        assert after.columns[target].cards == position.columns[source].cards[-count:]
        assert after.columns[source].cards == position.columns[source].cards[:-count]


def test_a_flip_by_a_move_by_a_run_and_by_a_deal() -> None:
    moved = play(table("9H 8C | 3S", "4D", "KC"), RunMove(0, 1))
    collected = play(table(f"9H 8C | {FULL}"), Collect(0))
    dealt = play(TWO_RUNS_IN_REACH, DealRow())
    assert spread(moved)[0] == spread(collected)[0] == "9H | 8C"
    assert spread(dealt)[2] == "8D"


def test_the_short_last_row() -> None:
    columns = ["KS", "KH", "KD", "KC", "9S", "9H", "9D"]
    game = game_at(table(*columns, stock="2S 3S 4S"))
    after = played(game, "deal")
    assert spread(after.position) == ["KS 2S", "KH 3S", "KD 4S", *columns[3:]]
    assert after.position.stock == ()
    assert DealRow() not in legal_moves(after.position)
    back = played(after, "undo").position
    assert back == game.position
    assert [str(card) for card in back.stock] == ["2S", "3S", "4S"]


@pytest.mark.parametrize("empty", range(7))
def test_any_void_bars_the_short_row_too(empty: int) -> None:
    columns = ["" if index == empty else "KS" for index in range(7)]
    assert DealRow() not in legal_moves(table(*columns, stock="2S 3S 4S"))


def test_a_whole_wisp_stock_is_five_deals() -> None:
    game = played(Game.start(game_at(table("")).variant, 8), "deal " * 5)
    assert [len(column.cards) for column in game.position.columns] == [8, 8, 8, 7, 7, 7, 7]
    assert DealRow() not in game.legal


def test_nothing_goes_onto_an_ace_and_a_king_only_into_a_void() -> None:
    aces = table("KS", "AS", "AH", "2C", "KD", "KH", "KC")
    assert legal_moves(aces) == [RunMove(1, 3), RunMove(2, 3)]
    with_void = set(legal_moves(table("KS", "", "KD", "KH", "KC", "KC", "KC")))
    assert with_void == {RunMove(source, 1) for source in (0, 2, 3, 4, 5, 6)}


def test_any_tail_of_a_run_moves() -> None:
    position = table("KD 7S 6S 5S", "8H", "7D", "6C", "", "KS", "KC")
    from_first = {move for move in legal_moves(position) if getattr(move, "source", None) == 0}
    voids = {RunMove(0, 4, count) for count in (1, 2, 3)}
    assert from_first == {RunMove(0, 1, 3), RunMove(0, 2, 2), RunMove(0, 3, 1), *voids}


def test_taking_back_goes_where_a_move_would() -> None:
    position = table("2S", "2H", "3H", "", "AC", "KS", "KD", foundations=[FULL])
    back = {move for move in legal_moves(position) if isinstance(move, TakeBack)}
    assert back == {TakeBack(0, 0), TakeBack(0, 1), TakeBack(0, 3)}
    in_part = table("2S", "2H", "3H", *["KS"] * 4, foundations=[K2S])
    assert TakeBack(0, 2) in legal_moves(in_part)


def test_an_automatic_game_takes_nothing_back_and_leaves_no_collecting() -> None:
    position = table("2S", "9D", *["KD"] * 5, foundations=[FULL], automatic=True)
    assert legal_moves(position) == []
    assert is_stuck(position)


def test_stuck_is_neither_won_nor_able_to_move() -> None:
    assert is_stuck(table(*["KS"] * 7))
    assert not is_stuck(table(*["KS"] * 7, stock="AS"))
    assert not is_stuck(table(*["KS"] * 6))
    assert not is_stuck(table(*["KS"] * 5, "2S", "AH"))
    assert not is_stuck(table(*["2S"] * 7, foundations=[FULL]))
    won = table(foundations=[FULL] * 4)
    assert not is_stuck(won)
    assert legal_moves(won) == []


def test_an_empty_table_with_stock_left_is_stuck() -> None:
    bare = table(foundations=[FULL] * 3, stock="2S 3S 4S", automatic=True)
    assert is_stuck(bare)
    assert game_at(bare).status is Status.STUCK


@pytest.mark.parametrize(
    ("column", "held"),
    [
        (FULL, True),
        (f"2H {FULL} 2H", True),
        (f"2H | {FULL} 5H 4H", True),
        (f"2H {FULL} {run('KS', '2S')}", True),
        (run("KS", "2S"), False),
        (f"KS | {run('QS', 'AS')}", False),
        (f"{run('KS', '2S')} AH", False),
        ("", False),
    ],
)
def test_a_completed_run_may_lie_covered(column: str, held: bool) -> None:
    position = table(column)
    assert holds_completed_run(position, position.columns[0]) is held
