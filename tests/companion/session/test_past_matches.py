"""Matches of the journal: listed as they stand, taken up again, and not lost when a new one begins by mistake."""

from __future__ import annotations

import pytest

from companion.errors import InputError
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.journal.taken_up import TakenUp
from companion.match.events import Claimed, Corrected, Played, Started, TurnEnded
from companion.session.session import Session


def session_of(path):
    session = Session(
        Journal(path / "journal.sqlite"), lambda game: load_sheet(game).faces, taken_up=TakenUp(path / "taken-up.json")
    )
    session.resume_match()
    return session


def play(session, *faces):
    for face in faces:
        session.record_event(Played("up1", "", face), 1.0, "test")


@pytest.fixture
def two(tmp_path):
    """The Game with 11 and 12 on its first pile was left for Quick & Easy, in which a 3 lies."""
    session = session_of(tmp_path)
    session.begin_match(Started("the_game", 2, names=("Ada", "Bruno")), 0.0, "test")
    play(session, "11", "12")
    session.record_event(TurnEnded(), 2.0, "test")
    session.begin_match(Started("quick_easy", 2, names=("Carla", "")), 3.0, "test")
    return session


def test_a_match_that_was_left_is_taken_up_as_it_was(two):
    left = two.snapshot.left
    assert (left.game, left.turn) == ("the_game", 2)
    two.take_up_match(left.id)
    assert [laid.after for laid in two.match.laid] == ["11", "12"]
    play(two, "13")
    assert two.match.laid[-1].after == "13" and two.snapshot.left is None


def test_a_restart_goes_on_with_the_match_that_was_taken_up(two, tmp_path):
    two.take_up_match(two.snapshot.left.id)
    assert session_of(tmp_path).match.started.game == "the_game"


def test_a_match_begun_since_is_the_one_a_restart_goes_on_with(two, tmp_path):
    two.take_up_match(two.snapshot.left.id)
    two.begin_match(Started("extreme", 2), 5.0, "test")
    assert session_of(tmp_path).match.started.game == "extreme"


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"match": "1", "latest": 2}', '{"match": true, "latest": 2}', "\x00"])
def test_a_damaged_note_of_it_is_told_and_the_latest_match_goes_on(two, tmp_path, text, caplog):
    (tmp_path / "taken-up.json").write_text(text)
    assert session_of(tmp_path).match.started.game == "quick_easy"
    assert "taken-up.json" in caplog.text


def test_a_match_begun_twice_by_mistake_still_leads_back_to_the_one_before(two):
    two.begin_match(Started("extreme", 2), 5.0, "test")
    assert two.snapshot.left.game == "the_game"


def test_one_that_is_not_there_or_on_the_table_already_is_refused(two):
    for wrong in (99, two.snapshot.match_id):
        with pytest.raises(InputError):
            two.take_up_match(wrong)
    assert two.match.started.game == "quick_easy"


def test_the_list_shows_each_match_as_it_stands(two):
    play_one = two.snapshot.match_id
    two.record_event(Claimed("stuck"), 4.0, "test")
    listed = [two.past.find_match(id) for id in two.past.list_ids()]
    assert [(past.started.game, past.turn, past.outcome is None) for past in listed] == [
        ("quick_easy", 1, False), ("the_game", 2, True),
    ]  # fmt: skip
    assert listed[0].id == play_one and two.past.find_match(99) is None


def test_a_match_in_which_nothing_happened_is_not_listed(two):
    assert [two.past.find_match(id).started.game for id in two.past.list_ids()] == ["the_game"]


def test_who_played_is_remembered_over_a_restart_with_names_put_right(two, tmp_path):
    assert two.snapshot.regulars == ("Carla", "Ada", "Bruno")
    two.record_event(Corrected(1, names=("Carlo", "Dino")), 4.0, "test")
    assert session_of(tmp_path).snapshot.regulars == ("Carlo", "Dino", "Ada", "Bruno")
