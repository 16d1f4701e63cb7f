"""Where a card lies, judged by the print of other cards of the deck and by the print shared by all.

A lone card in a photograph is found by the outline. On a chequered cloth, or with a printed frame, every line may be an
outline.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CARD_CROP_PX, MIN_STRONG_SCORE, Card
from vision.cards.keypoints import KeypointIndex, find_cards_by_print
from vision.cards.outlines import fit_quads_to_edges
from vision.plane.quads import UNIT, Quad, cut_out, make_upright, overlap_share, project_from_quad, true_aspect
from vision.readers.enrolled.alignment import Target, align_corners, measure_likeness, prepare_target
from vision.readers.enrolled.features import CANONICAL_SIZE, compute_texture, resize_to_canonical, turn_plane
from vision.readers.enrolment.learning import align_cards, measure_steadiness
from vision.types import Image


@dataclass(frozen=True, slots=True)
class PrintedThresholds:
    """When a card's place is believed because of the print of the deck."""

    min_keypoints: int = 8  # of other cards that show where this card lies; guess
    max_shape_off: float = 0.1  # logarithm of the shape of a card found by print; guess
    min_usual_part: float = 0.4  # of the usual likeness: a crop with less is no whole card; guess
    min_usual_likeness: float = 0.35  # of a deck's cards, for strange crops to be told; guess
    min_mostly_shared_likeness: float = 0.6
    """of a deck's cards that differ in a number only; a French deck's shared corners fit in several places; guess."""
    max_likeness_loss: float = 0.03  # a card moved to its true place shows its own print as well; guess
    min_recut_offset_part: float = 0.015  # of the sides: a corner farther off lies on a frame's line or the cloth's; guess


PRINTED_PLACE = PrintedThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class MuchShared:
    """What the cards of a deck share, where cards share much."""

    onto: Target  # the shared texture
    least: float  # least likeness of a whole card


def find_much_shared(crops: Sequence[Image]) -> MuchShared | None:
    """The texture shared by the cards of `crops`, and the least likeness of a whole card to it. None for too few cards, and
    for cards that share little print."""
    if (shared := find_shared(crops)) is None:
        return None
    usual = float(np.median([measure_shared_likeness(crop, shared) for crop in crops]))
    return (
        MuchShared(shared, PRINTED_PLACE.min_usual_part * usual) if usual > PRINTED_PLACE.min_mostly_shared_likeness else None
    )


def find_shared(crops: Sequence[Image]) -> Target | None:
    """The shared texture, to align crops with; None for fewer than four crops."""
    if len(crops) < 4:
        return None
    together, mean = align_cards(crops)
    return prepare_target(mean, measure_steadiness(np.stack([compute_texture(resize_to_canonical(crop)) for crop in together])))


def find_card_by_print(image: Image, index: KeypointIndex, shared: MuchShared | None, aspect: float) -> Card | None:
    """The card where keypoints of other cards of the deck agree, if edges or the shared texture confirm the place; else None.

    `index`: keypoints of the other cards. `shared`: None for a deck that shares little. `aspect`: width over height of a card.
    """
    places = [place for place, count in find_cards_by_print(image, index) if count >= PRINTED_PLACE.min_keypoints]
    gray = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    for place in places:
        ways = (_find_by_edges(image, gray, place, aspect), find_card_by_shared(image, place, shared, aspect))
        if cards := [card for card in ways if card]:
            return max(cards, key=lambda card: measure_shared_likeness(card.crop, shared.onto) if shared else card.score)
    return None


def _find_by_edges(image: Image, gray: NDArray[Any], place: Quad, aspect: float) -> Card | None:
    """The card whose edges lie about a place; None if no edges of a card's shape are plain there. `gray`: (H, W) of `image`,
    smoothed. `aspect`: width over height of a card."""
    picture, middle = (image.shape[0], image.shape[1]), place.mean(axis=0)
    sizes = np.array([middle + (place - middle) * size for size in (0.96, 1.0, 1.04)], np.float32)
    fits = [
        fit
        for fit in fit_quads_to_edges(gray, sizes, 0.06)
        if measure_shape_difference(true_aspect(fit.quad, picture), aspect) < PRINTED_PLACE.max_shape_off
    ]
    best = max(fits, key=lambda fit: fit.score, default=None)
    if best is None or best.score < MIN_STRONG_SCORE or overlap_share(best.quad, place) <= 0.8:
        return None
    return cut_card(image, best.quad, best.score, aspect)


def find_card_by_shared(image: Image, place: Quad, shared: MuchShared | None, aspect: float) -> Card | None:
    """The card at a place, moved step by step until the shared texture fits: on a chequered cloth every line is an edge. None
    without shared texture or fit. `shared`: what the cards share. `aspect`: width over height of a card."""
    if shared is None:
        return None
    card = cut_card(image, place, MIN_STRONG_SCORE, aspect)
    shown = measure_likeness_as_cut(card.crop, shared.onto)
    for _ in range(6):
        nearer = cut_card(
            image, project_from_quad(card.quad, align_with_shared(card.crop, shared.onto)[1]), MIN_STRONG_SCORE, aspect
        )
        more = measure_likeness_as_cut(nearer.crop, shared.onto)
        shapelier = measure_shape_difference(nearer.aspect, aspect) < measure_shape_difference(card.aspect, aspect)
        if more <= (shown - PRINTED_PLACE.max_likeness_loss if shapelier else shown):
            break
        card, shown = nearer, max(more, shown)
    squashed = (
        measure_shape_difference(card.aspect, aspect) >= PRINTED_PLACE.max_shape_off or overlap_share(card.quad, place) <= 0.8
    )
    return None if squashed or measure_shared_likeness(card.crop, shared.onto) < shared.least else card


def cut_card(image: Image, quad: Quad, score: float, aspect: float) -> Card:
    """The card at a place, of about the shape `aspect`, width over height, held upright. `score`: of the outline."""
    picture = (image.shape[0], image.shape[1])
    quad = make_upright(quad, picture, aspect)
    return Card(quad, cut_out(image, quad, CARD_CROP_PX), score, true_aspect(quad, picture))


def measure_shared_likeness(crop: Image, shared: Target) -> float:
    """The likeness (-1 to 1) to what the deck's cards share, either way up. `shared`: by `find_shared`."""
    return align_with_shared(crop, shared)[0]


def is_cut_elsewhere(crop: Image, shared: MuchShared) -> bool:
    """Does the shared texture place the corners of the crop elsewhere?"""
    return bool(np.abs(align_with_shared(crop, shared.onto)[1] - UNIT).max() >= PRINTED_PLACE.min_recut_offset_part)


def measure_likeness_as_cut(crop: Image, shared: Target) -> float:
    """The likeness (-1 to 1) of the crop as cut, without aligning, to what the deck's cards share. `shared`: by `find_shared`."""
    plane = compute_texture(resize_to_canonical(crop))
    return max(measure_likeness(way, shared.plane) for way in (plane, turn_plane(plane)))


def align_with_shared(crop: Image, shared: Target) -> tuple[float, NDArray[Any]]:
    """The likeness (-1 to 1) to what the deck's cards share, the better way up, and (4, 2) the corners in parts of the crop.
    `shared`: by `find_shared`."""
    plane, size = compute_texture(resize_to_canonical(crop)), np.array(CANONICAL_SIZE, np.float32)
    upward, turned = align_corners(shared, plane), align_corners(shared, turn_plane(plane))
    likes = [measure_likeness(laid, shared.plane) for _, laid in (upward, turned)]
    if likes[0] >= likes[1]:
        return likes[0], (upward[0] + 0.5) / size
    return likes[1], np.roll(1 - (turned[0] + 0.5) / size, 2, axis=0)


def measure_shape_difference(one: float, aspect: float) -> float:
    """The logarithm of the ratio of two shapes (width over height), without sign."""
    return abs(float(np.log(one / aspect)))
