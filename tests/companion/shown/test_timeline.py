"""The log as people read it, and what is said of an amendment, on matches of The Game at a real table."""

from __future__ import annotations

import pytest

from companion.games import rules_of
from companion.match.events import Corrected, Entry, Inserted, Played, Started, TakenBack, TurnEnded, Undone, Waived
from companion.match.referee import judge_entry, start_match
from companion.shown.amendments import say_amendment, say_entry
from companion.shown.timeline import list_log_lines
from companion.shown.words.messages import catalogue

RULES = rules_of("the_game")
WORDS = catalogue("en")
LAID = (Played("up1", "", "10"), Played("up1", "10", "20"), TurnEnded(), Played("up2", "", "5"))


def match(*events):
    told = start_match(RULES, Entry(1, Started("the_game", 2, names=("Ada", "Bruno"))))
    ruling = None
    for event in events:
        told, ruling = judge_entry(RULES, told, Entry(told.entries[-1].n + 1, event))
    return told, ruling


def said(*events):
    """What is said of the last of these."""
    told, ruling = match(*LAID, *events)
    return say_entry(WORDS, told, told.entries[-1], ruling)


def test_the_latest_line_stands_first_and_the_start_is_no_line():
    shown = list_log_lines(match(*LAID)[0], WORDS)
    assert [line["entry"] for line in shown] == [5, 4, 3, 2]
    assert "20" in shown[2]["text"] and "10" not in shown[2]["text"]


def test_a_line_put_in_later_stands_where_it_happened():
    assert [line["entry"] for line in list_log_lines(match(*LAID, Inserted(3, Played("down1", "", "90")))[0], WORDS)] == [
        5,
        4,
        3,
        6,
        2,
    ]


def test_what_was_undone_is_struck_out_and_cannot_be_undone_twice():
    shown = {line["entry"]: line for line in list_log_lines(match(*LAID, Undone(5))[0], WORDS)}
    assert shown[5]["undone"] and not shown[5]["can_undo"] and not shown[3]["undone"] and shown[3]["can_undo"]


def test_a_line_speaks_italian():
    one, other = (list_log_lines(match(*LAID)[0], catalogue(language))[0]["text"] for language in ("en", "it"))
    assert one != other and "5" in other


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Corrected(3, "21"), ("21", "20")),
        (Corrected(3, None, "down1"), ("20", "descending")),
        (Undone(3), ("20",)),
        (Inserted(3, Played("down1", "", "90")), ("90", "descending")),
        (Inserted(3, TurnEnded()), ("turn",)),
    ],
)
def test_an_amendment_names_what_it_changed(event, words):
    sentence = said(event)
    assert all(word in sentence.lower() for word in words), sentence
    told, _ = match(*LAID, event)
    assert sentence.startswith(say_amendment(WORDS, told, told.entries[-1]))


def test_a_card_taken_back_is_named_with_its_pile():
    told, ruling = match(*LAID, TakenBack("up2"))
    sentence = say_entry(WORDS, told, told.entries[-1], ruling)
    assert "5" in sentence and "ascending" in sentence


def test_an_amendment_says_what_does_not_stand_any_more():
    assert "20" in said(Corrected(2, "35")) and "20" not in said(Corrected(2, "12"))


def test_a_foul_that_is_let_stand_names_its_card():
    assert "3" in said(Played("up2", "5", "3"), Waived(6))
