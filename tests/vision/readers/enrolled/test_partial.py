"""A card of which only a part shows."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.small_decks import learn_small_deck
from tests.varied import varied
from vision.cards.candidates import CARD_CROP_PX
from vision.drawn.art.cards import draw_card
from vision.readers.enrolled.partial import PART_SEARCH, PartReader, correlate_trimmed
from vision.readers.enrolment.learning import Sample

FACES = ("12", "35", "47", "66", "88", "93")


@cache
def reader():
    return PartReader(learn_small_deck("six", [Sample(face, draw_card(face, CARD_CROP_PX)) for face in FACES]))


def seen(face, rows, upside_down=False):
    """The crop of a card of which the upper `rows` show; dark cloth covers the rest."""
    crop, visible = draw_card(face, CARD_CROP_PX), np.zeros((CARD_CROP_PX[1], CARD_CROP_PX[0]), bool)
    crop = np.ascontiguousarray(crop[::-1, ::-1]) if upside_down else crop
    visible[:rows] = True
    return np.where(visible[..., None], crop, 30).astype(np.uint8), visible


def test_half_a_card_is_read_either_way_up_or_asked_about_never_guessed():
    looks = [
        (face, upside, reader().match_faces(*seen(face, CARD_CROP_PX[1] // 2, upside)))
        for face in FACES
        for upside in (False, True)
    ]
    read = [(face, upside, reader().judge_matches(matches), matches[0].turned) for face, upside, matches in looks]
    accepted = [(face == reading.face, upside == turned) for face, upside, reading, turned in read if reading.accepted]
    assert len(accepted) >= len(read) - 1 and set(accepted) == {(True, True)}


def test_of_a_sliver_nothing_is_said():
    assert reader().match_faces(*seen("47", round(CARD_CROP_PX[1] * PART_SEARCH.min_visible_part / 2))) == []


def test_a_card_of_another_deck_is_not_accepted():
    other, visible = seen("47", CARD_CROP_PX[1] // 2)
    stripes = np.where((np.arange(CARD_CROP_PX[0]) // 9 % 2)[None, :, None] == 1, 250 - other, 90).astype(np.uint8)
    matches = reader().match_faces(stripes, visible)
    assert not matches or not reader().judge_matches(matches).accepted


@pytest.mark.parametrize(("strength", "accepted"), [(1.0, True), (0.8, True), (0.15, False)])
def test_print_so_faint_that_it_may_be_noise_is_no_card(strength, accepted):
    crop, visible = seen("47", CARD_CROP_PX[1] // 2)
    faint = np.where(visible[..., None], crop * strength + 120 * (1 - strength), crop).astype(np.uint8)
    matches = reader().match_faces(faint, visible)
    assert bool(matches and reader().judge_matches(matches).accepted) == accepted


def in_red(crop, columns):
    """The crop with the print of its first columns in red."""
    red = crop.copy()
    print_there = crop[:, :columns].min(axis=2) < 120
    red[:, :columns][print_there] = (40, 40, 205)
    return red


def test_print_in_another_colour_than_the_face_has_there_is_not_accepted():
    french = PartReader(
        learn_small_deck("clubs", [Sample(face, draw_card(face, CARD_CROP_PX)) for face in ("6C", "6S", "7C", "4C", "9S")])
    )
    crop, visible = draw_card("6C", CARD_CROP_PX), np.ones((CARD_CROP_PX[1], CARD_CROP_PX[0]), bool)
    visible[200:] = False
    assert french.judge_matches(french.match_faces(crop, visible)).accepted
    matches = french.match_faces(in_red(crop, CARD_CROP_PX[0] // 2), visible)
    assert french.deck.faces[matches[0].face] == "6C" and not french.judge_matches(matches).accepted


def test_print_where_a_face_has_none_speaks_against_it_unless_the_rest_is_surely_like_it():
    french = PartReader(
        learn_small_deck("four", [Sample(face, draw_card(face, CARD_CROP_PX)) for face in ("6C", "4H", "9S", "7D")])
    )
    crop, visible = draw_card("6C", CARD_CROP_PX).copy(), np.zeros((CARD_CROP_PX[1], CARD_CROP_PX[0]), bool)
    visible[:200, :42] = True
    clean = french.match_faces(crop, visible)
    crop[84:118, 8:38] = crop[119:153, 8:38] = crop[14:48, 8:38].copy()
    astray = french.match_faces(crop, visible)
    assert french.deck.faces[astray[0].face] == "6C" and clean[0].stray == 0
    assert french.judge_matches(clean).accepted and french.judge_matches(astray).accepted
    poor = replace(clean[0], likeness=0.8)
    assert french.judge_matches([poor]).accepted
    assert not french.judge_matches([replace(poor, stray=astray[0].stray)]).accepted


@varied("veil", [0.0, 0.4])
def test_colours_that_a_veil_made_paler_are_the_same(veil):
    french = PartReader(
        learn_small_deck("reds", [Sample(face, draw_card(face, CARD_CROP_PX)) for face in ("6D", "6H", "7D", "4H", "9D")])
    )
    crop, visible = draw_card("6D", CARD_CROP_PX), np.ones((CARD_CROP_PX[1], CARD_CROP_PX[0]), bool)
    visible[200:] = False
    hazy = (crop * (1 - veil) + 200 * veil).astype(np.uint8)
    assert french.match_faces(hazy, visible)[0].recoloured < 0.02


def test_a_face_that_another_one_suits_almost_as_well_is_not_accepted_from_a_poor_look():
    best, *others = reader().match_faces(*seen("47", CARD_CROP_PX[1] // 2))
    rival = replace(next(match for match in others if match.face != best.face), likeness=0.674)
    assert not reader().judge_matches([replace(best, likeness=0.728), rival]).accepted
    assert reader().judge_matches([replace(best, likeness=0.728), replace(rival, likeness=0.6)]).accepted


def test_a_finger_over_a_part_does_not_spoil_the_likeness_of_the_rest():
    dice = np.random.default_rng(3)
    own = dice.normal(size=(400, 3)).astype(np.float32)
    spoilt = own.copy()
    spoilt[:30] += 8
    whole, _ = correlate_trimmed(own, own)
    trimmed, gaps = correlate_trimmed(own, spoilt)
    assert whole == pytest.approx(1, abs=1e-3) and trimmed > 0.95
    assert gaps.shape == (400,) and gaps[:30].min() > gaps[30:].max()


def test_a_crop_may_have_any_size():
    crop, visible = seen("47", CARD_CROP_PX[1] // 2)
    twice = cv2.resize(crop, (CARD_CROP_PX[0] * 2, CARD_CROP_PX[1] * 2))
    matches = reader().match_faces(twice, np.kron(visible, np.ones((2, 2), bool)))
    assert reader().judge_matches(matches).face == "47"
