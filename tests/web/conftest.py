"""An application on a database of its own, and visitors to it."""

from collections.abc import Callable, Iterator

import pytest
from fastapi import FastAPI
from sqlalchemy.engine import URL
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from tests.playing import FakeClock
from tests.web.visiting import Visitor, site_of

Guests = Callable[[], Visitor]


@pytest.fixture
def settings(database_url: URL) -> Settings:
    return Settings(database_url=database_url.render_as_string(hide_password=False))


@pytest.fixture
def app(settings: Settings, clock: FakeClock) -> FastAPI:
    app = create_app(settings)
    site_of(app).play.now = clock
    return app


@pytest.fixture
def running(app: FastAPI) -> Iterator[TestClient]:
    """The application, started."""
    with TestClient(app) as client:
        yield client


@pytest.fixture
def guests(app: FastAPI, running: TestClient) -> Guests:
    """Makes visitors without a cookie."""
    return lambda: Visitor(app, running)


@pytest.fixture
def visitor(guests: Guests) -> Visitor:
    return guests()


@pytest.fixture
def site_database(app: FastAPI) -> Database:
    return site_of(app).database
