"""Where a card lies of which is known only roughly where: a network tells from how it is cut out by how much each corner is off.

White cards on white ones have edges that hardly show, and other cards' edges lie beside them. What is printed on a card says as well how it
lies, from much farther off than an edge can be followed.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad, is_convex
from vision.readers.french_print.networks import Networks
from vision.types import Image

PLACE_SIZE = (112, 152)
"""Width and height of a crop that shows a card and what lies around it."""
PLACE_MARGIN = (16, 22)
"""Pixels left and right, and above and below, of where the card is thought to lie."""
_STEPS = 3
"""How often a card is cut out anew where it was said to lie."""


def place_crop(image: Image, quad: Quad) -> Image:
    """(152, 112, 3): what lies at a (4, 2) quad, picture pixels, and around it."""
    view = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), _box())
    return np.asarray(
        cv2.warpPerspective(image, view, PLACE_SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def off_by(quad: Quad, true: Quad) -> NDArray[np.float32]:
    """(4, 2) by how much each corner of a quad is off, in widths and heights of it."""
    view = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), _box())
    seen = cv2.perspectiveTransform(np.asarray(true, np.float32)[None], view)[0]
    return np.asarray((seen - _box()) / _card(), np.float32)


def aligned(networks: Networks, image: Image, quad: Quad) -> Quad | None:
    """(4, 2) picture pixels, begun with the same corner: where the card lies that lies about there; None where nothing like one is found."""
    for _ in range(_STEPS):
        moved = _box() + networks.off_by(place_crop(image, quad)) * _card()
        view = cv2.getPerspectiveTransform(_box(), np.asarray(quad, np.float32))
        quad = np.asarray(cv2.perspectiveTransform(moved[None].astype(np.float32), view)[0], np.float32)
        if not is_convex(quad):
            return None
    return quad


def _box() -> NDArray[np.float32]:
    (left, top), (width, height) = PLACE_MARGIN, PLACE_SIZE
    return np.array([[left, top], [width - left, top], [width - left, height - top], [left, height - top]], np.float32)


def _card() -> NDArray[np.float32]:
    return np.array(PLACE_SIZE, np.float32) - 2 * np.array(PLACE_MARGIN, np.float32)
