"""Where cards are laid that are shown to the camera one after the other."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.place.fiducials import register_mat
from vision.place.layout import Layout
from vision.plane.homography import Homography, project
from vision.plane.quads import Quad, crop_corners, side_lengths
from vision.types import Image

FIRST_TURN, FURTHER = 20.0, (0.0, 24.0, -24.0)
"""Degrees by which the first card may be turned from the picture's sides; and by which later looks are turned, one after the other."""
ROOM = (0.75, 0.6)
"""How far around the last card the next one may lie, in card widths and heights."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where cards are laid. `to_picture`: from the card's plane in millimetres; `rect_mm`: the part of it that is searched."""

    to_picture: Homography
    rect_mm: tuple[float, float, float, float]


def zone_place(image: Image, layout: Layout, zone: str) -> Place | None:
    """Where cards are laid on a zone of the mat; None if the mat is not seen in `image`. Raises `LayoutError` for an unknown zone."""
    rect = layout.zone(zone).rect_mm
    registration = register_mat(image, layout)
    return Place(registration.to_picture, rect) if registration else None


def size_mm(place: Place, quad: Quad) -> tuple[float, float]:
    """Width and height as it lies on the plane of the last card."""
    top, right, bottom, left = side_lengths(project(quad, back(place))).tolist()
    return (top + bottom) / 2, (right + left) / 2


def first_place(quad: Quad, card_mm: tuple[float, float]) -> Place:
    """The neighbourhood of a card that lies in the open. People lay cards along the sides of the picture, more or less: the
    neighbourhood lies so exactly, for the next card may be turned the other way."""
    flat = np.asarray((crop_corners((1, 1)) + 0.0) * np.array(card_mm, np.float32), np.float32)
    to_picture = cv2.getPerspectiveTransform(flat, np.ascontiguousarray(quad, np.float32)).astype(np.float64)
    middle, right = project(np.array([[0.0, 0.0], [1.0, 0.0]]), to_picture)
    angle = float(np.degrees(np.arctan2(*(right - middle)[::-1])))
    off = angle - 90 * round(angle / 90)
    return Place(to_picture @ moved(turn=-off if abs(off) <= FIRST_TURN else 0.0), room(card_mm))


def next_place(place: Place, quad: Quad, card_mm: tuple[float, float]) -> Place:
    """The neighbourhood moved to the last card. A growing pile comes nearer to the camera, and the hand that lays it has its own turn."""
    seen = project(quad, back(place))
    across, down = seen[1] - seen[0] + seen[2] - seen[3], seen[3] - seen[0] + seen[2] - seen[1]
    size = float(np.sqrt(np.linalg.norm(across) * np.linalg.norm(down) / (4 * card_mm[0] * card_mm[1])))
    angle = float(np.degrees(np.arctan2(across[1], across[0])))
    off = angle - 180 * round(angle / 180)
    x, y = seen.mean(axis=0)
    return Place(place.to_picture @ moved(float(x), float(y), 0.2 * off, float(np.clip(size, 0.98, 1.02))), room(card_mm))


def room(card_mm: tuple[float, float]) -> tuple[float, float, float, float]:
    width, height = card_mm[0] * (1 + 2 * ROOM[0]), card_mm[1] * (1 + 2 * ROOM[1])
    return (-width / 2, -height / 2, width, height)


def back(place: Place) -> Homography:
    return np.asarray(np.linalg.inv(place.to_picture), np.float64)


def turned(place: Place, degrees: float) -> Place:
    x, y, width, height = place.rect_mm
    middle = moved(x + width / 2, y + height / 2)
    return Place(place.to_picture @ middle @ moved(turn=degrees) @ np.linalg.inv(middle), place.rect_mm)


def moved(x: float = 0.0, y: float = 0.0, turn: float = 0.0, size: float = 1.0) -> Homography:
    cos, sin = size * np.cos(np.radians(turn)), size * np.sin(np.radians(turn))
    return np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]], np.float64)
