"""Lines of the log: plain text for people, or JSON for programs. No line says who plays."""

import json
import logging
import time
from contextvars import ContextVar
from typing import Any, Literal

Form = Literal["text", "json"]

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The name of the request that is being answered; empty outside of one."""


class TextLines(logging.Formatter):
    """``2026-11-30T09:15:00.123Z INFO The message. [request 5f0c…]``."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802 - Python's own
        """Write the time as ISO 8601, UTC."""
        return _time(record)

    def format(self, record: logging.LogRecord) -> str:
        """Write a line, and a traceback below it."""
        name = request_id.get()
        record.request = f" [request {name}]" if name else ""
        return super().format(record)


class JsonLines(logging.Formatter):
    """One object a line; what a record has in ``fields`` becomes members of it."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a line; a traceback is a member too."""
        line: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname,
            "message": record.getMessage(),
        }
        if name := request_id.get():
            line["request"] = name
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_config(form: Form, *, requests: bool) -> dict[str, Any]:
    """Give the settings of Python's logging: everything goes to the standard error in one form.

    Args:
        form: how lines are written.
        requests: whether each request has a line.
    """
    formatters: dict[Form, dict[str, Any]] = {
        "text": {"()": TextLines, "fmt": "%(asctime)s %(levelname)s %(message)s%(request)s"},
        "json": {"()": JsonLines},
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatters[form]},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "line"}},
        "loggers": {
            "wisp": {"level": "INFO"},
            "wisp.requests": {"level": "INFO" if requests else "WARNING"},
            "uvicorn": {"level": "INFO"},
        },
        "root": {"level": "WARNING", "handlers": ["lines"]},
    }


def _time(record: logging.LogRecord) -> str:
    seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    return f"{seconds}.{int(record.msecs):03}Z"
