"""Out of the box: an empty home folder, a camera over a bare table, cards that nobody enrolled. The first card is judged."""

from __future__ import annotations

import json
import urllib.request

import cv2
import pytest

from companion.sources.bare import bare_scene_for
from companion.sources.sources import layout_for
from tests.browser import PATIENCE
from tests.e2e.conftest import Running, free_port
from tests.filmed import frames
from vision.drawn.table.acts import Lay, Wait
from vision.drawn.table.virtual_camera import VirtualTable

RATE = 10.0


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """A bare table with direction cards, on which a card is laid that stands, and one that does not."""
    path = tmp_path_factory.mktemp("film") / "evening.avi"
    scene = bare_scene_for("the_game", layout_for("the_game"), 2)
    acts = [Wait(1.0), Lay("up1", "47", 0), Wait(1.0), Lay("up1", "35", 0), Wait(2.0)]
    table = VirtualTable(scene.layout, acts, scene=scene, speed="fast", seed=2, fps=RATE)
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, (1280, 720))
    for frame in frames(table):
        out.write(frame.image)
    out.release()
    return path


def test_with_nothing_printed_and_nothing_enrolled_the_first_card_is_judged(film, tmp_path):
    companion = Running(tmp_path / "home", "run", "--source", str(film), "--port", str(free_port()))
    try:
        body = json.dumps({"game": "the_game", "players": 2, "options": {}}).encode()
        asked = urllib.request.Request(f"{companion.url}api/commands/start", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            assert answer.status == 200
        companion.wait_for(lambda view: [one["zone"] for one in view["disputes"]] == ["up1"], "the second card was disputed")
        assert [one["face"] for one in companion.view()["disputes"]] == ["35"]
        assert not list((tmp_path / "home").rglob("practice*")), "nothing was learned beforehand"
    finally:
        status = companion.stop()
    assert status == 0
