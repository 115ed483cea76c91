"""Too large, too often, too many at once: refused kindly, with nothing changed."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient
from starlette.types import Message, Scope

from app.main import create_app
from app.services import rates
from app.settings import Settings
from app.store.database import Database
from app.web.addresses import address_of
from tests.web.visiting import HTMX, Visitor, parsed, row_counts

FROM = ("203.0.113.7", 4000)


@pytest.fixture(autouse=True)
def _standing_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes in which somebody might earn another turn."""
    monkeypatch.setattr(rates, "time", SimpleNamespace(monotonic=lambda: 5.0))


@contextmanager
def _site(settings: Settings, **limits: int) -> Iterator[FastAPI]:
    app = create_app(settings.model_copy(update=limits))
    with TestClient(app):
        yield app


def _visitor(app: FastAPI, client: tuple[str, int] = FROM) -> Visitor:
    visitor = Visitor(app)
    visitor.client = TestClient(
        app, raise_server_exceptions=False, follow_redirects=False, client=client
    )
    visitor.get, visitor.post = visitor.client.get, visitor.client.post
    return visitor


def _told_to_wait(response: Response, status: int = 429) -> None:
    assert response.status_code == status
    assert int(response.headers["Retry-After"]) >= 1
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_a_player_who_acts_too_often(settings: Settings, database: Database) -> None:
    with _site(settings, player_actions_per_second=1) as app:
        visitor, other = _visitor(app), _visitor(app)
        address = visitor.begin()
        for version in range(1, 21):
            action = "undo" if version % 2 else "redo"
            assert visitor.act(address, action, version).status_code == 200
        counts = row_counts(database)
        fragment = visitor.act(address, "undo", 21)
        _told_to_wait(fragment)
        (part,) = parsed(fragment.text).all("hx-partial")
        assert part["hx-target"] == "#say"
        assert "please wait a moment" in part.text
        page = visitor.act(address, "undo", 21, {})
        _told_to_wait(page)
        assert parsed(page.text).one("h1").text == "Not quite so fast"
        problem = visitor.do(address.removeprefix("/games/"), "undo", 21)
        _told_to_wait(problem)
        assert problem.headers["Content-Type"] == "application/problem+json"
        assert (problem.json()["status"], "Retry-After" in problem.json()["detail"]) == (429, True)
        assert row_counts(database) == counts
        assert visitor.get(address).status_code == 200  # looking is free
        assert other.begin("spider-1", 2)  # and so is everybody else


def test_an_address_that_acts_too_often(settings: Settings) -> None:
    with _site(settings, address_actions_per_second=1) as app:
        forged = {"setting": "theme", "value": "x"}
        for number in range(20):
            cookie = {"Cookie": f"wisp_player=forged-{number}"}
            answer = _visitor(app).post("/settings", data=forged, headers=cookie)
            assert answer.status_code == 400
        _told_to_wait(_visitor(app).post("/settings", data=forged))
        assert _visitor(app, ("203.0.113.8", 1)).post("/settings", data=forged).status_code == 400


def test_as_many_as_anybody_plays_by_hand_are_never_refused(settings: Settings) -> None:
    """A thousand actions without a pause, more than any hand makes."""
    with _site(settings) as app:
        visitor = _visitor(app)
        address = visitor.begin()
        for version in range(1, 1_000):
            action = "undo" if version % 2 else "redo"
            assert visitor.act(address, action, version).status_code == 200


@pytest.mark.parametrize("limit", ["player_games_per_minute", "address_games_per_minute"])
def test_too_many_games(settings: Settings, database: Database, limit: str) -> None:
    with _site(settings, **{limit: 1}) as app:
        visitor = _visitor(app)
        visitor.create(variant="spider-1")  # the first makes the player
        for number in range(9 if limit.startswith("address") else 10):
            visitor.begin("spider-1", number + 1)
        counts = row_counts(database)
        _told_to_wait(visitor.act("/spider-1/99", "deal", 0))
        _told_to_wait(visitor.act("/spider-1/99", "deal", 0, {}))
        answer = visitor.post("/api/v1/games", json={"variant": "spider-1"})
        _told_to_wait(answer)
        assert "games were begun" in answer.json()["detail"]
        assert row_counts(database) == counts
        assert visitor.act("/spider-1/1", "undo", 0).status_code == 409  # other games go on


def test_too_many_players_from_one_address(settings: Settings, database: Database) -> None:
    with _site(settings, address_games_per_minute=1) as app:
        chosen = {"setting": "theme", "value": "dark"}
        for _ in range(10):
            assert _visitor(app).post("/settings", data=chosen).status_code == 303
        answer = _visitor(app).post("/settings", data=chosen)
        _told_to_wait(answer)
        assert "set-cookie" not in answer.headers
        assert row_counts(database)["player"] == 10
        assert _visitor(app, ("203.0.113.8", 1)).post("/settings", data=chosen).is_redirect


@pytest.mark.parametrize(
    ("path", "headers", "kind"),
    [
        ("/spider-1/5", {}, "text/html; charset=utf-8"),
        ("/spider-1/5", HTMX, "text/html; charset=utf-8"),
        ("/api/v1/variants", {}, "application/problem+json"),
        ("/static/x/wisp.css", {}, "text/html; charset=utf-8"),
    ],
)
@pytest.mark.parametrize("where", ["header", "cookie", "query", "many"])
def test_a_head_that_is_too_large(
    visitor: Visitor, path: str, headers: dict[str, str], kind: str, where: str
) -> None:
    large = "x" * 17_000
    more = {
        "header": {"X-Large": large},
        "cookie": {"Cookie": f"a={large}"},
        "query": {},
        "many": {f"X-{number}": "x" * 20 for number in range(800)},
    }[where]
    url = f"{path}?x={large}" if where == "query" else path
    response = visitor.get(url, headers={**headers, **more})
    assert response.status_code == 431
    assert response.headers["Content-Type"] == kind
    assert "headers" in response.text or "more along than this site takes" in response.text
    assert visitor.get(path, headers=headers).status_code != 431


def test_too_many_at_once(settings: Settings) -> None:
    """One request is held; another one has to wait, and is let in afterwards."""
    app = create_app(settings.model_copy(update={"max_requests_in_flight": 1}))
    release = asyncio.Event()

    @app.get("/held/by/a/test")
    async def held() -> None:
        await release.wait()

    async def ask(path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        found = [(name.encode(), value.encode()) for name, value in headers.items()]
        scope: Scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(b"host", b"testserver"), *found],
            "client": FROM,
        }
        await app(scope, receive, send)
        told = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
        return sent[0]["status"], told, sent[1]["body"]

    async def story() -> None:
        first = asyncio.create_task(ask("/held/by/a/test"))
        await asyncio.sleep(0)
        for path in ("/rules/spider", "/api/v1/variants"):
            status, headers, body = await ask(path)
            assert (status, headers["retry-after"]) == (503, "1")
            assert b"So many" in body
        assert (await ask("/healthz"))[0] == 200
        release.set()
        assert (await first)[0] == 200
        assert (await ask("/rules/spider"))[0] == 200

    with TestClient(app):
        asyncio.run(story())


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("203.0.113.7", 1), "203.0.113.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::", 1), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 1), "fe80::/64"),
        (("a:b", 1), "a:b"),
        (None, ""),
    ],
)
def test_addresses(client: tuple[str, int] | None, address: str) -> None:
    assert address_of({"client": client}) == address


def test_a_game_without_an_end(settings: Settings) -> None:
    """It can be looked at and given up, and tells what to do."""
    with _site(settings.model_copy(update={"max_actions_per_game": 3})) as app:
        visitor = _visitor(app)
        address = visitor.begin()
        for version in (1, 2):
            assert visitor.act(address, ("", "undo", "redo")[version], version).status_code == 200
        for headers in (HTMX, {}):
            refused = visitor.act(address, "undo", 3, headers)
            assert refused.status_code == 422
            assert "This game has had 3 actions" in parsed(refused.text).text
        answer = visitor.do(address.removeprefix("/games/"), "undo", 3)
        assert answer.status_code == 422
        assert visitor.page(address).one(id="moves").text == "3"
        assert visitor.post(f"{address}/end", data={"then": "restart"}).is_redirect


def test_pages_list_so_many_games(settings: Settings) -> None:
    with _site(settings, max_games_listed=2) as app:
        visitor = _visitor(app)
        for seed in range(1, 6):
            visitor.begin("spider-1", seed)
        for path in ("/", "/spider-2/9"):
            (section,) = visitor.page(path).all("section", class_="prose unfinished")
            assert len(section.all("li")) == 2
