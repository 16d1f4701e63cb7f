"""The exact place of a card near a rough place: a network tells from a crop how far each corner is off.

White cards on white ones have faint edges, and other cards' edges lie beside. A card's print also tells how the card lies, from
much farther off than an edge can be followed.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import UNIT, Quad, is_convex
from vision.readers.french_print.networks import Networks
from vision.types import Image

PLACE_SIZE = (112, 152)
"""width and height in pixels of a crop of a card with surroundings, as the network learned; train_places.py."""
PLACE_MARGIN = (16, 22)
"""pixels beside and above the card's supposed place in the crop, as the network learned; train_places.py."""
_CARD = np.array(PLACE_SIZE, np.float32) - 2 * np.array(PLACE_MARGIN, np.float32)
_BOX = UNIT * _CARD + np.array(PLACE_MARGIN, np.float32)
"""(4, 2) the card's supposed corners in the crop."""


def cut_place_crop(image: Image, quad: Quad) -> Image:
    """(152, 112, 3) uint8: the picture at a (4, 2) quad, with surroundings."""
    view = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), _BOX)
    return np.asarray(
        cv2.warpPerspective(image, view, PLACE_SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def measure_corner_errors(quad: Quad, true: Quad) -> NDArray[np.float32]:
    """(4, 2) how far each corner of a quad is from the `true` corner, in widths and heights of the quad."""
    view = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), _BOX)
    seen = cv2.perspectiveTransform(np.asarray(true, np.float32)[None], view)[0]
    return np.asarray((seen - _BOX) / _CARD, np.float32)


def align_by_looks(networks: Networks, image: Image, quad: Quad) -> Quad | None:
    """(4, 2) picture pixels: the card found near `quad`, beginning with the same corner; None where nothing is like a card."""
    for _ in range(3):  # each step comes nearer; more than three change nothing
        moved = _BOX + networks.find_corner_errors(cut_place_crop(image, quad)) * _CARD
        view = cv2.getPerspectiveTransform(_BOX, np.asarray(quad, np.float32))
        quad = np.asarray(cv2.perspectiveTransform(moved[None].astype(np.float32), view)[0], np.float32)
        if not is_convex(quad):
            return None
    return quad
