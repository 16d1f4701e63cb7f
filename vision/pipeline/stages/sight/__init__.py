"""Stages that say whether the table can be seen, and what keeps the eye from it."""
