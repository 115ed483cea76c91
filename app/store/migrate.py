"""Bringing a database to the newest schema."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app.resources import MIGRATIONS
from app.store.database import Database, DatabaseError

_LOCK = 0x77697370  # any number that nobody else on the server locks by: "wisp"


def migrate(database: Database) -> tuple[str | None, str]:
    """Bring the database to the newest migration; give the revisions before and after.

    It is one transaction under a lock: of several workers that start at once one upgrades and
    the others wait, and a worker that dies half-way leaves nothing behind.

    Raises:
        DatabaseError: the database cannot be used, or is newer than this program.
    """
    try:
        return _migrate(database)
    except SQLAlchemyError as error:
        reason = " ".join(str(error.orig if isinstance(error, DBAPIError) else error).split())
        raise DatabaseError(
            f"The database {database.url} cannot be used: {reason.rstrip('.')}."
        ) from error


def _migrate(database: Database) -> tuple[str | None, str]:
    newest = newest_revision()
    with database.change() as connection:
        if not database.is_sqlite:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        before = revision(connection)
        if before != newest:
            _check_known(before)
            config = Config()
            config.set_main_option("script_location", str(MIGRATIONS))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        # What can only be read is noticed now, and not by the first who plays.
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
    return before, newest


def revision(connection: Connection) -> str | None:
    """Tell at which migration a database stands; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def newest_revision() -> str:
    """Tell the newest migration of this program."""
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    if newest is None:
        raise DatabaseError(f"There are no migrations in {MIGRATIONS}.")
    return newest


def _check_known(current: str | None) -> None:
    known = {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    if current is not None and current not in known:
        raise DatabaseError(
            f"The database is at migration {current}, which this release does not know: "
            "it was made by a newer one. Run that release, or restore a backup."
        )
