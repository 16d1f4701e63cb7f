"""Cards with a printed frame are cut at their edge. Drawn."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.shown.words.messages import catalogue
from companion.sources.enrol_check import shape_in_words
from tests.benchmarks.photographed import scene
from tests.varied import varied
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import JUDGING, NIGHT, make_framed_style
from vision.plane.quads import overlap_share
from vision.readers.enrolment.frames import compute_inset_mm
from vision.readers.enrolment.photographs import Photograph, enrol_photographs, measure_width_error

CARD_MM = (59.0, 91.0)
ENGLISH = catalogue("en")
FRAMED = replace(NIGHT, rim=(246, 244, 240), rim_mm=3.0)
FACES = ("12", "23", "47", "58", "71", "94")


def photograph(face, number):
    """A card with a pale frame on a table nearly as pale, and its true corners."""
    card = draw_card(face, (413, 637), FRAMED)
    picture = np.full((900, 800, 3), (230, 235, 238), np.uint8)
    picture[130:767, 190:603] = card
    picture = cv2.GaussianBlur(picture, (0, 0), 1.5).astype(float) + np.random.default_rng(number).normal(0, 2, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def widths(card_mm):
    pictures = {face: photograph(face, i) for i, face in enumerate(FACES)}
    found = enrol_photographs(
        (Photograph(face, face, picture) for face, picture in pictures.items()), pictures.__getitem__, card_mm
    )
    return [float(np.linalg.norm(one.quad[1] - one.quad[0])) / 413 for one in found.found]


@pytest.mark.whole
def test_the_card_is_cut_at_its_edge_not_at_its_printed_frame():
    assert np.median(widths(None)) < 0.93, "this test is about a frame that is found more easily than the edge"
    assert min(widths(CARD_MM)) > 0.984 and max(widths(CARD_MM)) < 1.016


@pytest.mark.parametrize("inset", [1.0, 2.2, 4.0])
def test_how_far_within_the_edge_a_frame_lies_follows_from_its_shape(inset):
    width, height = CARD_MM
    assert compute_inset_mm((width - 2 * inset) / (height - 2 * inset), CARD_MM) == pytest.approx(inset)


def test_a_crop_whose_shape_is_off_gets_a_word():
    assert measure_width_error(0.64, 0.648) == 0
    assert shape_in_words(measure_width_error(0.63, 0.648), ENGLISH) == "2.8% too narrow"
    assert shape_in_words(measure_width_error(0.67, CARD_MM[0] / CARD_MM[1]), ENGLISH) == "3.3% too wide"


@pytest.mark.whole
@varied("seed", [3, 4])
def test_cards_with_a_pale_line_within_the_edge_are_cut_at_the_edge(seed):
    """The line has two edges, and each card is found at another one of the three."""
    dice, style = np.random.default_rng(seed), make_framed_style(JUDGING, 41)
    lying = {
        str(number): scene(draw_card(str(number), (420, 648), style), 200, dice, 0.15, False) for number in range(2, 98, 5)
    }
    pictures = {face: one.frame(dice) for face, one in lying.items()}
    found = enrol_photographs(
        (Photograph(face, face, picture) for face, picture in pictures.items()), pictures.__getitem__, CARD_MM
    ).found
    cut = [overlap_share(one.quad, lying[one.name].quad) for one in found]
    assert len(cut) == len(lying) and sum(part > 0.96 for part in cut) >= 0.85 * len(cut)
