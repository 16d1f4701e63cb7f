"""QR codes on pages."""

from __future__ import annotations

import io

import segno


def draw_qr_svg(words: str) -> str:
    """`words` as a QR code, an SVG for a page."""
    drawn = io.BytesIO()
    segno.make_qr(words, error="l").save(
        drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=3, dark="#000", light="#fff"
    )
    return drawn.getvalue().decode()
