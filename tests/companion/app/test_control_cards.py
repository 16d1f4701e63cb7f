"""What control cards ask of a match, and a table that pauses."""

from __future__ import annotations

import pytest

from companion.app.pause import Pause
from companion.app.table_events import apply_event
from companion.errors import InputError
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.session.session import Session
from vision.control_cards.controls import CODES
from vision.types import Change, Moving, Touched


@pytest.fixture
def session():
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin_match(Started("the_game", 3), 0.0, "test")
    return session


def shown(session, code, at=1.0):
    return apply_event(session, Touched(f"control:{code}", at), at)


def lay(session, zone, face, at):
    session.take_change(Change(zone, "", face, 0.99, (), at, True), at)


def seat(session):
    return session.match.state.to_move


def test_the_card_of_a_player_puts_in_the_end_of_turn_that_nobody_saw(session):
    lay(session, "up1", "10", 1.0)
    lay(session, "up2", "11", 2.0)
    shown(session, "player2")
    assert seat(session) == 1
    assert shown(session, "player2") == ()
    assert seat(session) == 1


def test_the_card_of_a_player_does_not_make_a_turn_stand_that_does_not(session):
    lay(session, "up1", "10", 1.0)
    (refused,) = shown(session, "player3")
    assert (refused.verdict, seat(session)) == ("illegal", 0)


def test_a_player_whom_the_match_does_not_have_is_refused(session):
    with pytest.raises(InputError):
        shown(session, "player4")


def test_a_card_says_that_nothing_can_be_laid(session):
    shown(session, "stuck")
    assert session.match.outcome is not None and session.match.outcome.won is False


def test_a_new_match_begins_by_card_once_the_last_is_over_and_not_before(session):
    lay(session, "up1", "10", 1.0)
    first = session.snapshot.match_id
    with pytest.raises(InputError):
        shown(session, "new_match")
    shown(session, "stuck")
    shown(session, "new_match")
    assert session.snapshot.match_id != first
    assert (session.match.started.seats, len(session.match.entries)) == (3, 1)


def test_every_card_asks_for_something_but_that_for_a_pause(session):
    from companion.app.table_events import work_of_card

    assert {code for code in CODES if work_of_card(code) is None} == {"pause"}


def test_while_the_table_pauses_nothing_is_told_and_afterwards_what_lies_there_is(session):
    pause, card = Pause(), Touched("control:pause", 1.0)
    assert pause.let_through(Moving(0.5)) and pause.toggle_by_card(Moving(0.5)) is None
    pause.toggle_by_card(card)(session, 1.0)
    assert session.snapshot.reason == "pause"
    changes = [Change("up1", "", face, 0.99, (), at, True) for at, face in ((2.0, "10"), (3.0, "20"))]
    assert not any(pause.let_through(event) for event in (*changes, Moving(2.0), Touched("draw", 2.5)))
    assert pause.release_changes() == []
    pause.toggle_by_card(card)(session, 4.0)
    assert session.snapshot.reason == ""
    (kept,) = pause.release_changes()
    assert (kept.after, kept.moved) == ("20", False)
    assert pause.release_changes() == [] and pause.let_through(Moving(5.0))


def test_another_match_ends_a_pause():
    pause = Pause()
    pause.toggle_by_card(Touched("control:pause", 1.0))
    pause.let_through(Change("up1", "", "10", 0.99, (), 2.0, True))
    pause.end_pause()
    assert not pause.on and pause.release_changes() == []
