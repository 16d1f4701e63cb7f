"""Broker, club and table are killed, the table is cut off: the club has every entry once, as the journal has it. In short;
`python -m tests.faults club` does so a hundred times."""

from __future__ import annotations

import random

import pytest

from tests.club.broker import require_mosquitto
from tests.faults import club


@pytest.mark.whole
@pytest.mark.parametrize(
    ("fault", "times"),
    [(club.broker_killed, 3), (club.club_killed, 2), (club.table_killed, 2), (club.table_cut_off, 120), (club.club_late, 120)],
)
def test_nothing_is_lost_and_nothing_counts_twice(tmp_path, fault, times):
    require_mosquitto()
    held = fault(tmp_path, times, random.Random(7), hurry=10)
    assert held.entries > 20 and (held.lost, held.otherwise) == (0, 0)


def test_a_table_out_of_the_network_tells_everything_once_it_is_back(tmp_path):
    require_mosquitto()
    held, _ = club.cut_off_for(tmp_path, 1.0, random.Random(7), hurry=10, pace_s=0.01)
    assert held.entries > 20 and (held.lost, held.otherwise) == (0, 0)


@pytest.mark.whole
def test_standings_are_those_of_the_tables_own_journals(tmp_path):
    require_mosquitto()
    held = club.tournament_under_faults(tmp_path, 2, random.Random(7), hurry=10)
    assert held.results == 6 and (held.lost, held.otherwise) == (0, 0)
