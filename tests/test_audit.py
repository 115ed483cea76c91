"""What is made of an answer about vulnerable packages, and of none."""

import json
import runpy
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

AUDIT = Path(__file__).parent.parent / "tools" / "audit.py"
FINE = {"name": "fine", "version": "1.0", "vulns": []}
FAULTY = {"name": "faulty", "version": "0.9", "vulns": [{"id": "PYSEC-1"}, {"id": "PYSEC-0"}]}
SKIPPED = {"name": "unknown", "version": "1", "skip_reason": "not found"}


def audited(monkeypatch: pytest.MonkeyPatch, answer: str | Exception) -> int:
    def run(command: list[str], **_options: object) -> subprocess.CompletedProcess[str]:
        if isinstance(answer, Exception):
            raise answer
        return subprocess.CompletedProcess(command, 1, answer, "")

    monkeypatch.setattr(subprocess, "run", run)
    main: Any = runpy.run_path(str(AUDIT))["main"]
    return int(main(["some.lock"]))


def answer(*packages: Mapping[str, object]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_nothing_is_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audited(monkeypatch, answer(FINE, SKIPPED)) == 0
    assert capsys.readouterr().out == "some.lock: 1 packages were asked about.\n"


def test_something_is_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audited(monkeypatch, answer(FINE, FAULTY)) == 1
    assert "faulty 0.9 is known to be vulnerable: PYSEC-0, PYSEC-1\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    "unheard",
    ["", "Traceback", "[]", "{}", answer(SKIPPED), subprocess.TimeoutExpired("pip-audit", 1)],
    ids=str,
)
def test_nobody_can_be_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], unheard: str | Exception
) -> None:
    assert audited(monkeypatch, unheard) == 0
    assert "cannot be asked" in capsys.readouterr().out
