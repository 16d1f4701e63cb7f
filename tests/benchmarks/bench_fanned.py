"""Two cards laid on one pile in one movement, and piles pushed from under the next card, on drawn tables.

python -m tests.benchmarks.bench_fanned --game the_game --seeds 0-3 [--pushed]

Of three piles each: the lower card of a fanned pair was told rightly, asked about, not noticed, or told wrong; with `--pushed` no pair is
laid, and whatever is told besides the cards is false.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

from companion.wiring.sources import layout_for, readers_for, scene_for
from vision.drawn.acts import Act, Lay, LayTwo, Nudge, Together, Wait
from vision.drawn.virtual_camera import VirtualTable
from vision.types import Change
from vision.watcher import watch

PILES, PUSHED_MM = 3, 22.0


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
    camera = VirtualTable(layout, [*acts, Wait(0.6)], speed="fast", seed=seed, scene=scene_for(game, layout))
    told = [one for one in watch(camera, layout, readers) if isinstance(one, Change)]
    return Counter(_fate(laid[zone], [one for one in told if one.zone == zone]) for zone in zones)


def _fate(laid: list[str], told: list[Change]) -> str:
    said = [one.after for one in told]
    if all(one.accepted for one in told) and said in (laid, [laid[0], laid[2]]):
        return "right" if said == laid else "not noticed"
    asked = len(told) == 3 and not told[1].accepted and [said[0], said[2]] == [laid[0], laid[2]]
    return "asked" if asked else "wrong"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--game", default="the_game")
    options.add_argument("--seeds", default="0-3")
    options.add_argument("--pushed", action="store_true")
    given = options.parse_args()
    first, last = (int(each) for each in given.seeds.split("-"))
    total: Counter[str] = Counter()
    for seed in range(first, last + 1):
        total += played(given.game, seed, given.pushed)
    print(dict(total))


if __name__ == "__main__":
    main()
