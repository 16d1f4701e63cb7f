"""Draws that a camera sees, or misses: a lost one is never told as a fact (SQ-13)."""

from dataclasses import replace

import pytest

from companion.games import rules_of
from companion.games.sequence.board import SPACE_ZONES, spaces_in
from companion.match.rules import Claim, Play

RULES = rules_of("sequence")


def played(state):
    """The player to move plays something."""
    return RULES.apply_claim(state, next(move for move in RULES.list_legal(state) if move.code == "place")).state


def drew(state, seat=None, *, seen=True):
    return RULES.apply_claim(state, Claim("draw", seat, {"seen": 1} if seen else {}))


def codes(step):
    return [found.code for found in step.findings]


@pytest.fixture
def forgotten():
    """Player 1 has played and was not seen to draw; player 2 has played."""
    return played(played(RULES.set_up_match(3, {"teams": 3})))


def duties(state):
    return [(duty.code, duty.detail["seat"]) for duty in RULES.list_duties(state) if duty.code.startswith("draw")]


def test_told_in_text_the_forgotten_draw_is_lost(forgotten):
    step = drew(forgotten, 1, seen=False)
    assert codes(step) == ["draw-lost"]
    assert duties(step.state) == []


def test_seen_by_a_camera_it_is_asked_about(forgotten):
    step = drew(forgotten, 1)
    assert codes(step) == []
    assert duties(step.state) == [("draw-asked", 1)]


def test_it_is_asked_until_the_player_after_next_has_laid(forgotten):
    asked = drew(forgotten, 1).state
    step = RULES.apply_claim(asked, next(move for move in RULES.list_legal(asked) if move.code == "place"))
    assert codes(step) == ["draw-perhaps-lost"]
    assert duties(step.state) == [("draw", 3)]


def test_a_late_draw_belongs_to_the_hand_that_makes_it(forgotten):
    asked = drew(forgotten, 1).state
    made_up = drew(asked, 0)
    assert codes(made_up) == []
    assert duties(made_up.state) == []
    assert RULES.describe_position(made_up.state)["hand_size"] == {"0": 6, "1": 6, "2": 6}


def test_a_hand_that_has_nothing_to_draw_has_only_passed(forgotten):
    drawn = drew(drew(forgotten, 1).state, 0).state
    assert drew(drawn, 0).state == drawn
    assert drew(drawn, 0).stands


def test_who_drew_before_the_play_was_whole_has_no_other_draw_to_make():
    """A chip, a draw, a hand at the pile whose top fits the chip, and one more at the draw pile."""
    state = RULES.set_up_match(2, {"common_discards": True})
    for zone, after in (("discard", "5D"), ("r2c5", "blue")):
        state = RULES.apply_play(state, Play(zone, "", after)).state
    state = drew(state, 0).state
    other = next(move for move in RULES.list_legal(state) if move.code == "place")
    state = drew(RULES.apply_claim(state, other).state, 1).state
    (space,) = (SPACE_ZONES[each] for each in spaces_in(state.find_spaces("5D")))
    early = replace(RULES.apply_play(state, Play(space, "", "blue")).state, early=True)
    step = drew(early, 0)
    assert codes(step) == [] and (step.state.turn, step.state.to_move) == (4, 1)
    assert duties(step.state) == []
