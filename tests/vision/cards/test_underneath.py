"""Cards under others: what shows of them says where the rest must be."""

import cv2
import numpy as np

from vision.cards.outlines import find_blobs
from vision.cards.underneath import find_hidden_quads, find_loose_sides, mask_visible_part
from vision.plane.quads import overlap_share

ABOVE = np.array([[200, 120], [320, 120], [320, 306], [200, 306]], np.float32)
BELOW = ABOVE + np.float32([-60, -70])


def table():
    image = np.full((420, 560, 3), 60, np.uint8)
    for quad, grey in ((BELOW, 180), (ABOVE, 235)):
        cv2.fillConvexPoly(image, quad.astype(np.int32), (grey,) * 3, cv2.LINE_AA)
    return image


def test_a_card_of_which_three_corners_show_is_found_where_it_lies():
    image = table()
    found = find_hidden_quads([ABOVE], 120 / 186, find_loose_sides(image, find_blobs(image)))
    assert max(overlap_share(quad, BELOW) for quad in found) > 0.9


def test_nothing_lies_under_a_card_alone_on_the_table():
    image = np.full((420, 560, 3), 60, np.uint8)
    cv2.fillConvexPoly(image, ABOVE.astype(np.int32), (235,) * 3, cv2.LINE_AA)
    assert find_hidden_quads([ABOVE], 120 / 186, find_loose_sides(image, find_blobs(image))) == []


def test_what_shows_is_what_no_card_above_covers():
    shows = mask_visible_part((120, 186), BELOW, [ABOVE], (420, 560))
    assert shows.shape == (186, 120)
    assert shows[10, 10] and not shows[-10, -10]
    assert abs((1 - shows.mean()) - (60 * 116) / (120 * 186)) < 0.06


def test_what_reaches_beyond_the_picture_does_not_show():
    outside = BELOW - np.float32([200, 0])
    assert not mask_visible_part((120, 186), outside, [], (420, 560))[:, :40].any()
