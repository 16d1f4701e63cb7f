"""Each frame goes once through the stages, from top to bottom."""

from itertools import count

import numpy as np
import pytest

from tests.vision.watched_table import LAYOUT, RATE, reader, table
from vision.drawn.table.acts import Wait
from vision.errors import EndOfVideo, LayoutError
from vision.pipeline.pipeline import STAGES, Pipeline
from vision.pipeline.so_far import TableSetup
from vision.types import Frame, Lost

ALL = [stage.name for stage in STAGES]
BLIND = [stage.name for stage in STAGES if stage.runs_blind]


class Ticks:
    """A clock of work: it goes on by one each time it is asked."""

    def __init__(self):
        self.asked = count()

    def __call__(self):
        return float(next(self.asked))


@pytest.fixture(scope="module")
def pictures():
    """Pictures of a table at rest."""
    camera, seen = table([Wait(0.6)]), []
    while True:
        try:
            seen.append(camera.read().image)
        except EndOfVideo:
            return seen


def shown(pipeline, *pictures, first=0):
    """The frames after they went through a pipeline."""
    return [pipeline.run(Frame(picture, (first + at) / RATE)) for at, picture in enumerate(pictures)]


@pytest.fixture
def pipeline():
    return Pipeline(TableSetup(LAYOUT, {"card": reader()}), Ticks())


def test_every_stage_runs_once_in_a_frame_that_shows_the_table(pipeline, pictures):
    shown(pipeline, *pictures[:3])
    assert pipeline.spent == dict.fromkeys(ALL, 1.0)


def test_in_the_dark_only_those_stages_run_that_need_no_table(pipeline, pictures):
    shown(pipeline, *pictures[:3])
    pipeline.spent.clear()
    (dark,) = shown(pipeline, np.zeros_like(pictures[0]), first=3)
    assert list(pipeline.spent) == BLIND
    assert dark.visible.is_blind and dark.settle is None


def test_each_frame_begins_with_what_the_frame_before_remembered(pipeline, pictures):
    before, after = shown(pipeline, *pictures[:2])
    assert after.place.memory is before.memory
    assert after.previous.memory is before.memory and after.previous.previous is None


def test_after_the_dark_nothing_is_known_of_what_hands_did(pipeline, pictures):
    dark = np.zeros_like(pictures[0])
    shown(pipeline, *pictures[:4], *[dark] * 30)
    assert pipeline.last.memory.was_unseen
    after = shown(pipeline, pictures[0], first=34)[-1]
    assert after.hands.was_unseen and not after.memory.was_unseen


def test_in_the_dark_it_stays_known_where_the_mat_was_seen(pipeline, pictures):
    """Else a mat that was pushed meanwhile would not be told as such."""
    shown(pipeline, *pictures[:4])
    seen = pipeline.last.memory.outlines.mat
    shown(pipeline, *[np.zeros_like(pictures[0])] * 3, first=4)
    assert seen is not None and pipeline.last.memory.outlines.mat is seen


def test_that_the_light_is_gone_is_told_once(pipeline, pictures):
    dark = [np.zeros_like(pictures[0])] * 40
    frames = shown(pipeline, *pictures[:4], *dark)
    assert [one.reason for frame in frames for one in frame.events if isinstance(one, Lost)] == ["dark"]


def test_a_stage_that_begins_anew_forgets_what_it_kept(pipeline, pictures):
    shown(pipeline, *pictures[:3])
    assert pipeline.last.steady.sway is not None
    pipeline.begin_anew(["steady"])
    (after,) = shown(pipeline, pictures[3], first=3)
    assert after.steady.sway.patches is not None and after.steady.sway.shift.tolist() == [0.0, 0.0]


def test_nobody_can_name_piles_before_any_was_found(pipeline, pictures):
    with pytest.raises(LayoutError, match="no piles"):
        pipeline.swap_piles("up1", "up2")
    shown(pipeline, pictures[0])
    with pytest.raises(LayoutError, match="no piles"):
        pipeline.place_draw_pile("draw", (0.5, 0.5))
