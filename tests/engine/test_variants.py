"""The variants, against the table of the rules."""

from collections import Counter

import pytest

from app.engine.deal import deal
from app.engine.errors import UnknownVariantError
from app.engine.variants import GAMES, VARIANTS, variant_of, variants_of
from tests.engine.tables import AUTOMATIC, BY_HAND

BY_RULES = {
    "spider": (2, [6, 6, 6, 6, 5, 5, 5, 5, 5, 5], 50, 8, (AUTOMATIC,)),
    "spiderette": (1, [1, 2, 3, 4, 5, 6, 7], 24, 4, (BY_HAND, AUTOMATIC)),
    "will-o-the-wisp": (1, [3, 3, 3, 3, 3, 3, 3], 31, 4, (BY_HAND, AUTOMATIC)),
}
SUITS = {1: "S", 2: "SH", 4: "SHDC"}


NINE = [f"{game}-{suits}" for game in BY_RULES for suits in SUITS]
"""The keys that are stable for ever; variants that come later stand behind them."""


def test_these_nine_come_first_in_this_order() -> None:
    assert list(VARIANTS)[: len(NINE)] == NINE


@pytest.mark.parametrize("key", NINE)
def test_a_variant_is_what_the_rules_say(key: str) -> None:
    variant = variant_of(key)
    decks, columns, stock, foundations, collecting = BY_RULES[variant.game.key]
    assert variant.key == key
    assert variant.game.decks == decks
    assert list(variant.game.layout) == columns
    assert variant.columns == len(columns)
    assert (variant.cards, variant.stock) == (decks * 52, stock)
    assert (variant.foundations, variant.ranks) == (foundations, 13)
    assert variant.game.collecting == collecting


@pytest.mark.parametrize("key", VARIANTS)
def test_a_shoe_holds_the_suits_in_equal_number(key: str) -> None:
    variant = variant_of(key)
    faces = Counter((card.rank, str(card.suit)) for card in deal(variant, 5).cards)
    each = variant.game.decks * 4 // variant.suits
    assert faces == {(rank, suit): each for rank in range(1, 14) for suit in SUITS[variant.suits]}


def test_standard_games() -> None:
    standard = {f"{game.key}-{game.standard_suits}" for game in GAMES.values()}
    assert {"spider-2", "spiderette-4", "will-o-the-wisp-4"} <= standard <= set(VARIANTS)


def test_a_game_lists_its_own_variants_only() -> None:
    for game in GAMES.values():
        assert [v.key for v in variants_of(game)] == [f"{game.key}-{n}" for n in SUITS]


def test_names() -> None:
    assert variant_of("spider-1").name == "Spider, 1 suit"
    assert variant_of("will-o-the-wisp-4").name == "Will o’ the Wisp, 4 suits"


@pytest.mark.parametrize("key", ["", "spider", "spider-3", "Spider-2", "spider-2 ", "klondike-1"])
def test_an_unknown_key_is_refused_with_the_known_ones(key: str) -> None:
    with pytest.raises(UnknownVariantError, match=r"no variant .* spider-1, .*will-o-the-wisp-4"):
        variant_of(key)
