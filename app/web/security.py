"""What stands before every route: size, origin and host are checked, and headers are set."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

Refuse = Callable[..., Response]
"""Makes the answer, from the request, the status and perhaps a sentence."""

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
FOR_OPERATORS = ("/healthz", "/metrics")
"""What is asked from next to the server, by whatever address it has there."""

# Browsers leave it out of the header Host, and some proxies write it in.
_USUAL_PORTS = {"http": ":80", "https": ":443"}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# What says nothing else of itself is kept nowhere: most answers are for one player alone.
_DEFAULTS = {**SECURITY_HEADERS, "Cache-Control": "no-store"}
_SECURE_ALONE = [(b"strict-transport-security", b"max-age=31536000")]
_ENCODED_HEADERS = [(k.lower().encode(), v.encode()) for k, v in _DEFAULTS.items()]
# What htmx swaps into a page is ruled by that page's own policy: the rest would say nothing, and
# weigh more than many a move.
_FOR_PARTS = (b"x-content-type-options", b"cross-origin-resource-policy", b"cache-control")
_ENCODED_HEADERS_OF_PARTS = [(k, v) for k, v in _ENCODED_HEADERS if k in _FOR_PARTS]


class Guard:
    """Sets the security headers, answers HEAD, and turns away what must not reach a route.

    Args:
        app: what comes after it.
        refuse: makes the answer to what is turned away.
        max_body_bytes: largest body. (FastAPI's own limit answers outside of this, in bare text
            and without the headers.)
        max_request_seconds: time in which a body has to arrive.
        public_url: the one address of the site; empty when any host will do.
    """

    def __init__(
        self,
        app: ASGIApp,
        refuse: Refuse,
        max_body_bytes: int,
        max_request_seconds: float,
        public_url: str = "",
    ) -> None:
        self._app = app
        self._refuse = refuse
        self._max_body_bytes = max_body_bytes
        self._max_request_seconds = max_request_seconds
        self._public_url = public_url.rstrip("/")
        # A site that players reach by https is asked by nothing else from the first visit on.
        secure = _SECURE_ALONE if self._public_url.lower().startswith("https://") else []
        self._headers = [*_ENCODED_HEADERS, *secure]
        address = urlsplit(self._public_url)
        self._usual_port = _USUAL_PORTS.get(address.scheme, "")
        self._public_host = address.netloc.lower().removesuffix(self._usual_port)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        head = scope["method"] == "HEAD"
        send = _with_headers(send, self._headers_for(scope), headless=head)
        asked = {**scope, "method": "GET"} if head else scope
        answer = self._turned_away(asked)
        if answer is not None:
            await answer(asked, receive, send)
            return
        try:
            await self._app(asked, self._limited(receive), send)
        finally:
            scope["route"] = asked.get("route")  # for what stands before this

    def _headers_for(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        # Not for what is asked by GET: a browser or a cache may keep that, and show it as a page.
        by_htmx = scope["method"] == "POST" and (b"hx-request", b"true") in scope["headers"]
        return _ENCODED_HEADERS_OF_PARTS if by_htmx else self._headers

    def _limited(self, receive: Receive) -> Receive:
        """Stop reading a body that grows over the limit without having said so, or lingers."""
        left = self._max_body_bytes
        until = asyncio.get_running_loop().time() + self._max_request_seconds
        is_whole = False

        async def receive_limited() -> Message:
            nonlocal left, is_whole
            if is_whole:  # what comes now is that nobody waits for the answer any more
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408) from None
            is_whole = not message.get("more_body", False)
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413)
            return message

        return receive_limited

    def _turned_away(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if scope["method"] in SAFE_METHODS:
            return self._to_public_host(scope, headers)
        if self._to_public_host(scope, headers) is not None:
            return self._refuse(Request(scope), 421)
        if _is_cross_site(headers):
            return self._refuse(Request(scope), 403)
        if _length(headers) > self._max_body_bytes:
            return self._refuse(Request(scope), 413)
        return None

    def _to_public_host(self, scope: Scope, headers: Headers) -> Response | None:
        host = headers.get("host", "").lower().removesuffix(self._usual_port)
        if not self._public_host or host == self._public_host or scope["path"] in FOR_OPERATORS:
            return None
        query = scope["query_string"].decode("ascii", "replace")
        path = f"{scope['raw_path'].decode('ascii', 'replace')}{'?' if query else ''}{query}"
        return RedirectResponse(self._public_url + path, 308)


def _is_cross_site(headers: Headers) -> bool:
    """Tell whether a browser sends this for another site.

    Browsers say so themselves in Sec-Fetch-Site; older ones send an Origin to compare with the
    host. A program that sends neither holds no cookie that somebody else could misuse.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def _length(headers: Headers) -> float:
    """Give the length that a body is said to have; one that is no number is beyond all limits."""
    length = headers.get("content-length", "0")
    digits_of_a_length = 18  # more than any body has, and few enough to be read quickly
    if length.isdecimal() and len(length) <= digits_of_a_length:
        return int(length)
    return math.inf


def _with_headers(
    send: Send, added: list[tuple[bytes, bytes]], *, headless: bool
) -> Callable[[Message], Awaitable[None]]:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = message.get("headers", [])
            present = {name for name, _ in headers}
            message["headers"] = [*headers, *(each for each in added if each[0] not in present)]
        elif headless and message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_with_headers
