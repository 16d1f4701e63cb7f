"""A chip or a card that nobody saw being laid does not spoil a match of Sequence."""

from __future__ import annotations

import random

import pytest

from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.match.rulings import Ruling
from companion.play.showcases.sequence import find_sequence_moves
from companion.questions.question import Question
from companion.session.session import Session
from companion.shown.view import make_view
from companion.shown.words.messages import catalogue
from tests.companion.session.changes import change
from tests.companion.session.test_whose_turn import ANNA, BEA, Table
from tests.told_moves import top


def sequence() -> Table:
    """Anna is to move with blue, Bea follows with green. All has been looked at and is bare."""
    return Table("sequence", 2, (ANNA, BEA))


def sure(table, hand, zone, face):
    return table.lays(hand, zone, face, confidence=0.99)


def appears(table, zone, face):
    """A face is seen where no hand was seen."""
    table.now += 0.5
    return table.session.take_change(change(zone, "", face, moved=False), table.now)


def waits(table, seconds):
    table.now += seconds
    return table.session.notice_time(table.now)


def verdicts(notices):
    return [one.verdict for one in notices if isinstance(one, Ruling)]


def late(table):
    """What players lack of plays whose turns are over."""
    return [duty.code for duty in table.session.snapshot.rules.list_duties(table.session.match.state) if duty.late]


def log(table):
    return [
        line["text"] for line in make_view(table.session.snapshot, catalogue("en"), {"sequence": load_sheet("sequence")})["log"]
    ]


def test_a_chip_that_no_hand_was_seen_to_lay_is_put_in_before_the_next_players_card():
    table = sequence()
    sure(table, ANNA, "discard1", "2S")
    appears(table, "r0c1", "blue")
    laid = table.now
    assert verdicts(sure(table, BEA, "discard2", "3S")) == ["legal", "legal"]
    assert verdicts(sure(table, BEA, "r0c2", "green")) == ["legal"]
    assert table.turn == (3, 0)
    put_in = next(entry for entry in table.session.match.entries if getattr(entry.event, "zone", "") == "r0c1")
    assert (put_in.source, put_in.at) == ("inferred", laid)
    assert "Anna: blue chip on the 2♠, as the next plays show" in log(table)


def test_a_chip_that_completes_a_play_is_put_in_before_anybody_is_told_that_table_and_match_disagree():
    table = sequence()
    sure(table, ANNA, "discard1", "2S")
    appears(table, "r0c1", "blue")
    assert verdicts(waits(table, 3.5)) == ["legal"]
    assert table.session.snapshot.out_of_step == ()
    assert table.turn == (2, 1)


def test_a_chip_that_was_called_for_is_seen_late_and_nothing_is_lacking():
    table = sequence()
    sure(table, ANNA, "discard1", "2S")
    assert [(one.verdict, one.seat) for one in sure(table, BEA, "discard2", "3S") if isinstance(one, Ruling)] == [
        ("illegal", 0),
        ("legal", 1),
    ]
    assert verdicts(sure(table, BEA, "r0c2", "green")) == ["legal"]
    assert late(table) == ["chip-missing"]
    appears(table, "r0c1", "blue")
    assert (table.session.match.disputes, late(table), table.turn) == ((), [], (3, 0))


def test_a_foul_that_is_one_anyway_stays_when_the_missed_chip_is_seen():
    table = sequence()
    sure(table, ANNA, "discard1", "2S")
    sure(table, BEA, "discard2", "3S")
    sure(table, BEA, "r5c5", "blue")
    appears(table, "r0c1", "blue")
    assert [one.zone for one in table.session.match.disputes] == ["r5c5"]
    assert table.turn == (2, 1)


def test_a_chip_on_a_space_that_the_card_does_not_allow_is_not_put_in():
    table = sequence()
    sure(table, ANNA, "discard1", "2S")
    appears(table, "r0c2", "blue")
    assert verdicts(sure(table, BEA, "discard2", "3S")) == ["illegal", "legal"]
    assert (late(table), table.turn) == (["chip-missing"], (2, 1))


def test_a_turn_taken_out_of_order_is_called_as_ever():
    table = sequence()
    assert verdicts(sure(table, BEA, "discard2", "3S")) == ["illegal"]
    assert len(table.session.match.disputes) == 1


def test_a_card_that_is_asked_about_is_known_once_its_chip_lies_and_the_next_player_goes_on():
    table = sequence()
    read = change("discard1", "", "2S", 0.5, (("9H", 0.4),), accepted=False)
    assert isinstance(table.visit(lambda at: table.session.take_change(read, at))[-1], Question)
    sure(table, ANNA, "r0c1", "blue")
    assert verdicts(sure(table, BEA, "discard2", "3S")) == ["legal", "legal"]
    assert table.session.snapshot.questions == ()
    assert table.session.snapshot.rules.list_faces(table.session.match.state)["discard1"] == "2S"


def test_what_two_cards_could_have_been_stays_a_question():
    table = sequence()
    read = change("discard1", "", "2S", 0.5, (("JD", 0.4),), accepted=False)
    table.visit(lambda at: table.session.take_change(read, at))
    sure(table, ANNA, "r0c1", "blue")
    sure(table, BEA, "discard2", "3S")
    assert [one.zone for one in table.session.snapshot.questions] == ["discard1"]


@pytest.mark.parametrize("hands", [True, False])
def test_that_table_and_match_disagree_is_told_once_however_often_hands_come(hands):
    table = sequence()
    appears(table, "r5c5", "green")
    assert waits(table, 3.5) != ()
    told = table.visit() if hands else ()
    assert [*told, *waits(table, 3.5)] == []
    assert [one.zone for one in table.session.snapshot.out_of_step] == ["r5c5"]


def illegal(notices):
    return [one for one in notices if isinstance(one, Ruling) and one.verdict in ("illegal", "loss")]


def card_missed():
    """Anna's 2S was never seen, but the chip was, and Anna was told so after a draw; Bea goes on."""
    table = sequence()
    sure(table, ANNA, "r0c1", "blue")
    table.draws(ANNA)
    waits(table, 3.5)
    return table, sure(table, BEA, "discard2", "3S")


def test_a_card_that_nobody_saw_is_asked_about_once_and_nobody_is_blamed():
    table, told = card_missed()
    (asked,) = [one for one in told if isinstance(one, Question)]
    assert (asked.zone, [face for face, _ in asked.candidates]) == ("discard1", ["2S", "JD", "JC"])
    assert illegal(told) == []
    (shown,) = make_view(table.session.snapshot, catalogue("en"), {"sequence": load_sheet("sequence")})["questions"]
    assert (shown["title"], shown["text"]) == (
        "Anna’s discards",
        "I saw the chip, not its card: it counts as the 2 of spades. Tap the card that was played.",
    )
    later = [*sure(table, BEA, "r0c2", "green"), *table.draws(BEA), *sure(table, ANNA, "discard1", "4S")]
    later += [*sure(table, ANNA, "r0c3", "blue"), *waits(table, 5.0)]
    assert illegal(later) == [] and not any(isinstance(one, Question) for one in later)
    assert (table.session.snapshot.out_of_step, table.turn) == ((), (4, 1))


def test_a_card_that_was_taken_for_another_is_put_right_by_the_answer():
    table, _ = card_missed()
    (asked,) = table.session.snapshot.questions
    table.session.answer_question(asked.id, "JD", table.now, "phone")
    assert table.session.snapshot.rules.list_faces(table.session.match.state)["discard1"] == "JD"
    assert (waits(table, 5.0), table.session.snapshot.questions, table.turn) == ((), (), (2, 1))


def test_a_card_that_is_read_only_after_the_next_one_was_laid_answers_by_itself():
    table, _ = card_missed()
    assert illegal(sure(table, ANNA, "discard1", "JD")) == []
    assert table.session.snapshot.rules.list_faces(table.session.match.state)["discard1"] == "JD"
    assert (table.session.snapshot.questions, table.turn) == ((), (2, 1))


def test_a_chip_for_which_nobody_laid_a_card_lies_there_by_itself_once_somebody_says_so():
    table, _ = card_missed()
    (asked,) = table.session.snapshot.questions
    table.session.dismiss_question(asked.id, table.now, "phone")
    faces = table.session.snapshot.rules.list_faces(table.session.match.state)
    assert (faces["discard1"], faces["r0c1"]) == ("", "blue")
    assert illegal(sure(table, BEA, "r0c2", "green")) == [], "who goes on is not to blame"
    assert (waits(table, 5.0), table.turn) == ((), (3, 0))


def test_of_two_cards_that_were_asked_about_one_is_taken_and_the_question_stays():
    table = sequence()
    read = change("discard1", "", "2S", 0.5, (("JD", 0.4),), accepted=False)
    table.visit(lambda at: table.session.take_change(read, at))
    sure(table, ANNA, "r0c1", "blue")
    told = sure(table, BEA, "discard2", "3S")
    assert illegal(told) == [] and table.turn == (2, 1)
    (asked,) = table.session.snapshot.questions
    assert (asked.zone, [face for face, _ in asked.candidates]) == ("discard1", ["2S", "JD"])


def test_of_two_cards_missing_in_a_row_each_owner_is_told_and_may_still_bring_it():
    table = sequence()
    sure(table, ANNA, "r0c1", "blue")
    told = [*sure(table, BEA, "r0c2", "green"), *sure(table, ANNA, "discard1", "4S"), *sure(table, ANNA, "r0c3", "blue")]
    assert not any(isinstance(one, Question) for one in told)
    assert [one.seat for one in illegal(told)] == [0, 1] and table.turn == (4, 1)


def test_a_chip_of_the_wrong_colour_is_called_though_a_card_is_missing():
    table = sequence()
    sure(table, ANNA, "r0c1", "blue")
    (foul,) = illegal(sure(table, ANNA, "r5c5", "blue"))
    assert foul.rule == "SQ-05"
    assert table.session.snapshot.questions == ()


def test_a_chip_that_a_sleeve_pushed_is_no_jack_that_nobody_saw():
    table = sequence()
    for hand, zone, face in ((ANNA, "discard1", "2S"), (ANNA, "r0c1", "blue")):
        sure(table, hand, zone, face)
    table.draws(ANNA)
    told = [*sure(table, BEA, "r0c1", ""), *sure(table, BEA, "r0c2", "blue")]
    (foul,) = illegal(told)
    assert (foul.rule, foul.findings[0].code) == ("SQ-05", "chip-moved")
    assert not any(isinstance(one, Question) for one in told)


@pytest.mark.parametrize(("seed", "seats", "teams"), [(2, 4, 2), (9, 3, 3), (12, 2, 2)])
def test_a_whole_match_goes_on_without_an_alarm_though_cards_are_missed(seed, seats, teams):
    """One card in fifteen is never seen; whoever is asked which it was says so."""
    options = {"teams": teams}
    moves = list(find_sequence_moves(seed, seats, (), options))
    session = Session(Journal(":memory:"), lambda name: load_sheet(name).faces)
    session.begin_match(Started("sequence", seats, options), 0.0, "phone")
    dice, missed, asked, wrong, lying, at = random.Random(seed), 0, 0, [], dict[str, list[str]](), 0.0
    for move in moves:
        at += 2.0
        faces = session.snapshot.rules.list_faces(session.match.state)
        shown = {zone: top(lying, zone) for zone in move.lay_out(lying)}
        if move.kind == "lay" and move.zone.startswith("discard") and dice.random() < 1 / 15:
            missed, shown = missed + 1, {}
        told = list(session.record_draw_visit(at)) if move.kind == "end" else []
        for zone, face in shown.items():
            told += session.take_change(change(zone, faces[zone], face), at)
        wrong += illegal(told)
        for question in [one for one in told if isinstance(one, Question)]:
            asked += 1
            wrong += illegal(session.answer_question(question.id, lying[question.zone][-1], at, "phone"))
        wrong += session.notice_time(at + 1.0)
    assert missed > 0 and asked <= missed
    assert (wrong, session.match.outcome.won) == ([], True)
