"""Tournaments and their events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables of tournaments."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("league", sa.String(40), nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
    )
    op.create_table(
        "tournament_events",
        sa.Column("tournament", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("event", sa.Text, nullable=False),
    )
