"""A player over a long time: one cookie, whatever happens at once, across restarts."""

import socket

import pytest
from fastapi import FastAPI
from httpx2 import Client
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from app.web.site import COOKIE
from tests.playing import all_at_once, records
from tests.web.conftest import Guests
from tests.web.test_side_by_side import served
from tests.web.visiting import HTMX, Visitor

WON = records("spiderette-1")[0]
ROUNDS = 50


def test_the_cookie_stays_as_it_is(visitor: Visitor) -> None:
    address = visitor.begin()
    token = visitor.token
    for version in range(1, 400):
        response = visitor.act(address, "undo" if version % 2 else "redo", version)
        assert response.status_code == 200
        assert "Set-Cookie" not in response.headers
    again = visitor.act("/spider-1/77", "deal", 0).headers["Set-Cookie"]
    assert again.startswith(f"{COOKIE}={token}; ")
    assert len(again) < 200


def test_a_move_and_choices_at_once(guests: Guests) -> None:
    visitor = guests()
    address = visitor.begin()
    for number in range(ROUNDS):
        wanted = {"hints": ("off", "on")[number % 2], "theme": ("dark", "light")[number % 2]}

        def choose(name: str, wanted: dict[str, str] = wanted) -> int:
            data = {"setting": name, "value": wanted[name]}
            return visitor.post("/settings", data=data).status_code

        def act(number: int = number) -> int:
            action = "redo" if number % 2 else "undo"
            return visitor.act(address, action, number + 1).status_code

        answers = all_at_once(act, lambda: choose("hints"), lambda: choose("theme"))
        assert answers == [200, 303, 303]
        page = visitor.page("/settings")
        pressed = {
            (form.all("input", name="setting")[0]["value"], button["value"])
            for form in page.all("form")
            for button in form.all("button", aria_pressed="true")
            if form.all("input", name="setting")
        }
        assert wanted.items() <= pressed
    assert visitor.page(address).one(id="moves").text == str(ROUNDS + 1)


def test_records_outlive_a_restart(settings: Settings) -> None:
    """Nothing is signed, so there is no key that could change."""
    found, cookies = [], None
    for start in range(3):
        app = create_app(settings)
        with TestClient(app) as client:
            visitor = Visitor(app, client)
            if cookies is None:
                visitor.play(WON)
                cookies = visitor.client.cookies
            visitor.client.cookies = cookies
            found.append(visitor.get("/api/v1/records").json())
        assert found[start] == found[0]
    assert sum(entry["won"] for entry in found[0]) == 1


@pytest.mark.parametrize("cut", [1, 20, 42])
def test_a_cut_cookie_is_nobody(visitor: Visitor, cut: int) -> None:
    address = visitor.begin()
    headers = {"Cookie": f"{COOKIE}={(visitor.token or '')[:cut]}"}
    stranger = TestClient(visitor.app, follow_redirects=False)
    stranger.portal = visitor.client.portal
    assert stranger.get(address, headers=headers).status_code == 404
    assert stranger.get("/records", headers=headers).status_code == 200


def test_what_sets_a_cookie_is_kept_by_no_cache(guests: Guests) -> None:
    calls = [
        ("/spider-1/5", {"action": "deal"}),
        ("/settings", {"setting": "theme", "value": "dark"}),
        ("/settings/suits", {"variant": "spider-4"}),
    ]
    for headers in ({}, HTMX):
        for path, data in calls:
            response = guests().post(path, data=data, headers=headers)
            assert response.headers["Set-Cookie"]
            assert response.headers["Cache-Control"] == "no-store"
    response = guests().post("/api/v1/games", json={"variant": "spider-1"})
    assert response.headers["Set-Cookie"]
    assert response.headers["Cache-Control"] == "no-store"


def test_ids_and_tokens_cannot_be_guessed(guests: Guests, site_database: Database) -> None:
    """Nothing in them counts up; each has at least 128 bits of chance."""
    visitors = [guests() for _ in range(20)]
    ids = [visitor.create(variant="spider-1", seed=1)["id"] for visitor in visitors for _ in "123"]
    tokens = [visitor.token or "" for visitor in visitors]
    for words, length in ((ids, 22), (tokens, 43)):
        assert {len(word) for word in words} == {length}
        assert len(set(words)) == len(words)
        for place in range(length - 1):  # the last holds the rest of the bits
            assert len({word[place] for word in words}) > 5
    with site_database.read() as connection:
        kept = connection.exec_driver_sql("SELECT token_hash FROM player").scalars().all()
    assert not set(kept) & set(tokens)


def test_a_request_that_nobody_waits_for(app: FastAPI) -> None:
    """It is done or not done, and the game goes on from there."""
    with served(app) as address, Client(base_url=address) as client:
        game = client.post("/api/v1/games", json={"variant": "spider-1", "seed": 5}).json()
        token, port = client.cookies[COOKIE], int(address.rpartition(":")[2])
        url = f"/api/v1/games/{game['id']}"
        version = 0
        for number in range(20):
            body = f'{{"action": "{"undo" if version % 2 else "deal"}", "version": {version}}}'
            head = f"POST {url}/actions HTTP/1.1\r\nHost: x\r\nCookie: {COOKIE}={token}\r\n"
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall((head + body)[: None if number % 2 else -5].encode())
            now = client.get(url).json()["version"]
            assert now in (version, version + 1)
            version = now
        while True:  # one may still be on its way
            action = "undo" if version % 2 else "deal"
            answer = client.post(f"{url}/actions", json={"action": action, "version": version})
            if answer.status_code == 200:
                break
            assert answer.status_code in (409, 422)
            version = client.get(url).json()["version"]
        assert answer.json()["version"] == version + 1
