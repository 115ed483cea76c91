"""Write a migration from what the tables have become: tools/new_migration.py "what changed"."""

import sys
import tempfile
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy.engine import make_url

from app.resources import MIGRATIONS
from app.store.database import Database
from app.store.migrate import migrate


def main() -> None:
    """Compare the tables with a database made by the migrations so far."""
    number = len(list((MIGRATIONS / "versions").glob("*.py"))) + 1
    with tempfile.TemporaryDirectory() as folder:
        database = Database(make_url(f"sqlite:///{Path(folder) / 'compare.db'}"))
        if number > 1:
            migrate(database)
        with database.write() as connection:
            config = Config()
            config.set_main_option("script_location", str(MIGRATIONS))
            config.attributes["connection"] = connection
            command.revision(config, sys.argv[1], autogenerate=True, rev_id=f"{number:04}")
        database.close()


if __name__ == "__main__":
    main()
