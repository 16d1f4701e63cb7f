"""What a person can do something about: too small, too dark, blurred, glaring."""

import cv2
import numpy as np
import pytest

from vision.drawn.art.cards import draw_card
from vision.plane.quality import judge_quality

CARD = np.array([[60, 40], [260, 40], [260, 320], [60, 320]], np.float32)


def picture():
    image = np.full((360, 320, 3), 90, np.uint8)
    image[40:320, 60:260] = draw_card("47", (200, 280))
    return image


def test_blur_in_any_direction_is_noticed():
    sharp = judge_quality(picture(), CARD)
    soft = judge_quality(cv2.GaussianBlur(picture(), (0, 0), 5), CARD)
    smeared = judge_quality(cv2.blur(picture(), (25, 1)), CARD)
    assert sharp.blur < 0.5 and soft.blur > sharp.blur + 0.2 and smeared.blur > sharp.blur + 0.2


def test_width_brightness_and_glare_are_of_the_card_alone():
    seen = judge_quality(picture(), CARD)
    assert seen.width_px == pytest.approx(200)
    assert judge_quality(picture() // 2, CARD).brightness == pytest.approx(seen.brightness / 2, abs=2)
    mirrored = picture()
    mirrored[100:180, 60:260] = 255
    assert judge_quality(mirrored, CARD).glare == pytest.approx(seen.glare + 80 / 280, abs=0.08)
