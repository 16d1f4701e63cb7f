"""Marks in copies of pictures."""

import numpy as np
import pytest

from vision.marks.annotations import ANNOTATION_COLOURS, CellAnnotation, ZoneAnnotation, annotate_board, annotate_zones
from vision.marks.readings import READING_COLOURS, draw_reading
from vision.place.layout import Zone
from vision.types import Reading

PICTURE = np.full((400, 640, 3), 128, np.uint8)
ZONE = Zone("up1", "card", (100.0, 80.0, 160.0, 200.0))
PLACE = np.array([[130.0, 100], [220, 100], [220, 240], [130, 240]])


def has(image, colour):
    return bool((np.abs(image.astype(int) - colour).max(axis=2) < 12).any())


@pytest.mark.parametrize(
    ("covered", "settled", "colour"),
    [
        (False, True, ANNOTATION_COLOURS["settled"]),
        (False, False, ANNOTATION_COLOURS["open"]),
        (True, True, ANNOTATION_COLOURS["covered"]),
    ],
)
def test_a_zone_shows_whether_it_was_read(covered, settled, colour):
    drawn = annotate_zones(PICTURE, [ZoneAnnotation(ZONE, "47", PLACE, covered, settled)], np.eye(3))
    assert has(drawn, colour) and has(drawn, ANNOTATION_COLOURS["top card"]) == (not covered)
    assert (PICTURE == 128).all(), "in a copy"
    assert (drawn[300:, 400:] == 128).all(), "nothing elsewhere"


def test_an_empty_settled_cell_is_left_as_it_is_and_a_chip_has_its_colour():
    cell = np.array([[300.0, 100], [340, 100], [340, 140], [300, 140]])
    outline = np.array([[50.0, 50], [600, 50], [600, 350], [50, 350]])
    empty = annotate_board(PICTURE, outline, [CellAnnotation(cell, "", False, True)])
    chip = annotate_board(PICTURE, outline, [CellAnnotation(cell, "blue", False, True)])
    assert (empty[101:139, 301:339] == 128).all() and has(chip[100:140, 300:340], (220, 120, 30))


def test_a_reading_that_would_be_asked_about_looks_otherwise():
    quad = np.float32([[200, 100], [300, 100], [300, 250], [200, 250]])
    sure, asked = (draw_reading(PICTURE, [(quad, Reading("", "47", 0.9, (), accepted))]) for accepted in (True, False))
    assert (
        has(sure, READING_COLOURS["read"])
        and not has(sure, READING_COLOURS["asked"])
        and has(asked, READING_COLOURS["asked"])
        and not has(asked, READING_COLOURS["read"])
    )
