"""Every address says how it may be asked, and HEAD is answered wherever GET is."""

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from app.store.database import Database
from app.web.assets import asset_url
from tests.web.test_api_problems import check_problem
from tests.web.visiting import Visitor, parsed, row_counts

LOOK = "GET, HEAD, OPTIONS"
BOTH = "GET, HEAD, OPTIONS, POST"
WAYS = {
    **dict.fromkeys(("/", "/spider", "/spider-2", "/records", "/rules"), LOOK),
    **dict.fromkeys(("/rules/spider", "/deals", "/keys", "/robots.txt", "/healthz"), LOOK),
    **dict.fromkeys(("/api/docs", "/api/v1/variants", "/api/openapi.json", "/sw.js"), LOOK),
    **dict.fromkeys(("/settings", "/spider-2/5", "/spider-2/new", "/games/x/end"), BOTH),
    **dict.fromkeys(("/settings/suits", "/games/x/actions", "/api/v1/games"), "OPTIONS, POST"),
}


@pytest.mark.parametrize("path", [*WAYS, asset_url("wisp.css")])
def test_an_address_names_its_methods(visitor: Visitor, path: str) -> None:
    response = visitor.client.options(path)
    assert (response.status_code, response.text) == (204, "")
    assert response.headers["Allow"] == WAYS.get(path, LOOK)
    refused = visitor.client.delete(path)
    assert refused.status_code == 405
    assert refused.headers["Allow"] == response.headers["Allow"]


@pytest.mark.parametrize("path", ["/nothing", "/a/b/c/d", "/spider-3/5", "/api/v1/nothing"])
def test_nothing_has_no_methods(visitor: Visitor, path: str) -> None:
    for method in ("OPTIONS", "PUT"):
        response = visitor.client.request(method, path)
        assert response.status_code == 404
        assert "Allow" not in response.headers


@pytest.mark.parametrize("path", ["/settings/suits", "/games/x/actions"])
def test_what_is_only_posted_to_is_no_page(visitor: Visitor, path: str) -> None:
    response = visitor.get(path)
    assert response.status_code == 405
    page = parsed(response.text)
    assert page.one("h1").text == "No path leads in this way"
    assert "not for this way of asking" in page.one("main").text
    assert page.one("main").all("a", href="/")


def test_programs_are_told_too(visitor: Visitor) -> None:
    response = visitor.client.put("/api/v1/games")
    assert "Allow names" in check_problem(response, 405)


def test_head_everywhere(app: FastAPI, visitor: Visitor, site_database: Database) -> None:
    """With the same status and headers as GET, and without anything begun."""
    game = visitor.begin("spider-1", 5)
    counts = row_counts(site_database)
    given = {"key": "spider-2", "seed": "5", "game_id": game.removeprefix("/games/")}
    found = 0
    for each in iter_route_contexts(app.routes):
        route = each.original_route
        if "GET" not in (getattr(route, "methods", None) or ()):
            continue
        path = (
            getattr(route, "path", "").format_map(given).replace("rules/spider-2", "rules/spider")
        )
        path += "?then=new" * path.endswith("/end")
        get, head = visitor.get(path), visitor.client.head(path)
        # A visitor from elsewhere finds no metrics.
        assert get.status_code in (200, 302, 303) or path == "/metrics", path
        assert head.status_code == get.status_code
        assert head.content == b""
        assert head.headers.get("Content-Type") == get.headers.get("Content-Type")
        found += 1
    assert found > 20
    assert row_counts(site_database) == counts
