"""The file of a survey: a line a deal, to which a survey that was interrupted is added."""

import json
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from app.services.errors import ServiceError
from app.services.terms import Terms

_BEGINNING = b'{"seed":'
"""Of every line that is written here."""

_LONGEST_LINE = 1 << 20


class NotASurveyError(ServiceError):
    """A file that holds something else; the text is a sentence without its subject, the file."""


def answered(file: Path, terms: Terms) -> dict[int, str]:
    """Read which deals have been searched on these terms, and the status of each.

    A last line that was cut off is removed from the file. A file that is missing holds nothing.

    Raises:
        NotASurveyError: there is a line in it that no survey has written; it is left as it is.
        OSError: it cannot be read or written.
    """
    found: dict[int, str] = {}
    if not file.exists():
        return found
    end = 0
    with file.open("rb+") as stream:
        for number, line in enumerate(iter(partial(stream.readline, _LONGEST_LINE), b""), 1):
            answer = _answer(number, line)
            if answer is None:
                break
            end += len(line)
            if {name: answer.get(name) for name in asdict(terms)} == asdict(terms):
                found[answer["seed"]] = answer["status"]
        stream.truncate(end)
    return found


def _answer(number: int, line: bytes) -> dict[str, Any] | None:
    """Read a line; None for one that was cut off."""
    whole = line.endswith(b"\n")
    begins = line.startswith(_BEGINNING) or (not whole and _BEGINNING.startswith(line))
    try:
        if begins and not whole:
            return None
        answer: dict[str, Any] = json.loads(line) if begins else {}
        if isinstance(answer.get("seed"), int) and isinstance(answer.get("status"), str):
            return answer
    except (ValueError, RecursionError):
        pass
    raise NotASurveyError(f"is not the output of a survey: see its line {number}")
