"""A card is found by how it looks where it was thought to lie, though its edges hardly show. Drawn cards of no deck that was learned from."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.on_cloth import lay, table
from tests.vision.readers.french.test_reader import guess
from vision.plane.quads import Quad
from vision.readers.french.aligned import align_by_looks, cut_place_crop, measure_corner_errors
from vision.readers.french.reader import StandardReader
from vision.readers.french.siblings import collect_siblings
from vision.readers.french.sights import StandardSight, draw_quad
from vision.readers.french.verdict import FRENCH_FACES
from vision.readers.french_print.indices import Index, Spot
from vision.readers.french_print.networks import Networks

WIDTH = 110


@pytest.fixture(scope="module")
def networks() -> Networks:
    return Networks()


def card_at(x: float, y: float, turn: float, width: float = WIDTH) -> Quad:
    """Where `lay` puts a card, from its own top left."""
    across, along = np.array([width, 0]) / 2, np.array([0, width * 1.4]) / 2
    corners = np.array([-across - along, across - along, across + along, along - across])
    radians = np.radians(-turn)
    move = np.array([[np.cos(radians), np.sin(radians)], [-np.sin(radians), np.cos(radians)]])
    return np.asarray(corners @ move + (x, y), np.float32)


def untidy_pile(face: str, turn: float) -> np.ndarray:
    """White cards on white ones: the top one in the middle."""
    picture = table()
    for below, x, y, aside in (("4C", 232, 247, turn + 9), ("KD", 248, 236, turn - 7), ("8S", 236, 234, turn + 4)):
        lay(picture, below, x, y, aside, WIDTH)
    lay(picture, face, 240, 240, turn, WIDTH)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


@pytest.mark.parametrize("face", ["7D", "KC", "2H", "TS"])
@pytest.mark.parametrize("turn", [0, 100])
def test_a_card_is_found_from_a_place_some_way_off(networks: Networks, face: str, turn: float) -> None:
    picture, true = untidy_pile(face, turn), card_at(240, 240, turn)
    guess = card_at(252, 230, turn + 7, 1.08 * WIDTH)
    found = align_by_looks(networks, picture, guess)
    assert found is not None
    before, after = (float(np.linalg.norm(quad - true, axis=1).max()) for quad in (guess, found))
    assert before > 20 and after < 0.5 * before


@given(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1), st.floats(0.9, 1.1))
def test_how_far_off_corners_are_is_said_in_widths_and_heights(right: float, down: float, size: float) -> None:
    quad, move = card_at(200, 200, 0), np.array([right * WIDTH, down * WIDTH * 1.4])
    middle = quad.mean(axis=0)
    off = measure_corner_errors(quad, np.asarray((quad - middle) * size + middle + move, np.float32))
    assert np.allclose(off.mean(axis=0), (right, down), atol=1e-3)
    assert np.allclose(np.ptp(off, axis=0), size - 1 if size > 1 else 1 - size, atol=1e-3)


def test_a_crop_shows_the_card_and_what_lies_around_it() -> None:
    picture = np.zeros((300, 300, 3), np.uint8)
    cv2.fillConvexPoly(picture, card_at(150, 150, 0).astype(np.int32), (255, 255, 255))
    crop = cut_place_crop(picture, card_at(150, 150, 0))
    assert crop.shape == (152, 112, 3)
    assert crop[30:120, 24:88].min() == 255 and crop[:14].max() == crop[:, :10].max() == 0


@pytest.mark.parametrize(("upon", "face"), [("3S", "5D"), ("KC", "5D"), ("5D", "5D")])
def test_where_only_a_corner_is_seen_the_card_itself_is_found_or_what_lies_upon_it(upon: str, face: str) -> None:
    picture = untidy_pile(upon, 0)
    corner = (Index(Spot(np.array([196, 176], np.float32), np.array([1, 22], np.float32), 0.9), guess(face)),)
    seen = [StandardSight(draw_quad(corner), corner, None)]
    found = StandardReader()._resolve_lone_corners(picture, seen)
    assert sorted(FRENCH_FACES[sight.likeliest] for sight in found) == sorted({face, upon})
    (top,) = [sight for sight in found if FRENCH_FACES[sight.likeliest] == upon]
    assert np.abs(top.quad.mean(axis=0) - 240).max() < 8
    assert StandardReader()._resolve_lone_corners(table(), seen) == seen


def test_a_card_of_very_large_print_is_found_by_one_of_its_corners() -> None:
    """Drawn by an index half as high as the card, the place where it is looked for first is twice as large as the card."""
    corner = (Index(Spot(np.array([204, 196], np.float32), np.array([0, 66], np.float32), 0.9), guess("5D")),)
    found = StandardReader()._resolve_lone_corners(untidy_pile("5D", 0), [StandardSight(draw_quad(corner), corner, None)])
    assert [FRENCH_FACES[sight.likeliest] for sight in found] == ["5D"]
    assert np.abs(found[0].quad.mean(axis=0) - 240).max() < 8


def test_a_corner_of_another_print_is_looked_for_as_it_was_drawn_too() -> None:
    """The cards that were seen whole are of another deck, a third as large."""
    picture, small = untidy_pile("5D", 0), card_at(60, 60, 0, WIDTH / 3)
    marks = [Index(Spot(small[0] + (5, 7), np.array([0, 7], np.float32), 0.9), guess("9C"))]
    siblings = collect_siblings([StandardSight(small, tuple(marks), guess("9C"))], (480, 480))
    corner = (Index(Spot(np.array([196, 176], np.float32), np.array([1, 22], np.float32), 0.9), guess("5D")),)
    sight = StandardSight(draw_quad(corner), corner, None)
    found = StandardReader()._read_like_sibling(picture, cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), sight, siblings)
    assert FRENCH_FACES[found.likeliest] == "5D" and np.abs(found.quad.mean(axis=0) - 240).max() < 8


def corner_of(face: str, sureness: float = 0.9) -> StandardSight:
    """An upper left corner of the card in the middle, or of one that lies there about."""
    spot = Spot(np.array([196, 176], np.float32), np.array([1, 22], np.float32), 0.9)
    said = guess(face)
    corner = (Index(spot, replace(said, rank=said.rank * np.float32(sureness))),)
    return StandardSight(draw_quad(corner), corner, None)


def both_corners_of(face: str) -> StandardSight:
    places = (((196, 176), (0, 22)), ((284, 304), (0, -22)))
    corners = [Index(Spot(np.array(at, np.float32), np.array(down, np.float32), 0.9), guess(face)) for at, down in places]
    return StandardSight(draw_quad(corners), tuple(corners), None)


def test_a_card_is_looked_for_where_an_index_can_hardly_be_read_but_not_twice() -> None:
    reader, picture = StandardReader(), untidy_pile("5D", 0)
    found = reader._resolve_lone_corners(picture, [corner_of("3C", 0.3)])
    assert sorted(FRENCH_FACES[sight.likeliest] for sight in found) == ["3C", "5D"]
    seen = [both_corners_of("5D"), corner_of("3C", 0.3)]
    assert reader._resolve_lone_corners(picture, seen) == seen


def test_the_top_of_a_pile_is_read_where_it_is_found_to_lie() -> None:
    reader, picture, awry = StandardReader(), untidy_pile("KC", 0), card_at(264, 224, 9, 1.12 * WIDTH)
    assert reader._read_plain_card(picture, [awry]) is None
    found = reader._read_plain_card(picture, reader._align_places(picture, [awry]))
    assert found is not None and FRENCH_FACES[found.likeliest] == "KC"


def test_cards_that_are_known_by_corners_alone_tell_how_large_cards_are_where_they_are_found() -> None:
    siblings = StandardReader()._find_siblings(untidy_pile("5D", 0), [both_corners_of("5D")])
    (placed,) = siblings.whole
    assert np.abs(placed.quad - card_at(240, 240, 0)).max() < 8
    assert not StandardReader()._find_siblings(table(), []).whole
