"""The laws of `judge_entry` and of the fold, on matches of The Game at a real table (hidden hands)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games import rules_of
from companion.match.events import (
    Claimed,
    Corrected,
    Entry,
    HandsGone,
    Played,
    PutRight,
    Seen,
    Started,
    TakenBack,
    TurnEnded,
    Undone,
    Waived,
    event_from_json,
    event_to_json,
)
from companion.match.referee import DROPPED, ILLEGAL, LEGAL, LOSS, find_amend_fault, judge_entry, replay_log, start_match

RULES = rules_of("the_game")
ZONES = ("up1", "up2", "down1", "down2")
FACES = [str(n) for n in range(2, 100)]


def begun(options=None, seats=3):
    return start_match(RULES, Entry(1, Started("the_game", seats, options or {})))


def told(match, *events):
    """The match after these events, and the rulings on them."""
    rulings = []
    for event in events:
        match, ruling = judge_entry(RULES, match, Entry(match.entries[-1].n + 1, event))
        rulings.append(ruling)
    return match, rulings


def face_of(match, zone):
    return RULES.list_faces(match.state)[zone]


def same(one, other):
    """Equal in everything that is judged (entries apart: a log may tell the same in other words)."""
    return (one.state, one.disputes, one.laid, one.outcome, one.waiting) == (
        other.state,
        other.disputes,
        other.laid,
        other.outcome,
        other.waiting,
    )


seen = st.builds(Seen, st.sampled_from(ZONES), st.sampled_from([*FACES, ""]), st.sampled_from([True, True, True, False]))
ends = st.builds(TurnEnded, st.none(), st.none(), st.booleans())
others = st.one_of(st.just(HandsGone()), st.just(Claimed("say", None, {"kind": "number"})))
amendments = st.one_of(
    st.builds(Undone, st.integers(2, 20)),
    st.builds(Corrected, st.integers(2, 20), st.sampled_from(FACES)),
    st.builds(Waived, st.integers(2, 20)),
)
evenings = st.lists(st.one_of(seen, seen, seen, ends, others, amendments), max_size=25)


def evening(events, options=None):
    """Play events through `judge_entry`, leaving out amendments that name nothing."""
    match = begun(options)
    for event in events:
        if isinstance(event, Undone | Corrected | Waived) and find_amend_fault(match, event):
            continue
        match, _ = told(match, event)
    return match


@settings(max_examples=150, deadline=None)
@given(evenings, st.booleans())
def test_replay_equals_advancing_one_by_one(events, on_fire):
    match = evening(events, {"on_fire": on_fire})
    assert replay_log(RULES, match.entries) == match


@settings(max_examples=60, deadline=None)
@given(evenings)
def test_an_undo_undone_leaves_no_trace(events):
    match = evening(events)
    last = match.entries[-1]
    if isinstance(last.event, Started) or find_amend_fault(match, Undone(last.n)):
        return
    undone, _ = told(match, Undone(last.n))
    again, _ = told(undone, Undone(undone.entries[-1].n))
    assert same(again, match)


@settings(max_examples=60, deadline=None)
@given(evenings)
def test_every_stored_entry_survives_writing_and_reading(events):
    for entry in evening(events).entries:
        assert event_from_json(event_to_json(entry.event)) == entry.event
        assert not isinstance(entry.event, Seen)


@settings(max_examples=60, deadline=None)
@given(evenings)
def test_every_entry_has_one_ruling_that_is_found_by_its_number(events):
    match = evening(events)
    numbers = [ruling.n for ruling in match.rulings]
    assert numbers == sorted(set(numbers))
    assert all(match.find_ruling(ruling.n) is ruling for ruling in match.rulings)
    assert all(match.find_ruling(judged.n) == judged.ruling for judged in match.judged)


# Law 1
@settings(max_examples=60, deadline=None)
@given(evenings, st.sampled_from(ZONES))
def test_a_zone_back_at_its_accepted_face_is_not_a_play(events, zone):
    match = evening(events)
    after, _ = told(match, Seen(zone, face_of(match, zone)))
    assert after.state == match.state and after.laid == match.laid
    assert after.find_dispute(zone) is None


def test_lifting_a_foul_settles_its_dispute():
    match, _ = told(begun(), Seen("up1", "52"), Seen("up1", "47"))
    assert [dispute.face for dispute in match.disputes] == ["47"]
    match, _ = told(match, Seen("up1", "52"))
    assert match.disputes == () and face_of(match, "up1") == "52"


def test_lifting_a_card_after_its_undo_is_not_a_play():
    match, _ = told(begun(), Seen("up1", "52"))
    match, _ = told(match, Undone(2))
    after, (ruling,) = told(match, Seen("up1", ""))
    assert ruling.verdict == DROPPED and after == match


def test_a_card_of_this_turn_that_is_lifted_again_was_taken_back():
    match, _ = told(begun(), Seen("up1", "52"), Seen("up1", "60"), Seen("up1", "52"))
    assert face_of(match, "up1") == "52"
    assert match.entries[-1].event == TakenBack("up1", card="60", beneath="52")


def test_a_card_of_an_earlier_turn_that_is_lifted_is_a_foul():
    match, _ = told(begun(), Seen("up1", "52"), Seen("up1", "60"), TurnEnded(), Seen("up1", "52"))
    assert match.find_dispute("up1") is not None


# Law 2
def test_a_foul_is_held_and_the_turn_cannot_end_meanwhile():
    match, rulings = told(begun(), Seen("up1", "52"), Seen("down1", "90"), Seen("up1", "47"), TurnEnded())
    assert [ruling.verdict for ruling in rulings] == [LEGAL, LEGAL, ILLEGAL, ILLEGAL]
    assert (rulings[2].rule, rulings[3].rule) == ("TG-04", "G-1")
    match, (ruling,) = told(match, Corrected(4, "74"))
    assert ruling.verdict == LEGAL and match.disputes == () and face_of(match, "up1") == "74"
    assert (match.state.turn, match.state.to_move) == (2, 1), "the turn had been ended: only the misread stood against it"


def test_a_foul_that_the_table_lets_stand_counts():
    match, _ = told(begun(), Seen("up1", "52"), Seen("up1", "47"), Waived(3))
    assert match.disputes == () and face_of(match, "up1") == "47"


def test_another_card_on_a_disputed_pile_is_judged_against_the_accepted_one():
    match, rulings = told(begun(), Seen("up1", "52"), Seen("up1", "47"), Seen("up1", "55"))
    assert rulings[-1].verdict == LEGAL and match.disputes == () and face_of(match, "up1") == "55"


# Law 3
def test_the_end_of_a_turn_that_has_already_ended_is_dropped():
    played, _ = told(begun(), Seen("up1", "10"), Seen("up1", "20"), TurnEnded(turn=1))
    for again in (TurnEnded(), TurnEnded(turn=1)):
        after, (ruling,) = told(played, again)
        assert ruling.verdict == DROPPED and after == played


def test_an_end_that_is_meant_for_this_turn_but_too_early_is_a_foul():
    match, _ = told(begun(), Seen("up1", "10"))
    after, (ruling,) = told(match, TurnEnded())
    assert (ruling.verdict, ruling.rule) == (ILLEGAL, "TG-07") and after.state == match.state


# Law 4
def test_an_end_of_turn_waits_until_the_hands_are_gone():
    match, _ = told(begun(), Seen("up1", "10"), TurnEnded(hands=True), Seen("up1", "20"))
    assert match.state.turn == 1 and match.waiting is not None
    match, (ruling,) = told(match, HandsGone())
    assert ruling.verdict == LEGAL and (match.state.turn, match.state.to_move) == (2, 1) and match.waiting is None


def test_a_foul_that_is_laid_while_an_end_of_turn_waits_keeps_that_turn_from_nothing():
    """Who has drawn lays once more, his other hand still on the table: that card is called, and his turn had ended."""
    match, _ = told(begun(), Seen("up1", "30"), Seen("up1", "40"), TurnEnded(hands=True))
    match, (ruling,) = told(match, Seen("up1", "35"))
    assert ruling.verdict == ILLEGAL
    match, (ruling,) = told(match, HandsGone())
    assert ruling.verdict == LEGAL and (match.state.turn, match.state.to_move) == (2, 1) and match.disputes


# Law 5
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FACES), st.sampled_from(FACES))
def test_a_rereading_is_a_correction_not_a_play(first, better):
    reread, _ = told(begun(), Seen("up1", first), Seen("up1", better, moved=False))
    right, _ = told(begun(), Seen("up1", better))
    assert same(reread, right)


def test_a_misread_five_plays_ago_is_put_right_and_what_it_put_in_dispute_stands():
    match, _ = told(begun(), Seen("up1", "10"), Seen("up1", "20"), TurnEnded(), Seen("up1", "71"), Seen("down1", "30"))
    blocked, (ruling,) = told(match, Seen("up1", "25"))
    assert ruling.verdict == ILLEGAL
    match, (ruling,) = told(blocked, Corrected(5, "21"))
    assert ruling.verdict == LEGAL and match.disputes == () and face_of(match, "up1") == "25"


# The door
@pytest.mark.parametrize("event", [Undone(99), Undone(1), Corrected(99, "5"), Corrected(4, "5"), Waived(7)])
def test_an_amendment_that_names_nothing_is_refused(event):
    match, _ = told(begun(), Seen("up1", "10"), Seen("up1", "20"), TurnEnded())
    with pytest.raises(InputError, match=r"(?i)too late|card|closed|over"):
        told(match, event)


def test_the_same_entry_is_not_undone_twice():
    match, _ = told(begun(), Seen("up1", "10"), Undone(2))
    with pytest.raises(InputError, match="already undone"):
        told(match, Undone(2))


def test_a_log_without_a_start_is_refused():
    with pytest.raises(InputError):
        replay_log(RULES, [])
    with pytest.raises(InputError):
        replay_log(RULES, [Entry(1, PutRight("up1"))])


def test_what_is_laid_after_the_end_is_kept_and_lies_there_if_the_end_is_amended_away():
    match, rulings = told(begun(), Claimed("stuck"), Seen("up1", "10"), Seen("up1", ""))
    assert [ruling.verdict for ruling in rulings] == [LOSS, DROPPED, DROPPED]
    assert face_of(match, "up1") == "" and isinstance(match.entries[-1].event, Played), "clearing the table away is no play"
    again, (ruling,) = told(match, Undone(2))
    assert ruling.verdict == LEGAL and again.outcome is None and face_of(again, "up1") == "10"
