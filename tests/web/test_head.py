"""What pages say of themselves to search engines, and to places where links are shown."""

from collections.abc import Iterator

import pytest
from sqlalchemy.engine import URL
from starlette.testclient import TestClient

from app.engine.variants import VARIANTS
from app.main import create_app
from app.settings import Settings
from tests.web.visiting import Node, Visitor, parsed

PUBLIC_URL = "https://wisp.example"
PUBLIC = ["/", "/spider", "/spider-2/7", "/records", "/rules/spiderette", "/settings", "/privacy"]
EVIL = {"Host": "evil.example", "X-Forwarded-Host": "evil.example"}


@pytest.fixture
def known(database_url: URL) -> Iterator[Visitor]:
    """A visitor to a site that knows its own address."""
    url = database_url.render_as_string(hide_password=False)
    app = create_app(Settings(database_url=url, public_url=f"{PUBLIC_URL}/"))
    with TestClient(app) as client:
        visitor = Visitor(app, client)
        visitor.client.headers["Host"] = "wisp.example"
        yield visitor


def told(page: Node, name: str) -> list[str]:
    return [meta["content"] for meta in page.all("meta", property=f"og:{name}")]


def canonical(page: Node) -> list[str]:
    return [link["href"] for link in page.all("link", rel="canonical")]


@pytest.mark.parametrize("path", PUBLIC)
def test_pages_say_what_they_are(visitor: Visitor, path: str) -> None:
    page = visitor.page(path)
    (title,) = told(page, "title")
    assert page.one("title").text == f"{title} · Wisp"
    assert told(page, "description") == [page.one("meta", name="description")["content"]]
    assert told(page, "site_name") == ["Wisp"]
    assert not page.all("meta", name="robots")


@pytest.mark.parametrize("path", PUBLIC)
def test_a_site_that_knows_its_address_says_it(known: Visitor, path: str) -> None:
    page = known.page(f"{path}?hint=1")
    assert canonical(page) == told(page, "url") == [PUBLIC_URL + path]


@pytest.mark.parametrize("path", PUBLIC)
def test_no_host_header_gets_into_a_page(visitor: Visitor, path: str) -> None:
    response = visitor.get(path, headers=EVIL)
    assert "evil.example" not in response.text
    assert canonical(parsed(response.text)) == told(parsed(response.text), "url") == []


@pytest.mark.parametrize("key", VARIANTS)
def test_a_deal_has_a_title_and_a_description(visitor: Visitor, key: str) -> None:
    page = visitor.page(f"/{key}/7")
    assert told(page, "title") == [f"{VARIANTS[key].name}, deal 7"]
    assert "deal 7: " in told(page, "description")[0]


def test_games_are_not_to_be_found(known: Visitor) -> None:
    address = known.begin("spider-1", 5)
    for path in (address, f"{address}/end?then=new", "/nothing", "/offline", "/games/x"):
        page = parsed(known.get(path).text)
        assert page.one("meta", name="robots")["content"] == "noindex"
        assert canonical(page) == told(page, "url") == []
