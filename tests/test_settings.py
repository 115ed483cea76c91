"""Settings: read from the environment, and documented."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import Settings

README = Path(__file__).parent.parent / "README.md"
OTHER = {
    "host": ("0.0.0.0", "0.0.0.0"),  # noqa: S104 - not served
    "port": ("9000", 9000),
    "workers": ("3", 3),
    "database_url": ("sqlite:////srv/wisp.db", "sqlite:////srv/wisp.db"),
    "public_url": ("https://wisp.example", "https://wisp.example"),
    "forwarded_allow_ips": ("10.0.0.1,10.0.0.2", "10.0.0.1,10.0.0.2"),
    "max_body_bytes": ("2048", 2048),
    "max_header_bytes": ("2048", 2048),
    "max_request_seconds": ("7", 7),
    "player_actions_per_second": ("7", 7),
    "address_actions_per_second": ("0", 0),
    "player_games_per_minute": ("7", 7),
    "address_games_per_minute": ("0", 0),
    "max_unfinished_games": ("7", 7),
    "max_actions_per_game": ("7000", 7000),
    "abandoned_after_days": ("7", 7),
    "forgotten_after_days": ("7", 7),
    "tidy_every_hours": ("7", 7),
    "max_games_listed": ("7", 7),
    "max_requests_in_flight": ("7", 7),
    "live_games": ("7", 7),
    "prepare_solver": ("false", False),
    "log_format": ("json", "json"),
    "log_requests": ("false", False),
    "trust_request_id": ("true", True),
    "metrics_allow_ips": ("10.0.0.0/8,::1", "10.0.0.0/8,::1"),
}
"""For each setting another value than the default: as it is written, and as it is read."""


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def load() -> Settings:
    return Settings.model_validate({})


def test_without_an_environment() -> None:
    settings = load()
    assert (settings.host, settings.port, settings.workers) == ("127.0.0.1", 8000, 1)
    assert settings.database.get_backend_name() == "sqlite"
    assert settings.database.database == "wisp.db"


@pytest.mark.parametrize("name", Settings.model_fields)
def test_each_is_read_from_its_variable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written, read = OTHER[name]
    defaults = load().model_dump()
    assert defaults[name] != read
    monkeypatch.setenv(name.upper(), written)
    assert load().model_dump() == {**defaults, name: read}


def test_no_other_is_tried() -> None:
    assert set(OTHER) == set(Settings.model_fields)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "many"),
        ("PORT", "-1"),
        ("PORT", "65536"),
        ("PORT", ""),
        ("WORKERS", "0"),
        ("WORKERS", "65"),
        ("WORKERS", "1.5"),
        ("MAX_BODY_BYTES", "10"),
        ("MAX_HEADER_BYTES", "10"),
        ("MAX_REQUEST_SECONDS", "0"),
        ("PLAYER_ACTIONS_PER_SECOND", "-1"),
        ("ADDRESS_ACTIONS_PER_SECOND", "-1"),
        ("PLAYER_GAMES_PER_MINUTE", "-1"),
        ("ADDRESS_GAMES_PER_MINUTE", "-1"),
        ("MAX_UNFINISHED_GAMES", "0"),
        ("MAX_ACTIONS_PER_GAME", "999"),
        ("ABANDONED_AFTER_DAYS", "0"),
        ("FORGOTTEN_AFTER_DAYS", "0"),
        ("TIDY_EVERY_HOURS", "-1"),
        ("MAX_GAMES_LISTED", "0"),
        ("MAX_REQUESTS_IN_FLIGHT", "0"),
        ("LIVE_GAMES", "0"),
        ("PREPARE_SOLVER", "perhaps"),
        ("LOG_FORMAT", "xml"),
        ("METRICS_ALLOW_IPS", "everybody"),
        ("METRICS_ALLOW_IPS", "10.0.0.1/8"),
        ("FORWARDED_ALLOW_IPS", "proxy"),
        ("FORWARDED_ALLOW_IPS", "10.0.0.0/8,banana"),
        ("FORWARDED_ALLOW_IPS", "10.0.0.1/8"),
        ("HOST", ""),
        ("HOST", " "),
        ("DATABASE_URL", "mysql://db/wisp"),
        ("DATABASE_URL", "wisp.db"),
        ("DATABASE_URL", ""),
    ],
)
def test_bad_values_are_refused(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError) as caught:
        load()
    assert [error["loc"] for error in caught.value.errors()] == [(name.lower(),)]


def test_other_variables_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WISP_NONSENSE", "1")
    assert load() == load()


def test_the_database_may_be_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://wisp:secret@db/wisp")
    database = load().database
    assert (database.get_backend_name(), database.host) == ("postgresql", "db")
    assert "secret" not in str(database)


@pytest.mark.parametrize("name", Settings.model_fields)
def test_each_is_explained(name: str) -> None:
    assert (Settings.model_fields[name].description or "").endswith(".")


@pytest.mark.skipif(not README.exists(), reason="there is no README.md")
@pytest.mark.parametrize("name", Settings.model_fields)
def test_the_readme_documents_each(name: str) -> None:
    assert f"`{name.upper()}`" in README.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "url",
    [
        "wisp.example",
        "https://",
        "ftp://x",
        "https://a b",
        "https://wisp.example/path/",
        "https://wisp.example:99999",
        "https://wisp.example:0",
        "https://wisp..example",
        "https://:8000",
    ],
)
def test_a_public_address_is_one(url: str) -> None:
    with pytest.raises(ValidationError, match="without a path"):
        Settings.model_validate({"public_url": url})


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("https://m\N{LATIN SMALL LETTER U WITH DIAERESIS}nchen.example", "xn--mnchen-3ya.example"),
        ("http://[::1]:8000", "[::1]:8000"),
    ],
)
def test_a_public_address_is_read_as_browsers_write_it(url: str, read: str) -> None:
    assert Settings.model_validate({"public_url": url}).public_url.endswith(f"//{read}")


def test_what_is_wrong_with_a_database_is_told_without_its_password() -> None:
    with pytest.raises(ValidationError) as caught:
        Settings.model_validate({"database_url": "postgresql+psycopg://wisp@db:secret/wisp"})
    (error,) = caught.value.errors()
    assert "secret" not in error["msg"]
    assert "write it as" in error["msg"]


@pytest.mark.parametrize("proxies", ["", "*", " 10.0.0.1 , 10.1.0.0/16", "::1"])
def test_proxies(proxies: str) -> None:
    assert Settings.model_validate({"forwarded_allow_ips": proxies}).forwarded_allow_ips == proxies


def test_nobody_may_read_metrics_when_none_is_named() -> None:
    assert Settings.model_validate({"metrics_allow_ips": ""}).metrics_readers == ()


def test_what_is_changed_is_told_without_secrets() -> None:
    assert load().changed == {}
    url = "postgresql+psycopg://wisp:secret@db/wisp?sslpassword=hidden"
    settings = Settings.model_validate({"database_url": url, "workers": 2})
    shown = "postgresql+psycopg://wisp:***@db/wisp"
    assert settings.changed == {"WORKERS": "2", "DATABASE_URL": shown}
    assert settings.database_shown == shown
