"""The mat, drawn: its markers are found again, its ruler is true."""

import cv2
import numpy as np

from tests.vision.watched_table import LAYOUT
from vision.drawn.art.drawing import rasterise_drawing
from vision.drawn.art.mats import RULER_MM, draw_mat, find_free_spot
from vision.place.fiducials import register_mat
from vision.plane.homography import corners_of, project


def test_a_printed_mat_is_registered_to_a_tenth_of_a_millimetre():
    scale = 4.0
    image = rasterise_drawing(draw_mat(LAYOUT, "A title"), scale)
    framed = cv2.copyMakeBorder(image, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(120, 120, 120))
    found = register_mat(np.asarray(framed, np.uint8), LAYOUT)
    sheet = corners_of((0.0, 0.0, *LAYOUT.size_mm))
    assert np.abs(project(sheet, found.to_picture) - (sheet * scale + 40 - 0.5)).max() < 0.1 * scale * 2


def test_a_free_spot_is_clear_of_all_zones_and_none_where_there_is_no_room():
    x, y, width, height = find_free_spot(LAYOUT, *RULER_MM) or (0, 0, 0, 0)
    for left, top, wide, high in (zone.rect_mm for zone in LAYOUT.zones):
        assert x + width <= left or left + wide <= x or y + height <= top or top + high <= y
    assert find_free_spot(LAYOUT, LAYOUT.size_mm[0], LAYOUT.size_mm[1]) is None
