"""Servers to measure."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Server:
    """A running server."""

    port: int
    process: int


def cpu_seconds(process: int) -> float:
    """Processor time that a process has used (Linux only; 0 elsewhere)."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0


@contextlib.contextmanager
def serving(factory: str, database: Path) -> Iterator[Server]:
    """Run one Uvicorn worker."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "--factory", factory, "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--no-access-log", "--log-level", "warning"],
        env={
            **os.environ,
            "DATABASE_URL": f"sqlite:///{database}",
            "PREPARE_SOLVER": "false",  # it would take part in what is measured
            # Counted as ever, but all come from one address.
            "ADDRESS_ACTIONS_PER_SECOND": "1000000",
            "ADDRESS_GAMES_PER_MINUTE": "1000000",
            "PLAYER_GAMES_PER_MINUTE": "1000000",
        },
    )
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait()
