"""A drawn board is found wherever it lies: on its mat, by four tapped corners, or by what is printed on it."""

import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.board_scenes import CELLS, BoardTable, laid, scattered
from vision.board.places import (
    choose_quarter_turn,
    find_by_features,
    flatten_board,
    measure_board_likeness,
    place_by_corners,
    place_on_mat,
    refine_placement,
    square_up,
    turn_placement,
)
from vision.drawn.table.scene import Light
from vision.errors import LayoutError
from vision.place.layout import Layout
from vision.plane.homography import project

REAL = Path(__file__).parents[4] / "shared" / "photos" / "sequence-board"
OUTLINE = [(0, 0), (10, 0), (10, 10), (0, 10), (5, 5)]


@pytest.fixture(scope="module")
def board():
    return BoardTable().enrolled()


def off(found, table):
    """How far a placement is off the truth, in cells."""
    apart = project(OUTLINE, found.to_picture) - project(OUTLINE, table.placement.to_picture)
    return float(np.abs(apart).max() / table.placement.cell_px)


def busy(table, covered, **more):
    chips = scattered(random.Random(1), covered)
    return table.picture(tuple(laid(cell, *chip) for cell, chip in chips.items()), **more)


@pytest.mark.parametrize(("turn", "covered"), [(0, 0.3), (90, 0.5), (25, 0.3)])
def test_a_board_is_found_by_its_print_however_it_is_turned(board, turn, covered):
    table = BoardTable(turn=turn, tilt=18)
    found = find_by_features(busy(table, covered, light=Light(gain=0.8)), board)
    assert found is not None
    assert off(found, table) < 0.05


def test_no_board_is_found_where_there_is_none(board):
    dice = np.random.default_rng(0)
    assert find_by_features(dice.integers(0, 255, (400, 500, 3)).astype(np.uint8), board) is None
    assert find_by_features(np.full((400, 500, 3), 90, np.uint8), board) is None


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_board_on_its_mat_is_recognised_in_any_quarter_turn(board, quarters):
    table, straight = BoardTable(turn=90 * quarters), BoardTable()
    assert off(choose_quarter_turn(busy(table, 0.6), straight.placement, board), table) < 0.05


def test_corners_tapped_roughly_are_refined_with_most_of_the_board_covered(board):
    table = BoardTable(tilt=15)
    corners = project(OUTLINE[:4], table.placement.to_picture) + np.array([(4, -3), (-5, 2), (3, 4), (-4, -4)])
    tapped = place_by_corners(corners.tolist(), CELLS)
    assert off(tapped, table) > 0.1
    assert off(refine_placement(busy(table, 0.7), tapped, board), table) < 0.03


def test_likeness_knows_the_board_in_other_light_and_no_other_way_round(board):
    table = BoardTable()
    seen = table.picture(light=Light(gain=0.6, warmth=0.7))
    ways = [
        measure_board_likeness(flatten_board(seen, turn_placement(table.placement, CELLS, quarters), CELLS), board.fine)
        for quarters in range(4)
    ]
    assert ways[0] > 0.9
    assert max(ways[1:]) < 0.6


def test_turning_four_times_is_not_turning(board):
    table = BoardTable()
    assert off(turn_placement(table.placement, CELLS, 4), table) < 1e-3
    assert off(turn_placement(turn_placement(table.placement, CELLS, 3), CELLS, 1), table) < 1e-3


def test_corners_that_are_none_are_refused():
    for wrong in ([(0, 0), (1, 1)], [(0, 0), (0, 100), (100, 100), (100, 0)], [(0, 0), (0, 0), (0, 0), (0, 0)]):
        with pytest.raises(LayoutError, match="clockwise"):
            place_by_corners(wrong, CELLS)


def test_a_mat_without_a_board_is_refused():
    with pytest.raises(LayoutError, match="no board zone"):
        place_on_mat(Layout((100, 100), ()), np.eye(3))


def test_a_board_whose_cells_stand_apart_is_squared_by_its_grid_alone():
    image = np.full((560, 640, 3), (150, 80, 20), np.uint8)
    for row, column in np.ndindex(6, 7):
        cv2.rectangle(image, (50 + 80 * column, 40 + 80 * row), (110 + 80 * column, 100 + 80 * row), (240, 240, 240), -1)
        cv2.circle(image, (80 + 80 * column, 65 + 80 * row + 3 * column), 9 + row, (20 * row, 30 * column, 200), -1)
    tapped = place_by_corners([(48, 22), (594, 38), (607, 503), (32, 514)], (6, 7))
    crossings = [(x, y) for y in range(1, 6) for x in range(1, 7)]
    true = np.array([(40 + 80 * x, 30 + 80 * y) for x, y in crossings])
    assert np.abs(project(crossings, tapped.to_picture) - true).max() > 6
    assert np.abs(project(crossings, square_up(image, tapped, (6, 7)).to_picture) - true).max() < 1.5


def thin_lines(ink, paper, px=40):
    """A board of ten by ten spaces that nothing but hair lines divide, each with something printed on it."""
    image, dice = np.full((12 * px, 12 * px, 3), paper, np.uint8), random.Random(1)
    for i in range(11):
        cv2.line(image, (px, px + i * px), (11 * px, px + i * px), ink, 1)
        cv2.line(image, (px + i * px, px), (px + i * px, 11 * px), ink, 1)
    for row, column in np.ndindex(10, 10):
        at, colour = (px + column * px, px + row * px), dice.choice([(30, 30, 30), (40, 40, 200)])
        cv2.putText(
            image, dice.choice("A2345KQ"), (at[0] + 4, at[1] + 17), cv2.FONT_HERSHEY_DUPLEX, 0.5, colour, 1, cv2.LINE_AA
        )
        cv2.circle(image, (at[0] + 25, at[1] + 25), 8, colour, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), np.uint8)


@pytest.mark.parametrize(("ink", "paper"), [((60, 60, 60), (235, 235, 235)), ((215, 225, 215), (90, 140, 90))])
def test_a_board_of_thin_lines_is_squared(ink, paper):
    crossings = [(x, y) for y in range(11) for x in range(11)]
    true = np.array([(40 + 40 * x, 40 + 40 * y) for x, y in crossings])
    tapped = place_by_corners([(47, 30), (449, 51), (432, 432), (31, 450)], CELLS)
    found = project(crossings, square_up(thin_lines(ink, paper), tapped, CELLS).to_picture)
    assert np.abs(found - true).max() < 0.04 * 40


@pytest.mark.parametrize("seed", [1, 2])
def test_corners_tapped_on_the_practice_board_are_squared(seed):
    table = BoardTable(tilt=18)
    off = np.random.default_rng(seed).uniform(-0.3, 0.3, (4, 2)) * table.placement.cell_px
    tapped = place_by_corners((project(OUTLINE[:4], table.placement.to_picture) + off).tolist(), CELLS)
    found = square_up(table.picture(), tapped, CELLS)
    apart = project(OUTLINE, found.to_picture) - project(OUTLINE, table.placement.to_picture)
    assert np.abs(apart).max() < 0.03 * table.placement.cell_px


def test_where_no_lines_are_the_corners_stay_as_they_were_tapped():
    blank = np.random.default_rng(0).normal(120, 2, (480, 480, 3)).astype(np.uint8)
    tapped = place_by_corners([(47, 30), (449, 51), (432, 432), (31, 450)], CELLS)
    assert np.abs(project(OUTLINE, square_up(blank, tapped, CELLS).to_picture) - project(OUTLINE, tapped.to_picture)).max() < 2


@pytest.mark.whole
@pytest.mark.skipif(not REAL.is_dir(), reason="the photograph is not here")
def test_the_grid_of_a_photographed_board_of_6_by_7_is_found_from_tapped_corners():
    image = cv2.imread(str(next(REAL.glob("*.jpg"))))
    dice = np.random.default_rng(1)
    corners = np.array([(11, 85), (957, 83), (948, 1230), (23, 1231)])
    crossings, grids = [(x, y) for y in range(1, 6) for x in range(1, 7)], []
    for _ in range(4):
        tapped = place_by_corners((corners + dice.uniform(-18, 18, (4, 2))).tolist(), (6, 7))
        grids.append(project(crossings, square_up(image, tapped, (6, 7)).to_picture))
    assert np.ptp(grids, axis=0).max() < 0.02 * 130, "wherever the corners were tapped"
    for x, y in np.rint(grids[0]).astype(int).tolist():
        blue, _, red = image[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3).mean(0)
        assert blue > red + 60, "cards stand on blue ground: between four of them it shows"
