"""Draw piles are told by their size on the table, as high as they are."""

import math

import cv2
import numpy as np
import pytest

from companion.sources.bare import plan_for
from vision.directions.naming import read_no_direction
from vision.directions.strangers import find_direction_cards
from vision.drawn.table.optics import Pose, Projection
from vision.types import BACK

CARD = np.array([(-29.5, -45.5), (29.5, -45.5), (29.5, 45.5), (-29.5, 45.5)])
"""Millimetres of its corners from its middle."""


def turned(degrees):
    way = math.radians(degrees)
    return np.array([[math.cos(way), math.sin(way)], [-math.sin(way), math.cos(way)]])


PALE, SILVER, GOLD = (215, 225, 225), (180, 180, 180), (40, 160, 200)


def picture(seen, cards, piles):
    """(720, 1280, 3) uint8 of direction cards: their middles and colours, and of piles: their middles, degrees by which they are turned,
    how many cards they have, and colours."""
    image = np.full((720, 1280, 3), (70, 110, 90), np.float64)

    def laid(corners, z, colour, thick=-1):
        drawn = [np.round(seen.project_points(corners, z)).astype(np.int32)]
        (cv2.fillPoly(image, drawn, colour) if thick < 0 else cv2.polylines(image, drawn, True, colour, thick))

    for at, colour in cards:
        laid(CARD + at, 0, colour)
        laid(0.6 * CARD + at, 0, (20, 20, 40), 3)
    for at, turn, many, colour in piles:
        for number in range(many):
            laid(CARD @ turned(turn) + at, 0.3 * number, np.array(colour) * (1 - 0.2 * (number % 2)))
        laid(0.7 * CARD @ turned(turn) + at, 0.3 * many, np.array(colour) * 1.5, 3)
    grain = np.random.default_rng(3).normal(0, 3, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def found_in(image, game):
    seen = find_direction_cards(image, plan_for(game), read_no_direction)
    assert seen is not None
    return [mark.quad.mean(axis=0) for mark in seen.marks if mark.face == BACK]


@pytest.mark.parametrize(
    ("tilt", "roll", "turn", "many"), [(25, 90, 0, 98), (30, 45, 90, 98), (34, 180, 0, 98), (30, 45, 90, 3)]
)
def test_a_draw_pile_is_found_at_whatever_height_it_is_seen_from_aside(tilt, roll, turn, many):
    """The side of a hundred cards makes it seem half as wide again as one; before the match ends there are a few left."""
    seen, at = Projection(Pose(tilt, roll, 60, 0.02), (600, 500), (1280, 720)), (500, 330)
    image = picture(seen, [((250, 75 + 108 * n), PALE) for n in range(4)], [(at, turn, many, (75, 40, 42))])
    backs = found_in(image, "the_game")
    assert len(backs) == 1 and np.linalg.norm(backs[0] - seen.project_points(np.array([at]), 0.15 * many)) < 8


def test_two_players_whose_decks_have_different_backs_have_the_draw_piles_beside_their_own_cards():
    """What else lies there looks more like one of them than they like one another."""
    seen = Projection(Pose(12, 20, 60, 0.02), (600, 500), (1280, 720))
    rows = [((200, 340), SILVER), ((377, 340), SILVER), ((223, 160), GOLD), ((400, 160), GOLD)]
    piles = {(90, 340): (130, 110, 105), (510, 160): (25, 80, 120)}
    other = ((300, 55), 0, 1, (25, 80, 120))
    backs = found_in(picture(seen, rows, [*((at, 0, 20, colour) for at, colour in piles.items()), other]), "face_to_face")
    assert len(backs) == 2
    for back in backs:
        assert min(np.linalg.norm(back - seen.project_points(np.array([at]), 3)) for at in piles) < 8
