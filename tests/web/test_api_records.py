"""Records for programs: what is best, of what, and how often."""

import re
from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

from app.engine.variants import VARIANTS
from tests.playing import FakeClock, records
from tests.web.conftest import Guests
from tests.web.visiting import Visitor, site_of

FIELDS = {
    *("variant", "best_score", "fastest_win", "fewest_moves"),
    *("played", "won", "win_rate", "streak", "best_streak"),
}
KINDS = ("best_score", "fastest_win", "fewest_moves")


def records_of(visitor: Visitor) -> dict[str, dict[str, Any]]:
    listed = visitor.get("/api/v1/records").json()
    assert [entry["variant"] for entry in listed] == list(VARIANTS)
    assert all(set(entry) == FIELDS for entry in listed)
    return {entry["variant"]: entry for entry in listed}


def win(visitor: Visitor, number: int, clock: FakeClock, pace: float) -> dict[str, Any]:
    """Win one of the recorded games of Spiderette; a detour makes others longer."""
    record = records("spiderette-1")[number]
    game = visitor.create(variant="spiderette-1", seed=record.seed)
    for version, action in enumerate(record.actions):
        clock.forward(pace)
        game = visitor.do(game["id"], str(action), version).json()
    assert game["status"] == "won"
    return game


def test_nothing_yet(visitor: Visitor) -> None:
    for entry in records_of(visitor).values():
        assert [entry[kind] for kind in KINDS] == [None] * 3
        assert (entry["played"], entry["won"], entry["streak"], entry["best_streak"]) == (0,) * 4
        assert entry["win_rate"] is None
    assert visitor.token is None


def test_three_records_of_three_games(visitor: Visitor, clock: FakeClock) -> None:
    short_and_slow = win(visitor, 0, clock, 20)
    long_and_fast = win(visitor, 1, clock, 2)
    entry = records_of(visitor)["spiderette-1"]
    best, fast, few = (entry[kind] for kind in KINDS)
    assert (best["value"], best["game"]) == (short_and_slow["score"], short_and_slow["id"])
    assert (few["value"], few["game"]) == (short_and_slow["moves"], short_and_slow["id"])
    assert fast["value"] == 2_000 * (long_and_fast["moves"] - 1)
    assert (fast["game"], fast["seed"]) == (long_and_fast["id"], long_and_fast["seed"])
    assert all(re.fullmatch(r"2023-11-1\dT\d\d:\d\d:\d\dZ", r["date"]) for r in (best, fast, few))
    assert (entry["played"], entry["won"], entry["win_rate"]) == (2, 2, 100)
    assert (entry["streak"], entry["best_streak"]) == (2, 2)
    others = [entry for key, entry in records_of(visitor).items() if key != "spiderette-1"]
    assert all(entry["played"] == 0 for entry in others)


def test_only_the_first_win_of_a_deal_counts(visitor: Visitor, clock: FakeClock) -> None:
    slow = win(visitor, 0, clock, 60)
    for _ in range(2):
        win(visitor, 0, clock, 0.01)
    entry = records_of(visitor)["spiderette-1"]
    assert {entry[kind]["game"] for kind in KINDS} == {slow["id"]}
    assert entry["fastest_win"]["value"] == slow["elapsed_ms"]
    assert (entry["played"], entry["won"]) == (3, 3)


def test_lost_and_unfinished_games(visitor: Visitor, clock: FakeClock) -> None:
    won = win(visitor, 0, clock, 1)
    before = records_of(visitor)["spiderette-1"]
    visitor.create(variant="spiderette-1", seed=2)  # no action: nothing
    assert records_of(visitor)["spiderette-1"] == before
    unfinished = visitor.create(variant="spiderette-1", seed=3)
    visitor.do(unfinished["id"], "deal", 0)
    for seed in (4, 5):
        lost = visitor.create(variant="spiderette-1", seed=seed)
        visitor.do(lost["id"], "deal", 0)
        visitor.post(f"/games/{lost['id']}/end", data={"then": "new"})
    entry = records_of(visitor)["spiderette-1"]
    assert (entry["played"], entry["won"], entry["win_rate"]) == (4, 1, 25)
    assert (entry["streak"], entry["best_streak"]) == (0, 1)
    assert {entry[kind]["game"] for kind in KINDS} == {won["id"]}


def test_records_are_ones_own(guests: Guests, clock: FakeClock) -> None:
    winner, other = guests(), guests()
    win(winner, 0, clock, 1)
    other.create(variant="spiderette-1")
    assert records_of(other)["spiderette-1"]["won"] == 0
    assert records_of(guests())["spiderette-1"]["won"] == 0


def test_a_win_without_time_is_not_0(visitor: Visitor, clock: FakeClock) -> None:
    win(visitor, 0, clock, 0)  # as fast as a program can be
    page = visitor.page("/records")
    assert "0:01" in page.text
    assert "0:00" not in page.text


def test_records_live_on_after_a_restart(
    app: FastAPI, running: TestClient, clock: FakeClock
) -> None:
    visitor = Visitor(app, running)
    win(visitor, 0, clock, 1)
    before = records_of(visitor)
    site_of(app).play._live._values.clear()
    site_of(app).players._known._values.clear()
    assert records_of(visitor) == before
