"""Bad input everywhere: the right status, words, no traceback, and nothing changed."""

import json
from urllib.parse import quote

import pytest
from fastapi import FastAPI, Request
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from app.engine.errors import EngineError, IllegalActionError, NotationError
from app.services.errors import NoSuchGameError, ServiceError, StaleVersionError
from app.store import games
from app.store.database import Database
from app.web.errors import status_of
from app.web.problems import problem
from app.web.site import Guest
from tests.web.visiting import HTMX, Visitor, parsed, row_counts, site_of

EVIL = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}", "a\nb: c", "'--"]


def check_page(html: str) -> None:
    """A page for people: no bare JSON, and a way back."""
    page = parsed(html)
    assert page.one("h1").text
    assert page.one("main").all("a", href="/")
    with pytest.raises(json.JSONDecodeError):
        json.loads(html)


@pytest.fixture
def address(visitor: Visitor) -> str:
    return visitor.begin("spider-1", 5)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (NotationError(), 400),
        (IllegalActionError(), 422),
        (NoSuchGameError(), 404),
        (StaleVersionError(), 409),
        (EngineError(), 500),
        (ServiceError(), 500),
    ],
)
def test_statuses(error: Exception, status: int) -> None:
    assert status_of(error) == status


@pytest.mark.parametrize(
    "path",
    [
        *("/nothing", "/spider-3", "/spider-2-4", "/spider-2/0", "/spider-2/-1", "/spider-2/x"),
        *(
            "/spider-2/1000000000000",
            "/spider-2/007",
            "/spider/5",
            "/will-o-the-wisp/5",
            "/rules/x",
        ),
        *("/games", "/games/x", "/games/%00", "/games/%ff", "/spider-2/%00", "/a/b/c/d"),
        *("/spider-2/new/x", "/spider-3/new", f"/games/{'x' * 5000}", f"/spider-2/{'9' * 5000}"),
        *("/static/x/nothing.css", "/static/x/%00", "/static/x/..%2f..%2fapp%2fmain.py", "/static"),
        *(f"/static/x/{'a' * 5000}", "/static/x//etc/passwd", "/static/x/", "/static/x/css"),
    ],
)
def test_there_is_no_such_page(visitor: Visitor, path: str) -> None:
    response = visitor.get(path)
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    check_page(response.text)
    by_htmx = visitor.get(path, headers=HTMX)
    assert by_htmx.status_code == 404
    (partial,) = parsed(by_htmx.text).all("hx-partial")
    assert (partial["hx-target"], partial["hx-swap"]) == ("#say", "innerHTML")
    assert partial.one("p", class_="refused").text.endswith(".")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "POST", "NONSENSE"])
@pytest.mark.parametrize("path", ["/", "/records", "/privacy", "/healthz", "/robots.txt"])
def test_another_method(visitor: Visitor, path: str, method: str) -> None:
    response = visitor.client.request(method, path)
    assert response.status_code == 405
    assert "GET" in response.headers["Allow"]
    if path != "/healthz":
        check_page(response.text)


def test_a_program_is_told_that_there_is_no_such_call(visitor: Visitor) -> None:
    for path in ("/api/nothing", "/api/v1/nothing", "/api/v1/games/x/y"):
        response = visitor.get(path)
        assert (response.status_code, response.json()["status"]) == (404, 404)
        assert response.json()["detail"].startswith("There is no such call.")


@pytest.mark.parametrize("evil", EVIL)
def test_nothing_is_echoed_as_it_came(visitor: Visitor, address: str, evil: str) -> None:
    in_path = quote(evil, safe="")
    answers = [
        visitor.client.request(method, path, params=params, data=data, headers=headers)
        for headers in ({}, HTMX)
        for method, path, params, data in (
            ("GET", f"/{in_path}", {}, None),
            ("GET", f"/spider-2/{in_path}", {}, None),
            ("GET", f"/rules/{in_path}", {}, None),
            ("GET", f"/games/{in_path}", {}, None),
            ("GET", address, {"lift": evil}, None),
            ("GET", address, {"hint": evil}, None),
            ("GET", address, {"at": evil, evil: evil}, None),
            ("GET", "/spider-2/5", {"lift": evil[:12]}, None),
            ("GET", f"{address}/end", {"then": evil}, None),
            ("POST", f"{address}/actions", {}, {"action": evil, "version": "1"}),
            ("POST", f"{address}/actions", {}, {"action": "deal", "version": evil}),
            ("POST", "/spider-2/5", {}, {"action": evil}),
            ("POST", "/settings", {}, {"setting": evil, "value": evil}),
            ("POST", "/settings/suits", {}, {"variant": evil}),
            ("GET", f"/api/v1/games/{in_path}", {}, None),
        )
    ]
    for answer in answers:
        assert answer.status_code in (200, 308, 400, 404)
        kind = answer.headers.get("Content-Type", "")
        assert kind.startswith(("text/html", "application/problem+json", ""))
        if kind.startswith("text/html"):
            for raw in ("<script>alert", "<img src=x", ">49<"):
                assert raw not in answer.text
            parsed(answer.text)
    headers = {"Referer": evil.replace("\n", ""), "User-Agent": evil.replace("\n", "")}
    assert "alert" not in visitor.get("/nothing", headers=headers).text
    assert visitor.page(address).one(id="moves").text == "1"


@pytest.mark.parametrize("query", ["lift=" + "x" * 13, "hint=0", "hint=1000", "hint=x", "at=-1"])
def test_bad_questions(visitor: Visitor, address: str, query: str) -> None:
    for url in (address, "/spider-2/5"):
        response = visitor.get(f"{url}?{query}")
        assert response.status_code == 400
        check_page(response.text)


def test_a_database_that_fails(
    app: FastAPI, running: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = Visitor(app, running)
    address = visitor.begin()

    def fail(_self: Database) -> None:
        raise OperationalError("SELECT secret", {}, Exception("disk I/O error"))

    monkeypatch.setattr(Database, "write", fail)
    for headers in ({}, HTMX):
        response = visitor.act(address, "undo", 1, headers)
        assert response.status_code == 503
        assert response.headers["Retry-After"] == "2"
        assert "Nothing was changed" in response.text
        assert "secret" not in response.text
        assert "disk" not in response.text
    game = address.removeprefix("/games/")
    assert visitor.do(game, "undo", 1).json()["status"] == 503
    monkeypatch.undo()
    assert visitor.act(address, "undo", 1).status_code == 200
    assert row_counts(site_of(app).database)["action"] == 2


def test_300_failures_use_nothing_up(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("in the middle of a transaction")

    address = visitor.begin()
    monkeypatch.setattr(games, "actions_after", fail)
    monkeypatch.setattr(games, "add_to_running", fail)
    for number in range(150):
        assert visitor.get(address).status_code == 500
        assert visitor.act(address, "undo", 1, HTMX if number % 2 else {}).status_code == 500
    monkeypatch.undo()
    assert visitor.act(address, "undo", 1).status_code == 200
    assert visitor.page(address).one(id="moves").text == "2"


def test_looks_that_cannot_be_found_out(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page that tells of a failure does without what has failed."""

    def fail(_guest: Guest) -> None:
        raise ValueError("no such look")

    monkeypatch.setattr(Guest, "preferences", property(fail))
    response = visitor.get("/settings")
    assert response.status_code == 500
    check_page(response.text)


@pytest.mark.parametrize("status", [400, 403, 404, 405, 409, 413, 418, 429, 500, 503])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_page_of_words(method: str, status: int) -> None:
    scope = {"type": "http", "method": method, "path": "/spider-2/5", "headers": []}
    response = problem(Request(scope), status)
    assert response.status_code == status
    html = bytes(response.body).decode()
    check_page(html)
    page = parsed(html)
    assert page.one("title").text == f"{page.one('h1').text} · Wisp"
    assert page.one("main").all("p")[0].text.endswith(".")
    assert page.one("meta", name="robots")["content"] == "noindex"
    # what was posted is not asked for again by a link
    again = [link for link in page.one("main").all("a") if not link["href"]]
    assert len(again) == (method == "GET" and status in (429, 500, 503))
