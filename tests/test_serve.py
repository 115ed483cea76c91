"""`wisp serve`: by which settings it serves, and why it does not."""

import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from httpx2 import Client, ConnectError

from app.commands.protocol import BoundedProtocol
from app.settings import Settings
from app.store.migrate import newest_revision
from tests.command import Wisp, assert_refused


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Note what would be served, and serve nothing."""
    calls: list[dict[str, Any]] = []
    monkeypatch.setattr(
        uvicorn, "run", lambda app, **options: calls.append({"app": app, **options})
    )
    return calls


def test_serve_by_the_environment(
    wisp: Wisp, served: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PORT", "0")
    monkeypatch.setenv("WORKERS", "3")
    ended = wisp("serve")
    assert (ended.status, ended.out) == (0, "")
    (log_config,) = (call.pop("log_config") for call in served)
    assert log_config["handlers"]["lines"]["formatter"] in log_config["formatters"]
    assert served == [
        {
            "app": "app.main:create_app",
            "factory": True,
            "host": "127.0.0.1",
            "port": 0,
            "workers": 3,
            "timeout_graceful_shutdown": 8,
            "timeout_worker_healthcheck": 30,
            "proxy_headers": False,
            "access_log": False,
            "http": BoundedProtocol,
            "h11_max_incomplete_event_size": 65_536,
        }
    ]
    assert (tmp_path / "wisp.db").is_file()


def test_options_win_over_the_environment(
    wisp: Wisp, served: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOST", "nowhere.invalid")
    monkeypatch.setenv("PORT", "many")
    monkeypatch.setenv("WORKERS", "0")
    assert wisp("serve", "--host", "localhost", "--port", "0", "--workers", "2").status == 0
    assert [(call["host"], call["port"], call["workers"]) for call in served] == [
        ("localhost", 0, 2)
    ]
    settings = Settings.model_validate({})  # as the workers read them
    assert (settings.host, settings.port, settings.workers) == ("localhost", 0, 2)


@pytest.mark.parametrize(("option", "value"), [("--port", "65536"), ("--workers", "0")])
def test_options_out_of_range(
    wisp: Wisp, served: list[dict[str, Any]], option: str, value: str
) -> None:
    assert_refused(wisp("serve", option, value), 2, f"{option[2:].upper()} is wrong")
    assert served == []


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield int(taken.getsockname()[1])


def test_a_port_that_is_taken(
    wisp: Wisp, served: list[dict[str, Any]], taken_port: int, tmp_path: Path
) -> None:
    assert_refused(wisp("serve", "--port", str(taken_port)), 1, str(taken_port), "in use")
    assert served == []
    assert list(tmp_path.iterdir()) == []


def test_a_host_that_is_not_here(wisp: Wisp, served: list[dict[str, Any]]) -> None:
    assert_refused(wisp("serve", "--host", "nowhere.invalid", "--port", "0"), 1, "nowhere.invalid")
    assert served == []


def test_a_database_of_a_newer_release(
    wisp: Wisp, served: list[dict[str, Any]], tmp_path: Path
) -> None:
    wisp("migrate")
    with closing(sqlite3.connect(tmp_path / "wisp.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    for command in (["migrate"], ["serve", "--port", "0"]):
        assert_refused(wisp(*command), 1, "9999", "newer")
    assert served == []


def answer(client: Client, patience_seconds: float = 30) -> int:
    """Ask until somebody answers."""
    end = time.monotonic() + patience_seconds
    while True:
        try:
            return client.get("/healthz").status_code
        except ConnectError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def counted(client: Client, route: str) -> float:
    """How often a route was asked, as whoever answers knows it."""
    start = f'wisp_requests_total{{method="GET",route="{route}",status="200"}} '
    lines = client.get("/metrics").text.splitlines()
    return sum(float(line.removeprefix(start)) for line in lines if line.startswith(start))


@pytest.mark.parametrize("workers", [1, 2])
def test_the_site_is_served_until_it_is_stopped(tmp_path: Path, workers: int) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", "from app.cli import main; main()", "serve"]
    options = ["--port", str(port), "--workers", str(workers)]
    server = subprocess.Popen([*command, *options], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        with Client(base_url=f"http://127.0.0.1:{port}") as client:
            assert answer(client) == 200
            before = counted(client, "/robots.txt")
        for _ in range(20):  # each over a connection of its own, so that all workers take part
            with Client(base_url=f"http://127.0.0.1:{port}") as client:
                assert client.get("/robots.txt").status_code == 200
        with Client(base_url=f"http://127.0.0.1:{port}") as client:
            assert counted(client, "/robots.txt") - before == 20
    finally:
        server.send_signal(signal.SIGTERM)
        _, log = server.communicate(timeout=30)
    assert server.returncode in (0, -signal.SIGTERM)
    assert "Traceback" not in log
    assert f"database sqlite:///wisp.db at migration {newest_revision()}, workers {workers}" in log
    assert len(re.findall(r"GET /robots\.txt 200 [0-9.]+ ms \[request [0-9a-f]{12}\]", log)) == 20
