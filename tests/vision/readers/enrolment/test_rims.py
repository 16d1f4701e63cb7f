"""Cards that were cut at their printed frame on some sides. Drawn."""

import numpy as np
import pytest

from vision.readers.enrolment.rims import find_edges_beyond_rims

CARD = (59.0, 91.0)
PX = 200 / CARD[0]
RIM = 2.5
LEFT, TOP = 30, 40
RIGHT, BOTTOM = LEFT + 200, TOP + round(91 * PX)
NAMES = ("a", "b", "c", "d", "e", "f")


def picture(number, line_mm=None):
    """A card with a white rim on a grey table. `line_mm`: a dark line of the table runs so far beside its left side."""
    shot = np.full((BOTTOM + TOP, RIGHT + LEFT, 3), (110, 120, 130), np.uint8)
    if line_mm is not None:
        at = round(LEFT - line_mm * PX)
        shot[:, :at] = (40, 50, 60)
    shot[TOP:BOTTOM, LEFT:RIGHT] = 240
    inner = round(RIM * PX)
    shot[TOP + inner : BOTTOM - inner, LEFT + inner : RIGHT - inner] = (60, 130, 40)
    noise = np.random.default_rng(number).normal(0, 3, shot.shape)
    return np.clip(shot + noise, 0, 255).astype(np.uint8)


def cut(top=0.0, right=0.0, bottom=0.0, left=0.0):
    """Where a card was cut, each side so many millimetres within its edge."""
    x0, y0, x1, y1 = LEFT + left * PX, TOP + top * PX, RIGHT - right * PX, BOTTOM - bottom * PX
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32) - np.float32(0.5)


def off_mm(quad):
    return float(np.abs(quad - cut()).max()) / PX


@pytest.mark.parametrize(
    "within", [{"top": RIM}, {"left": RIM, "bottom": RIM}, {"top": RIM, "right": RIM, "bottom": RIM, "left": RIM}]
)
def test_sides_that_were_cut_at_the_frame_are_moved_to_the_edge_and_no_others(within):
    pictures = {name: picture(number) for number, name in enumerate(NAMES)}
    quads = {name: cut(**within) for name in NAMES}
    moved = find_edges_beyond_rims(pictures, quads, CARD)
    assert set(moved) == set(NAMES)
    assert max(off_mm(quad) for quad in moved.values()) < 0.4


def test_cards_that_were_cut_at_their_edge_stay_as_they_are():
    pictures = {name: picture(number) for number, name in enumerate(NAMES)}
    assert find_edges_beyond_rims(pictures, dict.fromkeys(NAMES, cut()), CARD) == {}


def test_a_line_of_the_table_that_lies_now_nearer_now_farther_is_no_rim():
    pictures = {name: picture(number, line_mm=1.6 + 0.6 * number) for number, name in enumerate(NAMES)}
    assert find_edges_beyond_rims(pictures, dict.fromkeys(NAMES, cut()), CARD) == {}


def test_a_shadow_of_the_cards_own_thickness_is_no_rim():
    pictures = {name: picture(number, line_mm=1.0) for number, name in enumerate(NAMES)}
    assert find_edges_beyond_rims(pictures, dict.fromkeys(NAMES, cut()), CARD) == {}


def test_one_card_alone_tells_of_no_rim():
    assert find_edges_beyond_rims({"a": picture(0)}, {"a": cut(top=RIM, left=RIM)}, CARD) == {}
