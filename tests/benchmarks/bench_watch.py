"""What watching a table costs: one core, 1280x720, the virtual table with drawn cards.

    python -m tests.benchmarks watch

Draws a film first, then watches it in a process of its own, so that neither drawing nor learning is counted. Exits with 1 if a goal is
missed or a play is read wrong.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before numpy is loaded

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.sheets import load_sheet
from companion.sources.sources import layout_from_sheet
from tests.filmed import frames
from vision.cards import pile
from vision.cards.candidates import CARD_CROP_PX
from vision.drawn.art.cards import draw_card
from vision.drawn.table.acts import Act, Lay, Touch, Wait
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import EndOfVideo
from vision.place.layout import Layout
from vision.readers.enrolled.file import load_deck, save_deck
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample, learn_deck
from vision.types import Change, Frame
from vision.watcher import Watcher

GAME = "the_game"
IDLE_S = 20.0
GOALS = {"idle": 10.0, "read": 25.0, "told": 0.6, "memory": 250.0}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plays", type=int, default=16, help="cards laid in the film (default 16)")
    parser.add_argument("--seed", type=int, default=3, help="of the film (default 3)")
    parser.add_argument("--watch", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if arguments.watch:
        print(json.dumps(watched(arguments.watch)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder)
        truth = draw_film(film, arguments.plays, arguments.seed)
        seen = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.bench_watch", "--watch", folder],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    return report(json.loads(seen), truth)


# --- the film


def script(plays: int, seed: int, layout: Layout, faces: tuple[str, ...]) -> Iterator[Act]:
    """Cards on all piles, the draw pile now and then, and a long rest."""
    dice = random.Random(seed)
    for number, face in enumerate(dice.sample(faces, plays)):
        yield Lay(dice.choice(layout.of_kind("card")).name, face)
        if number % 3 == 2:
            yield Touch("draw")
    yield Wait(IDLE_S)


def draw_film(folder: Path, plays: int, seed: int) -> list[tuple[float, str, str]]:
    """Write the film and the deck; hand back when each hand was gone, and what it had laid where."""
    sheet = load_sheet(GAME)
    layout, faces = layout_from_sheet(sheet), sheet.deck
    print(f"learning {len(faces)} drawn cards, drawing {plays} plays ...", file=sys.stderr)
    samples = [Sample(face, draw_card(face, CARD_CROP_PX, size_mm=layout.card_mm)) for face in faces]
    save_deck(learn_deck("drawn", samples, aspect=layout.card_mm[0] / layout.card_mm[1]), folder)
    camera, times = VirtualTable(layout, script(plays, seed, layout, faces), speed="fast", seed=seed), []
    for number, frame in enumerate(frames(camera)):
        cv2.imwrite(str(folder / f"{number:05d}.jpg"), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        times.append(frame.at)
    (folder / "times.json").write_text(json.dumps(times))
    return [(at, act.zone, act.face) for at, act in camera.log if isinstance(act, Lay)]


# --- watching it


class Film:
    """The drawn pictures as a camera."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._times, self._number = folder, json.loads((folder / "times.json").read_text()), 0

    def read(self) -> Frame:
        if self._number == len(self._times):
            raise EndOfVideo("the film has ended")
        image = cv2.imread(str(self._folder / f"{self._number:05d}.jpg"))
        self._number += 1
        return Frame(np.asarray(image, np.uint8), self._times[self._number - 1])


class Counted:
    """Counts how often a function is called."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function, self.calls = function, 0

    def __call__(self, *arguments: Any) -> Any:
        self.calls += 1
        return self._function(*arguments)


def watched(folder: Path) -> dict[str, object]:
    """Milliseconds of frames at rest and of frames that read, the changes told, and the peak memory of this process in MB."""
    layout = layout_from_sheet(load_sheet(GAME))
    reader, film = EnrolledReader(load_deck(folder, "drawn")), Film(folder)
    steps = [Counted(pile.read_top_card), Counted(pile.search_top_card)]
    pile.read_top_card, pile.search_top_card = steps
    eye = Watcher(film, layout, {"card": reader})  # type: ignore[arg-type]
    rest_from = film._times[-1] - IDLE_S + 2
    idle, reading, changes = [], [], []
    for frame in frames(film):  # type: ignore[arg-type]
        before, began = sum(step.calls for step in steps), time.process_time()
        told = list(eye.see(frame))
        spent = (time.process_time() - began) * 1000
        changes += [(one.at, one.zone, one.after, one.accepted) for one in told if isinstance(one, Change)]
        if frame.at > rest_from:
            idle.append(spent)
        elif sum(step.calls for step in steps) > before:
            reading.append(spent)
    return {"idle": idle, "read": reading, "changes": changes, "memory": peak_memory()}


def peak_memory() -> float:
    """Megabytes this process held at most. (`ru_maxrss` would count what the parent held when it forked.)"""
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024


# --- the table


def report(seen: dict[str, list], truth: list[tuple[float, str, str]]) -> int:
    """Print the figures beside their goals."""
    got = [(zone, after) for _, zone, after, accepted in seen["changes"] if accepted]
    laid = [(zone, face) for _, zone, face in truth]
    right = got == laid and len(got) == len(seen["changes"])
    waits = [told[0] - gone for told, (gone, _, _) in zip(seen["changes"], truth, strict=False)]
    rows = [
        ("idle frame, ms", *np.percentile(seen["idle"], [50, 95]), GOALS["idle"]),
        ("frame that searches or reads a pile, ms", *np.percentile(seen["read"], [50, 95]), GOALS["read"]),
        ("hand gone to change told, s of source", *np.percentile(waits, [50, 95]), GOALS["told"]),
        ("peak memory of the eye alone, MB", seen["memory"], seen["memory"], GOALS["memory"]),
    ]
    print(f"{'one core, 1280x720, drawn cards':40}{'p50':>8}{'p95':>8}{'goal':>8}")
    for name, middle, high, goal in rows:
        print(f"{name:40}{middle:8.2f}{high:8.2f}{goal:8.2f}  {'ok' if high <= goal else 'missed'}")
    print(f"plays read right: {len(truth) if right else sum(one in got for one in laid)} of {len(truth)}")
    return 0 if right and all(high <= goal for _, _, high, goal in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
