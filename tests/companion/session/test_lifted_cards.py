"""A card is lifted off a pile and the camera sees what lay beneath: that stays true, and where the log says otherwise it is asked once."""

from __future__ import annotations

import pytest

from companion.match.events import Corrected, Inserted, Played, TakenBack, event_from_json
from companion.questions.question import Question
from tests.companion.session.test_whose_turn import ANNA, Table, rulings


def lifted_to(table: Table, zone: str, face: str) -> int:
    """The card on top is lifted, and that lies beneath. The entry that says so."""
    assert rulings(table.lays(ANNA, zone, face)) == [("legal", None)]
    return table.session.match.entries[-1].n


def first_card(table: Table) -> int:
    return next(each.n for each in table.session.match.judged if isinstance(each.event, Played))


def top(table: Table, zone: str) -> str:
    return table.session.snapshot.rules.list_faces(table.session.match.state)[zone]


def asked_of(notices) -> Question:
    (question,) = [notice for notice in notices if isinstance(notice, Question)]
    return question


@pytest.fixture
def table() -> Table:
    """Anna lays the 10, the 12 on it, and lifts the 12 again."""
    table = Table()
    for face in ("10", "12"):
        table.lays(ANNA, "up1", face)
    lifted_to(table, "up1", "10")
    return table


def correct(table: Table, face: str, n: int | None = None):
    return table.session.amend_log(Corrected(first_card(table) if n is None else n, face), table.now, "phone")


def test_what_was_lifted_and_what_lay_beneath_is_written_down(table):
    assert table.session.match.entries[-1].event == TakenBack("up1", card="12", beneath="10")


def test_what_was_seen_counts_until_somebody_answers(table):
    question = asked_of(correct(table, "11"))
    assert [face for face, _ in question.candidates] == ["10", "11"] and top(table, "up1") == "10"
    (shown,) = table.view["questions"]
    assert "Under the 12 I saw the 10" in shown["text"] and shown["none"] == "Nothing lay there"
    assert shown["picture"] is None, "what lay there then lies there no longer"


@pytest.mark.parametrize("face", ["10", "11", "14", ""])
def test_the_answer_is_what_lay_there(table, face):
    question = asked_of(correct(table, "11"))
    table.session.answer_question(question.id, face, table.now, "phone")
    assert top(table, "up1") == face and table.session.snapshot.questions == ()


def test_it_is_asked_once(table):
    correct(table, "11")
    assert not [each for each in correct(table, "9") if isinstance(each, Question)]
    assert len(table.session.snapshot.questions) == 1


def test_the_question_goes_with_the_correction_that_raised_it(table):
    correct(table, "11")
    table.session.undo_entry(table.now, "phone")
    assert table.session.snapshot.questions == () and top(table, "up1") == "10"


def test_the_question_is_idle_once_the_table_has_gone_on(table):
    correct(table, "11")
    for low in (20, 30, 40):
        assert len(table.session.snapshot.questions) == 1
        for face in (low, low + 1):
            table.session.record_told_face("up2", str(face), table.now, "phone")
        table.session.record_turn_end(table.now, "phone")
    assert table.session.snapshot.questions == ()


def test_a_card_put_in_beneath_a_lifted_one_is_asked_about_and_the_pile_stays_as_it_was_seen():
    table = Table()
    table.lays(ANNA, "up1", "10")
    lift = lifted_to(table, "up1", "")
    question = asked_of(table.session.amend_log(Inserted(lift, Played("up1", "10", "12")), table.now, "phone"))
    assert top(table, "up1") == "" and [face for face, _ in question.candidates] == ["12"]
    assert "I saw nothing" in table.view["questions"][0]["text"]
    table.session.dismiss_question(question.id, table.now, "phone")
    assert top(table, "up1") == "" and table.session.snapshot.questions == ()


def test_a_card_corrected_to_a_foul_is_the_one_that_is_lifted():
    table = Table()
    for face in ("10", "22"):
        table.lays(ANNA, "up1", face)
    second = table.session.match.entries[-1].n
    assert rulings(correct(table, "5", second)) == [("illegal", "TG-04")]
    lifted_to(table, "up1", "10")
    assert top(table, "up1") == "10" and table.session.match.disputes == ()
    (correction,) = [each.n for each in table.session.match.entries if isinstance(each.event, Corrected)]
    table.session.undo_entry(table.now, "phone", correction)
    assert top(table, "up1") == "10", "it was seen to be lifted, whatever it was"


def test_a_log_that_knows_no_faces_of_lifted_cards_is_read_as_before():
    table = Table()
    for event in (Played("up1", "", "10"), Played("up1", "10", "12"), event_from_json({"event": "taken_back", "zone": "up1"})):
        table.session.record_event(event, table.now, "camera")
    assert top(table, "up1") == "10"
    correct(table, "11")
    assert top(table, "up1") == "11" and table.session.snapshot.questions == (), "nobody saw what lay beneath"
