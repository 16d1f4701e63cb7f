"""A few cards on a drawn table without a mat: the eye finds the piles, reads what is laid, and follows piles that wander."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from companion.games.sheets import load_sheet
from companion.sources.bare import UNKNOWN_LAYOUT, bare_table_for
from companion.sources.readers import reader_of
from companion.sources.sources import layout_for
from tests.varied import varied
from tests.vision.watched_table import FACES, reader
from vision.drawn.table.acts import Bump, Draw, Lay, Wait
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.optics import Projection
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import EndOfVideo, LayoutError
from vision.steps import finish_steps
from vision.types import Bumped, Change, Frame, PilesFound, Touched
from vision.watcher import Watcher


@cache
def bare():
    return bare_table_for("the_game")


def told_of(script, seed, top="wood", table=None):
    scene = make_bare_scene(layout_for("the_game"), seed, (top,))
    camera = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=seed, fps=10)
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=table or bare())
    return eye, list(eye.events())


@pytest.mark.whole
@varied(("seed", "top"), [(0, "wood"), (4, "checked")])
def test_the_first_card_that_is_laid_is_told_and_so_are_those_that_follow(seed, top):
    script = [Lay("up1", FACES[0], 0), Lay("down2", FACES[1], 1), Draw("draw", 1), Lay("up1", FACES[2], 0)]
    _, told = told_of(script, seed, top)
    assert [(one.zone, one.after) for one in told if isinstance(one, Change)] == [
        ("up1", FACES[0]),
        ("down2", FACES[1]),
        ("up1", FACES[2]),
    ]
    assert [one.zone for one in told if isinstance(one, Touched)] == ["draw"]


class AfterFrames:
    """Has each result only once it was asked for so many times, as a slow search beside the frames has."""

    def __init__(self, frames):
        self.frames, self.asked, self.started = frames, 0, []

    def ask_result(self, subject, work):
        if not self.started:
            self.started.append(finish_steps(work()))
        self.asked += 1
        return self.started.pop() if self.asked % self.frames == 0 else None

    def is_busy(self, subject):
        return bool(self.started)


@pytest.mark.whole
def test_frames_go_on_while_the_piles_are_looked_for_and_the_first_card_after_that_is_told():
    scene = make_bare_scene(layout_for("the_game"), 0, ("wood",))
    script = [Wait(1.5), Lay("up1", FACES[0], 0), Draw("draw", 1), Lay("down2", FACES[1], 1)]
    camera = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=0, fps=10)
    slow = AfterFrames(8)
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=bare(), aside=slow)
    told = list(eye.events())
    assert slow.asked == 8
    found = next(one for one in told if isinstance(one, PilesFound))
    assert found.at >= 0.7
    assert [(one.zone, one.after) for one in told if isinstance(one, Change)] == [("up1", FACES[0]), ("down2", FACES[1])]


@pytest.mark.whole
@varied("seed", [1, 3])
def test_direction_cards_of_which_no_picture_is_known_are_told_by_how_they_lie(seed):
    script = [Lay("down1", FACES[3], 0), Lay("up2", FACES[1], 1)]
    unknown = replace(bare(), marks=None)
    eye, told = told_of(script, seed, table=unknown)
    assert [(one.zone, one.after) for one in told if isinstance(one, Change)] == [("down1", FACES[3]), ("up2", FACES[1])]
    places = [place for one in told if isinstance(one, PilesFound) for place in one.places]
    assert not any(place.is_named for place in places if place.zone != "draw")
    again = eye.swap("down1", "up2")
    *_, before, after = (
        {place.zone: place.at for place in one.places} for one in (*told, *again) if isinstance(one, PilesFound)
    )
    assert after["up2"] == pytest.approx(before["down1"], abs=0.05) and after["down1"] == pytest.approx(before["up2"], abs=0.05)
    assert set(eye.landmarks) == {"up:1-99", "down:100-2", "back"}


@pytest.mark.whole
def test_a_first_card_of_a_high_number_is_told_on_a_descending_pile_where_no_direction_card_could_be_read():
    """Which pile it is stays a guess, and so does the pile that it was taken for at first."""
    unknown = replace(bare(), marks=None)
    _, told = told_of([Lay("up1", FACES[3], 0), Lay("down2", FACES[4], 1)], 1, table=unknown)
    assert [(one.zone[:-1], one.after) for one in told if isinstance(one, Change)] == [("down", FACES[3]), ("up", FACES[4])]
    places = [place for one in told if isinstance(one, PilesFound) for place in one.places]
    assert not any(place.is_named for place in places if place.zone != "draw")


@pytest.mark.whole
def test_the_edge_of_a_card_that_is_found_a_little_awry_is_no_card_under_it():
    """Nothing is enrolled, and the rug has lines everywhere."""
    script = [Lay("down", "9X", 0), Lay("up", "1X", 1), Lay("down", "7X", 1), Wait(0.5)]
    scene, numbers = (
        make_bare_scene(layout_for("quick_easy"), 12, ("rug",)),
        reader_of("numbers", load_sheet("quick_easy").deck),
    )
    camera = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=12, fps=10)
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": numbers}, bare=bare_table_for("quick_easy", "numbers", None, numbers))
    told = [(one.zone, one.after) for one in eye.events() if isinstance(one, Change)]
    assert told == [("down", "9X"), ("up", "1X"), ("down", "7X")]


@pytest.mark.whole
def test_a_draw_pile_lies_where_a_person_taps_it():
    script = [Wait(0.5), Lay("up1", FACES[0], 0), Draw("draw", 1), Lay("up1", FACES[1], 0)]

    def watched(tapped):
        scene = make_bare_scene(layout_for("the_game"), 0, ("wood",))
        camera = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=0, fps=10)
        eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=bare())
        told = []
        while not any(isinstance(one, PilesFound) for one in told):
            told += eye.step()
        (found,) = (one for one in told if isinstance(one, PilesFound))
        place = {place.zone: place.at for place in found.places}["draw"]
        for at in ((0.03, 0.03), place)[:tapped]:
            (again,) = eye.draw_pile_at("draw", at)
            assert {place.zone: place.at for place in again.places}["draw"] == pytest.approx(at, abs=0.02)
        with pytest.raises(LayoutError, match="no such draw pile"):
            eye.draw_pile_at("up1", place)
        told = list(eye.events())
        assert [(one.zone, one.after) for one in told if isinstance(one, Change)] == [("up1", FACES[0]), ("up1", FACES[1])]
        return [one.zone for one in told if isinstance(one, Touched)]

    assert watched(tapped=1) == [], "somebody tapped where none lies"
    assert watched(tapped=2) == ["draw"]


@pytest.mark.whole
@varied("seed", [3, 7])
def test_the_piles_of_two_players_are_told_at_once_for_a_person_to_look_at(seed):
    layout = layout_for("face_to_face")
    scene = make_bare_scene(layout, seed, ("wood",))
    camera = VirtualTable(layout, [Wait(0.5)], scene=scene, speed="fast", seed=seed, fps=10)
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=replace(bare_table_for("face_to_face"), marks=None))
    (found,) = (one for one in eye.events() if isinstance(one, PilesFound))
    assert not any(place.is_named for place in found.places)
    assert {zone.name for zone in layout.of_kind("card")} <= {place.zone for place in found.places}


class Mistaken:
    """Takes what lies elsewhere for the direction cards."""

    def __init__(self, marks, off):
        self._marks, self._off = marks, np.float32(off)

    def find_marks(self, image, wanted, *, thorough=True):
        marks = yield from self._marks.find_marks(image, wanted, thorough=thorough)
        return [replace(mark, quad=mark.quad + self._off) for mark in marks]


@pytest.mark.whole
def test_piles_that_were_found_in_a_wrong_place_are_found_where_cards_are_laid():
    known = bare()
    script = [Lay("up1", FACES[0], 0), Wait(11.0), Lay("down2", FACES[1], 1), Wait(1.0)]
    _, told = told_of(script, 1, table=replace(known, marks=Mistaken(known.marks, (-40, 300))))
    wrong, *_, right = ({place.zone: place.at for place in one.places} for one in told if isinstance(one, PilesFound))
    assert wrong["up1"] != pytest.approx(right["up1"], abs=0.05)
    assert [(one.zone, one.after) for one in told if isinstance(one, Change) and one.accepted][-1] == ("down2", FACES[1])
    assert FACES[0] in [one.after for one in told if isinstance(one, Change)], "what was laid meanwhile"


class Pictures:
    """A camera that shows pictures, each for so many seconds, ten in a second."""

    def __init__(self, shown):
        self._frames = iter([image for image, seconds in shown for _ in range(round(10 * seconds))])
        self._at = 0.0

    def read(self):
        image = next(self._frames, None)
        if image is None:
            raise EndOfVideo
        self._at += 0.1
        return Frame(image, self._at)


@pytest.mark.whole
@varied(("seed", "top"), [(209, "pale"), (217, "cloth")])
def test_a_back_that_passed_for_a_direction_card_as_long_as_one_was_missing_is_none_afterwards(seed, top):
    scene = make_bare_scene(layout_for("face_to_face"), seed, (top,), tilt=35.0)
    missing = seed % len(scene.beside)
    early = replace(scene, beside=scene.beside[:missing] + scene.beside[missing + 1 :])
    tables = [VirtualTable(one.layout, [Wait(0.5)], scene=one, speed="fast", seed=seed, fps=20) for one in (early, scene)]
    shown = [table.read().image for table in tables]
    numbers = reader_of("numbers", load_sheet("face_to_face").deck)
    camera = Pictures([(shown[0], 1.0), (shown[1], 4.0)])
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": numbers}, bare=bare_table_for("face_to_face", "numbers", None, numbers))
    first, *_, last = (one for one in eye.events() if isinstance(one, PilesFound))
    seen = Projection(scene.pose, scene.layout.size_mm, (1280, 720))

    def wrong(found):
        places = {zone.name: seen.project_points(np.array([zone.middle_mm]))[0] for zone in scene.layout.zones}
        return [place.zone for place in found.places if np.hypot(*(places[place.zone] - np.array(place.at) * (1280, 720))) > 50]

    assert wrong(first) and not wrong(last) and len(last.places) == len(scene.layout.zones)


def test_a_push_is_told_and_nothing_is_misread_after_it():
    script = [Lay("up1", FACES[0], 0), Bump(22, 3), Wait(1.5), Lay("up2", FACES[1], 1)]
    _, told = told_of(script, 2)
    assert [(one.zone, one.after) for one in told if isinstance(one, Change)] == [("up1", FACES[0]), ("up2", FACES[1])]
    assert sum(isinstance(one, Bumped) for one in told) == 1


def test_a_printed_mat_that_lies_there_all_the_same_is_taken():
    layout = layout_for("the_game")
    camera = VirtualTable(layout, [Lay("up1", FACES[0], 0), Lay("down2", FACES[1], 1)], speed="fast", fps=10)
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, bare=bare())
    told = list(eye.events())
    assert [(one.zone, one.after) for one in told if isinstance(one, Change)] == [("up1", FACES[0]), ("down2", FACES[1])]
    assert eye.layout == layout and not [one for one in told if isinstance(one, PilesFound)]
