"""The cards printed on a drawn board are read, whatever their order; what is not sure is left open, never guessed."""

from dataclasses import replace

import numpy as np
import pytest

from tests.varied import varied
from tests.vision.board_scenes import CELLS, BoardTable, another_edition
from vision.board.places import turn_placement
from vision.board.printed import read_print, settle_print
from vision.board.space_print import PRINTED
from vision.drawn.art.boards import make_board_look
from vision.drawn.art.styles import make_seeded_style
from vision.drawn.table.optics import Lens
from vision.drawn.table.scene import Light


def printed(cells):
    return {(row, column): card for row, line in enumerate(cells) for column, card in enumerate(line) if card != "**"}


@pytest.mark.parametrize(("cell_px", "light"), [(44, Light(gain=0.8, warmth=0.6)), (72, Light(gain=1.1, fall=0.4, azimuth=90))])
def test_the_cards_of_another_edition_are_read(cell_px, light):
    cells = another_edition()
    table = BoardTable(cell_px, cells=cells)
    read = read_print(table.picture(light=light, lens=Lens(0.6)), table.placement, CELLS)
    wrong = {cell: face for cell, face in read.faces.items() if printed(cells)[cell] != face}
    assert wrong == {}
    assert len(read.faces) >= 94


def test_a_board_that_lies_turned_is_read_all_the_same():
    table = BoardTable(48)
    read = read_print(table.picture(), turn_placement(table.placement, CELLS, 3), CELLS)
    assert len(read.faces) >= 90
    grid = np.array([[read.faces.get((row, column), "") for column in range(10)] for row in range(10)])
    upright = np.rot90(grid, 1)
    classic = printed(BoardTable().scene.board.cells)
    assert all(classic[row, column] == upright[row, column] for row, column in classic if upright[row, column])


# 4 light on dark, 5 all suits of one ink, 6 on a coloured ground, 9 one ink once more
@pytest.mark.whole
@varied("number", [4, 5, 6, 9])
def test_light_print_on_a_dark_board_turned_by_a_quarter_is_read(number):
    cells = another_edition(number)
    table = BoardTable(35, cells=cells, look=make_board_look(number), style=make_seeded_style(number))
    read = read_print(table.picture(light=Light(gain=0.8, warmth=0.6)), turn_placement(table.placement, CELLS, 3), CELLS)
    turned = np.rot90(np.array(cells), -1)
    assert {cell: face for cell, face in read.faces.items() if turned[cell] != face} == {}
    assert len(read.faces) >= 90


@pytest.mark.whole
@varied("number", [5, 4])
def test_a_suit_that_stands_beside_its_rank_is_read_on_a_dark_board(number):
    cells, look = another_edition(number), replace(make_board_look(number), print_kind="middle")
    table = BoardTable(38, cells=cells, look=look)
    read = read_print(table.picture(), table.placement, CELLS)
    assert {cell: face for cell, face in read.faces.items() if cells[cell[0]][cell[1]] != face} == {}
    assert len(read.faces) >= 80


@pytest.mark.whole
def test_of_a_dark_board_without_cards_nothing_is_read():
    look = replace(make_board_look(4), red=make_board_look(4).paper, black=make_board_look(4).paper)
    table = BoardTable(44, look=look)
    assert read_print(table.picture(), table.placement, CELLS).faces == {}


@pytest.mark.whole
def test_of_a_board_without_cards_nothing_is_read():
    dice, few = np.random.default_rng(0), (4, 5)
    table = BoardTable(44)
    read = read_print(dice.integers(0, 255, table.picture().shape).astype(np.uint8), table.placement, few)
    assert read.faces == {}
    assert len(read.open) == 4 * 5 - 4


def test_what_is_sure_narrows_down_what_is_not():
    cells = [(row, column) for row, line in enumerate(BoardTable().scene.board.cells) for column, card in enumerate(line)]
    twice = dict(zip([*cells], [*PRINTED, *PRINTED], strict=False))
    seen = {cell: {face: 0.99} for cell, face in twice.items()}
    first = next(iter(seen))
    last = settle_print({**seen, first: {"2S": 0.5, twice[first]: 0.3}})
    assert last.faces[first] == twice[first], "the other card stands twice already"
    blind = settle_print({**seen, first: {}})
    assert first not in blind.faces
    assert blind.open[first] == (twice[first],)


def test_a_card_seen_three_times_is_believed_nowhere():
    seen = {(0, 1): {"6C": 0.99}, (0, 2): {"6C": 0.98}, (0, 3): {"6C": 0.97}, (0, 4): {"7C": 0.99}}
    assert settle_print(seen).faces == {(0, 4): "7C"}
