"""Matches without a table: typed, simulated, played for show."""
