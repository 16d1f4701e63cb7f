"""The exact place of a card whose place is only roughly known: a network tells from a crop how far each corner is off.

White cards on white ones have faint edges, and other cards' edges lie beside. A card's print also tells how the card lies, from
much farther off than an edge can be followed.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad, is_convex
from vision.readers.french_print.networks import Networks
from vision.types import Image

PLACE_SIZE = (112, 152)
"""width and height in pixels of a crop of a card with surroundings, as the network learned; train_places.py."""
PLACE_MARGIN = (16, 22)
"""pixels beside and above the card's supposed place in the crop, as the network learned; train_places.py."""


def cut_place_crop(image: Image, quad: Quad) -> Image:
    """(152, 112, 3) uint8: the picture at a (4, 2) quad, with surroundings."""
    view = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), _draw_place_box())
    return np.asarray(
        cv2.warpPerspective(image, view, PLACE_SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def measure_corner_errors(quad: Quad, true: Quad) -> NDArray[np.float32]:
    """(4, 2) how far each corner of a quad is from the true one, in widths and heights of the quad."""
    view = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), _draw_place_box())
    seen = cv2.perspectiveTransform(np.asarray(true, np.float32)[None], view)[0]
    return np.asarray((seen - _draw_place_box()) / _measure_place_card(), np.float32)


def align_by_looks(networks: Networks, image: Image, quad: Quad) -> Quad | None:
    """(4, 2) picture pixels, from the same first corner: the card found about `quad`; None where nothing is like a card."""
    for _ in range(3):  # each step comes nearer; more than three change nothing
        moved = _draw_place_box() + networks.find_corner_errors(cut_place_crop(image, quad)) * _measure_place_card()
        view = cv2.getPerspectiveTransform(_draw_place_box(), np.asarray(quad, np.float32))
        quad = np.asarray(cv2.perspectiveTransform(moved[None].astype(np.float32), view)[0], np.float32)
        if not is_convex(quad):
            return None
    return quad


def _draw_place_box() -> NDArray[np.float32]:
    (left, top), (width, height) = PLACE_MARGIN, PLACE_SIZE
    return np.array([[left, top], [width - left, top], [width - left, height - top], [left, height - top]], np.float32)


def _measure_place_card() -> NDArray[np.float32]:
    return np.array(PLACE_SIZE, np.float32) - 2 * np.array(PLACE_MARGIN, np.float32)
