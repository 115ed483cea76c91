"""What the rules pages tell of how many deals can be won."""

import json
import re
import runpy
from pathlib import Path

import pytest

from app.engine.variants import VARIANTS
from app.web.winnability import DEALS, WINNABILITY, Winnability, winnability_in_words

TOOL = Path(__file__).parents[2] / "tools" / "winnability.py"
PAGE = Path(__file__).parents[2] / "docs" / "winnability.md"
ROW = re.compile(r"^\| `([\w-]+)` \| (\d+) \| (\d+) \| (\d+) \|", re.MULTILINE)


def test_the_numbers_are_those_of_the_docs() -> None:
    rows = {key: tuple(map(int, counts)) for key, *counts in ROW.findall(PAGE.read_text())}
    assert rows == {
        key: (found.won, found.unwinnable, DEALS - found.won - found.unwinnable)
        for key, found in WINNABILITY.items()
    }
    assert list(WINNABILITY) == list(VARIANTS)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Winnability(DEALS, 0), "wins them all"),
        (Winnability(990, 10), "wins 990 and shows that 10 cannot be won"),
        (Winnability(999, 0), "wins 999 and leaves 1 undecided"),
        (Winnability(900, 60), "wins 900, shows that 60 cannot be won and leaves 40 undecided"),
    ],
)
def test_in_words(found: Winnability, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WINNABILITY, "spider-2", found)
    assert winnability_in_words("spider-2") == (
        f"Of deals 1 to 1,000, a search that sees every card {words}."
    )


def test_of_several_searches_of_a_deal_the_one_with_an_answer_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / "second.jsonl", tmp_path / "minute.jsonl"]
    found = [["won", "unknown", "unknown", "unwinnable"], ["unknown", "won", "unknown"]]
    for file, statuses in zip(files, found, strict=True):
        lines = [
            json.dumps({"variant": "spider-1", "seed": seed, "status": status})
            for seed, status in enumerate(statuses)
        ]
        file.write_text("\n".join([*lines, json.dumps({"seed": 9, "error": "It died."})]))
    runpy.run_path(str(TOOL))["main"](*map(str, files))
    row, *numbers = capsys.readouterr().out.splitlines()
    assert row.startswith("| `spider-1` | 2 | 1 | 1 | ")
    assert numbers[0] == '    "spider-1": Winnability(2, 1),'


def test_what_has_not_been_surveyed_is_not_told() -> None:
    assert winnability_in_words("spider-3") == ""
