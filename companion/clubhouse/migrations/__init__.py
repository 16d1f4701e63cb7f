"""Changes of the club's schema, run by Alembic when the club starts."""
