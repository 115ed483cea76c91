"""Starting and stopping the application."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy.engine import URL

from app import main
from app.main import create_app
from app.settings import Settings


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note when compiling begins and ends."""
    steps: list[str] = []

    @contextmanager
    def elsewhere() -> Iterator[None]:
        steps.append("begins")
        yield
        steps.append("ends")

    monkeypatch.setattr(main, "compiling_elsewhere", elsewhere)
    monkeypatch.setattr(main, "is_available", lambda: True)
    return steps


def run(url: URL, prepare_solver: bool, steps: list[str]) -> None:
    written = url.render_as_string(hide_password=False)
    app = create_app(Settings(database_url=written, prepare_solver=prepare_solver))

    async def serve() -> None:
        async with app.router.lifespan_context(app):
            steps.append("served")

    asyncio.run(serve())


def test_a_start_compiles_the_solver(database_url: URL, compiling: list[str]) -> None:
    run(database_url, True, compiling)
    assert compiling == ["begins", "served", "ends"]


def test_it_can_be_switched_off(database_url: URL, compiling: list[str]) -> None:
    run(database_url, False, compiling)
    assert compiling == ["served"]


def test_without_a_solver(
    database_url: URL,
    compiling: list[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(main, "is_available", lambda: False)
    with caplog.at_level(logging.WARNING):
        run(database_url, True, compiling)
    assert compiling == ["served"]
    assert [record.message for record in caplog.records] == [
        "There is no solver: it needs Numba, which this platform lacks."
    ]
