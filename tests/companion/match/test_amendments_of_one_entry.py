"""Several amendments of one entry: the latest that stands is alive, the others are inert, and each judges its own entry alone (point 14)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.companion.match.dialogues import AT_TABLE, FACES, FIRE, TWO, changes, correct, insert, last, ruled, talk

CORRECTED_TWICE = ("20 up1", correct(1, "25"), correct(1, "30"))


@pytest.mark.parametrize(("language", "said"), [("en", "the 30 stays."), ("it", "resta il 30.")])
def test_the_undo_of_a_replaced_correction_says_what_replaced_it(language, said):
    *_, before, undone, again = talk(TWO, *CORRECTED_TWICE, {"undo": 2}, {"undo": 4}, language=language)
    assert undone["message"].endswith(said) and again["message"].endswith(said)
    assert before["state"] == undone["state"] == again["state"] and undone["changed"] == again["changed"] == []


def test_a_correction_that_was_replaced_twice_names_the_one_that_holds():
    answer = last(TWO, *CORRECTED_TWICE, correct(1, "35"), {"undo": 2})
    assert "the 35 stays" in answer["message"] and answer["state"]["top"]["up1"] == 35


def test_what_was_undone_while_replaced_does_not_come_back():
    answers = talk(TWO, *CORRECTED_TWICE, {"undo": 2}, {"undo": 3})
    assert answers[-1]["state"]["top"]["up1"] == 20 and "is the 20 again" in answers[-1]["message"]


def test_corrections_of_different_values_hold_beside_each_other():
    answers = talk(TWO, "20 up1", correct(1, pile="up2"), correct(1, "25"), {"undo": 2}, {"undo": 3})
    tops = [{pile: top for pile, top in answer["state"]["top"].items() if top} for answer in answers[3:]]
    assert tops == [{"up2": 25}, {"up1": 25}, {"up1": 20}]


def test_a_replaced_correction_of_the_set_up_says_so_too():
    answer = last(FIRE, "20 up1", correct(0, turn=1), correct(0, turn=2), {"undo": 2})
    assert "the later one stays" in answer["message"] and answer["state"]["to_move"] == 2


@pytest.mark.parametrize("start", [TWO, AT_TABLE], ids=["text", "table"])
def test_an_entry_corrected_earlier_keeps_its_fate(start):
    answer = last(start, "20 up1", "40 up1", correct(2, "45"), correct(1, "50"))
    assert ruled(answer) == ("legal", None) and changes(answer) == [(2, "legal", "note", "TG-04")]
    assert answer["state"]["top"]["up1"] == 45, "it lies there, and is not in dispute"


def test_a_card_put_in_earlier_is_not_put_in_dispute_by_a_later_correction():
    answer = last(TWO, "20 up1", "90 down1", insert(2, "25 up1"), correct(1, "50"))
    assert ruled(answer) == ("legal", None) and answer["state"]["top"]["up1"] == 25


def test_a_note_of_an_earlier_correction_stands_again_once_nothing_speaks_against_it():
    answers = talk(TWO, "20 up1", "40 up1", correct(2, "45"), correct(1, "50"), {"undo": 4})
    assert answers[-1]["state"] == answers[3]["state"] and changes(answers[-1]) == [(2, "note", "legal", None)]


def test_what_was_open_since_the_last_fact_is_judged_anew():
    answers = talk(TWO, "50 up1", "60 up1", correct(2, "42"), correct(1, "40"), {"undo": 4})
    assert [answer["verdict"] for answer in answers[3:]] == ["illegal", "legal", "illegal"]


OVER = ("20 up1", "40 up1", correct(2, "15"), correct(2, "16"), "90 down1")


@pytest.mark.parametrize("undo", [3, 4])
def test_an_entry_that_was_over_stays_over(undo):
    before, answer = talk(TWO, *OVER, {"undo": undo})[-2:]
    assert ruled(answer) == ("legal", None) and answer["changed"] == [] and answer["state"] == before["state"]
    assert "error" in last(TWO, *OVER, {"undo": undo}, correct(2, "50"))


def test_a_card_that_was_over_stays_over_however_its_corrections_are_undone():
    answers = talk(TWO, *OVER, {"undo": 4}, {"undo": 6}, {"undo": 3})
    assert [answer["state"]["top"]["up1"] for answer in answers[5:]] == [20, 20, 20, 20]


def test_a_foul_put_in_is_a_note_where_an_end_that_stands_since_has_ended_its_turn():
    answer = last(TWO, "50 up1", "60 up1", "end", "end", {"undo": 3}, insert(3, "59 up1"))
    assert ruled(answer) == ("legal", None) and (answer["state"]["top"]["up1"], answer["state"]["to_move"]) == (59, 1)


def test_only_the_latest_word_of_whose_card_it_was_counts():
    answers = talk(FACES, "10 own_up", correct(1, player=1), correct(1, player=0), {"undo": 2})
    assert answers[-1]["state"] == answers[-2]["state"] == answers[1]["state"]


CARDS = ("20", "25", "30", "40", "95")


@settings(max_examples=60, deadline=None)
@given(data=st.data(), holds=st.booleans())
def test_a_run_of_corrections_and_undos_is_that_of_the_corrections_that_stand(data, holds):
    """Told in any order, with undos, the card is what the latest correction that was not undone says."""
    said, standing = ["50 up1"], {}
    for n in range(2, data.draw(st.integers(4, 9))):
        undoable = sorted(standing)
        if undoable and data.draw(st.booleans()):
            undone = data.draw(st.sampled_from(undoable))
            said.append({"undo": undone})
            del standing[undone]
        else:
            standing[n] = data.draw(st.sampled_from(CARDS))
            said.append(correct(1, standing[n]))
    card = standing[max(standing)] if standing else "50"
    answer = last({**TWO, "holds": holds}, *said)
    assert answer["state"]["top"]["up1"] == int(card) and ruled(answer) == ("legal", None)
