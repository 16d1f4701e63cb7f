"""What recording replays costs: one core, 1280x720, the virtual table, processor time a frame with and without, and bytes held.

python -m tests.benchmarks replays
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before numpy is loaded

import sys
import tempfile
import time
from pathlib import Path
from statistics import mean

import cv2

from companion.app.replays import Footage
from companion.footage.clips import MAX_HELD_CLIP_BYTES, Clip, ClipName, limit_clips
from companion.footage.shelf import ClipShelf
from companion.games.sheets import load_sheet
from companion.sources.sources import layout_from_sheet
from tests.recorded import Remembering
from vision.drawn.table.acts import Act, Lay, Touch, Wait
from vision.drawn.table.virtual_camera import VirtualTable
from vision.watcher import Watcher


def film() -> list[Act]:
    lays: list[Act] = [Lay("up1", str(number)) for number in range(10, 30)]
    return [Wait(10), *(act for lay in lays for act in (lay, Touch("draw"))), Wait(10)]


def main() -> int:
    cv2.setNumThreads(1)
    layout = layout_from_sheet(load_sheet("the_game"))
    reader = Remembering()
    reader.camera = VirtualTable(layout, film(), speed="fast", fps=15)
    watcher = Watcher(reader.camera, layout, {"card": reader})
    costs: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    most, shots = 0, list[int]()
    with tempfile.TemporaryDirectory() as folder:
        footage = Footage(ClipShelf(Path(folder)))
        clips: dict[ClipName, Clip] = {}
        while not watcher.ended:
            begun = time.process_time()
            told = bool(watcher.step())
            between = time.process_time()
            before = footage._shots
            footage.take_shot(watcher, told=told)
            costs[watcher.memory.sight.has_hands].append((between - begun, time.process_time() - between))
            if footage._shots and footage._shots is not before:
                shots.append(len(footage._shots[-1].jpeg))
                most = max(most, sum(len(shot.jpeg) for shot in footage._shots))
            if told and footage._shots:
                name = ClipName(1, len(shots))
                clips = limit_clips({**clips, name: Clip(name, (720, 504), footage._shots)})
        footage.stop_writing()
    for hands, label in ((False, "still"), (True, "hands over it")):
        frames = costs[hands]
        print(
            f"table {label}: {len(frames)} frames, watching (drawing included) {1e3 * mean(a for a, _ in frames):.2f} ms, "
            f"recording {1e3 * mean(b for _, b in frames):.2f} ms a frame"
        )
    taken = [cost for cost in costs[True] + costs[False] if cost[1] > 1e-3]
    print(f"a shot: {1e3 * mean(cost for _, cost in taken):.2f} ms, {mean(shots) / 1e3:.0f} kB; {len(shots)} shots")
    held = {id(shot): len(shot.jpeg) for clip in clips.values() for shot in clip.shots}
    print(
        f"ten seconds hold at most {most / 1e6:.2f} MB; "
        f"{len(clips)} clips {sum(held.values()) / 1e6:.1f} MB of {MAX_HELD_CLIP_BYTES / 1e6:.0f}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
