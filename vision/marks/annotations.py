"""What is seen, drawn into a picture: zones, top cards, faces, a board with its chips."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.place.layout import Zone
from vision.plane.homography import Homography, corners_of, project
from vision.types import Face, Image

ANNOTATION_COLOURS = {
    "covered": (150, 150, 150),
    "open": (60, 170, 250),
    "settled": (120, 190, 90),
    "top card": (250, 190, 60),
    "ink": (255, 255, 255),
    "paper": (40, 34, 30),
}
"""Blue, green and red of a hidden zone, a zone being read, a read zone, a top card's outline, words and their plate."""


@dataclass(frozen=True, slots=True, eq=False)
class ZoneAnnotation:
    """What to draw at a zone."""

    zone: Zone
    words: str  # shown beside the zone's name
    place: NDArray[np.float64] | None  # (4, 2) mat millimetres, corners of the top card
    covered: bool
    settled: bool


@dataclass(frozen=True, slots=True, eq=False)
class CellAnnotation:
    """What to draw at a cell of a board."""

    place: NDArray[np.float64]  # (4, 2) picture pixels, corners clockwise
    face: Face  # as last told
    covered: bool
    settled: bool


CHIP_COLOURS = {"blue": (220, 120, 30), "green": (70, 170, 40), "red": (50, 50, 220)}
"""Blue, green and red of a chip's mark."""


def annotate_board(image: Image, outline: NDArray[np.float64], cells: Iterable[CellAnnotation]) -> Image:
    """A copy of `image` with a board's outline, (4, 2) picture pixels, and each of `cells`. A hidden cell is grey, a cell being
    read amber. A chip is a disc of its colour, white inside once turned over, "?" if nobody was sure."""
    drawn = image.copy()
    unit = max(image.shape[1] / 1280, 0.5)
    for cell in cells:
        colour = ANNOTATION_COLOURS["covered"] if cell.covered else None if cell.settled else ANNOTATION_COLOURS["open"]
        if colour is not None:
            _draw_outline(drawn, cell.place, colour, 0.5 * unit)
        if cell.face:
            _draw_chip_mark(drawn, cell, unit)
    _draw_outline(drawn, outline, ANNOTATION_COLOURS["settled"], 1.5 * unit)
    _draw_zone_label(drawn, "board", outline[3], ANNOTATION_COLOURS["settled"], unit)
    return drawn


def _draw_chip_mark(image: Image, cell: CellAnnotation, unit: float) -> None:
    """Draw a disc in the cell's lower right, leaving the chip itself visible. `unit`: pixels of a thin line."""
    side = float(np.linalg.norm(cell.place[1] - cell.place[0]))
    low, middle = cell.place[2], cell.place.mean(axis=0)
    at = (low + 0.42 * (middle - low)) if side > 12 * unit else middle
    x, y, radius = round(float(at[0])), round(float(at[1])), max(3, round(0.17 * side))
    colour = CHIP_COLOURS.get(cell.face.removesuffix("*"))
    cv2.circle(image, (x, y), radius + max(1, round(unit)), ANNOTATION_COLOURS["ink"], -1, cv2.LINE_AA)
    cv2.circle(image, (x, y), radius, colour or ANNOTATION_COLOURS["open"], -1, cv2.LINE_AA)
    if cell.face.endswith("*"):
        cv2.circle(image, (x, y), max(1, radius // 2), ANNOTATION_COLOURS["ink"], -1, cv2.LINE_AA)
    if colour is None:
        (width, height), _ = cv2.getTextSize("?", cv2.FONT_HERSHEY_SIMPLEX, 0.45 * unit, 1)
        cv2.putText(
            image,
            "?",
            (x - width // 2, y + height // 2),
            cv2.FONT_HERSHEY_SIMPLEX,
            0.45 * unit,
            ANNOTATION_COLOURS["paper"],
            max(1, round(unit)),
            cv2.LINE_AA,
        )


def annotate_zones(image: Image, marks: Iterable[ZoneAnnotation], to_picture: Homography) -> Image:
    """A copy of `image` (H, W, 3) with the marks drawn in. `to_picture`: mat millimetres to picture pixels."""
    drawn = image.copy()
    unit = max(image.shape[1] / 1280, 0.5)
    for mark in marks:
        colour = ANNOTATION_COLOURS["covered" if mark.covered else "settled" if mark.settled else "open"]
        zone = project(corners_of(mark.zone.rect_mm), to_picture)
        _draw_outline(drawn, zone, colour, unit)
        if mark.place is not None and not mark.covered:
            _draw_outline(drawn, project(mark.place, to_picture), ANNOTATION_COLOURS["top card"], 1.5 * unit)
        _draw_zone_label(drawn, f"{mark.zone.name}  {mark.words}".strip(), zone[3], colour, unit)
    return drawn


def _draw_outline(image: Image, quad: NDArray[np.float64], colour: tuple[int, int, int], unit: float) -> None:
    """Draw the sides of a quad, in place. `unit`: pixels of a thin line."""
    points = np.round(quad * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(image, [points], True, colour, max(1, round(2 * unit)), cv2.LINE_AA, shift=4)


def _draw_zone_label(image: Image, words: str, at: NDArray[np.float64], colour: tuple[int, int, int], unit: float) -> None:
    """Draw words on a plate at the lower left corner of a zone, in place. `at`: column and row of the corner. `colour`: BGR of
    the stripe at the left. `unit`: pixels of a thin line."""
    font, scale, thick = cv2.FONT_HERSHEY_SIMPLEX, 0.6 * unit, max(1, round(unit))
    (width, height), below = cv2.getTextSize(words, font, scale, thick)
    pad = round(5 * unit)
    x, y = round(float(at[0])) + pad, round(float(at[1])) - pad
    cv2.rectangle(image, (x, y - height - below - 2 * pad), (x + width + 2 * pad, y), ANNOTATION_COLOURS["paper"], -1)
    cv2.rectangle(image, (x, y - height - below - 2 * pad), (x + max(3, pad // 2), y), colour, -1)
    cv2.putText(image, words, (x + pad + 2, y - below - pad + 2), font, scale, ANNOTATION_COLOURS["ink"], thick, cv2.LINE_AA)
