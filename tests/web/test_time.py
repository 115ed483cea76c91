"""The clock: what counts, what does not, and that it is the server’s."""

import time

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.playing import FakeClock, records
from tests.web.conftest import Guests
from tests.web.visiting import Visitor, parsed, site_of

WON = records("spiderette-1")[0]


def shown(visitor: Visitor, address: str) -> str:
    return visitor.page(address).one(id="clock").text


def elapsed(visitor: Visitor, address: str) -> int:
    found: int = visitor.get(f"/api/v1{address}").json()["elapsed_ms"]
    return found


def test_moves_end_a_pause(visitor: Visitor, clock: FakeClock) -> None:
    game = visitor.create(variant="spiderette-1", seed=WON.seed)
    address = f"/games/{game['id']}"
    for version, action in enumerate(WON.actions):
        game = visitor.do(game["id"], str(action), version).json()
        visitor.post(f"{address}/pause", data={"paused": "1"})
        clock.forward(1)
    assert game["status"] == "won"
    assert visitor.page(address).one(id="status")["data-state"] == "won"
    assert shown(visitor, address) == "0:01"
    assert "0:00" not in visitor.page("/records").text


def test_the_clock_stops_with_the_winning_move(visitor: Visitor, clock: FakeClock) -> None:
    game = visitor.create(variant="spiderette-1", seed=WON.seed)
    for version, action in enumerate(WON.actions):
        clock.forward(2)
        game = visitor.do(game["id"], str(action), version).json()
    address, seconds = f"/games/{game['id']}", 2 * (len(WON.actions) - 1)
    clock.forward(60)
    text = f"{seconds // 60}:{seconds % 60:02}"
    page = visitor.page(address)
    assert page.one(id="clock").text == text
    assert f"time {text}" in page.one(id="panel").text
    assert page.one(id="status")["data-elapsed-ms"] == str(seconds * 1000)
    assert text in visitor.page("/records").text
    visitor.post(f"{address}/pause", data={"paused": "1"})
    assert shown(visitor, address) == text


def test_a_hidden_tab_pauses(visitor: Visitor, clock: FakeClock) -> None:
    address = visitor.begin()
    for version in range(1, 4):
        clock.forward(10)
        visitor.act(address, "undo" if version % 2 else "redo", version)
    clock.forward(5)
    visitor.post(f"{address}/pause", data={"paused": "1", "version": "4"})
    clock.forward(1800)
    assert shown(visitor, address) == "0:35"
    visitor.act(address, "redo", 4)
    assert shown(visitor, address) == "0:35"


def test_a_span_without_pause_counts_for_five_minutes(visitor: Visitor, clock: FakeClock) -> None:
    address = visitor.begin()
    clock.forward(3600)
    assert shown(visitor, address) == "5:00"
    visitor.act(address, "undo", 1)
    assert shown(visitor, address) == "5:00"
    clock.forward(299)
    visitor.act(address, "redo", 2)
    assert shown(visitor, address) == "9:59"


def test_a_clock_set_back_takes_nothing_away(visitor: Visitor, clock: FakeClock) -> None:
    address = visitor.begin()
    times = [elapsed(visitor, address)]
    for version, seconds in enumerate((20, -500, 3, -10_000, 7), 1):
        clock.forward(seconds)
        times.append(elapsed(visitor, address))
        visitor.act(address, "undo" if version % 2 else "redo", version)
        times.append(elapsed(visitor, address))
    assert times == sorted(times)
    assert times[0] == 0
    assert times[-1] == 30_000


def test_the_time_is_the_servers(guests: Guests, clock: FakeClock) -> None:
    visitor = guests()
    address = visitor.begin()
    clock.forward(120)
    for _ in range(3):  # a reload, another tab, another day with the same cookie
        assert shown(visitor, address) == "2:00"
    again = guests()
    again.client.cookies = visitor.client.cookies
    assert shown(again, address) == "2:00"


def test_the_clock_starts_with_the_first_action(visitor: Visitor, clock: FakeClock) -> None:
    page = visitor.page("/spider-1/5")
    clock.forward(60)
    assert page.one(id="clock").text == "0:00"
    assert shown(visitor, visitor.begin("spider-1", 5)) == "0:00"
    created = visitor.create(variant="spider-1", seed=6)
    clock.forward(60)
    assert visitor.do(created["id"], "deal", 0).json()["elapsed_ms"] == 0


def test_parts_and_pages_show_the_same_time(visitor: Visitor, clock: FakeClock) -> None:
    address = visitor.begin()
    clock.forward(61.5)
    part = parsed(visitor.act(address, "undo", 1).text).one(id="status")
    whole = visitor.page(address).one(id="status")
    assert part.outline() == whole.outline()
    assert part.one(id="clock").text == "1:01"


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/St_Johns"])
def test_zones_do_not_matter(
    settings: Settings, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        app = create_app(settings)
        with TestClient(app) as client:
            visitor = Visitor(app, client)
            address = visitor.begin()
        with TestClient(app) as client:  # after a restart
            visitor.client.portal = client.portal
            assert 0 <= elapsed(visitor, address) < 300_000
            assert visitor.act(address, "undo", 1).status_code == 200
    finally:
        monkeypatch.undo()
        time.tzset()


def test_the_clock_of_the_app_is_the_fake_one(app: FastAPI, clock: FakeClock) -> None:
    assert site_of(app).play.now is clock
