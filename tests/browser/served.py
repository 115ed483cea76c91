"""A server as an operator runs it, in a process of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from httpx2 import Client, TransportError

_PATIENCE_SECONDS = 60


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Served:
    """The site on a database, started and stopped at will."""

    def __init__(self, database: Path, **settings: str) -> None:
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._database = database
        self._settings = {name.upper(): value for name, value in settings.items()}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def _log(self) -> Path:
        return self._database.with_name(f"{self.port}.log")

    def beside(self) -> "Served":
        """Another process on the same database."""
        return Served(self._database)

    def start(self) -> None:
        command = [sys.executable, "-c", "from app.cli import main; main()", "serve"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port)],
                cwd=self._database.parent,
                env={**os.environ, **self._settings, "DATABASE_URL": f"sqlite:///{self._database}"},
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + _PATIENCE_SECONDS
        with Client(base_url=self.url) as client:
            while not self._answers(client):
                assert self._process.poll() is None, self._log.read_text()
                assert time.monotonic() < end, "The server does not answer."
                time.sleep(0.05)

    @staticmethod
    def _answers(client: Client) -> bool:
        try:
            return client.get("/healthz").status_code == 200
        except TransportError:
            return False

    def stop(self, signal_: signal.Signals = signal.SIGTERM) -> None:
        if self._process is None:
            return
        self._process.send_signal(signal_)
        self._process.wait(_PATIENCE_SECONDS)
        self._process = None
        assert "Traceback" not in self._log.read_text()
