"""Styles, scripts and pictures."""

import gzip
import re

import pytest
from rcssmin import cssmin  # type: ignore[import-untyped]

from app.resources import STATIC
from app.web.assets import STYLES, asset_url, release, style_sheet
from app.web.scripts import MODULES, script
from tests.web.visiting import Node, Visitor

IMMUTABLE = "public, max-age=31536000, immutable"


def loaded(page: Node) -> list[str]:
    """Everything that a page loads."""
    return [
        *(node["src"] for node in page.all("script")),
        *(node["href"] for node in page.all("link")),
    ]


@pytest.mark.parametrize("path", ["/spider-1/5", "/records", "/api/docs"])
def test_what_pages_load_is_there_and_kept(visitor: Visitor, path: str) -> None:
    urls = loaded(visitor.page(path))
    assert urls
    for url in urls:
        assert url.startswith(f"/static/{release()}/")
        response = visitor.get(url)
        assert response.status_code == 200
        assert response.headers["Cache-Control"] == IMMUTABLE
        assert "Set-Cookie" not in response.headers
        assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("wisp.css", "text/css; charset=utf-8"),
        ("js/wisp.js", "text/javascript; charset=utf-8"),
        ("js/table.js", "text/javascript; charset=utf-8"),
        ("icons/favicon.svg", "image/svg+xml"),
        ("vendor/htmx.min.js", "text/javascript; charset=utf-8"),
    ],
)
def test_kinds(visitor: Visitor, name: str, kind: str) -> None:
    response = visitor.get(asset_url(name))
    assert response.headers["Content-Type"] == kind


@pytest.mark.parametrize("old", ["x", "000000000000"])
@pytest.mark.parametrize("name", ["wisp.css", "js/table.js"])
def test_an_old_page_gets_todays_file_and_keeps_it_not(
    visitor: Visitor, old: str, name: str
) -> None:
    response = visitor.get(f"/static/{old}/{name}")
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.content == visitor.get(asset_url(name)).content


def test_styles_are_one_file_in_order(visitor: Visitor) -> None:
    text = visitor.get(asset_url("wisp.css")).text
    assert text == style_sheet()
    files = [(STATIC / "css" / name).read_text("utf-8") for name in STYLES]
    places = [text.index(cssmin(file)) for file in files]
    assert places == sorted(places)


def test_scripts_are_one_file_in_order(visitor: Visitor) -> None:
    text = visitor.get(asset_url("js/wisp.js")).text
    assert text == script()
    assert text.startswith((STATIC / "vendor" / "htmx.min.js").read_text("utf-8"))
    assert not re.findall(r"^(?:import|export)\b.*", text, re.MULTILINE)
    for name in MODULES:
        module = (STATIC / "js" / f"{name}.js").read_text("utf-8")
        for imported in re.findall(r"^import .* from '\./(\w+)\.js'", module, re.MULTILINE):
            assert MODULES.index(imported) < MODULES.index(name)
        for exported in re.findall(r"^export \w+ (\w+)", module, re.MULTILINE):
            assert re.search(rf"^return \{{.*\b{exported}\b.*\}};$", text, re.MULTILINE)


@pytest.mark.parametrize("path", ["wisp.css", "js/wisp.js"])
def test_files_are_compressed(visitor: Visitor, path: str) -> None:
    headers = {"Accept-Encoding": "gzip"}
    with visitor.client.stream("GET", asset_url(path), headers=headers) as response:
        assert response.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in response.headers["Vary"]
        raw = b"".join(response.iter_raw())
    plain = visitor.get(asset_url(path), headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(raw) == plain.content
    assert len(raw) < len(plain.content) / 2


def test_pages_are_compressed_and_not_kept(visitor: Visitor) -> None:
    response = visitor.get("/spider-1/5")
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.headers["Cache-Control"] == "no-store"


def test_a_move_and_a_first_visit_are_small(visitor: Visitor) -> None:
    def weight(url: str) -> int:
        with visitor.client.stream("GET", url, headers={"Accept-Encoding": "gzip"}) as response:
            return len(b"".join(response.iter_raw()))

    urls = loaded(visitor.page("/spider-1/5"))
    urls += ["/spider-1/5", asset_url("icons/icon-192.png"), "/sw.js", "/offline"]
    # an apple-touch-icon is loaded instead of the manifest and its icon
    assert len(urls) - 1 <= 8
    assert sum(map(weight, urls)) < 56 * 1024  # without what is said before each


def test_a_release_has_a_name() -> None:
    assert release() == release()
    assert len(release()) == 12
    assert asset_url("wisp.css") == f"/static/{release()}/wisp.css"
