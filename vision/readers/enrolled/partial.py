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
from vision.readers.enrolled.alignment import align, laid_on, target
from vision.readers.enrolled.file import Deck
from vision.types import UNREADABLE, Image, Reading

Mask = NDArray[np.bool_]
"""(136, 96): the part of a canonical crop that is seen."""

LEAST_VISIBLE = 0.12
"""Part of a card that must show for it to be looked at."""
GLANCE_SIZE = (48, 68)
LOOKED_AT = 6
"""Faces that are laid on the part exactly; the others are ruled out at a glance."""
GLANCE_LIKENESS = 0.2
"""Correlation at low resolution below which no face is worth laying on it."""
GRAIN = 20.0
"""Pixels of a texture that go together: so many fewer independent things are seen than there are pixels."""
COLOURFUL = 5.0
"""Weight of colour against print: full red counts as much as the sharpest contrast."""
CLOSE = 0.2
"""Faces that were so much less like the part than the best are not laid on it again."""
SPOILT = 0.1
"""Part of what seems to show that may be something else."""
KNOWN = 0.4
"""Below this correlation it is no card of the deck."""
ALIKE_PART = 0.7
"""Least correlation of the visible part with the enrolled picture to be accepted."""
PRINTED = 0.5
"""Least contrast of the visible part, against the enrolled picture: on a bare table the print of a card is made out of noise."""
LEAD, SURELY_LIKE = 0.4, 0.9
"""A part must be more like its face than like any other by this part of what it lacks in likeness."""
INK, COLOURED, OTHER_INK = 0.5, 0.6, 0.7
"""How much darker than its surroundings print is; how bold a colour is that black cannot be; and by what part of the bolder one the colours
of two inks differ that are not the same."""
PALEST, EVERY = 0.4, 8
"""By how much haze may make all colours of a card paler, and of how many places one is looked at for the colour of its paper."""
MOST_RECOLOURED = 0.2
"""Part of a face's print that may show in another colour. Of photographed cards that lay under others of their deck at most 0.04 did; two
cards that together looked like one of clubs had 0.42 of its print in red, the courts of other makers 0.2 to 0.33."""
MOST_STRAY, FAINT, ABOUT = 0.5, 0.3, 7
"""Part of the print seen that may lie where a face has none that it is not surely like, for one time that it is like it (none is where it is
less than `FAINT` darker than its surroundings within `ABOUT` pixels). Of 74 looks at parts in rendered piles that were accepted all seven at
another card had more of it astray, 0.43 to 1.0, and 17 of the others; a photograph that is 0.83 like its face has 0.41."""
RECENT = 16
"""How many faces are kept ready to be compared."""
SURE_PART = 0.98
"""Least probability of being right: of a part less shows that could contradict than of a whole card."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceMatch:
    """One face laid on what shows. `likeness`: -1 to 1. `contrast`: how strong the print is, against that of the enrolled picture; veils and
    dim light weaken it, and where nothing lies it is noise. `turned`: the card lies upside down. `misfit`: (h, w) squared difference
    from the enrolled picture, NaN where the card does not show. `place`: (4, 2) where the card's corners truly lie, in parts of the
    crop that was looked at, from its top left. `recoloured`: part of the print (0 to 1) that shows in another colour than the face has
    there. `stray`: part of the print seen (0 to 1) that lies where the face has none."""

    face: int
    turned: bool
    likeness: float
    misfit: NDArray[Any]
    place: NDArray[Any]
    contrast: float = 1.0
    recoloured: float = 0.0
    stray: float = 0.0


class PartReader:
    """Compares what shows of a card with the same part of every card of the deck."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.chroma = [_chroma_of_picture(picture) for picture in deck.pictures]
        self._grays = [_gray_of_picture(picture) for picture in deck.pictures]
        self._whole = lru_cache(maxsize=RECENT)(partial(_whole_of, deck, self.chroma))
        self._small = LowLooks(
            np.stack([_small(plane.astype(np.float32), chroma) for plane, chroma in zip(deck.planes, self.chroma, strict=True)])
        )

    def look(self, crop: Image, visible: Mask, known: Sequence[FaceMatch] = ()) -> list[FaceMatch]:
        """The likeliest faces, best first. `crop`: (h, w, 3) rectified, the card filling it. `visible`: (h, w), where the card itself
        shows. `known`: what an earlier look at about the same place found; only those that came close are laid on again. None if
        too little shows, or nothing that is like any card of the deck."""
        small = features.canonical(crop)
        seen = cv2.resize(visible.astype(np.float32), features.CANONICAL_SIZE, interpolation=cv2.INTER_AREA) > 0.98
        seen = cv2.erode(seen.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        if seen.mean() < LEAST_VISIBLE:
            return []
        looks = masked_texture(small, seen), chroma(small), seen
        close = [(match.face, match.turned) for match in known if match.likeness > known[0].likeness - CLOSE]
        likely = close or self._glance(looks)
        if not likely:
            return []
        ways = (looks, tuple(np.ascontiguousarray(plane[::-1, ::-1]) for plane in looks))
        strength = _contrast(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)[seen])
        found = [self._laid(face, turned, ways[turned], strength) for face, turned in likely]
        return sorted(found, key=lambda match: match.likeness, reverse=True)

    def likeness_at_a_glance(self, crop: Image) -> float:
        """How like (-1 to 1) a crop of a card that shows whole is at low resolution to the face that suits it best. `crop`: canonical."""
        whole = np.ones(crop.shape[:2], bool)
        return float(self._glances((masked_texture(crop, whole), chroma(crop), whole)).max())

    def _glances(self, look: tuple[NDArray[Any], ...]) -> NDArray[Any]:
        """(2 * C,) how like the part each face is at low resolution, upright and then turned. `look`: as of `_laid`."""
        plane, colour, seen = look
        weight = cv2.resize(seen.astype(np.float32), GLANCE_SIZE, interpolation=cv2.INTER_AREA).ravel()
        low = _small(plane * seen, colour * seen[..., None])
        return self._small.correlations(np.stack([low, low[:, ::-1]]), np.stack([weight, weight[::-1]])).T.ravel()

    def _glance(self, look: tuple[NDArray[Any], ...]) -> list[tuple[int, bool]]:
        """(face, turned) of those that suit the part best at low resolution. `look`: as of `_laid`."""
        like = self._glances(look)
        order = [int(i) for i in np.argsort(-like)[: LOOKED_AT if like.max() >= GLANCE_LIKENESS else 0]]
        count = len(self.deck.faces)
        return [(i % count, i >= count) for i in order]

    def _laid(self, face: int, turned: bool, look: tuple[NDArray[Any], ...], strength: float) -> FaceMatch:
        """How like a face the part is after both are laid on one another. `look`: its texture, its colours, and where it shows;
        `strength`: contrast of what shows."""
        plane, colour, seen = look
        whole = self._whole(face)
        corners, laid = align(target(np.ascontiguousarray(whole[..., 0]), seen.astype(np.float32)), plane, steps=8)
        colours = laid_on(colour, corners, features.CANONICAL_SIZE)
        where = np.flatnonzero(seen)
        own = whole.reshape(-1, 3).take(where, axis=0)
        other = np.empty((len(where), 3), np.float32)
        other[:, 0], other[:, 1:] = laid.ravel().take(where), colours.reshape(-1, 2).take(where, axis=0)
        like, gaps = trimmed_correlation(own, other)
        misfit = np.full(seen.shape, np.nan, np.float32)
        misfit.ravel()[where] = gaps
        place = (corners + 0.5) / np.array(features.CANONICAL_SIZE, np.float32)
        contrast = strength / max(_contrast(self._grays[face].ravel()[where]), 1e-3)
        place = (1 - place)[OPPOSITE] if turned else place
        return FaceMatch(face, turned, like, misfit, place, contrast, recoloured(own, other), stray(whole[..., 0], laid, seen))

    def reading(self, matches: Sequence[FaceMatch]) -> Reading:
        """What the looks at one card, best first, say."""
        best = matches[0]
        chance: dict[int, float] = {}
        for match in matches:
            chance[match.face] = max(chance.get(match.face, 0.0), self.odds(match, best))
        total = sum(chance.values()) * 1.002
        faces = self.deck.faces
        ranked = sorted(((faces[i], value / total) for i, value in chance.items() if i != best.face), key=lambda one: -one[1])
        if best.likeness < KNOWN:
            return Reading("", UNREADABLE, 0.0, tuple(ranked[:4]), False)
        confidence = chance[best.face] / total
        lead = best.likeness - max((match.likeness for match in matches if match.face != best.face), default=-1.0)
        clear = best.contrast >= PRINTED and lead >= LEAD * (SURELY_LIKE - best.likeness)
        contradicted = best.recoloured > MOST_RECOLOURED or (
            best.likeness < SURELY_LIKE and best.stray > MOST_STRAY * best.likeness
        )
        accepted = best.likeness >= ALIKE_PART and confidence >= SURE_PART and clear and not contradicted
        return Reading("", faces[best.face], confidence, tuple(ranked[:4]), accepted)

    def odds(self, match: FaceMatch, best: FaceMatch) -> float:
        """How likely a match is for one time the best one is (0 to 1): only where the two faces differ in print is compared."""
        if match.face == best.face:
            return 1.0
        (mine, my_gaps), (its, its_gaps) = (self._as_seen(one) for one in (best, match))
        where = (_summed(np.abs(mine - its)) > 0.5) & np.isfinite(my_gaps) & np.isfinite(its_gaps)
        if where.sum() < GRAIN:
            return 1.0
        ratio = float(its_gaps[where].sum()) / max(float(my_gaps[where].sum()), 1e-6)
        return float(np.exp(-np.clip(0.5 * where.sum() / GRAIN * np.log(ratio), 0.0, 50.0)))

    def _as_seen(self, match: FaceMatch) -> tuple[NDArray[Any], NDArray[Any]]:
        """(h, w, 3) what the match's face looks like, and its misfit, the way up the part was seen."""
        whole = self._whole(match.face)
        return (whole[::-1, ::-1], match.misfit[::-1, ::-1]) if match.turned else (whole, match.misfit)


def _whole_of(deck: Deck, chroma: Sequence[NDArray[Any]], face: int) -> NDArray[np.float32]:
    """(136, 96, 3) texture and colours of a face."""
    return np.concatenate([deck.planes[face].astype(np.float32)[..., None], chroma[face]], axis=2)


def chroma(crop: Image) -> NDArray[Any]:
    """(136, 96, 2) how red rather than green and how blue rather than yellow each place of a canonical crop is, whatever the light."""
    blue, green, red = cv2.split(cv2.GaussianBlur(crop, (0, 0), 1.5).astype(np.float32))
    light = blue + green + red + 60
    return np.asarray(COLOURFUL * np.stack([(red - green) / light, (blue - (red + green) / 2) / light], axis=2), np.float32)


def _chroma_of_picture(picture: bytes) -> NDArray[Any]:
    decoded = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    return chroma(features.canonical(np.asarray(decoded, np.uint8)))


def _gray_of_picture(picture: bytes) -> NDArray[Any]:
    decoded = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    return cv2.cvtColor(features.canonical(np.asarray(decoded, np.uint8)), cv2.COLOR_BGR2GRAY)


def _contrast(grays: NDArray[Any]) -> float:
    """How much grey levels vary, whatever the light."""
    return float(grays.std()) / (float(grays.mean()) + 10)


def _small(plane: NDArray[Any], colour: NDArray[Any]) -> NDArray[Any]:
    """(3, p) the low resolution of a texture and its two colours."""
    low = [
        cv2.resize(part, GLANCE_SIZE, interpolation=cv2.INTER_AREA).ravel() for part in (plane, colour[..., 0], colour[..., 1])
    ]
    return np.stack(low)


def masked_texture(crop: Image, seen: Mask) -> NDArray[Any]:
    """As `features.texture`, (136, 96) float32, of the part of a canonical crop that is seen; 0 elsewhere."""
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


def trimmed_correlation(a: NDArray[Any], b: NDArray[Any]) -> tuple[float, NDArray[Any]]:
    """Correlation (-1 to 1) of two (p, channels) looks, the worst pixels left out: a finger, glare, the rim of another card; and (p,)
    the squared differences that are left when `a` is brought to the brightness and contrast of `b`: what is seen, `b`, is explained."""
    off = _summed(np.abs(a - b))
    kept = (off <= np.partition(off, last := int((len(off) - 1) * (1 - SPOILT)))[last]).astype(np.float32)
    count = float(kept.sum())
    a, b = a - (kept @ a) / count, b - (kept @ b) / count
    mine, its = a * kept[:, None], b * kept[:, None]
    power, along = float(np.vdot(mine, a)), float(np.vdot(mine, b))
    gaps = _summed((b - np.clip(along / max(power, 1e-6), 0.2, 5.0) * a) ** 2)
    return along / ((power * float(np.vdot(its, b))) ** 0.5 + 1e-6), gaps


def _summed(planes: NDArray[Any]) -> NDArray[Any]:
    """(..., k) added up to (...): plane by plane, for numpy adds up many short rows slowly."""
    total = planes[..., 0].copy()
    for number in range(1, planes.shape[-1]):
        total += planes[..., number]
    return total


def recoloured(face: NDArray[Any], seen: NDArray[Any]) -> float:
    """The part (0 to 1) of what is print both of a face and of what is seen, (p, 3) each, whose colour is another one, however pale a
    veil has made it. Likeness does not tell: red pips in a corner of a black card are left out of it as a finger would be."""
    ink = (face[:, 0] < -INK) & (seen[:, 0] < -INK)
    if not ink.any():
        return 0.0
    mine, its = (look[ink, 1:] - np.median(look[::EVERY, 1:], axis=0) for look in (face, seen))
    mine = mine * np.clip(float(np.vdot(mine, its)) / max(float(np.vdot(mine, mine)), 1e-6), PALEST, 1.0)
    bolder = np.maximum(np.linalg.norm(mine, axis=1), np.linalg.norm(its, axis=1))
    return float(((bolder > COLOURED) & (np.linalg.norm(mine - its, axis=1) > OTHER_INK * bolder)).mean())


def stray(face: NDArray[Any], laid: NDArray[Any], visible: Mask) -> float:
    """The part (0 to 1) of the print in a texture, (136, 96), laid on that of a face, that lies where the face has none. Likeness does not
    tell where little shows: a 7 beside the number and first sign of a card is left out of it as a finger would be."""
    inner = cv2.erode(visible.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    print_seen = (laid < -INK) & inner
    near = cv2.dilate((face < -FAINT).astype(np.uint8), np.ones((ABOUT, ABOUT), np.uint8)) > 0
    return float((print_seen & ~near).sum()) / max(int(print_seen.sum()), 1)


class LowLooks:
    """Looks that others are compared with, all at once."""

    def __init__(self, looks: NDArray[Any]) -> None:
        """`looks`: (n, channels, p)."""
        count, channels, pixels = looks.shape
        self._shape, self._looks = (count, channels), np.ascontiguousarray(looks.reshape(count, channels * pixels), np.float32)
        self._power = np.ascontiguousarray((looks**2).sum(axis=1), np.float32)

    def correlations(self, others: NDArray[Any], weights: NDArray[Any]) -> NDArray[Any]:
        """(n, m) correlations (-1 to 1) with (m, channels, p) `others` where (m, p) `weights` are not 0."""
        count, channels = self._shape
        totals = weights.sum(axis=1) + 1e-6
        others = others - ((others * weights[:, None]).sum(axis=2) / totals[:, None])[..., None]
        weighed = others * weights[:, None]
        sums = self._looks.reshape(count * channels, -1) @ weights.T
        power = self._power @ weights.T - (sums.reshape(count, channels, -1) ** 2).sum(axis=1) / totals
        along = self._looks @ weighed.reshape(len(others), -1).T
        return np.asarray(along / np.sqrt(np.maximum(power * (weighed * others).sum(axis=(1, 2)), 1e-6)))
