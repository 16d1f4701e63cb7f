"""A drawn board is found wherever it lies: on its mat, by four tapped corners, or by what is printed on it."""

import random

import numpy as np
import pytest
from board_scenes import CELLS, BoardTable, laid, scattered

from vision.boards import by_corners, by_features, flat_picture, likeness, on_mat, refined, turned, turned_as
from vision.errors import LayoutError
from vision.geometry import project
from vision.layout import Layout
from vision.render import Light

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
    found = by_features(busy(table, covered, light=Light(gain=0.8)), board)
    assert found is not None
    assert off(found, table) < 0.05


def test_no_board_is_found_where_there_is_none(board):
    dice = np.random.default_rng(0)
    assert by_features(dice.integers(0, 255, (400, 500, 3)).astype(np.uint8), board) is None
    assert by_features(np.full((400, 500, 3), 90, np.uint8), board) is None


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_board_on_its_mat_is_recognised_in_any_quarter_turn(board, quarters):
    table, straight = BoardTable(turn=90 * quarters), BoardTable()
    assert off(turned_as(busy(table, 0.6), straight.placement, board), table) < 0.05


def test_corners_tapped_roughly_are_refined_with_most_of_the_board_covered(board):
    table = BoardTable(tilt=15)
    corners = project(OUTLINE[:4], table.placement.to_picture) + np.array([(4, -3), (-5, 2), (3, 4), (-4, -4)])
    tapped = by_corners(corners.tolist(), CELLS)
    assert off(tapped, table) > 0.1
    assert off(refined(busy(table, 0.7), tapped, board), table) < 0.03


def test_likeness_knows_the_board_in_other_light_and_no_other_way_round(board):
    table = BoardTable()
    seen = table.picture(light=Light(gain=0.6, warmth=0.7))
    ways = [likeness(flat_picture(seen, turned(table.placement, CELLS, quarters), CELLS), board.fine) for quarters in range(4)]
    assert ways[0] > 0.9
    assert max(ways[1:]) < 0.6


def test_turning_four_times_is_not_turning(board):
    table = BoardTable()
    assert off(turned(table.placement, CELLS, 4), table) < 1e-3
    assert off(turned(turned(table.placement, CELLS, 3), CELLS, 1), table) < 1e-3


def test_corners_that_are_none_are_refused():
    for wrong in ([(0, 0), (1, 1)], [(0, 0), (0, 100), (100, 100), (100, 0)], [(0, 0), (0, 0), (0, 0), (0, 0)]):
        with pytest.raises(LayoutError, match="clockwise"):
            by_corners(wrong, CELLS)


def test_a_mat_without_a_board_is_refused():
    with pytest.raises(LayoutError, match="no board zone"):
        on_mat(Layout((100, 100), ()), np.eye(3))
