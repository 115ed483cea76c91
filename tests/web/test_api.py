"""The interface for programs, call by call and field by field."""

import re
from typing import Any

import pytest

from app.engine.cards import RANKS
from app.engine.notation import GameRecord, parse_action
from app.engine.variants import VARIANTS
from tests.playing import records
from tests.web.conftest import Guests
from tests.web.visiting import Visitor

GAME_FIELDS: dict[str, type | tuple[type, ...]] = {
    "id": str,
    "variant": str,
    "seed": int,
    "version": int,
    "status": str,
    "moves": int,
    "score": int,
    "elapsed_ms": int,
    "columns": list,
    "foundations": list,
    "stock": int,
    "legal": list,
    "can_undo": bool,
    "can_redo": bool,
}
CARD = re.compile(f"[{RANKS}][SHDC]")


def check_shape(game: dict[str, Any]) -> None:
    """Every field of the contract is there, with its type."""
    assert {name: type(game[name]) for name in GAME_FIELDS} == GAME_FIELDS
    assert game["status"] in ("playing", "won", "stuck")
    variant = VARIANTS[game["variant"]]
    assert len(game["columns"]) == variant.columns
    assert len(game["foundations"]) == variant.foundations
    cards = game["stock"]
    for column in game["columns"]:
        assert set(column) == {"face_down", "face_up"}
        assert type(column["face_down"]) is int
        assert all(CARD.fullmatch(card) for card in column["face_up"])
        cards += column["face_down"] + len(column["face_up"])
    for foundation in game["foundations"]:
        if foundation is not None:
            assert set(foundation) == {"suit", "cards"}
            assert foundation["suit"] in "SHDC"
            assert type(foundation["cards"]) is int
            cards += foundation["cards"]
    assert cards == variant.cards
    assert all(str(parse_action(move)) == move for move in game["legal"])
    assert not {"undo", "redo"} & set(game["legal"])


def test_variants(visitor: Visitor) -> None:
    listed = visitor.get("/api/v1/variants").json()
    assert [entry["key"] for entry in listed] == list(VARIANTS)
    assert listed[1] == {
        "key": "spider-2",
        "name": "Spider, 2 suits",
        "game": "spider",
        "suits": 2,
        "decks": 2,
        "columns": 10,
        "foundations": 8,
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_begin(visitor: Visitor, variant: str) -> None:
    response = visitor.post("/api/v1/games", json={"variant": variant, "seed": 482913})
    assert response.status_code == 201
    game = response.json()
    check_shape(game)
    assert response.headers["Location"] == f"/api/v1/games/{game['id']}"
    assert (game["variant"], game["seed"]) == (variant, 482913)
    assert (game["version"], game["moves"], game["score"], game["elapsed_ms"]) == (0, 0, 500, 0)
    assert game["status"] == "playing"
    assert (game["can_undo"], game["can_redo"]) == (False, False)
    assert game["stock"] == VARIANTS[variant].stock
    assert game["foundations"] == [None] * VARIANTS[variant].foundations
    assert all(len(column["face_up"]) == 1 for column in game["columns"])
    assert visitor.get(response.headers["Location"]).json() == game
    assert visitor.token


def test_without_a_seed_the_deal_is_random(visitor: Visitor) -> None:
    seeds = {visitor.create(variant="spider-2")["seed"] for _ in range(20)}
    assert len(seeds) == 20
    assert all(1 <= seed <= 999_999_999_999 for seed in seeds)


@pytest.mark.parametrize(
    ("variant", "collect", "found"),
    [
        ("spider-4", None, "automatic"),
        ("spider-4", "automatic", "automatic"),
        ("spiderette-4", None, "by hand"),
        ("spiderette-4", "by hand", "by hand"),
        ("will-o-the-wisp-1", "automatic", "automatic"),
    ],
)
def test_collecting(visitor: Visitor, variant: str, collect: str | None, found: str) -> None:
    assert visitor.create(variant=variant, seed=1, collect=collect)["collect"] == found


def test_collecting_follows_the_players_setting(visitor: Visitor) -> None:
    visitor.post("/settings", data={"setting": "collect", "value": "on"})
    assert visitor.create(variant="spiderette-4")["collect"] == "automatic"
    assert visitor.create(variant="spiderette-4", collect="by hand")["collect"] == "by hand"
    assert visitor.create(variant="spider-4")["collect"] == "automatic"


def test_actions_and_their_price(visitor: Visitor) -> None:
    start = visitor.create(variant="spider-1", seed=3)
    path = f"/api/v1/games/{start['id']}"
    moved = visitor.do(start["id"], start["legal"][0], 0).json()
    check_shape(moved)
    assert (moved["version"], moved["moves"], moved["score"]) == (1, 1, 499)
    assert (moved["can_undo"], moved["can_redo"]) == (True, False)
    assert moved == visitor.get(path).json()
    undone = visitor.do(start["id"], "undo", 1).json()
    assert (undone["version"], undone["moves"], undone["score"]) == (2, 2, 498)
    assert (undone["can_undo"], undone["can_redo"]) == (False, True)
    assert undone["columns"] == start["columns"]
    redone = visitor.do(start["id"], "redo", 2).json()
    assert redone["columns"] == moved["columns"]
    assert redone["score"] == 497


@pytest.mark.parametrize("variant", ["spider-1", "spiderette-2", "will-o-the-wisp-4"])
def test_a_game_to_its_end(visitor: Visitor, variant: str) -> None:
    record = records(variant)[0]
    won = visitor.play(record)
    check_shape(won)
    assert (won["status"], won["legal"]) == ("won", [])
    assert str(won["score"]) == record.headers["Score"]
    assert (won["can_undo"], won["can_redo"]) == (False, False)
    assert all(foundation["cards"] == 13 for foundation in won["foundations"])
    assert visitor.do(won["id"], "undo", won["version"]).status_code == 422
    assert visitor.get(f"/api/v1/games/{won['id']}").json() == won


def test_what_a_program_claims_does_not_count(visitor: Visitor) -> None:
    boast = {"score": 9999, "seconds": 1, "won": True, "moves": 1, "status": "won"}
    game = visitor.create(variant="spider-1", seed=3, **boast)
    assert (game["score"], game["moves"], game["status"]) == (500, 0, "playing")
    path = f"/api/v1/games/{game['id']}/actions?score=9999&won=true"
    body = {"action": "deal", "version": 0, **boast}
    after = visitor.post(path, json=body, headers={"X-Score": "9999", "X-Won": "1"}).json()
    assert (after["score"], after["moves"], after["status"]) == (499, 1, "playing")
    listed = visitor.get("/api/v1/records?won=1").json()
    assert sum(entry["won"] for entry in listed) == 0


def test_hints_are_accepted(visitor: Visitor) -> None:
    game = visitor.create(variant="will-o-the-wisp-4", seed=7)
    for version in range(30):
        hint = visitor.get(f"/api/v1/games/{game['id']}/hint").json()
        assert set(hint) == {"action", "reason"}
        assert hint["reason"]
        if hint["action"] is None:
            assert game["status"] == "stuck"
            return
        assert hint["action"] in game["legal"]
        game = visitor.do(game["id"], hint["action"], version).json()


def test_no_hint_after_the_end(visitor: Visitor) -> None:
    won = visitor.play(records("spiderette-1")[0])
    hint = visitor.get(f"/api/v1/games/{won['id']}/hint").json()
    assert hint["action"] is None
    assert hint["reason"]


def test_record_replays(visitor: Visitor) -> None:
    played = records("will-o-the-wisp-2")[0]
    game = visitor.play(played, upto=20)
    response = visitor.get(f"/api/v1/games/{game['id']}/record")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    record = GameRecord.parse(response.text)
    assert record.actions == played.actions[:20]
    assert (record.variant, record.seed) == (played.variant, played.seed)
    assert record.headers["Result"] == "unfinished"
    assert record.replay().score == game["score"]


def test_programs_and_pages_share_games(guests: Guests) -> None:
    visitor = guests()
    address = visitor.begin("spider-1", 1)
    assert visitor.get(f"/api/v1{address}").json()["version"] == 1
    created = visitor.create(variant="spiderette-1", seed=5)
    assert visitor.page(f"/games/{created['id']}").one(id="moves").text == "0"
