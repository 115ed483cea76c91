"""Double clicks, tabs and workers at the same moment."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest
import uvicorn
from fastapi import FastAPI
from httpx2 import Client
from starlette.testclient import TestClient

from app.engine.notation import GameRecord
from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from tests.conftest import SERVER
from tests.playing import all_at_once, records
from tests.web.conftest import Guests
from tests.web.visiting import HTMX, Visitor, parsed, row_counts

WON = records("spiderette-1")[0]


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """Serve an application as Uvicorn does; give its address."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


@pytest.fixture
def address(app: FastAPI) -> Iterator[str]:
    with served(app) as found:
        yield found


def test_twenty_deals_at_once(address: str, site_database: Database) -> None:
    with Client(base_url=address) as client:
        game = client.post("/api/v1/games", json={"variant": "spider-1", "seed": 5}).json()
        path = f"/games/{game['id']}/actions"

        def deal() -> int:
            data = {"action": "deal", "version": "0"}
            return client.post(path, data=data, headers=HTMX).status_code

        assert sorted(map(str, all_at_once(*[deal] * 20))) == ["200"] + ["409"] * 19
        after = client.get(f"/api/v1/games/{game['id']}").json()
    assert (after["version"], after["stock"], after["score"]) == (1, 40, 499)
    assert row_counts(site_database)["action"] == 1


REPEATS = 20


def test_two_first_wins_at_once(address: str, site_database: Database) -> None:
    """Two browsers of one player: the records hold the better of the two, each time."""
    record, longer = records("spiderette-1")[:2]
    for _ in range(REPEATS):
        with Client(base_url=address) as client:
            games = [begun(client, found) for found in (record, longer)]
            answers = all_at_once(*(finishing(client, *game) for game in games))
            assert sorted(map(str, answers)) == ["200", "200"]
            (entry,) = [e for e in client.get("/api/v1/records").json() if e["played"]]
        assert (entry["played"], entry["won"], entry["best_streak"]) == (2, 2, 2)
        fewest = min(len(found.actions) for found in (record, longer))
        assert entry["fewest_moves"]["value"] == fewest
    assert row_counts(site_database)["result"] == 2 * REPEATS


def begun(client: Client, record: GameRecord) -> tuple[str, GameRecord]:
    """Play all but the last action; give where the actions go."""
    body = {"variant": record.variant.key, "seed": record.seed}
    path = f"/api/v1/games/{client.post('/api/v1/games', json=body).json()['id']}/actions"
    for version, action in enumerate(record.actions[:-1]):
        client.post(path, json={"action": str(action), "version": version})
    return path, record


def finishing(client: Client, path: str, record: GameRecord) -> Callable[[], int]:
    body = {"action": str(record.actions[-1]), "version": len(record.actions) - 1}
    return lambda: client.post(path, json=body).status_code


def test_the_last_move_eight_times(address: str, site_database: Database) -> None:
    with Client(base_url=address) as client:
        body = {"variant": "spiderette-1", "seed": WON.seed}
        game = client.post("/api/v1/games", json=body).json()
        path = f"/games/{game['id']}/actions"
        *before, last = map(str, WON.actions)
        for version, action in enumerate(before):
            client.post(path, data={"action": action, "version": str(version)}, headers=HTMX)

        def finish() -> tuple[int, str]:
            data = {"action": last, "version": str(len(before))}
            response = client.post(path, data=data, headers=HTMX)
            parts = parsed(response.text)
            return response.status_code, parts.one(id="panel").one("h2").text

        answers = all_at_once(*[finish] * 8)
        assert sorted(map(str, answers)) == sorted(
            [str((200, "You have won"))] + [str((409, "You have won"))] * 7
        )
        (entry,) = [e for e in client.get("/api/v1/records").json() if e["played"]]
    assert (entry["played"], entry["won"], entry["streak"]) == (1, 1, 1)
    assert row_counts(site_database)["result"] == 1


@pytest.mark.parametrize("known", [True, False])
def test_the_first_action_twice(address: str, site_database: Database, known: bool) -> None:
    with Client(base_url=address) as client:
        if known:
            client.post("/settings", data={"setting": "theme", "value": "dark"})
        cookies = dict(client.cookies)

        def begin() -> int:
            data = {"action": "deal", "version": "0", "attempt": "1"}
            with Client(base_url=address, cookies=cookies) as other:
                return other.post("/spider-1/5", data=data, headers=HTMX).status_code

        answers = sorted(map(str, all_at_once(*[begin] * 6)))
    if known:
        assert answers == ["200"] + ["409"] * 5
        assert row_counts(site_database)["game"] == 1
    else:  # nobody can tell that it is one browser: each click is somebody's
        assert answers == ["200"] * 6
        assert row_counts(site_database)["player"] == 6


@pytest.mark.skipif(bool(SERVER), reason="About SQLite.")
def test_pages_are_served_while_actions_wait(
    address: str, site_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.database.PATIENCE_SECONDS", 60)
    file = site_database.url.database or ""
    with Client(base_url=address, timeout=60) as client, ThreadPoolExecutor(5) as threads:
        begun = [
            client.post("/api/v1/games", json={"variant": "spider-1", "seed": 5}).json()["id"]
            for _ in range(5)
        ]

        def deal(game: str) -> int:
            data = {"action": "deal", "version": "0"}
            return client.post(f"/games/{game}/actions", data=data, headers=HTMX).status_code

        with closing(sqlite3.connect(file)) as other:
            other.execute("BEGIN IMMEDIATE")
            acting = [threads.submit(deal, game) for game in begun]
            for url in ("/", "/records", f"/games/{begun[0]}", "/healthz"):
                assert client.get(url, follow_redirects=True).status_code == 200
            assert not any(action.done() for action in acting)
        assert [action.result() for action in acting] == [200] * 5


def test_two_deals_are_two_undos(address: str) -> None:
    with Client(base_url=address) as client:
        game = client.post("/api/v1/games", json={"variant": "spider-1", "seed": 5}).json()
        path = f"/api/v1/games/{game['id']}/actions"

        def deal(version: int) -> int:
            return client.post(path, json={"action": "deal", "version": version}).status_code

        answers = all_at_once(lambda: deal(0), lambda: deal(1))
        dealt = sum(answer == 200 for answer in answers)
        undone = client.post(path, json={"action": "undo", "version": dealt}).json()
    assert undone["stock"] == 50 - 10 * (dealt - 1)


def test_move_and_undo_at_once(address: str) -> None:
    with Client(base_url=address) as client:
        game = client.post("/api/v1/games", json={"variant": "spider-1", "seed": 5}).json()
        path, after = f"/api/v1/games/{game['id']}/actions", game
        for version in range(0, 40, 2):
            client.post(path, json={"action": "deal", "version": version}).raise_for_status()

            def act(action: str, version: int = version + 1) -> int:
                body = {"action": action, "version": version}
                return client.post(path, json=body).status_code

            answers = all_at_once(lambda: act("undo"), lambda: act("deal"))
            assert sorted(map(str, answers)) == ["200", "409"]
            after = client.get(f"/api/v1/games/{game['id']}").json()
            assert after["version"] == version + 2
            if after["stock"] != 50:
                break
        assert after["stock"] in (30, 50)


def test_two_workers_take_turns(settings: Settings) -> None:
    with TestClient(create_app(settings)) as one, TestClient(create_app(settings)) as two:
        visitors = [Visitor(one.app, one), Visitor(two.app, two)]  # type: ignore[arg-type]
        game = visitors[0].create(variant="spiderette-1", seed=WON.seed)
        visitors[1].client.cookies = visitors[0].client.cookies
        for version, action in enumerate(WON.actions):
            game = visitors[version % 2].do(game["id"], str(action), version).json()
            if version % 10 == 0:
                visitors[0].post(f"/games/{game['id']}/pause", data={"paused": "1"})
        assert game["status"] == "won"
        pages = [visitor.page(f"/games/{game['id']}").one("main") for visitor in visitors]
        assert pages[0].one(id="felt").outline() == pages[1].one(id="felt").outline()
        found = [visitor.get("/api/v1/records").json() for visitor in visitors]
        assert found[0] == found[1]


def test_a_restart_in_mid_game(settings: Settings) -> None:
    cookies, game = None, {"id": "", "version": 0}
    for start in range(0, len(WON.actions), 10):
        app = create_app(settings)
        with TestClient(app) as client:
            visitor = Visitor(app, client)
            if cookies is None:
                game = visitor.create(variant="spiderette-1", seed=WON.seed)
                cookies = visitor.client.cookies
            visitor.client.cookies = cookies
            for version, action in enumerate(WON.actions[start : start + 10], start):
                game = visitor.do(str(game["id"]), str(action), version).json()
    assert game["status"] == "won"
    assert str(game["score"]) == WON.headers["Score"]


def test_a_stale_page_moves_nothing(guests: Guests) -> None:
    visitor = guests()
    address = visitor.begin("spider-1", 3)
    old = visitor.page(address)
    for version, action in enumerate(("undo", "redo", "undo"), 1):
        visitor.act(address, action, version)
    before = visitor.get(f"/api/v1{address}").json()
    response = visitor.press(old, old.one(id="deal"))
    assert response.status_code == 409
    assert visitor.get(f"/api/v1{address}").json() == before
