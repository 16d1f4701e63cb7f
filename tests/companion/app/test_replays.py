"""Replays of matches on the virtual table: what is in them, and above all what is not."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.app.replays import Footage
from companion.footage.shelf import ClipShelf
from companion.match.events import Started
from tests.recorded import Recorded, Remembering, decoded, one_pile
from tests.varied import varied
from vision.drawn.art import surfaces
from vision.drawn.table.acts import Bump, Lay, Touch
from vision.drawn.table.scene import TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.watcher import Watcher
from web.errors import CommandRefused

MAGENTA = (255, 0, 255)


@pytest.fixture
def surroundings(monkeypatch):
    """The name of a table top of one colour that nothing else has."""
    monkeypatch.setitem(
        surfaces.TABLE_TOPS, "painted", lambda height, width, scale, dice: np.full((height, width, 3), MAGENTA, np.float32)
    )
    return "painted"


def of_surroundings(picture):
    """How many pixels are clearly of the colour that only the surroundings have."""
    blue, green, red = cv2.split(picture.astype(np.int32))
    return int(np.count_nonzero((np.minimum(blue, red) - green) > 60))


@pytest.mark.whole
@varied("bump", [Bump(9, 3), Bump(2, 0.5), Bump(-25, -8), Bump(0, 4)])
def test_nothing_that_lies_beside_the_mat_is_in_any_picture(tmp_path, surroundings, bump):
    acts = [Lay("up1", "30"), bump, Lay("up1", "25"), Touch("draw"), bump]
    evening = Recorded(tmp_path, acts, scene=TableScene(one_pile(), table=surroundings))
    assert of_surroundings(evening.watcher.frame.image) > 100_000  # the camera sees plenty of it
    assert len(evening.pictures) > 12 and max(map(of_surroundings, evening.pictures)) == 0


def test_where_no_mat_is_known_by_its_markers_nothing_but_the_zones_is_in_any_picture(tmp_path, surroundings):
    """The layout's millimetres are picture pixels: the camera hangs as it hangs."""
    painted = TableScene(one_pile(), table=surroundings)
    camera = VirtualTable(one_pile(), [], speed="fast", scene=painted)
    watcher = Watcher(camera, one_pile(), {"card": Remembering()})
    watcher.step()
    to_picture = watcher.profile.registration.to_picture
    zones = []
    for zone in one_pile().zones:
        x, y, width, height = zone.rect_mm
        corners = cv2.perspectiveTransform(np.array([[[x, y], [x + width, y + height]]], np.float64), to_picture)[0]
        zones.append(replace(zone, rect_mm=(*corners[0], *(corners[1] - corners[0]))))
    bare = replace(one_pile(), size_mm=(1280.0, 720.0), zones=tuple(zones), fiducials=(), card_mm=(150.0, 210.0))
    footage = Footage(ClipShelf(tmp_path / "clips"))
    watcher = Watcher(VirtualTable(one_pile(), [Lay("up1", "30")], speed="fast", fps=12, scene=painted), bare, {})
    while not watcher.ended:
        watcher.step()
        footage.take_shot(watcher)
    assert len(footage._shots) > 2
    for shot in footage._shots:
        picture = decoded(shot.jpeg)
        assert of_surroundings(picture) == 0
        assert np.count_nonzero(picture.max(axis=2) > 40) < 0.5 * picture.shape[0] * picture.shape[1]


@pytest.mark.whole
def test_a_replay_shows_the_hand_that_laid_the_card_and_then_the_card(tmp_path):
    evening = Recorded(tmp_path, [Lay("up1", "30"), Touch("draw")])
    (entry,) = evening.session.snapshot.clips
    clip = evening.footage.find_clip(f"1-{entry}")
    shots = clip["shots"]
    assert shots[-1]["before"] == 0 and 1 < shots[0]["before"] <= 10
    assert [shot["before"] for shot in shots] == sorted((shot["before"] for shot in shots), reverse=True)
    faces = [next(zone["face"] for zone in shot["zones"] if zone["zone"] == "up1") for shot in shots]
    assert faces[0] == "" and faces[-1] == "30"
    assert any(shot["hands"] for shot in shots) and not shots[0]["hands"]
    covered = [shot for shot in shots if any(zone["zone"] == "up1" and zone["state"] == "covered" for zone in shot["zones"])]
    assert covered
    width, height = clip["size"]
    points = [point for shot in shots for hand in shot["hands"] for point in zip(hand[::2], hand[1::2], strict=True)]
    assert all(0 <= x < width and 0 <= y < height for x, y in points)
    assert decoded(evening.footage.clip_picture(clip["id"], 0)).shape[:2] == (height, width)


def named(evening):
    """The replays that are put away, each with whether it is kept; all are of the match that is played."""
    names = evening.shelf.list_clips()
    assert {name.uid for name in names} <= {evening.session.snapshot.match_uid}
    return {str(name): kept for name, kept in names.items()}


@pytest.mark.whole
def test_a_foul_is_put_away_a_card_that_stands_is_not(tmp_path):
    evening = Recorded(tmp_path, [Lay("up1", "30"), Lay("up1", "25")])
    assert evening.session.match.disputes
    assert evening.session.snapshot.clips == {2, 3}
    assert named(evening) == {"1-3": False}
    (path,) = (tmp_path / "clips").iterdir()
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        told = json.loads(archive.read("clip.json"))
    assert told["entry"] == 3 and len(told["shots"]) > 5


@pytest.mark.whole
def test_a_replay_is_there_after_a_restart_and_gone_with_the_next_match_unless_it_is_kept(tmp_path):
    evening = Recorded(tmp_path, [Lay("up1", "30"), Lay("up1", "25")])
    again = Footage(evening.shelf, evening.session.publisher.report_clips)
    again.cut_due_clips(evening.session.snapshot)
    assert evening.session.snapshot.clips == {3} and again.find_clip("1-3")
    assert again.find_clip("1-2") is None and again.clip_picture("1-3", 0) and again.clip_picture("1-3", 999) is None
    evening.session.begin_match(Started("the_game", 2), 9.0, "phone")
    again.cut_due_clips(evening.session.snapshot)
    assert again.find_clip("1-3"), "the new match may still be taken back"
    for zone, face in (("up1", "30"), ("down1", "80")):
        evening.session.record_told_face(zone, face, 9.2, "phone")
    again.cut_due_clips(evening.session.snapshot)
    assert again.find_clip("1-3")
    evening.session.record_turn_end(9.5, "button")
    again.cut_due_clips(evening.session.snapshot)
    again.stop_writing()
    again._writer.shutdown()
    assert again.find_clip("1-3") is None and evening.shelf.list_clips() == {}


@pytest.mark.whole
def test_what_somebody_keeps_outlasts_its_match(tmp_path):
    evening = Recorded(tmp_path, [Lay("up1", "30"), Lay("up1", "25")])
    assert evening.footage.keep_clip("1-3", True, "en") and evening.footage.find_clip("1-3")["kept"]
    assert evening.footage.keep_clip("1-2", True, "en"), "one that was in memory alone"
    evening.shelf.forget_passing_clips()
    assert named(evening) == {"1-2": True, "1-3": True}
    assert not evening.footage.keep_clip("1-9", True, "en") and not evening.footage.keep_clip("x", True, "en")


def test_where_there_is_no_room_whoever_wants_to_keep_it_is_told(tmp_path):
    evening = Recorded(tmp_path, [Lay("up1", "30")])
    evening.footage._shelf = ClipShelf(tmp_path / "clips", most_kept=10)
    with pytest.raises(CommandRefused, match="Non c’è spazio"):
        evening.footage.keep_clip("1-2", True, "it")
