"""What a template sees of the piles."""

from collections.abc import Iterator

import pytest

from app.engine.game import Game
from app.engine.hints import hints, worth
from app.engine.moves import DealRow
from app.engine.notation import parse_action
from app.engine.variants import VARIANTS
from app.web.views import PilesView, lift_key, target_token
from tests.engine.tables import game_at, table
from tests.playing import records

KEYS = ["spider-2", "spiderette-4", "will-o-the-wisp-1"]


def games(key: str) -> Iterator[Game]:
    """Every position of a game that was won."""
    record = records(key)[0]
    game = Game.start(record.variant, record.seed, record.collecting)
    yield game
    for action in record.actions:
        game = game.after(action)
        yield game


@pytest.mark.parametrize("key", KEYS)
def test_places_are_the_legal_moves(key: str) -> None:
    for game in games(key):
        view = PilesView(game)
        cards = [card for column in view.columns for card in column.cards]
        cards += [pile.card for pile in view.foundations.piles if pile.card]
        shown = {(card.lift, token) for card in cards for token in card.to.split()}
        moves = {
            (lift_key(move, game.position.ranks), target_token(move))
            for move in game.legal
            if not isinstance(move, DealRow)
        }
        assert shown == moves


@pytest.mark.parametrize("key", KEYS)
def test_the_best_place_is_named_first(key: str) -> None:
    for game in games(key):
        value = {
            (lift_key(move, game.position.ranks), target_token(move)): worth(game.position, move)
            for move in game.legal
        }
        for column in PilesView(game).columns:
            for card in column.cards:
                values = [value[card.lift, token] for token in card.to.split()]
                assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("key", KEYS)
def test_a_card_that_stays_has_a_reason(key: str) -> None:
    for game in games(key):
        for column, pile in zip(PilesView(game).columns, game.position.columns, strict=True):
            count = len(column.cards)
            for place, card in enumerate(column.cards):
                lifted = count - place
                assert bool(card.to) != bool(card.why)
                if lifted > pile.run:
                    assert card.why in ("suits", "covered")
                else:
                    assert card.why in ("", "nowhere")


@pytest.mark.parametrize("key", KEYS)
def test_ids_are_places_in_the_shoe(key: str) -> None:
    for game in games(key):
        view = PilesView(game)
        for column, pile in zip(view.columns, game.position.columns, strict=True):
            ids = (*column.hidden, *(card.id for card in column.cards))
            assert ids == tuple(f"c{card.place}" for card in pile.cards)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_unlike_is_what_differs(key: str) -> None:
    before = None
    for game in games(key):
        view = PilesView(game)
        if before is not None:
            pairs = zip(before.columns, view.columns, strict=True)
            assert set(view.columns_unlike(before)) == {now for was, now in pairs if was != now}
            if view.foundations != before.foundations:
                assert view.foundations_unlike(before)
        before = view


def test_labels() -> None:
    view = PilesView(Game.start(VARIANTS["spiderette-4"], 7))
    assert view.stock.label == "Deal a row: 4 rows left"
    assert view.foundations.label == "Foundations: 0 of 4 complete"
    assert view.columns[0].label == "Column 1: 1 face up"
    assert view.columns[6].label == "Column 7: 6 face down, 1 face up"
    assert [pile.label for pile in view.foundations.piles] == [
        f"Foundation {number}: empty" for number in (1, 2, 3, 4)
    ]
    (card,) = view.columns[6].cards
    assert "column 7, card 7 of 7" in card.label


def test_the_stock_says_when_only_a_deal_is_left() -> None:
    for cards, only in (("KS", True), ("QS", False)):
        stock = PilesView(game_at(table(cards, *["KS"] * 6, stock="2S"))).stock
        assert stock.is_all is only
        assert stock.label == f"Deal a row: 1 row left{', the only move' if only else ''}"


def test_labels_of_what_is_empty_and_full() -> None:
    game = list(games("spiderette-4"))[-1]
    view = PilesView(game)
    assert {column.label.partition(": ")[2] for column in view.columns} == {"empty"}
    assert view.stock.label == "Stock: empty"
    assert view.foundations.label == "Foundations: 4 of 4 complete"
    assert view.foundations.first_empty is None
    assert all("13 cards" in pile.label for pile in view.foundations.piles)
    assert hints(game) == ()


def test_a_deal_lifts_nothing_and_goes_nowhere() -> None:
    deal = parse_action("deal")
    assert isinstance(deal, DealRow)
    assert (lift_key(deal, 13), target_token(deal)) == ("", "")
