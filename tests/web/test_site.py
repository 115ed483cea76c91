"""Who is asking: the cookie, and what is made of one that is lost or forged."""

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.services.clock import now_ms
from app.services.tidying import Tidied, Tidying
from app.settings import Settings
from app.store.database import Database
from app.web.site import COOKIE
from tests.web.conftest import Guests
from tests.web.visiting import Visitor, row_counts

CRAWLED = [
    *("/", "/spider", "/spiderette", "/will-o-the-wisp", "/spider-2/42", "/rules/spider"),
    *("/records", "/settings", "/privacy", "/robots.txt", "/healthz", "/api/v1/variants"),
    *("/api/v1/records", "/spider-2/42?hint=1", "/spider-2/42?lift=1x1", "/spider-2", "/nothing"),
    *("/spider-2/new", "/games/x", "/api/docs", "/static/x/wisp.css"),
]


def test_many_cookies_of_no_use(visitor: Visitor) -> None:
    for value in ("", "x", "x" * 8000, "é", "\xff", "%00", "';--", "<script>", "a=b", '"a'):
        headers = {b"Cookie": f"{COOKIE}={value}".encode("latin-1")}
        response = visitor.client.get("/records", headers=headers)
        assert response.status_code == 200
        assert "Set-Cookie" not in response.headers
        assert visitor.client.get("/games/x", headers=headers).status_code == 404


def test_a_lost_cookie_is_a_fresh_start(guests: Guests) -> None:
    visitor = guests()
    address = visitor.begin()
    first = visitor.token
    visitor.client.cookies.clear()
    assert visitor.get(address).status_code == 404
    forged = {"Cookie": f"{COOKIE}={first}x"}
    assert visitor.get(address, headers=forged).status_code == 404
    again = visitor.begin()
    assert again != address
    assert visitor.token not in (None, first)
    assert visitor.get(address).status_code == 404


def test_the_cookie(visitor: Visitor) -> None:
    header = visitor.act("/spider-1/5", "deal", 0).headers["Set-Cookie"]
    parts = header.split("; ")
    assert parts[0].startswith(f"{COOKIE}=")
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(parts)
    assert "Secure" not in parts
    assert "Max-Age=34560000" in parts
    assert len(header) < 500
    address = "/" + visitor.get("/spider-1/5").headers["Location"].strip("/")
    for version in range(1, 40):
        response = visitor.act(address, "undo" if version % 2 else "redo", version)
        assert response.status_code == 200
        assert len(response.headers.get("Set-Cookie", "")) < 500


@pytest.mark.parametrize(
    ("base_url", "public_url"),
    [("https://testserver", ""), ("http://wisp.example", "https://wisp.example")],
)
def test_the_cookie_is_secure_where_it_can_be(
    settings: Settings, base_url: str, public_url: str
) -> None:
    app = create_app(settings.model_copy(update={"public_url": public_url}))
    with TestClient(app, base_url=base_url) as client:
        response = client.post("/spider-1/5", data={"action": "deal"}, follow_redirects=False)
        assert "; Secure" in response.headers["Set-Cookie"]


def test_whoever_only_looks_is_nobody(guests: Guests, site_database: Database) -> None:
    for number in range(1_000):
        visitor = guests()
        path = CRAWLED[number % len(CRAWLED)]
        method = "HEAD" if number % 3 == 0 else "GET"
        response = visitor.client.request(method, path)
        assert response.status_code < 500
        assert "Set-Cookie" not in response.headers
        assert method == "GET" or not response.content
    assert set(row_counts(site_database).values()) == {0}


def test_looking_changes_nothing_for_a_player_either(
    visitor: Visitor, site_database: Database
) -> None:
    address = visitor.begin()
    own = ["", "?lift=1x1", "?hint=1", "?hint=2&at=1", "/end?then=new", "/end?then=restart"]
    counts, state = row_counts(site_database), visitor.get(f"/api/v1{address}").json()
    for path in (*CRAWLED, *(address + rest for rest in own), f"{address}/record"):
        for method in ("GET", "HEAD"):
            for headers in ({}, {"HX-Request": "true"}):
                response = visitor.client.request(method, path, headers=headers)
                assert response.status_code < 500
                assert "Set-Cookie" not in response.headers
    assert row_counts(site_database) == counts
    assert visitor.get(f"/api/v1{address}").json() == state


@pytest.mark.parametrize("path", [path for path in CRAWLED if not path.startswith("/static/")])
def test_no_cache_keeps_what_is_ones_own(visitor: Visitor, path: str) -> None:
    visitor.begin()
    response = visitor.get(path)
    assert response.headers["Cache-Control"] == "no-store"


def test_a_player_is_added_once(visitor: Visitor, site_database: Database) -> None:
    visitor.begin("spider-1", 1)
    token = visitor.token
    visitor.begin("spider-1", 2)
    visitor.post("/settings", data={"setting": "theme", "value": "dark"})
    visitor.create(variant="spider-1")
    assert visitor.token == token
    assert row_counts(site_database)["player"] == 1


def tidied_much_later(database: Database) -> Tidied:
    def later() -> int:
        return now_ms() + 500 * 24 * 3_600_000

    return Tidying(database, 180, 400, later, lambda _seconds: None).all()


def test_a_player_who_was_removed_is_a_fresh_start(
    settings: Settings, visitor: Visitor, site_database: Database
) -> None:
    """Also where the process still remembers the cookie."""
    address = visitor.begin()
    visitor.page("/records")  # from now on the process remembers the cookie
    token = visitor.token
    assert tidied_much_later(site_database) == (1, 1)
    assert visitor.get(address).status_code == 404
    assert visitor.act(address, "undo", 1).status_code == 404
    for path in ("/", "/records", "/settings", "/spider-1/1"):
        visitor.page(path)
    assert visitor.post("/settings", data={"setting": "theme", "value": "dark"}).is_redirect
    again = visitor.token
    assert again not in (None, token)
    with TestClient(create_app(settings)) as client:  # a process that never knew it
        elsewhere = Visitor(client.app, client)  # type: ignore[arg-type]
        begun = elsewhere.act("/spider-1/1", "deal", 0, {"Cookie": f"{COOKIE}={token}"})
        assert begun.headers["Location"] != address
        assert elsewhere.token not in (None, token, again)
    assert row_counts(site_database)["player"] == 2


@pytest.mark.parametrize("begin", ["page", "program"])
def test_a_removed_player_may_begin_at_once(
    visitor: Visitor, site_database: Database, begin: str
) -> None:
    visitor.begin()
    visitor.page("/records")  # from now on the process remembers the cookie
    tidied_much_later(site_database)
    if begin == "page":
        assert visitor.page(visitor.begin()).one(id="moves").text == "1"
    else:
        assert visitor.create(variant="spider-1")["version"] == 0
    assert row_counts(site_database)["player"] == 1
