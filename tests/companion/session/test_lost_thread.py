"""A match of Sequence of which a whole turn went unseen: the table plays on over two calls, and is followed."""

from __future__ import annotations

import pytest

from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.match.rulings import ILLEGAL, Ruling
from companion.play.showcases.sequence import find_sequence_moves
from companion.session.session import Session
from tests.companion.session.changes import change
from tests.companion.session.test_missed_acts import log, sure
from tests.companion.session.test_whose_turn import ANNA, BEA, CARL, Table
from tests.told_moves import top
from tests.varied import varied

MATCHES = [(3, {"teams": 3}, 10), (4, {"teams": 2}, 27), (2, {}, 22), (6, {"teams": 3}, 32)]


def calls(notices):
    return [one.rule for one in notices if isinstance(one, Ruling) and one.verdict == ILLEGAL]


def called_acts(seats, options, seed, unseen):
    """Numbers of the acts that are called, where those between `unseen` are not seen, and no hand is told apart."""
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin_match(Started("sequence", seats, options), 0.0, "phone")
    piles, shown, called = {}, {}, set()
    for zone in session.match.faces:
        session.take_change(change(zone, "", "", moved=False), 0.0)
    for number, move in enumerate(find_sequence_moves(seed, seats, options=options)):
        at, zones = 1.0 + number, move.lay_out(piles)
        if number in unseen:
            continue
        said = [*(session.record_draw_visit(at) if move.kind == "end" else ())]
        for zone in zones:
            before, shown[zone] = shown.get(zone, ""), top(piles, zone)
            said += session.take_change(change(zone, before, shown[zone]), at)
        if calls([*said, *session.notice_time(at + 0.5)]):
            called.add(number)
    return called


@varied(("seats", "options", "seed"), MATCHES)
def test_a_whole_turn_that_nobody_saw_is_not_held_against_the_rest_of_the_match(seats, options, seed):
    moves = list(find_sequence_moves(seed, seats, options=options))
    ends = [number for number, move in enumerate(moves) if move.kind == "end"]
    unseen = range(ends[8] + 1, ends[9] + 1)
    assert len(called_acts(seats, options, seed, unseen) - called_acts(seats, options, seed, ())) <= 4


def play_turns(table, *turns):
    return [
        call
        for hand, pile, card, space, chip in turns
        for call in calls([*sure(table, hand, pile, card), *sure(table, hand, space, chip)])
    ]


@pytest.fixture
def table():
    """Bea's second turn went unseen: Carl's card and chip were called, and nobody took them back."""
    table = Table("sequence", 3, (ANNA, BEA, CARL))
    first = (
        (ANNA, "discard1", "2S", "r0c1", "blue"),
        (BEA, "discard2", "3S", "r0c2", "green"),
        (CARL, "discard3", "4S", "r0c3", "red"),
    )
    assert play_turns(table, *first, (ANNA, "discard1", "5S", "r0c4", "blue")) == []
    assert play_turns(table, (CARL, "discard3", "6S", "r0c5", "red")) == ["SQ-05", "SQ-05"]
    return table


def test_play_that_goes_on_over_two_calls_is_followed(table):
    assert play_turns(table, (ANNA, "discard1", "7S", "r0c6", "blue")) == []
    assert table.session.match.disputes == ()
    assert table.turn[1] == 1
    assert any(line.startswith("Play went on, so") for line in log(table))


def test_calls_begin_again_after_two_whole_turns(table):
    turns = ((ANNA, "discard1", "7S", "r0c6", "blue"), (BEA, "discard2", "8S", "r0c7", "green"))
    assert play_turns(table, *turns, (CARL, "discard3", "9S", "r0c8", "red")) == []
    assert calls(sure(table, CARL, "discard3", "3D")) == ["SQ-05"]


def test_what_was_called_and_taken_back_is_no_reason_to_follow(table):
    sure(table, CARL, "r0c5", "")
    sure(table, CARL, "discard3", "4S")
    assert table.session.match.disputes == ()
    assert calls(sure(table, CARL, "discard3", "6S")) == ["SQ-05"]


def test_a_mistake_long_after_two_calls_that_were_left_is_called(table):
    turns = ((BEA, "discard2", "8S", "r0c7", "green"), (CARL, "discard3", "9S", "r0c8", "red"))
    assert play_turns(table, *turns) == []
    assert calls(sure(table, CARL, "discard3", "3D")) == ["SQ-05"]
