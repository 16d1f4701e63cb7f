"""The top card of untidy piles: how often is it read right at the first look that says anything, and what does that cost?

    python -m tests.benchmarks piles
    python -m tests.benchmarks.bench_piles --game extreme --scenes 50 --style 5

    python -m tests.benchmarks.bench_piles --framed judging --decks 3 --veiled --bare

Each scene lays up to eleven cards on each zone, turned by up to 15 degrees and shifted by up to 15 mm, on another table under another
lamp, and one more card on top. All cards are drawn. `--framed` enrols decks with printed frames from drawn photographs of them, of the
kind that was looked at while building or of the one that judges; `--veiled` puts haze or too much light over the tables; `--dark` lays
decks with dark frames and dark backs on dark tables without a mat; `--bare` leaves zones bare, or lays in them what is none of the
deck's cards: backs, blank paper, control cards, direction cards, cards of other games. Exits with 1 if a card was accepted as another
one more often than one in a thousand.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

import cv2
import numpy as np

from companion.games.sheets import build_practice_deck as practice_faces
from companion.games.sheets import load_sheet
from companion.sources.practice_decks import load_practice_deck
from companion.sources.readers import enrolled_reader
from companion.sources.sources import layout_for
from tests.benchmarks.photographed import scene
from vision.cards import pile
from vision.cards.candidates import CARD_CROP_PX
from vision.cards.paper import estimate_black_level, measure_tones
from vision.cards.pile import SeenPile, Unknown
from vision.cards.topcard import average_patterns
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import BUILDING, JUDGING, NIGHT, Style, make_framed_style, make_seeded_style
from vision.drawn.art.surfaces import SURFACES
from vision.drawn.table.optics import Lens, Pose
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import Gloss, Light, Lying, TableScene
from vision.drawn.table.tossed import toss_card
from vision.place.fiducials import Registration, register_mat
from vision.place.layout import Layout
from vision.readers.enrolled.file import Deck
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample, learn_deck
from vision.readers.enrolment.photographs import Photograph, enrol_photographs
from vision.types import UNREADABLE, Image, Reading

GAMES = ("the_game", "extreme", "quick_easy", "face_to_face", "sequence")
MOST_STEPS = 60
STRANGE = ("back", "back", "blank", "TC1:end_turn", "up:1-99", "QH", "7R", "47")
"""What lies where nothing is to be read, besides nothing; cards of the game itself are left out, those in another colour are not."""
DARK_TOPS, DARK = ("dark_wood", "slate"), (22, 20, 24)
KINDS = {"building": BUILDING, "judging": JUDGING}


@dataclass(frozen=True, slots=True)
class Test:
    """A deck, and under what it is read. `veiled`: under haze or too much light; `bare`: what lies there is no card of the deck;
    `glossy`: cards mirror the lamp; `dark`: a dark table without a mat."""

    game: str
    style: Style
    reader: EnrolledReader
    scenes: int
    seed: int
    untidy: float = 1.0
    width: int = 1280
    veiled: bool = False
    bare: bool = False
    glossy: bool = False
    dark: bool = False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", choices=GAMES, help="a game (default: all five)")
    parser.add_argument("--scenes", type=int, default=25, help="tables drawn for each game (default: 25)")
    parser.add_argument("--style", type=int, default=0, help="of the cards: 0 the practice deck, else any number")
    parser.add_argument("--framed", choices=KINDS, help="decks with printed frames of this kind instead")
    parser.add_argument("--decks", type=int, default=1, help="how many of these (default: 1)")
    parser.add_argument("--veiled", action="store_true", help="under haze or too much light")
    parser.add_argument("--glossy", action="store_true", help="cards mirror the lamp, some of them where their signs are")
    parser.add_argument("--dark", action="store_true", help="dark frames and backs on dark tables without a mat")
    parser.add_argument("--bare", action="store_true", help="bare zones, backs, other things: nothing is to be read")
    parser.add_argument("--untidy", type=float, default=1.0, help="how untidily cards lie (default: 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=1280, help="of the picture in pixels (default: 1280)")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    print(
        f"{'drawn':16}{'piles':>6}{'right':>7}{'asked':>7}{'wrong':>7}{'ignored':>9}{'first place':>13}{'search ms':>11}{'to the end ms':>15}"
    )
    wrong = piles = 0
    for test in tests(arguments):
        looks = list(looked(test))
        said = Counter(kind for kind, *_ in looks)
        search, total = (np.median([look[i] for look in looks]) for i in (2, 3))
        first = np.mean([look[1] == 1 for look in looks])
        print(
            f"{test.game:16}{len(looks):6}{said['right'] / len(looks):7.1%}{said['asked'] / len(looks):7.1%}"
            f"{said['wrong'] / len(looks):7.1%}{said['ignored'] / len(looks):9.1%}{first:13.1%}{search:11.1f}{total:15.1f}",
            flush=True,
        )
        wrong, piles = wrong + said["wrong"], piles + len(looks)
    return 1 if wrong > piles / 1000 else 0


def tests(arguments: argparse.Namespace) -> Iterator[Test]:
    for game in arguments.game or GAMES:
        for number in range(arguments.decks if arguments.framed else 1):
            style = make_framed_style(KINDS[arguments.framed], number) if arguments.framed else style_of(arguments.style)
            style = replace(style, rim=DARK, back=DARK, back_rim=DARK) if arguments.dark else style
            deck = photographed_deck(game, style, number) if arguments.framed else deck_of(game, arguments.style)
            conditions = (arguments.untidy, arguments.width, arguments.veiled, arguments.bare, arguments.glossy, arguments.dark)
            reader = enrolled_reader(deck)
            yield Test(game, style, reader, arguments.scenes, arguments.seed + 100 * number, *conditions)


def looked(test: Test) -> Iterator[tuple[str, int, float, float]]:
    """For each pile: "right", "asked", "wrong" or "ignored", how many places were read until then, milliseconds of the search and in
    all."""
    layout = layout_for(test.game)
    pattern = average_patterns(list(test.reader.list_pictures()), layout.card_mm[1] / layout.card_mm[0])
    for zone, before, after, found, face in tables(test, layout):
        lying = SeenPile(layout.zone(zone), layout.card_mm, middle_mm=layout.zone(zone).middle_mm if test.dark else None)
        lying = replace(lying, settled_look=pile.rectify_pile(lying, before, found.to_picture))
        tones = None if test.dark else measure_tones(after, layout.fiducials, found.to_picture)
        began = time.process_time()
        now = pile.rectify_pile(lying, after, found.to_picture)
        if pile.is_pile_bare(lying, now, estimate_black_level(tones, after)):
            yield "ignored" if not face else "missed", 0, 0.0, 0.0
            continue
        lying = pile.search_top_card(lying, now, pattern)
        searched, reading, steps = time.process_time(), None, 0
        reader = test.reader.under(tones)
        while reading is None and steps < MOST_STEPS:
            lying, reading = pile.read_top_card(lying, after, found.to_picture, reader)
            if reading is None and isinstance(lying.search, Unknown):
                lying = pile.search_top_card(lying, now, pattern)
            steps += 1
        ended = time.process_time()
        yield verdict(reading, face), steps, 1000 * (searched - began), 1000 * (ended - began)


def verdict(reading: Reading | None, face: str) -> str:
    if reading is None or not reading.accepted:
        return "asked" if face or reading is None or reading.face != UNREADABLE else "ignored"
    return "right" if reading.face == face else "wrong"


def tables(test: Test, layout: Layout) -> Iterator[tuple[str, Image, Image, Registration, str]]:
    """Zone, the table before and after the last card was laid there, where the mat lies, and that card."""
    stage = SceneRenderer((test.width, test.width * 9 // 16))
    for number in range(test.scenes):
        dice = np.random.default_rng((test.seed, number))
        toss = partial(toss_card, random.Random(test.seed * 1000 + number), layout, untidy=test.untidy)
        piles: dict[str, tuple[Lying, ...]] = {}
        for zone in layout.of_kind("card"):
            chosen = dice.choice(_faces(test, zone.name), int(dice.integers(0 if test.bare else 1, 13)))
            piles[zone.name] = tuple(toss(zone, str(face), height) for height, face in enumerate(chosen))
        scene = scene_of(layout, test, number, dice)
        found = register_mat(stage.render_picture(scene, 0), layout)
        scene = replace(scene, mat=not test.dark)
        before = stage.render_picture(replace(scene, piles=tuple((name, cards[:-1]) for name, cards in piles.items())), 1)
        after = stage.render_picture(replace(scene, piles=tuple(piles.items())), 2)
        for zone_name, cards in piles.items() if found else ():
            assert found is not None
            yield zone_name, before, after, found, "" if test.bare else cards[-1].face


def _faces(test: Test, zone: str) -> list[str]:
    """What may lie in a zone."""
    faces = practice_faces(load_sheet(test.game))
    if test.bare:
        return [thing for thing in STRANGE if thing not in faces]
    return [face for face in faces if test.game != "face_to_face" or face[0] == zone[0]]


def scene_of(layout: Layout, test: Test, number: int, dice: np.random.Generator) -> TableScene:
    light = Light(float(dice.uniform(0.6, 1.15)), float(dice.uniform(0.1, 0.5)), float(dice.uniform(-180, 180)))
    if test.veiled:
        haze, gain = (float(dice.uniform(0.15, 0.45)), light.gain) if number % 2 else (0.0, float(dice.uniform(1.4, 2.2)))
        light = replace(light, haze=haze, gain=gain)
    if test.glossy:
        across = (float(dice.uniform(0.2, 0.8)), float(dice.uniform(0.2, 0.8)))
        light = replace(light, gloss=Gloss(float(dice.uniform(0.3, 0.9)), across, float(dice.uniform(-90, 90)), 0.02))
    lens = Lens(float(dice.uniform(0.5, 1.1)), float(dice.uniform(1.5, 3.5)))
    table = str(dice.choice(DARK_TOPS if test.dark else list(SURFACES)))
    pose = Pose(float(dice.uniform(0, 28)))
    return TableScene(layout, style=test.style, light=light, lens=lens, table=table, pose=pose, seed=number)


def photographed_deck(game: str, style: Style, seed: int) -> Deck:
    """A deck enrolled from a drawn photograph a card, the cards found in them as `companion enrol` finds them."""
    sheet, dice = load_sheet(game), np.random.default_rng((seed, 9))
    size = (420, round(420 * sheet.card_mm[1] / sheet.card_mm[0]))
    photographs = {}
    for face in practice_faces(sheet):
        taken = scene(draw_card(face, size, style), 200, dice, hard=0.15, fingers=False)
        photographs[face] = Photograph(face, face, taken.frame(dice))
    enrolment = enrol_photographs(photographs.values(), lambda name: photographs[name].image, sheet.card_mm)
    for doubt in enrolment.doubts:
        print(f"    doubtful: {doubt.name}: {doubt.reason}{'' if doubt.used else ', not learned'}")
    return learn_deck("framed", enrolment.samples, game, enrolment.aspect)


def style_of(style: int) -> Style:
    return make_seeded_style(style) if style else NIGHT


@cache
def deck_of(game: str, style: int) -> Deck:
    if not style:
        return load_practice_deck(game)
    sheet = load_sheet(game)
    samples = [Sample(face, draw_card(face, CARD_CROP_PX, style_of(style))) for face in practice_faces(sheet)]
    return learn_deck(f"style-{style}", samples, game, sheet.card_mm[0] / sheet.card_mm[1])


if __name__ == "__main__":
    sys.exit(main())
