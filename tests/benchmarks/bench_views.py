"""From where the printed mat is found, and control cards are read: drawn views by distance, tilt and blur, at 1280x720.

    python -m tests.benchmarks views
    python -m tests.benchmarks.bench_views --hour     # control cards told in drawn matches in which none is shown

The lens sees 66 degrees, as that of the Pi's camera module 3. Exits with 1 if a mat within 0.5 to 1.2 m and 0 to 40 degrees is not found,
or a card is told that nobody laid.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

import cv2
import numpy as np

from companion.games import GAMES
from companion.games.sheets import load_sheet
from companion.play.showcase import best_shown, moves_of
from companion.sources.sources import layout_from_sheet, moves_as_acts, scene_for
from vision.control_cards.strewn import SearchedTable
from vision.drawn.art.control_cards import PRINTED_CODES, make_payload
from vision.drawn.table.optics import Lens, Pose, Projection
from vision.drawn.table.players import make_easy_going_players
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import Lying, TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.place.fiducials import register_mat
from vision.place.layout import Layout
from vision.plane.homography import corners_of, project
from vision.types import Image, Reading, Touched
from vision.watcher import Watcher

SIZE = (1280, 720)
FIELD = 66.0
DISTANCES = (500, 600, 700, 800, 900, 1000, 1100, 1200)
TILTS = (0, 10, 20, 30, 40)
BLURS = (0.7, 1.2, 1.6)
PLACES = ((210.0, 60.0), (60.0, 148.0), (325.0, 215.0))
"""Where a control card lies on the mat, its middle, millimetres."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hour", action="store_true", help="count control cards told in an hour of drawn play")
    parser.add_argument("--seconds", type=float, default=3600.0, help="of drawn play with --hour (default 3600)")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    return falsely_told(arguments.seconds) if arguments.hour else views()


def views() -> int:
    missed = 0
    for game in GAMES:
        layout = layout_from_sheet(load_sheet(game))
        print(f"{game}: mm by which the mat is misjudged at the worst corner of a zone; rows: tilt, columns: {DISTANCES} mm")
        for tilt in TILTS:
            errors = [mat_error(layout, pose(distance, tilt)) for distance in DISTANCES]
            missed += errors.count(None)
            print(f"  {tilt:2d}  " + " ".join("  none" if error is None else f"{error:6.2f}" for error in errors))
    layout = layout_from_sheet(load_sheet("the_game"))
    for blur in BLURS:
        print(f"control cards read of {len(PRINTED_CODES[:5]) * len(PLACES)}, blur {blur} px; rows: tilt")
        for tilt in TILTS:
            print(f"  {tilt:2d}  " + " ".join(f"{cards_read(layout, pose(d, tilt), blur):6d}" for d in DISTANCES))
    return 1 if missed else 0


def pose(distance: float, tilt: float) -> Pose:
    return Pose(tilt=tilt, field=FIELD, distance_mm=distance)


def mat_error(layout: Layout, where: Pose) -> float | None:
    """Millimetres on the mat, None where it is not found."""
    found = register_mat(SceneRenderer(SIZE).render_picture(TableScene(layout, pose=where)), layout)
    if found is None:
        return None
    corners = np.concatenate([corners_of(zone.rect_mm) for zone in layout.zones])
    seen = Projection(where, layout.size_mm, SIZE).project_points(corners)
    return float(np.linalg.norm(project(seen, np.linalg.inv(found.to_picture)) - corners, axis=1).max())


def cards_read(layout: Layout, where: Pose, blur: float) -> int:
    """Of the first five control cards, each at every place."""
    to_picture = Projection(where, layout.size_mm, SIZE).compute_homography()
    stage, read = SceneRenderer(SIZE), 0
    for place in PLACES:
        for number, code in enumerate(PRINTED_CODES[:5]):
            card = Lying(make_payload(code), place, 37.0 * number)
            scene = TableScene(layout, beside=(card,), pose=where, lens=replace(Lens(), blur=blur))
            sheet = SearchedTable(stage.render_picture(scene, number), to_picture)
            read += code in sheet.find_cards((place[0] - 30, place[1] - 30, 60, 60))
    return read


class Blank:
    """A reader that never reads: whether a card is one of the game's is not asked here."""

    deck_name = ""

    def read(self, crop: Image) -> Reading:
        return Reading("", "?", 0.0, accepted=False)

    def pictures(self) -> tuple[Image, ...]:
        return ()


def falsely_told(seconds: float) -> int:
    """Every game by turns, the same matches with other hands each time."""
    told, spent, seed = [], 0.0, 0
    while spent < seconds:
        game = GAMES[seed % len(GAMES)]
        started = best_shown(game)
        layout = layout_from_sheet(load_sheet(game))
        people = make_easy_going_players(seed, layout.size_mm, max(started.seats, 3))
        table = VirtualTable(
            layout,
            moves_as_acts(moves_of(started)),
            speed="fast",
            seed=seed,
            fps=8.0,
            scene=scene_for(game, layout),
            players=people,
        )
        watcher = Watcher(table, layout, {"card": Blank()})
        for event in watcher.events():
            told += [event] if isinstance(event, Touched) and event.zone.startswith("control") else []
        spent, seed = spent + watcher.at, seed + 1
        print(f"{spent:7.0f} s of play, {len(told)} control cards told, none was shown", flush=True)
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
