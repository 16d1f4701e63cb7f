"""What the drawn cards are made of: commands, suits and the grounds behind the numbers."""

from itertools import combinations

import numpy as np
import pytest

from vision.drawn.art.drawing import Drawing, place_shapes, rasterise_drawing
from vision.drawn.art.icons import COMMAND_SIGNS, draw_command, draw_suit
from vision.drawn.art.motifs import MOTIFS, draw_motif_on_ground
from vision.drawn.art.styles import NIGHT

INK, PAPER, WARN = (20, 24, 32), (255, 255, 255), (200, 40, 30)


def drawn(shapes):
    """An icon of a millimetre about its middle, at 40 pixels."""
    return rasterise_drawing(Drawing((1.2, 1.2), place_shapes(shapes, 0.6, 0.6, 1.0)), 40 / 1.2).astype(int)


def differ(one, other):
    return (np.abs(one - other).max(axis=2) > 80).mean()


def test_every_command_can_be_told_from_every_other():
    pictures = {code: drawn(draw_command(code, INK, PAPER, WARN)) for code in COMMAND_SIGNS}
    assert len(pictures) == 7 and min(differ(*pair) for pair in combinations(pictures.values(), 2)) > 0.05


def test_suits_of_one_colour_can_be_told_apart():
    pictures = [drawn(draw_suit(letter, INK)) for letter in "SHDC"]
    assert min(differ(*pair) for pair in combinations(pictures, 2)) > 0.02


@pytest.mark.parametrize("motif", MOTIFS)
def test_a_motif_fills_the_card_and_goes_nowhere_beyond(motif):
    shapes = draw_motif_on_ground(motif, 63.0, 88.0, NIGHT.palette)
    corners = np.vstack([ring for fill in shapes for ring in fill.rings])
    assert corners.min() >= -1e-6 and (corners <= np.array([63.0, 88.0]) + 1e-6).all()
    paper = (1, 254, 3)
    sheet = rasterise_drawing(Drawing((63.0, 88.0), shapes), 2.0, paper)
    assert not (np.abs(sheet.astype(int) - paper[::-1]).max(axis=2) < 3).any(), "paper shows through"


def test_motifs_differ_though_their_colours_are_the_same():
    sheets = [
        rasterise_drawing(Drawing((63.0, 88.0), draw_motif_on_ground(motif, 63.0, 88.0, NIGHT.palette)), 1.0).astype(int)
        for motif in MOTIFS
    ]
    assert min(np.abs(one - other).mean() for one, other in combinations(sheets, 2)) > 1.0
