"""SQ-20: each team chooses its colour. The first chip that it lays names it, or somebody says it."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError, PositionError
from companion.games.sequence import RULES
from companion.games.sequence.state import TEAM_COLOURS
from companion.match.events import Claimed, Corrected, Entry, Played, Started, Undone, Waived
from companion.match.referee import judge_entry, replay_log, start_match
from companion.match.rulings import Fate
from companion.shown.words.messages import catalogue
from tests.companion.games.sequence.at_table import after, claim, fouls, notes, place, position, refused, seen

FIRST = (("discard1", "2S", "r0c1"), ("discard2", "3S", "r0c2"), ("discard3", "4S", "r0c3"))


def laid(state, number, colour):
    """The player to move lays a card and a chip in this colour."""
    zone, card, space = FIRST[number]
    return seen(after(state, lambda s: seen(s, zone, card)), space, colour)


@pytest.mark.parametrize("colours", list(permutations(TEAM_COLOURS, 2)))
@pytest.mark.parametrize("players", [2, 4, 6, 8, 10, 12])
def test_two_teams_play_any_two_colours(players, colours):
    first = laid(RULES.set_up_match(players, {"teams": 2}), 0, colours[0])
    assert first.stands and notes(first) == [("SQ-20", "team-colour")]
    second = laid(first.state, 1, colours[1])
    assert second.stands and notes(second) == [("SQ-20", "team-colour")]
    view = RULES.describe_position(second.state)
    assert view["colours"] == list(colours)
    assert view["teams"] == [colours[seat % 2] for seat in range(players)]
    chips = {cell["zone"]: cell["chip"] for cell in view["board"]["cells"] if cell["chip"]}
    assert chips == {"r0c1": colours[0], "r0c2": colours[1]}
    assert [pile["team"] for pile in view["piles"]] == view["teams"]


@pytest.mark.parametrize("colours", list(permutations(TEAM_COLOURS)))
@pytest.mark.parametrize("players", [3, 6, 9, 12])
def test_three_teams_play_the_three_colours_in_any_order(players, colours):
    state = RULES.set_up_match(players, {"teams": 3})
    for number, colour in enumerate(colours):
        state = after(state, lambda s, n=number, c=colour: laid(s, n, c))
    assert RULES.describe_position(state)["colours"] == list(colours)


def test_the_colour_is_said_once():
    state = after(RULES.set_up_match(2, {}), lambda s: laid(s, 0, "red"), lambda s: laid(s, 1, "blue"))
    again = seen(after(state, lambda s: seen(s, "discard1", "5S")), "r0c4", "red")
    assert again.stands and not notes(again)


def test_it_is_said_with_the_name_of_who_laid_the_chip():
    words = catalogue("en").with_names(("Anna", "Bea", "Carla", "Dino"))
    alone, teams = laid(RULES.set_up_match(2, {}), 0, "red"), laid(RULES.set_up_match(4, {}), 0, "red")
    assert words.say_finding("sequence", alone.findings[0]) == "Anna plays red."
    assert words.say_finding("sequence", teams.findings[0]) == "Anna’s team plays red."
    italian = catalogue("it").with_names(("Anna", "Bea", "Carla", "Dino"))
    assert italian.say_finding("sequence", teams.findings[0]) == "La squadra di Anna gioca con il rosso."


def test_the_first_chip_of_a_team_may_not_have_the_colour_of_another():
    state = after(RULES.set_up_match(2, {}), lambda s: laid(s, 0, "green"), lambda s: seen(s, "discard2", "3S"))
    step = seen(state, "r0c2", "green")
    refused(step, state, "SQ-05", "taken-colour")
    words = catalogue("en").with_names(("Anna", "Bea"))
    assert "Anna’s colour" in words.say_finding("sequence", step.findings[0])
    assert seen(state, "r0c2", "red").stands and seen(state, "r0c2", "blue").stands


@pytest.mark.parametrize("colour", ["blue", "green"])
def test_a_team_that_has_a_colour_lays_no_other(colour):
    state = after(
        RULES.set_up_match(2, {}),
        lambda s: laid(s, 0, "red"),
        lambda s: laid(s, 1, "green"),
        lambda s: seen(s, "discard1", "5S"),
    )
    refused(seen(state, "r0c4", colour), state, "SQ-05", "wrong-colour")


def test_a_chip_that_comes_before_its_card_names_the_colour_too():
    state = after(RULES.set_up_match(2, {}), lambda s: seen(s, "r0c1", "red"))
    assert RULES.describe_position(state)["colours"] == [None, None], "half a play names nothing yet"
    step = seen(state, "discard1", "2S")
    assert notes(step) == [("SQ-20", "team-colour")] and RULES.describe_position(step.state)["colours"] == ["red", None]


def test_a_jack_that_takes_a_chip_off_names_nothing():
    state = after(
        RULES.set_up_match(2, {}),
        lambda s: laid(s, 0, "green"),
        lambda s: seen(s, "discard2", "JS"),
        lambda s: seen(s, "r0c1", ""),
    )
    assert RULES.describe_position(state)["colours"] == ["green", None]


def test_a_chip_in_a_colour_of_nobody_let_stand_is_that_of_who_laid_it():
    state = after(
        RULES.set_up_match(2, {}),
        lambda s: laid(s, 0, "red"),
        lambda s: laid(s, 1, "blue"),
        lambda s: seen(s, "discard1", "5S"),
    )
    step = seen(state, "r0c4", "green", waived=True)
    assert step.stands and RULES.list_faces(step.state)["r0c4"] == "green"
    assert RULES.describe_position(step.state)["chip"]["0,4"] == 0 and RULES.describe_position(step.state)["colours"] == [
        "red",
        "blue",
    ]
    cell = next(cell for cell in RULES.describe_position(step.state)["board"]["cells"] if cell["zone"] == "r0c4")
    assert cell["chip"] == "green"
    gone = after(step.state, lambda s: seen(s, "discard2", "JH"), lambda s: seen(s, "r0c4", ""))
    assert RULES.list_faces(gone)["r0c4"] == "" and "0,4" not in RULES.describe_position(gone)["chip"]


# Said by somebody


def test_somebody_says_the_colours_before_a_chip_lies():
    step = claim(RULES.set_up_match(4, {}), "set_up", colours=["red", "blue"])
    assert step.stands and notes(step) == [("SQ-20", "team-colour")] * 2
    assert RULES.describe_position(step.state)["teams"] == ["red", "blue", "red", "blue"]
    state = after(step.state, lambda s: seen(s, "discard1", "2S"))
    refused(seen(state, "r0c1", "green"), state, "SQ-05", "wrong-colour")
    assert seen(state, "r0c1", "red").stands and not seen(state, "r0c1", "red").findings


def test_one_team_may_be_left_open():
    state = claim(RULES.set_up_match(2, {}), "set_up", colours="any red").state
    assert RULES.describe_position(state)["colours"] == [None, "red"]
    assert laid(state, 0, "green").stands and fouls(laid(state, 0, "red")) == [("SQ-05", "taken-colour")]


def test_chips_that_were_only_told_show_the_colour_that_is_said_or_seen():
    state = after(
        RULES.set_up_match(2, {}), lambda s: place(s, "2S", 0, 1), lambda s: claim(s, "set_up", colours=["red", "blue"])
    )
    assert RULES.list_faces(state)["r0c1"] == "red"
    state = after(RULES.set_up_match(2, {}), lambda s: place(s, "2S", 0, 1), lambda s: seen(s, "r0c1", "green"))
    assert RULES.list_faces(state)["r0c1"] == "green" and RULES.describe_position(state)["colours"] == ["green", None]


def test_the_options_and_the_position_name_colours():
    state = RULES.set_up_match(2, {"colours": ["red", "blue"]}, {"chips": {"red": [[0, 1]], "blue": [[0, 2]]}})
    assert RULES.describe_position(state)["chip"] == {"0,1": 0, "0,2": 1} and RULES.list_faces(state)["r0c1"] == "red"
    assert RULES.set_up_match(2, {}, {"colours": ["red", "blue"]}).colours == ("red", "blue")


@pytest.mark.parametrize(
    "given", [["red"], ["red", "red"], ["red", "pink"], 7, [7, "red"], ["red", "blue", "green"], [["red"], "blue"]]
)
def test_colours_that_cannot_be_are_refused(given):
    with pytest.raises(InputError):
        claim(RULES.set_up_match(2, {}), "set_up", colours=given)
    with pytest.raises(PositionError):
        RULES.set_up_match(2, {"colours": given})


# The fold decides


def told(*events, seats=2, **options):
    match = start_match(RULES, Entry(1, Started("sequence", seats, options)))
    for event in events:
        match, _ = judge_entry(RULES, match, Entry(match.entries[-1].n + 1, event))
    assert replay_log(RULES, match.entries) == match
    return match


TWO_TURNS = (Played("discard1", "", "2S"), Played("r0c1", "", "red"), Played("discard2", "", "3S"), Played("r0c2", "", "blue"))


def colours_of(match):
    return RULES.describe_position(match.state)["colours"]


def test_a_corrected_first_chip_names_the_colour_it_is_corrected_to():
    match = told(*TWO_TURNS, Corrected(3, "green"))
    assert colours_of(match) == ["green", "blue"] and RULES.list_faces(match.state)["r0c1"] == "green"


def test_an_undone_first_chip_names_nothing():
    match = told(*TWO_TURNS[:2], Undone(3))
    assert colours_of(match) == [None, None]
    assert colours_of(told(*TWO_TURNS[:2], Undone(3), Played("r0c1", "", "green"))) == ["green", None]


def test_chips_that_stood_lie_as_they_are_seen_after_the_first_was_corrected():
    more = (Played("discard1", "2S", "5S"), Played("r0c4", "", "red"))
    match = told(*TWO_TURNS, *more, Corrected(3, "green"))
    assert colours_of(match) == ["green", "blue"]
    assert match.find_judged(7).fate is Fate.NOTED and RULES.list_faces(match.state)["r0c4"] == "red"
    assert RULES.describe_position(match.state)["chip"]["0,4"] == 0


def test_what_was_said_of_the_colours_can_be_undone():
    match = told(Claimed("set_up", None, {"colours": ["red", "blue"]}), Undone(2))
    assert colours_of(match) == [None, None]


# One sequence only (SQ-14)


def test_ten_in_a_row_filled_from_the_middle_say_why_they_are_one_sequence():
    middle = [[3, column] for column in range(2, 7)]
    chips = [*middle, [3, 1], [3, 7], [3, 8]]
    state = position(hands=[["8C", "KS"], None], chips={"0": chips}, sequences=[{"team": 0, "cells": middle}])
    step = place(state, "8C", 3, 0)
    assert step.stands and step.outcome is None and notes(step) == [("SQ-14", "one-sequence-only")]
    said = catalogue("en").say_finding("sequence", step.findings[0])
    assert said.startswith("One sequence only, ")
    ninth = after(step.state, lambda s: claim(s, "draw", 0), lambda s: place(s, "3S", 0, 2), lambda s: place(s, "KS", 3, 9))
    assert RULES.describe_position(ninth)["sequences"]["0"] == 1


def test_a_line_too_short_for_two_sequences_needs_no_reason():
    middle = [[3, column] for column in range(2, 7)]
    state = position(
        hands=[["8D", "8C"], None], chips={"0": [*middle, [3, 1], [3, 8]]}, sequences=[{"team": 0, "cells": middle}]
    )
    assert not place(state, "8D", 3, 7).findings


# Laws

TURNS = [
    ("discard1", "2S", "r0c1"),
    ("discard2", "3S", "r0c2"),
    ("discard3", "4S", "r0c3"),
    ("discard1", "5S", "r0c4"),
    ("discard2", "6S", "r0c5"),
]
SAID = st.sampled_from([["red", "blue", "green"], ["green", "any", "red"], ["any", "any", "any"]])


@settings(max_examples=120, deadline=None)
@given(
    st.lists(st.sampled_from(TEAM_COLOURS), min_size=5, max_size=5),
    st.lists(st.tuples(st.integers(0, 5), st.integers(2, 14), st.sampled_from(TEAM_COLOURS), SAID), max_size=6),
)
def test_whatever_is_put_right_the_fold_and_the_table_agree(chips, amendments):
    """Chips in any colours, then corrections, undos and words: folded again it is the same, and each space shows its last chip."""
    match = start_match(RULES, Entry(1, Started("sequence", 3, {})))

    def tell(event):
        nonlocal match
        try:
            match, ruling = judge_entry(RULES, match, Entry(match.entries[-1].n + 1, event))
        except InputError:
            return None
        return ruling

    for (pile, card, space), colour in zip(TURNS, chips, strict=True):
        tell(Played(pile, "", card))
        ruling = tell(Played(space, "", colour))
        if ruling is not None and ruling.verdict == "illegal":
            tell(Waived(match.entries[-1].n))
    for kind, entry, colour, said in amendments:
        tell([Corrected(entry, colour), Undone(entry), Waived(entry), Claimed("set_up", None, {"colours": said})][kind % 4])
    assert replay_log(RULES, match.entries) == match
    faces, named = RULES.list_faces(match.state), [colour for colour in match.state.colours if colour]
    assert len(set(named)) == len(named)
    assert {stray for stray, _ in match.state.strays} <= {
        space for space in range(100) if match.state.covered_spaces >> space & 1
    }
    if not any(isinstance(entry.event, Claimed) for entry in match.entries):
        for laid in match.laid:
            if laid.zone.startswith("r0") and not match.disputes:
                assert faces[laid.zone] == laid.after
