"""A taking-back carries the face that was lifted and the face seen beneath it; both stay true (point 13)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.match.events import TakenBack, event_from_json, event_to_json
from tests.companion.match.dialogues import (
    AT_TABLE,
    EXTREME,
    FACES,
    FIRE,
    QUICK,
    SEQUENCE,
    TWO,
    changes,
    correct,
    insert,
    last,
    ruled,
    talk,
)


def back(pile, **seen):
    return {"take_back": {"pile": pile, **seen}}


def beneath(n, face):
    return {"correct": {"event": n, "beneath": face}}


def asked(answer):
    return [question["event"] for question in answer.get("asked", ()) if question["about"] == "beneath"]


LIFTED = (QUICK, "9R up", "10R down", "back up")


def test_a_card_put_in_on_the_one_that_was_lifted_is_not_lifted_instead():
    answer = last(*LIFTED, insert(2, "7Y up"))
    assert answer["state"]["top"]["up"] is None, "nothing lay beneath the red 9"
    assert asked(answer) == [3] and "I saw nothing" in answer["message"]


def test_a_card_put_in_beneath_the_one_that_was_lifted_lies_there_where_nobody_said_what_was_seen():
    answer = last(*LIFTED, insert(1, "7Y up"))
    assert answer["state"]["top"]["up"] == "7Y" and asked(answer) == []
    seen = [QUICK, "9R up", "10R down", back("up", beneath=None), insert(1, "7Y up")]
    assert last(*seen)["state"]["top"]["up"] is None and asked(last(*seen)) == [3]


def test_what_is_laid_on_what_was_seen_is_judged_by_that():
    answers = talk(*LIFTED, insert(2, "7Y up"), "5G up")
    assert ruled(answers[-1]) == ("illegal", "QE-02"), "the yellow 7 counts among the two cards of this turn"
    assert ruled(last(TWO, "20 up1", "back up1", insert(2, "50 up1"), "30 up1")) == ("legal", None)


def test_a_card_put_in_under_the_one_beneath_is_true_beside_it():
    answer = last(TWO, "20 up1", "30 up1", back("up1", card="30", beneath="20"), insert(1, "10 up1"))
    assert answer["state"]["top"]["up1"] == 20 and "asked" not in answer


def test_the_answer_to_the_question_settles_it():
    log = [*LIFTED, insert(2, "7Y up")]
    answers = talk(*log, beneath(3, "7Y"), {"undo": 5}, {"undo": 4})
    assert [answer["state"]["top"]["up"] for answer in answers[-3:]] == ["7Y", None, None]
    assert [asked(answer) for answer in answers[-3:]] == [[], [3], []]


@pytest.mark.parametrize("seen", [None, "31"])
def test_a_card_beneath_that_is_corrected_is_asked_about_where_it_was_seen(seen):
    lift = back("up1", card="47", **({"beneath": seen} if seen else {}))
    answer = last(TWO, "31 up1", "47 up1", lift, correct(1, "35"))
    if seen:
        assert asked(answer) == [3] and answer["state"]["top"]["up1"] == 31
        assert "I saw the 31 on the first ascending pile; the plays say the 35" in answer["message"]
    else:
        assert asked(answer) == [] and answer["state"]["top"]["up1"] == 35, "nobody said what was seen"


def test_the_card_beneath_that_was_never_laid_is_asked_about_where_it_was_seen():
    log = [TWO, "31 up1", "47 up1", back("up1", beneath="31"), {"undo": 1}]
    assert asked(last(*log)) == [3] and last(*log)["state"]["top"]["up1"] == 31
    assert last(TWO, "31 up1", "47 up1", "back up1", {"undo": 1})["state"]["top"]["up1"] is None


def test_the_question_goes_with_the_correction_that_raised_it():
    answers = talk(TWO, "31 up1", "47 up1", back("up1", beneath="31"), correct(1, "35"), {"undo": 4})
    assert answers[-1]["state"] == answers[3]["state"] and asked(answers[-1]) == []


def test_another_card_beneath_than_the_match_has_is_asked_about_at_once():
    answer = last(TWO, "20 up1", "30 up1", back("up1", card="30", beneath="22"))
    assert asked(answer) == [3] and answer["state"]["top"]["up1"] == 22
    assert last(TWO, "20 up1", "30 up1", back("up1", beneath=None))["state"]["top"]["up1"] is None


@pytest.mark.parametrize(
    ("game", "laid", "seen", "below", "rule"),
    [(QUICK, ("8R", "9R"), "3R", "4R", "QE-02"), (TWO, ("40", "50"), "20", "30", "TG-17")],
)
def test_a_face_of_deep_down_seen_beneath_is_the_top_card_misread(game, laid, seen, below, rule):
    """No card is taken off the pile for it: the one below lies there still, and cannot be laid again."""
    up, dealt = ("up", 44) if game is QUICK else ("up1", 82)
    start = {**game, "setup": {"hands": [None, None], "deck": dealt, "piles": {up: [seen, below]}}}
    answer = last(start, *(f"{card} {up}" for card in laid), back(up, card=laid[1], beneath=seen))
    assert asked(answer) == [3] and str(answer["state"]["top"][up]) == seen
    again = last(start, *(f"{card} {up}" for card in laid), back(up, card=laid[1], beneath=seen), f"{below} {up}")
    assert ruled(again) == ("illegal", rule)


def test_what_was_seen_beneath_can_be_lifted_in_its_turn():
    log = [TWO, "20 up1", "30 up1", back("up1", beneath="20"), insert(2, "25 up1")]
    answers = talk(*log, "back up1", "back up1")
    assert [answer["state"]["top"]["up1"] for answer in answers[-3:]] == [20, None, None]
    assert ruled(answers[-1]) == ("illegal", "G-2"), "the 25 was not there"


def test_another_card_than_the_one_on_top_is_not_lifted():
    answer = last(TWO, "20 up1", "30 up1", back("up1", card="20"))
    assert ruled(answer) == ("illegal", "G-2") and answer["state"]["top"]["up1"] == 30
    assert "The 30 lies on top" in answer["message"]


@pytest.mark.parametrize(
    ("start", "card", "pile"),
    [(EXTREME, "20:skull", "up1"), (FIRE, "22", "up1"), (FACES, "12", "own_up"), (QUICK, "7R", "up")],
    ids=lambda part: part["game"] if isinstance(part, dict) else part,
)
def test_a_card_is_named_in_either_spelling(start, card, pile):
    for name in {card, card.partition(":")[0]}:
        assert ruled(last(start, f"{card} {pile}", back(pile, card=name, beneath=None))) == ("legal", None)


@pytest.mark.parametrize("start", [TWO, AT_TABLE], ids=["text", "table"])
def test_a_legal_card_that_was_corrected_to_a_foul_is_the_one_that_is_lifted(start):
    answers = talk(start, "20 up1", "30 up1", correct(2, "15"), "back up1", "25 up1")
    assert answers[4]["message"] == "Taken back: the 15 from the first ascending pile."
    assert [answer["state"]["top"]["up1"] for answer in answers[3:]] == [20, 20, 25]


def test_a_card_that_was_lifted_stays_lifted_whatever_it_was():
    log = [TWO, "20 up1", "30 up1", correct(2, "15"), "back up1"]
    assert last(*log, {"undo": 3})["state"]["top"]["up1"] == 20
    assert last(TWO, "20 up1", correct(1, pile="up2"), "back up2", {"undo": 2})["state"]["played"] == 0


def test_a_lift_that_was_none_leaves_the_foul_as_it_was():
    log = [TWO, "20 up1", "30 up1", correct(2, "15"), "back up1"]
    assert ruled(last(*log, {"undo": 4})) == ("illegal", "TG-04")
    assert ruled(last(*log, {"undo": 4}, "90 down1", {"assess": True})) == ("legal", None)
    assert "is closed" in last(*log, "90 down1", {"undo": 4}, correct(2, "35"))["error"]


def test_a_disputed_card_that_never_stood_is_put_right():
    answers = talk(AT_TABLE, "20 up1", "15 up1", "back up1")
    assert (
        answers[-1]["message"] == "Thank you: all is right again on the first ascending pile."
        and answers[-1]["state"]["top"]["up1"] == 20
    )


@pytest.mark.parametrize(("language", "said"), [("en", ": correct it or undo it"), ("it", "correggi o annulla")])
def test_a_card_of_an_earlier_turn_stays_and_it_is_said_what_to_use_instead(language, said):
    start = {**TWO, "names": ["Anna", "Bea"]}
    answer = talk(start, "20 up1", "30 up1", "end", "back up1", language=language)[-1]
    assert ruled(answer) == ("illegal", "G-2") and answer["state"]["top"]["up1"] == 30
    assert all(word in answer["message"] for word in ("30", "Anna", said, '{"undo": 2}', '"event": 2'))


def test_a_move_of_an_earlier_turn_stays_too():
    answer = last(SEQUENCE, "2S r0c1", "3S r0c2", {"take_back": {"cell": [0, 1]}})
    assert ruled(answer) == ("illegal", "G-2") and '{"undo": 1}' in answer["message"]


def test_a_chip_put_in_where_one_was_lifted_is_asked_about():
    log = [SEQUENCE, "2S r0c1", {"take_back": {"cell": [0, 1], "card": "2S"}}, insert(2, "JC r0c1")]
    assert asked(last(*log)) == [2]


def test_an_undone_taking_back_that_counts_again_lifts_the_same_card():
    log = [TWO, "20 up1", "30 up1", "back up1", {"undo": 3}, insert(3, "40 up1"), {"undo": 4}]
    answer = last(*log)
    assert answer["state"]["top"]["up1"] == 20 and asked(answer) == [3]


def test_a_card_that_is_put_in_anew_where_it_was_lifted_is_lifted():
    log = [TWO, "20 up1", insert(1, "30 up2"), "back up2", {"undo": 2}]
    assert changes(last(*log)) == [(3, "legal", "note", "G-2")]
    assert last(*log, insert(1, "30 up2"))["state"]["top"]["up2"] is None


@pytest.mark.parametrize(
    "said",
    [
        {"take_back": {"card": "20"}},
        {"take_back": {"pile": "up1", "cell": [0, 1]}},
        {"take_back": {"pile": "up1", "card": "100"}},
        {"take_back": {"pile": "up1", "beneath": 7}},
        {"take_back": {"pile": "up1", "under": "20"}},
        {"take_back": "up1"},
        beneath(1, "20"),
        beneath(2, "100"),
        {"correct": {"event": 2, "card": "20"}},
    ],
    ids=json.dumps,
)
def test_what_cannot_be_understood_is_an_error_that_changes_nothing(said):
    *_, before, refused, after = talk(TWO, "20 up1", "back up1", said, {"assess": True})
    assert "error" in refused and before["state"] == after["state"]


def test_both_faces_are_written_down_and_older_logs_are_read():
    for event in (TakenBack("up1"), TakenBack("up1", 0, "47", "31"), TakenBack("up1", None, "47", "")):
        assert event_from_json(event_to_json(event)) == event
    assert event_from_json({"event": "taken_back", "zone": "up1"}) == TakenBack("up1")
    assert event_to_json(TakenBack("up1", beneath="")) == {"event": "taken_back", "zone": "up1", "beneath": ""}


NUMBERS = ("20", "25", "30", "35", "40")


@settings(max_examples=80, deadline=None)
@given(data=st.data(), holds=st.booleans())
def test_the_card_lifted_stays_lifted_and_the_face_seen_stays_seen(data, holds):
    """Whatever is put in, corrected or undone before it: the top is what was seen until something is laid there, and where the log has
    another card it is asked."""
    log = [{**TWO, "holds": holds}, "20 up1", "30 up1", back("up1", card="30", beneath="20")]
    own = []
    for n in range(4, data.draw(st.integers(5, 9))):
        kind = data.draw(st.sampled_from(["insert", "correct", "undo"]))
        if kind == "undo" and own:
            log.append({"undo": data.draw(st.sampled_from(own))})
        elif kind == "insert":
            log.append(insert(data.draw(st.sampled_from([1, 2, 3])), f"{data.draw(st.sampled_from(NUMBERS))} up1"))
        else:
            log.append(correct(1, data.draw(st.sampled_from(NUMBERS))))
        own.append(n)
    answers = talk(*log)
    assert {answer["state"]["top"]["up1"] for answer in answers[3:] if "state" in answer} == {20}
    assert all("was put right" not in answer.get("error", "") or "event" for answer in answers)


@settings(max_examples=40, deadline=None)
@given(cards=st.lists(st.sampled_from(NUMBERS[1:]), min_size=1, max_size=3, unique=True), before=st.sampled_from([1, 2, 3]))
def test_undone_amendments_before_a_taking_back_leave_no_trace(cards, before):
    log = [TWO, "20 up1", "90 down1", back("up1", beneath=None), *(insert(before, f"{card} up1") for card in cards)]
    undone = [{"undo": n} for n in range(4, 4 + len(cards))]
    answers = talk(*log, *undone)
    assert answers[-1]["state"] == answers[3]["state"] and all(asked(answer) == [] for answer in answers[-1:])


@pytest.mark.parametrize(
    ("seen", "where", "is_open"), [(None, 1, False), ("20", 1, False), ("60", 1, True), ("?", 1, True), ("?", 2, False)]
)
def test_a_foul_put_in_is_in_dispute_only_where_it_was_seen_later(seen, where, is_open):
    """The 50 was lifted; player 2's 60 is put in beneath it, or on it. "?": nobody said what was seen beneath."""
    lift = back("up1") if seen == "?" else back("up1", beneath=seen)
    answer = last(TWO, "50 up1", lift, insert(where, "60 up1", player=1))
    assert ruled(answer) == (("illegal", "TG-17") if is_open else ("legal", None))
    assert answer["state"]["hand_size"] == [7, 7 if is_open else 6], "a card that lies has left the hand"


def test_a_taking_back_whose_card_was_put_in_and_undone_is_a_note_with_its_rule():
    answer = last(TWO, "94 up2", insert(1, "16 up1"), "back up1", {"undo": 2})
    assert changes(answer) == [(3, "legal", "note", "G-2")] and "There was no card" in answer["message"]
