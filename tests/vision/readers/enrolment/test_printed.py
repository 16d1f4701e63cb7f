"""A card is drawn to where what its deck's cards share lies on it. Drawn, with printed frames."""

import cv2
import numpy as np

from companion.games.sheets import build_practice_deck, load_sheet
from tests.benchmarks.photographed import scene
from tests.varied import varied
from vision.cards.candidates import CARD_CROP_PX
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import JUDGING, make_framed_style
from vision.plane.quads import UNIT, overlap_share, project_from_quad
from vision.readers.enrolment.printed import find_card_by_shared, find_much_shared

STYLE, ASPECT = make_framed_style(JUDGING, 22), 0.648
FACE = "80:skull"
OTHERS = [face for face in build_practice_deck(load_sheet("extreme")) if face != FACE][::4]


@varied("inset", [0.0, 0.02, 0.03, 0.04])
def test_a_card_that_was_cut_at_its_frame_is_cut_at_its_edge(inset):
    shared = find_much_shared(
        [cv2.resize(draw_card(face, (420, 648), STYLE), CARD_CROP_PX, interpolation=cv2.INTER_AREA) for face in OTHERS]
    )
    dice = np.random.default_rng(4)
    lying = scene(draw_card(FACE, (420, 648), STYLE), 200, dice, hard=0.15, fingers=False)
    frame = project_from_quad(lying.quad, UNIT * (1 - 2 * inset) + inset)
    card = find_card_by_shared(lying.frame(dice), frame, shared, ASPECT)
    assert overlap_share(card.quad, lying.quad) > 0.985
