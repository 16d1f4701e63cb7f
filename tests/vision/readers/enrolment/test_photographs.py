"""The card in a photograph is found whatever is printed on it. Drawn."""

import cv2
import numpy as np
import pytest

from tests.benchmarks.photographed import scene
from vision.cards.candidates import CARD_CROP_PX
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import BUILDING, make_framed_style
from vision.plane.quads import cut_out, overlap_share
from vision.readers.enrolment.doubts import NO_CARD, UNLIKE
from vision.readers.enrolment.learning import Sample
from vision.readers.enrolment.photographs import (
    Enrolment,
    FoundCard,
    Photograph,
    enrol_photographs,
    find_card_outlines,
    recut_unlike_cards,
)

CARD = np.array([[250, 60], [590, 120], [510, 590], [165, 530]], np.float32)
"""Where the card lies in the photograph."""


def photograph(pips, colour=(30, 20, 110), table=None):
    """A pale card on a pale table, so many bricks in two columns on it."""
    card = np.full((700, 500, 3), (205, 200, 196), np.uint8)
    for i in range(pips):
        x, y = (170, 330)[i % 2], 100 + 500 * (i // 2) // max((pips - 1) // 2, 1)
        cv2.rectangle(card, (x - 36, y - 48), (x + 36, y + 48), colour, -1, cv2.LINE_AA)
    cv2.putText(card, str(pips), (15, 90), cv2.FONT_HERSHEY_DUPLEX, 2.2, colour, 5, cv2.LINE_AA)
    table = np.full((700, 800, 3), (110, 135, 140), np.uint8) if table is None else table
    seen = cv2.getPerspectiveTransform(np.array([[0, 0], [500, 0], [500, 700], [0, 700]], np.float32), CARD)
    cv2.warpPerspective(card, seen, (800, 700), table, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    noise = np.random.default_rng(pips).normal(0, 2, table.shape)
    return np.clip(cv2.GaussianBlur(table, (0, 0), 1.2) + noise, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def enrolment():
    return enrol_photographs(Photograph(f"{pips}", f"{pips}D", photograph(pips)) for pips in (2, 4, 5, 6, 8, 9))


def test_pips_of_one_size_are_not_taken_for_the_card(enrolment):
    assert enrolment.doubts == ()
    assert all(overlap_share(one.quad, CARD) > 0.95 for one in enrolment.found)
    assert enrolment.aspect == pytest.approx(5 / 7, abs=0.02)


def test_a_crop_shows_the_whole_card(enrolment):
    shapes = {one.sample.crop.shape for one in enrolment.found}
    assert shapes == {(CARD_CROP_PX[1], CARD_CROP_PX[0], 3)}


@pytest.mark.whole
def test_a_card_whose_outline_is_lost_is_found_by_the_print_of_the_others():
    dice = np.random.default_rng(3)
    pebbles = cv2.resize(dice.integers(0, 255, (35, 40, 3), dtype=np.uint8), (800, 700), interpolation=cv2.INTER_NEAREST)
    pictures = {f"{pips}D": photograph(pips) for pips in (2, 4, 5, 8, 9)} | {"6D": photograph(6, table=pebbles.copy())}
    alone = enrol_photographs(Photograph(face, face, picture) for face, picture in pictures.items())
    assert [doubt.name for doubt in alone.doubts] == ["6D"], "this test is about a card that cannot be found alone"
    helped = enrol_photographs((Photograph(face, face, picture) for face, picture in pictures.items()), pictures.__getitem__)
    assert helped.doubts == () and overlap_share(helped.found[-1].quad, CARD) > 0.93


def test_an_empty_table_has_no_card():
    table = np.full((700, 800, 3), (110, 135, 140), np.uint8)
    assert find_card_outlines(table) == []
    assert [doubt.reason for doubt in enrol_photographs([Photograph("empty", "2D", table)]).doubts] == [NO_CARD]


@pytest.mark.whole
def test_half_cards_that_are_like_one_another_are_found_out():
    halves = {"4D": CARD, "8D": CARD}
    pictures = {f"{pips}D": photograph(pips) for pips in (2, 4, 5, 6, 8, 9, 10, 3)}
    for face in halves:  # a dark cloth lies over the lower half
        pictures[face][:] = np.where(np.arange(700)[:, None, None] < 325, pictures[face], np.uint8(40))
    found = enrol_photographs(Photograph(face, face, picture) for face, picture in pictures.items())
    unused = {doubt.face for doubt in found.doubts if not doubt.used}
    assert unused == halves.keys() and {one.sample.face for one in found.found} == pictures.keys() - unused


@pytest.mark.whole
def test_cards_with_a_printed_frame_are_all_cut_at_their_edge_whatever_cloth_they_lie_on():
    """One was cut at its frame, another at a line of a chequered cloth: what all of them show tells where they lie."""
    style, places, photographs = make_framed_style(BUILDING, 0), {}, {}
    for i, face in enumerate(("2", "6", "7", "8", "15", "22", "36", "44", "48", "51", "89", "97")):
        dice = np.random.default_rng((1, i))
        taken = scene(draw_card(face, (420, 648), style), 200, dice, hard=0.15, fingers=False)
        places[face], photographs[face] = taken.quad, Photograph(face, face, taken.frame(dice))
    found = enrol_photographs(photographs.values(), lambda name: photographs[name].image, (59.0, 91.0)).found
    assert len(found) == len(places)
    for one in found:
        assert (
            max(overlap_share(one.quad, np.roll(places[one.name], way, axis=0).astype(np.float32)) for way in (0, 2)) > 0.96
        ), one.name


@pytest.fixture(scope="module")
def one_cut_awry():
    """Twelve photographs of a framed deck, and an enrolment in which the outline of one is drawn aslant: its shape is right all the same."""
    style, photographs, found = make_framed_style(BUILDING, 0), {}, []
    for i, face in enumerate(("2", "6", "7", "8", "15", "22", "36", "44", "48", "51", "89", "97")):
        dice = np.random.default_rng((1, i))
        taken = scene(draw_card(face, (420, 648), style), 200, dice, hard=0.15, fingers=False)
        photographs[face], quad = taken.frame(dice), taken.quad.astype(np.float32)
        if face == "44":
            along = quad[1] - quad[0]
            quad = quad + np.array([0.2, 0.2, -0.2, -0.2], np.float32)[:, None] * along
        found.append(FoundCard(face, quad, Sample(face, cut_out(photographs[face], quad, CARD_CROP_PX)), 59 / 91))
    return photographs, Enrolment(tuple(found), (), 59 / 91)


@pytest.mark.whole
def test_a_card_cut_aslant_is_cut_anew_as_its_neighbours_show(one_cut_awry):
    photographs, enrolment = one_cut_awry
    straight = recut_unlike_cards(enrolment, photographs.__getitem__)
    before, after = (next(one for one in each.found if one.name == "44") for each in (enrolment, straight))
    assert straight.doubts == () and overlap_share(before.quad, after.quad) < 0.9
    others = [one for one in straight.found if one.name != "44"]
    assert all(one is old for one, old in zip(others, [o for o in enrolment.found if o.name != "44"], strict=True))


@pytest.mark.whole
def test_a_card_cut_aslant_that_cannot_be_found_again_gets_a_word(one_cut_awry):
    photographs, enrolment = one_cut_awry
    lost = recut_unlike_cards(enrolment, lambda name: np.full_like(photographs[name], 90))
    assert [(doubt.name, doubt.reason, doubt.used) for doubt in lost.doubts] == [("44", UNLIKE, True)]
