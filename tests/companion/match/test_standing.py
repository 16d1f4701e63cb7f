"""Which entries of a log stand, and as what."""

from __future__ import annotations

from companion.match.amended.standing import amend_log, find_standing
from companion.match.events import Claimed, Corrected, Entry, Inserted, Played, PlayedOn, Started, TurnEnded, Undone, Waived
from companion.match.facts import find_zone_of, is_laying

START, FIRST, SECOND = Started("the_game", 2), Played("up1", "", "47"), Played("up2", "", "12")


def log(*events):
    return tuple(Entry(n, event) for n, event in enumerate((START, FIRST, SECOND, *events), start=1))


def told(*events):
    return [entry.event for entry in amend_log(log(*events))[1:]]


def test_what_was_undone_is_out_and_an_undo_undone_brings_it_back():
    assert told(Undone(2)) == [SECOND]
    assert told(Undone(2), Undone(4)) == [FIRST, SECOND]
    assert told(Undone(2), Undone(4), Undone(5)) == [SECOND]


def test_of_two_corrections_of_one_value_the_later_that_stands_holds():
    assert told(Corrected(2, "48"), Corrected(2, "49"))[0].after == "49"
    assert told(Corrected(2, "48"), Corrected(2, "49"), Undone(5))[0].after == "48"
    assert told(Corrected(2, "48"), Corrected(2, None, "down1"))[0] == Played("down1", "", "48")


def test_a_correction_that_was_undone_leaves_no_trace():
    plain, amended = find_standing(log()), find_standing(log(Corrected(2, "48"), Waived(2), Undone(4), Undone(5)))
    assert amended.events[2] == plain.events[2] and amended.own.get(2) is plain.own.get(2) is None


def test_a_missed_fact_stands_before_the_one_it_was_put_before():
    missed, later = TurnEnded(), Played("down1", "", "90")
    assert told(Inserted(3, missed)) == [FIRST, missed, SECOND]
    assert told(Inserted(3, missed), Inserted(3, later)) == [FIRST, missed, later, SECOND]
    assert told(Inserted(3, missed), Undone(4)) == [FIRST, SECOND]
    assert told(Inserted(3, later), Corrected(4, "91"))[1].after == "91"


def test_each_fact_knows_the_amendments_that_name_it_and_stand():
    known = find_standing(log(Corrected(2, "48"), Waived(2), PlayedOn(3), Undone(4)))
    assert known.own == {2: (5,)} and known.played_on == {3} and not known.is_in_force(4) and known.is_in_force(5)


def test_the_start_is_amended_like_any_fact():
    start = find_standing(log(Corrected(1, options={"on_fire": True}, names=("Ada", "Bo")))).events[1]
    assert (start.options, start.names) == ({"on_fire": True}, ("Ada", "Bo"))


def test_a_chip_that_lies_elsewhere_is_corrected_by_its_space():
    chip = Claimed("place", 0, {"card": "2S", "row": 0, "column": 1})
    (corrected,) = [
        entry.event for entry in amend_log((Entry(1, START), Entry(2, chip), Entry(3, Corrected(2, "3S", "r4c7"))))[1:]
    ]
    assert corrected.detail == {"card": "3S", "row": 4, "column": 7}
    assert (find_zone_of(chip), find_zone_of(corrected)) == ("r0c1", "r4c7")


def test_what_puts_something_on_the_table():
    assert all(is_laying(event) for event in (FIRST, Claimed("dead"), Claimed("place", 0, {"row": 1, "column": 2})))
    assert not any(is_laying(event) for event in (Played("up1", "47", "47", again=True), TurnEnded(), Claimed("stuck")))
    assert find_zone_of(FIRST) == "up1" and find_zone_of(Claimed("place", 0, {"card": "2S"})) == find_zone_of(TurnEnded()) == ""
