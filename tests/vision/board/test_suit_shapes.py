"""Suits are told by their shapes alone, and signs that are not four shapes tell nothing."""

import numpy as np
import pytest

from tests.vision.board_scenes import BoardTable, another_edition
from vision.board.inks import choose_redder_spaces, paint_print, separate_ink
from vision.board.space_print import rectify_space
from vision.board.suit_shapes import group_alike, tell_suits_by_shape
from vision.drawn.art.boards import make_board_look
from vision.readers.french_print.networks import Networks

SPACES = [(row, column) for row in range(10) for column in range(10) if not (row in (0, 9) and column in (0, 9))]


def inked(number, cells):
    table = BoardTable(40, cells=cells, look=make_board_look(number))
    picture = table.picture()
    return {cell: separate_ink(rectify_space(picture, table.placement, cell)) for cell in SPACES}


@pytest.mark.whole
def test_suits_of_one_ink_are_told_by_shape():
    cells = another_edition(1)
    told = tell_suits_by_shape(inked(5, cells), Networks())
    assert len(told) >= 80
    assert {cell: suit for cell, suit in told.items() if cells[cell[0]][cell[1]][1] != suit} == {}


@pytest.mark.whole
def test_a_board_without_four_suits_tells_none():
    hearts = tuple(tuple("**" if card == "**" else card[0] + "H" for card in row) for row in another_edition(1))
    assert tell_suits_by_shape(inked(5, hearts), Networks()) == {}


def test_two_inks_are_told_apart_and_the_redder_one_is_of_hearts_and_diamonds():
    cells = another_edition(2)
    redder = choose_redder_spaces({cell: one.colour for cell, one in inked(4, cells).items()})
    assert redder == {(row, column) for row, column in SPACES if cells[row][column][1] in "HD"}


def test_one_ink_is_not_taken_for_two():
    assert choose_redder_spaces({cell: one.colour for cell, one in inked(5, another_edition(2)).items()}) is None


def test_print_of_any_ink_is_painted_dark_on_white():
    cells = another_edition(1)
    for number in (4, 7):
        painted = paint_print(inked(number, cells)[0, 1], is_red=False)
        assert np.median(painted) > 200
        assert np.percentile(painted, 2) < 80


@pytest.mark.parametrize("seed", range(5))
def test_like_points_are_grouped_whatever_their_order(seed):
    dice = np.random.default_rng(seed)
    true = dice.permutation(np.repeat(np.arange(4), 24))
    middles = np.array([[0, 0, 9], [9, 0, 0], [0, 9, 0], [9, 9, 9]], np.float32)
    points = (middles[true] + dice.normal(0, 0.8, (96, 3))).astype(np.float32)
    groups = group_alike(points, 4)
    assert len({(a, b) for a, b in zip(true.tolist(), groups.tolist(), strict=True)}) == 4
