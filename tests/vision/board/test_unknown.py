"""Boards that nobody enrolled are found by their grid, whatever is light and dark on board and table."""

import numpy as np
import pytest

from companion.match.events import Started
from companion.sources.sources import layout_for
from tests.varied import varied
from tests.vision.board_scenes import BOARD_MM, CELLS, another_edition
from vision.board.places import place_on_mat
from vision.board.unknown import find_printed_area, find_unknown_grids
from vision.drawn.art.boards import make_board_look
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.optics import Projection
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import LaidBoard
from vision.plane.homography import project

SIZE = (1280, 720)
CORNERS = [(0, 0), (10, 0), (10, 10), (0, 10)]


def seen_board(number, top):
    board = LaidBoard(another_edition(number), turn=90.0 * (number % 4), look=make_board_look(number))
    scene = make_bare_scene(layout_for("sequence", "", Started("sequence", 2, {})), number, (top,), board=board)
    plane = Projection(scene.pose, scene.layout.size_mm, SIZE).compute_homography(BOARD_MM)
    truth = project(CORNERS, place_on_mat(scene.layout, plane).to_picture)
    return SceneRenderer(SIZE).render_picture(scene), truth


def farthest_corner(found, truth):
    return min(float(np.abs(np.roll(found, turn, axis=0) - truth).max()) for turn in range(4))


# 0 dark on a pale table, 6 a coloured ground on a cloth of checks, 9 one ink, 1 one ink on slate, 3 pale
@pytest.mark.whole
@varied(("number", "top"), [(6, "checked"), (0, "pale"), (9, "pale"), (1, "slate"), (3, "wood")])
def test_a_board_is_found_by_its_grid_to_a_fifth_of_a_space(number, top):
    picture, truth = seen_board(number, top)
    grids = [grid for grid, _ in zip(filter(None, find_unknown_grids(picture, CELLS)), range(2), strict=False)]
    assert min(farthest_corner(project(CORNERS, grid.to_picture), truth) / grid.cell_px for grid in grids) < 0.2


@pytest.mark.parametrize("top", ["checked", "wood"])
def test_the_area_full_of_print_is_the_board_to_half_a_space(top):
    picture, truth = seen_board(6, top)
    space_px = np.linalg.norm(truth[1] - truth[0]) / 10
    assert farthest_corner(find_printed_area(picture), truth) < 0.5 * space_px


def test_a_picture_without_print_has_no_printed_area():
    assert find_printed_area(np.full((720, 1280, 3), 90, np.uint8)) is None
