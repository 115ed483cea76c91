"""A slow network."""

from playwright.sync_api import Route

from tests.browser.table import Table, intercept, wait_until

ACTIONS = "**/games/*/actions"


class Slow:
    """Holds requests back until they are let go."""

    def __init__(self, table: Table, pattern: str = ACTIONS) -> None:
        self._table = table
        self._held: list[Route] = []
        intercept(table.page, pattern, self._hold)

    def _hold(self, route: Route) -> None:
        self._held.append(route)

    def wait_for(self, count: int) -> None:
        wait_until(self._table.page, lambda: len(self._held) >= count)

    def let_go(self) -> None:
        """Send on what is held, the latest first."""
        self.wait_for(1)
        while self._held:
            self._held.pop().continue_()

    def fail(self) -> None:
        """Answer what is held as a server that cannot."""
        self.wait_for(1)
        while self._held:
            self._held.pop().fulfill(status=503, body="")

    @property
    def held(self) -> int:
        return len(self._held)
