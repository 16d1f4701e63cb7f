"""A chip or a card that nobody saw being laid does not spoil a match of Sequence."""

from __future__ import annotations

import pytest

from companion.games.sheets import load_sheet
from companion.match.rulings import Ruling
from companion.session.snapshot import Question
from companion.shown.messages import catalogue
from companion.shown.view import view
from tests.companion.session.changes import change
from tests.companion.session.test_whose_turn import ANNA, BEA, Table


def sequence() -> Table:
    """Anna is to move with blue, Bea follows with green. All has been looked at and is bare."""
    return Table("sequence", 2, (ANNA, BEA))


def sure(table, hand, zone, face):
    return table.lays(hand, zone, face, confidence=0.99)


def appears(table, zone, face):
    """A face is seen where no hand was seen."""
    table.now += 0.5
    return table.session.look(change(zone, "", face, moved=False), table.now)


def waits(table, seconds):
    table.now += seconds
    return table.session.tick(table.now)


def verdicts(notices):
    return [one.verdict for one in notices if isinstance(one, Ruling)]


def log(table):
    return [line["text"] for line in view(table.session.snapshot, catalogue("en"), {"sequence": load_sheet("sequence")})["log"]]


def test_a_chip_that_no_hand_was_seen_to_lay_is_put_in_before_the_next_players_card():
    table = sequence()
    sure(table, ANNA, "discard1", "2S")
    appears(table, "r0c1", "blue")
    laid = table.now
    assert verdicts(sure(table, BEA, "discard2", "3S")) == ["legal", "legal"]
    assert verdicts(sure(table, BEA, "r0c2", "green")) == ["legal"]
    assert table.turn == (3, 0)
    put_in = next(entry for entry in table.session.match.entries if getattr(entry.event, "zone", "") == "r0c1")
    assert (put_in.source, put_in.at) == ("inferred", laid)
    assert "Anna: blue chip on row 1, column 2, as what lies there and what followed show" in log(table)


def test_a_chip_that_completes_a_play_is_put_in_before_anybody_is_told_that_table_and_match_disagree():
    table = sequence()
    sure(table, ANNA, "discard1", "2S")
    appears(table, "r0c1", "blue")
    assert verdicts(waits(table, 3.5)) == ["legal"]
    assert table.session.snapshot.out_of_step == ()
    assert table.turn == (2, 1)


def test_fouls_that_are_none_once_the_missed_chip_is_seen_are_let_go():
    table = sequence()
    sure(table, ANNA, "discard1", "2S")
    assert verdicts(sure(table, BEA, "discard2", "3S")) == ["illegal"]
    assert verdicts(sure(table, BEA, "r0c2", "green")) == ["illegal"]
    appears(table, "r0c1", "blue")
    assert table.session.match.disputes == ()
    assert table.turn == (3, 0)


def test_a_foul_that_is_one_anyway_stays_when_the_missed_chip_is_seen():
    table = sequence()
    sure(table, ANNA, "discard1", "2S")
    sure(table, BEA, "discard2", "3S")
    sure(table, BEA, "r5c5", "blue")
    appears(table, "r0c1", "blue")
    assert [one.zone for one in table.session.match.disputes] == ["r5c5"]
    assert table.turn == (2, 1)


def test_a_chip_on_a_space_that_the_card_does_not_allow_is_not_put_in():
    table = sequence()
    sure(table, ANNA, "discard1", "2S")
    appears(table, "r0c2", "blue")
    assert verdicts(sure(table, BEA, "discard2", "3S")) == ["illegal"]
    assert table.turn == (1, 0)


def test_a_turn_taken_out_of_order_is_called_as_ever():
    table = sequence()
    sure(table, ANNA, "discard1", "2S")
    assert verdicts(sure(table, BEA, "discard2", "3S")) == ["illegal"]
    assert len(table.session.match.disputes) == 1


def test_a_card_that_is_asked_about_is_known_once_its_chip_lies_and_the_next_player_goes_on():
    table = sequence()
    read = change("discard1", "", "2S", 0.5, (("9H", 0.4),), accepted=False)
    assert isinstance(table.visit(lambda at: table.session.look(read, at))[-1], Question)
    sure(table, ANNA, "r0c1", "blue")
    assert verdicts(sure(table, BEA, "discard2", "3S")) == ["legal", "legal"]
    assert table.session.snapshot.questions == ()
    assert table.session.snapshot.rules.faces(table.session.match.state)["discard1"] == "2S"


def test_what_two_cards_could_have_been_stays_a_question():
    table = sequence()
    read = change("discard1", "", "2S", 0.5, (("JD", 0.4),), accepted=False)
    table.visit(lambda at: table.session.look(read, at))
    sure(table, ANNA, "r0c1", "blue")
    sure(table, BEA, "discard2", "3S")
    assert [one.zone for one in table.session.snapshot.questions] == ["discard1"]


@pytest.mark.parametrize("hands", [True, False])
def test_that_table_and_match_disagree_is_told_once_however_often_hands_come(hands):
    table = sequence()
    appears(table, "r5c5", "green")
    assert waits(table, 3.5) != ()
    told = table.visit() if hands else ()
    assert [*told, *waits(table, 3.5)] == []
    assert [one.zone for one in table.session.snapshot.out_of_step] == ["r5c5"]
