"""Hints: legal, blind to what is hidden, and of use."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.cards import Card
from app.engine.game import Game, Status, Turn
from app.engine.hints import hints, seen
from app.engine.moves import Collect, DealRow, RunMove, TakeBack
from app.engine.position import Position
from app.engine.rules import play
from app.engine.variants import VARIANTS, Collecting, Variant
from tests.engine.strategies import games, random_play
from tests.engine.tables import FULL, WAYS, game_at, played, run, table, way_id

KINGS = ["KS"] * 7


def best(position: Position) -> str:
    return str(hints(game_at(position))[0].move)


def faces(position: Position) -> tuple[object, ...]:
    """What a player sees, whichever column is which and whichever copy a card."""
    columns = sorted(
        (column.face_down, list(map(str, column.face_up))) for column in position.columns
    )
    return columns, len(position.stock), [len(home) for home in position.foundations]


def permuted(game: Game, order: list[int]) -> Game:
    """Deal the cards that are hidden now among one another, in this and in earlier positions."""
    hidden = [card for c in game.position.columns for card in c.cards[: c.face_down]]
    hidden += game.position.stock
    ranked = sorted(range(len(hidden)), key=lambda index: order[index % len(order)])
    swap = {card.place: hidden[other] for card, other in zip(hidden, ranked, strict=True)}

    def there(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap.get(card.place, card) for card in cards)

    def dealt(position: Position) -> Position:
        columns = tuple(c._replace(cards=there(c.cards)) for c in position.columns)
        return replace(position, columns=columns, stock=there(position.stock))

    turns = []
    turn = game.past
    while turn is not None:
        turns.append(turn)
        turn = turn.rest
    past: Turn | None = None
    for turn in reversed(turns):
        past = Turn(turn.move, dealt(turn.position), past)
    return replace(game, position=dealt(game.position), past=past)


@pytest.mark.parametrize(("variant", "collecting"), WAYS, ids=map(way_id, WAYS))
def test_every_hint_of_random_games_is_legal(variant: Variant, collecting: Collecting) -> None:
    for seed in range(1, 15):  # of fifteen ways: 210 games
        start = Game.start(variant, seed, collecting)
        for game, _, following in random_play(start, seed, 30):
            given = [hint.move for hint in hints(game)]
            assert bool(given) is bool(game.legal)
            assert set(given) <= set(game.legal)
            assert len(set(given)) == len(given)
            assert following.moves == game.moves + 1


@given(games())
def test_hints_have_reasons_and_are_missing_only_without_a_move(game: Game) -> None:
    given = hints(game)
    assert bool(given) is bool(game.legal)
    for hint in given:
        game.after(hint.move)
        assert hint.reason.endswith(".")
        assert hint.reason.isprintable()


@given(games())
def test_asked_again_a_hint_is_another(game: Game) -> None:
    given = [hint.move for hint in hints(game)]
    assert len(set(given)) == len(given)
    been = [faces(game.position), *map(faces, game.earlier_positions)]
    there = [faces(play(game.position, move)) for move in game.legal]
    assert len(given) >= len([found for found in there if found not in been])


@given(games(), st.lists(st.integers(), min_size=1, max_size=60))
def test_hints_do_not_hang_on_hidden_cards(game: Game, order: list[int]) -> None:
    assert hints(permuted(game, order)) == hints(game)


@given(games())
def test_what_is_seen_holds_no_hidden_face(game: Game) -> None:
    position = seen(game.position)
    assert all(card.rank == 0 for card in position.stock)
    for column, real in zip(position.columns, game.position.columns, strict=True):
        assert all(card.rank == 0 for card in column.cards[: column.face_down])
        assert (column.face_up, column.face_down) == (real.face_up, real.face_down)


@pytest.mark.parametrize(("variant", "collecting"), WAYS, ids=map(way_id, WAYS))
def test_following_hints_does_not_swing(variant: Variant, collecting: Collecting) -> None:
    for seed in range(1, 9):
        game = Game.start(variant, seed, collecting)
        shown = [faces(game.position)]
        for _ in range(100):
            given = hints(game)
            if not given:
                break
            before, game = game, game.after(given[0].move)
            shown.append(faces(game.position))
            if shown[-1:] == shown[-3:-2] and shown[-2:-1] == shown[-4:-3]:
                there = [faces(play(before.position, move)) for move in before.legal]
                elsewhere = [found for found in there if found not in shown[-2:]]
                assert not elsewhere, f"seed {seed}, action {game.moves}"


@pytest.mark.parametrize(
    ("columns", "hint"),
    [
        (["9D 5S", "6H", "KS 6S", *KINGS[:4]], "1-3"),  # joins a suit
        (["9D 9C 5S", "KH 6H", "7S | 5D", *KINGS[:4]], "3-2"),  # joins none: uncovers
        (["9D | 5S", "KH 6H", "5D", *KINGS[:4]], "3-2"),  # empties a column before it uncovers
        (["9D 5S", "KH 6H", "", *KINGS[:4]], "1-2"),  # leaves a void empty
        ([run("KS", "2S"), "9D | AS", "9H | 8D", "9C", *KINGS[:3]], "2-1"),  # a run home
        ([FULL, "9D 5S", "KH 6S", *KINGS[:4]], "1-f"),
    ],
)
def test_what_a_hint_prefers(columns: list[str], hint: str) -> None:
    assert best(table(*columns)) == hint


def test_of_two_hidden_columns_the_shorter_is_opened() -> None:
    columns = ["9D 9C 9H | 5S", "2D | 5H", "KH 6D", *KINGS[:4]]
    assert best(table(*columns)) == "2-3"


def test_a_row_is_dealt_rather_than_a_run_broken() -> None:
    columns = ["9D 6S 5S", "KH 6H", "KD 9C", *KINGS[:4]]
    assert best(table(*columns, stock="AS")) == "deal"
    assert best(table(*columns)) == "1-2"


def test_nothing_is_taken_back_while_anything_else_goes() -> None:
    columns = ["9D 5S", "KH 6H", "2S", *KINGS[:4]]
    first, *_ = hints(game_at(table(*columns, foundations=[FULL])))
    assert first.move == RunMove(0, 1)
    alone = table("2S", *KINGS[:6], foundations=[FULL])
    assert [hint.move for hint in hints(game_at(alone))] == [TakeBack(0, 0)]


def test_the_reason_says_what_the_move_does() -> None:
    position = table("9D | 5S", "KH 6S", "5H", "KD 6H", FULL, "KS", "KC", stock="2S")
    reasons = {hint.move: hint.reason for hint in hints(game_at(position))}
    assert reasons[Collect(4)] == "The run in column 5 is complete: send it home."
    first = "The five from column 1 to column 2"
    assert (
        reasons[RunMove(0, 1)] == f"{first} joins a run of spades and turns up a card in column 1."
    )
    assert "joins a run of hearts and empties column 3" in reasons[RunMove(2, 3)]


def test_a_move_without_gain_is_called_that() -> None:
    only, *_ = hints(game_at(table("9D 6S 5S", "KH 6H", "KD 9C", *KINGS[:4])))
    assert only.reason == "Nothing better is in sight: the five from column 1 to column 2."


def test_a_row_is_never_dealt_on_false_grounds() -> None:
    position = table("9D 5S", "KH 6S", *["KS"] * 5, stock="AS")
    first, second = hints(game_at(position))
    assert first.reason.endswith("joins a run of spades.")
    assert (second.move, second.reason) == (DealRow(), "A row from the stock brings new cards.")


def test_a_hint_does_not_lead_back() -> None:
    game = played(game_at(table("KD 6S", "KH 7S", "KC 7D", *KINGS[:4], stock="2S")), "1-2 2-3")
    assert [hint.move for hint in hints(game)] == [DealRow()]


def test_a_won_and_a_stuck_game_have_no_hint() -> None:
    won, stuck = game_at(table(foundations=[FULL] * 4)), game_at(table(*KINGS))
    assert (won.status, stuck.status) == (Status.WON, Status.STUCK)
    assert hints(won) == hints(stuck) == ()


@pytest.mark.parametrize(("key", "seed"), [("spider-1", 5), ("spider-2", 482913)])
def test_hints_deal_before_they_go_round(key: str, seed: int) -> None:
    """A tail is moved from run to run only for a longer one, so hints come to the next deal."""
    game = Game.start(VARIANTS[key], seed)
    since_progress = 0
    for _ in range(400):
        found = hints(game)
        if not found or not game.position.stock:
            return
        after = game.after(found[0].move)
        progress = len(after.position.stock) != len(game.position.stock) or sum(
            column.face_down for column in after.position.columns
        ) != sum(column.face_down for column in game.position.columns)
        since_progress = 0 if progress else since_progress + 1
        assert since_progress < 60
        game = after
