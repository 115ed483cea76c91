"""What one visitor may ask of the site: how large a head, how often, how many at once."""

import math
from dataclasses import dataclass

from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.services.rates import Rate
from app.settings import Settings
from app.web.addresses import address_of
from app.web.security import FOR_OPERATORS, SAFE_METHODS, Refuse
from app.web.site import COOKIE

BURST_SECONDS = 20
_LONGEST_KEY = 100

_FULL = (
    "So many people play right now that this has to wait. Nothing was changed: please try again "
    "in a moment."
)


def _token_of(scope: Scope) -> str:
    """Give what the player is known by, cut to what a true one has."""
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    if COOKIE.encode() not in cookies:
        return ""
    return cookie_parser(cookies.decode("latin-1")).get(COOKIE, "")[:_LONGEST_KEY]


@dataclass
class Limits:
    """Turns away what is too large, too often or too much at once, before any route.

    Args:
        app: what comes after it.
        refuse: makes the answer to what is turned away.
        settings: the limits. Each process counts for itself.
    """

    app: ASGIApp
    refuse: Refuse
    settings: Settings

    def __post_init__(self) -> None:
        settings = self.settings
        self._in_flight = 0
        self._of_player = Rate(settings.player_actions_per_second, BURST_SECONDS)
        self._of_address = Rate(settings.address_actions_per_second, BURST_SECONDS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or scope["path"] in FOR_OPERATORS:
            await self.app(scope, receive, send)
            return
        if refusal := self._refusal(scope):
            await refusal(scope, receive, send)
            return
        self._in_flight += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._in_flight -= 1

    def _refusal(self, scope: Scope) -> Response | None:
        if _head_bytes(scope) > self.settings.max_header_bytes:
            return self.refuse(Request(scope), 431)
        if self._in_flight >= self.settings.max_requests_in_flight:
            return later(self.refuse(Request(scope), 503, _FULL), 1)
        if scope["method"] in SAFE_METHODS:
            return None
        wait = self._of_address.take(address_of(scope)) or self._of_player.take(_token_of(scope))
        return later(self.refuse(Request(scope), 429), wait) if wait else None


def later(response: Response, seconds: float) -> Response:
    """Say when it is worth asking again."""
    response.headers["Retry-After"] = str(max(1, math.ceil(seconds)))
    return response


def _head_bytes(scope: Scope) -> int:
    lines = sum(len(name) + len(value) for name, value in scope["headers"])
    return lines + len(scope["raw_path"]) + len(scope["query_string"])
