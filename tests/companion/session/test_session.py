"""An evening as the table lives it: the eye, the phones and the buttons speak to one session."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import InputError, JournalError, JournalTooNew, MatchNotFound, PositionError
from companion.games.sheets import load_sheet
from companion.intake.changes import Accept, Ask, Ignore, decide_fate
from companion.journal.journal import Journal
from companion.match.events import Claimed, Corrected, Seen, Started, Waived
from companion.match.referee import Ruling
from companion.questions.agreement import MIN_DIFFERENCE_S
from companion.questions.question import Question
from companion.session.session import Session
from companion.session.snapshot import Learning
from companion.shown.table import cues_of_snapshot
from companion.shown.view import make_view
from companion.shown.words.messages import catalogue
from tests.companion.session.changes import change

DECK = [str(n) for n in range(2, 100)]


def sitting(journal=None, seats=3, options=None):
    session = Session(journal or Journal(":memory:"), lambda game: DECK)
    session.begin_match(Started("the_game", seats, options or {}), 0.0, "phone")
    for zone in ("up1", "up2", "down1", "down2"):
        session.take_change(change(zone, "", "", moved=False), 0.0)
    return session


def top(session, zone):
    return session.snapshot.rules.list_faces(session.match.state)[zone]


def verdicts(notices):
    return [notice.verdict for notice in notices if isinstance(notice, Ruling)]


def test_a_read_play_is_judged_and_kept():
    session = sitting()
    assert verdicts(session.take_change(change("up1", "", "47"), 1.0)) == ["legal"]
    assert top(session, "up1") == "47"


@pytest.mark.parametrize(("lower", "upper"), [("66", "99"), ("68", "89"), ("6", "9")])
def test_a_card_taken_back_is_doubted_where_its_twin_seems_to_come_to_light(lower, upper):
    session = sitting()
    session.take_change(change("up1", "", lower), 1.0)
    session.take_change(change("up1", lower, upper), 2.0)
    (question,) = session.take_change(change("up1", upper, lower), 3.0)
    assert isinstance(question, Question) and {face for face, _ in question.candidates} == {lower, upper}
    assert top(session, "up1") == upper, "until somebody says so"


BURNING = [*DECK, "F22", "F33", "F44", "F55", "F66", "F77"]


def sitting_with_sheet(**options):
    """A match of two; the deck holds burning cards too, as at a real table."""
    session = Session(Journal(":memory:"), lambda game: BURNING)
    session.begin_match(Started("the_game", 2, options), 0.0, "phone")
    for zone in ("up1", "up2", "down1", "down2"):
        session.take_change(change(zone, "", "", moved=False), 0.0)
    return session


@pytest.mark.parametrize(("read", "meant", "on_fire"), [("66", "F66", True), ("F66", "66", False)])
def test_a_card_read_with_or_without_fire_never_differs_from_the_match(read, meant, on_fire):
    session = sitting_with_sheet(on_fire=on_fire)
    assert verdicts(session.take_change(change("up1", "", read), 1.0)) == ["legal"]
    session.notice_time(1.0 + 2 * MIN_DIFFERENCE_S)
    assert top(session, "up1") == meant and session.snapshot.out_of_step == ()
    session.take_change(change("up1", read, "70"), 10.0)
    session.undo_entry(11.0, "phone")
    assert top(session, "up1") == meant
    assert verdicts(session.take_change(change("up1", "70", read), 12.0)) == [], "the card beneath came to light"
    session.notice_time(12.0 + 2 * MIN_DIFFERENCE_S)
    assert session.snapshot.out_of_step == () and not session.match.disputes


def test_a_match_found_to_be_on_fire_later_does_not_differ_from_its_table():
    session = sitting_with_sheet()
    session.take_change(change("up1", "", "66"), 1.0)
    session.set_up_anew({"on_fire": True}, None, None, 2.0, "phone")
    session.notice_time(2.0 + 2 * MIN_DIFFERENCE_S)
    assert top(session, "up1") == "F66" and session.snapshot.out_of_step == ()


def test_a_card_doubted_between_its_two_kinds_is_asked_once_by_its_number():
    session = sitting_with_sheet(on_fire=True)
    doubted = change("up1", "", "66", 0.5, (("F66", 0.3), ("68", 0.2)), accepted=False)
    (question,) = session.take_change(doubted, 1.0)
    assert question.candidates == (("F66", 0.8), ("68", 0.2))


def test_a_card_taken_back_from_another_than_its_twin_is_believed():
    session = sitting()
    session.take_change(change("up1", "", "66"), 1.0)
    session.take_change(change("up1", "66", "97"), 2.0)
    session.take_change(change("up1", "97", "66"), 3.0)
    assert top(session, "up1") == "66" and session.snapshot.questions == ()


def test_a_card_that_lay_there_before_is_believed_on_an_empty_zone():
    """A chip that was pushed off its space and back again."""
    assert isinstance(decide_fate(change("up1", "", "47"), FREE, set(), DECK, beneath={"47"}), Accept)


def test_an_unsure_read_is_asked_and_the_answer_is_judged():
    session = sitting()
    (question,) = session.take_change(change("up1", "", "47", 0.5, (("41", 0.4),), accepted=False), 1.0)
    assert isinstance(question, Question) and [face for face, _ in question.candidates] == ["47", "41"]
    assert top(session, "up1") == ""
    assert verdicts(session.answer_question(question.id, "12", 2.0, "phone")) == ["legal"], "any value may be entered"
    assert top(session, "up1") == "12" and session.snapshot.questions == ()


def test_a_person_is_believed_over_the_eye():
    session = sitting()
    session.take_change(change("up1", "", "47"), 1.0)
    session.amend_log(Corrected(2, "41"), 2.0, "phone")
    session.take_change(change("up1", "47", "42", moved=False), 3.0)
    assert top(session, "up1") == "41"
    assert session.notice_time(60.0) == () and session.snapshot.out_of_step == ()


def test_a_dismissed_question_does_not_come_back():
    session = sitting()
    (question,) = session.take_change(change("up1", "", "?", 0.2, accepted=False), 1.0)
    session.dismiss_question(question.id, 9.0, "phone")
    session.notice_time(60.0)
    assert session.snapshot.questions == () and session.snapshot.out_of_step == ()
    with pytest.raises(InputError, match="no longer open"):
        session.answer_question(question.id, "5", 61.0, "phone")


def test_a_pile_cleared_while_nobody_watched_puts_the_match_out_of_step():
    session = sitting()
    session.take_change(change("up1", "", "47"), 1.0)
    assert session.record_bare_zone("up2", 10.0) == () == session.record_bare_zone("up1", 10.0), "it may be read yet"
    (differences,) = session.notice_time(10.0 + MIN_DIFFERENCE_S)
    assert [(one.zone, one.expected, one.seen) for one in differences] == [("up1", "47", "")]
    session.take_change(change("up1", "", "47", moved=False), 15.0)
    session.notice_time(16.0)
    assert session.snapshot.out_of_step == () and top(session, "up1") == "47"


def test_nothing_differs_for_people_while_the_cards_are_still_learned():
    session = sitting()
    session.take_change(change("up1", "", "47"), 1.0)
    session.record_bare_zone("up1", 10.0)
    session.notice_time(10.0 + MIN_DIFFERENCE_S)
    learning = replace(session.snapshot, learning=Learning("the_game", 0.5, 20.0))
    sheets = {"the_game": load_sheet("the_game")}
    shown = make_view(learning, catalogue("en"), sheets)
    assert shown["out_of_step"] is None and "out_of_step" not in {pile["state"] for pile in shown["piles"]}
    assert not any(cue.kind == "out_of_step" for cue in cues_of_snapshot(learning))
    assert shown["learning"]["text"].startswith("Learning this deck: 20 s.")
    learned = make_view(session.snapshot, catalogue("en"), sheets)
    assert [zone["zone"] for zone in learned["out_of_step"]["zones"]] == ["up1"]
    assert any(cue.kind == "out_of_step" for cue in cues_of_snapshot(session.snapshot))


def test_what_lay_on_the_table_of_the_match_before_is_never_held_against_the_next():
    session = sitting()
    session.take_change(change("up1", "", "47"), 1.0)
    session.begin_match(Started("the_game", 3), 100.0, "phone")
    session.record_hands(False, 100.1)
    assert session.snapshot.out_of_step == (), "the eye has not even noticed"
    session.await_table()
    session.notice_time(200.0)
    assert (session.snapshot.table, session.snapshot.out_of_step) == ("waking", ())


def test_a_card_that_still_lies_there_counts_as_soon_as_it_can_be_read():
    session = sitting()
    session.take_change(change("up1", "", "47"), 1.0)
    session.begin_match(Started("the_game", 3), 100.0, "phone")
    session.await_table()
    session.take_change(change("up1", "", "47", moved=False), 200.0)
    assert verdicts(session.take_change(change("up2", "", "20"), 201.0)) == ["legal"]
    session.notice_time(200.0 + MIN_DIFFERENCE_S)
    assert [(one.zone, one.seen) for one in session.snapshot.out_of_step] == [("up1", "47")]


def test_a_lost_table_stays_lost_while_the_eye_gets_ready_for_another():
    session = sitting()
    session.publisher.report_lost("camera")
    session.await_table()
    assert (session.snapshot.table, session.snapshot.reason) == ("lost", "camera")


def test_a_missed_play_puts_the_match_out_of_step_and_one_tap_trusts_the_table():
    session = sitting()
    session.take_change(
        change("up1", "", "47", moved=False), 1.0
    )  # no hand was seen: it may be a play made while nobody watched
    session.take_change(change("up1", "47", "47", moved=False), 1.5)
    session.questions.seen.faces["up1"] = ("60", 2.0)
    assert session.notice_time(2.0 + MIN_DIFFERENCE_S / 2) == ()
    (differences,) = session.notice_time(2.0 + MIN_DIFFERENCE_S)
    assert [(d.zone, d.expected, d.seen) for d in differences] == [("up1", "47", "60")]
    assert verdicts(session.settle_out_of_step("table", 6.0, "phone")) == ["legal"]
    assert top(session, "up1") == "60" and session.snapshot.out_of_step == ()


def test_trusting_the_game_goes_on_without_asking_again():
    session = sitting()
    session.take_change(change("up1", "", "47"), 1.0)
    session.questions.seen.faces["up1"] = ("60", 2.0)
    session.notice_time(10.0)
    session.settle_out_of_step("game", 11.0, "phone")
    assert session.notice_time(60.0) == () and session.snapshot.out_of_step == () and top(session, "up1") == "47"
    assert verdicts(session.take_change(change("up1", "60", "50"), 61.0)) == ["legal"], (
        "the next play on that pile counts again"
    )


def test_hands_over_the_table_hold_back_the_end_of_the_turn():
    session = sitting()
    session.take_change(change("up1", "", "10"), 1.0)
    session.record_hands(True, 2.0)
    session.record_turn_end(2.1, "button")
    session.take_change(change("up1", "10", "20"), 2.5)
    assert session.match.waiting is not None
    assert verdicts(session.record_hands(False, 3.0)) == ["legal"]
    assert (session.match.state.turn, session.match.state.to_move) == (2, 1)


def test_waiving_a_foul_goes_on_with_the_card():
    session = sitting()
    session.take_change(change("up1", "", "52"), 1.0)
    session.take_change(change("up1", "52", "47"), 2.0)
    session.amend_log(Waived(3), 3.0, "phone")
    assert top(session, "up1") == "47" and session.match.disputes == ()


def test_undo_takes_the_last_thing_said(tmp_path):
    session = sitting()
    session.take_change(change("up1", "", "10"), 1.0)
    session.take_change(change("up2", "", "20"), 2.0)
    session.undo_entry(3.0, "button")
    assert (top(session, "up1"), top(session, "up2")) == ("10", "")
    session.undo_entry(4.0, "button")
    with pytest.raises(InputError, match="nothing to undo"):
        session.undo_entry(5.0, "button")


def test_a_match_goes_on_after_the_plug_was_pulled(tmp_path):
    path = tmp_path / "journal.sqlite"
    session = sitting(Journal(path))
    session.take_change(change("up1", "", "52"), 1.0)
    session.take_change(change("up1", "52", "47"), 2.0)
    before = session.match  # no close, no goodbye
    again = Session(Journal(path), lambda game: DECK)
    assert again.resume_match()
    assert again.match == before and [dispute.face for dispute in again.match.disputes] == ["47"]


def test_what_cannot_be_judged_is_not_written(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    session = sitting(journal)
    with pytest.raises(InputError):
        session.record_event(Claimed("sing"), 1.0, "phone")
    with pytest.raises(PositionError):
        session.begin_match(Started("the_game", 10_000), 1.0, "phone")
    assert len(journal.read_entries(1)) == 1 and len(journal.list_matches()) == 1
    assert verdicts(session.record_event(Seen("up1", "47"), 2.0, "phone")) == ["legal"]


def test_nobody_plays_without_a_match():
    session = Session(Journal(":memory:"), lambda game: DECK)
    assert not session.resume_match()
    assert session.take_change(change("up1", "", "47"), 1.0) == ()
    with pytest.raises(InputError, match="start one"):
        session.record_turn_end(1.0, "button")


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path):
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        journal._db.execute("PRAGMA user_version=99")
    before = path.read_bytes()
    with pytest.raises(JournalTooNew, match="newer companion"):
        Journal(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_journal_is_refused_and_kept(tmp_path):
    path = tmp_path / "journal.sqlite"
    path.write_text("a letter to grandmother" * 100)
    with pytest.raises(JournalError, match="move all files away"):
        Journal(path)
    assert path.read_text().startswith("a letter")


def test_an_unknown_match_is_named(tmp_path):
    with Journal(tmp_path / "journal.sqlite") as journal, pytest.raises(MatchNotFound, match="no match 7"):
        journal.read_entries(7)


FREE = {"up1": "", "up2": ""}


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (change("up1", "", "47"), Accept),
        (change("up1", "47", ""), Accept),
        (change("draw", "", "back"), Ignore),
        (change("up1", "", "back"), Ask),
        (change("up1", "", "?", 0.0, accepted=False), Ask),
        (change("up1", "", "QH"), Ask),
        (change("up1", "", "12"), Ask),
        (change("up1", "", "47", 0.6, (("12", 0.39),), accepted=False), Accept),
        (change("up1", "", "47", 0.6, (("13", 0.39),), accepted=False), Ask),
    ],
    ids=["sure", "lifted", "no zone", "face down", "unreadable", "other deck", "covered", "rival covered", "rival free"],
)
def test_the_fate_of_a_change(change, kind):
    assert isinstance(decide_fate(change, FREE, {"12"}, DECK), kind)


def test_legality_does_not_weigh_what_was_read():
    """A sure read stays what it is though it be a foul, and the likelier of two stays so though only the other be legal."""
    expected = {"up1": "52"}
    assert decide_fate(change("up1", "52", "47"), expected, set(), DECK) == Accept(Seen("up1", "47"))
    asked = decide_fate(change("up1", "52", "47", 0.6, (("74", 0.4),), accepted=False), expected, set(), DECK)
    assert isinstance(asked, Ask) and [face for face, _ in asked.candidates] == ["47", "74"]


def two_in_one_movement(session, upper):
    """A card nobody could read, and another one laid on it with the same movement: what the eye tells of them."""
    session.take_change(change("up1", "", "20"), 1.0)
    session.take_change(change("up1", "20", "?", 0.5, accepted=False), 2.0)
    return session.take_change(change("up1", "?", upper), 2.0)


def test_the_lower_of_two_cards_laid_in_one_movement_goes_in_before_the_upper_one():
    session = sitting()
    two_in_one_movement(session, "50")
    (question,) = session.snapshot.questions
    assert question.under == "50" and question.candidates == ()
    assert verdicts(session.answer_question(question.id, "37", 5.0, "phone")) == ["legal"]
    assert [(laid.before, laid.after) for laid in session.match.laid] == [("", "20"), ("20", "37"), ("37", "50")]
    assert verdicts(session.record_draw_visit(6.0)) == ["legal"] and session.snapshot.questions == ()


def test_both_of_them_are_judged_once_it_is_said_which_the_lower_one_was():
    session = sitting()
    two_in_one_movement(session, "35")
    session.answer_question(session.snapshot.questions[0].id, "37", 5.0, "phone")
    told = [(each.event.after, [f.rule for f in each.ruling.findings]) for each in session.match.judged[-2:]]
    assert told == [("37", []), ("35", ["TG-04"])], "37 on 20 may lie, 35 on 37 may not"


def test_where_no_card_lies_under_it_the_question_is_closed_without_a_word():
    session = sitting()
    two_in_one_movement(session, "50")
    assert verdicts(session.dismiss_question(session.snapshot.questions[0].id, 5.0, "phone")) == []
    assert session.snapshot.questions == () and top(session, "up1") == "50"
    session.notice_time(60.0)
    assert session.snapshot.out_of_step == ()
