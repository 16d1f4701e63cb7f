"""Matches that play themselves, and the referee as a dialogue in text."""
