"""A first card between two direction cards may be either's: its number tells, else the next card, else a person."""

from __future__ import annotations

import pytest

from companion.sources.bare import UNKNOWN_LAYOUT, bare_table_for
from tests.vision.bare.laid_tables import COLUMN, ROW, SQUARE, lay_table
from tests.vision.watched_table import FACES, reader
from vision.drawn.table.acts import Lay, Wait
from vision.drawn.table.scene import Lying
from vision.drawn.table.virtual_camera import VirtualTable
from vision.types import Change, PilesFound, StrayCard
from vision.watcher import Watcher

WAYS = {
    "a row, right": {"cells": ROW, "order": ("up1", "down1", "up2", "down2")},
    "two by two, left": {"cells": SQUARE, "sides": "left", "order": ("down1", "up1", "down2", "up2")},
    "a column, below": {"cells": COLUMN, "sides": "below", "order": ("up1", "down1", "up2", "down2")},
}


def look_at(way, script, seed=1, begun=()):
    """What is told of a table with even gaps: a card lies as near to the one direction card as to the other."""
    scene = lay_table(seed, **WAYS[way], is_even=True)
    for pile, face in begun:
        scene = scene.with_pile(pile, (Lying(face, scene.layout.zone(pile).middle_mm, 1.0),))
    camera = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=seed, fps=10)
    told = list(Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=bare_table_for("the_game")).events())
    changes = [(one.zone[:-1], one.after) for one in told if isinstance(one, Change)]
    proven = {place.zone for one in told if isinstance(one, PilesFound) for place in one.places if place.is_proven}
    return changes, proven, [one for one in told if isinstance(one, StrayCard)]


@pytest.mark.whole
@pytest.mark.parametrize("way", WAYS)
def test_the_number_of_a_card_tells_on_which_of_two_piles_it_was_laid_first(way):
    script = [Wait(0.6), Lay("up1", FACES[0], 0), Wait(1.0), Lay("up1", FACES[1], 0), Wait(0.6)]
    changes, proven, strays = look_at(way, script)
    assert changes == [("up", FACES[0]), ("up", FACES[1])] and not strays
    assert len(proven) == 1


BETWEEN = {"a row, right": "down1", "two by two, left": "up1", "a column, below": "up1"}
"""A pile that lies between two direction cards."""
OUTER = {"a row, right": "down2", "two by two, left": "down1", "a column, below": "down2"}
"""A pile beside a single direction card."""


@pytest.mark.whole
@pytest.mark.parametrize("way", WAYS)
def test_a_card_that_may_be_of_two_piles_is_asked_about_once(way):
    changes, proven, strays = look_at(way, [Wait(0.6), Lay(BETWEEN[way], FACES[1], 0), Wait(4.0)])
    assert changes == [] and not proven
    assert [(one.face, {zone[:-1] for zone in one.zones}) for one in strays] == [(FACES[1], {"up", "down"})]


@pytest.mark.whole
@pytest.mark.parametrize("way", WAYS)
def test_the_second_card_tells_of_which_pile_the_first_one_is(way):
    script = [Wait(0.6), Lay(BETWEEN[way], FACES[1], 0), Wait(0.8), Lay(OUTER[way], FACES[3], 0), Wait(1.0)]
    changes, proven, strays = look_at(way, script)
    assert sorted(changes) == sorted([(BETWEEN[way][:-1], FACES[1]), ("down", FACES[3])])
    assert len(proven) == 2 and len(strays) <= 1


@pytest.mark.whole
@pytest.mark.parametrize("way", WAYS)
def test_a_card_of_two_piles_that_lay_there_before_is_asked_about_as_well(way):
    changes, proven, strays = look_at(way, [Wait(4.0)], begun=[(BETWEEN[way], FACES[1])])
    assert changes == [] and not proven and [one.face for one in strays] == [FACES[1]]


@pytest.mark.whole
@pytest.mark.parametrize(("cells", "side", "last"), [(ROW, "right", "down2"), (ROW, "left", "up1"), (SQUARE, "left", "down1")])
def test_of_two_piles_of_one_kind_a_card_is_told_at_once_and_the_others_wait_for_the_side(cells, side, last):
    """Between two ascending direction cards a card is on an ascending pile; on which side people lay cards it does not tell."""
    first = "up2" if side == "left" else "up1"
    scene = lay_table(2, cells=cells, sides=side, is_even=True)
    laid = [(first, FACES[1]), (last, FACES[2]), ("down2" if last != "down2" else "down1", FACES[3])]
    script = [Wait(0.6), *(Lay(*each, 0) for each in laid), Wait(1.0)]
    camera = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=2, fps=10)
    told = list(Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=bare_table_for("the_game")).events())
    changes = [(one.zone[:-1], one.after) for one in told if isinstance(one, Change)]
    assert changes == [(zone[:-1], face) for zone, face in laid]
    assert not [one for one in told if isinstance(one, StrayCard)]
