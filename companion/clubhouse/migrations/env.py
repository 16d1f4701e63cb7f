"""How Alembic runs the changes: on the connection that `companion.clubhouse.database` hands over."""

from __future__ import annotations

from alembic import context

from companion.clubhouse.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, render_as_batch=connection.dialect.name == "sqlite")
with context.begin_transaction():
    context.run_migrations()
