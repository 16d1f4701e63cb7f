"""A play of which one half is missing does not outlive its owner's turn: what mends it, and what hangs on it (SQ-21)."""

import pytest

from companion.games.sequence import RULES
from companion.games.sequence.board import SPACE_OF
from companion.match.rules import Play
from tests.companion.games.sequence.at_table import after, claim, fouls, notes, place, position, refused, seen, turn_of


def left(*halves, **setup):
    """The next player's turn: of the play before only these zones were seen. Blue and green have been chosen."""
    state = after(
        position(**{"colours": ["blue", "green"]} | setup), *(lambda s, z=zone, f=face: seen(s, z, f) for zone, face in halves)
    )
    return RULES.pass_turn(state).state


def late(state):
    return [(duty.code, duty.detail["seat"], duty.card, duty.zones) for duty in RULES.list_duties(state) if duty.late]


@pytest.fixture
def no_chip():
    """Player 1 has laid the 2S and no chip."""
    return left(("discard1", "2S"))


@pytest.fixture
def no_card():
    """Player 1 has laid a chip on the 2S and no card."""
    return left(("r0c1", "blue"))


def test_the_turn_passes_and_the_owner_is_reminded_by_name(no_chip, no_card):
    assert (no_chip.turn, no_chip.to_move) == (no_card.turn, no_card.to_move) == (2, 1)
    assert late(no_chip) == [("chip-missing", 1, "2S", ("discard1", "r0c1", "r8c6"))]
    assert late(no_card) == [("card-missing", 1, "", ("discard1", "r0c1"))]
    assert RULES.describe_position(no_chip)["to_draw"] == [0]


def test_a_draw_that_was_seen_before_the_turn_passed_is_made():
    drawn = after(position(), lambda s: seen(s, "discard1", "2S"), lambda s: claim(s, "draw", 0, seen=1))
    passed = RULES.pass_turn(drawn).state
    assert (RULES.describe_position(passed)["to_draw"], RULES.describe_position(passed)["hand_size"]["0"]) == ([], 7)


@pytest.mark.parametrize("common", [False, True])
def test_a_late_chip_mends_it_before_and_after_the_next_players_card(common):
    zone = "discard" if common else "discard1"
    state = left((zone, "2S"), options={"common_discards": common})
    mended = after(state, lambda s: seen(s, "r8c6", "blue"))
    assert late(mended) == [] and (mended.turn, mended.to_move) == (2, 1)
    card = "discard" if common else "discard2"
    going = after(state, lambda s: seen(s, card, "3S"), lambda s: seen(s, "r0c1", "blue"))
    assert late(going) == [] and going.half.card == "3S"
    assert turn_of(after(going, lambda s: seen(s, "r0c2", "green"))) == (3, 0)


@pytest.mark.parametrize("card", ["2S", "JD"])
@pytest.mark.parametrize("common", [False, True])
def test_a_late_card_mends_it_before_and_after_the_next_players_chip(common, card):
    state = left(("r0c1", "blue"), options={"common_discards": common})
    zone = "discard" if common else "discard1"
    assert late(after(state, lambda s: seen(s, zone, card))) == []
    if common and card == "JD":
        return  # for the next player's chip as well
    going = after(state, lambda s: seen(s, "r0c2", "green"), lambda s: seen(s, zone, card))
    assert late(going) == [] and going.top_discard(0) == card and going.half.space == SPACE_OF["r0c2"]


def test_in_the_common_zone_the_next_players_card_stays_apart_from_the_late_one():
    state = left(("r0c1", "blue"), options={"common_discards": True})
    late_first = after(state, lambda s: seen(s, "discard", "2S"), lambda s: seen(s, "discard", "9D"))
    late_last = after(state, lambda s: seen(s, "discard", "9D"), lambda s: seen(s, "discard", "2S"))
    for mended in (late_first, late_last):
        assert late(mended) == [] and (mended.half.card, mended.half.seat, mended.top_discard(0)) == ("9D", 1, "2S")


def test_by_the_hand_a_fitting_card_is_the_next_players_own():
    state = left(("r0c1", "blue"), options={"common_discards": True})
    own = RULES.apply_play(state, Play("discard", "", "2S", 1)).state
    assert own.half.seat == 1 and late(own)
    assert late(RULES.apply_play(state, Play("discard", "", "2S", 0)).state) == []


def test_a_wrong_card_or_chip_for_it_is_its_owners_foul(no_chip, no_card):
    for state, zone, face in ((no_chip, "r5c5", "blue"), (no_card, "discard1", "9D")):
        step = seen(state, zone, face)
        refused(step, state, "SQ-05", "no-match")
        assert step.findings[0].detail["seat"] == 1


def test_a_late_chip_names_the_colour_of_a_team_that_had_none():
    step = seen(left(("discard1", "2S"), colours=["any", "green"]), "r0c1", "red")
    assert step.stands and late(step.state) == [] and step.state.colours == ("red", "green")
    assert notes(step) == [("SQ-20", "team-colour")]


def test_a_chip_of_another_team_does_not_mend_it():
    state = left(("discard1", "2S"), players=3, options={"teams": 3}, colours=["blue", "green", "red"])
    step = seen(state, "r0c1", "red")
    assert fouls(step) == [("SQ-05", "wrong-colour")]


def test_a_half_may_be_taken_back(no_chip, no_card):
    for state, zone in ((no_chip, "discard1"), (no_card, "r0c1")):
        back = after(state, lambda s, z=zone: seen(s, z, ""))
        assert late(back) == [] and RULES.list_faces(back)[zone] == ""


def test_a_chip_of_a_team_mate_may_be_for_either_and_is_told_by_its_card():
    state = after(left(("discard1", "2S"), players=4), lambda s: place(s, "4S", 0, 3, 1))
    own = after(state, lambda s: seen(s, "discard3", "2S"), lambda s: seen(s, "r0c1", "blue"))
    assert (own.turn, own.to_move) == (4, 3) and late(own), "the chip is the player's to move who laid a card for it"
    other = after(state, lambda s: seen(s, "discard3", "3S"), lambda s: seen(s, "r0c1", "blue"))
    assert late(other) == [] and other.half.card == "3S"


def test_a_jacks_chip_that_was_not_taken_may_be_taken_late():
    state = left(("discard1", "JS"), chips={"1": [[4, 4]]})
    assert late(state) == [("chip-missing", 1, "JS", ("discard1",))]
    gone = after(state, lambda s: seen(s, "r4c4", ""))
    assert late(gone) == [] and RULES.list_faces(gone)["r4c4"] == ""


def test_what_is_missing_is_forgotten_once_its_owner_plays_again(no_chip):
    state = after(no_chip, lambda s: place(s, "3S", 0, 2, 1))
    assert late(state) and late(after(state, lambda s: place(s, "4S", 0, 3, 0))) == []


FOUR = [[0, 1], [0, 2], [0, 3]]


def test_a_chip_that_completes_a_sequence_counts_once_its_card_lies():
    state = left(("r0c4", "blue"), chips={"0": FOUR})
    assert RULES.describe_position(state)["sequences"]["0"] == 0
    mended = seen(state, "discard1", "5S")
    assert ("SQ-08", "sequence-made") in notes(mended) and RULES.describe_position(mended.state)["sequences"]["0"] == 1


def test_a_late_card_may_win_the_match():
    made = [{"team": 0, "cells": [[9, 0], [9, 1], [9, 2], [9, 3], [9, 4]]}]
    state = left(("r0c4", "blue"), chips={"0": [*FOUR, *made[0]["cells"][1:]]}, sequences=made)
    step = seen(state, "discard1", "5S")
    assert step.outcome is not None and step.outcome.seats == (0,)


def test_the_last_space_for_it_is_asked_about_and_nobody_is_called():
    state = left(("discard1", "2S"), chips={"1": [[8, 6]]})
    step = place(state, "2S", 0, 1, 1)
    assert step.stands and notes(step) == [("SQ-05", "hangs-on-half")]
    assert step.findings[0].detail["seat"] == 1
    assert fouls(place(state, "3S", 0, 2, 1)) == [] == notes(place(state, "3S", 0, 2, 1))


def test_where_the_other_space_is_open_nothing_is_asked(no_chip):
    assert notes(place(no_chip, "2S", 0, 1, 1)) == []


def test_a_chip_of_a_line_that_waits_for_its_card_is_asked_about_when_a_jack_takes_it():
    state = left(("r0c4", "blue"), chips={"0": FOUR})
    step = RULES.apply_claim(state, RULES.parse_play(state, {"card": "JS", "remove": [0, 2]}, 1))
    assert step.stands and notes(step) == [("SQ-05", "hangs-on-half")]


def test_a_draw_by_name_with_a_half_missing_is_the_foul():
    state = after(position(), lambda s: seen(s, "discard1", "2S"))
    refused(claim(state, "draw", 0), state, "SQ-05", "card-alone")


def test_a_card_on_its_like_without_a_chip_is_known_by_the_draw():
    state = position()
    for zone, card, cell, chip in (("discard1", "2S", "r0c1", "blue"), ("discard2", "3S", "r0c2", "green")):
        state = after(state, lambda s, z=zone, c=card: seen(s, z, c), lambda s, z=cell, c=chip: seen(s, z, c))
        state = after(state, lambda s: claim(s, "draw"))
    again = RULES.apply_play(state, Play("discard1", "2S", "2S", again=True)).state
    drawn = claim(again, "draw", 0, seen=1).state
    assert drawn.half.card == "2S" and claim(state, "draw", 0, seen=1).state.half is None
    unknown = claim(again, "draw", None, seen=1).state
    assert unknown.half.card == "2S", "whoever drew"
    assert seen(unknown, "discard1", "KD").state.half.card == "KD", "a card that is seen is the one that counts"
