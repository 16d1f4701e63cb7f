"""A part of a board that cannot be seen is said and not ruled on; the rest of the board goes on. Drawn."""

from functools import cache

import pytest

from companion.sources.sources import layout_from_sheet, scene_for
from tests.companion.app.test_sequence_watched import SHEET, readers
from tests.filmed import drop, frames, glare
from tests.varied import varied
from tests.vision.watched_table import Pictures
from vision.drawn.table.acts import Lay, Wait
from vision.drawn.table.virtual_camera import VirtualTable
from vision.types import Change, Handled, Lost, Unclear
from vision.watcher import Watcher

SIZE = WIDTH, HEIGHT = (1120, 720)
LAYOUT = layout_from_sheet(SHEET.choose_mat({}))
MIDDLE = (0.415 * WIDTH, 0.326 * HEIGHT)
"""Where the space r2c2 is seen."""
FROM, TO = 34, -34
"""The frames from and to which a part of the board is hidden."""


@cache
def pictures():
    """A chip is laid where the veil will be; then one beside the veil and one under it."""
    script = [Lay("r2c2", "blue"), Wait(4.6), Lay("r7c2", "blue"), Lay("r2c3", "green"), Wait(4.0)]
    table = VirtualTable(LAYOUT, script, speed="fast", scene=scene_for("sequence", LAYOUT), seed=5, size=SIZE, fps=12)
    return tuple(frame.image for frame in frames(table))


def under_a_lamp(picture):
    return glare(picture, MIDDLE)


def under_a_drop(picture):
    return drop(picture, MIDDLE, 0.13)


def told(spoil):
    film = pictures()
    spoilt = [spoil(one) if FROM <= k < len(film) + TO else one for k, one in enumerate(film)]
    cards, board = readers()
    return list(Watcher(Pictures(spoilt), LAYOUT, {"card": cards}, board=board).events())


@pytest.mark.whole
@varied(("spoil", "why"), [(under_a_lamp, "glare"), (under_a_drop, "blurred")])
def test_spaces_that_cannot_be_seen_are_said_and_only_a_chip_laid_there_meanwhile_is_asked(spoil, why):
    happened = told(spoil)
    laid = [(one.zone, one.before, one.after, one.accepted) for one in happened if isinstance(one, Change)]
    assert laid == [("r2c2", "", "blue", True), ("r7c2", "", "blue", True), ("r2c3", "", "green", False)]
    said = [dict(one.zones) for one in happened if isinstance(one, Unclear)]
    assert {"r2c2", "r2c3"} <= set().union(*said) and {reason for zones in said for reason in zones.values()} == {why}
    assert said[-1] == {} and "r7c2" not in set().union(*said)
    assert not any(isinstance(one, Handled | Lost) for one in happened)


@pytest.mark.whole
def test_hands_over_a_board_are_no_veils():
    assert not [one for one in told(lambda picture: picture) if isinstance(one, Unclear)]


@pytest.mark.whole
def test_a_chip_laid_by_a_hand_that_is_too_smeared_to_be_told_from_a_veil_was_laid_by_a_hand():
    """Else it would pass for one that lay there before, and no play would come of it."""
    film = [under_a_drop(one) if 2 <= k < 20 else one for k, one in enumerate(pictures()[:FROM])]
    cards, board = readers()
    events = list(Watcher(Pictures(film), LAYOUT, {"card": cards}, board=board).events())
    assert [(one.zone, one.after, one.moved) for one in events if isinstance(one, Change)] == [("r2c2", "blue", True)]
