"""A lamp that is mirrored in a card bleaches it; what is left of its print can be read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.readers.french.test_reader import lay, table
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.readers.french.reader import make_standard_reader
from vision.readers.french_print.bleached import is_bleached, reprint_card
from vision.types import Image


def under_a_lamp(face: str, seed: int, light: float, reach: float) -> Image:
    """Four drawn cards, one of them with so much light of a mirrored lamp upon it, which fades within so many pixels."""
    dice = np.random.default_rng(seed)
    picture = table(480)
    for i, each in enumerate(["7D", "QS", face, "TH"]):
        lay(picture, each, 120 + 240 * (i % 2), 120 + 240 * (i // 2), turn=float(dice.normal(0, 6)), width=120)
    y, x = np.mgrid[0:480, 0:480]
    away = (x - 120 - dice.normal(0, 20)) ** 2 + (y - 360 - dice.normal(0, 30)) ** 2
    lit = cv2.GaussianBlur(picture, (0, 0), 0.7) * 1.08 + light * np.exp(-away / (2 * reach**2))[..., None]
    return np.clip(lit + dice.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("face", "seed"), [("KC", 3), ("9S", 3), ("5D", 3), ("KC", 4), ("JS", 4)])
def test_a_card_under_a_mirrored_lamp_is_read(face: str, seed: int) -> None:
    read = make_standard_reader().read_picture(under_a_lamp(face, seed, 190, 120))
    assert sorted(reading.face for _, reading in read if reading.accepted) == sorted(["7D", "QS", face, "TH"])


def test_what_no_lamp_bleached_stays_as_it_is() -> None:
    card = draw_card("KC", (200, 280), next(iter(STYLES.values())))
    assert np.abs(reprint_card(card).astype(np.int16) - card)[20:-20, 20:-20].mean() < 12


@pytest.mark.parametrize("face", ["KC", "9S", "5D", "AH"])
def test_print_as_dark_as_ink_is_not_bleached_and_print_under_a_veil_is(face: str) -> None:
    card = draw_card(face, (200, 280), next(iter(STYLES.values())))
    assert not is_bleached(card)
    assert is_bleached(np.asarray(card * 0.4 + 150, np.uint8))


def test_where_light_ate_all_there_is_nothing() -> None:
    blank = np.full((280, 200, 3), 254, np.uint8)
    assert not make_standard_reader().read(reprint_card(blank)).accepted
