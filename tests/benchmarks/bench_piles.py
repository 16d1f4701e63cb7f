"""The top card of untidy piles: how often is it read right at the first look that says anything, and what does that cost?

    python -m tests.benchmarks piles
    python -m tests.benchmarks.bench_piles --game extreme --scenes 50 --style 5

Each scene lays up to eleven cards on each zone, turned by up to 15 degrees and shifted by up to 15 mm, on another table under another
lamp, and one more card on top. All cards are drawn. Exits with 1 if a card was accepted as another one more often than one in a thousand.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

import cv2
import numpy as np

from companion.games.sheets import load_sheet
from companion.games.sheets import practice_deck as practice_faces
from companion.wiring.sources import layout_for, practice_deck
from vision.cards import pile
from vision.cards.candidates import CROP
from vision.cards.pile import Pile
from vision.deck.file import Deck
from vision.deck.learning import Sample, learn_deck
from vision.deck.reader import EnrolledReader
from vision.drawn.cards import draw_card
from vision.drawn.optics import Lens, Pose
from vision.drawn.render import Light, Lying, Scene, Stage
from vision.drawn.styles import NIGHT, Style, style_from_seed
from vision.drawn.surfaces import SURFACES
from vision.drawn.tossed import tossed
from vision.table.fiducials import Registration, register
from vision.table.layout import Layout
from vision.types import Image, Reading

GAMES = ("the_game", "extreme", "quick_easy", "face_to_face", "sequence")
MOST_STEPS = 12


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", choices=GAMES, help="a game (default: all five)")
    parser.add_argument("--scenes", type=int, default=25, help="tables drawn for each game (default: 25)")
    parser.add_argument("--style", type=int, default=0, help="of the cards: 0 the practice deck, else any number")
    parser.add_argument("--untidy", type=float, default=1.0, help="how untidily cards lie (default: 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=1280, help="of the picture in pixels (default: 1280)")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    print(
        f"{'drawn':16}{'piles':>6}{'right':>7}{'asked':>7}{'wrong':>7}{'first place':>13}{'search ms':>11}{'to the end ms':>15}"
    )
    wrong = piles = 0
    for game in arguments.game or GAMES:
        looks = list(looked(game, arguments.scenes, arguments.style, arguments.untidy, arguments.seed, arguments.width))
        said = Counter(kind for kind, *_ in looks)
        search, total = (np.median([look[i] for look in looks]) for i in (2, 3))
        first = np.mean([look[1] == 1 for look in looks])
        print(
            f"{game:16}{len(looks):6}{said['right'] / len(looks):7.1%}{said['asked'] / len(looks):7.1%}"
            f"{said['wrong'] / len(looks):7.1%}{first:13.1%}{search:11.1f}{total:15.1f}",
            flush=True,
        )
        wrong, piles = wrong + said["wrong"], piles + len(looks)
    return 1 if wrong > piles / 1000 else 0


def looked(
    game: str, scenes: int, style: int, untidy: float, seed: int, width: int = 1280
) -> Iterator[tuple[str, int, float, float]]:
    """For each pile: "right", "asked" or "wrong", how many places were read until then, milliseconds of the search and in all."""
    reader = EnrolledReader(deck_of(game, style))
    layout = layout_for(game)
    pattern = pile.enrolled_pattern(reader, layout.card_mm[1] / layout.card_mm[0])
    for zone, before, after, found, face in tables(game, layout, scenes, style, untidy, seed, width):
        lying = Pile(layout.zone(zone), layout.card_mm)
        lying = replace(lying, before=pile.flat(lying, before, found.to_picture))
        began = time.process_time()
        lying = pile.searched(lying, pile.flat(lying, after, found.to_picture), pattern)
        searched, reading, steps = time.process_time(), None, 0
        while reading is None and steps < MOST_STEPS:
            lying, reading = pile.read(lying, after, found.to_picture, reader)
            steps += 1
        ended = time.process_time()
        yield verdict(reading, face), steps, 1000 * (searched - began), 1000 * (ended - began)


def verdict(reading: Reading | None, face: str) -> str:
    if reading is None or not reading.accepted:
        return "asked"
    return "right" if reading.face == face else "wrong"


def tables(
    game: str, layout: Layout, scenes: int, style: int, untidy: float, seed: int, width: int = 1280
) -> Iterator[tuple[str, Image, Image, Registration, str]]:
    """Zone, the table before and after the last card was laid there, where the mat lies, and that card."""
    faces, stage = practice_faces(load_sheet(game)), Stage((width, width * 9 // 16))
    for number in range(scenes):
        dice = np.random.default_rng((seed, number))
        toss = partial(tossed, random.Random(seed * 1000 + number), layout, untidy=untidy)
        piles: dict[str, tuple[Lying, ...]] = {}
        for zone in layout.of_kind("card"):
            own = [face for face in faces if game != "face_to_face" or face[0] == zone.name[0]]
            chosen = dice.choice(own, int(dice.integers(1, 13)))
            piles[zone.name] = tuple(toss(zone, str(face), height) for height, face in enumerate(chosen))
        scene = scene_of(layout, style, number, dice)
        before = stage.picture(replace(scene, piles=tuple((name, cards[:-1]) for name, cards in piles.items())), 1)
        after = stage.picture(replace(scene, piles=tuple(piles.items())), 2)
        found = register(before, layout)
        for zone_name, cards in piles.items() if found else ():
            assert found is not None
            yield zone_name, before, after, found, cards[-1].face


def scene_of(layout: Layout, style: int, number: int, dice: np.random.Generator) -> Scene:
    light = Light(float(dice.uniform(0.6, 1.15)), float(dice.uniform(0.1, 0.5)), float(dice.uniform(-180, 180)))
    lens = Lens(float(dice.uniform(0.5, 1.1)), float(dice.uniform(1.5, 3.5)))
    table = str(dice.choice(list(SURFACES)))
    return Scene(
        layout, style=style_of(style), light=light, lens=lens, table=table, pose=Pose(float(dice.uniform(0, 28))), seed=number
    )


def style_of(style: int) -> Style:
    return style_from_seed(style) if style else NIGHT


@cache
def deck_of(game: str, style: int) -> Deck:
    if not style:
        return practice_deck(game)
    sheet = load_sheet(game)
    samples = [Sample(face, draw_card(face, CROP, style_of(style))) for face in practice_faces(sheet)]
    return learn_deck(f"style-{style}", samples, game, sheet.card_mm[0] / sheet.card_mm[1])


if __name__ == "__main__":
    sys.exit(main())
