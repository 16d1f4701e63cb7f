"""Tables, matches, entries, rulings, results and their changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "club_tables",
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("language", sa.String(3), nullable=False),
        sa.Column("first_heard_at", sa.Float, nullable=False),
    )
    op.create_table(
        "matches",
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("uid", sa.String(32), primary_key=True),
        sa.Column("kept", sa.Integer, nullable=False),
        sa.Column("first_heard_at", sa.Float, nullable=False),
        sa.Column("last_heard_at", sa.Float, nullable=False),
    )
    op.create_index("matches_by_time", "matches", ["last_heard_at"])
    op.create_table(
        "entries",
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("uid", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("source", sa.String(40), nullable=False),
        sa.Column("event", sa.JSON, nullable=False),
    )
    op.create_table(
        "rulings",
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("uid", sa.String(32), primary_key=True),
        sa.Column("entry", sa.Integer, primary_key=True),
        sa.Column("rule", sa.String(20), primary_key=True),
        sa.Column("verdict", sa.String(8), nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("player", sa.Integer),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("uid", sa.String(32), primary_key=True),
        sa.Column("told", sa.JSON, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("corrected", sa.JSON),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("received_at", sa.Float, nullable=False),
    )
    op.create_index("results_by_time", "results", ["received_at"])
    op.create_table(
        "result_changes",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("uid", sa.String(32), nullable=False),
        sa.Column("before", sa.JSON),
        sa.Column("after", sa.JSON, nullable=False),
        sa.Column("by", sa.String(80), nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("result_changes_by_match", "result_changes", ["table", "uid"])
