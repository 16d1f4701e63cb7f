"""Whose act it was and whose turn it is, weighed before a fact is told: pure, no clock, no files."""
