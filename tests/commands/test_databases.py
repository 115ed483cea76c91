"""How commands come to the settings and the database."""

import pytest
from sqlalchemy.exc import ArgumentError

from app.commands import databases
from app.commands.failing import BadInput
from app.settings import Settings
from tests.command import Wisp, assert_refused


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "abc"), ("WORKERS", "0"), ("DATABASE_URL", "wisp.db")]
)
@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_wrong_setting(
    wisp: Wisp, monkeypatch: pytest.MonkeyPatch, command: str, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert_refused(wisp(command), 2, f"The setting {name} is wrong: ")


def test_a_database_that_cannot_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_url: object) -> None:
        raise ArgumentError("a text with a password")

    monkeypatch.setattr(databases, "Database", refuse)
    with pytest.raises(BadInput, match=r"^The setting DATABASE_URL is wrong: write it like"):
        databases.open_database(Settings())
