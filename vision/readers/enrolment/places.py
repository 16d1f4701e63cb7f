"""Where cards are laid to be shown to the camera."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.place.fiducials import register_mat
from vision.place.layout import Layout
from vision.plane.homography import Homography, project
from vision.plane.quads import Quad, crop_corners, side_lengths
from vision.types import Image

LOOK_TURNS_DEG = (0.0, 24.0, -24.0)  # by which successive looks are turned: cards may lie askew; guess


@dataclass(frozen=True, slots=True, eq=False)
class CardPlace:
    """Where cards are laid."""

    to_picture: Homography  # from the plane of the cards, in millimetres, to picture pixels
    rect_mm: tuple[float, float, float, float]  # x, y, width and height of the part of the plane to be searched


def locate_zone(image: Image, layout: Layout, zone: str) -> CardPlace | None:
    """The place of a zone of the mat; None if the mat is not seen in `image`. Raises `LayoutError` for an unknown zone."""
    rect = layout.zone(zone).rect_mm
    registration = register_mat(image, layout)
    return CardPlace(registration.to_picture, rect) if registration else None


def measure_size_mm(place: CardPlace, quad: Quad) -> tuple[float, float]:
    """Width and height in millimetres of a quad, (4, 2) picture pixels, on the plane of `place`."""
    top, right, bottom, left = side_lengths(project(quad, invert_place(place))).tolist()
    return (top + bottom) / 2, (right + left) / 2


def make_first_place(quad: Quad, card_mm: tuple[float, float]) -> CardPlace:
    """The neighbourhood of the card `quad` in the open, along the sides of the picture: people lay cards roughly along the
    sides, and may turn the next card by a right angle. `card_mm`: width and height of a card."""
    flat = np.asarray((crop_corners((1, 1)) + 0.0) * np.array(card_mm, np.float32), np.float32)
    to_picture = cv2.getPerspectiveTransform(flat, np.ascontiguousarray(quad, np.float32)).astype(np.float64)
    middle, right = project(np.array([[0.0, 0.0], [1.0, 0.0]]), to_picture)
    angle = float(np.degrees(np.arctan2(*(right - middle)[::-1])))
    off = angle - 90 * round(angle / 90)
    # a card turned by more than 20 degrees was laid askew on purpose
    return CardPlace(to_picture @ compose_move(turn=-off if abs(off) <= 20.0 else 0.0), compute_room(card_mm))


def move_place(place: CardPlace, quad: Quad, card_mm: tuple[float, float]) -> CardPlace:
    """The neighbourhood moved to the last card, at `quad`, turned by a fifth of the card's turn and resized by 2 % at most.

    A growing pile comes nearer to the camera, and each hand has its own turn. `card_mm`: width and height of a card.
    """
    seen = project(quad, invert_place(place))
    across, down = seen[1] - seen[0] + seen[2] - seen[3], seen[3] - seen[0] + seen[2] - seen[1]
    size = float(np.sqrt(np.linalg.norm(across) * np.linalg.norm(down) / (4 * card_mm[0] * card_mm[1])))
    angle = float(np.degrees(np.arctan2(across[1], across[0])))
    off = angle - 180 * round(angle / 180)
    x, y = seen.mean(axis=0)
    return CardPlace(
        place.to_picture @ compose_move(float(x), float(y), 0.2 * off, float(np.clip(size, 0.98, 1.02))), compute_room(card_mm)
    )


def compute_room(card_mm: tuple[float, float]) -> tuple[float, float, float, float]:
    """x, y, width and height in millimetres of the neighbourhood of a card, about the card's middle. `card_mm`: width and
    height of a card."""
    # three quarters of a card beside, and 0.6 above and below
    width, height = 2.5 * card_mm[0], 2.2 * card_mm[1]
    return (-width / 2, -height / 2, width, height)


def invert_place(place: CardPlace) -> Homography:
    """(3, 3) from picture pixels to the plane of the cards, in millimetres."""
    return np.asarray(np.linalg.inv(place.to_picture), np.float64)


def turn_place(place: CardPlace, degrees: float) -> CardPlace:
    """The place, turned clockwise by `degrees` about the middle of the part to be searched."""
    x, y, width, height = place.rect_mm
    middle = compose_move(x + width / 2, y + height / 2)
    return CardPlace(place.to_picture @ middle @ compose_move(turn=degrees) @ np.linalg.inv(middle), place.rect_mm)


def compose_move(x: float = 0.0, y: float = 0.0, turn: float = 0.0, size: float = 1.0) -> Homography:
    """(3, 3) a move by `x` and `y`, in the plane's own unit, after a `turn` clockwise by degrees and a growth by the factor
    `size`."""
    cos, sin = size * np.cos(np.radians(turn)), size * np.sin(np.radians(turn))
    return np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]], np.float64)
