"""Read a card of which only a part shows: another card lies on the rest, or the picture ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import OPPOSITE
from vision.readers.enrolled import features
from vision.readers.enrolled.alignment import align_corners, prepare_target, warp_to_corners
from vision.readers.enrolled.features import CANONICAL_SIZE
from vision.readers.enrolled.file import Deck
from vision.types import UNREADABLE, Image, Reading

Mask = NDArray[np.bool_]
"""(136, 96) True where a canonical crop shows the card itself."""


@dataclass(frozen=True, slots=True)
class PartSearch:
    """Which faces are compared with the visible part of a card."""

    min_visible_part: float = 0.12  # of a card's area, to be looked at at all; guess
    min_coarse_likeness: float = 0.2  # correlation at low resolution below which no face is aligned; guess
    max_likeness_gap: float = 0.2  # faces that were so much less like the part than the best are not aligned again; guess
    max_looks: int = 3  # times that a place is laid on the card seen there: limits the time; guess
    spoilt_part: float = 0.1  # of the visible part, may show something else: a finger, glare; guess
    colour_weight: float = 5.0  # against print: full red counts as much as the sharpest contrast; guess


PART_SEARCH = PartSearch()
GLANCE_SIZE = (CANONICAL_SIZE[0] // 2, CANONICAL_SIZE[1] // 2)  # width and height of the low resolution


@dataclass(frozen=True, slots=True)
class PartThresholds:
    """When the visible part of a card is read as a face."""

    pixels_per_observation: float = 20.0  # neighbouring pixels are not independent: so many count once; guess
    min_known_likeness: float = 0.4  # correlation below which the part is of no card of the deck; guess
    min_accepted_likeness: float = 0.7  # correlation of the visible part with the enrolled picture; guess
    min_contrast: float = 0.5  # against the enrolled picture: noise of a bare table looks like faint print; guess
    min_lead_part: float = 0.4  # lead over other faces, in parts of what the likeness lacks to `sure_likeness`; guess
    sure_likeness: float = 0.9  # a part so like its face needs no lead and is not contradicted by stray print; guess
    min_probability: float = 0.98  # of being right: less shows that could contradict than of a whole card; guess
    max_contested_gap: float = 0.05  # another card with less likeness than this below the best contests the reading; guess
    max_recoloured_part: float = 0.2
    """of print; photographed parts had 0.04 at most, wrong ones 0.2 to 0.42; measured by bench_photos.py."""
    max_stray_part: float = 0.5
    """per likeness; all seven wrong looks of 74 in rendered piles had 0.43 to 1.0; measured by bench_fanned.py."""


PART = PartThresholds()


@dataclass(frozen=True, slots=True)
class InkThresholds:
    """What counts as print, and as print of another colour."""

    min_darkness: float = 0.5  # against the surroundings, in units of contrast; guess
    min_colour_strength: float = 0.6  # black print is never so colourful; guess
    min_ink_difference_part: float = 0.7  # of the bolder colour, for two inks to be different; guess
    min_haze_gain: float = 0.4  # haze makes all colours of a card paler by this factor at most; guess
    faint_darkness: float = 0.3  # print of a face this faint still explains print seen there; guess


INKS_OF_PARTS = InkThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class FaceMatch:
    """One face aligned with the visible part of a card."""

    face: int  # number of the face in the deck
    turned: bool  # the card lies upside down
    likeness: float  # correlation (-1 to 1) of the visible part with the enrolled picture
    misfit: NDArray[Any]  # (h, w) squared difference from the enrolled picture, NaN where the card does not show
    place: NDArray[Any]  # (4, 2) corners of the card in parts of the crop, from the crop's top left
    contrast: float = 1.0  # strength of the print against the enrolled picture; veils and dim light weaken print
    recoloured: float = 0.0  # part of the print (0 to 1) that shows in another colour than the face's
    stray: float = 0.0  # part of the print seen (0 to 1) where the face has no print


class PartReader:
    """Compares the visible part of a card with the same part of every face of a deck."""

    def __init__(self, deck: Deck) -> None:
        """Decodes all pictures of the deck, which takes a moment."""
        self.deck = deck
        decoded = (cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR) for picture in deck.pictures)
        pictures = [features.resize_to_canonical(np.asarray(picture, np.uint8)) for picture in decoded]
        self.chroma = [compute_chroma(picture) for picture in pictures]
        self._grays = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in pictures]
        self._whole = lru_cache(maxsize=16)(partial(_stack_face, deck, self.chroma))  # the cards on a table are read often
        self._small = CoarseLooks(
            np.stack(
                [_shrink_look(plane.astype(np.float32), chroma) for plane, chroma in zip(deck.planes, self.chroma, strict=True)]
            )
        )

    def match_faces(self, crop: Image, visible: Mask, known: Sequence[FaceMatch] = ()) -> list[FaceMatch]:
        """The likeliest faces, best first; none if too little shows or nothing is like a card of the deck.

        `crop`: (h, w, 3) rectified, filled by the card. `visible`: (h, w) True where the card itself shows. `known`: matches of
        an earlier look at about the same place; only close ones are aligned again.
        """
        small = features.resize_to_canonical(crop)
        seen = cv2.resize(visible.astype(np.float32), features.CANONICAL_SIZE, interpolation=cv2.INTER_AREA) > 0.98
        seen = cv2.erode(seen.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        if seen.mean() < PART_SEARCH.min_visible_part:
            return []
        looks = compute_masked_texture(small, seen), compute_chroma(small), seen
        close = [
            (match.face, match.turned) for match in known if match.likeness > known[0].likeness - PART_SEARCH.max_likeness_gap
        ]
        likely = close or self._choose_faces(looks)
        if not likely:
            return []
        ways = (looks, tuple(np.ascontiguousarray(plane[::-1, ::-1]) for plane in looks))
        strength = _measure_contrast(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)[seen])
        found = [self._align_face(face, turned, ways[turned], strength) for face, turned in likely]
        return sorted(found, key=lambda match: match.likeness, reverse=True)

    def measure_coarse_likeness(self, crop: Image) -> float:
        """The likeness (-1 to 1) of a canonical crop of a whole card to the face that suits best, at low resolution."""
        whole = np.ones(crop.shape[:2], bool)
        return float(self._correlate_coarsely((compute_masked_texture(crop, whole), compute_chroma(crop), whole)).max())

    def _correlate_coarsely(self, look: tuple[NDArray[Any], ...]) -> NDArray[Any]:
        """(2 * C,) likeness of each face to the part at low resolution, for C faces upright, then upside down. `look`:
        texture, colour, and which pixels are seen, (h, w) each."""
        plane, colour, seen = look
        weight = cv2.resize(seen.astype(np.float32), GLANCE_SIZE, interpolation=cv2.INTER_AREA).ravel()
        low = _shrink_look(plane * seen, colour * seen[..., None])
        return self._small.correlate(np.stack([low, low[:, ::-1]]), np.stack([weight, weight[::-1]])).T.ravel()

    def _choose_faces(self, look: tuple[NDArray[Any], ...]) -> list[tuple[int, bool]]:
        """(face, turned) of the six faces that suit the part best at low resolution; none if no face suits. `look`: as of
        `_align_face`."""
        like, count = self._correlate_coarsely(look), len(self.deck.faces)
        if like.max() < PART_SEARCH.min_coarse_likeness:
            return []
        # aligning more would cost too much time
        return [(int(i) % count, bool(i >= count)) for i in np.argsort(-like)[:6]]

    def _align_face(self, face: int, turned: bool, look: tuple[NDArray[Any], ...], strength: float) -> FaceMatch:
        """How like a face the part is after both were aligned. `look`: texture, colours and mask of the part, held
        upright. `turned`: the part was upside down before. `strength`: contrast of the part."""
        plane, colour, seen = look
        whole = self._whole(face)
        corners, laid = align_corners(
            prepare_target(np.ascontiguousarray(whole[..., 0]), seen.astype(np.float32)), plane, steps=8
        )
        colours = warp_to_corners(colour, corners, features.CANONICAL_SIZE)
        where = np.flatnonzero(seen)
        own = whole.reshape(-1, 3).take(where, axis=0)
        other = np.empty((len(where), 3), np.float32)
        other[:, 0], other[:, 1:] = laid.ravel().take(where), colours.reshape(-1, 2).take(where, axis=0)
        like, gaps = correlate_trimmed(own, other)
        misfit = np.full(seen.shape, np.nan, np.float32)
        misfit.ravel()[where] = gaps
        place = (corners + 0.5) / np.array(features.CANONICAL_SIZE, np.float32)
        contrast = strength / max(_measure_contrast(self._grays[face].ravel()[where]), 1e-3)
        place = (1 - place)[OPPOSITE] if turned else place
        return FaceMatch(
            face,
            turned,
            like,
            misfit,
            place,
            contrast,
            measure_recoloured_part(own, other),
            measure_stray_part(whole[..., 0], laid, seen),
        )

    def judge_matches(self, matches: Sequence[FaceMatch]) -> Reading:
        """The reading by the `matches` of one card, best first and at least one: "?" if the best is of no card of the deck.
        Without likeness and without the name of the deck."""
        best = matches[0]
        chance: dict[int, float] = {}
        for match in matches:
            chance[match.face] = max(chance.get(match.face, 0.0), self.compute_odds(match, best))
        total = sum(chance.values()) * 1.002
        faces = self.deck.faces
        ranked = sorted(((faces[i], value / total) for i, value in chance.items() if i != best.face), key=lambda one: -one[1])
        if best.likeness < PART.min_known_likeness:
            return Reading("", UNREADABLE, 0.0, tuple(ranked[:4]), False)
        confidence = chance[best.face] / total
        lead = best.likeness - max((match.likeness for match in matches if match.face != best.face), default=-1.0)
        clear = best.contrast >= PART.min_contrast and lead >= PART.min_lead_part * (PART.sure_likeness - best.likeness)
        contradicted = best.recoloured > PART.max_recoloured_part or (
            best.likeness < PART.sure_likeness and best.stray > PART.max_stray_part * best.likeness
        )
        accepted = (
            best.likeness >= PART.min_accepted_likeness and confidence >= PART.min_probability and clear and not contradicted
        )
        return Reading("", faces[best.face], confidence, tuple(ranked[:4]), accepted)

    def compute_odds(self, match: FaceMatch, best: FaceMatch) -> float:
        """The odds (0 to 1) of a match against the best match, compared only where the prints of the two faces differ; 1 for
        the same face, or if too little of the difference shows."""
        if match.face == best.face:
            return 1.0
        (mine, my_gaps), (its, its_gaps) = (self._turn_as_seen(one) for one in (best, match))
        where = (_sum_channels(np.abs(mine - its)) > 0.5) & np.isfinite(my_gaps) & np.isfinite(its_gaps)
        if where.sum() < PART.pixels_per_observation:
            return 1.0
        ratio = float(its_gaps[where].sum()) / max(float(my_gaps[where].sum()), 1e-6)
        return float(np.exp(-np.clip(0.5 * where.sum() / PART.pixels_per_observation * np.log(ratio), 0.0, 50.0)))

    def _turn_as_seen(self, match: FaceMatch) -> tuple[NDArray[Any], NDArray[Any]]:
        """(h, w, 3) texture and colours of the match's face, and the match's misfit, the way up the part was seen."""
        whole = self._whole(match.face)
        return (whole[::-1, ::-1], match.misfit[::-1, ::-1]) if match.turned else (whole, match.misfit)


def _stack_face(deck: Deck, chroma: Sequence[NDArray[Any]], face: int) -> NDArray[np.float32]:
    """(136, 96, 3) texture and colours of a face."""
    return np.concatenate([deck.planes[face].astype(np.float32)[..., None], chroma[face]], axis=2)


def compute_chroma(crop: Image) -> NDArray[Any]:
    """(136, 96, 2) how red rather than green, and how blue rather than yellow, each pixel of a canonical crop is under any
    light."""
    blue, green, red = cv2.split(cv2.GaussianBlur(crop, (0, 0), 1.5).astype(np.float32))
    light = blue + green + red + 60
    return np.asarray(
        PART_SEARCH.colour_weight * np.stack([(red - green) / light, (blue - (red + green) / 2) / light], axis=2), np.float32
    )


def _measure_contrast(grays: NDArray[Any]) -> float:
    """The deviation of grey levels in parts of their mean, independent of the amount of light."""
    return float(grays.std()) / (float(grays.mean()) + 10)


def _shrink_look(plane: NDArray[Any], colour: NDArray[Any]) -> NDArray[Any]:
    """(3, p) low resolution of a texture and two colours."""
    parts = (plane, colour[..., 0], colour[..., 1])
    return np.stack([cv2.resize(part, GLANCE_SIZE, interpolation=cv2.INTER_AREA).ravel() for part in parts])


def compute_masked_texture(crop: Image, seen: Mask) -> NDArray[Any]:
    """(136, 96) float32 texture of the seen part of a canonical crop, see `features.compute_texture`; 0 elsewhere."""
    gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    weight = seen.astype(np.float32)
    reach = (gray.shape[1] // 3) | 1
    share = np.maximum(cv2.blur(cv2.blur(weight, (reach, reach)), (reach, reach)), 1e-3)

    def around(plane: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(cv2.blur(cv2.blur(plane * weight, (reach, reach)), (reach, reach)) / share)

    away = (gray - around(gray)) * weight
    power = around(away * away)
    floor = 0.15 * float(power[seen].mean()) + 4.0
    return np.asarray(away / np.sqrt(power + floor) * weight, np.float32)


def correlate_trimmed(a: NDArray[Any], b: NDArray[Any]) -> tuple[float, NDArray[Any]]:
    """The correlation (-1 to 1) of two (p, channels) looks without the worst pixels, and (p,) squared differences that remain.

    Left out are a finger, glare or the rim of another card. The differences remain after `a` was brought to the brightness and
    contrast of `b`.
    """
    off = _sum_channels(np.abs(a - b))
    kept = (off <= np.partition(off, last := int((len(off) - 1) * (1 - PART_SEARCH.spoilt_part)))[last]).astype(np.float32)
    count = float(kept.sum())
    a, b = a - (kept @ a) / count, b - (kept @ b) / count
    mine, its = a * kept[:, None], b * kept[:, None]
    power, along = float(np.vdot(mine, a)), float(np.vdot(mine, b))
    gaps = _sum_channels((b - np.clip(along / max(power, 1e-6), 0.2, 5.0) * a) ** 2)
    return along / ((power * float(np.vdot(its, b))) ** 0.5 + 1e-6), gaps


def _sum_channels(planes: NDArray[Any]) -> NDArray[Any]:
    """(...) the sum of (..., k) `planes` over the last axis, added plane by plane: numpy adds up many short rows slowly."""
    total = planes[..., 0].copy()
    for number in range(1, planes.shape[-1]):
        total += planes[..., number]
    return total


def measure_recoloured_part(face: NDArray[Any], seen: NDArray[Any]) -> float:
    """The part (0 to 1) of print with other colours than the face's, at any paleness; 0 where no print is common to both.

    `face`, `seen`: (p, 3) texture and colours, enrolled and as seen. Likeness leaves out red pips in the corner of a black card
    as if the pips were a finger.
    """
    ink = (face[:, 0] < -INKS_OF_PARTS.min_darkness) & (seen[:, 0] < -INKS_OF_PARTS.min_darkness)
    if not ink.any():
        return 0.0
    # every eighth place is enough to tell the colour of the paper
    mine, its = (look[ink, 1:] - np.median(look[::8, 1:], axis=0) for look in (face, seen))
    mine = mine * np.clip(float(np.vdot(mine, its)) / max(float(np.vdot(mine, mine)), 1e-6), INKS_OF_PARTS.min_haze_gain, 1.0)
    bolder = np.maximum(np.linalg.norm(mine, axis=1), np.linalg.norm(its, axis=1))
    other = np.linalg.norm(mine - its, axis=1) > INKS_OF_PARTS.min_ink_difference_part * bolder
    return float((other & (bolder > INKS_OF_PARTS.min_colour_strength)).mean())


def measure_stray_part(face: NDArray[Any], laid: NDArray[Any], visible: Mask) -> float:
    """The part (0 to 1) of print in a texture `laid`, (136, 96), where the `face`'s texture has no print; 0 without print.

    `visible`: where the card shows. Where little shows, likeness leaves out a 7 beside a card's number as if the 7 were a
    finger.
    """
    inner = cv2.erode(visible.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    print_seen = (laid < -INKS_OF_PARTS.min_darkness) & inner
    printed = (face < -INKS_OF_PARTS.faint_darkness).astype(np.uint8)
    near = cv2.dilate(printed, np.ones((7, 7), np.uint8)) > 0  # three pixels off: cards are never laid on pictures exactly
    return float((print_seen & ~near).sum()) / max(int(print_seen.sum()), 1)


class CoarseLooks:
    """Looks at low resolution, compared with other looks all at once."""

    def __init__(self, looks: NDArray[Any]) -> None:
        """`looks`: (n, channels, p)."""
        count, channels, pixels = looks.shape
        self._shape, self._looks = (count, channels), np.ascontiguousarray(looks.reshape(count, channels * pixels), np.float32)
        self._power = np.ascontiguousarray((looks**2).sum(axis=1), np.float32)

    def correlate(self, others: NDArray[Any], weights: NDArray[Any]) -> NDArray[Any]:
        """(n, m) correlations (-1 to 1) with (m, channels, p) `others`, each counted where (m, p) `weights` are not 0."""
        count, channels = self._shape
        totals = weights.sum(axis=1) + 1e-6
        others = others - ((others * weights[:, None]).sum(axis=2) / totals[:, None])[..., None]
        weighed = others * weights[:, None]
        sums = self._looks.reshape(count * channels, -1) @ weights.T
        power = self._power @ weights.T - (sums.reshape(count, channels, -1) ** 2).sum(axis=1) / totals
        along = self._looks @ weighed.reshape(len(others), -1).T
        return np.asarray(along / np.sqrt(np.maximum(power * (weighed * others).sum(axis=(1, 2)), 1e-6)))
