"""A pile of white cards has the outline of several: which of its edges are those of the card on top, whose size the others tell."""

import cv2
import numpy as np
import pytest

from tests.vision.on_cloth import lay, table
from tests.vision.readers.french.test_siblings import moved, seen_whole
from vision.cards.outlines import find_blobs
from vision.drawn.art.styles import STYLES
from vision.plane.quads import overlap_share, side_lengths
from vision.readers.french.pile_tops import find_piles, find_top_places, measure_scale
from vision.readers.french.reader import make_standard_reader
from vision.readers.french.siblings import collect_siblings

SIZE = (480, 640)
WHOLE = [seen_whole("7D", 60, 50, 0.1), seen_whole("QS", 480, 300, -0.2)]


def pile(*turns):
    """A dark table with two single cards and a pile of white cards around its middle, each a little aside of the last; and where the last
    lies."""
    picture = np.full((*SIZE, 3), (60, 80, 40), np.uint8)
    cards = [sight.quad for sight in WHOLE]
    cards += [
        moved(np.array([[-50, -70], [50, -70], [50, 70], [-50, 70]]), 300 + 6 * i, 220 + 5 * i, turn)
        for i, turn in enumerate(turns)
    ]
    for quad in cards:
        corners = np.round(quad * 16).astype(np.int32)
        cv2.fillConvexPoly(picture, corners, (235, 240, 240), cv2.LINE_AA, 4)
        cv2.polylines(picture, [corners], True, (200, 205, 205), 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7)), cards[-1]


@pytest.mark.parametrize("turn", [0.0, 0.6, 1.5, 2.4])
def test_the_top_card_of_a_pile_of_white_cards_is_found_whichever_way_it_lies(turn):
    picture, top = pile(turn + 0.15, turn - 0.1, turn)
    scale = measure_scale(collect_siblings(WHOLE, SIZE))
    known = [sight.quad for sight in WHOLE]
    place = next(one for one in find_piles(picture, find_blobs(picture), scale, known) if overlap_share(one, top) > 0.5)
    first, *_ = find_top_places(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), place, scale)
    assert overlap_share(first, top) > 0.93
    sides = side_lengths(first)
    assert sides[0] < sides[1], "the crop would lie on its side"


def test_no_card_is_looked_for_where_none_was_seen_whole_and_no_dark_thing_of_its_size_is_a_pile():
    assert measure_scale(collect_siblings([], SIZE)) is None
    picture, _ = pile(0.0)
    picture[150:290, 250:350] = (20, 30, 90)
    scale = measure_scale(collect_siblings(WHOLE, SIZE))
    piles = find_piles(picture, find_blobs(picture), scale, [sight.quad for sight in WHOLE])
    assert not any(cv2.pointPolygonTest(one, (300.0, 220.0), False) > 0 for one in piles)


@pytest.mark.whole
def test_a_card_that_was_read_in_a_place_without_its_edges_is_looked_for_where_it_lies():
    dice, picture = np.random.default_rng(23), table()
    dice.choice(52, 3, replace=False)
    turn = dice.uniform(0, 360)
    for face in ("6D", "AD", "9S"):
        aside = [dice.normal(0, spread) for spread in (14, 14, 9)]
        lay(picture, face, 240 + aside[0], 240 + aside[1], turn + aside[2], 88, STYLES["wood"])
    seen = cv2.GaussianBlur(picture, (0, 0), 1.3) + dice.normal(0, 11, picture.shape)
    read = make_standard_reader().read_picture(np.asarray(np.clip(seen, 0, 255), np.uint8))
    assert [reading.face for _, reading in read if reading.accepted] == ["9S"]
