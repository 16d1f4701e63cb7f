"""A deck of Extreme whose commands the eye does not read: each is asked for once, and remembered for good."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.extreme import EXTREME_COMMANDS
from companion.games.sheets import load_sheet
from companion.intake.changes import Ask, decide_fate
from companion.intake.known_commands import KnownCommands, read_commands_of_matches, table_of_commands
from companion.journal.journal import Journal
from companion.lessons.corrections import note_of_command
from companion.match.events import Corrected, Started, Waived
from companion.match.referee import Ruling
from companion.questions.agreement import MIN_DIFFERENCE_S
from companion.questions.question import Question
from companion.session.session import Session
from companion.shown.view import make_view
from companion.shown.words.messages import catalogue
from companion.sources.sources import commands_for
from tests.companion.session.changes import change

NUMBERS = [str(number) for number in range(2, 100)]
DECK = [*NUMBERS, *(f"{number}:{command}" for number in NUMBERS for command in EXTREME_COMMANDS)]
ZONES = ("up1", "up2", "down1", "down2")


def sitting(journal=None, options=None, commands_of=lambda game: None):
    session = Session(journal or Journal(":memory:"), lambda game: DECK, commands_of)
    session.begin_match(Started("extreme", 3, options or {}), 0.0, "phone")
    for zone in ZONES:
        session.take_change(change(zone, "", "", moved=False), 0.0)
    return session


def faces(session):
    return session.snapshot.rules.list_faces(session.match.state)


def verdicts(notices):
    return [notice.verdict for notice in notices if isinstance(notice, Ruling)]


def asked(session, zone, number, before=""):
    (question,) = session.take_change(change(zone, before, number), 1.0)
    assert isinstance(question, Question)
    return question


def lay(session, zone, number, face, before=""):
    """A hand lays a card, the eye reads its number, a person says which command it carries."""
    return verdicts(session.answer_question(asked(session, zone, number, before).id, face, 2.0, "phone"))


def test_a_number_with_an_unknown_command_is_asked_for():
    session = sitting()
    question = asked(session, "up1", "47")
    assert [face for face, _ in question.candidates] == ["47", *(f"47:{command}" for command in EXTREME_COMMANDS)]
    assert sum(share for _, share in question.candidates) == pytest.approx(0.99), "as sure as the eye is of the number"
    assert faces(session)["up1"] == "", "nothing is laid before somebody has said what"
    assert verdicts(session.answer_question(question.id, "47:silence", 2.0, "phone")) == ["legal"]
    assert [duty.code for duty in session.snapshot.rules.list_duties(session.match.state)] == ["lay-minimum", "silence"]
    assert session.notice_time(60.0) == () and session.snapshot.out_of_step == (), (
        "the bare number that the eye sees is no difference"
    )


def test_it_is_asked_once():
    session = sitting()
    assert lay(session, "up1", "47", "47:skull") == ["legal"]
    assert verdicts(session.take_change(change("up1", "47", ""), 3.0)) == ["legal"], "taken back"
    assert verdicts(session.take_change(change("up2", "", "47"), 4.0)) == ["legal"], "and laid elsewhere without a question"
    assert faces(session)["up2"] == "47:skull"


def test_a_foul_by_its_number_is_called_before_anybody_has_named_its_command():
    session = sitting()
    lay(session, "up1", "47", "47")
    told = session.take_change(change("up1", "47", "23"), 3.0)
    assert [(one.verdict, one.rule) for one in told if isinstance(one, Ruling)] == [("illegal", "TG-04")]
    (question,) = session.snapshot.questions
    shown = make_view(session.snapshot, catalogue("en"), {"extreme": load_sheet("extreme")})["questions"][0]
    assert "23" in shown["text"] and "chip" not in shown["text"]
    assert verdicts(session.answer_question(question.id, "23:skull", 4.0, "phone")) == ["illegal"], (
        "its command is known, it is a foul still"
    )
    assert verdicts(session.take_change(change("up1", "23", "47"), 5.0)) == ["legal"], "taken back"
    assert verdicts(session.take_change(change("down1", "", "23"), 6.0)) == ["legal"]
    assert faces(session)["down1"] == "23:skull"


def test_a_card_that_was_a_foul_and_is_taken_back_unnamed_is_asked_about_when_it_is_laid_again():
    session = sitting()
    lay(session, "up1", "47", "47")
    icon = (("47", 0.001),)
    assert "illegal" in verdicts(session.take_change(change("up1", "47", "23", alike=icon), 3.0)), (
        "it has some command, whichever"
    )
    assert verdicts(session.take_change(change("up1", "23", "47"), 5.0)) == ["legal"]
    assert session.snapshot.questions == () and session.notice_time(60.0) == ()
    (question,) = session.take_change(change("down1", "", "23"), 61.0)
    assert isinstance(question, Question) and question.number == "23"


def test_a_foul_by_its_number_can_stand_and_is_named_then():
    session = sitting()
    lay(session, "up1", "47", "47")
    session.take_change(change("up1", "47", "23"), 3.0)
    (dispute,) = session.match.disputes
    session.amend_log(Waived(dispute.n), 4.0, "phone")
    (question,) = session.snapshot.questions
    session.answer_question(question.id, "23:skull", 5.0, "phone")
    assert faces(session)["up1"] == "23:skull" and session.snapshot.questions == ()
    assert session.notice_time(60.0) == () and session.snapshot.out_of_step == ()


def test_cards_with_an_icon_that_was_named_are_not_asked_about():
    session = sitting()
    lay(session, "up1", "12", "12")
    lay(session, "up2", "47", "47:silence")
    same = (("12", 0.001), ("47", 400.0))
    assert verdicts(session.take_change(change("down1", "", "90", alike=same), 3.0)) == ["legal"]
    none = (("12", 300.0), ("47", 0.001), ("90", 0.002))
    assert verdicts(session.take_change(change("down2", "", "88", alike=none), 4.0)) == ["legal"]
    assert faces(session) == {"up1": "12", "up2": "47:silence", "down1": "90:silence", "down2": "88"}
    assert session.notice_time(60.0) == () and session.snapshot.out_of_step == () and session.snapshot.questions == ()


def test_a_card_with_an_icon_that_nobody_named_yet_is_asked_about():
    session = sitting()
    lay(session, "up1", "12", "12")
    lay(session, "up2", "47", "47:silence")
    other = (("12", 0.001), ("47", 0.002))
    (question,) = session.take_change(change("down1", "", "90", alike=other), 3.0)
    assert {face for face, _ in question.candidates[-2:]} == {"90", "90:silence"}, "what it does not look like comes last"


def test_a_card_that_clearly_carries_nothing_is_not_asked_about_even_where_nothing_was_named_yet():
    session = sitting()
    assert verdicts(session.take_change(change("up1", "", "12", alike=(("", 40.0),)), 1.0)) == ["legal"]
    assert faces(session)["up1"] == "12"
    (question,) = session.take_change(change("up2", "", "47", alike=(("", 0.01), ("12", 0.01))), 2.0)
    assert question.candidates[-1][0] == "47", "that it carries nothing comes last"


def test_a_command_is_told_only_where_it_is_surer_than_that_a_card_has_none():
    known = {"12": "skull"}
    plain, skull = (KnownCommands(DECK, known).find_meanings("47", alike=(("12", times),)) for times in (0.001, 400.0))
    assert skull[0][0] == "47:skull" and skull[0][1] < 1.0
    assert plain[0][0] == "47" and plain[0][1] < 1.0, "it may carry what nobody has named yet"


def test_one_card_that_was_named_wrongly_does_not_outweigh_the_others_with_its_command():
    session = sitting()
    for zone, number, face in (("up1", "12", "12"), ("up2", "15", "15"), ("down1", "90", "90")):
        lay(session, zone, number, face)
    (question,) = session.take_change(change("down2", "", "88", alike=(("12", 0.01), ("15", 500.0), ("90", 0.01))), 4.0)
    assert question.candidates[0][0] != "88"


def test_a_card_that_comes_to_light_again_keeps_its_command():
    session = sitting()
    lay(session, "up1", "47", "47:silence")
    lay(session, "up1", "50", "50", before="47")
    assert verdicts(session.take_change(change("up1", "50", "47"), 5.0)) == ["legal"], "the 50 was taken back"
    assert faces(session)["up1"] == "47:silence" and session.snapshot.questions == ()


def test_later_matches_remember_what_was_said_even_after_the_plug_was_pulled(tmp_path):
    path = tmp_path / "journal.sqlite"
    session = sitting(Journal(path))
    lay(session, "up1", "47", "47:silence")
    lay(session, "up1", "50", "50", before="47")
    again = sitting(Journal(path))  # another process, another evening
    assert verdicts(again.take_change(change("up1", "", "47"), 1.0)) == ["legal"] and faces(again)["up1"] == "47:silence"
    assert verdicts(again.take_change(change("up1", "47", "50"), 2.0)) == ["legal"] and faces(again)["up1"] == "50"
    asked(again, "down1", "90")


def test_a_match_that_goes_on_after_the_plug_was_pulled_is_in_step(tmp_path):
    path = tmp_path / "journal.sqlite"
    lay(sitting(Journal(path)), "up1", "47", "47:silence")
    session = Session(Journal(path), lambda game: DECK)
    assert session.resume_match()
    for zone in ZONES:
        session.take_change(change(zone, "", "47" if zone == "up1" else "", moved=False), 1.0)
    assert session.notice_time(60.0) == () and session.snapshot.questions == ()


def test_the_latest_correction_counts():
    journal = Journal(":memory:")
    session = sitting(journal)
    lay(session, "up1", "47", "47:silence")
    session.amend_log(Corrected(2, "47:noback"), 3.0, "phone")
    assert faces(session)["up1"] == "47:noback"
    later = sitting(journal)
    assert verdicts(later.take_change(change("up1", "", "47"), 1.0)) == ["legal"] and faces(later)["up1"] == "47:noback"
    later.amend_log(Corrected(2, "47"), 3.0, "phone")
    last = sitting(journal)
    assert verdicts(last.take_change(change("up1", "", "47"), 1.0)) == ["legal"] and faces(last)["up1"] == "47"


def test_what_a_person_undoes_was_never_said():
    session = sitting()
    lay(session, "up1", "47", "47:skull")
    session.undo_entry(3.0, "phone")
    session.take_change(change("up1", "47", ""), 4.0)
    asked(session, "up1", "47")


def test_a_command_that_the_eye_reads_is_not_asked_for():
    session = sitting()
    assert verdicts(session.take_change(change("up1", "", "47:silence"), 1.0)) == ["legal"]
    assert faces(session)["up1"] == "47:silence"


def test_a_table_of_commands_leaves_nothing_to_ask():
    session = sitting(options={"commands": {"47": "silence"}})
    assert verdicts(session.take_change(change("up1", "", "47"), 1.0)) == ["legal"]
    assert verdicts(session.take_change(change("down1", "", "90"), 2.0)) == ["legal"], "every other card has no command"
    assert faces(session)["up1"] == "47:silence"
    assert session.notice_time(60.0) == () and session.snapshot.out_of_step == ()


def test_the_owners_deck_gives_the_table():
    assert table_of_commands(["2", "47:skull", "48"]) == {"47": "skull"}
    assert table_of_commands(NUMBERS) is None, "a deck learned without commands says nothing of them"
    session = sitting(commands_of=lambda game: table_of_commands(["2", "47:silence"]))
    assert verdicts(session.take_change(change("up1", "", "47"), 1.0)) == ["legal"] and faces(session)["up1"] == "47:silence"
    assert session.match.started.options == {"commands": {"47": "silence"}}, "it stands in the log"


def test_a_table_is_remembered_as_well():
    journal = Journal(":memory:")
    sitting(journal, options={"commands": {"47": "silence"}})
    later = sitting(journal)
    assert verdicts(later.take_change(change("up1", "", "47"), 1.0)) == ["legal"] and faces(later)["up1"] == "47:silence"


def test_a_command_has_four_cards():
    known = {str(number): "skull" for number in range(2, 6)}
    meanings = KnownCommands(DECK, known).find_meanings("47")
    assert "47:skull" not in [face for face, _ in meanings] and len(meanings) == 7
    every = {str(2 + 4 * i + j): command for i, command in enumerate(EXTREME_COMMANDS) for j in range(4)}
    assert KnownCommands(DECK, every).find_meanings("47") == (("47", 1.0),), "all 28 are known: the others have none"


def test_trusting_the_table_does_not_guess_a_command():
    session = Session(Journal(":memory:"), lambda game: DECK)
    session.begin_match(Started("extreme", 3), 0.0, "phone")
    session.take_change(change("up1", "", "47", moved=False), 1.0)  # it lay there before anybody watched
    ((difference,),) = session.notice_time(2.0 + MIN_DIFFERENCE_S)
    assert (difference.expected, difference.seen) == ("", "47")
    (question,) = session.settle_out_of_step("table", 6.0, "phone")
    assert isinstance(question, Question) and faces(session)["up1"] == ""
    assert verdicts(session.answer_question(question.id, "47:silence", 7.0, "phone")) == ["legal"]


def test_an_unsure_number_is_asked_with_its_commands():
    told = change("up1", "", "47", 0.6, (("41:stop", 0.39),), accepted=False)
    decision = decide_fate(told, {"up1": ""}, set(), DECK, KnownCommands(DECK, {"48": ""}).find_meanings)
    assert isinstance(decision, Ask)
    assert [face for face, _ in decision.candidates][:2] == ["47", "41:stop"] and "47:skull" in dict(decision.candidates)


@pytest.mark.parametrize("alike", [(), (("", 40.0),)], ids=["unknown too", "carries nothing"])
def test_the_next_players_card_ends_a_turn_of_cards_without_known_commands(alike):
    """The first player's hand draws still as the next player's card is read, and no hand is seen with it."""
    session = sitting()
    session.record_hands(True, 2.0)
    for at, number, before in ((3.0, "6", ""), (4.0, "8", "6")):
        session.take_change(change("up1", before, number), at)
    session.record_draw_visit(5.0, hand=0.1, unread=("down1",))
    told = session.take_change(change("down1", "", "93", alike=alike), 5.5)
    assert verdicts(told)[:1] == ["legal"] and session.match.state.turn == 2, "the card is the second player's"


def test_an_unreadable_match_does_not_spoil_the_next(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    lay(sitting(journal), "up1", "47", "47:silence")
    sitting(journal)
    journal._db.execute("UPDATE entries SET event = 'torn' WHERE match = 2")
    later = sitting(journal)
    assert verdicts(later.take_change(change("up1", "", "47"), 1.0)) == ["legal"] and faces(later)["up1"] == "47:silence"


def test_other_games_are_asked_nothing():
    session = Session(Journal(":memory:"), lambda game: NUMBERS)
    session.begin_match(Started("the_game", 3), 0.0, "phone")
    assert verdicts(session.take_change(change("up1", "", "47"), 1.0)) == ["legal"]
    assert read_commands_of_matches((), NUMBERS) == {}


@pytest.mark.parametrize(("language", "words"), [("en", "Which command is on 47?"), ("it", "Che comando c’è sul 47?")])
def test_the_phones_ask_for_the_command_in_words(language, words):
    session = sitting()
    asked(session, "up1", "47")
    session.take_change(change("down1", "", "90:skull", 0.5, (("96", 0.4),), accepted=False), 2.0)
    command, card = make_view(session.snapshot, catalogue(language), {"extreme": load_sheet("extreme")})["questions"]
    assert words in command["text"] and "47" not in card["text"] and card["text"]


def test_a_command_that_cannot_be_read_is_no_misread():
    session = sitting()
    question = asked(session, "up1", "47")
    assert note_of_command(session.snapshot, {"command": "answer", "question": question.id, "face": "47:skull"}) is None


def test_the_practice_deck_knows_its_commands():
    table = commands_for("extreme")
    assert table is not None and sorted(Counter(table.values()).values()) == [4] * 7
    assert commands_for("the_game") is None


def test_a_foul_is_called_although_a_card_that_nobody_named_might_have_lost_the_match_long_ago():
    """Had the 7 been the one that binds to one pile, the second card would have lost: nobody would have played on."""
    session = sitting()
    asked(session, "up1", "7")
    none = (("", 300.0),)
    session.take_change(change("down1", "", "90", alike=none), 2.0)
    assert verdicts(session.take_change(change("down1", "90", "62", alike=none), 3.0)) == ["legal"]
    told = session.take_change(change("down1", "62", "74", alike=none), 4.0)
    assert [(one.verdict, one.rule) for one in told if isinstance(one, Ruling)] == [("illegal", "TG-05")]


@pytest.mark.parametrize("alike", [(), (("", 300.0),)], ids=["unnamed too", "carries nothing"])
def test_a_foul_by_numbers_is_called_on_a_card_whose_command_nobody_has_named(alike):
    session = sitting()
    asked(session, "up1", "47")
    told = session.take_change(change("up1", "47", "23", alike=alike), 3.0)
    assert [(one.verdict, one.rule) for one in told if isinstance(one, Ruling) and one.verdict != "legal"] == [
        ("illegal", "TG-04")
    ]
    below = next(each for each in session.snapshot.questions if each.number == "47")
    session.answer_question(below.id, "47:silence", 4.0, "phone")
    assert [one.zone for one in session.match.disputes] == ["up1"], "it is a foul still"
    assert verdicts(session.take_change(change("up1", "23", "47"), 5.0)) == ["legal"], "taken back"
    assert faces(session)["up1"] == "47:silence" and not session.match.disputes
    assert session.notice_time(60.0) == () and session.snapshot.out_of_step == ()


def test_a_called_card_taken_back_from_a_card_that_nobody_has_named_leaves_that_to_be_named():
    session = sitting()
    asked(session, "up1", "47")
    session.take_change(change("up1", "47", "23"), 3.0)
    session.take_change(change("up1", "23", "47"), 5.0)
    (below,) = session.snapshot.questions
    assert below.number == "47" and faces(session)["up1"] == "47"
    session.answer_question(below.id, "47:silence", 6.0, "phone")
    assert faces(session)["up1"] == "47:silence" and session.snapshot.questions == ()


def test_a_card_that_may_be_lawful_on_a_card_whose_command_nobody_has_named_is_not_called():
    session = sitting()
    asked(session, "up1", "47")
    told = session.take_change(change("up1", "47", "37", alike=(("", 300.0),)), 3.0)
    assert "illegal" not in verdicts(told), "lawful by ten, unless no card may be laid backwards"


def test_no_seat_is_told_while_a_card_that_nobody_has_named_may_have_ended_a_turn():
    session, plain = sitting(), (("", 300.0),)
    (question,) = session.take_change(change("up1", "", "13", hand=0.88), 1.0)
    for at, zone, number, before in ((2.0, "up2", "4", ""), (3.0, "up2", "10", "4"), (4.0, "down2", "92", "")):
        session.take_change(change(zone, before, number, alike=plain, hand=0.09), at)
    session.record_draw_visit(5.0, hand=0.09)
    session.take_change(change("down1", "", "93", alike=plain, hand=0.38), 6.0)
    session.take_change(change("down1", "93", "72", alike=plain, hand=0.38), 7.0)
    assert session.find_seat_of_hand("down1", 0.38) is None, "it is the third player's if the 13 ended the first turn"
    session.answer_question(question.id, "13:silence", 8.0, "phone")
    assert session.find_seat_of_hand("down1", 0.38) == 1
