"""What the drawn maps of the documents share: text, a page, the tip of an arrow."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

INK, SOFT, RULE = "#20262d", "#46525f", "#b9c4cf"


def words(x: float, y: float, said: str, size: float = 13, colour: str = INK, weight: int = 400, anchor: str = "start") -> str:
    """A line of text; `x`, `y`: where it stands, in picture pixels."""
    attributes = f'font-size="{size}" fill="{colour}" font-weight="{weight}" text-anchor="{anchor}"'
    return f'<text x="{x}" y="{y}" {attributes}>{escape(said)}</text>'


def arrow(course: str) -> str:
    """An arrow along an SVG path."""
    return f'<path d="{course}" fill="none" stroke="{SOFT}" stroke-width="1.6" marker-end="url(#tip)"/>'


def page(title: str, width: int, height: int, parts: Iterable[str]) -> str:
    """A whole picture. `title`: what a screen reader says of it."""
    tip = f'<path d="M0 0 8 4 0 8z" fill="{SOFT}"/>'
    marker = (
        f'<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">{tip}</marker>'
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
    return "\n".join(
        [
            head + 'font-family="Helvetica, Arial, sans-serif">',
            f"<title>{escape(title)}</title>",
            f"<defs>{marker}</defs>",
            f'<rect width="{width}" height="{height}" fill="#fbfaf7"/>',
            *parts,
            "</svg>",
            "",
        ]
    )
