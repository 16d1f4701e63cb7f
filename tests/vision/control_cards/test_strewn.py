"""Control cards anywhere on the table: each is told once, what hides beneath is let be, foreign codes say nothing."""

from __future__ import annotations

import pytest

from tests.vision.watched_table import LAYOUT, changes, reader
from vision.control_cards import strewn
from vision.control_cards.controls import MAX_CONTROL_PLAYERS
from vision.drawn.table.acts import Lay, ShowControl, Wait
from vision.drawn.table.virtual_camera import VirtualTable
from vision.types import Change, Handled, Touched
from vision.watcher import watch

pytest.importorskip("pyzbar.pyzbar", reason="zbar is not installed", exc_type=ImportError)


def told(script):
    """All that the eye says of a script, in pictures fine enough for codes."""
    seen = VirtualTable(LAYOUT, script, speed="fast", size=(1280, 720), fps=10.0)
    return list(watch(seen, LAYOUT, {"card": reader()}))


def touched(events):
    return [event.zone for event in events if isinstance(event, Touched)]


@pytest.mark.whole
def test_a_card_is_told_once_wherever_it_lies_and_again_when_it_is_shown_again():
    script = [
        ShowControl("undo", 1.5, (200, 30), 160),
        ShowControl("player3", 1.5, (84, 186), 45),
        ShowControl("undo", 6.0, (200, 30), 20),
        ShowControl("end_turn"),
        Wait(1.0),
    ]
    assert touched(told(script)) == ["control:undo", "control:player3", "control:undo", "control:end_turn"]


@pytest.mark.whole
def test_a_card_on_a_pile_is_no_play_and_the_pile_is_known_again_without_it():
    events = told([Lay("up1", "47"), ShowControl("pause", 2.0, (84, 105), 30), Lay("up1", "12"), Wait(1.0)])
    assert touched(events) == ["control:pause"]
    assert changes(events) == [("up1", "", "47"), ("up1", "47", "12")]
    assert all(event.face == "47" for event in events if isinstance(event, Handled))


def test_a_card_on_the_draw_pile_draws_nothing():
    events = told([ShowControl("stuck", 1.5, (286, 97), 0), Wait(1.5)])
    assert touched(events) == ["control:stuck"]


@pytest.mark.whole
def test_a_foreign_code_and_a_card_of_the_game_are_looked_at_a_few_times_and_say_nothing(monkeypatch):
    looks = []
    read = strewn.find_controls
    monkeypatch.setattr(strewn, "find_controls", lambda crop: looks.append(crop.shape) or read(crop))
    events = told([ShowControl(f"player{MAX_CONTROL_PLAYERS + 1}", 3.0, (200, 30), 10), Lay("up2", "35"), Wait(3.0)])
    assert touched(events) == []
    assert [event.after for event in events if isinstance(event, Change)][-1] == "35"
    assert len(looks) < 40
