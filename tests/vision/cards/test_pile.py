"""One card zone: what a look at it costs, what it says, and what is kept of it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.cards import pile
from vision.cards.candidates import CARD_CROP_PX
from vision.cards.pile import TOP_CARD, Insisting, Known, Recognised, SeenPile, Trying, Unknown
from vision.drawn.art.cards import draw_card
from vision.place.layout import Zone
from vision.plane.quads import cut_out
from vision.readers.numbers.faces import is_other_colour, is_part_of_number
from vision.types import EMPTY, UNREADABLE, Reader, Reading

CARD_MM = (59.0, 91.0)
ZONE = Zone("up1", "card", (0.0, 0.0, 108.0, 134.0))
STRAIGHT = np.eye(3)
"""Mat millimetres are picture pixels."""
PICTURE = np.full((160, 140, 3), 40, np.uint8)


def corners(x, y):
    """A card whose top left corner lies at (x, y) mm."""
    width, height = CARD_MM
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float64)


class Says(Reader):
    """A reader that says one thing after the other: (face, confidence, accepted), and how like the card it was, if it can say that."""

    def __init__(self, *words):
        self._words = list(words)

    def read(self, crop):
        face, confidence, accepted, *likeness = self._words.pop(0)
        return Reading("", face, confidence, (), accepted, *likeness)

    def differ_in_colour(self, face, other):
        return is_other_colour(face, other)

    def shows_part(self, face, other):
        return is_part_of_number(face, other)


def lying(search, **known):
    return SeenPile(ZONE, CARD_MM, search, **known)


def steps(state, reader, count):
    readings = []
    for _ in range(count):
        state, reading = pile.read_top_card(state, PICTURE, STRAIGHT, reader)
        readings.append(reading and (reading.zone, reading.face, reading.accepted))
    return state, readings


def test_the_first_place_that_is_read_with_certainty_is_the_cards():
    first, second = corners(10, 20), corners(30, 25)
    state, readings = steps(
        lying(Trying((first, second, corners(2, 2)))), Says(("47", 0.4, False), ("12", 0.98, True, 0.95)), 2
    )
    assert readings == [None, ("up1", "12", True)], "nothing is said while there are more places to try"
    assert state.is_recognised and np.array_equal(state.place, second)


@pytest.mark.parametrize(("confidence", "stays"), [(0.97, True), (0.999, False)])
def test_a_second_opinion_moves_the_card_where_the_reader_is_surer_of_the_same_face(confidence, stays):
    first, second = corners(10, 20), corners(30, 25)
    state, readings = steps(lying(Trying((first, second))), Says(("12", 0.98, True), ("12", confidence, True)), 2)
    assert readings == [None, ("up1", "12", True)]
    assert np.array_equal(state.place, first if stays else second)


@pytest.mark.parametrize(("likeness", "stays"), [(0.7, True), (0.9, False)])
def test_of_two_places_of_one_face_the_liker_is_the_cards_however_sure(likeness, stays):
    first, second = corners(10, 20), corners(30, 25)
    state, _ = steps(lying(Trying((first, second))), Says(("12", 0.98, True, 0.8), ("12", 0.97, True, likeness)), 2)
    assert np.array_equal(state.place, first if stays else second)


def test_a_crop_cut_awry_does_not_settle_another_face_by_its_confidence():
    first, second = corners(10, 20), corners(30, 25)
    awry, true = ("6", 1.0, True, 0.87), ("9", 0.97, True, 0.97)
    state, readings = steps(lying(Trying((first, second))), Says(awry, true), 2)
    assert readings == [None, ("up1", "9", True)] and np.array_equal(state.place, second)
    state, readings = steps(lying(Trying((second, first))), Says(true), 1)
    assert readings == [("up1", "9", True)], "what is clearly like its card needs no second opinion"


@pytest.mark.parametrize("likeness", [(), (0.85,)])
def test_two_faces_that_nothing_but_confidence_tells_apart_are_asked(likeness):
    first, second = corners(10, 20), corners(30, 25)
    state, readings = steps(lying(Trying((first, second))), Says(("6", 0.99, True, *likeness), ("9", 1.0, True, *likeness)), 2)
    assert readings == [None, ("up1", "6", False)] and not state.is_recognised


def test_a_second_opinion_that_is_not_accepted_says_nothing():
    first, second = corners(10, 20), corners(30, 25)
    state, readings = steps(lying(Trying((first, second))), Says(("12", 0.98, True), ("9", 0.99, False)), 2)
    assert readings[1] == ("up1", "12", True) and np.array_equal(state.place, first) and state.is_recognised


@pytest.mark.parametrize(("confidence", "accepted"), [(0.996, False), (0.6, True)])
def test_a_crop_cut_awry_is_not_believed_where_another_was_read_as_surely_as_another_face(confidence, accepted):
    """A corner that blurs to a 26 kept the true place from being accepted; where the crop is cut awry the whole card does not object."""
    true, awry = ("25", confidence, False), ("26", 0.986, True)
    state, readings = steps(lying(Trying((corners(10, 20), corners(30, 25)))), Says(true, awry), 2)
    assert state.is_recognised == accepted and readings[-1] == (("up1", "26", True) if accepted else None)


@pytest.mark.parametrize(("whole", "sure"), [("64", False), ("65", True)])
def test_a_digit_is_not_believed_where_the_whole_number_may_have_been_read(whole, sure):
    """A crop that was cut beside the 6 of a 64 shows a 4, surely; the one that holds both is hard to read."""
    state, readings = steps(lying(Trying((corners(10, 20), corners(30, 25)))), Says((whole, 0.47, False), ("4", 1.0, True)), 2)
    assert state.is_recognised == sure and readings[-1] == (("up1", "4", True) if sure else None)


@pytest.mark.parametrize(("whole", "sure"), [("64", False), ("65", True)])
def test_nor_where_the_whole_is_seen_second(whole, sure):
    state, readings = steps(lying(Trying((corners(10, 20), corners(30, 25)))), Says(("4", 1.0, True), (whole, 0.47, False)), 2)
    assert state.is_recognised == sure and readings[-1][2] == sure


def test_a_reading_is_doubted_where_another_place_is_more_like_another_card():
    doubted = Says(("12", 0.98, True, 0.7), ("72", 0.6, False, 0.9))
    state, readings = steps(lying(Trying((corners(10, 20), corners(30, 25)))), doubted, 2)
    assert readings[1] == ("up1", "12", False) and not state.is_recognised


def test_what_is_less_like_any_card_than_a_card_must_be_is_asked_about_by_no_name():
    places = (corners(10, 20), corners(30, 25))
    stranger, badly_seen = ("21", 0.98, False, 0.45), ("47", 0.6, False, 0.7)
    _, readings = steps(lying(Trying(places, far=True)), Says(stranger, stranger), 2)
    assert readings[1] == ("up1", "?", False)
    _, readings = steps(lying(Trying(places, far=True)), Says(stranger, badly_seen), 2)
    assert readings[1] == ("up1", "47", False), "however sure the judges are of the other place"


def test_where_nothing_is_accepted_the_best_place_is_read_again_a_few_times_and_then_searched_anew():
    best, other = corners(10, 20), corners(30, 25)
    doubts = [("47", 0.6, False), ("12", 0.3, False), *[("47", 0.6, False)] * TOP_CARD.max_repeats]
    state, readings = steps(lying(Trying((best, other), far=True)), Says(*doubts), 2)
    assert isinstance(state.search, Insisting) and readings == [None, ("up1", "47", False)]
    state, readings = steps(state, Says(*doubts[2:]), TOP_CARD.max_repeats)
    assert readings == [("up1", "47", False)] * TOP_CARD.max_repeats and np.array_equal(state.place, best)
    assert isinstance(state.search, Unknown)


def test_a_hasty_search_in_which_nothing_was_accepted_is_done_thoroughly_and_keeps_its_best():
    state, readings = steps(lying(Trying((corners(10, 20),), hasty=True)), Says(("47", 0.6, False)), 1)
    assert readings == [None] and state.search.thoroughly and state.search.best.reading.face == "47"


@pytest.mark.parametrize(("likeness", "told"), [((0.71,), False), ((0.95,), True), ((), True)])
def test_a_card_that_the_print_alone_told_beside_its_place_is_looked_for_by_outlines_too(likeness, told):
    """The pips of a 3, seen aslant, lie on three of a 5's."""
    awry = ("5C", 0.93, True, *likeness)
    state, readings = steps(lying(Trying((corners(10, 20),), hasty=True)), Says(awry), 1)
    assert readings == [("up1", "5C", True) if told else None] and state.is_recognised == told
    assert told or (state.search.thoroughly and not state.search.best.reading.accepted)


def test_nor_is_it_believed_because_the_next_place_of_its_print_shows_nothing():
    places = (corners(10, 20), corners(30, 25))
    state, readings = steps(lying(Trying(places, hasty=True)), Says(("5C", 0.93, True, 0.71), ("?", 0.0, False, 0.2)), 2)
    assert readings == [None, None] and state.search.thoroughly


def test_what_outlines_do_not_refute_is_the_card_after_all():
    state, readings = steps(lying(Trying((corners(10, 20),))), Says(("5C", 0.93, True, 0.71)), 1)
    assert readings == [("up1", "5C", True)] and state.is_recognised


def test_where_nothing_is_accepted_in_any_usual_place_it_is_searched_farther_off():
    state, readings = steps(lying(Trying((corners(10, 20),))), Says(("47", 0.6, False)), 1)
    assert readings == [None] and state.is_far and state.search.best.reading.face == "47"
    assert all(far > near for far, near in zip(state.searched_mm[2:], state.area_mm[2:], strict=True))


def test_a_card_that_no_other_place_can_show_better_is_asked_about_before_the_next_one_covers_it():
    """White under a blue lamp: its print is plain, its colour is not."""
    doubted = [("7X", 0.998, False, 0.98)] * 2
    state, readings = steps(lying(Trying((corners(10, 20), corners(30, 25)), hasty=True)), Says(*doubted), 2)
    assert readings == [("up1", "7X", False)] * 2 and isinstance(state.search, Insisting)


def test_a_card_that_reads_as_before_is_not_believed_where_it_looks_other():
    """What the reader names is still to be seen, and something lies on it: here the picture is plain."""
    card = draw_card("12", (200, 280))
    state = lying(Recognised(), place=corners(10, 20), known_card=Known("12", card))
    assert steps(state, Says(("12", 0.99, True)), 1)[1] == [None]
    assert steps(state, Says(("47", 0.99, True)), 1)[1] == [("up1", "47", True)], "another card may look as it likes"


@pytest.mark.parametrize(
    ("face", "like_a_picture", "told"), [("1X", (), "1X"), ("1Y", (), "1X"), ("1Y", (0.95,), "1Y"), ("2Y", (), "2Y")]
)
def test_a_card_that_a_hand_or_its_neighbour_lends_another_colour_is_the_one_that_lay_there(face, like_a_picture, told):
    picture = PICTURE.copy()
    lay = cv2.resize(draw_card("1X", CARD_CROP_PX), (59, 91), interpolation=cv2.INTER_AREA)
    picture[20:111, 10:69] = lay
    known = Known("1X", cut_out(picture, corners(10, 20).astype(np.float32), CARD_CROP_PX))
    picture[20:111, 60:69] = (40, 190, 240)  # a yellow card lies on its edge
    state = lying(Recognised(), place=corners(10, 20), known_card=known)
    _, reading = pile.read_top_card(state, picture, STRAIGHT, Says((face, 0.95, True, *like_a_picture)))
    assert reading is not None and reading.face == told


def test_a_card_that_cannot_be_read_where_it_lay_is_forgotten_without_a_word():
    state, readings = steps(lying(Recognised(), place=corners(10, 20)), Says(("?", 0.2, False)), 1)
    assert readings == [None] and not state.is_recognised
    assert steps(state, Says(), 1)[1] == [("up1", UNREADABLE, False)], "until it is searched for"


def test_of_a_place_that_is_hardly_like_any_card_no_name_is_asked_about():
    """A card's back, blank paper, a glass: of many places one is always a little like some card."""
    _, readings = steps(lying(Trying((corners(10, 20),), far=True)), Says(("6", 0.998, False, 0.53)), 1)
    assert readings == [("up1", UNREADABLE, False)]
    _, readings = steps(lying(Trying((corners(10, 20),), far=True)), Says(("6", 0.6, False, 0.65)), 1)
    assert readings == [("up1", "6", False)], "a card that is hard to read is asked about by its name"


def test_a_place_hardly_like_any_card_takes_nothing_from_one_that_is():
    surely, like = ("6", 0.998, False, 0.3), ("12", 0.7, False, 0.7)
    for words in ([surely, like], [like, surely]):
        _, readings = steps(lying(Trying((corners(10, 20), corners(30, 25)), far=True)), Says(*words), 2)
        assert readings == [None, ("up1", "12", False)]


def test_a_settled_card_that_looks_as_it_did_is_not_read_again_and_one_that_does_not_is():
    noise = np.random.default_rng(1).integers(-4, 5, (400, 400, 3))
    table = np.full((400, 400, 3), 120, np.uint8)
    table[100:380, 100:300] = draw_card("12", (200, 280))
    again = np.clip(table.astype(np.int16) + noise, 0, 255).astype(np.uint8)
    corrected = again.copy()
    corrected[130:170, 120:160] = 255 - corrected[130:170, 120:160]
    place = np.array([[100, 100], [300, 100], [300, 380], [100, 380]], np.float64)
    state, first = pile.read_top_card(lying(Recognised(), place=place), table, STRAIGHT, Says(("12", 0.995, True, 0.95)))
    state = pile.settle_pile(state, with_card(), "12")
    state, same = pile.read_top_card(state, again, STRAIGHT, Says())
    assert same == first, "the reader is not asked: it would have nothing to say"
    assert pile.read_top_card(state, corrected, STRAIGHT, Says(("72", 0.98, True, 0.9)))[1].face == "72"


def test_a_card_that_was_not_read_beyond_doubt_is_read_again_though_it_looks_as_it_did():
    state, _ = steps(lying(Recognised(), place=corners(10, 20)), Says(("12", 0.96, True)), 1)
    assert steps(pile.settle_pile(state, with_card(), "12"), Says(("72", 0.97, True)), 1)[1] == [("up1", "72", True)]


def with_card(x=24, y=20):
    """The zone from above, 88 pixels a card, with a dark card whose corner lies at (x, y) mm."""
    empty = SeenPile(ZONE, CARD_MM)
    image = np.full((round(134 * empty.px_per_mm) + 60, round(108 * empty.px_per_mm) + 60, 3), 215, np.uint8)
    card = draw_card("47", (88, 136))
    left, top = round((x - empty.area_mm[0]) * empty.px_per_mm), round((y - empty.area_mm[1]) * empty.px_per_mm)
    image[top : top + 136, left : left + 88] = card
    return image


def test_the_top_card_is_searched_by_its_outline_and_lies_in_its_zone():
    found = pile.search_top_card(SeenPile(ZONE, CARD_MM), with_card(), None)
    assert isinstance(found.search, Trying) and not found.search.hasty
    assert found.search.places[0].mean(axis=0) == pytest.approx((24 + 59 / 2, 20 + 91 / 2), abs=1.5)


def test_pale_print_is_no_card_and_a_card_is():
    pale = np.full((300, 240, 3), 210, np.uint8)
    pale[100:104] = 180
    assert pile.is_pile_bare(SeenPile(ZONE, CARD_MM), pale) and not pile.is_pile_bare(SeenPile(ZONE, CARD_MM), with_card())
    assert pile.make_bare_reading(SeenPile(ZONE, CARD_MM)).face == EMPTY


def test_a_card_of_few_pips_is_seen_under_haze_where_black_is_known_and_a_mats_own_print_is_none():
    """Haze makes all print pale: a third of the contrast is left of black."""
    hazy = SeenPile(ZONE, CARD_MM)
    laid, printed = (np.full((200, 170, 3), 250, np.uint8) for _ in range(2))
    laid[30:166, 40:128] = draw_card("2D", (88, 136))
    printed[60:140, 50:120] = 215
    laid, printed = (np.uint8(165 + picture * (1 / 3)) for picture in (laid, printed))
    assert not pile.is_pile_bare(hazy, laid, black=170.0) and pile.is_pile_bare(hazy, printed, black=170.0)


def test_a_zone_that_was_bare_with_dark_print_is_bare_again():
    dark = np.full((300, 240, 3), 210, np.uint8)
    dark[120:180, 90:150] = 30
    known = pile.settle_pile(SeenPile(ZONE, CARD_MM), dark, EMPTY)
    assert not pile.is_pile_bare(SeenPile(ZONE, CARD_MM), dark)
    assert pile.is_pile_bare(known, dark) and pile.is_pile_bare(known, np.uint8(dark * 0.8)), "in other light too"


@pytest.mark.parametrize("face", ["2S", "3H", "AC"])
@pytest.mark.parametrize("known", [False, True])
def test_a_white_card_with_few_pips_is_seen_in_a_large_bare_zone(face, known):
    wide = SeenPile(Zone("discard", "card", (0.0, 0.0, 260.0, 140.0)), (63.0, 88.0))
    bare = np.full((round(140 * wide.px_per_mm), round(260 * wide.px_per_mm), 3), 244, np.uint8)
    state = pile.settle_pile(wide, bare, EMPTY) if known else wide
    assert pile.is_pile_bare(state, bare)
    laid = bare.copy()
    laid[40:163, 90:178] = draw_card(face, (88, 123))
    assert not pile.is_pile_bare(state, laid)


def test_a_yellow_card_is_seen_on_a_white_mat_though_it_is_nearly_as_bright_as_paper():
    zone = np.full((300, 240, 3), 225, np.uint8)
    zone[80:216, 60:148] = 235
    zone[86:210, 66:142] = (40, 205, 225)
    assert not pile.is_pile_bare(SeenPile(ZONE, CARD_MM), zone)


def test_a_settled_pile_knows_whether_its_card_was_laid_otherwise():
    rested = pile.settle_pile(lying(Recognised(), place=corners(10, 20)), with_card(), "12")
    assert rested.is_recognised and not pile.has_top_card_moved(rested)
    assert not pile.has_top_card_moved(replace(rested, place=corners(12, 21))), "nudged a little"
    assert not pile.has_top_card_moved(replace(rested, place=np.roll(corners(10, 20), 2, axis=0))), "a half turn is none"
    assert pile.has_top_card_moved(replace(rested, place=corners(18, 20)))


def test_a_pile_that_was_ruled_on_unread_is_searched_anew():
    state = pile.settle_pile(lying(Insisting(corners(10, 20), 2)), with_card(), "12")
    assert isinstance(state.search, Unknown)
