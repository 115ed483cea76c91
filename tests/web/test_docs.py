"""The page of the interface for programs: from our own host alone."""

import re

from tests.web.visiting import Visitor


def test_page_loads_nothing_from_elsewhere(visitor: Visitor) -> None:
    page = visitor.page("/api/docs")
    scripts = [node["src"] for node in page.all("script")]
    styles = [node["href"] for node in page.all("link", rel="stylesheet")]
    assert any(url.endswith("/vendor/swagger-ui-bundle.js") for url in scripts)
    assert any(url.endswith("/vendor/swagger-ui.css") for url in styles)
    for url in scripts + styles:
        assert url.startswith("/static/")
        assert visitor.get(url).status_code == 200
    assert not [node for node in page.all("script") if node.text]
    assert not page.all("style")
    document = page.one(id="api-docs")["data-document"]
    assert visitor.get(document).json()["info"]["title"] == "Wisp"


def test_policy_is_as_strict_as_elsewhere(visitor: Visitor) -> None:
    policies = {
        visitor.get(path).headers["Content-Security-Policy"]
        for path in ("/api/docs", "/rules/spider")
    }
    assert len(policies) == 1
    assert not re.search("unsafe|https?:", policies.pop())


def test_it_makes_nobody_a_player(visitor: Visitor) -> None:
    visitor.page("/api/docs")
    assert visitor.token is None
