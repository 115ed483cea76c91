"""Numbers of players are used once.

SQLite would give the number of the player who came last to the next one, once the former was
removed: whoever still took that number for the former would show them the games of another.
"""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":  # sequences of a server never go back
        kept = {"sqlite_autoincrement": True}
        with op.batch_alter_table("player", recreate="always", table_kwargs=kept):
            pass
