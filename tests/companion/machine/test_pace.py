"""How many frames were watched, and how many were not."""

from __future__ import annotations

import pytest

from companion.machine.pace import RATE_SPAN_S, PaceKeeper


def test_watched_and_dropped_frames_are_counted_over_all_cameras():
    time = [0.0]
    keeper = PaceKeeper(lambda: time[0])
    for dropped in (0, 1, 1, 4):
        keeper.count_frame(dropped)
    keeper.begin_camera()
    keeper.count_frame(2)
    assert (keeper.pace.watched, keeper.pace.dropped) == (5, 6)
    assert keeper.pace.dropped_share == pytest.approx(6 / 11)


def test_the_rate_is_that_of_the_last_seconds():
    time = [0.0]
    keeper = PaceKeeper(lambda: time[0])
    for _ in range(int(RATE_SPAN_S * 4) + 1):
        time[0] += 0.25
        keeper.count_frame(0)
    assert keeper.pace.rate == pytest.approx(4.0)
    for _ in range(int(RATE_SPAN_S * 10) + 1):
        time[0] += 0.1
        keeper.count_frame(0)
    assert keeper.pace.rate == pytest.approx(10.0, rel=0.05)


def test_what_it_took_to_open_a_camera_is_no_part_of_its_rate():
    time = [0.0]
    keeper = PaceKeeper(lambda: time[0])
    time[0] = 600.0  # a deck was learned
    keeper.begin_camera()
    for _ in range(int(RATE_SPAN_S * 4) + 1):
        time[0] += 0.25
        keeper.count_frame(0)
    assert keeper.pace.rate == pytest.approx(4.0)
