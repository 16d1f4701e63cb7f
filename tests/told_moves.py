"""What a zone shows while a showcase is played on piles of faces."""

from __future__ import annotations


def top(piles: dict[str, list[str]], zone: str) -> str:
    """What a zone shows."""
    return piles[zone][-1] if piles[zone] else ""
