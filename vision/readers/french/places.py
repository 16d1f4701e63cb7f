"""Outlines of unread cards in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import Outline
from vision.plane.homography import Homography, project
from vision.plane.quads import Quad, overlap_share, signed_area
from vision.readers.french.siblings import collect_siblings
from vision.readers.french.sights import StandardSight, find_in_corners
from vision.readers.french_print.indices import measure_paleness
from vision.types import Image


@dataclass(frozen=True, slots=True)
class PlaceThresholds:
    """When an outline may be an unread card."""

    min_score: float = 0.8  # of the outline of an unread card; guess
    max_area_ratio: float = 1.8  # to cards seen whole, larger or smaller; guess
    min_same_overlap: float = 0.35  # shared area over united area of two outlines of one card; guess


CARD_PLACE = PlaceThresholds()


@dataclass(frozen=True, slots=True)
class PaperSearch:
    """Whether paper lies beside known cards, in a small picture."""

    min_paleness_part: float = 0.7  # of paper beside the paper of known cards; guess
    area_range: tuple[float, float] = (0.5, 2.0)  # from the smallest to the largest known card; guess
    min_filled_part: float = 0.8  # of the narrowest box around a card or a pile; guess


LOOSE_PAPER = PaperSearch()


def find_likely_places(
    outlined: Sequence[Outline], sure: Sequence[StandardSight], picture: tuple[int, int]
) -> list[list[Quad]]:
    """The plain ones of `outlined` as large as the cards seen whole, grouped by place, likeliest first: at most two outlines of
    ten places. `sure`: the cards read so far; without whole cards any size will do. `picture`: (height, width) in pixels."""
    whole = [sight for sight in sure if sight.whole is not None]
    plane = collect_siblings(whole, picture).plane
    usual = float(np.median([_measure_area_on_table(sight.quad, plane) for sight in whole])) if whole else None
    standing = [(_rank_place(one, plane, usual), one) for one in outlined if one.score >= CARD_PLACE.min_score]
    places: list[list[Quad]] = []
    for _, outline in sorted((pair for pair in standing if pair[0] > 0), key=lambda pair: pair[0], reverse=True):
        home = next((place for place in places if overlap_share(place[0], outline.quad) > CARD_PLACE.min_same_overlap), None)
        if home is None:
            places.append([outline.quad])
        elif len(home) < 2:  # more would cost too much time
            home.append(outline.quad)
    return places[:10]  # more would cost too much time


def has_unread_card(image: Image, sights: Sequence[StandardSight]) -> bool:
    """Does something as large and pale as the cards seen lie beside the cards: a card without a found corner?

    The glance tells paper from a darker table only. `image`: (H, W, 3) uint8 BGR. `sights`: the cards seen, at least one.
    """
    scale = min(1.0, 320 / max(image.shape[:2]))  # a glance needs no more
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), np.uint8)
    quads = [sight.quad * np.float32(scale) for sight in sights]
    areas = [abs(signed_area(quad)) for quad in quads]
    beside = cv2.findContours(_find_loose_paper(small, quads), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    return any(
        LOOSE_PAPER.area_range[0] * min(areas) < cv2.contourArea(one) < LOOSE_PAPER.area_range[1] * max(areas)
        and cv2.contourArea(one) > LOOSE_PAPER.min_filled_part * float(np.prod(cv2.minAreaRect(one)[1]))
        for one in beside
    )


def _find_loose_paper(image: Image, quads: Sequence[Quad]) -> NDArray[np.uint8]:
    """(h, w) 1 where the picture is as pale as the cards at `quads`, beside the cards."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    paper = (gray > LOOSE_PAPER.min_paleness_part * min(measure_paleness(image, quad) for quad in quads)).astype(np.uint8)
    for quad in quads:
        middle = quad.mean(axis=0)
        around = np.round(middle + (quad - middle) * 1.08).astype(np.int32)  # a blurred edge belongs to the card
        cv2.fillConvexPoly(paper, around, 0.0)
    return np.asarray(cv2.morphologyEx(paper, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def is_open(quad: Quad, sure: Sequence[StandardSight]) -> bool:
    """Was nothing sure read at a place, neither whole nor by a corner? `sure`: the cards read so far."""
    return all(is_beside(sight, quad) and not find_in_corners(sight.indices, quad) for sight in sure)


def is_beside(sight: StandardSight, quad: Quad) -> bool:
    """Is a sight no part of a card at `quad`? A card seen whole must lie elsewhere; else the indices must."""
    if sight.whole is not None:
        return overlap_share(sight.quad, quad) <= CARD_PLACE.min_same_overlap
    place = np.asarray(quad, np.float32)
    return all(cv2.pointPolygonTest(place, tuple(map(float, index.spot.centre)), False) < 0 for index in sight.indices)


def _measure_area_on_table(quad: Quad, plane: Homography | None) -> float:
    """The area of a quad in square millimetres of the table where the plane is known, else in pixels."""
    return abs(signed_area(quad if plane is None else project(quad, plane)))


def _rank_place(outline: Outline, plane: Homography | None, usual: float | None) -> float:
    """How well an outline may be a card, 0 for none. Ranked by nearness to the usual size on a known plane, else by size.

    `plane`: from picture pixels to millimetres. `usual`: area of a card by `_measure_area_on_table`, None if no card was seen
    whole.
    """
    area = _measure_area_on_table(outline.quad, plane)
    if usual is None:
        return area * outline.score**4
    part = min(area / usual, usual / area)
    if part < 1 / CARD_PLACE.max_area_ratio:
        return 0.0
    return (area if plane is None else part) * outline.score**4
