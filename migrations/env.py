"""How Alembic reaches the database: on the connection that `wisp migrate` hands it."""

import sqlmodel  # noqa: F401 - generated migrations name its types
from alembic import context

from app.store import tables

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=tables.SQLModel.metadata,
    render_as_batch=True,
    # The caller's transaction holds everything, on SQLite too.
    transactional_ddl=True,
)
context.run_migrations()
