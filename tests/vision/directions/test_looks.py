"""What lies within the outline of a card, if anything does."""

import cv2
import numpy as np
import pytest

from vision.directions.looks import is_hollow

QUAD = np.array([(100, 80), (170, 80), (170, 178), (100, 178)], np.float32)
GROUND, LINE = (150, 140, 155), (205, 215, 215)


def outline(within, lamp):
    """(260, 270, 3) uint8 of a cloth with a line around a card's place, under a lamp of so much light; fine rings within where wanted."""
    image = np.full((260, 270, 3), GROUND, np.float64)
    if within is not None:
        cv2.rectangle(image, (100, 80), (170, 178), within, -1)
        for radius in range(6, 60, 6):
            cv2.circle(image, (135, 129), radius, (130, 100, 130), 1)
    cv2.rectangle(image, (100, 80), (170, 178), LINE, 2)
    falling_off = np.linspace(1.05, 0.95, 270)[None, :, None]
    grain = np.random.default_rng(2).normal(0, 2, image.shape)
    return np.clip(lamp * image * falling_off + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("lamp", [1.0, 0.5, 0.25])
def test_a_dark_back_lies_there_and_a_printed_outline_is_empty_in_any_light(lamp):
    """In dim light all differences are small."""
    assert not is_hollow(outline((132, 122, 136), lamp), QUAD)
    assert is_hollow(outline(None, lamp), QUAD)
