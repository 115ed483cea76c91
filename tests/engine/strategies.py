"""Random play, by a seed or drawn by Hypothesis."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from app.engine.errors import EngineError
from app.engine.game import Game
from app.engine.moves import Action, Collect, DealRow, RunMove, Step, TakeBack
from app.engine.notation import GameRecord
from app.engine.variants import Collecting
from tests.engine.tables import WAYS, golden_records

GOLDEN = golden_records()


def choose(game: Game, number: int) -> Action | None:
    """Choose an action by a number, undo and redo in one case of eight; None when there is none."""
    number, kind = divmod(number, 16)
    if kind == 0 and game.can_undo:
        return Step.UNDO
    if kind == 1 and game.can_redo:
        return Step.REDO
    moves: tuple[Action, ...] = game.legal
    if kind == 2:  # the rare kinds more often than one move among many
        moves = tuple(move for move in moves if not isinstance(move, RunMove)) or moves
    if moves:
        return moves[number % len(moves)]
    return Step.UNDO if game.can_undo else None


def random_play(game: Game, seed: int, length: int) -> Iterator[tuple[Game, Action, Game]]:
    """Play at random; yield each game, what is done in it, and the game after it."""
    draw = Random(seed).getrandbits  # noqa: S311 - play, no secret
    for _ in range(length):
        action = choose(game, draw(20))
        if action is None:
            return
        following = game.after(action)
        yield game, action, following
        game = following


def far_along(record: GameRecord, length: int, collecting: Collecting) -> Game:
    """Play the beginning of a won game, leaving out what the way of collecting does not allow."""
    game = Game.start(record.variant, record.seed, collecting)
    for action in record.actions[:length]:
        try:
            game = game.after(action)
        except EngineError:
            continue
    return game


@st.composite
def openings(draw: st.DrawFn) -> Game:
    """Draw a fresh deal of any variant, with either way of collecting."""
    variant, collecting = draw(st.sampled_from(WAYS))
    return Game.start(variant, draw(st.integers(1, 999_999_999_999)), collecting)


@st.composite
def far_games(draw: st.DrawFn) -> Game:
    """Draw a game that was once won, somewhere on its way or at its end."""
    record = GOLDEN[draw(st.sampled_from(sorted(GOLDEN)))]
    collecting = draw(st.sampled_from(record.variant.game.collecting))
    return far_along(record, draw(st.integers(0, len(record.actions))), collecting)


@st.composite
def games(draw: st.DrawFn, length: int = 60) -> Game:
    """Draw a game after some random play."""
    game = draw(openings() | far_games())
    for number in draw(st.lists(st.integers(0, 16_000), max_size=length)):
        if action := choose(game, number):
            game = game.after(action)
    return game


numbers = st.integers(0, 98)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(RunMove, numbers, numbers, st.integers(1, 99)),
    st.just(DealRow()),
    st.builds(Collect, numbers),
    st.builds(TakeBack, numbers, numbers),
    st.sampled_from(Step),
)
