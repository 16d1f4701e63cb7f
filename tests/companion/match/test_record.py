"""What is held of facts before they are told again, on a match of The Game at a real table, and the judge who tells them."""

from __future__ import annotations

import pytest

from companion.errors import InputError
from companion.games import rules_of
from companion.match.amended.amending import find_amend_fault, find_last_undoable, list_amendable
from companion.match.amended.standing import find_standing
from companion.match.events import Corrected, Entry, Inserted, Played, Started, TakenBack, TurnEnded, Undone, Waived
from companion.match.held import settle_facts
from companion.match.judge import Judge, begin_state, find_verdict
from companion.match.lifting import find_liftable
from companion.match.meaning import interpret_event
from companion.match.record import Record
from companion.match.referee import judge_entry, start_match
from companion.match.rulings import ILLEGAL, LEGAL, Fate, Passed

RULES = rules_of("the_game")
START = Started("the_game", 2)


def match(*events, begun=START):
    told = start_match(RULES, Entry(1, begun))
    for event in events:
        told, _ = judge_entry(RULES, told, Entry(told.entries[-1].n + 1, event))
    return told


def record(told, *amendments):
    """What is held of the facts of a match once it is amended, before they are told again."""
    amended = (*told.entries, *(Entry(told.entries[-1].n + n, event) for n, event in enumerate(amendments, start=1)))
    known = find_standing(amended)
    return Record(known.facts, known, {judged.n: judged for judged in settle_facts(told, TurnEnded()).judged})


LAID = (Played("up1", "", "10"), Played("up1", "10", "20"), TurnEnded(), Played("up1", "20", "30"), Played("up2", "", "5"))
"""Entries 2 to 6; the turn ends with the third fact."""


def test_a_fact_is_named_by_its_place_and_knows_its_number():
    held = record(match(*LAID), Inserted(3, Played("down1", "", "90")))
    facts = [held.recall_fact(at) for at in range(6)]
    assert [fact.n for fact in facts] == [2, 7, 3, 4, 5, 6] and held.find_place(4) == 3
    assert facts[1].event == Played("down1", "", "90") and facts[1].before is None and facts[0].before is not None


def test_it_is_held_how_the_turn_passed():
    held = record(match(*LAID))
    assert [held.find_passed(held.recall_fact(at)) for at in range(5)] == [None, None, Passed(1, True), None, None]


def test_a_card_under_others_is_not_in_sight_and_one_on_another_pile_is():
    held = record(match(*LAID))
    assert not held.is_in_sight(held.recall_fact(0)), "20 lies on it"
    assert held.is_in_sight(held.recall_fact(4)) and held.is_in_sight(held.recall_fact(3))
    assert not held.is_in_sight(held.recall_fact(1)), "its turn has ended"


def test_what_was_undone_or_refused_has_not_happened():
    told = match(*LAID[:2], Played("up1", "20", "11"))
    whole, undone = record(told), record(told, Undone(3))
    assert [whole.has_happened(whole.recall_fact(at)) for at in range(3)] == [True, True, False]
    assert [undone.has_happened(undone.recall_fact(at)) for at in range(3)] == [True, False, False]
    whole, undone = record(match(*LAID)), record(match(*LAID), Undone(5), Undone(6))
    assert whole.has_laid_after(whole.recall_fact(1)) and not undone.has_laid_after(undone.recall_fact(2))


def test_only_what_an_amendment_names_is_judged_anew():
    held = record(match(*LAID), Corrected(3, "21"))
    assert [held.recall_fact(at).anew for at in range(5)] == [False, True, False, False, False]


def test_a_taking_back_lifts_the_last_card_of_this_turn():
    told = match(*LAID)
    assert (find_liftable(told, "up1"), find_liftable(told, "up2"), find_liftable(told, "down1")) == (5, 6, None)
    assert find_liftable(match(*LAID[:3]), "up1") is None, "its turn has ended"


def test_what_was_refused_is_over_with_the_card_that_puts_it_right():
    told = match(*LAID[:1], Played("up1", "10", "4"))
    assert told.open_facts and settle_facts(told, TurnEnded()).open_facts, "at a real table it stays until it is put right"
    (over,) = [judged for judged in settle_facts(told, Played("up1", "10", "12")).judged if judged.n == 3]
    assert over.fate is Fate.OVER


@pytest.mark.parametrize(
    ("amendment", "refusal"),
    [
        (Undone(9), "not-in-log"),
        (Undone(1), "not-in-log"),
        (Waived(2), "nothing-in-dispute"),
        (Corrected(4, "12"), "no-card-there"),
        (Inserted(9, TurnEnded()), "not-in-log"),
    ],
)
def test_what_cannot_be_amended_says_why(amendment, refusal):
    found = find_amend_fault(match(*LAID), amendment)
    assert isinstance(found, InputError) and found.id == refusal


def test_all_facts_may_be_undone_once_and_the_last_is_meant_by_undo():
    told = match(*LAID)
    assert list_amendable(told) == {2, 3, 4, 5, 6} and find_last_undoable(told) == 6
    undone = match(*LAID, Undone(6))
    assert 6 not in list_amendable(undone) and find_last_undoable(undone) == 5
    assert find_amend_fault(undone, Undone(6)).id == "undone-already"


def test_seeing_the_card_below_means_taking_back_and_a_second_end_means_nothing():
    told = match(*LAID[:2])
    assert interpret_event(RULES, told, Played("up1", "20", "20")) is None
    ended = match(*LAID[:3])
    assert interpret_event(RULES, ended, TurnEnded()) is None and interpret_event(RULES, told, TurnEnded()) == TurnEnded()
    assert isinstance(interpret_event(RULES, told, TakenBack("up1")), TakenBack)


def test_the_judge_lets_lie_what_the_rules_refuse_with_the_foul_as_a_note():
    judge, state = Judge(RULES, START), begin_state(RULES, START)
    state = judge.judge_fact(state, Played("up1", "", "50")).state
    refused = judge.judge_fact(state, Played("up1", "50", "20"))
    assert find_verdict(refused) == ILLEGAL and refused.state is state
    forced = judge.force_fact(state, Played("up1", "50", "20"), refused, stays=False, passes=False, ended=False)
    assert find_verdict(forced) == LEGAL and RULES.list_faces(forced.state)["up1"] == "20"
    assert {found.code for found in refused.findings} <= {found.code for found in forced.findings}


def test_who_begins_may_be_amended():
    assert begin_state(RULES, START).to_move == 0
    assert begin_state(RULES, Started("the_game", 2, begins=1)).to_move == 1


def test_nobody_is_named_at_a_table_and_in_text_it_is_who_has_the_turn():
    state = begin_state(RULES, START)
    assert Judge(RULES, START).name_seat(state, None) is None
    assert Judge(RULES, Started("the_game", 2, holds=False)).name_seat(state, None) == state.to_move
