"""Sizes of paper."""

from __future__ import annotations

PAPERS: dict[str, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "letter": (215.9, 279.4),
    "tabloid": (279.4, 431.8),
}
"""Width and height, upright, in millimetres; the two of the United States last."""
USUAL_PAPERS = ("a4", "a3")
"""Papers taken where nobody names a paper, the smallest first."""
