"""The card tapped by a person in the picture of a bare table, such as the top of a draw pile."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.bare.arrangement import Corners
from vision.cards.candidates import find_candidates
from vision.plane.homography import Homography, project
from vision.plane.quads import signed_area
from vision.types import Image

MAX_TAPPED_SIZE_LOG = 0.35  # logarithm of areas against a card: a pile is higher and lies anyhow; guess


def find_tapped_card(image: Image, point: tuple[float, float], to_picture: Homography, card_mm: tuple[float, float]) -> Corners:
    """(4, 2) millimetres of the outline of a card around a point, in pixels of a picture (H, W, 3) uint8 BGR; without an
    outline, of a card lying upright there. `to_picture`: millimetres to picture pixels. `card_mm`: width and height of a card.
    """
    to_mm = np.asarray(np.linalg.inv(to_picture), np.float64)
    area = card_mm[0] * card_mm[1]
    around = [
        project(card.quad, to_mm)
        for card in find_candidates(image, card_mm[0] / card_mm[1])
        if cv2.pointPolygonTest(card.quad.astype(np.float32), point, False) >= 0
    ]
    fitting = [flat for flat in around if abs(math.log(max(abs(signed_area(flat)), 1e-6) / area)) < MAX_TAPPED_SIZE_LOG]
    if fitting:
        return min(fitting, key=lambda flat: abs(math.log(abs(signed_area(flat)) / area)))
    middle = project([point], to_mm)[0]
    half = np.array(card_mm) / 2
    return np.array([middle + half * way for way in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
