"""What must never happen on a page, whatever a test does with it."""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError

_UNASKED = ("static/", "sw.js", "offline", "healthz")
"""What browsers fetch when they see fit, and ``intercept``."""


class Watch:
    """Notes console errors (violations of the CSP among them), errors of scripts, requests to
    other hosts and failures of the server.
    """

    def __init__(self, *hosts: str) -> None:
        self.hosts = list(hosts)
        self.requests: list[str] = []
        """Method and path of every request that comes of what the player does, in order."""
        self._faults: list[str] = []
        self._allowed: list[str] = []

    def on(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("response", self._response)

    def allow(self, *patterns: str) -> None:
        """Let the console say what this test brings about on purpose."""
        self._allowed += patterns

    def allow_refusals(self) -> None:
        self.allow(r"the server responded with a status of 4\d\d")

    def allow_lost_connection(self) -> None:
        self.allow(r"Failed to load resource: net::ERR_", r"htmx:error: (Failed to fetch|Network)")
        self.allow(r"error occurred when fetching the script")  # of the notice, just after a visit

    @property
    def faults(self) -> list[str]:
        return [
            fault
            for fault in self._faults
            if not any(re.search(pattern, fault) for pattern in self._allowed)
        ]

    def posts(self) -> list[str]:
        return [path for line in self.requests if (path := line.removeprefix("POST ")) != line]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._faults.append(f"{message.type} in the console: {message.text}")

    def _error(self, error: WebError) -> None:
        self._faults.append(f"error of a script: {error.error}")

    def _request(self, request: Request) -> None:
        scheme, _, rest = request.url.partition("://")
        host, _, path = rest.partition("/")
        if scheme in ("http", "https", "ws", "wss"):
            if not path.startswith(_UNASKED):
                self.requests.append(f"{request.method} /{path}")
            if f"{scheme}://{host}" not in self.hosts:
                self._faults.append(f"request to {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self._faults.append(f"{response.status} from {response.url}")
