"""Whatever a browser or a program sends: an answer of a known status, and no failure."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from httpx2 import Response
from hypothesis import strategies as st
from sqlalchemy.engine import URL
from starlette.testclient import TestClient

from app.engine.variants import VARIANTS
from app.main import create_app
from app.services.players import CHOICES
from app.settings import Settings
from app.web.site import COOKIE
from tests.fuzz.inputs import almost, tried
from tests.web.visiting import HTMX, Visitor

WORDS = st.text(max_size=50)
NUMBERS = st.integers(-5, 10**13).map(str) | st.integers().map(str) | WORDS
ACTIONS = almost("4-7", "10-2x3", "deal", "4-f", "f2-5", "undo", "redo")
TOKENS = almost("1x1", "10x13", "f1", "4x2", pieces="0123456789xf")
NAMES = [
    *(b"Host", b"Referer", b"Origin", b"Accept", b"Content-Type", b"HX-Request", b"Range"),
    *(b"X-Forwarded-Host", b"X-Forwarded-For", b"If-None-Match", b"Sec-Fetch-Site"),
]
HEADERS = st.sampled_from([{}, HTMX])


@pytest.fixture
def site(database_url: URL) -> Iterator[FastAPI]:
    """A site that takes as much as anybody sends."""
    limits = ["player_actions_per_second", "address_actions_per_second"]
    limits += ["player_games_per_minute", "address_games_per_minute"]
    url = database_url.render_as_string(hide_password=False)
    app = create_app(Settings.model_validate({"database_url": url, **dict.fromkeys(limits, 0)}))
    with TestClient(app):
        yield app


@pytest.fixture
def sender(site: FastAPI) -> Iterator[Visitor]:
    with TestClient(site) as beside:
        visitor = Visitor(site, beside)
        visitor.client.headers["Accept-Encoding"] = "identity"
        yield visitor


def is_answered(response: Response, *statuses: int) -> None:
    assert response.status_code in statuses, response.text
    kind = response.headers.get("Content-Type", "")
    assert not response.content or kind.startswith(("text/", "application/")), kind
    if "Location" in response.headers:
        assert response.headers["Location"].startswith("/")
        assert not response.headers["Location"].startswith("//")


def forms(**fields: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, str]]:
    return st.fixed_dictionaries({}, optional=fields)


def test_cookies(sender: Visitor) -> None:
    sender.begin()
    token = (sender.token or "").encode()
    sender.client.cookies.clear()
    values = st.binary(max_size=200) | st.builds(
        lambda a, b, c: a + b + c, st.binary(max_size=3), st.just(token), st.binary(max_size=3)
    )

    @tried(6, values, st.sampled_from(["/records", "/games/x", "/"]))
    def _(value: bytes, path: str) -> None:
        clean = value.translate(None, b"\r\n\0")
        headers = {b"Cookie": f"{COOKIE}=".encode() + clean}
        is_answered(sender.get(path, headers=headers), 200, 404)


def test_actions(sender: Visitor) -> None:
    address = sender.begin()
    fields = forms(action=ACTIONS, version=NUMBERS, sure=WORDS, attempt=NUMBERS, other=WORDS)

    @tried(6, fields, HEADERS)
    def _(data: dict[str, str], headers: dict[str, str]) -> None:
        response = sender.post(f"{address}/actions", data=data, headers=headers)
        is_answered(response, 200, 303, 400, 409, 422, 428)


def test_first_actions(sender: Visitor) -> None:
    fields = forms(action=ACTIONS, version=NUMBERS, attempt=NUMBERS)

    @tried(4, st.sampled_from(list(VARIANTS)), NUMBERS, fields, HEADERS)
    def _(key: str, seed: str, data: dict[str, str], headers: dict[str, str]) -> None:
        response = sender.post(f"/{key}/{quote(seed, safe='')}", data=data, headers=headers)
        is_answered(response, 200, 303, 400, 404, 405, 409, 422)


def test_settings(sender: Visitor) -> None:
    setting = st.sampled_from(list(CHOICES)) | WORDS
    value = st.sampled_from(["on", "off", "dark", "four", "moon"]) | WORDS
    fields = forms(setting=setting, value=value, table=WORDS, variant=almost(*VARIANTS))

    @tried(4, fields, HEADERS, st.sampled_from(["/settings", "/settings/suits"]))
    def _(data: dict[str, str], headers: dict[str, str], path: str) -> None:
        is_answered(sender.post(path, data=data, headers=headers), 200, 303, 400)


def test_looks(sender: Visitor) -> None:
    address = sender.begin()
    looks = forms(
        lift=TOKENS, hint=NUMBERS, at=NUMBERS, version=NUMBERS, shown=NUMBERS, state=WORDS
    )
    paths = st.sampled_from([address, "/spider-4/5", f"{address}/end", f"{address}/keys"])

    @tried(4, looks, HEADERS, paths)
    def _(params: dict[str, str], headers: dict[str, str], path: str) -> None:
        is_answered(sender.get(path, params=params, headers=headers), 200, 204, 303, 400)


def test_numbers_of_deals(sender: Visitor) -> None:
    @tried(2, forms(variant=almost(*VARIANTS), seed=NUMBERS))
    def _(params: dict[str, str]) -> None:
        is_answered(sender.get("/deals", params=params), 200, 303, 400)


def test_addresses(sender: Visitor) -> None:
    parts = st.lists(almost("games", "spider-2", "482913", "rules", "api", "new"), max_size=4)

    @tried(4, parts, st.sampled_from(["GET", "HEAD", "POST", "OPTIONS", "PUT"]))
    def _(path: list[str], method: str) -> None:
        url = "/" + "/".join(quote(part, safe="", errors="surrogatepass") for part in path)
        url = f"/x{url}" if url.startswith("//") else url  # that would be another host
        statuses = (200, 204, 302, 303, 308, 400, 404, 405, 422)
        is_answered(sender.client.request(method, url), *statuses)


def test_headers(sender: Visitor) -> None:
    text = st.binary(max_size=60).map(lambda value: value.translate(None, b"\r\n\0"))
    names = st.sampled_from(NAMES)

    @tried(4, st.dictionaries(names, text, max_size=4), st.sampled_from(["GET", "POST"]))
    def _(headers: dict[bytes, bytes], method: str) -> None:
        response = sender.client.request(method, "/settings", headers=headers)
        is_answered(response, 200, 400, 403)
