"""Bodies that are too large, or no action: refused early, in words, with nothing changed."""

import asyncio
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from starlette.types import Message, Scope

from app.main import create_app
from app.settings import Settings
from app.web.problems import problem
from app.web.security import Guard
from tests.web.visiting import HTMX, Visitor, parsed

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
MEGABYTE = 2**20
PART_BEGUN = b'--x\r\nContent-Disposition: form-data; name="action"; filename="a"\r\n\r\ndeal\r\n'


def posted(path: str, kind: str, *more: tuple[bytes, bytes]) -> Scope:
    """Give the head of a post, whose body comes as a test has it come."""
    headers = [(b"content-type", kind.encode()), (b"host", b"testserver"), *more]
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": headers,
    }


@pytest.fixture
def address(visitor: Visitor) -> str:
    return visitor.begin("spider-1", 5)


@pytest.mark.parametrize(
    "body",
    [
        b"action=undo&version=1&x=" + b"y" * 10 * MEGABYTE,
        b"a=1&" * 100_000,
        b"&" * 100_000,
    ],
    ids=["10 MB", "100,000 fields", "100,000 empty fields"],
)
@pytest.mark.parametrize("says_length", [True, False], ids=["length", "chunked"])
def test_too_much(visitor: Visitor, address: str, body: bytes, says_length: bool) -> None:
    def pieces() -> Iterator[bytes]:
        for start in range(0, len(body), 65_536):
            yield body[start : start + 65_536]

    content = body if says_length else pieces()
    response = visitor.post(f"{address}/actions", content=content, headers=FORM)
    assert response.status_code == 413
    assert "too much to send" in parsed(response.text).one("main").text
    json_type = {"Content-Type": "application/json"}
    content = body if says_length else pieces()
    refused = visitor.post("/api/v1/games", content=content, headers=json_type)
    assert refused.status_code == 413
    assert refused.json()["status"] == 413
    assert visitor.page(address).one(id="moves").text == "1"


@pytest.mark.parametrize("path", ["/spider-1/5", "/settings", "/api/v1/games"])
@pytest.mark.parametrize("kind", [FORM["Content-Type"], "multipart/form-data; boundary=x"])
def test_no_more_is_read_than_the_limit(app: FastAPI, path: str, kind: str) -> None:
    read, sent = 0, []

    async def receive() -> Message:
        nonlocal read
        body = b"x" * 16_384 if read or "multipart" not in kind else PART_BEGUN
        read += len(body)
        return {"type": "http.request", "body": body, "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app(posted(path, kind), receive, send))
    assert sent[0]["status"] == 413
    assert read <= 65_536 + 16_384


@pytest.mark.parametrize("path", ["/spider-1/5", "/api/v1/games"])
@pytest.mark.parametrize("begun", [b"", b"action=de"], ids=["nothing", "a part"])
def test_a_body_that_does_not_come(settings: Settings, path: str, begun: bytes) -> None:
    app = create_app(settings)
    sent: list[Message] = []
    parts = [begun] if begun else []

    async def receive() -> Message:
        if parts:
            return {"type": "http.request", "body": parts.pop(), "more_body": True}
        await asyncio.Event().wait()
        raise AssertionError("nothing more comes")

    async def send(message: Message) -> None:
        sent.append(message)

    scope = posted(path, FORM["Content-Type"], (b"content-length", b"20"))

    async def ask() -> None:
        guard = Guard(app, problem, 65_536, max_request_seconds=0.1)
        await guard(scope, receive, send)

    asyncio.run(ask())
    assert sent[0]["status"] == 408
    assert b"too long to arrive" in sent[1]["body"]


@pytest.mark.parametrize("length", ["-1", "x", "9" * 5000, "65537", "1e3", ""])
def test_a_length_that_is_none(visitor: Visitor, address: str, length: str) -> None:
    headers = {**FORM, "Content-Length": length}
    response = visitor.post(f"{address}/actions", content=b"", headers=headers)
    assert response.status_code == 413


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"x&" * 20_000, "application/x-www-form-urlencoded"),
        (b"action=%ff%00&version=1", "application/x-www-form-urlencoded"),
        (b"action=deal&version=1", "text/plain"),
        (b'{"action":"deal","version":1}', "application/json"),
        (b"nonsense", "multipart/form-data"),
        (b"nonsense", "multipart/form-data; boundary=x"),
        (b"--x\r\n" * 5_000, "multipart/form-data; boundary=x"),
        (PART_BEGUN + b"--x--\r\n", "multipart/form-data; boundary=x"),
        (b"action=deal&version=1", "\xe4/\xff; =;"),
    ],
    ids=lambda value: repr(value[:40]),
)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_bodies_that_are_no_action(
    visitor: Visitor, address: str, content: bytes, kind: str, headers: dict[str, str]
) -> None:
    encoded = {b"Content-Type": kind.encode("latin-1")}
    encoded |= {name.encode(): value.encode() for name, value in headers.items()}
    response = visitor.client.post(f"{address}/actions", content=content, headers=encoded)
    assert response.status_code == 400
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    parsed(response.text)
    assert visitor.page(address).one(id="moves").text == "1"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("&".join(f"f{number}=1" for number in range(1_100)), "application/x-www-form-urlencoded"),
        ("nonsense", "multipart/form-data"),
        ("nonsense", "multipart/form-data; boundary=x"),
    ],
)
def test_a_form_that_cannot_be_read_is_refused_in_words(
    visitor: Visitor, content: str, kind: str
) -> None:
    response = visitor.client.post("/settings", content=content, headers={"Content-Type": kind})
    assert response.status_code == 400
    said = parsed(response.text).one("main").text
    assert "Nothing was changed" in said
    assert not any(word in said for word in ("multipart", "boundary", "field"))
