"""A server as an operator runs it, in processes of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from httpx2 import Client, TransportError
from sqlalchemy.engine import URL, make_url

_PATIENCE_SECONDS = 60


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Served:
    """The site on a database, started and stopped at will.

    Args:
        database: an SQLite file, or the address of a database.
        folder: where it runs and writes its log; by default the file's.
        prepare: called in the new process before the program begins.
        settings: those that differ from their defaults.
    """

    def __init__(
        self,
        database: Path | URL,
        folder: Path | None = None,
        prepare: Callable[[], None] | None = None,
        **settings: str,
    ) -> None:
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        if isinstance(database, Path):
            folder = folder or database.parent
            database = URL.create("sqlite", database=str(database))
        assert folder is not None
        self._database = database.render_as_string(hide_password=False)
        self._folder = folder
        self._prepare = prepare
        self._settings = {name.upper(): value for name, value in settings.items()}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        return self._log.read_text()

    @property
    def _log(self) -> Path:
        return self._folder / f"{self.port}.log"

    @property
    def process(self) -> int:
        assert self._process is not None
        return self._process.pid

    def beside(self) -> "Served":
        """Another one on the same database."""
        settings = {name.lower(): value for name, value in self._settings.items()}
        return Served(make_url(self._database), self._folder, self._prepare, **settings)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.launch()
        assert self._process is not None
        end = time.monotonic() + _PATIENCE_SECONDS
        with Client(base_url=self.url) as client:
            while not answers(client):
                assert self._process.poll() is None, self.log
                assert time.monotonic() < end, "The server does not answer."
                time.sleep(0.05)

    def launch(self) -> None:
        """Start it."""
        command = [sys.executable, "-c", "from app.cli import main; main()", "serve"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port)],
                cwd=self._folder,
                env={**os.environ, **self._settings, "DATABASE_URL": self._database},
                stdout=log,
                stderr=log,
                preexec_fn=self._prepare,  # noqa: PLW1509 - nothing else runs in between
            )

    def workers(self) -> list[int]:
        """Give the processes that serve, if there is more than the one that was started."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children").read_text()
        return [child for child in map(int, children.split()) if _is_worker(child)]

    def tell(self, signal_: signal.Signals) -> None:
        os.kill(self.process, signal_)

    def stop(self, signal_: signal.Signals = signal.SIGTERM) -> None:
        """Stop it, if it runs; no error may have been logged that was not thought of."""
        if self._process is None:
            return
        self._process.send_signal(signal_)
        self._process.wait(_PATIENCE_SECONDS)
        self._process = None
        assert "Traceback" not in self.log

    def ended(self) -> int:
        """Wait until it has ended by itself; give its status."""
        assert self._process is not None
        status = self._process.wait(_PATIENCE_SECONDS)
        self._process = None
        return status


def answers(client: Client) -> bool:
    """Tell whether a server says that it is well."""
    try:
        return client.get("/healthz").status_code == 200
    except TransportError:
        return False


def _is_worker(process: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
