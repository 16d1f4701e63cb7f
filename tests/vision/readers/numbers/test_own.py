"""Number cards of a deck that is known in part: what its own pictures may settle, and what they may not."""

from __future__ import annotations

import pytest

from vision.readers.numbers.own import join_readings
from vision.types import Reading

ALL = frozenset(str(number) for number in range(2, 100))


def unsure(face: str, other: str, chance: float = 0.5) -> Reading:
    return Reading("", face, chance, ((other, 1 - chance),), accepted=False)


def pictured(face: str, confidence: float = 0.99, likeness: float = 0.95) -> Reading:
    return Reading("", face, confidence, likeness=likeness)


def test_pictures_tell_which_way_up_a_six_lies() -> None:
    reading = join_readings(unsure("9", "6"), pictured("6"), ALL)
    assert (reading.face, reading.accepted, reading.likeness) == ("6", True, 0.95)


def test_pictures_raise_no_doubt_which_way_up_a_six_lies_where_its_corners_tell() -> None:
    """Its picture upside down is most like that of a nine."""
    first = Reading("", "6R", 0.996)
    assert join_readings(first, pictured("9R"), frozenset({"6R", "9R"})) is first
    assert not join_readings(Reading("", "6R", 0.95), pictured("9R"), frozenset({"6R", "9R"})).accepted


def test_what_both_say_and_neither_surely_is_sure_enough() -> None:
    faintly = Reading("", "4Y", 0.8, accepted=False, likeness=0.68)
    reading = join_readings(Reading("", "4Y", 0.976, accepted=False), faintly, frozenset({"4Y", "6"}))
    assert (reading.face, reading.accepted) == ("4Y", True) and reading.confidence > 0.99
    assert not join_readings(Reading("", "4Y", 0.9, accepted=False), faintly, frozenset({"4Y", "6"})).accepted
    assert not join_readings(unsure("9", "6", 0.96), Reading("", "9", 0.8, accepted=False), frozenset({"9"})).accepted, (
        "the 6 is unknown"
    )
    assert not join_readings(Reading("", "4Y", 0.976, accepted=False), faintly, frozenset({"6"})).accepted, "nobody has seen it"


@pytest.mark.parametrize("known", [{"6"}, {"6", "47"}])
def test_pictures_settle_nothing_where_one_of_the_two_is_unknown(known: set[str]) -> None:
    assert not join_readings(unsure("9", "6"), pictured("6"), frozenset(known)).accepted


def test_pictures_that_name_another_number_are_heard_as_a_doubt() -> None:
    reading = join_readings(Reading("", "47", 0.99), pictured("41"), ALL)
    assert not reading.accepted and reading.alternatives[0][0] == "41"


def test_pictures_that_a_card_is_little_like_raise_no_doubt() -> None:
    reading = join_readings(Reading("", "47", 0.99), pictured("41", likeness=0.88), ALL)
    assert (reading.face, reading.accepted) == ("47", True)


def test_a_card_that_no_picture_shows_is_not_doubted_for_them() -> None:
    reading = join_readings(Reading("", "47", 0.99), pictured("41"), frozenset({"41", "6"}))
    assert (reading.face, reading.accepted) == ("47", True)


def test_a_command_is_known_by_its_look() -> None:
    reading = join_readings(Reading("", "47", 0.99), pictured("47:skull"), frozenset({"47:skull", "6"}))
    assert (reading.face, reading.accepted) == ("47:skull", True)


def test_pictures_that_see_nothing_say_nothing() -> None:
    first = Reading("", "47", 0.99)
    assert join_readings(first, Reading("", "?", 0.2, accepted=False), ALL) is first


@pytest.mark.parametrize(("face", "other"), [("7X", "7B"), ("s12", "g12")])
def test_pictures_taken_in_one_light_do_not_tell_colours(face: str, other: str) -> None:
    known = frozenset({face, other})
    read = join_readings(Reading("", face, 0.97), pictured(other), known)
    assert (read.face, read.accepted) == (face, True), "what the cards of all makers have in common tells it"
    assert not join_readings(unsure(face, other), pictured(face), known).accepted, "and where that does not, a person is asked"


def test_pictures_tell_a_burning_card_from_a_plain_one() -> None:
    reading = join_readings(unsure("F22", "22"), pictured("F22"), frozenset({"F22", "22"}))
    assert (reading.face, reading.accepted) == ("F22", True)
