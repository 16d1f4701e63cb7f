"""Whole matches told as text with hands: what is left out is put in, what is a foul is called, whoever plays and however they sit."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import rules_of
from tests.soaks.hands import tell_with_hands
from tests.varied import varied

TABLES = [("the_game", range(2, 6)), ("extreme", range(2, 6)), ("quick_easy", range(2, 6)), ("face_to_face", [2])]


RARE = [
    ("extreme", 2, 15),
    ("extreme", 2, 1266),
    ("extreme", 3, 38475),
    ("extreme", 5, 32),
    ("the_game", 2, 16),
    ("the_game", 5, 910046),
    ("quick_easy", 5, 1003),
    ("quick_easy", 5, 2064),
]
"""Matches that went wrong once: arms from far off a player's place, two ends in a row that nobody told, a foul as the last word."""


def all_put_in_and_called(told):
    assert told.put_in == told.left_out
    assert told.called + told.asked >= told.fouls, "a foul that is not sure is at least asked about"
    assert told.false == 0


@pytest.mark.whole
@pytest.mark.parametrize(("game", "players", "seed"), RARE)
def test_a_match_that_went_wrong_once_is_told_rightly(game, players, seed):
    all_put_in_and_called(tell_with_hands(rules_of(game), players, {}, Random(seed)))


@pytest.mark.whole
@varied(("game", "players"), TABLES)
@given(data=st.data())
@settings(max_examples=6, deadline=None)
def test_every_end_is_put_in_and_every_foul_called(game, players, data):
    seats = data.draw(st.sampled_from(list(players)))
    told = tell_with_hands(rules_of(game), seats, {}, Random(data.draw(st.integers(0, 10**6))))
    all_put_in_and_called(told)


@pytest.mark.parametrize(("game", "players"), [("the_game", 3), ("extreme", 4), ("quick_easy", 3), ("face_to_face", 2)])
def test_a_foul_of_turn_right_after_an_end_that_nobody_saw_is_called(game, players):
    told = tell_with_hands(rules_of(game), players, {}, Random(f"after {game}"), left_out=0.25)
    assert told.after > 0, "cards out of turn, turns ended early"
    assert (told.put_in, told.called_after, told.false) == (told.left_out, told.after, 0)


@pytest.mark.whole
def test_where_nothing_is_left_out_nothing_is_put_in():
    told = tell_with_hands(rules_of("the_game"), 4, {}, Random("nothing"), left_out=0.0)
    assert told.ends > 0
    assert (told.left_out, told.put_in, told.false) == (0, 0, 0)
