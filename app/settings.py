"""Settings, from the environment."""

import re
from functools import cached_property

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import URL, make_url


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
    live_games: int = Field(
        2_000, ge=1, description="Games that one process keeps at hand without reading them anew."
    )
    prepare_solver: bool = Field(
        True,
        description="Whether a server that starts compiles the solver, once for each release, "
        "in a process of the lowest priority.",
    )

    @field_validator("public_url")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        if url and not re.fullmatch(r"https?://[^\s/?#@]+/?", url, re.IGNORECASE):
            raise ValueError("write it as https://wisp.example, without a path")
        return url

    @cached_property
    def database(self) -> URL:
        """The parsed database URL."""
        return make_url(self.database_url)
