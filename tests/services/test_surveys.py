"""The file of a survey."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from app.services.surveys import NotASurveyError, answered
from app.services.terms import Terms

TERMS = Terms("spider-1", "automatic", limit_seconds=1.0, memory_mb=400)


def line(seed: int, status: str = "won", terms: Terms = TERMS) -> str:
    return json.dumps({"seed": seed, **asdict(terms), "status": status, "actions": []}) + "\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "survey.jsonl"


def test_no_file(file: Path) -> None:
    assert answered(file, TERMS) == {}
    assert not file.exists()


def test_what_is_there(file: Path) -> None:
    file.write_text(line(3) + line(1, "unknown") + line(3, "unwinnable"))
    assert answered(file, TERMS) == {3: "unwinnable", 1: "unknown"}


@pytest.mark.parametrize(
    "other",
    [
        replace(TERMS, variant="spider-2"),
        replace(TERMS, collect="by hand"),
        replace(TERMS, limit_seconds=2.0),
        replace(TERMS, memory_mb=500),
    ],
    ids=range(4),
)
def test_other_terms_do_not_count(file: Path, other: Terms) -> None:
    text = line(1, terms=other) + line(2)
    file.write_text(text)
    assert answered(file, TERMS) == {2: "won"}
    assert file.read_text() == text


@pytest.mark.parametrize("left", range(1, len(line(2))))
def test_a_last_line_that_was_cut_off(file: Path, left: int) -> None:
    file.write_text(line(1) + line(2)[:left])
    assert answered(file, TERMS) == {1: "won"}
    assert file.read_text() == line(1)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Dear diary", 1),
        ("\n", 1),
        (line(1) + "{}\n" + line(2), 2),
        (line(1) + '{"seed": 2}\n', 2),
        (line(1) + '{"seed": "2", "status": "won"}\n', 2),
        (line(1) + '{"seed": 2, "status": "w\n', 2),
        ('{"seed":' + "[" * 100_000 + "\n", 1),
    ],
    ids=range(7),
)
def test_another_file_is_left_alone(file: Path, text: str, number: int) -> None:
    file.write_text(text)
    with pytest.raises(NotASurveyError, match=f"see its line {number}$"):
        answered(file, TERMS)
    assert file.read_text() == text
