"""Draw what the eye sees into a picture: zones, top cards, faces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Homography, corners_of, project
from vision.layout import Zone
from vision.types import Image

COVERED, OPEN, SETTLED, CARD = (150, 150, 150), (60, 170, 250), (120, 190, 90), (250, 190, 60)
"""Blue, green, red: a zone that is hidden, one that is being read, one that was read, the top card's outline."""

INK, PAPER = (255, 255, 255), (40, 34, 30)


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """What to draw at a zone. `place`: (4, 2) mat millimetres, the top card's corners. `words`: shown beside the zone's name."""

    zone: Zone
    words: str
    place: NDArray[np.float64] | None
    covered: bool
    settled: bool


def annotate(image: Image, marks: Iterable[Mark], to_picture: Homography) -> Image:
    """A copy of `image` (H, W, 3) with the marks drawn in."""
    drawn = image.copy()
    unit = max(image.shape[1] / 1280, 0.5)
    for mark in marks:
        colour = COVERED if mark.covered else SETTLED if mark.settled else OPEN
        zone = project(corners_of(mark.zone.rect_mm), to_picture)
        _outline(drawn, zone, colour, unit)
        if mark.place is not None and not mark.covered:
            _outline(drawn, project(mark.place, to_picture), CARD, 1.5 * unit)
        _label(drawn, f"{mark.zone.name}  {mark.words}".strip(), zone[3], colour, unit)
    return drawn


def _outline(image: Image, quad: NDArray[np.float64], colour: tuple[int, int, int], unit: float) -> None:
    points = np.round(quad * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(image, [points], True, colour, max(1, round(2 * unit)), cv2.LINE_AA, shift=4)


def _label(image: Image, words: str, at: NDArray[np.float64], colour: tuple[int, int, int], unit: float) -> None:
    """Words on a plate, standing on the lower left corner of a zone."""
    font, scale, thick = cv2.FONT_HERSHEY_SIMPLEX, 0.6 * unit, max(1, round(unit))
    (width, height), below = cv2.getTextSize(words, font, scale, thick)
    pad = round(5 * unit)
    x, y = round(float(at[0])) + pad, round(float(at[1])) - pad
    cv2.rectangle(image, (x, y - height - below - 2 * pad), (x + width + 2 * pad, y), PAPER, -1)
    cv2.rectangle(image, (x, y - height - below - 2 * pad), (x + max(3, pad // 2), y), colour, -1)
    cv2.putText(image, words, (x + pad + 2, y - below - pad + 2), font, scale, INK, thick, cv2.LINE_AA)
