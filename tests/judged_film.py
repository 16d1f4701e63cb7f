"""Short films for tests of the command. One is of a bare table with direction cards, a card that stands, and one that does not."""

from __future__ import annotations

from pathlib import Path

import cv2

from companion.sources.bare import bare_scene_for
from companion.sources.sources import layout_for
from tests.filmed import frames
from vision.drawn.table.acts import Lay, Wait
from vision.drawn.table.virtual_camera import VirtualTable

RATE, SIZE = 10.0, (1280, 720)


def film_judged_cards(path: Path, codec: str = "MJPG") -> None:
    """Write the film to `path`: the 47 on the first ascending pile, and a 35 on it. `codec` is OpenCV's name of four letters."""
    scene = bare_scene_for("the_game", layout_for("the_game"), 2)
    acts = [Wait(1.0), Lay("up1", "47", 0), Wait(1.0), Lay("up1", "35", 0), Wait(2.0)]
    write_film(path, VirtualTable(scene.layout, acts, scene=scene, speed="fast", seed=2, fps=RATE), codec)


def write_film(path: Path, table: VirtualTable, codec: str = "MJPG") -> None:
    """Write what is seen of a drawn table, to the end of its script, as a film to `path`. The table gives `RATE` frames a second."""
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), RATE, SIZE)
    for frame in frames(table):
        out.write(frame.image)
    out.release()
