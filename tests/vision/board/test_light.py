"""How a board is lit now, whatever lies on it."""

import numpy as np
import pytest

from vision.board.chips import shrink_fine_picture
from vision.board.light import CELL, fit_light, largest_of_channels, light_in_window, mean_of_channels, to_log_levels
from vision.drawn.art.boards import draw_enrolled_board

FACES = [["2C", "3D", "4H", "5S"], ["7D", "8H", "9S", "TC"], ["QH", "KS", "AC", "2D"], ["4S", "5C", "6D", "7H"]]
FLAT = shrink_fine_picture(draw_enrolled_board(FACES).fine)
EVERYWHERE = (slice(0, FLAT.shape[0]), slice(0, FLAT.shape[1]))


def test_a_lamp_to_one_side_is_taken_out_again_and_chips_do_not_spoil_it():
    slope = np.linspace(0.6, 1.0, FLAT.shape[1])[None, :, None] * [1.0, 0.95, 0.85]
    seen = np.clip((FLAT + 10.0) * slope - 10, 0, 255).astype(np.uint8)
    covered = seen.copy()
    for row, column in ((0, 0), (1, 2), (3, 3)):
        top, left = (CELL // 2 + CELL * v + 3 for v in (row, column))
        covered[top : top + 10, left : left + 10] = (40, 40, 200)
    empty, now = to_log_levels(FLAT), to_log_levels(covered)
    even = now - light_in_window(empty, fit_light(now, empty), EVERYWHERE, FLAT.shape[:2])
    free = (covered == seen).all(axis=2)
    assert np.median(np.abs(even - empty)[free]) < 0.03
    assert np.median(np.abs(even - empty)[~free]) > 0.3, "what lies there stays to be seen"


def test_an_unchanged_board_needs_no_light():
    empty = to_log_levels(FLAT)
    assert np.abs(light_in_window(empty, fit_light(empty, empty), EVERYWHERE, FLAT.shape[:2])).max() < 1e-3


def test_the_mean_and_the_largest_are_those_of_numpy():
    planes = np.random.default_rng(1).normal(size=(5, 6, 3)).astype(np.float32)
    assert mean_of_channels(planes) == pytest.approx(planes.mean(axis=2), abs=1e-6) and np.array_equal(
        largest_of_channels(planes), planes.max(axis=2)
    )
