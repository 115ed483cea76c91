"""What holds in every game of every variant, however it is played."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.engine.cards import Card
from app.engine.deal import parse_seed
from app.engine.errors import EngineError, IllegalActionError, NotationError, UnknownVariantError
from app.engine.game import Game
from app.engine.moves import Action, Collect, DealRow, Move, RunMove, Step, TakeBack
from app.engine.notation import GameRecord, parse_action, parse_cards, parse_collecting
from app.engine.position import Position
from app.engine.variants import Collecting, Variant, variant_of
from tests.engine.strategies import GOLDEN, far_along, games, random_play
from tests.engine.tables import BY_HAND, WAYS, check_step, check_table, shoe_of, state, way_id

GAMES_OF_A_VARIANT = 200
ACTIONS_OF_A_GAME = 300


def every_move(position: Position) -> list[Move]:
    """List every move that can be written down here, and some beyond the edges."""
    columns = range(-1, len(position.columns) + 1)
    homes = range(-1, len(position.foundations) + 1)
    counts = range(-1, max(len(column.cards) for column in position.columns) + 2)
    return [
        DealRow(),
        *(RunMove(*numbers) for numbers in product(columns, columns, counts)),
        *(Collect(source) for source in columns),
        *(TakeBack(*numbers) for numbers in product(homes, columns)),
    ]


def hidden(game: Game) -> list[int]:
    return [column.face_down for column in game.position.columns]


@given(games())
def test_legal_moves_are_accepted_and_all_others_refused(game: Game) -> None:
    before = state(game)
    legal = set(game.legal)
    assert len(legal) == len(game.legal)
    assert legal <= set(every_move(game.position))
    for move in every_move(game.position):
        if move in legal:
            check_step(game, game.after(move))
        else:
            with pytest.raises(IllegalActionError) as caught:
                game.after(move)
            assert str(caught.value).endswith(".")
            assert len(str(caught.value)) > 10
    assert state(game) == before


@given(games())
def test_undo_and_redo_restore_all_but_the_counters(game: Game) -> None:
    for move in game.legal:
        after = game.after(move)
        if after.position.is_won:
            with pytest.raises(IllegalActionError):
                after.after(Step.UNDO)
            continue
        undone = after.after(Step.UNDO)
        redone = undone.after(Step.REDO)
        assert (undone.position, undone.past) == (game.position, game.past)
        assert (redone.position, redone.past, redone.future) == (after.position, after.past, None)
        assert redone.moves == game.moves + 3
        check_step(after, undone)
        check_step(undone, redone)


@given(games())
def test_a_game_can_be_undone_to_its_deal_and_redone(game: Game) -> None:
    if game.position.is_won:
        return
    steps = 0
    position = game.position
    start = Game.start(game.variant, game.seed, game.collecting)
    while game.can_undo:
        game, steps = game.after(Step.UNDO), steps + 1
    assert game.position == start.position
    for _ in range(steps):
        game = game.after(Step.REDO)
    assert game.position == position


def check_game(game: Game, seed: int, length: int) -> tuple[Game, set[type[Action]]]:
    """Play at random, checking each step; give the last game and the kinds of action met."""
    shoe = shoe_of(game.variant, game.seed)
    kinds: set[type[Action]] = set()
    last = game
    for before, action, last in random_play(game, seed, length):
        check_table(last, shoe)
        check_step(before, last)
        if not isinstance(action, Step):
            pairs = zip(hidden(before), hidden(last), strict=True)
            assert all(now <= then for then, now in pairs)
        kinds.add(type(action))
    again = GameRecord.parse(str(GameRecord.of(last))).replay()
    assert state(again) == state(last)
    return last, kinds


@pytest.mark.parametrize(("variant", "collecting"), WAYS, ids=map(way_id, WAYS))
def test_acceptance_run(variant: Variant, collecting: Collecting) -> None:
    ways = len(variant.game.collecting)
    first = 1 + variant.game.collecting.index(collecting)
    lengths = []
    for seed in range(first, GAMES_OF_A_VARIANT + 1, ways):
        game, kinds = check_game(
            Game.start(variant, seed, collecting), seed=seed, length=ACTIONS_OF_A_GAME
        )
        assert {RunMove, DealRow, Step} <= kinds
        lengths.append(game.moves)
    assert sum(lengths) == ACTIONS_OF_A_GAME * GAMES_OF_A_VARIANT // ways


@pytest.mark.parametrize(("variant", "collecting"), WAYS, ids=map(way_id, WAYS))
def test_random_play_from_the_late_positions_of_won_games(
    variant: Variant, collecting: Collecting
) -> None:
    kinds: set[type[Action]] = set()
    most_home = 0
    for record in [record for record in GOLDEN.values() if record.variant is variant]:
        for cut in range(1, 21):
            game = far_along(record, len(record.actions) - cut, collecting)
            last, met = check_game(game, seed=cut, length=40)
            most_home = max(most_home, game.position.runs_home, last.position.runs_home)
            kinds |= met
    assert most_home >= variant.foundations - 1
    assert ({Collect, TakeBack} <= kinds) is (collecting is BY_HAND)


PARSERS: list[Callable[[str], object]] = [
    parse_action,
    parse_cards,
    parse_collecting,
    parse_seed,
    Card.parse,
    GameRecord.parse,
    variant_of,
]
SCRAPS = st.sampled_from(
    [
        *("[", "]", '"', "[A ", "Variant", "Seed", "Collect", "by hand", "automatic", "spider-2"),
        *("\n", " ", "\r", "\x85", "\0", "é", "1", "x", "-", "f", "deal", "undo", "TH", "9" * 13),
    ]
)


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.__qualname__)
@given(text=st.text() | st.lists(SCRAPS).map("".join))
def test_parsers_refuse_any_text_with_a_sentence(
    parser: Callable[[str], object], text: str
) -> None:
    try:
        parser(text)
    except (NotationError, UnknownVariantError) as error:
        assert str(error).isprintable()  # noqa: PT017 - not every text is refused
        assert str(error).endswith(".")  # noqa: PT017


@given(
    st.sampled_from(sorted(GOLDEN)),
    st.integers(0, 500),
    st.integers(0, 5),
    st.text(max_size=3) | SCRAPS,
)
@example("spider-2-14839", 0, 0, "\ufeff")
def test_a_damaged_record_is_refused_or_replayed(
    name: str, start: int, length: int, scrap: str
) -> None:
    text = str(GOLDEN[name])
    damaged = text[:start] + scrap + text[start + length :]
    try:
        record = GameRecord.parse(damaged)
        game = record.replay()
    except EngineError as error:
        assert str(error).isprintable()  # noqa: PT017 - not every damage is refused
    else:
        assert game.actions == record.actions
        assert str(GameRecord.parse(str(record))) == str(record)
