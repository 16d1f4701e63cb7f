"""A table is known again by its cards: known faces, direction cards and backs that lie elsewhere in the picture tell how it lies now.

At least two known cards must agree on one place of the table, one of them by its face or its direction. What does not follow is left to
those who look for single piles.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bare.laid import find_named_cards
from vision.place.fiducials import Registration
from vision.plane.homography import Homography, project
from vision.plane.quads import Quad, cut_out, is_convex, signed_area, turn_half, width_of
from vision.steps import Steps
from vision.types import BACK, UNREADABLE, Face, Image, Reader


@dataclass(frozen=True, slots=True)
class KnownAgainLimits:
    """When cards elsewhere tell where the whole table lies."""

    rest_s: float = 1.0  # between searches while the table is not where it was; guess
    min_look_alike: float = 0.7  # correlation of a card with the look of a direction card or a back; guess
    min_look_lead: float = 0.05  # by which it must look more like one of them than like any other; guess
    max_fit_cards: float = 0.1  # of a card's width, between corners as seen and as computed; guess
    max_scale: float = 1.6  # times the former size in the picture; guess
    max_worse_fit: tuple[float, float] = (1.5, 0.5)  # times, and pixels more, that cards lie off in a simpler move; guess
    min_agreeing: int = 2  # cards that tell one place of the table; geometry: two points fix shift and turn
    min_moved_cards: float = 0.25  # widths of a card by which the table has moved at all; guess
    max_other_levels: float = 24.0  # of grey by which a card looks other than when it was found, a hand lies over it; guess


KNOWN_AGAIN = KnownAgainLimits()


class NamedCard(NamedTuple):
    """A card by what shows: its face, the face of a direction card, or a back."""

    name: Face
    corners: NDArray[np.floating]  # (4, 2) millimetres of the table, or picture pixels


@dataclass(frozen=True, slots=True, eq=False)
class KnownAgain:
    """What one picture shows of a table that is known."""

    image: Image  # the picture
    registration: Registration | None = None  # where the table lies in it, None where nothing tells
    cards: tuple[Quad, ...] = ()  # the cards that tell it

    def holds_in(self, image: Image) -> bool:
        """Do the cards still lie so in a later picture? A hand may lie over all but two."""
        same = 0
        for quad in self.cards:
            before, now = (cut_out(picture, quad, (40, 56)).astype(np.float32) for picture in (self.image, image))
            now *= float(before.mean() + 1) / float(now.mean() + 1)
            same += float(np.abs(now - before).mean()) <= KNOWN_AGAIN.max_other_levels
        return same >= KNOWN_AGAIN.min_agreeing


def know_again(
    image: Image,
    known: Sequence[NamedCard],
    before: Registration,
    card_mm: tuple[float, float],
    readers: Sequence[Reader],
    looks: Mapping[Face, Image],
) -> Steps[KnownAgain]:
    """Where a known table lies in a picture, told by its cards. `known`: in millimetres. `before`: where it lay. `card_mm`: width and
    height of a card. `readers`: of all decks. `looks`: crops of direction cards and backs, by their faces."""
    cards = yield from find_named_cards(image, card_mm, lambda crop: _name_card(crop, readers, looks))
    yield
    seen = [NamedCard(card.face, card.quad) for card in cards]
    told = match_known_cards(known, seen, before)
    return KnownAgain(image) if told is None else KnownAgain(image, told[0], told[1])


def _name_card(crop: Image, readers: Sequence[Reader], looks: Mapping[Face, Image]) -> Face | None:
    """What a card shows, None where nobody can say."""
    read = (reader.read(crop) for reader in readers)
    face = next((one.face for one in read if one.accepted and one.face not in ("", UNREADABLE)), None)
    return face or _find_look(crop, looks)


def _find_look(crop: Image, looks: Mapping[Face, Image]) -> Face | None:
    """The direction card or back that the card in `crop` looks like, either way up; None for none and for two alike."""
    likeness = sorted(((compare_looks(crop, look), face) for face, look in looks.items()), reverse=True)
    if not likeness or likeness[0][0] < KNOWN_AGAIN.min_look_alike:
        return None
    rivals = [one for one, _ in likeness[1:]]
    return likeness[0][1] if not rivals or likeness[0][0] - rivals[0] >= KNOWN_AGAIN.min_look_lead else None


def compare_looks(one: Image, other: Image) -> float:
    """Correlation of two crops of cards, (h, w, 3) uint8 BGR, -1 to 1, the better way up."""
    small, known = (
        cv2.resize(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), (40, 56), interpolation=cv2.INTER_AREA).astype(np.float32)
        for crop in (one, other)
    )
    inner = known[3:-3, 3:-3]
    return max(
        float(cv2.matchTemplate(np.ascontiguousarray(way), inner, cv2.TM_CCOEFF_NORMED).max())
        for way in (small, small[::-1, ::-1])
    )


# --- the place of the table --------------------------------------------------------------------------------------------


class _Pair(NamedTuple):
    """A known card and a seen one of the same name."""

    known: int
    seen: int


Fit = Callable[[NDArray[np.float64], NDArray[np.float64]], "Homography | None"]
"""Finds the place of the table in the picture from (n, 2) millimetres and (n, 2) picture pixels."""


def match_known_cards(
    known: Sequence[NamedCard], seen: Sequence[NamedCard], before: Registration
) -> tuple[Registration, tuple[Quad, ...]] | None:
    """Where the table lies, and the cards that tell it. None where fewer than two cards agree, or where another place of the table is told
    by as many. `known`: millimetres; `seen`: picture pixels. `before`: where the table lay."""
    pairs = [_Pair(i, j) for i, one in enumerate(known) for j, other in enumerate(seen) if one.name == other.name]
    told = list[_Told]()
    for fit in (
        _fit_pushed(before),
        _fit_turned(before),
        _fit_anyhow,
    ):  # the simplest way in which a table can have moved comes first
        for one, other in itertools.combinations(pairs, 2):
            if one.known == other.known or one.seen == other.seen or {known[one.known].name, known[other.known].name} == {BACK}:
                continue
            for quads in itertools.product(
                *((seen[pair.seen].corners, turn_half(seen[pair.seen].corners)) for pair in (one, other))
            ):
                place = _fit_cards([known[one.known].corners, known[other.known].corners], quads, fit, before)
                if place is not None:
                    told.append(_Told(place, _list_agreeing(known, seen, pairs, place), fit))
    if not told:
        return None
    count = max(len(one.agreeing) for one in told)
    told = [one for one in told if len(one.agreeing) == count]
    simplest = [next(one for one in told if one.fit is fit) for fit in dict.fromkeys(one.fit for one in told)]
    refitted = [_refit(known, one, before) for one in simplest]
    least = min(error for _, error in refitted)
    which = next(
        i
        for i, (_, error) in enumerate(refitted)
        if error <= least * KNOWN_AGAIN.max_worse_fit[0] + KNOWN_AGAIN.max_worse_fit[1]
    )
    best, (place, _) = simplest[which], refitted[which]
    middles = [one.corners.mean(axis=0) for one in known]
    near = 2 * KNOWN_AGAIN.min_moved_cards * float(np.mean([width_of(quad) for _, quad in best.agreeing]))
    rivals = [one.place for one in told if one.fit is best.fit]
    if any(np.linalg.norm(project(middles, other) - project(middles, best.place), axis=1).max() > near for other in rivals):
        return None
    return Registration(place), tuple(quad for _, quad in best.agreeing)


class _Told(NamedTuple):
    """A place of the table that two cards tell."""

    place: Homography
    agreeing: list[tuple[int, Quad]]  # known cards that are seen where they lie then, by number
    fit: Fit  # how it was found


def _refit(known: Sequence[NamedCard], told: _Told, before: Registration) -> tuple[Homography, float]:
    """The place of the table by all agreeing cards, and by how many pixels these cards lie off."""
    flat, seen = [known[i].corners for i, _ in told.agreeing], [quad for _, quad in told.agreeing]
    again = _fit_cards(flat, seen, told.fit, before)
    place = told.place if again is None else again
    off = project(np.concatenate(flat), place) - np.concatenate(seen)
    return place, float(np.sqrt((off**2).sum(axis=1).mean()))


def _fit_cards(
    known: Sequence[NDArray[np.floating]], quads: Iterable[NDArray[np.floating]], fit: Fit, before: Registration
) -> Homography | None:
    """The place of the table that puts the known cards, in millimetres, where `quads`, in pixels, are seen. None where none
    does, or one that is much larger, smaller or mirrored against the place before."""
    flat, seen = np.concatenate(list(known)).astype(np.float64), np.concatenate(list(quads)).astype(np.float64)
    place = fit(flat, seen)
    if place is None:
        return None
    put, were = project(flat, place), project(flat, before.to_picture)
    width = float(np.linalg.norm(seen[1] - seen[0]))
    if not np.isfinite(put).all() or float(np.abs(put - seen).max()) > KNOWN_AGAIN.max_fit_cards * width:
        return None
    larger = abs(math.log(max(abs(signed_area(put[:4])), 1e-6) / max(abs(signed_area(were[:4])), 1e-6))) / 2
    is_same_side = signed_area(put[:4]) * signed_area(were[:4]) > 0
    return place if is_same_side and is_convex(put[:4]) and larger <= math.log(KNOWN_AGAIN.max_scale) else None


def _fit_pushed(before: Registration) -> Fit:
    """Finds places of a table that was pushed or turned under a camera that hangs still."""
    to_mm = np.asarray(np.linalg.inv(before.to_picture), np.float64)

    def fit(flat: NDArray[np.float64], seen: NDArray[np.float64]) -> Homography | None:
        moved = fit_similarity(flat, project(seen, to_mm))
        scale = float(np.hypot(moved[0, 0], moved[1, 0]))
        return before.to_picture @ moved if abs(math.log(max(scale, 1e-6))) < 0.06 else None  # the table stays as large; guess

    return fit


def _fit_turned(before: Registration) -> Fit:
    """Finds places of a table whose picture was turned, shifted or scaled as a whole."""
    return lambda flat, seen: fit_similarity(project(flat, before.to_picture), seen) @ before.to_picture


def _fit_anyhow(flat: NDArray[np.float64], seen: NDArray[np.float64]) -> Homography | None:
    """The place of a table under a camera that hangs elsewhere."""
    place, _ = cv2.findHomography(flat, seen, 0)
    return None if place is None else np.asarray(place, np.float64)


def fit_similarity(source: NDArray[np.float64], target: NDArray[np.float64]) -> Homography:
    """The shift, turn and scale that best put points on others: (3, 3). `source`, `target`: (n, 2), two at least."""
    one, other = (points.mean(axis=0) for points in (source, target))
    a, b = ((points - middle) @ (1.0, 1j) for points, middle in ((source, one), (target, other)))
    turn = complex((np.conj(a) * b).sum() / max(float((np.abs(a) ** 2).sum()), 1e-9))
    way = np.array([[turn.real, -turn.imag], [turn.imag, turn.real]])
    shift = other - way @ one
    return np.array([[*way[0], shift[0]], [*way[1], shift[1]], [0.0, 0.0, 1.0]])


def _list_agreeing(
    known: Sequence[NamedCard], seen: Sequence[NamedCard], pairs: Sequence[_Pair], place: Homography
) -> list[tuple[int, Quad]]:
    """The known cards seen where `place` has them: index among `known`, and (4, 2) corners in pixels."""
    found = dict[int, tuple[int, Quad]]()
    for pair in pairs:
        put, quad = project(known[pair.known].corners, place), np.asarray(seen[pair.seen].corners, np.float32)
        way = min((quad, turn_half(quad)), key=lambda one: float(np.abs(one - put).max()))
        if float(np.abs(way - put).max()) <= KNOWN_AGAIN.max_fit_cards * 1.5 * width_of(quad):
            found[pair.known] = (pair.known, way)
    return list(found.values())
