"""Outlines that may be cards of one size on one plane, whatever is printed on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from vision.bare.arrangement import BarePlan
from vision.bare.cloth import Cloth
from vision.bare.looks import is_hollow
from vision.cards.outlines import Outline
from vision.plane.by_cards import TablePlane, fit_plane
from vision.plane.quads import Quad, overlap_share, signed_area

MOST = 14
"""Outlines that are looked at."""
FEW = 8
"""Outlines each choice of which is looked at, where cards as large as most of them do not do."""
LEAST_PX = 50.0
"""Root of a card's area in pixels: smaller ones could not be read anyway."""
SAME = 0.4
"""Share of two outlines that lies in both from which they are of one thing."""
ROUGHLY = 0.12
"""How far off a plane may be that is told by outlines, some of which are of frames printed within the edges."""
SIZES = (0.45, 1.2)
"""By how much (as a logarithm of areas) cards on a tilted table look larger or smaller than one another: those of a table seen nearly from
above, and of one that leans by 30 degrees before a wide lens."""


def find_cards_of_one_size(
    cloth: Cloth, plan: BarePlan, outlines: Sequence[Outline], but: int = 0
) -> list[tuple[list[Quad], TablePlane]]:
    """Upright quads of what has the outline of a card, and the plane on which they are of one size: each way to choose them, most cards
    first. `but`: of how many direction cards no outline need be there."""
    picture, seen = cloth.image.shape[:2], keep_solid_outlines(cloth, outlines)[:MOST]
    tried = dict[frozenset[int], tuple[list[Quad], TablePlane] | None]()
    for sizes in SIZES:
        for seed in seen:
            quads = _quads_alike_in_size(seed, seen, sizes)
            while len(quads) >= len(plan.piles) - but:
                which = frozenset(map(id, quads))
                if which not in tried:
                    plane = fit_plane(quads, plan.card_mm, picture, ROUGHLY)
                    tried[which] = (quads, plane) if plane else None
                if tried[which]:
                    break
                quads = _drop_odd_size(quads)
    return sorted((found for found in tried.values() if found), key=lambda cards: -len(cards[0]))


def choose_few_of_one_size(cloth: Cloth, plan: BarePlan, outlines: Sequence[Outline]) -> list[tuple[list[Quad], TablePlane]]:
    """The same, each way to choose just the direction cards among the best of these: where squares of a cloth are as large as cards most of
    what is seen agrees on another plane."""
    picture, seen = cloth.image.shape[:2], [card.quad for card in keep_solid_outlines(cloth, outlines)[:FEW]]
    chosen = [(list(quads), fit_plane(quads, plan.card_mm, picture)) for quads in combinations(seen, len(plan.piles))]
    return [(quads, plane) for quads, plane in chosen if plane is not None]


def keep_solid_outlines(cloth: Cloth, outlines: Sequence[Outline]) -> list[Outline]:
    """The outermost of these outlines within which something lies, rarest looks first."""
    large = [card for card in outlines if abs(signed_area(card.quad)) >= LEAST_PX**2]
    kept = [large[i] for i in index_outermost([card.quad for card in large])]
    solid = [card for card in kept if not is_hollow(cloth.image, card.quad)]
    rare = cloth.measure_rarity([card.quad for card in solid]).tolist()
    return [card for _, card in sorted(zip(rare, solid, strict=True), key=lambda one: -one[0])]


def index_outermost(quads: Sequence[Quad]) -> list[int]:
    """Of outlines around one another which are the largest, the largest of all first."""
    kept: list[int] = []
    for number in sorted(range(len(quads)), key=lambda number: -abs(signed_area(quads[number]))):
        if not any(overlap_share(quads[number], quads[other]) > SAME for other in kept):
            kept.append(number)
    return kept


def _quads_alike_in_size(seed: Outline, cards: Sequence[Outline], sizes: float) -> list[Quad]:
    """What is as large as this one in the picture, but for so much as a logarithm of areas."""
    area = abs(signed_area(seed.quad))
    return [card.quad for card in cards if abs(math.log(abs(signed_area(card.quad)) / area)) < sizes]


def _drop_odd_size(quads: Sequence[Quad]) -> list[Quad]:
    """The quads without the one whose size differs most from the others'."""
    sizes = np.log([abs(signed_area(quad)) for quad in quads])
    worst = int(np.abs(sizes - np.median(sizes)).argmax())
    return [quad for number, quad in enumerate(quads) if number != worst]
