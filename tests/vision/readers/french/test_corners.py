"""A lone corner is doubted where it may be that of another card that was read."""

import numpy as np
import pytest

from tests.vision.readers.french.test_reader import guess, index
from vision.readers.french.corners import is_corner_of_another, is_lone_corner, is_print_of_another, is_told_by_corners
from vision.readers.french.sights import StandardSight, draw_quad
from vision.types import Reading

BOX = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)


def read(sight: StandardSight, face: str):
    return sight, Reading("", face, 0.95, (), accepted=True)


def lone(face: str, x: float, y: float, down=(0.0, 20.0), sure: float = 0.95):
    corner = (index(face, x, y, down, sure),)
    return read(StandardSight(draw_quad(corner), corner, None), face)


THREE = read(StandardSight(BOX, (index("3H", 12, 20),), guess("3H")), "3H")


@pytest.mark.parametrize(
    ("corner", "odd"),
    [
        (lone("5H", 88, 120, (0, -20)), True),  # its second corner, misread
        (lone("5H", 88, 148, (0, -20)), True),  # the foot of its outline was lost
        (lone("5C", 88, 120, (0, -20)), False),  # a black card that lies there
        (lone("5H", 88, 120, (0, -20), 0.99), False),  # plain to read
        (lone("5H", -20, 20), False),  # the next in a fan
        (lone("QC", -1, 20), True),  # half of it is hidden
        (lone("6C", -7, 20), True),  # what shows is narrow, and its other half may be hidden: a Q
        (lone("5H", 300, 300), False),
    ],
)
def test_a_lone_corner_beside_a_card_that_was_seen_whole(corner, odd):
    assert is_corner_of_another(1, [THREE, corner]) == odd
    assert not is_corner_of_another(0, [THREE, corner])


def test_a_corner_beside_a_card_that_only_its_corners_tell():
    """Two corners say where it lies, and that it hides a part of another."""
    pair = (index("3D", 12, 20), index("3D", 88, 120, (0, -20)))
    hiding = read(StandardSight(draw_quad(pair), pair, None), "3D")
    half_hidden, apart = lone("9H", 95, 60), lone("9H", 130, 60)
    assert is_corner_of_another(1, [hiding, half_hidden]) and not is_corner_of_another(1, [hiding, apart])
    assert is_told_by_corners(*hiding) and not is_told_by_corners(*apart) and not is_lone_corner(*hiding)


def test_two_lone_corners_that_stand_as_those_of_one_card_do_are_both_doubted():
    pair = [lone("KD", 12, 20), lone("TD", 88, 120, (0, -20))]
    assert is_corner_of_another(0, pair) and is_corner_of_another(1, pair)
    apart = [lone("KD", 12, 20), lone("TD", 300, 20)]
    assert not is_corner_of_another(0, apart) and not is_corner_of_another(1, apart)


def test_one_print_is_read_as_one_card():
    """A pale 3 in a corner was read as an 8; laid flat the card is a 3, with that corner in it."""
    flat = StandardSight(BOX, (index("8D", 12, 20, (0.0, 20.0), 0.78), index("3D", 88, 120, (0, -20), 0.6)), guess("3D"))
    surer = (flat, Reading("", "3D", 0.999, (), accepted=True))
    phantom, below = lone("8D", 14, 19), lone("8D", -6, 20)
    assert is_print_of_another(1, [surer, phantom]) and not is_print_of_another(0, [surer, phantom])
    assert not is_print_of_another(1, [surer, below]), "a corner of its own"
