"""A real server and a real browser; each test is a new player.

A test fails on anything its ``Watch`` has seen, whatever else it checks.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.table import DESK, PATIENCE_MS, Contexts, Json, Table, Tables
from tests.browser.watch import Watch
from tests.served import Served

PROBE = Path(__file__).with_name("probe.js")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright keeps an event loop running in their thread, and other
    tests run one of their own.
    """
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def chromium() -> str:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not path:
        pytest.skip("Needs Chromium: apt-get install chromium, or set CHROMIUM to its path.")
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server of all tests that leave it running."""
    served = Served(tmp_path_factory.mktemp("site") / "wisp.db")
    served.start()
    yield served
    served.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server that the test may stop."""
    served = Served(tmp_path / "wisp.db")
    served.start()
    yield served
    served.stop()


@pytest.fixture
def watch(server: Served) -> Watch:
    return Watch(server.url)


@pytest.fixture
def contexts(browser: Browser, watch: Watch) -> Iterator[Contexts]:
    """Makes players. Nothing slides unless a test wants it; what was seen is judged at the end."""
    made: list[BrowserContext] = []

    def make(**options: Json) -> BrowserContext:
        context = browser.new_context(
            **{"viewport": DESK, "reduced_motion": "reduce", "locale": "en", **options}
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(path=PROBE)
        watch.on(context)
        made.append(context)
        return context

    yield make
    for context in made:
        for page in context.pages:
            page.title()  # whatever was about to be reported is
        context.close()
    assert watch.faults == []


@pytest.fixture
def tables(contexts: Contexts, server: Served) -> Tables:
    """Makes a player with a table each time."""
    return lambda **options: Table(contexts(**options).new_page(), server.url)


@pytest.fixture
def table(tables: Tables) -> Table:
    """A table on a desk."""
    return tables()
