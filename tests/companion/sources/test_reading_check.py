"""What a table is said to be worth, and what to change, follows from what was read."""

from dataclasses import replace

import pytest

from companion.sources.reading_check import Look, judge_reading

FINE = Look("47", "47", True, 0.99, width_px=110, picture=120, glare=0.0, blur=0.3)


def twelve(*others):
    return [FINE] * (12 - len(others)) + list(others)


def test_a_table_that_reads_everything_is_good_and_nothing_is_to_be_changed():
    found = judge_reading(twelve())
    assert (found.grade, found.right, found.advice) == ("good", 12, ())


def test_one_wrong_card_makes_a_table_poor():
    found = judge_reading(twelve(replace(FINE, read="74")))
    assert (found.grade, found.wrong) == ("poor", 1)
    assert found.advice == ("enrol-again",)


def test_many_questions_make_it_fair_then_poor():
    asked = replace(FINE, accepted=False)
    assert judge_reading(twelve(asked)).grade == "good"
    assert judge_reading(twelve(asked, asked, asked)).grade == "fair"
    assert judge_reading(twelve(asked, asked, asked)).advice == ("frames",)
    assert judge_reading(twelve(*[asked] * 4)).grade == "poor"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"width_px": 60}, "nearer"),
        ({"picture": 30}, "more-light"),
        ({"picture": 250}, "less-light"),
        ({"glare": 0.1}, "glare"),
        ({"blur": 0.7}, "focus"),
    ],
)
def test_what_to_change_is_named(change, code):
    assert judge_reading([replace(FINE, **change)] * 12).advice == (code,)


def test_light_that_wavers_and_cards_that_are_not_found_are_named():
    assert judge_reading(twelve(replace(FINE, picture=160))).advice == ("fix-exposure",)
    missed = Look("48", "", False, picture=120)
    assert judge_reading(twelve(missed)).missed == 1
    assert "outline" in judge_reading([missed] * 12).advice and "nearer" not in judge_reading([missed] * 12).advice
