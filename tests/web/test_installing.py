"""What makes the site installable, and the notice for when there is no connection."""

import json
import re
import struct
from urllib.parse import urljoin

import pytest

from app.engine.variants import GAMES
from app.resources import STATIC
from app.web.assets import asset_url
from app.web.manifest import MARSH_BY_DAY, MARSH_BY_NIGHT, manifest
from tests.web.visiting import Visitor, parsed

PNG = b"\x89PNG\r\n\x1a\n"


def size_of(png: bytes) -> str:
    assert png.startswith(PNG)
    width, height = struct.unpack(">II", png[16:24])
    return f"{width}x{height}"


def test_the_manifest_is_on_every_page(visitor: Visitor) -> None:
    for path in ("/spider-1/5", "/records", "/offline", "/nothing"):
        link = parsed(visitor.get(path).text).one("link", rel="manifest")
        assert link["href"] == asset_url("manifest.webmanifest")


def test_the_manifest(visitor: Visitor) -> None:
    response = visitor.get(asset_url("manifest.webmanifest"))
    assert response.headers["Content-Type"].startswith("application/manifest+json")
    assert "immutable" in response.headers["Cache-Control"]
    found = response.json()
    assert found == json.loads(manifest())
    assert found["short_name"] == "Wisp"
    assert found["id"] == found["start_url"] == found["scope"] == "/"
    assert found["display"] == "standalone"
    assert [shortcut["url"] for shortcut in found["shortcuts"]] == [f"/{key}" for key in GAMES]
    for shortcut in found["shortcuts"]:
        assert visitor.get(shortcut["url"]).status_code == 200


def test_icons_are_as_large_as_they_say(visitor: Visitor) -> None:
    address = asset_url("manifest.webmanifest")
    icons = visitor.get(address).json()["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        response = visitor.get(urljoin(address, icon["src"]))
        assert response.headers["Content-Type"] == icon["type"] == "image/png"
        assert size_of(response.content) == icon["sizes"]
        assert len(response.content) < 20_000
    (touch,) = visitor.page("/records").all("link", rel="apple-touch-icon")
    assert size_of(visitor.get(touch["href"]).content) == "180x180"


@pytest.mark.parametrize(
    ("theme", "colours"),
    [
        (
            "system",
            {
                "(prefers-color-scheme: light)": MARSH_BY_DAY,
                "(prefers-color-scheme: dark)": MARSH_BY_NIGHT,
            },
        ),
        ("light", {"all": MARSH_BY_DAY, "not all": MARSH_BY_NIGHT}),
        ("dark", {"not all": MARSH_BY_DAY, "all": MARSH_BY_NIGHT}),
    ],
)
def test_what_surrounds_the_page_is_like_its_bar(
    visitor: Visitor, theme: str, colours: dict[str, str]
) -> None:
    visitor.post("/settings", data={"setting": "theme", "value": theme})
    metas = visitor.page("/records").all("meta", name="theme-color")
    assert {meta.get("media"): meta["content"] for meta in metas} == colours
    tokens = (STATIC / "css" / "tokens.css").read_text("utf-8")
    assert f"--marsh: light-dark({MARSH_BY_DAY}, {MARSH_BY_NIGHT})" in tokens


def test_the_service_worker(visitor: Visitor) -> None:
    response = visitor.get("/sw.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert response.headers["Cache-Control"] == "no-cache"
    assert "Set-Cookie" not in response.headers
    assert response.text.endswith((STATIC / "js" / "sw.js").read_text("utf-8"))
    (files,) = re.findall("^const FILES = (.*);$", response.text, re.MULTILINE)
    (notice,) = re.findall("^const NOTICE = (.*);$", response.text, re.MULTILINE)
    assert json.loads(notice) == "/offline"
    for url in json.loads(files):
        assert "immutable" in visitor.get(url).headers["Cache-Control"]


def test_the_service_worker_is_sent_once(visitor: Visitor) -> None:
    tag = visitor.get("/sw.js").headers["ETag"]
    again = visitor.get("/sw.js", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == tag
    assert visitor.get("/sw.js", headers={"If-None-Match": 'W/"older"'}).status_code == 200


def test_the_notice_is_made_of_what_is_kept(visitor: Visitor) -> None:
    page = visitor.page("/offline")
    (files,) = re.findall("^const FILES = (.*);$", visitor.get("/sw.js").text, re.MULTILINE)
    loaded = {node["src"] for node in page.all("script")}
    loaded |= {node["href"] for node in page.all("link") if node["rel"] in ("stylesheet", "icon")}
    assert loaded == set(json.loads(files))
    assert page.one("meta", name="robots")["content"] == "noindex"
    assert page.one("a", class_="button first")["href"] == ""  # the address that was asked for


def test_the_notice_is_the_same_for_everybody(visitor: Visitor) -> None:
    before = visitor.get("/offline")
    visitor.post("/settings", data={"setting": "theme", "value": "dark"})
    after = visitor.get("/offline")
    assert after.text == before.text
    assert "Set-Cookie" not in after.headers
