"""A deck that was enrolled is read in pictures of any table. Cards, tables and photographs are drawn."""

import cv2
import numpy as np
import pytest

from tests.small_decks import learn_small_deck
from tests.varied import varied
from vision.cards.keypoints import find_cards_by_print, index_keypoints
from vision.drawn.art.cards import draw_card
from vision.drawn.art.surfaces import draw_surface
from vision.plane.pyramid import build_pyramid
from vision.plane.quads import overlap_share
from vision.readers.enrolled.partial import FaceMatch
from vision.readers.enrolled.reader import EnrolledReader, PartLook, is_contested, is_size_of_neighbours
from vision.readers.enrolment.learning import Sample

FACES = ("2", "14", "41", "47", "58", "66", "83", "96", "99", "F44")
LARGE = (300, 420)
CORNERS = np.float32([[0, 0], [1, 0], [1, 1], [0, 1]])


def drawn(face):
    return draw_card(face, LARGE)


@pytest.fixture(scope="module")
def reader():
    crops = [cv2.resize(drawn(face), (200, 280), interpolation=cv2.INTER_AREA) for face in FACES]
    return EnrolledReader(
        learn_small_deck("ours", [Sample(face, crop) for face, crop in zip(FACES, crops, strict=True)], "the_game", 5 / 7)
    )


def table(name, seed=0):
    return draw_surface(name, (640, 480), 1, seed)[:480, :640].copy()


def pebbles(seed=0):
    """A table so busy that no outline can be seen on it."""
    dice = np.random.default_rng(seed)
    spots = cv2.resize(dice.integers(0, 255, (80, 107, 3), dtype=np.uint8), (640, 480), interpolation=cv2.INTER_NEAREST)
    return cv2.GaussianBlur(spots, (0, 0), 1.2)


def laid(picture, card, middle, width, turn, tilt=0.0):
    """The quad of a card put into the picture, `tilt` the part by which its far side is shorter."""
    corners = (CORNERS - 0.5) * (width, 1.4 * width)
    corners[:2] *= 1 - tilt
    angle = np.deg2rad(turn)
    quad = (corners @ [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]] + middle).astype(np.float32)
    soft = cv2.GaussianBlur(card, (0, 0), 0.4 * card.shape[1] / width)
    to_picture = cv2.getPerspectiveTransform(CORNERS * np.float32(card.shape[1::-1]), quad)
    size = picture.shape[1::-1]
    cover = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), to_picture, size)[..., None] / 255.0
    picture[:] = picture * (1 - cover) + cv2.warpPerspective(soft, to_picture, size) * cover
    return quad


def accepted(reader, picture):
    return sorted(reading.face for _, reading in reader.read_picture(picture) if reading.accepted)


@varied("name", ["checked", "pale", "wood"])
def test_cards_are_read_on_any_table_at_any_turn(reader, name):
    picture = table(name)
    laid(picture, drawn("47"), (150, 160), 100, 20)
    laid(picture, drawn("83"), (330, 300), 90, 200, tilt=0.12)
    laid(picture, drawn("F44"), (500, 150), 110, -75)
    assert accepted(reader, picture) == ["47", "83", "F44"]


def test_cards_are_read_where_no_outline_shows(reader):
    picture = pebbles()
    quads = {
        "58": laid(picture, drawn("58"), (150, 160), 105, 33),
        "14": laid(picture, drawn("14"), (420, 280), 120, 150, tilt=0.1),
    }
    read = {reading.face: quad for quad, reading in reader.read_picture(picture) if reading.accepted}
    assert read.keys() == quads.keys()
    assert all(overlap_share(read[face], quads[face]) > 0.9 for face in quads)


def test_the_card_below_is_read_by_what_shows_of_it(reader):
    picture = table("cloth")
    laid(picture, drawn("41"), (260, 240), 130, 0)
    laid(picture, drawn("96"), (330, 290), 130, 12)
    assert accepted(reader, picture) == ["41", "96"]


@pytest.mark.parametrize("face", ["66", "99", "96"])
@pytest.mark.parametrize("turn", [0, 180])
def test_numbers_that_turn_into_one_another_are_told_apart(reader, face, turn):
    picture = table("slate")[:300, :300].copy()
    laid(picture, drawn(face), (150, 150), 110, turn + 4)
    assert accepted(reader, picture) == [face]


@pytest.fixture(scope="module")
def incomplete():
    """A deck of red and blue cards, of which nobody knows that 5, 8 and 9 were never shown."""
    faces = [f"{number}{colour}" for number in (1, 2, 3, 4, 6, 7) for colour in "RB"]
    crops = [cv2.resize(drawn(face), (200, 280), interpolation=cv2.INTER_AREA) for face in faces]
    return EnrolledReader(learn_small_deck("incomplete", [Sample(*pair) for pair in zip(faces, crops, strict=True)], "", 5 / 7))


@varied(("face", "taken"), [("8R", []), ("9B", []), ("5R", []), ("3R", ["3R"]), ("6B", ["6B"])], quick=2)
def test_a_small_card_that_was_never_enrolled_is_not_accepted_as_the_one_most_like_it(incomplete, face, taken):
    picture = table("wood")
    laid(picture, drawn(face), (200, 200), 60, 30)
    assert accepted(incomplete, picture) == taken


def test_backs_blanks_and_bare_tables_are_no_cards(reader):
    for name in ("cloth", "dark_wood"):
        picture = table(name, 3)
        laid(picture, drawn("back"), (200, 200), 110, 30)
        laid(picture, np.full((420, 300, 3), 235, np.uint8), (430, 260), 110, -20)
        assert accepted(reader, picture) == []
    assert accepted(reader, pebbles(2)) == []


def test_keypoints_place_a_card_whatever_its_face():
    crops = [drawn(face) for face in FACES]
    picture = pebbles(1)
    quad = laid(picture, drawn("55"), (320, 240), 130, 100)
    places = find_cards_by_print(picture, index_keypoints(crops, 5 / 7))
    assert overlap_share(places[0][0], quad) > 0.85, "the 55 was never enrolled, but shares the deck's art"
    assert find_cards_by_print(np.full((300, 400, 3), 90, np.uint8), index_keypoints(crops, 5 / 7)) == []
    assert find_cards_by_print(picture, index_keypoints([], 5 / 7)) == []


def test_beside_cards_that_are_known_print_is_found_where_there_is_any():
    index = index_keypoints([drawn(face) for face in FACES], 5 / 7)
    picture = table("cloth")
    below = laid(picture, drawn("96"), (330, 290), 130, 12)
    above = laid(picture, drawn("41"), (260, 240), 130, 0)
    assert max(overlap_share(quad, below) for quad, _ in find_cards_by_print(picture, index, [above], glance=True)) > 0.8
    assert find_cards_by_print(picture, index, [above, below], glance=True) == []


def match(face, likeness):
    """A face, by its number, laid on a part of a card."""
    return FaceMatch(face, False, likeness, np.zeros((2, 2), np.float32), CORNERS)


def test_a_card_under_another_is_not_named_where_another_look_there_says_otherwise():
    here, aside, far = (CORNERS * 100 + np.float32([left, 0]) for left in (0, 10, 300))
    worse = PartLook(here, [match(1, 0.81), match(2, 0.74)])
    better = [match(1, 0.88), match(2, 0.87)]
    assert is_contested(worse, [worse, PartLook(aside, better)]), "its rival is liker there than it is here"
    assert not is_contested(worse, [worse, PartLook(far, better)]), "another place"
    assert not is_contested(worse, [worse, PartLook(aside, [match(1, 0.88), match(2, 0.6)])])


def test_a_card_under_another_is_the_one_that_it_is_like_where_it_was_found_to_lie(reader):
    """The top of a 5 of hearts was looked at some way off first, where a 10 was likeliest; then nobody asked for the 5 any more."""
    picture = table("wood")
    quad = laid(picture, drawn("47"), (300, 220), 110, 5)
    above = [laid(picture, drawn("83"), (310, 265), 110, 0)]
    found = {face: PartLook(quad, [match(FACES.index(face), 0.8)]) for face in ("47", "41")}
    assert reader._is_part_confirmed(build_pyramid(picture), found["47"], above)
    assert not reader._is_part_confirmed(build_pyramid(picture), found["41"], above)


def test_a_card_under_another_is_as_large_as_that():
    """A 3 of clubs was read of a third of a nine's print."""
    above = CORNERS * np.float32([100, 140])
    assert is_size_of_neighbours(above + np.float32(20), [above]) and is_size_of_neighbours(above * np.float32(1.1), [above])
    assert is_size_of_neighbours(above * np.float32(0.78) + np.float32(10), [above]), (
        "the camera is held close and looks from aside"
    )
    assert not is_size_of_neighbours(above * np.float32(0.7) + np.float32(10), [above])
    assert is_size_of_neighbours(above * np.float32(0.7) + np.float32(500), [above]), "far away, and so looks smaller"
