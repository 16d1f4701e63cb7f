"""Outlines that may be cards of equal size on a common plane, whatever is printed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from vision.cards.outlines import Outline
from vision.directions.arrangement import BarePlan
from vision.directions.cloth import Cloth
from vision.directions.looks import is_hollow
from vision.plane.by_cards import TablePlane, fit_card_plane
from vision.plane.quads import Quad, overlap_share, signed_area
from vision.steps import Steps


@dataclass(frozen=True, slots=True)
class OneSizeLimits:
    """When outlines are cards of one size."""

    max_outlines: int = 14  # looked at; guess
    min_card_px: float = 50.0  # root of the area; smaller cards are unreadable; guess
    planes_in_step: int = 3  # fitted in one step; guess
    max_rough_misfit: float = 0.12  # of a plane by outlines partly of printed frames; guess
    size_logs: tuple[float, float] = (0.45, 1.2)
    """Logarithms of areas: seen nearly from above, and tilted 30 degrees before a wide lens; geometry."""


ONE_SIZE = OneSizeLimits()


def find_cards_of_one_size(
    cloth: Cloth, plan: BarePlan, outlines: Sequence[Outline], but: int = 0
) -> Steps[list[tuple[list[Quad], TablePlane]]]:
    """Upright quads with the outline of a card, and the plane on which all are equally large: each choice, most cards first; []
    for none. `outlines`: to choose from, of which the first are tried. `but`: direction cards that may lack an outline."""
    picture, seen = cloth.image.shape[:2], keep_solid_outlines(cloth, outlines)[: ONE_SIZE.max_outlines]
    tried = dict[frozenset[int], tuple[list[Quad], TablePlane] | None]()
    for sizes in ONE_SIZE.size_logs:
        for seed in seen:
            areas = [math.log(abs(signed_area(card.quad)) / abs(signed_area(seed.quad))) for card in seen]
            quads = [card.quad for card, area in zip(seen, areas, strict=True) if abs(area) < sizes]
            while len(quads) >= len(plan.piles) - but:
                which = frozenset(map(id, quads))
                if which not in tried:
                    plane = fit_card_plane(quads, plan.card_mm, picture, ONE_SIZE.max_rough_misfit)
                    tried[which] = (list(quads), plane) if plane else None
                    if len(tried) % ONE_SIZE.planes_in_step == 0:
                        yield
                if tried[which]:
                    break
                logs = np.log([abs(signed_area(quad)) for quad in quads])
                del quads[int(np.abs(logs - np.median(logs)).argmax())]  # of the most unusual size
    return sorted((found for found in tried.values() if found), key=lambda cards: -len(cards[0]))


def choose_few_of_one_size(
    cloth: Cloth, plan: BarePlan, outlines: Sequence[Outline]
) -> Steps[list[tuple[list[Quad], TablePlane]]]:
    """Each choice of just the direction cards among the best outlines, with its plane: squares of a cloth as large as cards
    agree on another plane."""
    picture = cloth.image.shape[:2]
    seen = [card.quad for card in keep_solid_outlines(cloth, outlines)[:8]]  # every choice is tried, so few; guess
    found = list[tuple[list[Quad], TablePlane]]()
    for number, quads in enumerate(combinations(seen, len(plan.piles)), 1):
        plane = fit_card_plane(quads, plan.card_mm, picture)
        if plane is not None:
            found.append((list(quads), plane))
        if number % ONE_SIZE.planes_in_step == 0:
            yield
    return found


def keep_solid_outlines(cloth: Cloth, outlines: Sequence[Outline]) -> list[Outline]:
    """The outermost outlines with something inside, rarest looks first. Smaller ones than `ONE_SIZE.min_card_px` are left
    out."""
    large = [card for card in outlines if abs(signed_area(card.quad)) >= ONE_SIZE.min_card_px**2]
    kept = [large[i] for i in index_outermost([card.quad for card in large])]
    solid = [card for card in kept if not is_hollow(cloth.image, card.quad)]
    rare = cloth.measure_rarity([card.quad for card in solid]).tolist()
    return [card for _, card in sorted(zip(rare, solid, strict=True), key=lambda one: -one[0])]


def index_outermost(quads: Sequence[Quad]) -> list[int]:
    """Indices of the largest of nested outlines, largest first."""
    kept: list[int] = []
    for number in sorted(range(len(quads)), key=lambda number: -abs(signed_area(quads[number]))):
        if not any(overlap_share(quads[number], quads[other]) > 0.4 for other in kept):  # two outlines of one thing; guess
            kept.append(number)
    return kept
