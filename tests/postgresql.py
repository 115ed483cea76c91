"""A PostgreSQL of the tests' own, in a folder that goes with it; nobody else reaches it.

POSTGRESQL=$(tools/postgresql) python -m tests.postgresql COMMAND...

runs a command with TEST_DATABASE_URL set.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import URL

_OPTIONS = {
    "listen_addresses": "''",  # a socket in its folder is all there is
    "max_connections": "300",
    # It does not outlive the machine, so it need not wait for the disk.
    "fsync": "off",
    "full_page_writes": "off",
}


class Cluster:
    """A PostgreSQL server, started and stopped at will."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._folder = folder
        # PostgreSQL refuses to be root.
        self._user = "nobody" if os.getuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "--auth=trust", "--username=wisp", "--encoding=UTF8", "--no-sync")

    @property
    def url(self) -> URL:
        return URL.create(
            "postgresql+psycopg", "wisp", database="postgres", query={"host": str(self._folder)}
        )

    def start(self) -> None:
        options = " ".join(f"-c {name}={value}" for name, value in _OPTIONS.items())
        log = str(self._folder / "log")
        self._run("pg_ctl", "start", "--wait", "-l", log, "-o", f"-k {self._folder} {options}")

    def stop(self) -> None:
        """Stop it at once, whoever is connected."""
        self._run("pg_ctl", "stop", "--wait", "--mode=fast")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, "-D", self._folder / "data", *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            user=self._user,
            cwd=self._folder,
        )


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Run a PostgreSQL for as long as it is needed."""
    # Not in pytest's folders: a socket's path has to be short.
    folder = Path(tempfile.mkdtemp(prefix="wisp-"))
    try:
        cluster = Cluster(Path(os.environ["POSTGRESQL"]), folder)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder)


def main() -> int:
    """Run the command; a signal stops it, and PostgreSQL after it."""
    if not os.environ.get("POSTGRESQL"):
        return 1  # tools/postgresql has said why
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with running_cluster() as cluster:
        address = cluster.url.render_as_string(hide_password=False)
        return subprocess.call(sys.argv[1:], env={**os.environ, "TEST_DATABASE_URL": address})


if __name__ == "__main__":
    sys.exit(main())
