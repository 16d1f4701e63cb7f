"""A match that holds, told as text (point 12): a foul is in dispute until it is put right, corrected or let stand."""

from __future__ import annotations

from tests.companion.match.dialogues import AT_TABLE, END, changes, correct, insert, last, ruled, talk


def back(pile, **seen):
    return {"take_back": {"pile": pile, **seen}}


IN_DISPUTE = (AT_TABLE, "20 up1", "30 up2", "15 up1")


def test_a_taking_back_that_is_refused_puts_nothing_right():
    answers = talk(*IN_DISPUTE, back("up1", card="99"), "end", {"waive": 3})
    assert [ruled(answer) for answer in answers[4:]] == [("illegal", "G-2"), ("illegal", "G-1"), ("legal", None)]
    assert answers[-1]["state"]["top"]["up1"] == 15


def test_the_face_seen_beneath_a_card_in_dispute_is_on_top_and_asked_about():
    answer = last(*IN_DISPUTE, back("up1", card="15", beneath="19"))
    assert answer["state"]["top"]["up1"] == 19 and answer["asked"] == [{"event": 4, "about": "beneath"}]
    assert ruled(last(*IN_DISPUTE, back("up1", beneath="19"), "end")) == ("legal", None), "nothing is in dispute any more"
    undone = last(*IN_DISPUTE, back("up1", beneath="19"), {"undo": 4})
    assert ruled(undone) == ("illegal", "TG-04") and undone["state"]["top"]["up1"] == 20
    assert "asked" not in last(*IN_DISPUTE, back("up1", card="15", beneath="20"))


def test_an_end_of_turn_that_was_refused_has_ended_no_turn():
    answers = talk(AT_TABLE, "end", "end", "20 up1", "30 up1", "end", "end")
    assert [ruled(answer)[0] for answer in answers[1:]] == ["illegal", "illegal", "legal", "legal", "legal", "legal"]
    assert answers[-1]["message"] == "That changes nothing."


def test_a_line_that_changes_nothing_keeps_its_number_to_itself():
    log = [AT_TABLE, "20 up1", "20 up1", "30 up2"]
    assert last(*log, {"undo": 3})["state"]["top"] == {"up1": 20, "up2": None, "down1": None, "down2": None}
    assert all(
        "error" in last(*log, amendment) for amendment in ({"undo": 2}, correct(2, "40"), {"insert": {"before": 2, **END}})
    )


def test_a_foul_put_in_where_a_pile_was_put_right_keeps_the_turn_waiting():
    answers = talk(*IN_DISPUTE, {"put_right": {"pile": "up1"}}, insert(4, "16 up1"), "end", {"waive": 5})
    assert [ruled(answer) for answer in answers[5:]] == [("illegal", "TG-04"), ("illegal", "G-1"), ("legal", None)]
    assert answers[-1]["state"]["to_move"] == 1, "the end of the turn waited for the card alone"


def test_of_two_cards_in_dispute_on_one_pile_each_is_let_stand():
    log = [AT_TABLE, "20 up1", "30 up2", "15 up1", insert(3, "16 up1"), correct(4, "14")]
    assert ruled(last(*log)) == ruled(last(*log, {"waive": 3})) == ("illegal", "TG-04")
    assert ruled(last(*log, {"waive": 3}, {"waive": 4})) == ("legal", None)


def test_a_card_that_is_let_stand_ends_no_dispute_about_one_put_in_beneath_it():
    said = ("50 up1", "45 up1", insert(2, "30 up1"), {"waive": 2})
    before, after = talk(AT_TABLE, *said, correct(0, names=["A", "B"]))[-2:]
    assert ruled(before) == ruled(after) == ("illegal", "TG-04"), "the 30 is in dispute as before"
    assert changes(after) == []
    *_, later = talk(AT_TABLE, *said, "60 up2", correct(0, names=["A", "B"]))
    assert ruled(later) == ("illegal", "TG-04") and changes(later) == []


def test_a_card_that_is_let_stand_has_a_dispute_about_one_put_in_beneath_it_settled_by_a_word():
    answer = last(AT_TABLE, "50 up1", "45 up1", insert(2, "30 up1"), {"waive": 2}, {"waive": 3})
    assert ruled(answer) == ("legal", None) and changes(answer) == [(3, "illegal", "legal", None)]
