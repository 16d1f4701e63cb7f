"""Matches on drawn tables without a mat, of table tops with which nothing was developed: are the piles found, is every act told right?

    python -m tests.benchmarks bare
    python -m tests.benchmarks.bench_bare --game the_game --seeds 1-10 --strange
    python -m tests.benchmarks.bench_bare --game the_game --seeds 1-10 --deck numbers
    python -m tests.benchmarks.bench_bare --game the_game --seeds 1-10 --tops everyday -v

The camera hangs at any roll, tilts up to 30 degrees and may sway on its arm, piles wander, the cards are those of the practice deck.
`--strange`: no picture of the direction cards and backs is known, so that only how they lie tells. `--deck numbers`: out of the box,
nothing is enrolled, cards and direction cards are read as any maker's. Players, mistakes and habits are those of `bench_matches`. All is
drawn. Exits with 1 where piles were not found where they are, or fewer than 99 % of the acts were told right.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import statistics
import time

os.environ["OMP_NUM_THREADS"] = "1"  # before numpy is loaded

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.session.session import Session
from companion.sources.bare import UNKNOWN_LAYOUT, bare_table_for
from companion.sources.readers import reader_of
from companion.sources.sources import commands_for, layout_for, readers_for
from tests.benchmarks.bench_matches import HEAD, OPTIONS, SEATS, added, match, row
from tests.benchmarks.evenings import RATES, Score, acts_of, arm, hurried, own_zones, scored, watched
from vision.cards import pile
from vision.drawn.art.patterns import STRANGE
from vision.drawn.art.surfaces import SURFACES
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.optics import Projection
from vision.drawn.table.players import make_players
from vision.drawn.table.scene import TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.plane.homography import project
from vision.types import Frame, PilesFound, TableEvent
from vision.watcher import Watcher

GAMES = ("the_game", "extreme", "quick_easy", "face_to_face")
GOAL = 0.99
IDLE, READING = 10.0, 25.0
"""Milliseconds."""
TAPS_AFTER = 3.0
"""Seconds after which a person taps a draw pile that was not found."""
SIZE = (1280, 720)
Place = tuple[float, float]


class Timed(Watcher):
    """Measures how long frames take: those at rest, and those in which a card is searched or read. Where a draw pile was not found a person
    taps it, as the phone asks. `scene`: where all lies; `tapped`: the draw piles that were."""

    def __init__(self, table: VirtualTable, game: str, strange: bool, deck: str, scene: TableScene) -> None:
        readers = {"card": reader_of(deck, load_sheet(game).deck)} if deck else readers_for(game)
        bare = bare_table_for(game, deck, None, readers["card"])
        super().__init__(table, UNKNOWN_LAYOUT, readers, bare=replace(bare, marks=None) if strange else bare)
        self.idle: list[float] = []
        self.reading: list[float] = []
        self.finding = 0.0
        self.tapped: list[str] = []
        self._truth = _Truth(scene)
        self._places: Mapping[str, Place] = {}
        self._taps = list[tuple[float, str]]()

    def see(self, frame: Frame) -> list[TableEvent]:
        """As `Watcher.see`."""
        known, before, began = self.found, _Counted.calls, time.process_time()
        told = super().see(frame)
        spent = 1000 * (time.process_time() - began)
        if not known:
            self.finding += spent
        elif _Counted.calls > before:
            self.reading.append(spent)
        elif not self.memory.sight.has_hands:
            self.idle.append(spent)
        for found in [one for one in told if isinstance(one, PilesFound)]:
            self._places = {name: (x, y) for name, x, y in found.places}
            self._taps += [(frame.at + TAPS_AFTER, name) for name in found.draws if name not in self._places]
        return [*told, *self._tap(frame.at)]

    def _tap(self, at: float) -> list[TableEvent]:
        due = [name for when, name in self._taps if when <= at]
        self._taps = [tap for tap in self._taps if tap[0] > at]
        self.tapped += due
        return [event for name in due for event in self.draw_pile_at(name, self._truth.places[name])]

    @property
    def found(self) -> bool:
        """Does the eye take something for the piles?"""
        bare = self.pipeline.bare
        return bare is not None and bare.arrangement is not None

    @property
    def rightly(self) -> bool:
        """Were the piles told where they are, each within half a card's width?"""
        return bool(self._places) and all(self._truth.is_near(name, at) for name, at in self._places.items())


class _Truth:
    """Where the piles of a scene lie. `places`: their middles, as shares of the picture."""

    def __init__(self, scene: TableScene) -> None:
        seen = Projection(scene.pose, scene.layout.size_mm, SIZE)
        self._to_mm, self._near_mm = np.linalg.inv(seen.compute_homography()), scene.layout.card_mm[0] / 2
        self._middles = {zone.name: zone.middle_mm for zone in scene.layout.zones}
        pixels = {name: seen.project_points(np.array([middle]))[0].tolist() for name, middle in self._middles.items()}
        self.places = {name: (x / SIZE[0], y / SIZE[1]) for name, (x, y) in pixels.items()}

    def is_near(self, name: str, at: Place) -> bool:
        """Is this, a share of the picture, the place of that pile?"""
        ((x, y),) = project([(at[0] * SIZE[0], at[1] * SIZE[1])], self._to_mm).tolist()
        return math.dist((x, y), self._middles[name]) < self._near_mm


class _Counted:
    calls = 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", choices=GAMES, help="a game (default: all four)")
    parser.add_argument("--seeds", default="1-2", help="first and last (default: 1-2)")
    parser.add_argument("--plays", type=int, default=16, help="stop a match after so many cards (default: 16)")
    parser.add_argument("--tops", choices=("strange", "everyday"), default="strange", help="table tops (default: strange)")
    parser.add_argument("--strange", action="store_true", help="no picture of the direction cards is known")
    parser.add_argument("--deck", default="", choices=("", "numbers"), help="what reads the cards (default: the practice deck)")
    parser.add_argument(
        "--answers", type=float, default=0.0, help="seconds until a question is answered, inf = never (default: 0)"
    )
    parser.add_argument("-v", action="store_true", help="say what was told or ruled otherwise than it was")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    _count()
    first, _, last = arguments.seeds.partition("-")
    tops = tuple(STRANGE if arguments.tops == "strange" else SURFACES)
    print(HEAD)
    total, found, matches, taps, idle, reading = Score(), 0, 0, 0, list[float](), list[float]()
    for game in arguments.game or GAMES:
        for seed in range(int(first), int(last or first) + 1):
            began = time.process_time()
            score, eye, table = played(game, seed, arguments.plays, tops, arguments.strange, arguments.deck, arguments.answers)
            where = "" if eye.rightly else ", piles not found"
            print(row(f"{game} {seed} {table}{where}", score, time.process_time() - began), flush=True)
            for line in score.notes if arguments.v else ():
                print("   ", line)
            total, found, matches, taps = added(total, score), found + eye.rightly, matches + 1, taps + len(eye.tapped)
            idle += eye.idle
            reading += eye.reading
    print(row("together", total, 0.0))
    part = total.right / max(1, total.acts)
    print(
        f"piles found in {found} of {matches}, {taps} draw piles tapped; acts right {100 * part:.1f} %; questions {total.asked} (icons named "
        f"{total.icons}, twins {total.twins}, other {total.asked - total.icons - total.twins}), false alarms {total.alarms}"
    )
    if idle and reading:
        print(
            f"idle frame {statistics.median(idle):.1f} ms (goal {IDLE:.0f}), reading frame {statistics.median(reading):.1f} ms "
            f"(goal {READING:.0f}), of one core"
        )
    return 0 if found == matches and part >= GOAL else 1


def _count() -> None:
    """Count searches and readings."""
    for name in ("read", "searched"):
        plain = getattr(pile, name)

        def counted(*arguments: object, plain: object = plain) -> object:
            _Counted.calls += 1
            return plain(*arguments)  # type: ignore[operator]

        setattr(pile, name, counted)


def played(
    game: str, seed: int, most: int, tops: tuple[str, ...], strange: bool, deck: str = "", patience: float = 0.0
) -> tuple[Score, Timed, str]:
    """One match before the eye and the referee, the eye, and the table top. `patience`: see `Evening`."""
    seats = SEATS[game][seed % len(SEATS[game])]
    sheet, scene = load_sheet(game), make_bare_scene(layout_for(game), seed, (tops[seed % len(tops)],))
    scene = replace(scene, lens=replace(scene.lens, sway=arm(seed)))
    players = make_players(seed, seats, scene.layout.size_mm)
    deeds = hurried(list(match(game, seed, own_zones(scene.layout, players), most)), random.Random(f"hurry {seed}"))
    rate = RATES[seed % len(RATES)]
    table = VirtualTable(scene.layout, acts_of(deeds), speed="fast", seed=seed, fps=rate, scene=scene, players=players)
    session = Session(Journal(":memory:"), lambda name: sheet.faces, lambda name: commands_for(name, deck))
    session.begin_match(Started(game, seats, OPTIONS.get(game, {})), 0.0, "bench")
    eye = Timed(table, game, strange, deck, scene)
    return scored(deeds, watched(table, eye, session, deeds, patience), players), eye, scene.table


if __name__ == "__main__":
    raise SystemExit(main())
