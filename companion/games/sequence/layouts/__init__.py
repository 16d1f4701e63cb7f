"""Boards of Sequence as data: one text file each, read once when this package is imported."""

from __future__ import annotations

from importlib import resources

CLASSIC: str = (resources.files(__name__) / "classic.txt").read_text(encoding="utf-8")
"""The text of the classic board."""
