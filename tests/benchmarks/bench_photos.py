"""Reading photographs: decks that were enrolled from photographs, and the built-in deck, a line a source.

    python -m tests.benchmarks.bench_photos [--photos DIR] [--only TEXT]

The photographs are not part of the project: a folder with `labels.csv` (columns file, task, label, source_repo) is looked for beside
it, in ../shared/photos. What is enrolled and what is read follows from the labels alone: a source that shows every card alone twice is
enrolled from the first pictures and read from the second, and back; a source that shows cards alone and also several in one picture is
enrolled from the former and read from the latter; of numbers and colours that are shown once, worn copies are read, and with every other
card enrolled the others and copies of them, of which none is to be read. Every deck is shown tables and hands without a card of it,
another maker's cards, drawn backs and blank paper: there every accepted card is wrong.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before numpy is loaded

import argparse
import csv
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.cli.enrol import spell_face
from companion.sources.readers import enrolled_reader
from vision.cards.candidates import PictureReader
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.plane.pictures import load_picture
from vision.plane.quads import width_of
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import learn_deck
from vision.readers.enrolment.photographs import FoundCard, Photograph, enrol_photographs
from vision.readers.french.reader import make_standard_reader
from vision.readers.french.verdict import FRENCH_FACES
from vision.types import Image

PHOTOS = Path(__file__).parents[3] / "shared" / "photos"
SHOWN_ENOUGH = 0.85
"""Part of the cards in a source's pictures of several that must be shown alone too, for the source to be enrolled."""
COPIES, COPY_WIDTH = 3, 60
"""Worn copies of each photograph, and the width in pixels of the card in them."""
LACKING = ("even enrolled, odd read", "odd enrolled, even read")
"""What is enrolled of a deck that lacks every other card, and what is read."""
FEW = 8
"""Pictures of every other source that a deck must not read."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A photograph and the faces that lie in it."""

    path: Path
    task: str
    faces: tuple[str, ...]
    source: str


Picture = tuple[Image, tuple[str, ...]]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with labels.csv (default ../shared/photos)")
    parser.add_argument("--only", default="", help="sources whose name holds this text")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if not (arguments.photos / "labels.csv").is_file():
        print(f"skipped: there are no photographs in {arguments.photos}; name a folder with --photos")
        return 0
    every = list(labelled(arguments.photos))
    chosen = [one for one in every if arguments.only.lower() in one.source.lower()]
    print(f"{'deck, and what was read':58} {'cards':>6} {'right':>6} {'wrong':>6} {'asked':>6} {'missed':>6} {'ms':>6}")
    for source in dict.fromkeys(one.source for one in chosen):
        enrolled(source, [one for one in every if one.source == source], every)
    standard(chosen, every)
    return 0


def labelled(folder: Path) -> Iterator[Labelled]:
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["task"] not in ("single-card", "multi-card", "number-card", "background", "hands"):
                continue
            shown = () if row["task"] in ("background", "hands") else tuple(row["label"].split())
            yield Labelled(
                folder / row["file"], row["task"], tuple(spell_face(x, row["file"]) for x in shown), row["source_repo"]
            )


# --- what is enrolled and what is read


def enrolled(source: str, own: Sequence[Labelled], every: Sequence[Labelled]) -> None:
    """The lines of one source, if its cards are shown alone."""
    alone = [one for one in own if len(one.faces) == 1]
    together = [one for one in own if len(one.faces) > 1]
    seen = Counter(one.faces[0] for one in alone)
    if len(seen) < 4:
        return
    others = [one for one in every if one.source != source]
    in_both = sum(face in seen for one in together for face in one.faces)
    if together and in_both >= SHOWN_ENOUGH * sum(len(one.faces) for one in together):
        reader, _ = learned(alone)
        line(f"{source}: alone, then several", reader, loaded(together))
        strangers(source, reader, others)
    elif min(seen.values()) > 1:
        for name, first in (("first half, then second", 0), ("second half, then first", 1)):
            halves = halved(alone)
            reader, _ = learned(halves[first])
            line(f"{source}: {name}", reader, loaded(halves[1 - first]))
        strangers(source, reader, others)
    elif all(one.task == "number-card" for one in alone):
        reader, found = learned(alone)
        line(f"{source}: alone, then copies {COPY_WIDTH} px wide", reader, copies(alone, found))
        strangers(source, reader, others)
        for first, name in enumerate(LACKING):
            reader, _ = learned(alone[first::2])
            rest = alone[1 - first :: 2]
            line(f"{name}: {source}", reader, loaded(rest))
            line(f"{name}, worn: {source}", reader, copies(rest, found))


def learned(alone: Sequence[Labelled]) -> tuple[EnrolledReader, dict[str, FoundCard]]:
    """A reader enrolled from one photograph a card, and where its card was found in each, by file name."""
    paths = {one.path.name: one.path for one in alone}
    photographs = (Photograph(one.path.name, one.faces[0], load_picture(one.path)[0]) for one in alone)
    enrolment = enrol_photographs(photographs, lambda name: load_picture(paths[name])[0])
    for doubt in enrolment.doubts:
        print(f"    doubtful: {doubt.name}: {doubt.reason}{'' if doubt.used else ', not learned'}")
    deck = learn_deck("photographed", enrolment.samples, "", enrolment.aspect)
    return enrolled_reader(deck), {found.name: found for found in enrolment.found}


def halved(alone: Sequence[Labelled]) -> tuple[list[Labelled], list[Labelled]]:
    """The pictures in order of their files, every card's first apart from its others."""
    ordered = sorted(alone, key=lambda one: one.path.name)
    first = {one.faces[0]: one for one in reversed(ordered)}
    return list(first.values()), [one for one in ordered if first[one.faces[0]] is not one]


def strangers(source: str, reader: EnrolledReader, others: Sequence[Labelled]) -> None:
    """Tables, hands, other makers' cards, drawn backs and blanks: nothing is to be read."""
    by_source = defaultdict(list)
    for one in others:
        by_source[one.task if not one.faces else "other decks"].append(one)
    for name, pictures in by_source.items():
        few = pictures if name != "other decks" else pictures[:: max(1, len(pictures) // (4 * FEW))]
        line(f"{source}: {name}", reader, ((image, ()) for image, _ in loaded(few)))
    line(f"{source}: drawn backs and blanks", reader, blanks())


def standard(chosen: Sequence[Labelled], every: Sequence[Labelled]) -> None:
    """The built-in deck, nothing enrolled."""
    reader = make_standard_reader()
    by_source = defaultdict(list)
    for one in chosen:
        if set(one.faces) <= set(FRENCH_FACES):
            by_source[f"{one.source}: {'several' if len(one.faces) > 1 else one.task}"].append(one)
    for name, pictures in by_source.items():
        line(f"standard, {name}", reader, loaded(pictures))
    line("standard, drawn backs and blanks", reader, blanks())


# --- pictures


def loaded(pictures: Iterable[Labelled]) -> Iterator[Picture]:
    for one in pictures:
        yield load_picture(one.path)[0], one.faces


def copies(alone: Sequence[Labelled], found: dict[str, FoundCard]) -> Iterator[Picture]:
    """Each photograph as it might have been taken from afar: turned, relit, blurred, the card 60 pixels wide."""
    dice = np.random.default_rng(5)
    for one in alone:
        if one.path.name in found:
            image = load_picture(one.path)[0]
            width = width_of(found[one.path.name].quad)
            yield from ((worn(image, COPY_WIDTH / width, dice), one.faces) for _ in range(COPIES))


def worn(image: Image, scale: float, dice: np.random.Generator) -> Image:
    """One copy of a whole photograph, made smaller by `scale`."""
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    side = int(np.hypot(height, width)) + 40
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), dice.uniform(0, 360), 1.0)
    turn[:, 2] += (side / 2 - width / 2, side / 2 - height / 2)
    table = np.median(np.concatenate([small[:3].reshape(-1, 3), small[-3:].reshape(-1, 3)]), axis=0)
    copy: Any = cv2.warpAffine(small, turn, (side, side), flags=cv2.INTER_CUBIC, borderValue=[float(v) for v in table])
    copy = cv2.GaussianBlur(copy, (0, 0), dice.uniform(0.3, 1.0)).astype(np.float32)
    down, across = np.mgrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j]
    angle = dice.uniform(0, 2 * np.pi)
    lamp = 1 + dice.uniform(0, 0.3) * (np.cos(angle) * across + np.sin(angle) * down)
    copy = copy * (dice.uniform(0.6, 1.2) * lamp)[..., None] * dice.uniform(0.88, 1.12, 3)
    return np.asarray(np.clip(copy + dice.normal(0, 2.5, copy.shape), 0, 255), np.uint8)


def blanks() -> Iterator[Picture]:
    """Card backs of every drawn style and cards of blank paper, three on a table."""
    dice = np.random.default_rng(6)
    backs = [draw_card("back", (200, 280), style) for style in STYLES.values()]
    papers = [np.full((280, 200, 3), shade, np.uint8) for shade in (250, 225, 190, 120, 40)]
    for _ in range(12):
        yield strewn([(backs + papers)[i] for i in dice.integers(0, len(backs) + len(papers), 3)], dice), ()


def strewn(cards: Sequence[Image], dice: np.random.Generator) -> Image:
    """Cards side by side on a plain table, each turned as it fell."""
    table: Any = np.full((600, 1200, 3), dice.uniform(60, 180, 3), np.float32)
    for i, card in enumerate(cards):
        turn = cv2.getRotationMatrix2D((100, 140), dice.uniform(0, 360), dice.uniform(0.7, 1.2))
        turn[:, 2] += (220 + 380 * i - 100, 300 - 140)
        laid = cv2.warpAffine(card, turn, (1200, 600), flags=cv2.INTER_AREA).astype(np.float32)
        mask = cv2.warpAffine(np.full(card.shape[:2], 1.0, np.float32), turn, (1200, 600))[..., None]
        table = table * (1 - mask) + laid * mask
    return np.asarray(np.clip(table + dice.normal(0, 3, table.shape), 0, 255), np.uint8)


# --- counting


def line(name: str, reader: PictureReader, pictures: Iterable[Picture]) -> None:
    """Read the pictures and print what came of it."""
    total: Counter[str] = Counter()
    spent = []
    for image, faces in pictures:
        begun = time.process_time()
        found = reader.read_picture(image)
        spent.append(1000 * (time.process_time() - begun))
        total.update(scored(faces, [(reading.face, reading.accepted, reading.alternatives) for _, reading in found]))
    counts = " ".join(f"{total[kind]:6}" for kind in ("cards", "right", "wrong", "asked", "missed"))
    print(f"{name[:58]:58} {counts} {float(np.median(spent or [0])):6.0f}", flush=True)


def scored(faces: Sequence[str], read: Sequence[tuple[str, bool, Sequence[tuple[str, float]]]]) -> Counter[str]:
    """Accepted cards that lie there are right, others wrong; cards nobody accepted were asked if among the first three of a doubt."""
    there = Counter(faces)
    counts = Counter(cards=len(faces))
    for face, accepted, _ in read:
        if accepted:
            kind = "right" if there[face] > 0 else "wrong"
            there[face] -= kind == "right"
            counts[kind] += 1
    for face, accepted, alternatives in read:
        if not accepted:
            near = [face, *(other for other, _ in alternatives[:2])]
            named = next((one for one in near if there[one] > 0), None)
            if named is not None:
                there[named] -= 1
                counts["asked"] += 1
    counts["missed"] = sum(left for left in there.values() if left > 0)
    return counts


if __name__ == "__main__":
    sys.exit(main())
