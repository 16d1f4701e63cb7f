"""Sequence: its rules and what they are made of."""

from companion.games.sequence.rules import RULES

__all__ = ["RULES"]
