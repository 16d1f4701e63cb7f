"""What is cut out of a pyramid shows what the picture shows there, however large it lies in it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.plane.pyramid import build_pyramid
from vision.plane.quads import cut_out
from vision.types import Image


def card(width: int) -> Image:
    """A drawn card with print of every direction, so many pixels wide."""
    image = np.full((round(width * 1.4), width, 3), 240, np.uint8)
    cv2.circle(image, (width // 2, width // 2), width // 4, (40, 40, 200), -1, cv2.LINE_AA)
    cv2.putText(
        image, "7", (width // 3, round(1.2 * width)), cv2.FONT_HERSHEY_SIMPLEX, width / 60, (30, 30, 30), max(1, width // 25)
    )
    return np.asarray(image, np.uint8)


@pytest.mark.parametrize("width", [80, 210, 450, 900])
def test_a_card_of_any_size_looks_as_it_does_cut_out_of_the_picture(width: int) -> None:
    quad = np.array([[60, 40], [60 + width, 70], [45 + width, 70 + 1.4 * width], [50, 45 + 1.4 * width]], np.float32)
    high, wide = round(1.6 * width) + 151, round(1.2 * width) + 140
    flat = np.array([[0, 0], [width, 0], [width, round(1.4 * width)], [0, round(1.4 * width)]], np.float32)
    way = cv2.getPerspectiveTransform(flat, quad)
    image = np.asarray(cv2.warpPerspective(card(width), way, (wide, high), borderValue=(90, 120, 60)), np.uint8)
    seen, known = (
        cv2.GaussianBlur(crop, (0, 0), 1.5)
        for crop in (build_pyramid(image).cut_out_quad(quad, (200, 280)), cut_out(image, quad, (200, 280)))
    )
    assert np.abs(seen.astype(float) - known)[8:-8, 8:-8].mean() < 2.0


def test_a_small_picture_is_its_own_pyramid() -> None:
    image = np.zeros((3, 3, 3), np.uint8)
    assert [level.shape for level in build_pyramid(image).levels] == [(3, 3, 3)]
