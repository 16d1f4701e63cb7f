"""Cards that come to lie as nobody should lay them: half outside their zone, turned, beside the card that was on top."""

from dataclasses import replace
from functools import cache

import pytest

from tests.varied import varied
from tests.vision.watched_table import LAYOUT, SIZE, Pictures, reader
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import Lying, Reach, TableScene
from vision.types import Change, Handled
from vision.watcher import watch

MIDDLE = (84.0, 105.0)
PILE = (Lying("9", (87.0, 100.0), -6.0), Lying("12", MIDDLE, 4.0, 0.3))


@cache
def told(*piles, seconds=7.0):
    """What is told of pile "up1" once a hand has been there and has left it like each of these, one after the other."""
    stage, shown = SceneRenderer(SIZE), []
    before = TableScene(LAYOUT).with_pile("up1", PILE)
    scenes = [(before, 10)]
    for cards in piles:
        after = before.with_pile("up1", cards)
        reach = (Reach((84.0, 95.0), 3.0),)
        scenes += [(replace(before, reaches=reach), 8), (replace(after, reaches=reach), 3), (after, round(seconds * 15))]
        before = after
    shown = [stage.render_picture(scene, number) for scene, frames in scenes for number in range(frames)]
    happened = watch(Pictures(shown), LAYOUT, {"card": reader()})
    return [one for one in happened if isinstance(one, Change | Handled) and one.zone == "up1"][1:]


def laid(*cards):
    """The changes after these cards were laid on the pile."""
    on_it = tuple(replace(card, z_mm=0.3 * (len(PILE) + number)) for number, card in enumerate(cards))
    return [(one.after, one.accepted) for one in told((*PILE, *on_it)) if isinstance(one, Change)]


@pytest.mark.whole
@varied("turn", [25, 45, 60, 90, 120, -75], quick=2)
def test_a_card_that_lies_turned_is_read(turn):
    assert laid(Lying("47", MIDDLE, float(turn))) == [("47", True)]


@pytest.mark.whole
@varied("off", [(35, 0), (-40, 0), (0, 35), (0, 44), (0, -44)], quick=2)
def test_a_card_that_lies_half_outside_its_zone_is_read(off):
    assert laid(Lying("47", (MIDDLE[0] + off[0], MIDDLE[1] + off[1]), 5.0)) == [("47", True)]


@pytest.mark.whole
def test_a_card_beside_the_top_one_and_face_down_is_asked_about():
    """The card that was on top lies there as before and can be read: it is not what was laid."""
    assert [accepted for _, accepted in laid(Lying("back", (MIDDLE[0] - 36, MIDDLE[1]), 5.0))] == [False]


def test_a_pile_that_was_squared_up_is_not_asked_about():
    squared = (Lying("9", (84.0, 105.0), 0.0), Lying("12", (84.0, 105.0), 0.0, 0.3))
    assert not [one for one in told(squared) if isinstance(one, Change)]
    below = (Lying("9", (84.0, 105.0), 4.0), PILE[1])
    assert not [one for one in told(below) if isinstance(one, Change)], "the lower card alone was pushed under the top one"
