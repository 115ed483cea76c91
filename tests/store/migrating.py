"""A process that migrates when it is told: `python -m tests.store.migrating FOLDER`.

Each line that it reads is the address of a database. It stops half-way through a migration that
says so, until it is killed.
"""

import sys
from pathlib import Path

from sqlalchemy.engine import make_url

from app.store import migrate
from app.store.database import Database


def main() -> None:
    """Migrate by the migrations in a folder."""
    vars(migrate)["MIGRATIONS"] = Path(sys.argv[1])
    print("ready", flush=True)  # noqa: T201 - the test reads it
    for line in sys.stdin:
        database = Database(make_url(line.strip()))
        print(*migrate.migrate(database), flush=True)  # noqa: T201
        database.close()


if __name__ == "__main__":
    main()
