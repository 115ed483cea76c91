"""Forms that are read without the framework's help."""

import asyncio

import pytest
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.types import Message

from app.web.forms import read_form

FORM = "application/x-www-form-urlencoded"


class Fields(BaseModel):
    word: str = Field(max_length=8)
    number: int = Field(ge=0)
    sure: bool = False


def read(body: bytes, kind: str = FORM) -> Fields:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    headers = [(b"content-type", kind.encode())]
    request = Request({"type": "http", "method": "POST", "headers": headers}, receive)
    return asyncio.run(read_form(request, Fields))


@pytest.mark.parametrize("kind", [FORM, f"{FORM}; charset=utf-8", FORM.upper()])
def test_a_form(kind: str) -> None:
    found = read(b"word=4-7x3&number=12&sure=1", kind)
    assert (found.word, found.number, found.sure) == ("4-7x3", 12, True)


def test_what_is_encoded_and_what_is_not_known() -> None:
    assert read(b"word=a%20b%26+%C3%A9&number=0&more=x").word == "a b& é"
    assert read(b"word=%ff&number=0").word == "\N{REPLACEMENT CHARACTER}"
    assert read(b"word=&number=0").word == ""


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"word=x", b"number=1", b"word=x&number=-1", b"word=x&number=y"),
        *(b"word=123456789&number=1", b"word=x&number=1&sure=perhaps", b"\xff\x00"),
        b"word=x&number=1" + b"&a=1" * 20,
    ],
)
def test_what_is_refused(body: bytes) -> None:
    with pytest.raises(RequestValidationError):
        read(body)


@pytest.mark.parametrize("kind", ["", "text/plain", "application/json", "multipart/form-data"])
def test_what_is_no_form(kind: str) -> None:
    with pytest.raises(RequestValidationError):
        read(b"word=x&number=1", kind)
