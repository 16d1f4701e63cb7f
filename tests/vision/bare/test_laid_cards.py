"""Piles lie where people lay their cards: on any side of the direction cards, however these lie."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from companion.sources.bare import UNKNOWN_LAYOUT, bare_table_for
from tests.varied import varied
from tests.vision.bare.laid_tables import COLUMN, ROW, SQUARE, lay_table
from tests.vision.watched_table import FACES, reader
from vision.drawn.table.acts import Draw, Lay, Lift, Wait
from vision.drawn.table.optics import Projection
from vision.drawn.table.scene import Lying
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import LayoutError
from vision.steps import finish_steps
from vision.types import EMPTY, UNREADABLE, Change, PilesFound, StrayCard, TableSeen, Touched
from vision.watcher import Watcher

LAID = (("up1", FACES[0]), ("down2", FACES[1]), ("up1", FACES[2]), ("down1", FACES[3]), ("up2", FACES[4]))
SCRIPT = [Wait(0.6), Lay(*LAID[0], 0), Lay(*LAID[1], 1), Draw("draw", 1), *(Lay(*each, 2) for each in LAID[2:]), Wait(0.7)]

WAYS = {
    "right": {},
    "left": {"sides": "left"},
    "descending first": {"order": ("down1", "down2", "up1", "up2")},
    "by turns": {"order": ("up1", "down1", "up2", "down2")},
    "in a row, below": {"cells": ROW, "sides": "below"},
    "in a row, above": {"cells": ROW, "sides": "above"},
    "two by two, below": {"cells": SQUARE, "sides": "below"},
    "crosswise": {"crosswise": True},
    "crosswise in a row": {"cells": ROW, "sides": "below", "crosswise": True},
    "on either side": {"sides": ("right", "left", "right", "left")},
}


@cache
def bare():
    return bare_table_for("the_game")


def watched(scene, script, seed):
    camera = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=seed, fps=10)
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=bare())
    return eye, list(eye.events())


@cache
def told_of_script(way, seed):
    """What is told of `SCRIPT` on a table that is laid so; watched once for all that is asked of it."""
    return watched(lay_table(seed, **WAYS[way]), SCRIPT, seed)[1]


def named_alike(told, want):
    """What was told, with piles of one kind exchanged where the cards say so: nothing tells up1 from up2."""
    names = {}
    for zone, face in told:
        names.setdefault(zone, next((other for other, one in want if one == face and other[:2] == zone[:2]), zone))
    return [(names[zone], face) for zone, face in told]


@pytest.mark.whole
@varied(("way", "seed"), [(way, number % 7) for number, way in enumerate(WAYS)])
def test_every_card_is_told_on_whichever_side_of_the_direction_cards_they_are_laid(way, seed):
    told = told_of_script(way, seed)
    changes = [one for one in told if isinstance(one, Change)]
    assert named_alike([(one.zone, one.after) for one in changes], LAID) == list(LAID)
    assert all(one.accepted and one.moved and one.before in ("", FACES[0]) for one in changes)
    assert [one.zone for one in told if isinstance(one, Touched)] == ["draw"]


@pytest.mark.whole
@varied("way", ["left", "in a row, below", "crosswise"])
def test_a_pile_is_proven_by_the_card_read_on_it_and_no_sooner(way):
    told = told_of_script(way, 1)
    laid, proven = set(), set()
    for one in told:
        if isinstance(one, Change):
            laid.add(one.zone)
        if isinstance(one, PilesFound):
            proven = {place.zone for place in one.places if place.is_proven}
            assert proven <= laid
            assert "draw" not in proven
    assert proven == laid == {"up1", "up2", "down1", "down2"}


@varied(("way", "seed"), [("left", 1), ("left", 2), ("in a row, below", 3)])
def test_the_first_card_tells_where_the_other_piles_lie(way, seed):
    told = told_of_script(way, seed)
    after_first, *_, last = [one for one in told if isinstance(one, PilesFound)][1:]
    guessed, lying = ({place.zone: place.at for place in one.places} for one in (after_first, last))
    for pile in ("up1", "up2", "down1", "down2"):
        assert guessed[pile] == pytest.approx(lying[pile], abs=0.05)


@varied(("way", "seed"), [("right", 0), ("left", 1), ("in a row, below", 2)])
def test_cards_that_lay_there_before_the_camera_ran_are_put_in(way, seed):
    scene = lay_table(seed, **WAYS[way])
    middles = {zone.name: zone.middle_mm for zone in scene.layout.zones}
    for pile, face in (("up1", FACES[5]), ("down2", FACES[4])):
        scene = scene.with_pile(pile, (Lying(face, middles[pile], 3.0),))
    script = [Wait(1.0), Lay("up2", FACES[0], 0), Lay("up1", FACES[1], 0), Draw("draw", 0), Wait(0.6)]
    _, told = watched(scene, script, seed)
    changes = [one for one in told if isinstance(one, Change)]
    assert {(one.after, one.moved) for one in changes[:2]} == {(FACES[5], False), (FACES[4], False)}
    assert [(one.after, one.before, one.moved) for one in changes[2:]] == [(FACES[0], "", True), (FACES[1], FACES[5], True)]
    assert [one.zone for one in told if isinstance(one, Touched)] == ["draw"]


@pytest.mark.whole
def test_a_card_that_lay_there_before_is_not_missed_when_its_neighbour_moves():
    """Its place was never seen bare: it must not count as empty with the card on it."""
    scene = lay_table(3, **WAYS["in a row, below"])
    scene = scene.with_pile("up1", (Lying(FACES[5], scene.layout.zone("up1").middle_mm, 3.0),))
    laid = [("up2", face, seat) for face, seat in zip(FACES[:4], (1, 0, 2, 1), strict=True)]
    script = [Wait(1.0), *(act for each in laid for act in (Lay(*each), Wait(0.6)))]
    _, told = watched(scene, script, 3)
    changes = [(one.zone, one.after) for one in told if isinstance(one, Change)]
    assert changes == [("up1", FACES[5]), *((zone, face) for zone, face, _ in laid)]


@pytest.mark.whole
def test_nothing_is_told_of_a_table_on_which_only_direction_cards_lie():
    eye, told = watched(lay_table(3, cells=COLUMN), [Wait(3.0)], 3)
    assert [type(one) for one in told] == [TableSeen, PilesFound]
    assert not any(place.is_proven for place in told[1].places) and eye.settled == {}


def lay_far(scene, *piles):
    """The scene with these piles' cards played far from their direction cards, beyond the draw pile."""
    x, y = scene.layout.zone("draw").middle_mm
    zones = tuple(
        replace(zone, rect_mm=(x - 42, y + 110 - 230 * piles.index(zone.name), 85, 117)) if zone.name in piles else zone
        for zone in scene.layout.zones
    )
    return replace(scene, layout=replace(scene.layout, zones=zones))


def middle_in_picture(scene, pile):
    """Where the middle of a pile's place is seen, in shares of the picture."""
    projection = Projection(scene.pose, scene.layout.size_mm, (1280, 720))
    x, y = projection.project_points(np.array([scene.layout.zone(pile).middle_mm]))[0].tolist()
    return x / 1280, y / 720


@pytest.mark.whole
def test_a_card_far_from_all_piles_is_asked_about_once_and_lies_where_a_person_says():
    scene = lay_far(lay_table(0), "up2")
    script = [
        Wait(0.6),
        Lay("up2", FACES[0], 0),
        Wait(4.0),
        Lay("up1", FACES[2], 0),
        Wait(2.5),
        Lay("up2", FACES[1], 0),
        Wait(0.5),
    ]
    camera = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=0, fps=10)
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=bare())
    told = [one for _ in range(85) for one in eye.step()]
    assert [(one.zone, one.after) for one in told if isinstance(one, Change)] == [("up1", FACES[2])]
    (stray,) = [one for one in told if isinstance(one, StrayCard)]
    at = middle_in_picture(scene, "up2")
    assert stray.face == FACES[0] and "up2" in stray.zones
    assert np.mean(stray.outline, axis=0).tolist() == pytest.approx(at, abs=0.04)
    (found,) = eye.pile_at("up2", at)
    (place,) = [place for place in found.places if place.zone == "up2"]
    assert place.is_proven and place.is_named and place.at == pytest.approx(at, abs=0.03)
    with pytest.raises(LayoutError, match="no such pile"):
        eye.pile_at("draw", at)
    rest = list(eye.events())
    assert [(one.zone, one.after) for one in rest if isinstance(one, Change)] == [("up2", FACES[0]), ("up2", FACES[1])]
    assert not [one for one in rest if isinstance(one, StrayCard)]


@pytest.mark.whole
def test_a_card_far_from_all_piles_that_cannot_be_read_is_asked_about_as_well():
    """A card of another deck; its picture is shown."""
    script = [Wait(0.6), Lay("up2", "QH", 0), Wait(4.0), Lay("up1", FACES[2], 0), Wait(2.5)]
    _, told = watched(lay_far(lay_table(0), "up2"), script, 0)
    assert [(one.face, "up2" in one.zones) for one in told if isinstance(one, StrayCard)] == [(UNREADABLE, True)]
    assert [(one.zone, one.after) for one in told if isinstance(one, Change)] == [("up1", FACES[2])]


@pytest.mark.whole
def test_a_card_far_from_all_piles_lies_on_the_only_pile_that_has_none():
    scene = lay_far(lay_table(0), "up2")
    laid = [("up1", FACES[0]), ("down1", FACES[1]), ("down2", FACES[2]), ("up2", FACES[3]), ("up2", FACES[4])]
    script = [act for each in laid for act in (Wait(1.2), Lay(*each, 0))]
    _, told = watched(scene, [*script, Wait(1.5)], 0)
    changes = [(one.zone, one.after) for one in told if isinstance(one, Change)]
    assert named_alike(changes, laid) == laid
    assert not [one for one in told if isinstance(one, StrayCard)]


@pytest.mark.whole
def test_a_first_card_that_is_soon_taken_back_is_told_before_another_is_laid():
    """The table is without hands for half a second only."""
    script = [Wait(0.6), Lay("up1", FACES[0], 0), Wait(1.0), Lift("up1", 0), Wait(0.1), Lay("up1", FACES[1], 0), Wait(1.0)]
    _, told = watched(lay_table(0), script, 0)
    changes = [(one.zone, one.after) for one in told if isinstance(one, Change)]
    assert changes == [("up1", FACES[0]), ("up1", EMPTY), ("up1", FACES[1])]


class Slow:
    """Has each result only once it was asked for so many times, as a search beside the frames has."""

    def __init__(self, times):
        self._times, self._asked, self._done = times, 0, None

    def ask_result(self, subject, work):
        if self._done is None:
            self._done = finish_steps(work())
        self._asked += 1
        return self._done if self._asked % self._times == 0 else None

    def is_busy(self, subject):
        return self._asked % self._times != 0


@pytest.mark.whole
def test_a_card_that_was_laid_while_the_table_was_being_searched_is_put_in():
    script = [Lay("down1", FACES[0], 0), Wait(2.0), Lay("up2", FACES[1], 1), Wait(0.6)]
    scene = lay_table(1, sides="left")
    camera = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=1, fps=10)
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=bare(), aside=Slow(30))
    changes = [(one.zone, one.after) for one in eye.events() if isinstance(one, Change)]
    assert named_alike(changes, [("down1", FACES[0]), ("up2", FACES[1])]) == [("down1", FACES[0]), ("up2", FACES[1])]


@pytest.mark.whole
@varied("seed", [0, 2])
def test_without_direction_cards_a_pile_is_where_a_card_is_laid(seed):
    scene = lay_table(seed, cells=ROW, sides="below", directions=False)
    laid = [("up1", FACES[0]), ("down2", FACES[1]), ("up1", FACES[2]), ("up2", FACES[3]), ("down2", FACES[4])]
    script = [
        Wait(5.0),
        *(Lay(*each, 0) for each in laid[:2]),
        Draw("draw", 0),
        *(Lay(*each, 1) for each in laid[2:]),
        Wait(0.6),
    ]
    _, told = watched(scene, script, seed)
    changes = [(one.zone, one.before, one.after) for one in told if isinstance(one, Change)]
    first, second, third = (changes[number][0] for number in (0, 1, 3))
    assert len({first, second, third}) == 3
    assert changes == [
        (first, "", FACES[0]),
        (second, "", FACES[1]),
        (first, FACES[0], FACES[2]),
        (third, "", FACES[3]),
        (second, FACES[1], FACES[4]),
    ]
    *_, last = (one for one in told if isinstance(one, PilesFound))
    assert {place.zone for place in last.places if place.is_proven} == {first, second, third}
    assert not any(place.is_named for place in last.places if place.zone != "draw")
    assert [one.zone for one in told if isinstance(one, Touched)] == ["draw"]


@pytest.mark.whole
@varied("seed", [1, 4])
def test_a_table_that_was_taken_by_its_first_card_is_not_lost_when_that_card_is_covered(seed):
    """Plain wood has hardly any print of its own."""
    scene = lay_table(seed, cells=ROW, sides="below", directions=False)
    laid = [("up1", FACES[0]), ("up1", FACES[1]), ("down2", FACES[2])]
    script = [Wait(0.6), Lay(*laid[0], 0), Wait(4.0), *(Lay(*each, 1) for each in laid[1:]), Wait(1.0)]
    eye, told = watched(scene, script, seed)
    assert [one.after for one in told if isinstance(one, Change)] == [face for _, face in laid]
    assert eye.last is not None and not eye.last.place.mat.lost
