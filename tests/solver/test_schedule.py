"""Which beams are tried: the same ones each time, different ones one after the other."""

from itertools import cycle, islice

import pytest

from app.solver.kernels.weights import ONE_DECK, ONE_DECK_SHORT, TWO_DECKS, TWO_DECKS_SHORT
from app.solver.schedule import (
    beams,
    share_of_proof,
    short_weights_for,
    shortening_beams,
    weights_for,
)

CARDS = [1, 24, 52, 53, 104]


@pytest.mark.parametrize("cards", CARDS)
@pytest.mark.parametrize("suits", [1, 2, 4])
def test_beams(cards: int, suits: int) -> None:
    plan = list(islice(beams(cards, suits), 200))
    assert plan == list(islice(beams(cards, suits), 200))
    assert len({weights for _, weights in plan}) > 190
    widths = [width for width, _ in plan]
    assert widths[1:] == sorted(widths[1:])
    assert plan[0][1] == short_weights_for(cards)
    assert (weights_for(cards) in {weights for _, weights in plan}) == (cards <= 52 or suits == 4)
    assert all(type(weight) is int for _, weights in plan for weight in weights)


@pytest.mark.parametrize("cards", CARDS)
def test_beams_for_shortening(cards: int) -> None:
    plan = list(islice(shortening_beams(cards), 40))
    assert plan == list(islice(shortening_beams(cards), 40))
    widths = [width for width, _ in plan]
    assert widths == sorted(widths)
    assert len(set(plan)) == len(plan)  # what was tried is not tried again
    assert len({weights for _, weights in plan}) > 20


def test_each_number_of_decks_has_its_weights() -> None:
    assert (weights_for(52), short_weights_for(52)) == (ONE_DECK, ONE_DECK_SHORT)
    assert (weights_for(53), short_weights_for(53)) == (TWO_DECKS, TWO_DECKS_SHORT)


@pytest.mark.parametrize("cards", [52, 104])
def test_completing_a_run_stays_worth_it(cards: int) -> None:
    sets = cycle([short_weights_for(cards), *[weights_for(cards)] * 2])
    for (_, weights), tuned in zip(islice(beams(cards, 4), 200), sets, strict=False):
        lost = weights.run_worth - weights.run_home
        assert abs(lost - (tuned.run_worth - tuned.run_home)) < 100


def test_a_complete_search_gets_more_when_beams_have_missed() -> None:
    early, late = share_of_proof(52, 0), share_of_proof(52, 10**9)
    assert 0 < early < share_of_proof(52, 10**7) < late == 1
    assert 0 < share_of_proof(104, 0) == share_of_proof(104, 10**9) < early
