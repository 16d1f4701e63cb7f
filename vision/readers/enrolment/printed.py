"""Where a card lies by what the other cards of its deck show: their print, and what all of them share.

A lone card in a photograph is found by its outline, and on a chequered cloth, or with a printed frame, every line is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CROP, MIN_STRONG_SCORE, Card
from vision.cards.keypoints import KeypointIndex, find_cards_by_print
from vision.cards.outlines import fit_quads_to_edges
from vision.plane.quads import UNIT, Quad, cut_out, make_upright, overlap_share, project_from_quad, true_aspect
from vision.readers.enrolled.alignment import Target, align, likeness, target
from vision.readers.enrolled.features import CANONICAL_SIZE, canonical, texture, turned_pixels
from vision.readers.enrolment.learning import laid_together, steadiness
from vision.types import Image

AGREEING = 8
"""Keypoints of other cards of the deck that show where this one lies."""
SQUASHED, LAID_TIMES = 0.1, 6
"""Part by which the shape of a card found by its print may be off, and how often such a card is laid on what the deck's cards share."""
STRANGE, SHARED_MUCH = 0.4, 0.35
"""A crop that shows less of what the deck's cards share than this part of what is usual is no whole card, where they usually show at least
so much."""
MOSTLY = 0.6
"""Likeness to what the deck's cards share that is usual where they share most of their print, as ground and frame of cards that differ in a
number. Cards of a French deck, that share corners, lie on these in more than one place."""
NO_LESS = 0.03
"""How much less a card may show of that and still have come nearer: laid where it belongs, it shows what is its own as well."""
CUT_OTHERWISE = 0.015
"""Part of its sides by which a corner may be off where what the deck's cards share has it: more is another line, a frame's or the cloth's."""


@dataclass(frozen=True, slots=True, eq=False)
class MuchShared:
    """What the cards of a deck share that share much, and how like it a whole card is at least."""

    onto: Target
    least: float


def much_shared(crops: Sequence[Image]) -> MuchShared | None:
    """None of cards that share little, or are too few."""
    if (shared := shared_by(crops)) is None:
        return None
    usual = float(np.median([belongs(crop, shared) for crop in crops]))
    return MuchShared(shared, STRANGE * usual) if usual > MOSTLY else None


def shared_by(crops: Sequence[Image]) -> Target | None:
    """What the deck's cards share, to lay crops on; None of too few."""
    if len(crops) < 4:
        return None
    together, mean = laid_together(crops)
    return target(mean, steadiness(np.stack([texture(canonical(crop)) for crop in together])))


def by_print(image: Image, index: KeypointIndex, shared: MuchShared | None, aspect: float) -> Card | None:
    """The card that lies where keypoints of other cards of its deck agree, if it has edges there or what the deck's cards share."""
    places = [place for place, count in find_cards_by_print(image, index) if count >= AGREEING]
    gray = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    for place in places:
        cards = [card for card in (_by_edges(image, gray, place, aspect), by_shared(image, place, shared, aspect)) if card]
        if cards:
            return max(cards, key=lambda card: belongs(card.crop, shared.onto) if shared else card.score)
    return None


def _by_edges(image: Image, gray: NDArray[Any], place: Quad, aspect: float) -> Card | None:
    """The card whose edges lie about a place."""
    picture, middle = (image.shape[0], image.shape[1]), place.mean(axis=0)
    sizes = np.array([middle + (place - middle) * size for size in (0.96, 1.0, 1.04)], np.float32)
    fits = [
        fit for fit in fit_quads_to_edges(gray, sizes, 0.06) if off_shape(true_aspect(fit.quad, picture), aspect) < SQUASHED
    ]
    best = max(fits, key=lambda fit: fit.score, default=None)
    if best is None or best.score < MIN_STRONG_SCORE or overlap_share(best.quad, place) <= 0.8:
        return None
    return cut_at(image, best.quad, best.score, aspect)


def by_shared(image: Image, place: Quad, shared: MuchShared | None, aspect: float) -> Card | None:
    """The card at a place, drawn step by step to where what the deck's cards share lies on it: on a chequered cloth every line is an edge."""
    if shared is None:
        return None
    card = cut_at(image, place, MIN_STRONG_SCORE, aspect)
    shown = shows(card.crop, shared.onto)
    for _ in range(LAID_TIMES):
        nearer = cut_at(
            image, project_from_quad(card.quad, laid_on_shared(card.crop, shared.onto)[1]), MIN_STRONG_SCORE, aspect
        )
        more = shows(nearer.crop, shared.onto)
        shapelier = off_shape(nearer.aspect, aspect) < off_shape(card.aspect, aspect)
        if more <= (shown - NO_LESS if shapelier else shown):
            break
        card, shown = nearer, max(more, shown)
    squashed = off_shape(card.aspect, aspect) >= SQUASHED or overlap_share(card.quad, place) <= 0.8
    return None if squashed or belongs(card.crop, shared.onto) < shared.least else card


def cut_at(image: Image, quad: Quad, score: float, aspect: float) -> Card:
    """The card of about this shape at a place, held upright."""
    picture = (image.shape[0], image.shape[1])
    quad = make_upright(quad, picture, aspect)
    return Card(quad, cut_out(image, quad, CROP), score, true_aspect(quad, picture))


def belongs(crop: Image, shared: Target) -> float:
    """Likeness (-1 to 1) to what the deck's cards share, either way up."""
    return laid_on_shared(crop, shared)[0]


def cut_otherwise(crop: Image, shared: MuchShared) -> bool:
    """Does what the deck's cards share have the corners elsewhere?"""
    return bool(np.abs(laid_on_shared(crop, shared.onto)[1] - UNIT).max() >= CUT_OTHERWISE)


def shows(crop: Image, shared: Target) -> float:
    """The same of the crop as it was cut, not laid on it any better."""
    plane = texture(canonical(crop))
    return max(likeness(way, shared.plane) for way in (plane, turned_pixels(plane)))


def laid_on_shared(crop: Image, shared: Target) -> tuple[float, NDArray[Any]]:
    """Likeness to what the deck's cards share, the way up that suits it, and (4, 2) where the corners then lie, in parts of the crop."""
    plane, size = texture(canonical(crop)), np.array(CANONICAL_SIZE, np.float32)
    upward, turned = align(shared, plane), align(shared, turned_pixels(plane))
    likes = [likeness(laid, shared.plane) for _, laid in (upward, turned)]
    if likes[0] >= likes[1]:
        return likes[0], (upward[0] + 0.5) / size
    return likes[1], np.roll(1 - (turned[0] + 0.5) / size, 2, axis=0)


def off_shape(one: float, aspect: float) -> float:
    """By how much a shape differs from another one (both width over height), as a logarithm."""
    return abs(float(np.log(one / aspect)))
