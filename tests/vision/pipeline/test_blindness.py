"""What keeps the eye from seeing is told once, when it is worth a word."""

import math

from vision.pipeline.stages.sight.visible import VISIBLE, Blindness, report_visibility


def told(film, step=0.1):
    """What is told of frames, each (dark, mat lost, board missing), with their times."""
    state, said = Blindness(), []
    for number, frame in enumerate(film):
        state, reason = report_visibility(state, number * step, **frame)
        said += [] if reason is None else [(round(number * step, 1), reason)]
    return said


SEEN = {"is_dark": False, "is_mat_lost": False, "is_board_missing": False}
DARK, LOST, BOARDLESS_FRAME = ({**SEEN, name: True} for name in SEEN)


def test_a_moment_of_darkness_is_not_worth_a_word():
    assert told([SEEN] * 3 + [DARK] * 8 + [SEEN] * 3) == []
    assert told([SEEN] * 3 + [DARK] * 20 + [SEEN]) == [(0.3 + VISIBLE.dark_told_s, "dark"), (2.3, "")]


def test_a_mat_that_is_lost_is_told_at_once_and_again_when_it_is_found():
    assert told([SEEN, LOST, LOST, SEEN, SEEN]) == [(0.1, "mat"), (0.3, "")]


def test_a_board_is_missed_only_after_a_while_and_not_in_the_dark():
    frames = round(VISIBLE.board_told_s / 0.1)
    assert told([BOARDLESS_FRAME] * frames) == []
    assert told([BOARDLESS_FRAME] * (frames + 2)) == [(VISIBLE.board_told_s, "board")]
    assert told([DARK] * 5 + [SEEN] * (frames + 2)) == []


def test_nothing_is_told_of_a_table_that_is_seen():
    assert report_visibility(Blindness(), 5.0, **SEEN) == (Blindness("", math.inf, math.inf), None)
