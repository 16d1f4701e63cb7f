"""The ways that the documents draw are the ways that a fact and a correction really take."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from companion.app.table_events import apply_event
from companion.commands.commands import execute_command
from companion.games.card_game import CardGame
from companion.games.sheets import list_games, load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.session.session import Session
from companion.shown.table import ShownTable
from docs.pictures import ways
from tests.benchmarks.bench_relay import Direct
from vision.types import Change

ROOT = Path(__file__).parents[1]


@pytest.fixture
def table():
    sheets = {game: load_sheet(game) for game in list_games()}
    session = Session(Journal(":memory:"), lambda game: sheets[game].faces)
    session.begin_match(Started("the_game", 2, {}), 0.0, "phone")
    return ShownTable(Direct(session), sheets, lambda cues, places: [])


def calls_of(work):
    """The code of each function that was entered, in the order in which it was."""
    entered = []

    def note(frame, event, _):
        if event == "call":
            entered.append(frame.f_code)

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return entered


def steps_not_met(way, entered):
    """The steps that do not come after the step drawn above them."""
    at, missed = 0, []
    for step in way.steps:
        later = [number for number in range(at, len(entered)) if entered[number] is step.function.__code__]
        missed += [] if later else [step.function.__qualname__]
        at = later[0] + 1 if later else at
    return missed


def lay(table, face):
    apply_event(table._inbox._session, Change("up1", "1", face, 0.99, (), 0.0, True, True), time.time())
    table._inbox._show_snapshot()
    table.view("en")


def test_a_fact_goes_the_way_that_is_drawn(table):
    assert steps_not_met(ways.FACT, calls_of(lambda: lay(table, "7"))) == []


def test_the_rules_are_asked_once_for_a_card_that_is_weighed_and_judged(table):
    session = table._inbox._session
    change = Change("up1", "1", "7", 0.99, (), 0.0, True, True, hand=0.1)
    asked = [
        code for code in calls_of(lambda: session.take_change(change, time.time())) if code is CardGame.apply_play.__code__
    ]
    assert session.match.state.piles[0] == ("7",) and len(asked) == 1


def test_the_rules_are_asked_once_for_an_end_of_turn_that_is_weighed_and_judged(table):
    session = table._inbox._session
    for at, (before, face) in enumerate((("1", "7"), ("7", "9")), start=1):
        session.take_change(Change("up1", before, face, 0.99, (), float(at), True, True, hand=0.1), float(at))
    asked = [
        code for code in calls_of(lambda: session.record_draw_visit(3.0, hand=0.1)) if code is CardGame.apply_turn_end.__code__
    ]
    assert session.match.state.turn == 2 and len(asked) == 1


def test_a_correction_goes_the_way_that_is_drawn(table):
    lay(table, "7")
    correction = {"command": "correct", "entry": table._inbox.snapshot.match.entries[-1].n, "face": "9"}
    assert steps_not_met(ways.CORRECTION, calls_of(lambda: execute_command(table._inbox, correction, "phone"))) == []
    assert table._inbox.snapshot.match.state.piles[0][-1] == "9"


@pytest.mark.parametrize("name", ways.WAYS)
def test_the_pictures_are_those_of_the_ways(name):
    drawn = (ROOT / f"docs/pictures/{name}.svg").read_text(encoding="utf-8")
    assert drawn == ways.drawn(ways.WAYS[name]), "python docs/pictures/ways.py draws both anew"
