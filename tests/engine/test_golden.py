"""Deals and won games that another engine made from the rules alone."""

import hashlib
import os
import subprocess
import sys
from typing import Any

import pytest

from app.engine.deal import deal
from app.engine.game import Game, Status
from app.engine.notation import GameRecord, cards_text
from app.engine.variants import VARIANTS
from tests.engine.tables import DATA, WAYS, golden_records, read_json
from tests.engine.test_variants import NINE

DEALS = read_json("deals.json")
GAMES = golden_records()
DIGEST_OF_DEALS = """
import hashlib
from app.engine.deal import deal
from app.engine.variants import VARIANTS
deals = [str(deal(variant, seed)) for variant in VARIANTS.values() for seed in (1, 482913)]
print(hashlib.sha256("\\n".join(deals).encode()).hexdigest())
"""


def deal_id(golden: dict[str, Any]) -> str:
    return f"{golden['variant']} {golden['seed']}"


def test_the_nine_have_golden_deals_and_games() -> None:
    assert {golden["variant"] for golden in DEALS} >= set(NINE)
    assert {record.variant.key for record in GAMES.values()} >= set(NINE)
    assert len(DEALS) >= 20


@pytest.mark.parametrize("golden", DEALS, ids=deal_id)
def test_the_deal_is_as_pinned(golden: dict[str, Any]) -> None:
    variant = VARIANTS[golden["variant"]]
    for way in [collecting for known, collecting in WAYS if known is variant]:
        opening = deal(variant, golden["seed"], way)
        assert [cards_text(column.cards) for column in opening.columns] == golden["columns"]
        assert cards_text(opening.stock) == golden["stock"]


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_deals_do_not_hang_on_the_hash_seed(hash_seed: str) -> None:
    found = subprocess.run(
        [sys.executable, "-c", DIGEST_OF_DEALS],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(DATA.parent.parent)},
        check=True,
        capture_output=True,
        text=True,
    )
    deals = [str(deal(variant, seed)) for variant in VARIANTS.values() for seed in (1, 482913)]
    assert found.stdout.strip() == hashlib.sha256("\n".join(deals).encode()).hexdigest()


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_won_as_its_header_says(name: str) -> None:
    record = GAMES[name]
    game = record.replay()
    assert record.headers["Result"] == "won"
    assert game.status is Status.WON
    assert (str(game.score), str(game.moves)) == (record.headers["Score"], record.headers["Moves"])
    assert game.actions == record.actions


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_not_won_a_move_earlier(name: str) -> None:
    record = GAMES[name]
    game = Game.start(record.variant, record.seed, record.collecting)
    assert game.after_all(record.actions[:-1]).status is Status.PLAYING


@pytest.mark.parametrize("name", GAMES)
def test_the_record_reads_back(name: str) -> None:
    record = GAMES[name]
    text = str(record)
    assert GameRecord.parse(text) == record
    assert str(GameRecord.parse(text)) == text
    game = record.replay()
    assert GameRecord.parse(str(GameRecord.of(game, **record.headers))) == record


@pytest.mark.parametrize("name", GAMES)
def test_a_clean_win_scores_by_the_short_formula(name: str) -> None:
    game = GAMES[name].replay()
    decks = game.variant.game.decks
    assert game.score == 500 + 400 * decks - game.moves
