"""Headers on every answer; other sites, hosts and sizes turned away."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from app.web.assets import asset_url
from app.web.security import SECURITY_HEADERS
from tests.web.visiting import HTMX, Visitor, row_counts

EVERYWHERE = [
    *("/", "/spider", "/spider-1/5", "/spider-1", "/records", "/rules/spider", "/settings"),
    *("/privacy", "/robots.txt", "/healthz", "/api/v1/variants", "/api/openapi.json", "/api/docs"),
    *("/nothing", "/spider-2/0", "/games/x", "/api/v1/games/x", "/SPIDER/", "/spider-1/5?hint=x"),
]
OTHER_SITES = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://testserver.evil.example"},
    {"Origin": "http://testserver:81"},
    {"Origin": "http://["},
    {"Origin": ""},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
    {"Sec-Fetch-Site": ""},
]
SAME_SITE: list[dict[str, str]] = [
    {},
    {"Origin": "http://testserver"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "http://testserver"},
    {"Sec-Fetch-Site": "none"},
]


@pytest.fixture
def failing(app: FastAPI) -> Iterator[Visitor]:
    """A visitor to a site whose records cannot be worked out."""

    @app.get("/broken/by/a/test")
    def broken() -> None:
        raise RuntimeError("the secret")

    with TestClient(app) as client:
        yield Visitor(app, client)


@pytest.mark.parametrize("path", [*EVERYWHERE, "/static/x/wisp.css", "/static/x/nothing"])
def test_headers_everywhere(visitor: Visitor, path: str) -> None:
    for response in (visitor.get(path), visitor.client.head(path), visitor.get(path, headers=HTMX)):
        for name, value in SECURITY_HEADERS.items():
            assert response.headers.get_list(name) == [value]


def test_headers_on_refusals(visitor: Visitor) -> None:
    answers = [
        visitor.client.put("/"),
        visitor.post("/settings", data={}),
        visitor.post("/settings", headers={"Origin": "https://evil.example"}),
        visitor.post("/settings", content=b"x" * 100_000),
        visitor.act("/spider-1/5", "undo", 0, {}),
    ]
    assert [answer.status_code for answer in answers] == [405, 400, 403, 413, 422]
    for answer in answers:
        assert all(answer.headers[name] == SECURITY_HEADERS[name] for name in SECURITY_HEADERS)


def test_a_move_by_htmx_says_what_matters_to_a_part_of_a_page(visitor: Visitor) -> None:
    response = visitor.act("/spider-1/5", "deal", 0)
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Content-Security-Policy" not in response.headers


def test_failures_say_nothing_of_their_cause(failing: Visitor) -> None:
    response = failing.get("/broken/by/a/test")
    assert response.status_code == 500
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "Something went wrong here." in response.text
    assert "secret" not in response.text
    assert all(response.headers[name] == SECURITY_HEADERS[name] for name in SECURITY_HEADERS)


def test_the_policy() -> None:
    rules = dict(
        rule.strip().split(" ", 1)
        for rule in SECURITY_HEADERS["Content-Security-Policy"].split(";")
    )
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["form-action"] == "'self'"
    assert rules["base-uri"] == rules["frame-ancestors"] == "'none'"


@pytest.mark.parametrize("headers", OTHER_SITES, ids=str)
def test_other_sites_are_refused(
    visitor: Visitor, site_database: Database, headers: dict[str, str]
) -> None:
    address = visitor.begin()
    counts = row_counts(site_database)
    calls: list[tuple[str, dict[str, str]]] = [
        (f"{address}/actions", {"action": "undo", "version": "1"}),
        (f"{address}/pause", {"paused": "1"}),
        (f"{address}/end", {"then": "new"}),
        ("/spider-1/77", {"action": "deal"}),
        ("/settings", {"setting": "theme", "value": "dark"}),
        ("/settings/suits", {"variant": "spider-4"}),
    ]
    for url, data in calls:
        assert visitor.post(url, data=data, headers=headers).status_code == 403
    game = address.removeprefix("/games/")
    for url, body in (
        ("/api/v1/games", {"variant": "spider-1"}),
        (f"/api/v1/games/{game}/actions", {"action": "undo", "version": 1}),
    ):
        response = visitor.post(url, json=body, headers=headers)
        assert response.status_code == 403
        assert response.headers["Content-Type"] == "application/problem+json"
    assert row_counts(site_database) == counts
    assert visitor.get(address, headers=headers).status_code == 200  # looking is free


@pytest.mark.parametrize("headers", SAME_SITE, ids=str)
def test_ones_own_pages_are_not(visitor: Visitor, headers: dict[str, str]) -> None:
    assert visitor.act(visitor.begin(), "undo", 1, headers).status_code == 303


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "[", "a b", "x'\"><b>", ""])
def test_a_forged_host_is_nowhere_in_the_answer(visitor: Visitor, host: str) -> None:
    headers = {"Host": host}
    begun = visitor.act("/spider-1/5", "deal", 0, headers)
    assert begun.status_code == 303
    for path in (*EVERYWHERE, begun.headers["Location"]):
        response = visitor.get(path, headers=headers)
        assert response.status_code < 500
        assert "evil" not in response.text
        assert "<b>" not in response.text.replace('<b id="', "")
        assert "evil" not in str(response.headers)
        if "Location" in response.headers:
            assert response.headers["Location"].startswith("/")
            assert not response.headers["Location"].startswith("//")


@pytest.mark.parametrize(
    "public_url",
    ["https://wisp.example", "https://wisp.example/", "https://WISP.example:443"],
)
def test_one_address_of_the_site(settings: Settings, public_url: str) -> None:
    app = create_app(settings.model_copy(update={"public_url": public_url}))
    with TestClient(app, base_url="http://127.0.0.1", follow_redirects=False) as client:
        response = client.get("/spider-1/5?utm=%20x")
        assert response.status_code == 308
        location = response.headers["Location"]
        assert location == f"{public_url.rstrip('/')}/spider-1/5?utm=%20x"
        assert "Set-Cookie" not in response.headers
        assert client.get("/healthz").status_code == 200
        for own in ("wisp.example", "wisp.example:443"):
            assert client.get("/spider-1/5", headers={"Host": own}).status_code == 200
        assert client.get("/", headers={"Host": "wisp.example:80"}).status_code == 308
        assert client.get("/", headers={"Host": "www.wisp.example"}).status_code == 308


@pytest.mark.parametrize("public_url", ["", "http://wisp.example", "https://wisp.example"])
def test_https_alone_where_players_come_by_it(settings: Settings, public_url: str) -> None:
    app = create_app(settings.model_copy(update={"public_url": public_url}))
    with TestClient(app, base_url=public_url or "http://x", follow_redirects=False) as client:
        answers = [client.get("/"), client.get("/nothing"), client.get("/", headers={"Host": "y"})]
        part = client.post("/spider-1/5", data={"action": "deal"}, headers=HTMX)
    for answer in answers:
        told = answer.headers.get("Strict-Transport-Security", "")
        assert told.startswith("max-age=") == public_url.startswith("https:")
    assert "Strict-Transport-Security" not in part.headers


def test_addresses_of_files_name_no_host() -> None:
    assert asset_url("wisp.css").startswith("/static/")


def test_nothing_is_done_at_another_address(settings: Settings) -> None:
    app = create_app(settings.model_copy(update={"public_url": "https://wisp.example"}))
    with TestClient(app, base_url="https://www.wisp.example") as client:
        response = client.post("/spider-2/5", data={"action": "deal", "version": "0"})
    assert response.status_code == 421
    assert "another address" in response.text
    assert "set-cookie" not in response.headers
