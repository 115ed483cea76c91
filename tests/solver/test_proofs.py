"""Complete searches: nothing that is left out is needed for a win."""

from random import Random

import pytest

from app.engine.position import Position
from app.solver.kernels.table import Pruning
from tests.solver.invented import exhausted, invented, laid, proved, wandered

PRUNINGS = [Pruning.NONE, *Pruning, Pruning.ALL]

NEEDED = {
    "a run that stays on the table": laid(
        "2S 3S AS 2S", "AS 3S", homes=",", ranks=3, by_hand=True
    ),
    "cards from a complete foundation": laid(
        "", "2S", "AS 3C 3S 2C 2H 4C AH AC AD 4S", "3D 4H", "3H 4D 2D", homes=",,,", ranks=4,
        by_hand=True,
    ),
    "cards from home that complete another run": laid(
        "AH | 2H", "AS | 2S", homes="2H AH,,,2S AS", ranks=2, by_hand=True
    ),
    "home cards of the only suit": laid("AS | AS 2S", "2S", homes="2S AS,,", ranks=2, by_hand=True),
    "cards from home that complete a run in part": laid(
        "5S", "2S AS 3S 5S AS 4S 4S", stock="3S 2S", homes="5S 4S 3S 2S AS,,,5S 4S 3S 2S AS",
        ranks=5, by_hand=True,
    ),
    "a run that does not join at once": laid(
        "5S 4S", "3D AH 2H 4D 3S", "AD AS 5H", "2D 3H 5D 4H 2S", homes=",,", ranks=5, by_hand=False
    ),
    "a split of a run from the highest rank down": laid(
        "4S 3S", "2C 2H AC 3D 2S", "3C 4C AH 3H", "2D AS | 4D AD 4H", homes=",,,", ranks=4,
        by_hand=False,
    ),
    "one highest card of a suit to go home before the other": laid(
        "AS | 2S", "AD | 2D", stock="2D AD", homes=",,", ranks=2, by_hand=False
    ),
}  # fmt: skip


@pytest.mark.parametrize("pruning", PRUNINGS)
@pytest.mark.parametrize("position", NEEDED.values(), ids=NEEDED)
def test_wins_that_need_what_looks_useless(position: Position, pruning: Pruning) -> None:
    assert proved(position, pruning)


@pytest.mark.parametrize("seed", range(24))
def test_as_an_exhaustive_search(seed: int) -> None:
    """Fifty invented decks each time, and a position from the middle of each."""
    chance = Random(seed)  # noqa: S311 - chance that repeats
    answers = []
    for _ in range(50):
        deck = invented(chance)
        for position in (deck, wandered(deck, chance, chance.randint(1, 12))):
            answer = exhausted(position, limit=1_000)
            if answer is None:
                continue
            answers.append(answer)
            for pruning in PRUNINGS:
                assert proved(position, pruning) is answer, (position, pruning)
    assert len(answers) > 50
    assert len(set(answers)) == 2
