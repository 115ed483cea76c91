"""Whether a process can serve."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from app.store import migrate
from app.store.database import Database
from tests.web.visiting import Visitor


@pytest.fixture
def asked(app: FastAPI) -> Iterator[Visitor]:
    with TestClient(app) as client:
        yield Visitor(app, client)


def test_healthy(asked: Visitor) -> None:
    response = asked.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert asked.client.head("/healthz").status_code == 200


def test_a_database_that_does_not_answer(asked: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: Database) -> None:
        raise OperationalError("SELECT 1", {}, Exception("gone"))

    monkeypatch.setattr(Database, "read", fail)
    response = asked.get("/healthz")
    assert response.status_code == 503
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["detail"] == "The database does not answer."


def test_an_upgrade_in_place_does_not_change_what_runs(
    asked: Visitor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(migrate, "MIGRATIONS", tmp_path)
    assert asked.get("/healthz").status_code == 200


def test_an_older_migration(asked: Visitor, site_database: Database) -> None:
    with site_database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'older'"))
    response = asked.get("/healthz")
    assert response.status_code == 503
    assert "migration" in response.json()["detail"]
