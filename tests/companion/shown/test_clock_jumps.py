"""The clock may be set in the middle of a match: durations run on, dates are the clock's."""

from __future__ import annotations

import pytest

from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.questions.agreement import MIN_DIFFERENCE_S
from companion.session.inbox import Inbox
from companion.session.session import Session
from companion.shown.cues import Cue, Onsets
from hardware.patterns import FOUL_SILENCE_S, SignalCue, is_sounding
from vision.types import Change

DAY = 86_400.0
JUMPS = pytest.mark.parametrize("jump", [-365 * DAY, -DAY, -10.0, 0.0, 10.0, DAY, 365 * DAY])


class Clocks:
    """A wall clock that somebody sets, and a steady one."""

    def __init__(self):
        self.wall, self.steady = 1_800_000_000.0, 500.0

    def go_on(self, seconds):
        self.wall, self.steady = self.wall + seconds, self.steady + seconds


@pytest.fixture
def table():
    clocks = Clocks()
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    inbox = Inbox(session, lambda: clocks.wall, lambda: clocks.steady)
    inbox.start_thread()
    inbox.ask_session(lambda session, at: session.begin_match(Started("the_game", 2), at, "test"))
    inbox.ask_session(lambda session, at: session.record_hands(False, at))
    yield inbox, clocks
    inbox.stop_thread()


def tick(inbox):
    inbox.ask_session(lambda session, at: session.notice_time(at))
    return inbox.snapshot.out_of_step


@JUMPS
def test_what_lies_there_and_should_not_is_out_of_step_no_sooner_and_no_later(table, jump):
    inbox, clocks = table
    inbox.ask_session(
        lambda session, at: session.take_change(Change("up1", "", "47", 0.99, (), 0.0, False), at)
    )  # lay there before anybody watched
    clocks.go_on(MIN_DIFFERENCE_S / 2)
    clocks.wall += jump
    assert not tick(inbox), "an alarm at once"
    clocks.go_on(MIN_DIFFERENCE_S / 2 + 0.1)
    assert [each.zone for each in tick(inbox)] == ["up1"], "no alarm at all"


@JUMPS
def test_what_is_written_down_has_the_date_of_the_clock(table, jump):
    inbox, clocks = table
    clocks.wall += jump
    inbox.ask_session(lambda session, at: session.record_told_face("up1", "47", at, "phone"))
    assert inbox.snapshot.match.entries[-1].at == clocks.wall


@JUMPS
def test_a_foul_is_heard_after_its_time_of_grace_whatever_the_clock_says(jump):
    onsets, foul = Onsets(), Cue("foul", "up1", since=1_800_000_000.0 + jump)

    def heard(now):
        return is_sounding([SignalCue(each.kind, each.place, each.since) for each in onsets.date_cues([foul], now)], now)

    onsets.date_cues([], 10.0)
    assert not any(heard(11.0 + i * FOUL_SILENCE_S / 20) for i in range(20))
    assert heard(11.0 + FOUL_SILENCE_S + 0.05)


def test_a_match_that_was_won_before_the_start_is_not_cheered_again():
    onsets, won = Onsets(), Cue("won", since=1_800_000_000.0)
    assert not any(
        is_sounding([SignalCue("won", since=onsets.date_cues([won], now)[0].since)], now) for now in (10.0, 10.05, 10.25)
    )
