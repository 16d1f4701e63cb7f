"""What was read, drawn into a copy of the photograph."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.plane.quads import Quad
from vision.types import Image, Reading

READING_COLOURS = {"read": (90, 170, 40), "asked": (0, 140, 240), "words": (255, 255, 255), "plate": (40, 34, 30)}
"""Blue, green and red of the outline of a read card, of a card to be asked about, of words and their plate."""


def draw_reading(image: Image, found: Sequence[tuple[Quad, Reading]]) -> Image:
    """A copy of `image` (H, W, 3) with each card's outline, its top edge heavier, and its face; a question mark for an
    unaccepted reading. `found`: quad and reading of each card."""
    drawn = image.copy()
    for quad, reading in reversed(found):
        unit = max(0.45, float(np.linalg.norm(quad[1] - quad[0])) / 130)
        colour = READING_COLOURS["read"] if reading.accepted else READING_COLOURS["asked"]
        _draw_line(drawn, quad, True, colour, 2.0 * unit)
        _draw_line(drawn, quad[:2], False, colour, 5.0 * unit)
        words = reading.face if reading.accepted else f"{reading.face}?"
        _draw_face_label(drawn, words, quad.mean(axis=0), colour, min(unit, 2.2))
    return drawn


def _draw_line(image: Image, points: Quad, closed: bool, colour: tuple[int, int, int], width: float) -> None:
    path = np.round(points * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(image, [path], closed, colour, max(1, round(width)), cv2.LINE_AA, shift=4)


def _draw_face_label(image: Image, words: str, middle: Quad, colour: tuple[int, int, int], unit: float) -> None:
    """Draw words on a plate at `middle`, the card's middle in pixels, in place. `colour`: BGR of the stripe below. `unit`:
    pixels of a thin line."""
    font, scale, thick = cv2.FONT_HERSHEY_SIMPLEX, 0.9 * unit, max(1, round(2 * unit))
    (width, height), below = cv2.getTextSize(words, font, scale, thick)
    pad = round(7 * unit)
    x, y = round(float(middle[0]) - width / 2), round(float(middle[1]) + height / 2)
    cv2.rectangle(image, (x - pad, y - height - pad), (x + width + pad, y + below // 2 + pad), READING_COLOURS["plate"], -1)
    cv2.rectangle(
        image, (x - pad, y + below // 2 + pad - max(2, pad // 3)), (x + width + pad, y + below // 2 + pad), colour, -1
    )
    cv2.putText(image, words, (x, y), font, scale, READING_COLOURS["words"], thick, cv2.LINE_AA)
