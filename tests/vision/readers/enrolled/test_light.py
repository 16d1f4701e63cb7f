"""Cards that are alike but for their whole colour, under lamps of a colour: a white one is no pale blue one, nor the other way round."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.small_decks import learn_small_deck
from tests.varied import varied
from vision.cards.paper import combine_card_whites
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample
from vision.types import UNREADABLE, Reader, Reading, Tones

SIZE = (200, 280)
WHITE_LAMP, BLUE_LAMP, YELLOW_LAMP = (1.0, 1.0, 1.0), (1.1, 1.0, 0.95), (0.87, 1.0, 1.06)
PAPER, BLACK = 240.0, 20.0


@cache
def learned(*faces, style=STYLES["night"]):
    """A deck of these cards; what several tests ask of it, it learns once."""
    return learn_small_deck("ours", [Sample(face, draw_card(face, SIZE, style)) for face in faces])


@cache
def reader():
    return EnrolledReader(learned("5X", "6X", "7X", "5B", "6B", "7B"))


@cache
def card(face):
    return draw_card(face, SIZE)


def lit(picture, lamp, paler=1.0):
    """A picture under a lamp; what is left of its colours where a mirrored lamp lies over all of it."""
    return np.clip((paler * picture + (1 - paler) * 235.0) * np.array(lamp) * 0.85, 0, 255).astype(np.uint8)


def tones(lamp):
    blue, green, red = (0.85 * PAPER * part for part in lamp)
    return Tones((blue, green, red), BLACK)


@pytest.mark.parametrize("lamp", [WHITE_LAMP, BLUE_LAMP, YELLOW_LAMP], ids=["white", "blue", "yellow"])
@pytest.mark.parametrize("face", ["5X", "7B"])
def test_under_a_lamp_whose_colour_is_known_cards_are_read_without_a_question(face, lamp):
    seen = reader().under(tones(lamp)).read(lit(card(face), lamp))
    assert (seen.face, seen.accepted) == (face, True)


def test_a_white_card_under_a_blue_lamp_is_asked_about_where_nothing_shows_what_is_white():
    seen = reader().under(None).read(lit(card("6X"), BLUE_LAMP))
    assert seen.face == "6X" and not seen.accepted


class Says(Reader):
    """Knows these faces of any maker, and sees one of them everywhere."""

    def __init__(self, face, sure):
        self._reading = Reading("", face, 0.99 if sure else 0.6, (), accepted=sure)

    def read(self, crop):
        return self._reading


@pytest.mark.parametrize(
    ("face", "sure", "accepted"),
    [("6X", True, True), ("6B", True, False), ("6X", False, False)],
    ids=["same", "other", "doubt"],
)
def test_a_card_that_is_asked_is_taken_where_a_second_reader_surely_says_the_same(face, sure, accepted):
    asked = lit(card("6X"), BLUE_LAMP)
    assert not reader().under(None).read(asked).accepted
    seconded = EnrolledReader(reader().deck, second=Says(face, sure)).under(None)
    seen = seconded.read(asked)
    assert (seen.face, seen.accepted) == ("6X", accepted)


@pytest.mark.parametrize(
    ("said", "read"),
    [("8S", ("8S", True)), ("5S", ("5S", True)), ("2H", ("8S", False))],
    ids=["likeliest", "another that it may be", "none that it may be"],
)
def test_which_of_a_decks_cards_it_is_that_share_all_but_a_small_number_a_second_reader_may_say(said, read):
    style = replace(STYLES["wood"], pips=False)
    deck = learned("3S", "5S", "6S", "8S", "9S", "2H", style=style)
    blurred = cv2.GaussianBlur(draw_card("8S", SIZE, style), (0, 0), 4)
    assert not EnrolledReader(deck).read(blurred).accepted
    seen = EnrolledReader(deck, second=Says(said, True)).read(blurred)
    assert (seen.face, seen.accepted) == read
    assert seen.face not in dict(seen.alternatives)


def test_what_is_not_much_like_a_card_of_the_deck_is_asked_whatever_a_second_reader_says():
    half = lit(card("6X") // 2 + card("back") // 2, BLUE_LAMP)
    seen = EnrolledReader(reader().deck, second=Says("6X", True)).under(None).read(half)
    assert (seen.face, seen.accepted) == ("6X", False)


def test_a_card_of_a_colour_that_the_deck_has_not_is_none_of_it_whatever_a_second_reader_says():
    red = lit(card("5R"), WHITE_LAMP)
    seen = EnrolledReader(reader().deck, second=Says("5X", True)).under(tones(WHITE_LAMP)).read(red)
    assert (seen.face, seen.accepted) == (UNREADABLE, False)


@pytest.mark.parametrize(
    ("said", "accepted"),
    [(("12", True), True), (("34", True), False), (("34", False), True)],
    ids=["its number", "another card", "another card, doubtfully"],
)
def test_a_card_that_is_not_much_like_itself_is_asked_where_a_second_reader_surely_says_it_is_another(said, accepted):
    deck = learned("12:stop", "34", "58", "71", "90")
    blurred = cv2.GaussianBlur(draw_card("12:stop", SIZE), (0, 0), 6)
    assert EnrolledReader(deck).read(blurred).accepted
    seen = EnrolledReader(deck, second=Says(*said)).read(blurred)
    assert (seen.face, seen.accepted) == ("12:stop", accepted)


@pytest.mark.parametrize(("said", "accepted"), [("2C", True), ("3C", False)])
def test_a_card_whose_middle_pip_a_mirrored_lamp_washes_out_is_not_the_one_without_it(said, accepted):
    """What is left is a 3 by its corners and a 2 by all the rest."""
    deck = learned("2C", "3C", "4C", "5C", "9C", "QC", style=STYLES["wood"])
    washed, two = (draw_card(face, SIZE, STYLES["wood"]) for face in ("3C", "2C"))
    washed[84:196] = two[84:196]
    likeliest = EnrolledReader(deck).read(washed)
    assert (likeliest.face, likeliest.accepted) == ("2C", True) and likeliest.likeness > 0.95
    seen = EnrolledReader(deck, second=Says(said, True)).read(washed)
    assert (seen.face, seen.accepted) == ("2C", accepted)


@pytest.mark.parametrize("left", [0.6, 0.45, 0.3])
def test_a_blue_card_paled_by_a_mirrored_lamp_is_never_taken_for_a_white_one(left):
    seen = reader().under(tones(WHITE_LAMP)).read(lit(card("6B"), WHITE_LAMP, left))
    assert not (seen.accepted and seen.face == "6X")


def test_a_card_of_a_colour_that_the_deck_has_not_is_never_accepted_for_one_of_its_own():
    blue = EnrolledReader(learned("5B", "6B", "7B")).under(tones(WHITE_LAMP))
    assert blue.read(lit(card("6B"), WHITE_LAMP)).accepted
    for strange in ("6R", "6G"):
        seen = blue.read(lit(card(strange), WHITE_LAMP))
        assert (seen.face, seen.accepted) == (UNREADABLE, False), "and nobody is asked whether it is the blue 6"


@varied("lamp", [WHITE_LAMP, (1.2, 1.0, 0.85), (0.8, 1.0, 1.1)], ids=["white", "blue", "yellow"])
def test_where_no_lamp_is_known_what_else_is_printed_on_a_card_tells_a_strange_colour_from_a_strange_lamp(lamp):
    faces = [f"{number}{colour}" for number in (1, 2, 3, 4, 6, 7) for colour in "RY"]
    warm = EnrolledReader(learned(*faces)).under(None)
    assert [warm.read(lit(card(face), lamp)).accepted for face in ("3R", "7Y")] == [True, True]
    assert not any(warm.read(lit(card(face), lamp)).accepted for face in ("3G", "6G", "7B"))


def test_a_reader_that_was_told_of_a_lamp_leaves_the_others_as_they_were():
    first = reader().under(None)
    first.under(tones(BLUE_LAMP))
    assert not first.read(lit(card("6X"), BLUE_LAMP)).accepted


@pytest.mark.parametrize("turned", [False, True])
def test_a_card_of_a_bold_colour_shows_what_white_looks_like_and_a_white_one_is_read_by_that(turned):
    lying = lit(card("7B"), BLUE_LAMP)
    blue, green, red = reader().white_on(lying[::-1, ::-1] if turned else lying, "7B")
    assert (blue / green, red / green) == pytest.approx((1.1, 0.95), abs=0.03)
    tones = combine_card_whites([(blue, green, red)])
    assert reader().under(tones).read(lit(card("6X"), BLUE_LAMP)).accepted


def test_what_might_be_another_card_under_another_lamp_shows_no_lamp():
    assert reader().white_on(lit(card("7X"), BLUE_LAMP), "7X") is None, "a pale blue card under a white lamp looks so, too"
    assert reader().white_on(lit(card("7B"), BLUE_LAMP), "5X") is None
    assert reader().white_on(np.full((280, 200, 3), 200, np.uint8), "7B") is None
    assert reader().white_on(lit(card("7B"), BLUE_LAMP), "none of ours") is None


def test_overexposed_paper_shows_no_lamp():
    assert reader().white_on(np.clip(lit(card("7B"), BLUE_LAMP) * 1.4, 0, 255).astype(np.uint8), "7B") is None


@varied("mirrored", [0.0, 0.6])
def test_a_card_that_was_enrolled_under_a_mirrored_lamp_is_told_from_those_of_its_colour(mirrored):
    faces = [f"{number}{colour}" for colour in "RBX" for number in (3, 5, 8)]
    shine = mirrored * np.linspace(1, 0, SIZE[1])[:, None, None]
    pictures = {face: card(face) for face in faces} | {"3R": (card("3R") * (1 - shine) + 255 * shine).astype(np.uint8)}
    deck = EnrolledReader(learn_small_deck("shiny", [Sample(face, picture) for face, picture in pictures.items()]))
    seen = [deck.read(lit(card(face), WHITE_LAMP)) for face in ("3R", "8R")]
    assert [(one.face, one.accepted) for one in seen] == [("3R", True), ("8R", True)]
