"""Cards on a cloth of squares, whose outlines are as good as those of cards, and on a table as dark as their backs."""

import math

import cv2
import numpy as np
import pytest

from companion.sources.bare import plan_for
from vision.directions.cloth import analyse_cloth
from vision.directions.naming import read_no_direction
from vision.directions.strangers import find_direction_cards
from vision.plane.homography import project
from vision.types import BACK

SIZE = (1280, 720)
CARD = np.array([(-44, -66), (44, -66), (44, 66), (-44, 66)], np.float64)


def noisy(picture):
    grain = np.random.default_rng(3).normal(0, 3, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def gingham(square=88):
    """(720, 1280, 3) a cloth of blue and white squares."""
    columns, rows = (np.arange(side) // square % 2 for side in SIZE)
    woven = (columns[None] + rows[:, None])[..., None] / 2
    return (1 - woven) * (235, 235, 235) + woven * (150, 60, 30)


def plain(colour):
    return np.full((SIZE[1], SIZE[0], 3), colour, np.float64)


def laid(picture, middle, turn, colour, ink):
    """The picture with a card on it, and where its corners are."""
    way = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    quad = CARD @ way + middle
    cv2.fillPoly(picture, [np.round(quad).astype(np.int32)], colour, cv2.LINE_AA)
    for ring in (0.7, 0.4):
        cv2.polylines(picture, [np.round(CARD * ring @ way + middle).astype(np.int32)], True, ink, 4, cv2.LINE_AA)
    return quad.astype(np.float32)


def tiled(wide, high):
    """The same of tiles of many tones with joints between them."""
    picture, tones = plain((120, 60, 190)), np.random.default_rng(1)
    for y in range(0, SIZE[1], high):
        for x in range(0, SIZE[0], wide):
            picture[y : y + high - 5, x : x + wide - 5] = np.array((70, 60, 60)) + tones.normal(0, 8, 3)
    return picture


def column(picture, turn, colour=(60, 190, 120), ink=(20, 20, 40), crooked=0.0):
    """Four cards one below the other for who sees them turned so, in a picture; where they lie."""
    down, dice = np.array([-math.sin(turn), math.cos(turn)]), np.random.default_rng(10)
    turns = [turn + dice.normal(0, crooked) for _ in range(4)]
    return [laid(picture, (640, 360) + down * (n - 1.5) * 152, each, colour, ink) for n, each in enumerate(turns)]


def tilted(picture):
    """The same seen from aside, and the homography."""
    corners = np.array([(0, 0), (1280, 0), (1280, 720), (0, 720)], np.float32)
    seen = np.array([(60, 90), (1190, 40), (1270, 690), (20, 640)], np.float32)
    onto = cv2.getPerspectiveTransform(corners, seen)
    return cv2.warpPerspective(picture, onto, SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101), onto


def test_a_square_of_a_cloth_is_told_by_its_lines_and_its_colours():
    picture = gingham()
    card = column(picture, 0.1)[0]
    square = np.array([(88, 88), (176, 88), (176, 176), (88, 176)], np.float32)
    cloth = analyse_cloth(noisy(picture))
    assert cloth.count_continued_sides([square, card]).tolist()[0] == 8 and cloth.count_continued_sides([card])[0] <= 2
    common, rare = cloth.measure_rarity([square, card]).tolist()
    assert common + 1 < rare and cloth.rare.mean() < rare


@pytest.mark.parametrize(("turn", "tile"), [(0.3, (110, 110)), (-1.2, (140, 96))])
def test_direction_cards_are_found_among_tiles_as_large_as_cards(turn, tile):
    picture = tiled(*tile)
    cards = column(picture, turn)
    image, onto = tilted(noisy(picture))
    seen = find_direction_cards(image, plan_for("the_game"), read_no_direction)
    assert seen is not None
    middles = np.array([project(quad, onto).mean(axis=0) for quad in cards])
    assert all(np.linalg.norm(middles - mark.quad.mean(axis=0), axis=1).min() < 9 for mark in seen.marks if mark.face != BACK)


def test_a_column_that_lies_across_the_picture_is_read_from_the_side_from_which_it_can_be():
    """Whoever reads the first card as the topmost sees the others below it, though they lie nearly a quarter turned, this way or that."""
    picture = plain((90, 120, 150))
    column(picture, math.radians(92.58), crooked=0.03)
    image, _ = tilted(noisy(picture))
    seen = find_direction_cards(image, plan_for("the_game"), read_no_direction)
    assert seen is not None
    for marks in (seen.marks[:4], seen.other[:4]):
        down = marks[-1].quad.mean(axis=0) - marks[0].quad.mean(axis=0)
        assert all((mark.quad[3] - mark.quad[0]) @ down > 0 for mark in marks)


def test_a_dark_draw_pile_is_found_on_a_dark_table():
    """Half as dark as the table, beside direction cards that are ten times as bright."""
    picture = plain((26, 36, 44))
    column(picture, math.radians(91), (215, 225, 225))
    back = laid(picture, (420, 590), math.radians(95), (12, 14, 18), (24, 26, 30))
    image, onto = tilted(noisy(picture))
    seen = find_direction_cards(image, plan_for("the_game"), read_no_direction)
    assert seen is not None
    backs = [mark.quad.mean(axis=0) for mark in seen.marks if mark.face == BACK]
    assert len(backs) == 1 and np.linalg.norm(backs[0] - project(back, onto).mean(axis=0)) < 10
