"""Cards shown to a camera one after the other are cut alike once all are there. Drawn, with printed frames."""

import numpy as np
import pytest

from tests.varied import varied
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import BUILDING, make_framed_style
from vision.drawn.table.render import locate_card_corners, render_scene
from vision.drawn.table.scene import Lying, TableScene
from vision.place.layout import Layout, Zone
from vision.plane.quads import UNIT, project_from_quad
from vision.readers.enrolled.features import compute_texture, resize_to_canonical
from vision.readers.enrolment.surroundings import SURROUNDINGS_PART, cut_samples_alike, cut_with_surroundings

CARD = (59.0, 91.0)
LAYOUT = Layout((300, 220), (Zone("show", "card", (80, 30, 140, 160)),), (), CARD)
STYLE = make_framed_style(BUILDING, 1)
FACES = ("12", "23", "34", "47", "58", "71", "85", "93")
FRAME = np.array(STYLE.rim_mm) / CARD


def shown(at_frame):
    """Each card with what lies around it. `at_frame`: those that were cut at their printed frame."""
    pictures = {}
    for number, face in enumerate(FACES):
        card = Lying(face, (150.0 + number, 110.0), 2.0 * number - 7.0)
        scene = TableScene(LAYOUT, (("show", (card,)),), mat=False, style=STYLE, seed=number)
        quad = locate_card_corners(scene, card).astype(np.float32)
        framed = project_from_quad(quad, UNIT * (1 - 2 * FRAME) + FRAME)
        pictures[face] = cut_with_surroundings(render_scene(scene), framed if face in at_frame else quad)
    return pictures


def likeness(crop, face):
    """Of a crop, as it was cut, to the card as it was drawn."""
    drawn = draw_card(face, (400, 560), STYLE, CARD)
    return float(
        np.corrcoef(compute_texture(resize_to_canonical(crop)).ravel(), compute_texture(resize_to_canonical(drawn)).ravel())[
            0, 1
        ]
    )


@pytest.mark.whole
@varied("at_frame", [(), ("47",), ("12", "71", "93"), FACES[:6], FACES], quick=3)
def test_a_card_that_was_cut_at_its_frame_is_cut_at_its_edge_as_the_others_are(at_frame):
    samples = cut_samples_alike(shown(at_frame), CARD)
    assert tuple(sample.face for sample in samples) == FACES
    assert min(likeness(sample.crop, sample.face) for sample in samples) > 0.9


def test_what_is_kept_around_a_card_shows_the_table_on_all_sides():
    wide = shown(())["47"]
    height, width = wide.shape[:2]
    assert width / height == pytest.approx(CARD[0] / CARD[1], rel=0.03)
    side, edge = round(width * SURROUNDINGS_PART / (1 + 2 * SURROUNDINGS_PART)), 3
    for strip in (wide[:, : side - edge], wide[:, -side + edge :], wide[: side - edge], wide[-side + edge :]):
        assert np.abs(strip.mean(axis=(0, 1)) - wide[:5, :5].mean(axis=(0, 1))).max() < 30


def test_cards_of_which_too_few_were_shown_stay_as_they_were_cut():
    pictures = dict(list(shown(("12",)).items())[:2])
    assert [sample.face for sample in cut_samples_alike(pictures, CARD)] == ["12", "23"]
