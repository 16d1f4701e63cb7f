"""Crops whose corners were found badly are laid on the card all the same."""

import cv2
import numpy as np
import pytest

from tests.small_decks import learn_small_deck
from tests.varied import varied
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.plane.quads import crop_corners
from vision.readers.enrolled import features
from vision.readers.enrolled.alignment import align_corners, measure_likeness, prepare_target
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample


def texture(crop):
    return features.compute_texture(features.resize_to_canonical(np.ascontiguousarray(crop)))


def on_a_table(face, style):
    """A card in the middle of a dark table, 200 pixels wide."""
    picture = np.full((480, 400, 3), (40, 60, 50), np.uint8)
    picture[100:380, 100:300] = draw_card(face, (200, 280), STYLES[style])
    return picture


def cut_awry(picture, shift, turn):
    """The card cut out `shift` parts of its width beside its place and turned, and where its corners lie in the canonical crop."""
    true = crop_corners((200, 280)) + 100
    middle, angle = true.mean(axis=0), np.deg2rad(turn)
    turned = (true - middle) @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + middle
    corners = (turned + np.array(shift) * 200).astype(np.float32)
    warp = cv2.getPerspectiveTransform(corners, crop_corners(features.CANONICAL_SIZE))
    crop = cv2.warpPerspective(picture, warp, features.CANONICAL_SIZE)
    return crop, cv2.perspectiveTransform(true[None], warp)[0]


@pytest.mark.parametrize("style", ["night", "ember", "paper"])
@pytest.mark.parametrize(("shift", "turn"), [((0, 0), 0), ((0.07, 0.03), 0), ((-0.05, 0.06), 3), ((0.0, -0.08), -3)])
def test_a_crop_beside_the_card_is_laid_on_it(style, shift, turn):
    onto = prepare_target(texture(draw_card("47", (200, 280), STYLES[style])))
    crop, corners = cut_awry(on_a_table("47", style), shift, turn)
    found, laid = align_corners(onto, texture(crop))
    assert np.abs(found - corners).max() < 3
    assert measure_likeness(laid, onto.plane) > 0.8


def test_a_crop_without_a_card_is_left_where_it_is():
    onto = prepare_target(texture(draw_card("47", (200, 280))))
    found, _ = align_corners(onto, texture(np.full((280, 200, 3), 128, np.uint8)))
    assert np.abs(found - crop_corners(features.CANONICAL_SIZE)).max() < 3


@pytest.fixture(scope="module")
def reader():
    faces = ("2H", "4H", "4D", "2C", "3H", "KS")
    return EnrolledReader(
        learn_small_deck("pips", [Sample(face, draw_card(face, (200, 280))) for face in faces], "sequence", 5 / 7)
    )


@varied("turn", [-18, -16, -13, 4, 18], quick=2)
def test_pips_of_a_crop_cut_askew_are_not_taken_for_some_of_another_card(reader, turn):
    crop, _ = cut_awry(on_a_table("2H", "paper"), (0, 0.05), turn)
    reading = reader.read(crop)
    assert reading.face == "2H" if abs(turn) < 10 else not (reading.accepted and reading.face != "2H")


@pytest.mark.parametrize("shift", [0.0, 0.06])
@pytest.mark.parametrize(("signs", "accepted"), [(2, False), (4, True)])
def test_a_crop_that_shows_some_of_a_cards_pips_only_is_not_believed(reader, signs, accepted, shift):
    """Three pips in a row, seen aslant, lie where a card of more has some of its own."""
    picture = on_a_table("4H", "night")
    if signs < 4:
        picture[125:220, 135:195] = picture[300, 200]
        picture[260:355, 205:265] = picture[300, 200]
    crop, _ = cut_awry(picture, (0.0, shift), 0)
    assert reader.read(crop).accepted == accepted


def test_nor_is_one_that_another_card_covers_by_half(reader):
    picture = on_a_table("4H", "night")
    picture[180:460, 170:370] = draw_card("KS", (200, 280))
    assert not reader.read(picture[100:380, 100:300]).accepted
