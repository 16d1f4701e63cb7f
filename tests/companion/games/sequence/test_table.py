"""Sequence as a camera sees it: a card and a chip in either order, chips turned over, things put right, things let stand."""

import pytest

from companion.errors import InputError
from companion.games.sequence import RULES
from companion.match.events import Entry, Seen, Started
from companion.match.referee import judge_entry, start_match
from companion.match.rules import Play
from tests.companion.games.sequence.at_table import after, claim, fouls, notes, place, position, refused, seen

FIVE = [[2, 2], [2, 3], [2, 4], [2, 5], [2, 6]]
ROW = {"team": 0, "cells": FIVE}


def test_card_and_chip_in_either_order():
    state = position(hands=[["2S"]], colours=["blue", "green"])
    whole = place(state, "2S", 0, 1).state
    assert after(state, lambda s: seen(s, "discard1", "2S"), lambda s: seen(s, "r0c1", "blue")) == whole
    assert after(state, lambda s: seen(s, "r0c1", "blue"), lambda s: seen(s, "discard1", "2S")) == whole


def test_a_half_shows_on_its_zone_and_the_turn_waits():
    state = after(position(hands=[["2S"]]), lambda s: seen(s, "discard1", "2S"))
    assert RULES.list_faces(state)["discard1"] == "2S"
    view = RULES.describe_position(state)
    assert (view["to_move"], view["played"], view["hand_size"]["0"]) == (0, 1, 1)
    assert [cell["zone"] for cell in view["board"]["cells"] if cell["target"]] == ["r0c1", "r8c6"]
    (duty,) = RULES.list_duties(state)
    assert (duty.code, duty.card, duty.zones) == ("lay-chip", "2S", ("discard1", "r0c1", "r8c6"))
    refused(RULES.apply_turn_end(state), state, "SQ-05", "card-alone")


def test_a_chip_alone_waits_for_its_card():
    state = after(position(hands=[["2S"]]), lambda s: seen(s, "r0c1", "blue"))
    assert RULES.list_faces(state)["r0c1"] == "blue" and RULES.describe_position(state)["chip"] == {}
    assert [duty.code for duty in RULES.list_duties(state)] == ["lay-card"]
    refused(RULES.apply_turn_end(state), state, "SQ-05", "chip-alone")


def test_the_pair_is_judged_and_the_finding_names_both_zones():
    state = after(position(), lambda s: seen(s, "discard1", "2S"))
    step = seen(state, "r0c2", "blue")
    refused(step, state, "SQ-05", "no-match")
    assert step.findings[0].zones == ("discard1", "r0c2")
    state = after(position(), lambda s: seen(s, "r0c2", "blue"))
    refused(seen(state, "discard1", "2S"), state, "SQ-05", "no-match")
    assert seen(state, "discard1", "3S").stands


def test_the_first_half_can_be_put_right_too():
    state = after(position(), lambda s: seen(s, "discard1", "2S"))
    lifted = after(state, lambda s: seen(s, "discard1", ""))
    assert lifted == position() and after(lifted, lambda s: seen(s, "r0c2", "blue"), lambda s: seen(s, "discard1", "3S"))
    state = after(position(), lambda s: seen(s, "r0c2", "blue"))
    assert after(state, lambda s: seen(s, "r0c2", "")) == position()
    removed = position(chips={"1": [[4, 4]]})
    assert after(removed, lambda s: seen(s, "r4c4", ""), lambda s: seen(s, "r4c4", "green")) == removed


def test_a_one_eyed_jack_before_or_after_the_chip_is_gone():
    state = position(hands=[["JS"]], chips={"1": [[4, 4]]})
    for zones in (("discard1", "JS"), ("r4c4", "")), (("r4c4", ""), ("discard1", "JS")):
        done = after(state, *(lambda s, z=zone, f=face: seen(s, z, f) for zone, face in zones))
        assert RULES.describe_position(done)["chip"] == {} and (done.turn, done.to_move) == (2, 1)


def test_a_jack_of_the_wrong_kind_for_what_happened():
    state = after(position(chips={"1": [[4, 4]]}), lambda s: seen(s, "r4c4", ""))
    refused(seen(state, "discard1", "JC"), state, "SQ-10", "not-one-eyed")
    state = after(position(chips={"1": [[4, 4]]}), lambda s: seen(s, "r5c5", "blue"))
    refused(seen(state, "discard1", "JS"), state, "SQ-10", "one-eyed-places")


@pytest.mark.parametrize(
    ("zone", "face", "rule", "code"),
    [
        ("r0c0", "blue", "SQ-06", "corner"),
        ("r4c4", "blue", "SQ-06", "occupied"),
        ("r3c3", "green", "SQ-06", "occupied"),
        ("r5c5", "green", "SQ-05", "wrong-colour"),
        ("r5c5", "blue*", "SQ-05", "white-side-up"),
        ("r3c3", "", "SQ-10", "own-chip"),
        ("r2c2", "", "SQ-11", "in-sequence"),
        ("discard2", "2S", "SQ-05", "not-your-turn"),
        ("discard1", "back", "SQ-05", "face-down"),
    ],
)
def test_a_half_that_nothing_could_make_right(zone, face, rule, code):
    state = position(chips={"0": [[3, 3]], "1": [[4, 4], *FIVE]})
    refused(seen(state, zone, face), state, rule, code)


def test_what_a_known_hand_rules_out_at_once():
    state = position(hands=[["2S", "JS"]], chips={"1": [[4, 4]]})
    refused(seen(state, "discard1", "3S"), state, "SQ-05", "not-in-hand")
    refused(seen(state, "r0c2", "blue"), state, "SQ-05", "no-card-fits")
    assert seen(state, "r4c4", "").stands
    state = position(hands=[["2S"]], chips={"1": [[4, 4]]})
    refused(seen(state, "r4c4", ""), state, "SQ-10", "no-one-eyed")


def test_a_jack_without_a_target_cannot_be_laid():
    state = position(chips={"0": [[3, 3]]})
    refused(seen(state, "discard1", "JS"), state, "SQ-19", "jack-no-target")


def test_one_card_and_one_chip_a_turn():
    state = after(position(), lambda s: seen(s, "discard1", "2S"))
    refused(seen(state, "discard1", "3S"), state, "SQ-05", "second-card")
    state = after(position(), lambda s: seen(s, "r0c1", "blue"))
    step = seen(state, "r0c2", "blue")
    refused(step, state, "SQ-05", "second-chip")
    assert step.findings[0].zones == ("r0c2", "r0c1")


def test_a_card_on_somebody_elses_pile():
    state = position()
    refused(seen(state, "discard2", "2S", seat=0), state, "SQ-05", "wrong-pile")


def test_a_discard_that_is_lifted():
    state = after(position(), lambda s: place(s, "2S", 0, 1))
    refused(seen(state, "discard1", ""), state, "SQ-05", "lifted")


def test_gathering_the_discards_when_the_draw_pile_is_used_up():
    state = after(position(deck=0), lambda s: place(s, "2S", 0, 1), lambda s: place(s, "3S", 0, 2))
    state = after(state, lambda s: seen(s, "discard1", ""))
    view = RULES.describe_position(state)
    assert view["deck_size"] == 2 and RULES.list_faces(state)["discard2"] == ""


def test_a_dead_card_laid_alone_is_exchanged_and_the_touch_of_the_pile_is_its_replacement():
    state = position(chips={"0": [[0, 1], [0, 2]], "1": [[8, 6], [8, 5]]})
    step = seen(state, "discard1", "2S")
    assert notes(step) == [("SQ-12", "dead-exchanged")] and (step.state.turn, step.state.to_move) == (1, 0)
    touched = after(step.state, lambda s: claim(s, "draw"))
    assert RULES.describe_position(touched)["deck_size"] == 39
    refused(seen(touched, "discard1", "3S"), touched, "SQ-12", "one-dead-card")
    assert after(touched, lambda s: seen(s, "discard1", "4S"), lambda s: seen(s, "r0c3", "blue"))


def test_the_same_card_again_after_its_chip():
    state = after(position(hands=[["2S", "2S"], ["3S"]]), lambda s: place(s, "2S", 0, 1), lambda s: place(s, "3S", 0, 2))
    state = after(state, lambda s: seen(s, "r8c6", "blue"), lambda s: RULES.apply_play(s, Play("discard1", "2S", "2S")))
    assert RULES.describe_position(state)["chip"] == {"0,1": 0, "8,6": 0, "0,2": 1}


def test_a_whole_play_said_in_words_takes_up_the_half_that_waits():
    state = after(position(), lambda s: seen(s, "r0c1", "blue"))
    refused(place(state, "3S", 0, 2), state, "SQ-05", "chip-alone")
    refused(claim(state, "stuck"), state, "SQ-05", "chip-alone")
    assert place(state, "2S", 0, 1).state.half is None
    assert {c.detail["row"] for c in RULES.list_legal(state)} == {0}


# Chips turned over


def made_row():
    state = position(hands=[["6D"]], chips={"0": FIVE[:4], "1": [[4, 4]]})
    return after(state, lambda s: place(s, "6D", 2, 6))


def test_the_five_are_a_duty_until_they_are_turned():
    state = made_row()
    for left in range(5, 0, -1):
        (duty,) = [duty for duty in RULES.list_duties(state) if duty.code == "turn-over"]
        assert len(duty.zones) == left
        state = after(state, lambda s, zone=duty.zones[0]: seen(s, zone, "blue*"))
    assert RULES.list_faces(state)["r2c2"] == "blue*"
    assert not [duty for duty in RULES.list_duties(state) if duty.code == "turn-over"]


def test_all_may_be_said_to_be_turned():
    state = after(made_row(), lambda s: claim(s, "flip"))
    assert [zone for zone, face in RULES.list_faces(state).items() if face == "blue*"] == [f"r2c{c}" for c in range(2, 7)]


def test_a_wrong_chip_turned_is_said_and_must_be_turned_back():
    step = seen(made_row(), "r4c4", "green*")
    assert notes(step) == [("SQ-11", "turned-wrong")] and RULES.list_faces(step.state)["r4c4"] == "green*"
    assert ("turn-back", ("r4c4",)) in [(duty.code, duty.zones) for duty in RULES.list_duties(step.state)]
    back = seen(step.state, "r4c4", "green")
    assert back.findings == () and back.state == made_row()


def test_a_chip_of_a_sequence_turned_back_is_said():
    state = position(chips={"0": FIVE}, sequences=[ROW])
    assert notes(seen(state, "r2c2", "blue")) == [("SQ-11", "turned-back-wrong")]


def test_a_turned_chip_remembers_its_owner():
    state = position(chips={"0": FIVE}, sequences=[ROW], turn=1)
    assert RULES.describe_position(state)["chip"]["2,2"] == 0
    refused(seen(state, "r2c2", "green*"), state, "SQ-06", "occupied")


def test_in_the_advanced_variant_a_turned_chip_may_go():
    state = position(2, {"advanced": True}, chips={"0": FIVE}, sequences=[ROW], turn=1)
    state = after(state, lambda s: seen(s, "r2c4", ""), lambda s: seen(s, "discard2", "JH"))
    assert RULES.describe_position(state)["sequences"]["0"] == 0
    for column in (2, 3, 5, 6):
        state = after(state, lambda s, c=column: seen(s, f"r2c{c}", "blue"))
    assert not [duty for duty in RULES.list_duties(state) if duty.code == "turn-back"]


# Let stand


def test_a_pair_let_stand_is_a_play_with_a_note():
    state = after(position(hands=[["2S", "7H"], ["3S"]]), lambda s: seen(s, "discard1", "2S"))
    step = seen(state, "r5c5", "blue", waived=True)
    assert step.stands and notes(step) == [("SQ-05", "no-match"), ("SQ-20", "team-colour")]
    view = RULES.describe_position(step.state)
    assert view["chip"] == {"5,5": 0} and view["to_move"] == 1 and view["hand_size"]["0"] == 1


def test_a_play_out_of_turn_let_stand_goes_on_from_its_player():
    state = position(4)
    state = after(state, lambda s: seen(s, "discard2", "3S", waived=True), lambda s: seen(s, "r0c2", "green"))
    view = RULES.describe_position(state)
    assert view["chip"] == {"0,2": 1} and view["to_move"] == 2 and view["discards"]["discard2"] == "3S"


def test_a_chip_after_a_second_card_let_stand_is_the_second_cards():
    state = after(position(3), lambda s: seen(s, "discard1", "2S"), lambda s: seen(s, "discard2", "3S", waived=True))
    assert (state.half.seat, state.half.card, state.top_discard(0)) == (1, "3S", "2S")
    view = RULES.describe_position(after(state, lambda s: seen(s, "r0c2", "green")))
    assert view["chip"] == {"0,2": 1} and view["to_move"] == 2


def test_a_chip_let_stand_on_an_opponents_chip_takes_its_place():
    state = position(chips={"1": FIVE})
    state = after(state, lambda s: seen(s, "r2c2", "blue", waived=True), lambda s: seen(s, "discard1", "2D", waived=True))
    view = RULES.describe_position(state)
    assert view["chip"]["2,2"] == 0 and view["sequences"] == {"0": 0, "1": 0}


def test_a_winning_pair_let_stand_wins():
    state = after(position(3, chips={"0": FIVE[:4]}), lambda s: seen(s, "discard1", "2S"))
    assert seen(state, "r2c6", "blue", waived=True).outcome.rule == "SQ-15"


@pytest.mark.parametrize(
    ("zone", "face"),
    [("up1", "2S"), ("board", "blue"), ("discard0", "2S"), ("discard3", "2S"), ("r0c10", "blue"), ("r0c1", "pink"),
     ("r0c1", "2S"), ("r0c1", "?"), ("r0c1", "*"), ("discard1", "blue"), ("discard1", "?"), ("discard1", "47")],
)  # fmt: skip
def test_a_zone_or_a_face_that_sequence_does_not_know(zone, face):
    with pytest.raises(InputError):
        RULES.apply_play(position(), Play(zone, "", face))


def test_a_seat_that_nobody_sits_on():
    with pytest.raises(InputError):
        RULES.apply_play(position(), Play("discard1", "", "2S", 2))


# Through the referee, as at the table


def test_a_wrong_card_is_taken_back_and_the_chip_that_came_with_it_stands():
    match = start_match(RULES, Entry(0, Started("sequence", 2)))
    facts = [("discard1", "2S"), ("r0c2", "blue"), ("discard1", ""), ("discard1", "3S")]
    verdicts = []
    for n, (zone, face) in enumerate(facts, 1):
        match, ruling = judge_entry(RULES, match, Entry(n, Seen(zone, face)))
        verdicts.append((ruling.verdict, ruling.rule))
    assert verdicts == [("legal", None), ("illegal", "SQ-05"), ("legal", None), ("legal", None)]
    assert RULES.describe_position(match.state)["chip"] == {"0,2": 0} and not match.disputes
    assert fouls(RULES.apply_play(match.state, Play("discard2", "", "3S"))) == []
