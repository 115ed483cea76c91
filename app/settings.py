"""Settings, from the environment."""

import re
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

Network = IPv4Network | IPv6Network


class Settings(BaseSettings):
    """What an operator may choose. Each field is an environment variable of the same name."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True)

    host: str = Field("127.0.0.1", description="Address to serve on.")
    port: int = Field(8000, ge=0, le=65535, description="Port to serve on.")
    workers: int = Field(1, ge=1, le=64, description="Processes that serve side by side.")
    database_url: str = Field(
        "sqlite:///wisp.db",
        description="Where games are kept: an SQLite file, relative to the working folder.",
    )
    public_url: str = Field(
        "",
        description="Address under which players reach the site, such as https://wisp.example; "
        "it makes cookies secure, and other hosts are sent on to it.",
    )
    forwarded_allow_ips: str = Field(
        "127.0.0.1",
        description="Proxies, separated by commas, whose X-Forwarded headers are believed.",
    )
    max_body_bytes: int = Field(
        65_536, ge=1_024, description="Largest body of a request, in bytes; more is refused."
    )
    max_header_bytes: int = Field(
        16_384,
        ge=1_024,
        description="Largest head of a request, address and headers, in bytes; more is refused.",
    )
    max_request_seconds: int = Field(
        20,
        ge=1,
        le=3_600,
        description="Seconds in which the head of a request has to arrive, and then its body.",
    )
    player_actions_per_second: int = Field(
        100,
        ge=0,
        description="Actions and other changes of one player, on the average of 20 seconds and in "
        "each process; 0 for no limit.",
    )
    address_actions_per_second: int = Field(
        500, ge=0, description="The same of all players who come from one address."
    )
    player_games_per_minute: int = Field(
        60,
        ge=0,
        description="Games that one player may begin, on the average of 10 minutes and in each "
        "process; 0 for no limit.",
    )
    address_games_per_minute: int = Field(
        600, ge=0, description="The same of all players who come from one address."
    )
    max_unfinished_games: int = Field(
        1_000,
        ge=1,
        description="Games under way that are kept for one player; those left longest ago make "
        "room for new ones.",
    )
    max_actions_per_game: int = Field(
        50_000,
        ge=1_000,
        description="Actions that are kept of one game, undo and redo among them; more are "
        "refused.",
    )
    abandoned_after_days: int = Field(
        180,
        ge=1,
        le=36_500,
        description="Days after which a game under way is removed that nobody came back to, "
        "unless its player touched no other one since.",
    )
    forgotten_after_days: int = Field(
        400,
        ge=1,
        le=36_500,
        description="Days after which a player is removed who never finished a game and has not "
        "been seen since; browsers keep the cookie no longer than 400.",
    )
    tidy_every_hours: int = Field(
        6,
        ge=0,
        le=8_760,
        description="Hours between two times at which one of all processes removes what is "
        "abandoned; 0 for never.",
    )
    max_games_listed: int = Field(
        20, ge=1, le=1_000, description="Games under way that a page lists."
    )
    max_requests_in_flight: int = Field(
        1_000, ge=1, description="Requests that one process works on at once; more have to wait."
    )
    live_games: int = Field(
        2_000, ge=1, description="Games that one process keeps at hand without reading them anew."
    )
    prepare_solver: bool = Field(
        True,
        description="Whether a server that starts compiles the solver, once for each release, "
        "in a process of the lowest priority.",
    )

    log_format: Literal["text", "json"] = Field(
        "text", description="How the log is written: lines of text, or a JSON object a line."
    )
    log_requests: bool = Field(True, description="Whether each request has a line in the log.")
    trust_request_id: bool = Field(
        False,
        description="Whether a proxy that is believed names the requests, in X-Request-ID; "
        "it must not hand on what it gets there itself.",
    )
    metrics_allow_ips: str = Field(
        "127.0.0.1,::1",
        description="Addresses and networks, separated by commas, that may read /metrics; "
        "for all others, and for all when it is empty, there is no such page.",
    )

    @field_validator("public_url")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        if not url:
            return url
        try:
            return _as_browsers_write(url)
        except ValueError:
            raise ValueError("write it as https://wisp.example, without a path") from None

    @field_validator("host")
    @classmethod
    def _is_not_every_address(cls, host: str) -> str:
        if not host.strip():  # a server would take it for all there are
            raise ValueError("write it as 127.0.0.1, or 0.0.0.0 for every address")
        return host

    @field_validator("forwarded_allow_ips")
    @classmethod
    def _are_proxies(cls, addresses: str) -> str:
        if addresses.strip() != "*":
            _networks(addresses)
        return addresses

    @field_validator("database_url")
    @classmethod
    def _is_a_database(cls, url: str) -> str:
        try:
            known = make_url(url).get_backend_name() in ("sqlite", "postgresql")
        except (ArgumentError, ValueError):  # what these say may show a password
            known = False
        if not known:
            raise ValueError("write it as sqlite:///wisp.db or postgresql+psycopg://user@host/name")
        return url

    @field_validator("metrics_allow_ips")
    @classmethod
    def _are_networks(cls, addresses: str) -> str:
        _networks(addresses)
        return addresses

    @cached_property
    def metrics_readers(self) -> tuple[Network, ...]:
        """The networks from which /metrics may be read."""
        return _networks(self.metrics_allow_ips)

    @cached_property
    def changed(self) -> dict[str, str]:
        """The settings that differ from their defaults, by variable, without secrets."""
        return {
            name.upper(): self.database_shown if name == "database_url" else str(value)
            for name, value in self.model_dump().items()
            if value != type(self).model_fields[name].default
        }

    @cached_property
    def database_shown(self) -> str:
        """The database URL without password, and without what stands after a question mark."""
        return self.database.set(query={}).render_as_string(hide_password=True)

    @cached_property
    def database(self) -> URL:
        """The parsed database URL."""
        return make_url(self.database_url)


def _as_browsers_write(url: str) -> str:
    """Write an address in ASCII, as browsers send its host.

    Raises:
        ValueError: it is no address of a site.
    """
    if not re.fullmatch(r"https?://[^\s/?#@]+/?", url, re.IGNORECASE):
        raise ValueError(url)
    parts = urlsplit(url)
    if parts.port == 0 or not parts.hostname:
        raise ValueError(url)
    return parts._replace(netloc=parts.netloc.encode("idna").decode()).geturl()


def _networks(addresses: str) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(one.strip()) for one in addresses.split(",") if one.strip())
    except ValueError:
        raise ValueError("write it as 127.0.0.1,10.0.0.0/8") from None
