"""Cards that a person names: whose they were and in which turn they were laid is what was known when they were laid."""

from __future__ import annotations

import pytest

from companion.questions.question import Question, TurnQuestion
from tests.companion.session.changes import change
from tests.companion.session.test_whose_turn import ANNA, BEA, CARL, Table, overs, rulings, table

__all__ = ["table"]  # a fixture


PLAIN = (("", 400.0),)
"""A card that the eye sees to carry no icon."""


def asked(notices) -> Question:
    (question,) = [notice for notice in notices if isinstance(notice, Question)]
    return question


def names(table: Table, question: Question, face: str):
    return table.session.answer_question(question.id, face, table.now, "phone")


def while_anna_draws(hand: float) -> tuple[Table, Question]:
    """Anna has laid two cards; her hand has drawn and lies there still when a card that cannot be read is laid."""
    table = Table()
    for face in ("10", "12"):
        table.lays(ANNA, "up1", face)
    table.now += 2.0
    table.session.record_hands(True, table.now)
    assert table.session.record_draw_visit(table.now + 0.5, "draw", ANNA) == ()
    laid = change("up2", "", "20", 0.6, hand=hand, accepted=False)
    return table, asked(table.session.take_change(laid, table.now + 1.0))


@pytest.mark.parametrize("late", [False, True], ids=["named at once", "named later"])
def test_a_card_of_the_next_hand_beside_one_that_draws_is_of_the_next_turn(late):
    table, question = while_anna_draws(BEA)
    notices = () if late else names(table, question, "22")
    notices += table.session.record_hands(False, table.now + 2.0)
    notices += names(table, question, "22") if late else ()
    assert all(verdict == "legal" for verdict, _ in rulings(notices)) and table.turn == (2, 1)
    assert [(laid.after, laid.turn) for laid in table.session.match.laid] == [("10", 1), ("12", 1), ("22", 2)]
    table.lays(BEA, "up2", "25")
    assert rulings(table.draws(BEA)) == [("legal", None)]


@pytest.mark.parametrize("late", [False, True], ids=["named at once", "named later"])
def test_a_card_that_is_read_after_its_player_drew_is_one_of_his_turn(late):
    """His own arm lay over it; nothing says of the turn that a card is missing."""
    table = Table()
    table.lays(ANNA, "up1", "10")
    table.now += 2.0
    table.session.record_hands(True, table.now)
    table.session.record_draw_visit(table.now + 0.5, "draw", ANNA)
    question = asked(table.session.take_change(change("up2", "", "20", 0.6, hand=ANNA, accepted=False), table.now + 1.0))
    notices = () if late else names(table, question, "22")
    notices += table.session.record_hands(False, table.now + 2.0)
    assert table.turn == (2, 1)
    notices += names(table, question, "22") if late else ()
    assert all(verdict == "legal" for verdict, _ in rulings(notices))
    assert [(laid.after, laid.turn) for laid in table.session.match.laid] == [("10", 1), ("22", 1)]
    table.lays(BEA, "up2", "25")
    assert rulings(table.draws(BEA)) == [("illegal", "TG-07")], "what nobody knew was of the turn before"


@pytest.mark.parametrize("late", [False, True], ids=["named at once", "named later"])
def test_a_card_out_of_turn_is_called_once_somebody_has_named_it(late):
    table = Table()
    table.lays(ANNA, "up1", "10")
    question = asked(table.lays(CARL, "up2", "20", accepted=False))
    if late:
        assert rulings(table.lays(ANNA, "up1", "12")) == [("legal", None)]
    assert rulings(names(table, question, "22")) == [("illegal", "TG-17")]
    assert [dispute.face for dispute in table.session.match.disputes] == ["22"] and table.turn == (1, 0)
    assert rulings(table.lays(CARL, "up2", "")) == [("legal", None)], "and put right as any other"
    assert table.session.match.disputes == ()


def test_a_draw_that_nobody_saw_is_known_by_the_hand_of_a_card_that_a_person_named(table):
    table.visit()
    question = asked(table.lays(BEA, "up2", "20", accepted=False))
    (over,) = overs(names(table, question, "22"))
    assert (over.turn, over.seat, over.by) == (1, 0, "hand")
    assert table.turn == (2, 1) and not table.session.match.disputes


def test_a_card_of_the_turn_before_is_called_by_nobody_once_that_turn_is_over():
    """Carl's card was laid in Anna's turn, and somebody names it when that is over: it lies there, as his."""
    table = Table()
    table.lays(ANNA, "up1", "10")
    question = asked(table.lays(CARL, "up2", "20", accepted=False))
    table.lays(ANNA, "up1", "12")
    table.draws(ANNA)
    assert rulings(names(table, question, "22")) == [("legal", None)]
    assert table.turn == (2, 1) and not table.session.match.disputes
    (laid,) = [one for one in table.session.match.judged if getattr(one.event, "after", "") == "22"]
    assert (laid.ruling.verdict, laid.ruling.rule) == ("note", "TG-17")


def drawn_beside_a_resting_arm() -> Table:
    """Anna has laid two cards and drawn; somebody's arm lies over one pile, where a third may have come to lie."""
    table = Table()
    for face in ("10", "12"):
        table.lays(ANNA, "up1", face)
    table.now += 2.0
    table.session.record_hands(True, table.now)
    assert table.session.record_draw_visit(table.now + 0.5, "draw", ANNA, unread=("down1",)) == ()
    return table


def test_a_card_on_a_pile_that_lay_clear_when_its_player_drew_is_laid_after_that():
    table = drawn_beside_a_resting_arm()
    *notices, question = table.session.take_change(change("up2", "", "20", hand=ANNA), table.now + 2.0)
    assert isinstance(question, TurnQuestion) and (question.turn, question.seat) == (1, 0), "had she drawn?"
    assert rulings(notices) == [("legal", None), ("legal", None)]
    assert rulings(table.does(command="turn_ended", question=question.id, ended=True)) == [("illegal", "TG-17")]
    assert table.turn == (2, 1)


def test_a_card_on_a_pile_that_was_hidden_when_its_player_drew_is_one_of_his_turn():
    table = drawn_beside_a_resting_arm()
    assert rulings(table.session.take_change(change("down1", "", "90", hand=ANNA), table.now + 2.0)) == [("legal", None)]
    table.session.record_hands(False, table.now + 3.0)
    assert table.turn == (2, 1) and len(table.session.match.laid) == 3


def test_an_end_waits_for_a_card_that_may_lie_under_an_arm_though_others_go_on():
    """Anna's second card may lie where the arm is: no word that one is missing, whatever Bea lays meanwhile."""
    table = Table()
    table.lays(ANNA, "up1", "10")
    table.now += 2.0
    table.session.record_hands(True, table.now)
    table.session.record_draw_visit(table.now + 0.5, "draw", ANNA, unread=("down1",))
    table.session.take_change(change("down1", "", "90", hand=ANNA), table.now + 1.5)
    notices = table.session.take_change(change("up2", "", "20", hand=BEA), table.now + 2.0)
    assert all(verdict == "legal" for verdict, _ in rulings(notices)) and table.turn == (2, 1)


def with_a_command_open() -> tuple[Table, Question]:
    """Extreme: Anna has laid a card of which the eye knows the number, and nobody the command."""
    table = Table("extreme")
    return table, asked(table.lays(ANNA, "down1", "73", confidence=0.99))


@pytest.mark.parametrize("first", ["upper", "lower"])
def test_two_cards_of_one_pile_are_named_in_any_order(first):
    table, lower = with_a_command_open()
    upper = asked(table.lays(ANNA, "down1", "71", confidence=0.99))
    assert [(each.id, each.under) for each in table.session.snapshot.questions] == [(lower.id, "71"), (upper.id, "")]
    shown = [each["title"] for each in table.view["questions"]]
    assert "71" in shown[0], "that it lies under the 71"
    for question, face in sorted(
        [(lower, "73:draw1"), (upper, "71")], key=lambda pair: pair[0] is (lower if first == "upper" else upper)
    ):
        assert all(verdict == "legal" for verdict, _ in rulings(names(table, question, face)))
    assert [laid.after for laid in table.session.match.laid] == ["73:draw1", "71"]
    assert table.session.snapshot.questions == () and table.session.notice_time(table.now + 60) == ()
    assert rulings(table.draws(ANNA)) == [("legal", None)]


def test_a_card_that_comes_to_light_again_is_not_asked_about_twice():
    table, question = with_a_command_open()
    asked(table.lays(BEA, "down1", "71", confidence=0.99))
    assert table.lays(BEA, "down1", "73", confidence=0.99) == (), "hers is taken back"
    assert [each.id for each in table.session.snapshot.questions] == [question.id]
    assert rulings(names(table, question, "73:draw1")) == [("legal", None)]
    assert [laid.after for laid in table.session.match.laid] == ["73:draw1"]
    assert rulings(table.draws(ANNA)) == [("illegal", "TG-07")], "one card, not three"


def test_a_card_that_was_laid_on_one_that_nobody_knows_is_taken_back():
    table, question = with_a_command_open()
    table.session.answer_question(asked(table.lays(ANNA, "up1", "12", confidence=0.99)).id, "12", table.now, "phone")
    table.lays(ANNA, "up1", "")
    assert rulings(table.lays(BEA, "down1", "12", confidence=0.99)) == [("legal", None)], "it is known by now"
    assert rulings(table.lays(BEA, "down1", "73", confidence=0.99)) == [("legal", None)]
    assert rulings(names(table, question, "73:draw1")) == [("legal", None)]
    assert [laid.after for laid in table.session.match.laid] == ["73:draw1"] and table.session.snapshot.questions == ()


def test_who_goes_on_after_a_turn_with_a_card_that_nobody_knows_is_called_for_nothing():
    """Anna's hand was at the draw pile: whether the turn could end hangs on her card, and she lays another one as if it had not."""
    table = Table()
    table.lays(ANNA, "up1", "10", accepted=False)
    assert rulings(table.draws(ANNA)) == [("legal", None)] and table.turn == (2, 1)
    assert all(verdict == "legal" for verdict, _ in rulings(table.lays(ANNA, "up2", "20")))
    assert table.turn == (1, 0) and not table.session.match.disputes


def after_a_card_that_may_end_the_turn() -> tuple[Table, Question]:
    """Anna has laid a 73 of which nobody knows the command, and Bea lays: if it says stop, it was her turn."""
    table, question = with_a_command_open()
    notices = table.lays(BEA, "up1", "12", confidence=0.99, alike=PLAIN)
    assert not any(verdict == "illegal" for verdict, _ in rulings(notices)), "it hangs on the 73"
    assert not any(isinstance(notice, TurnQuestion) for notice in notices), "one question is enough"
    return table, question


def test_a_card_is_not_called_out_of_turn_while_the_one_before_may_have_ended_the_turn():
    table, question = after_a_card_that_may_end_the_turn()
    table.lays(BEA, "up1", "15", confidence=0.99, alike=PLAIN)
    assert not any(verdict == "illegal" for verdict, _ in rulings(names(table, question, "73:stop")))
    assert table.turn == (2, 1) and not table.session.match.disputes
    assert [(laid.after, laid.turn) for laid in table.session.match.laid] == [("73:stop", 1), ("12", 2), ("15", 2)]
    assert rulings(table.draws(BEA)) == [("legal", None)]


def test_that_card_is_called_once_somebody_says_that_it_did_not():
    table, question = after_a_card_that_may_end_the_turn()
    assert ("illegal", "TG-17") in rulings(names(table, question, "73:draw1"))
    assert [dispute.face for dispute in table.session.match.disputes] == ["12"] and table.turn == (1, 0)


def test_that_card_is_not_called_by_an_answer_to_another_question():
    table, question = after_a_card_that_may_end_the_turn()
    other = asked(table.lays(BEA, "down2", "90", confidence=0.99))
    assert not any(verdict == "illegal" for verdict, _ in rulings(names(table, other, "90:silence")))
    assert not any(verdict == "illegal" for verdict, _ in rulings(names(table, question, "73:stop")))
    assert table.turn == (2, 1)


def test_nobody_has_to_answer_for_play_to_go_on():
    """Bea lays her second card and draws; then it is Carl's turn, whatever the 73 says."""
    table, _ = after_a_card_that_may_end_the_turn()
    notices = [*table.lays(BEA, "up1", "15", confidence=0.99, alike=PLAIN), *table.draws(BEA)]
    for hand, faces in ((CARL, "20 22"), (ANNA, "30 32")):
        for face in faces.split():
            notices += table.lays(hand, "up1", face, confidence=0.99, alike=PLAIN)
        notices += table.draws(hand)
    assert not any(verdict == "illegal" for verdict, _ in rulings(notices))


def test_a_card_that_nobody_knows_lies_there_after_its_turn_too():
    """Anna has drawn; what Bea lays on her card is not judged by what lies beneath that."""
    table = Table()
    table.lays(ANNA, "up1", "30")
    table.lays(ANNA, "up2", "40")
    question = asked(table.lays(ANNA, "up1", "20", accepted=False))
    table.draws(ANNA)
    assert rulings(table.lays(BEA, "up1", "25")) == [("legal", None)]
    assert rulings(names(table, question, "20")) == [("legal", None)], "a card back by ten, and Bea's on it"
    assert [(laid.after, laid.turn) for laid in table.session.match.laid] == [("30", 1), ("40", 1), ("20", 1), ("25", 2)]


def test_a_card_that_is_named_late_stands_where_it_was_laid():
    """Another answer came meanwhile, which put a card in before it."""
    table, first = with_a_command_open()
    second = asked(table.lays(ANNA, "down2", "80", confidence=0.99))
    table.lays(ANNA, "up1", "12", confidence=0.99, alike=PLAIN)
    names(table, first, "73:draw1")
    third = asked(table.lays(ANNA, "up2", "9", confidence=0.99))
    names(table, second, "80:silence")
    names(table, third, "9:onepile")
    assert [laid.after for laid in table.session.match.laid] == ["73:draw1", "80:silence", "12", "9:onepile"]


def test_a_card_that_lay_there_before_anybody_watched_is_perhaps_one_of_the_first_turn():
    """Anna laid it while the piles were looked for: her draw is none too early, whatever the table and the match disagree on."""
    table = Table()
    table.session.take_change(change("down1", "", "98", moved=False), table.now)
    table.lays(ANNA, "up1", "8")
    assert rulings(table.draws(ANNA)) == [("legal", None)] and table.turn == (2, 1)
    table.lays(BEA, "up1", "18")
    table.session.notice_time(table.now + 60)
    table.does(command="trust", whom="table")
    assert rulings(table.draws(BEA)) == [("legal", None)], "two with the 98, which somebody says is Bea's"
    table.lays(CARL, "up1", "25")
    assert rulings(table.draws(CARL)) == [("illegal", "TG-07")]


def test_a_question_whether_the_first_turn_has_ended_makes_no_foul_of_a_card_that_lay_there_before():
    table = Table()
    table.session.take_change(change("down1", "", "98", moved=False), table.now)
    table.lays(ANNA, "up1", "8")
    (question,) = table.draws(None)
    assert isinstance(question, TurnQuestion)
    assert rulings(table.does(command="turn_ended", question=question.id, ended=True)) == [("legal", None)]
