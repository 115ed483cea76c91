"""Lines of the log, as text and as JSON."""

import json
import logging
import sys

import pytest

from app.logs import JsonLines, TextLines, log_config, request_id


def record(message: str, *values: object, **fields: object) -> logging.LogRecord:
    made = logging.LogRecord("wisp", logging.INFO, "file", 1, message, values, None)
    made.created, made.msecs = 1_700_000_000.25, 250.0
    if fields:
        made.fields = fields
    return made


def failed() -> logging.LogRecord:
    try:
        raise ValueError("at once")
    except ValueError:
        made = record("It failed.")
        made.exc_info = sys.exc_info()
    return made


def text_lines() -> logging.Formatter:
    given = log_config("text", requests=True)["formatters"]["line"]
    assert given["()"] is TextLines
    return TextLines(given["fmt"])


def test_a_line_of_text() -> None:
    line = text_lines().format(record("All %d are here.", 3))
    assert line == "2023-11-14T22:13:20.250Z INFO All 3 are here."


def test_a_line_of_json() -> None:
    line = JsonLines().format(record("All %d are here.", 3, status=200))
    assert json.loads(line) == {
        "time": "2023-11-14T22:13:20.250Z",
        "level": "INFO",
        "message": "All 3 are here.",
        "status": 200,
    }


def test_a_request_is_named() -> None:
    token = request_id.set("abc")
    try:
        assert text_lines().format(record("Here.")).endswith("Here. [request abc]")
        assert json.loads(JsonLines().format(record("Here.")))["request"] == "abc"
    finally:
        request_id.reset(token)


def test_a_traceback_follows_in_text() -> None:
    first, *rest = text_lines().format(failed()).splitlines()
    assert first.endswith("It failed.")
    assert (rest[0], rest[-1]) == ("Traceback (most recent call last):", "ValueError: at once")


def test_a_traceback_stays_in_the_line_of_json() -> None:
    line = JsonLines().format(failed())
    assert "\n" not in line
    assert json.loads(line)["traceback"].endswith("ValueError: at once")


@pytest.mark.parametrize("requests", [True, False])
def test_lines_of_requests_may_be_left_out(requests: bool) -> None:
    level = log_config("json", requests=requests)["loggers"]["wisp.requests"]["level"]
    assert (level == "INFO") == requests
