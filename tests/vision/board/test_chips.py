"""Chips on a drawn board are read for what they are, whatever the light, and nothing is taken for a chip."""

import random

import numpy as np
import pytest

from tests.vision.board_scenes import CELLS, BoardTable, laid, light_of, scattered
from vision.board.chips import FINE, WHITE, find_stacked_chips, shrink_fine_picture
from vision.board.places import flatten_board
from vision.board.training import learn_chips
from vision.drawn.table.scene import Light
from vision.errors import LayoutError


@pytest.fixture(scope="module")
def table():
    return BoardTable()


@pytest.fixture(scope="module")
def reader(table):
    return learn_chips(table.enrolled().fine, CELLS)


def flat(table, picture):
    return shrink_fine_picture(flatten_board(picture, table.placement, CELLS))


def looked(table, reader, chips, **more):
    """What is read of each cell that is not empty."""
    looks = reader.read_all_cells(flat(table, table.picture(tuple(chips), **more)))
    return {cell: look.face for cell, look in looks.items() if look.face}


@pytest.mark.whole
def test_an_empty_board_is_empty_in_any_light(table, reader):
    for light in (Light(), Light(gain=0.5), Light(gain=1.4, azimuth=120, fall=0.5), Light(warmth=0.8), Light(warmth=-0.8)):
        assert looked(table, reader, [], light=light) == {}


@pytest.mark.whole
@pytest.mark.parametrize("kind", ["mild", "changed", "harsh"])
def test_every_chip_is_read_with_most_of_the_board_covered(table, reader, kind):
    dice = random.Random(4)
    chips = scattered(dice, 0.75)
    light, lens = light_of(kind, dice)
    found = looked(table, reader, [laid(cell, *chip) for cell, chip in chips.items()], light=light, lens=lens)
    truth = {cell: WHITE if face.endswith("*") else face for cell, (face, _) in chips.items()}
    wrong = {cell: (truth.get(cell), found.get(cell)) for cell in {*truth, *found} if truth.get(cell) != found.get(cell)}
    assert len(chips) > 60
    assert len(wrong) <= 1, wrong


def test_chips_a_third_of_a_cell_off_and_touching_belong_to_their_cells(table, reader):
    chips = [
        laid((4, 4), "blue", (0.33, 0)),
        laid((4, 5), "red", (0.2, 0)),
        laid((6, 6), "green", (0, -0.33)),
        laid((2, 2), "red*"),
    ]
    assert looked(table, reader, chips) == {(4, 4): "blue", (4, 5): "red", (6, 6): "green", (2, 2): WHITE}


def test_a_chip_on_a_corner_is_seen_there(table, reader):
    assert looked(table, reader, [laid((0, 0), "blue"), laid((9, 9), "red")]) == {(0, 0): "blue", (9, 9): "red"}


@pytest.mark.parametrize("face", ["blue", "green", "red"])
def test_a_chip_on_the_line_between_two_cells_is_no_ones(table, reader, face):
    found = looked(table, reader, [laid((3, 3), face, (0.5, 0)), laid((6, 6), face, (0, 0.5))])
    assert set(found.values()) == {"?"}
    assert set(found) & {(3, 3), (3, 4)}
    assert set(found) & {(6, 6), (7, 6)}


def test_two_chips_in_one_cell_are_to_be_asked_about(table, reader):
    found = looked(table, reader, [laid((5, 5), "blue", (-0.3, 0)), laid((5, 5), "red", (0.3, 0))])
    assert found[5, 5] == "?"


@pytest.mark.parametrize("above", ["red", "blue"])
def test_a_stack_of_two_that_leans_is_to_be_asked_about(table, reader, above):
    cells, off = [(2, 2), (2, 6), (6, 2), (6, 6)], [(0.2, 0), (0, 0.2), (-0.15, 0.15), (0.15, 0.15)]
    chips = [chip for cell, lean in zip(cells, off, strict=True) for chip in (laid(cell, "red"), laid(cell, above, lean))]
    found = looked(table, reader, [*chips, laid((4, 4), "red", (0.2, 0))])
    assert found == {**dict.fromkeys(cells, "?"), (4, 4): "red"}


def test_chips_larger_than_was_said_are_no_stacks():
    weight = np.zeros((40, 40), np.float32)
    y, x = np.mgrid[0:40, 0:40]
    for radius, stack in ((6.4, False), (7.7, False)):
        weight[:] = np.where(np.hypot(y - 20, x - 20) < radius, 6, -6)
        assert bool(find_stacked_chips(weight, {(0, 0): (20.0, 20.0)}, (6.4, 6.4))) is stack
    weight[:] = np.where((np.hypot(y - 20, x - 18) < 6.4) | (np.hypot(y - 20, x - 21) < 6.4), 6, -6)
    assert find_stacked_chips(weight, {(0, 0): (20.0, 19.5)}, (6.4, 6.4)) == {(0, 0)}


def test_the_middle_of_a_chip_is_told(table, reader):
    looks = reader.read_all_cells(flat(table, table.picture((laid((4, 4), "blue", (0.25, -0.125)),))))
    assert looks[4, 4].off == pytest.approx((0.25, -0.125), abs=0.08)


def test_some_cells_alone_are_read_as_with_all_the_others(table, reader):
    seen = flat(table, table.picture((laid((4, 4), "blue"), laid((4, 5), "red*"))))
    everything = reader.read_all_cells(seen)
    part = seen[3 * 16 : 7 * 16, 3 * 16 : 8 * 16]
    some = reader.read_window(part, (48, 48), reader.measure_light(seen), [(4, 4), (4, 5), (5, 5)])
    assert {cell: look.face for cell, look in some.items()} == {(4, 4): "blue", (4, 5): WHITE, (5, 5): ""}
    assert all(everything[cell].face == look.face for cell, look in some.items())


def test_pictures_of_another_shape_are_refused(table, reader):
    with pytest.raises(ValueError, match="shape"):
        reader.read_all_cells(np.zeros((100, 100, 3), np.uint8))
    with pytest.raises(LayoutError, match="10 x 10"):
        learn_chips(np.zeros((FINE, FINE, 3), np.uint8), CELLS)
