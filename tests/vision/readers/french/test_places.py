"""Places where a card may lie that nothing was read of."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.readers.french.test_reader import lay, table
from vision.plane.quads import UNIT
from vision.readers.french.places import has_unread_card
from vision.readers.french.reader import make_standard_reader
from vision.readers.french.sights import StandardSight
from vision.types import Image

SPOTS = ((120, 120), (360, 120), (120, 360))


def three_cards() -> tuple[Image, list[StandardSight]]:
    """A table with three cards, 120 pixels wide, and where they lie."""
    picture = table(480)
    for face, (x, y) in zip(("7D", "QS", "AH"), SPOTS, strict=True):
        lay(picture, face, x, y, width=120)
    quads = [np.asarray((UNIT - 0.5) * (120, 168) + spot, np.float32) for spot in SPOTS]
    return picture, [StandardSight(quad, (), None) for quad in quads]


@pytest.mark.parametrize("face", ["6S", "9H", "7C"])
def test_a_card_without_corners_to_read_is_read_beside_others_that_have_them(face: str) -> None:
    picture, _ = three_cards()
    lay(picture, face, 360, 360, width=120)
    for x, y in ((313, 300), (407, 420)):
        picture[y - 25 : y + 25, x - 11 : x + 11] = picture[355, 310]
    read = make_standard_reader().read_picture(picture)
    assert sorted(reading.face for _, reading in read if reading.accepted) == sorted(["7D", "QS", "AH", face])


def test_another_card_is_seen_beside_those_that_are_known() -> None:
    picture, known = three_cards()
    assert not has_unread_card(picture, known)
    assert has_unread_card(picture, known[:2])


def test_a_pale_table_a_cloth_and_a_crumb_are_no_card() -> None:
    picture, known = three_cards()
    for height, width in ((220, 220), (60, 60)):
        cloth = picture.copy()
        cloth[480 - height :, 480 - width :] = 240
        assert not has_unread_card(cloth, known)
    pale = np.where(picture < 100, 235, picture).astype(np.uint8)
    assert not has_unread_card(pale, known)
