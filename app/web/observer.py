"""The outermost part of the site: names each request, and notes how it was answered."""

import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from functools import cache
from time import perf_counter

from prometheus_client import Counter, Histogram
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app import metrics
from app.logs import request_id

Failed = Callable[[Request], Awaitable[Response]]

_log = logging.getLogger("wisp")
_requests = logging.getLogger("wisp.requests")

_NAME = re.compile(rb"[A-Za-z0-9_.:-]{1,64}")
_METHODS = ("GET", "HEAD", "OPTIONS", "POST")
_GONE = 499  # nobody was there any more to be answered


class Observer:
    """Names, times, counts and logs requests, and answers what went wrong.

    It alone sees who connected: further in, a trusted proxy has said for whom.

    Args:
        app: what comes after it.
        failed: makes the answer to a request that nothing else could answer.
        proxies: addresses of the proxies that are believed, separated by commas.
        names_from_proxies: whether they name the requests, in ``X-Request-ID``.
    """

    def __init__(
        self, app: ASGIApp, failed: Failed, proxies: str, *, names_from_proxies: bool = False
    ) -> None:
        self._app = ProxyHeadersMiddleware(app, proxies)  # type: ignore[arg-type]
        self._failed = failed
        self._names_from_proxies = names_from_proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)  # type: ignore[arg-type]
            return
        begun = perf_counter()
        answer = _Answer(self._name(scope), send, is_part=_is_part(scope))
        request_id.set(answer.name)  # each request has a context of its own
        try:
            await self._app(scope, receive, answer.send)  # type: ignore[arg-type]
        except ClientDisconnect:
            pass  # whoever left in the middle of a request wants no answer
        except Exception:  # noqa: BLE001 - whatever it is, it is logged and answered
            _log.exception("A request could not be answered.")
            if answer.status is None:
                response = await self._failed(Request(scope))
                await response(scope, receive, answer.send)
        finally:
            _note(scope, answer.status or _GONE, perf_counter() - begun)

    def _name(self, scope: Scope) -> str:
        if self._names_from_proxies and _peer(scope) in self._app.trusted_hosts:
            for key, value in scope["headers"]:
                if key == b"x-request-id" and _NAME.fullmatch(value):
                    return str(value, "ascii")
        return secrets.token_hex(6)


class _Answer:
    """An answer on its way."""

    def __init__(self, name: str, send: Send, *, is_part: bool) -> None:
        self.name = name
        self.status: int | None = None
        self._send = send
        self._is_part = is_part

    async def send(self, message: Message) -> None:
        """Send a part of it on, with the request's name."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            # A move's answer is counted in bytes; its name matters when it went wrong.
            if not self._is_part or self.status >= 500:
                message["headers"].append((b"x-request-id", self.name.encode()))
        await self._send(message)


def _is_part(scope: Scope) -> bool:
    return (b"hx-request", b"true") in scope["headers"]


def _peer(scope: Scope) -> str | None:
    client = scope.get("client")
    return client[0] if client else None


def _note(scope: Scope, status: int, seconds: float) -> None:
    method = scope["method"] if scope["method"] in _METHODS else "OTHER"
    # A mounted folder is no route, but has become the root.
    route = getattr(scope.get("route"), "path", "") or scope.get("root_path") or "none"
    _counter(method, route, status).inc()
    _timer(route).observe(seconds)
    if _requests.isEnabledFor(logging.INFO):
        ms = round(seconds * 1000, 1)
        fields = {"method": method, "route": route, "status": status, "ms": ms}
        _requests.info("%s %s %s %s ms", method, route, status, ms, extra={"fields": fields})


# Finding the number for some labels costs more than adding to it. There are few of both.
@cache
def _counter(method: str, route: str, status: int) -> Counter:
    return metrics.requests.labels(method, route, status)


@cache
def _timer(route: str) -> Histogram:
    return metrics.request_seconds.labels(route)
