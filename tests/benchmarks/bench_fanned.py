"""Two cards played on one pile in one movement, and piles pushed from under the next card, on drawn tables.

python -m tests.benchmarks.bench_fanned [--game the_game] [--seeds 0-4] [--pushed]

Of three piles each, in every game of cards on piles: the lower card of a fanned pair was told rightly, asked about, not noticed, or told
wrong, and how many of them show by 8 mm or more beside the upper card and all older ones; with `--pushed` no pair is laid, and whatever is
told or asked besides the cards is false.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np

from companion.sources.sources import layout_for, readers_for, scene_for
from tests.benchmarks.bench_matches import GAMES
from vision.drawn.table.acts import Act, Lay, LayTwo, Nudge, Together, Wait
from vision.drawn.table.scene import Lying
from vision.drawn.table.virtual_camera import VirtualTable
from vision.types import Change
from vision.watcher import watch

PILES, PUSHED_MM, SHOWN_MM, WATCHED_S = 3, 22.0, 8.0, 3.0

FINE = 4
"""Pixels a millimetre of the masks with which it is measured how far a card shows."""


class Table(VirtualTable):
    """A virtual table of which it is known how its cards lie."""

    def pile(self, zone: str) -> tuple[Lying, ...]:
        """The cards of a zone, the lowest first."""
        return self._scene.list_pile_cards(zone)


def played(game: str, seed: int, pushed: bool) -> Counter[str]:
    """What became of the piles of one table."""
    layout, readers, dice = layout_for(game), readers_for(game), random.Random(seed)
    faces = list(readers["card"].deck.faces)  # type: ignore[attr-defined]
    dice.shuffle(faces)
    zones = [zone.name for zone in layout.of_kind("card")][:PILES]
    laid = {zone: [faces.pop() for _ in range(3)] for zone in zones}
    acts: list[Act] = [Lay(zone, laid[zone][0]) for zone in zones]
    for zone in zones:
        _, lower, upper = laid[zone]
        push = Nudge(zone, (dice.uniform(-PUSHED_MM, PUSHED_MM), dice.uniform(-PUSHED_MM, PUSHED_MM)))
        acts += [Lay(zone, lower), Together(push, Lay(zone, upper), 0.6)] if pushed else [LayTwo(zone, lower, upper)]
    camera = Table(layout, [*acts, Wait(WATCHED_S)], speed="fast", seed=seed, scene=scene_for(game, layout))
    told = [one for one in watch(camera, layout, readers) if isinstance(one, Change)]
    fates = {zone: _fate(laid[zone], [one for one in told if one.zone == zone]) for zone in zones}
    if pushed:
        return Counter(fates.values())
    shown = {zone: showing_mm(camera.pile(zone), layout.card_mm) >= SHOWN_MM for zone in zones}
    return Counter(f"{fate}, {'shows' if shown[zone] else 'hardly shows'}" for zone, fate in fates.items())


def _fate(laid: list[str], told: list[Change]) -> str:
    said = [one.after for one in told]
    if all(one.accepted for one in told) and said in (laid, [laid[0], laid[2]]):
        return "right" if said == laid else "not noticed"
    asked = len(told) == 3 and not told[1].accepted and [said[0], said[2]] == [laid[0], laid[2]]
    return "asked" if asked else "wrong"


def showing_mm(pile: Sequence[Lying], card_mm: tuple[float, float]) -> float:
    """How far the last card but one reaches out from under the last and from over all older ones."""
    *older, lower, upper = (_quad(card, card_mm) for card in pile)
    least = np.min(np.concatenate([*older, lower, upper]), axis=0)
    size = np.ceil((np.max(np.concatenate([*older, lower, upper]), axis=0) - least) * FINE).astype(int) + 3
    others, shown = np.ones(size[::-1], np.uint8), np.zeros(size[::-1], np.uint8)
    for quad in (*older, upper):
        cv2.fillConvexPoly(others, np.round((quad - least) * FINE).astype(np.int32) + 1, 0.0)
    cv2.fillConvexPoly(shown, np.round((lower - least) * FINE).astype(np.int32) + 1, 1.0)
    return float((cv2.distanceTransform(others, cv2.DIST_L2, 5) * shown).max()) / FINE


def _quad(card: Lying, card_mm: tuple[float, float]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * card_mm
    cos, sin = np.cos(np.radians(card.turn)), np.sin(np.radians(card.turn))
    return corners @ np.array([[cos, sin], [-sin, cos]]) + np.array(card.at_mm)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--game", action="append", choices=GAMES, help="a game (default: all four)")
    options.add_argument("--seeds", default="0-4")
    options.add_argument("--pushed", action="store_true")
    given = options.parse_args()
    first, last = (int(each) for each in given.seeds.split("-"))
    total: Counter[str] = Counter()
    for game in given.game or GAMES:
        counted = sum((played(game, seed, given.pushed) for seed in range(first, last + 1)), Counter[str]())
        print(game, dict(sorted(counted.items())), flush=True)
        total += counted
    print("together", dict(sorted(total.items())))


if __name__ == "__main__":
    main()
