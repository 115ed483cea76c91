"""What kernels note and make of a position is what the engine's rules say."""

from random import Random

import pytest

from app.engine.moves import DealRow, RunMove
from app.engine.position import Position
from app.engine.rules import legal_moves, play
from app.solver.kernels.table import Pruning
from app.solver.kernels.weights import TWO_DECKS
from tests.solver.boards import Laid, codes, move_of, positions
from tests.solver.invented import invented, laid, wandered


def check(position: Position) -> None:
    here = Laid(position)
    assert here.columns(0) == codes(position)
    children = {move_of(child): child for child in here.children()}
    assert len(children) == len(here.children())
    assert set(children) == set(legal_moves(position))
    for move, child in children.items():
        after = play(position, move)
        here.make(child)
        assert here.columns(1) == codes(after)
        assert here.board.states[1]["home"] == after.runs_home
        assert here.value(1) == (child["hash"], child["score"]) == here.weighed(1)
        if not isinstance(move, DealRow):
            assert here.value(1) == Laid(after).value(0)


@pytest.mark.parametrize("seed", range(10))
def test_games(seed: int) -> None:
    for position in positions(Random(seed), games=20, moves=90):  # noqa: S311 - repeats
        check(position)


@pytest.mark.parametrize("seed", range(10))
def test_invented_decks(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - chance that repeats
    for _ in range(80):
        check(wandered(invented(chance, most_cards=20), chance, chance.randint(0, 20)))


def test_scores_differ_with_the_weights() -> None:
    position = next(positions(Random(1), games=1, moves=9))  # noqa: S311 - repeats
    assert Laid(position).value(0)[0] == Laid(position, weights=TWO_DECKS).value(0)[0]
    assert Laid(position).value(0)[1] != Laid(position, weights=TWO_DECKS).value(0)[1]


PLAIN = laid("2S", "3S AS", "", "", homes=",", ranks=3, by_hand=False, stock="2H AH 3H")


def test_hashes_tell_positions_apart() -> None:
    """All positions some moves away: as many hashes as positions."""
    hashes: dict[int, object] = {}
    waiting = [PLAIN]
    for position in waiting:
        seen = (position.columns, position.stock)
        code = Laid(position).value(0)[0]
        if hashes.setdefault(code, seen) is seen:
            waiting += [play(position, m) for m in legal_moves(position) if isinstance(m, RunMove)]
        assert hashes[code] == seen
    assert len(hashes) > 20


def test_foundations_do_not_count_by_place() -> None:
    first = laid("3S", "2S", "AS", homes="3H 2H AH,", ranks=3, by_hand=True)
    other = laid("3S", "2S", "AS", homes=",3H 2H AH", ranks=3, by_hand=True)
    given = laid("3S", "2S", "AS", "AH", homes=",3H 2H", ranks=3, by_hand=True)
    assert Laid(first).value(0)[0] == Laid(other).value(0)[0] != Laid(given).value(0)[0]


@pytest.mark.parametrize(
    ("stock", "alike"),
    [("", True), ("3H 2H", True), ("3H 2H AH", False), ("3H 2H AH 3D 2D", False)],
)
def test_columns_that_no_row_reaches_may_change_places(stock: str, alike: bool) -> None:
    first = laid("3S", "2S", "AS", "AC", homes="", stock=stock, ranks=3, by_hand=False)
    other = laid("3S", "2S", "AC", "AS", homes="", stock=stock, ranks=3, by_hand=False)

    def code(position: Position, pruning: Pruning, loose: bool = False) -> int:
        return Laid(position, pruning, loose=loose).value(0)[0]

    assert code(first, Pruning.NONE) != code(other, Pruning.NONE)
    assert (code(first, Pruning.ALL) == code(other, Pruning.ALL)) is alike
    assert code(first, Pruning.NONE, loose=True) == code(other, Pruning.NONE, loose=True)
