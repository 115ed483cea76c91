"""`wisp verify`: what it does not take, and what it finds wrong."""

from pathlib import Path

import pytest

from tests.command import Wisp, assert_refused

BEGUN = '[Variant "spider-2"]\n[Seed "5"]\n'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "The record lacks its [Variant"),
        ('[Variant "spider-2"]\n\ndeal', "The record lacks its [Seed"),
        (BEGUN.replace("spider-2", "spider-3"), "no variant “spider-3”"),
        (BEGUN.replace("5", "0"), "“0” is not a deal number"),
        (BEGUN + "\nbanana", "“banana” is not an action"),
        (BEGUN + '[Seed "6"]\n', "The record has two [Seed] lines."),
    ],
)
def test_what_is_no_record(wisp: Wisp, tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    assert_refused(wisp("verify", "game.txt"), 2, "game.txt: ", fault)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (BEGUN + "\n1-1", "Action 1, 1-1: "),
        (BEGUN + '[Score "7"]\n', "The record says [Score “7”], but replaying it gives 500."),
    ],
)
def test_a_record_that_does_not_hold(wisp: Wisp, tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    assert_refused(wisp("verify", "game.txt"), 1, "game.txt: ", fault)
