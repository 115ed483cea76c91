"""Refused moves: the reason given, and nothing changed."""

import pytest

from app.engine.errors import IllegalActionError
from app.engine.moves import Collect, DealRow, Move, RunMove, TakeBack
from app.engine.notation import parse_action
from app.engine.position import Position
from app.engine.refusals import check, deals_are_over, ends_the_deals, lift_refusal, refusal
from app.engine.rules import play
from tests.engine.tables import FULL, counters, game_at, run, table

BUSY = ["KS"] * 7


def reason(position: Position, text: str) -> str:
    """Say why an action is refused, having checked that it changes nothing."""
    game = game_at(position)
    with pytest.raises(IllegalActionError) as caught:
        game.after(parse_action(text))
    assert (counters(game), game.can_undo, game.actions) == ((500, 0), False, ())
    return str(caught.value)


@pytest.mark.parametrize(
    ("cards", "count", "why"),
    [
        ("7S 6H", 2, "different suits"),
        ("8H 7S 6S", 3, "different suits"),
        ("8S 6S", 2, "eight of spades is covered"),
        ("9C 8S 6S", 3, "nine of clubs is covered"),
        ("6S 7S", 2, "six of spades is covered"),
        ("9D | 8S", 2, "Only face-up cards"),
        ("7S | 6S", 2, "Only face-up cards"),
        ("7S 6S", 3, "Only face-up cards"),
        ("9D 8D | 8S", 99, "Only face-up cards"),
    ],
)
def test_only_a_run_is_lifted(cards: str, count: int, why: str) -> None:
    position = table(cards, "9H", "8D", "7D", "")
    for target in (2, 3, 4, 5):
        assert why in reason(position, f"1-{target}x{count}")
    assert why in (lift_refusal(position.columns[0], count, 0) or "")


@pytest.mark.parametrize("count", [0, -1, -7])
def test_a_count_below_one_is_refused(count: int) -> None:
    assert refusal(table("7S 6S", ""), RunMove(0, 1, count)) == "Only face-up cards can be moved."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1-1", "already lie there"),
        ("3-1", "Column 3 is empty."),
        ("1-2", "The six of spades goes onto a seven or into an empty column: column 2 ends in"),
        ("4-1", "A king goes only into an empty column."),
        ("1-5", "Nothing goes onto an ace: column 5 ends in the ace of clubs."),
        ("6-1", "The seven of hearts goes onto an eight or"),
        ("7-1", "The ten of hearts goes onto a jack or"),
        ("8-1", "There is no column 8: this game has 7."),
        ("1-8", "There is no column 8: this game has 7."),
        ("99-1", "There is no column 99"),
    ],
)
def test_why_a_run_does_not_land(text: str, why: str) -> None:
    assert why in reason(table("6S", "9D", "", "KH", "AC", "7H", "TH"), text)


@pytest.mark.parametrize(
    ("columns", "stock", "why"),
    [
        (BUSY, "", "The stock is empty: there is nothing left to deal."),
        (["KS", "", *["KS 9D"] * 5], "2S", "Column 2 is empty: fill it before you deal."),
        ([*["KS"] * 5, "9S 8S"], "2S", "Column 7 is empty"),
        (["", "KS 2S 4D", "", "KS KS KS KS", ""], "2S", "Columns 1, 3, 5, 6 and 7 are empty: fill"),
        (["KS KS KS KS", "KS", "KS", "", "KS"], "2S", "Columns 4, 6 and 7 are empty: fill them"),
        (["KS"] * 6, "2S", "fewer cards on the table than columns"),
        ([], "", "The stock is empty"),
    ],
)
def test_why_no_row_is_dealt(columns: list[str], stock: str, why: str) -> None:
    assert why in reason(table(*columns, stock=stock), "deal")


def test_too_few_cards_can_never_be_dealt_onto() -> None:
    few = ["KS"] * 6
    assert deals_are_over(table(*few, stock="2S"))
    assert deals_are_over(table(*few, stock="2S", foundations=[FULL], automatic=True))
    assert not deals_are_over(table(*few, stock="2S", foundations=[FULL]))  # may be taken back
    assert not deals_are_over(table(*few, "KS", stock="2S"))
    assert not deals_are_over(table(*few))


def test_a_run_that_goes_home_may_end_the_deals() -> None:
    laid = [run("KS", "2S"), "AS", "3H", "4D"]
    before = table(*laid, stock="2S", foundations=[FULL], automatic=True)
    home, harmless = (play(before, move) for move in (RunMove(1, 0), RunMove(2, 3)))
    assert ends_the_deals(before, home)
    assert not ends_the_deals(before, harmless)
    assert not ends_the_deals(home, play(home, RunMove(2, 3)))  # they are over already
    for stock, more, automatic in (
        ("", "", True),
        ("2S", "9D 8H 7D 6H 5D", True),
        ("2S", "", False),
    ):
        other = table(*laid, more, stock=stock, foundations=[FULL], automatic=automatic)
        assert not ends_the_deals(other, play(other, RunMove(1, 0)))


def test_a_bare_table_is_not_told_to_fill_its_columns() -> None:
    bare = table(foundations=[FULL] * 3, stock="2S 3S", automatic=True)
    assert "fill" not in reason(bare, "deal")
    assert "no row can be dealt any more" in reason(bare, "deal")


@pytest.mark.parametrize(
    "cards",
    [
        "",
        run("KS", "2S"),
        run("QS", "AS"),
        f"{run('KS', '7S')} 6H {run('5S', 'AS')}",
        f"{run('KS', 'JS')} | {run('TS', 'AS')}",
        f"{FULL} 2H",
        f"KS {run('QH', 'AH')}",
    ],
)
def test_only_a_whole_run_is_collected(cards: str) -> None:
    assert "does not end in a completed run" in reason(table(cards, "KD"), "1-f")


def test_where_nothing_is_collected() -> None:
    assert "There is no column 8" in reason(table(FULL), "8-f")
    assert "leave by themselves" in reason(table("KS", automatic=True), "1-f")
    begun = [run("KH", "2H")] * 4
    assert reason(table(FULL, foundations=begun), "1-f") == "No foundation is empty."


def test_where_nothing_is_taken_back() -> None:
    position = table("2S", "9D", "AS", foundations=[FULL])
    assert "There is no foundation 5" in reason(position, "f5-1")
    assert "There is no column 8" in reason(position, "f1-8")
    assert reason(position, "f2-1") == "Foundation 2 is empty."
    assert "ace of spades goes onto a two" in reason(position, "f1-2")
    assert "Nothing goes onto an ace" in reason(position, "f1-3")
    assert "nothing is taken back" in reason(
        table("2S", foundations=[FULL], automatic=True), "f1-1"
    )


@pytest.mark.parametrize(
    "move", [RunMove(-1, 1), RunMove(0, -1), Collect(-1), TakeBack(-1, 0), TakeBack(0, -1)], ids=str
)
def test_indices_below_zero_are_no_columns(move: Move) -> None:
    position = table("2S", "3S", FULL, "", "KD", "2H", FULL, foundations=[FULL] * 4)
    unfinished = table("2S", "3S", FULL, "", "KD", "3H", FULL, foundations=[FULL, *[""] * 2, FULL])
    for table_ in (position, unfinished):
        with pytest.raises(IllegalActionError, match=r"There is no|finished"):
            check(table_, move)


def test_a_legal_move_has_no_refusal() -> None:
    position = table("2S", "3S", FULL, *["KD"] * 4, stock="2S", foundations=[FULL])
    for move in (RunMove(0, 1), Collect(2), TakeBack(0, 0), DealRow()):
        assert refusal(position, move) is None
        check(position, move)


def test_a_won_game_refuses_every_move() -> None:
    won = table(foundations=[FULL] * 4)
    for text in ("1-2", "deal", "1-f", "f1-1"):
        assert "won and finished" in reason(won, text)
