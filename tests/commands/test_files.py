"""Reading files for commands."""

import io
import sys
from pathlib import Path

import pytest

from app.commands.failing import BadInput
from app.commands.files import text_of

TEXT = "Æces and kings\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "file.txt"


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
def test_text_is_read(file: Path, start: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    content = start + TEXT.encode()
    file.write_bytes(content)
    assert text_of(file, "a deal") == TEXT
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert text_of(Path("-"), "a deal") == TEXT


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput, match=r"^Standard input is closed\.$"):
        text_of(Path("-"), "a deal")


@pytest.mark.parametrize("content", [b"\x80", b"\xff\xfe[\0", b"[\0]", TEXT.encode("utf-16")])
def test_what_is_no_text(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(BadInput, match=r"file\.txt is not a text file\.$"):
        text_of(file, "a deal")


def test_how_long_a_file_may_be(file: Path) -> None:
    file.write_bytes(b"a" * 1024 * 1024)
    assert len(text_of(file, "a deal")) == 1024 * 1024
    with file.open("r+b") as stream:
        stream.truncate(100_000_000)
    with pytest.raises(BadInput, match=r"too large for a deal: more than 1 MiB\.$"):
        text_of(file, "a deal")


def test_what_cannot_be_read(tmp_path: Path, file: Path) -> None:
    for path in (file, tmp_path):
        with pytest.raises(BadInput, match="cannot be read"):
            text_of(path, "a deal")
