"""Seeds and the deals they fix."""

from collections import Counter

import pytest

from app.engine.deal import _below, deal, parse_seed, shuffled
from app.engine.errors import NotationError
from app.engine.variants import VARIANTS, Collecting, Variant
from tests.engine.tables import AUTOMATIC, BY_HAND, WAYS, way_id

SPECIAL = [1, 2**31 - 1, 2**31, 2**32, 999_999_999_999]
BAD = [
    *("0", "-1", "+5", "007", "01", "1e3", "1.0", "0x10", "1_000", "1,000", "five", "--1"),
    *("", " 5", "5 ", "5\n", "\t5", "5 5", "1\0", "-2147483648"),
    *("1000000000000", "9999999999999", "٣", "५", "\uff11\uff12", "²", "\u221e"),
]


@pytest.mark.parametrize("text", BAD, ids=ascii)
def test_anything_but_a_plain_number_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a deal number"):
        parse_seed(text)


def test_a_seed_of_ten_thousand_digits_is_refused_too() -> None:
    with pytest.raises(NotationError, match="is not a deal number"):
        parse_seed("7" * 10_000)


@pytest.mark.parametrize("seed", [*SPECIAL, 10, 482913])
def test_a_seed_reads_back(seed: int) -> None:
    assert parse_seed(str(seed)) == seed


@pytest.mark.parametrize("seed", [0, -1, -(2**31), 10**12])
def test_no_deal_beyond_the_range(seed: int) -> None:
    with pytest.raises(NotationError, match="from 1 to 999999999999"):
        deal(VARIANTS["spider-2"], seed)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_special_numbers_give_different_shuffled_deals(variant: Variant) -> None:
    shoes = [tuple(map(str, shuffled(variant, seed))) for seed in SPECIAL]
    assert len(set(shoes)) == len(SPECIAL)
    unshuffled = tuple(r + s for s in variant.suit_sequence for r in "A23456789TJQK")
    assert unshuffled not in shoes


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_the_first_card_is_spread_evenly(variant: Variant) -> None:
    drawn = Counter(str(shuffled(variant, seed)[0])[0] for seed in range(1, 1001))
    expected = 1000 / 13
    chi_square = sum((drawn[rank] - expected) ** 2 / expected for rank in "A23456789TJQK")
    assert chi_square < 40  # twelve degrees of freedom: beyond it in 1 of 13,000


def test_words_beyond_the_last_whole_multiple_are_passed_over() -> None:
    first_beyond = 2**64 - 2**64 % 52
    assert _below(52, iter([2**64 - 1, first_beyond, 57, 3])) == 5
    assert _below(52, iter([first_beyond - 1, 3])) == 51
    assert _below(64, iter([2**64 - 1, 3])) == 63


def test_variants_of_one_seed_are_dealt_apart() -> None:
    pairs = [("spiderette-4", "will-o-the-wisp-4"), ("spider-1", "spider-2")]
    for one, other in pairs:
        ranks = [[card.rank for card in shuffled(VARIANTS[key], 42)] for key in (one, other)]
        assert ranks[0] != ranks[1]


@pytest.mark.parametrize(("variant", "collecting"), WAYS, ids=map(way_id, WAYS))
def test_the_opening(variant: Variant, collecting: Collecting) -> None:
    opening = deal(variant, 77, collecting)
    assert tuple(len(column.cards) for column in opening.columns) == variant.game.layout
    assert all(len(column.face_up) == 1 for column in opening.columns)
    assert len(opening.stock) == variant.stock
    assert opening.foundations == ((),) * variant.foundations
    assert opening.automatic is (collecting is AUTOMATIC)
    assert opening == deal(variant, 77, collecting)
    assert sorted(card.place for card in opening.cards) == list(range(variant.cards))


def test_rows_go_left_to_right_and_the_stock_follows() -> None:
    opening = deal(VARIANTS["spiderette-4"], 9)
    places = [[card.place for card in column.cards] for column in opening.columns]
    assert [pile[0] for pile in places] == [0, 1, 2, 3, 4, 5, 6]
    assert places[6] == [6, 12, 17, 21, 24, 26, 27]
    assert [card.place for card in opening.stock] == list(range(28, 52))


@pytest.mark.parametrize("key", VARIANTS)
def test_how_runs_are_collected_at_first(key: str) -> None:
    assert deal(VARIANTS[key], 1).automatic is key.startswith("spider-")


def test_collecting_changes_no_card() -> None:
    wisp = VARIANTS["will-o-the-wisp-4"]
    assert deal(wisp, 3, BY_HAND).cards == deal(wisp, 3, AUTOMATIC).cards


def test_spider_is_not_collected_by_hand() -> None:
    with pytest.raises(ValueError, match="Spider does not collect by hand"):
        deal(VARIANTS["spider-4"], 3, BY_HAND)
