"""The lines between the cells of a board of which nothing else is known."""

import cv2
import numpy as np
import pytest

from vision.board.lines import fit_grid_lines
from vision.plane.homography import project

CELLS, SCALE = (6, 7), 32
SIZE = ((CELLS[1] + 1) * SCALE, (CELLS[0] + 1) * SCALE)


def board(off=(0.0, 0.0), line=60):
    """A flat picture of a board whose lines lie `off` cells right and down of where they should be."""
    seen = np.random.default_rng(1).normal(190, 6, SIZE[::-1])
    for axis, count in ((1, CELLS[1]), (0, CELLS[0])):
        for number in range(count + 1):
            at = round((number + 0.5 + off[1 - axis]) * SCALE)
            seen[(slice(None), slice(at - 1, at + 1)) if axis else (slice(at - 1, at + 1), slice(None))] = line
    return cv2.GaussianBlur(np.clip(seen, 0, 255).astype(np.uint8), (0, 0), 0.8)


@pytest.mark.parametrize(("off", "line"), [((0.0, 0.0), 60), ((0.2, -0.15), 60), ((-0.25, 0.1), 250)])
def test_dark_lines_and_pale_ones_are_found_a_quarter_of_a_cell_off(off, line):
    found = fit_grid_lines(board(off, line), CELLS, SCALE)
    points = [(1, 1), (6, 1), (3, 3), (6, 5)]
    assert project(points, found) == pytest.approx(np.array(points) + off, abs=0.06)


def test_a_table_without_lines_has_none():
    assert fit_grid_lines(np.random.default_rng(2).integers(100, 140, SIZE[::-1]).astype(np.uint8), CELLS, SCALE) is None
