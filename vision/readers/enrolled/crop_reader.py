"""Read rectified crops of the cards of a deck that was enrolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from threading import Lock
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad
from vision.readers.enrolled import features
from vision.readers.enrolled.alignment import Target, align, laid_on, likeness, target, worst_spot
from vision.readers.enrolled.file import Deck
from vision.readers.enrolled.fusion import compared, verdict, weighed
from vision.readers.enrolled.laid_under import laid_under
from vision.readers.enrolled.paper import white_paper
from vision.readers.enrolled.partial import PartReader
from vision.readers.enrolled.rivals import (
    TINTS_DIFFER,
    LaidCrop,
    only_paler,
    preference,
    tint_evidence,
    tint_misfits,
    tint_of,
    tints_differ,
)
from vision.readers.enrolled.seen_crop import Fit, SeenCrop, off_by
from vision.readers.enrolment.learning import opinions
from vision.types import UNREADABLE, Face, Image, Reader, Reading, Tones

SURE_CARD = 0.9
"""Least probability of being right at which a person is not asked."""
MOST_COMPARED, WORTH_COMPARING = 3, 5e-4
"""How many faces a crop is laid on, and the chance above the least from which a face is one of them."""
RECENT = 16
"""How many faces are kept ready to be compared: those that lie on the table are read again and again."""
BETTER_FIT = 0.05
"""A face that a crop is more like by this, once laid on it, speaks against the likeliest one."""
AWRY = 0.03
"""An outline that is farther from the card it was read as, in parts of its sides, is laid on it anew."""
FAR_AWRY = 0.05
"""The same where the reading is sure: a crop cut that far beside its card may show another one's print."""
CLEARLY = 0.93
"""Likeness below which the likeliest face is compared with the next one, however sure the judges are."""
CLEAR_TINT = 1.0
"""How much likelier what is seen must be for a card's own colour than for that of one printed alike: a logarithm."""
NO_SUCH_COLOUR = 4.5
"""Misfit from which a colour is another one where the lamp's is known: three times as far off as casts of the light make it. Of 560 drawn
cards under haze and gloss none is off by more than 1.3."""
RECOLOURED = 0.4
"""Part of the colours within a card that a face leaves unexplained from which, under an unknown lamp, it is another colour and not the lamp
that makes the whole card look so. Of photographed cards that were read rightly 0.13 at most is, of the red and the yellow card printed alike
0.61, of a green one read as red all of it."""
SAME_PRINT, ALIKE, MUCH_ALIKE = 0.8, 0.05, 0.01
"""Correlation of the pictures of two faces that differ in colour only: silver and gold are printed in other greys; by how much less it may
be than the best; and by how much if they are of one hue, for a card that was enrolled under a mirrored lamp is paler, too."""
ASKEW, ENOUGH = 3.0, 0.8
"""Likeness that is asked for besides of a crop that was cut askew, for each part of its sides that a corner is off, and the most that is
asked for: turned far enough, the pips of one card can be laid on some of another's."""
SPOT = 0.36
"""Least agreement of any spot with the enrolled picture. Of right readings as like it as 0.9, cards 45 to 76 pixels wide, the least is 0.57;
of a 3 that was never enrolled and read as the 8 of its colour 0.26 at most. It is asked for of what is less like the card than `ENOUGH`, too:
of those that are right under haze and a mirrored lamp one in 70 has less; three pips of a 3 on a 5's have 0.19, a card half under another
one less."""
EVERY_SIGN = 0.6
"""Least agreement of any spot with the enrolled picture where the deck lacks cards: one that was never enrolled looks like its neighbour
but for a sign. Measured on drawn decks: 0.70 and more for cards that are known, at most 0.54 for others."""
BLANK = 0.3
"""Contrast, against that of most cards, below which a face shows no print where the deck's cards are told apart, as an ace: it is known by
there being none, for noise is like no other noise."""
WELL_LAID = 0.8
"""Likeness from which a card lies so well on its enrolled picture that its paper is known to be paper."""
MUCH_LIKE = 0.88
"""Likeness from which another reader may second a card that is asked. Other makers' cards in photographs that both name alike have 0.78 at
most, own ones under a mirrored lamp nearly always more."""
LIKE_NO_OTHER = 0.9
"""Likeness from which a card that was read surely is that one, whatever another reader says: cards of another maker that were taken for one
that they are not had 0.88 at most."""
WHOLE_SIGN, LEAD_DUE = 0.08, 0.5
"""By how much less like a card the picture of another one is where a whole sign differs, and the part of that by which a crop must be more
like the card at least to be known by itself: a mirrored lamp that washes out the middle pip of a 3 leaves a card most like a 2."""
MAY_BE = 0.02
"""Least probability of a face that another reader may second."""
LEAST_LIKENESS = 0.25
"""Below this likeness to the likeliest card the crop shows none of the deck's cards."""
ALTERNATIVES = 4


@dataclass(frozen=True, slots=True, eq=False)
class CardSight:
    """A reading and what it rests on. `turned`: the crop shows the card upside down. `whole`, `distinctive`: likeness (-1 to 1) to the
    enrolled picture, of the whole card and of the pixels that tell the deck's cards apart (of a face that is blank there: how blank).
    `place`: (4, 2) where the corners of the card truly lie, in parts of the crop from its top left. `laid`: (136, 96) the texture of the
    crop, laid on that picture. `narrow`: another face, a whole sign of which differs, suits the crop nearly as well."""

    reading: Reading
    turned: bool
    whole: float
    distinctive: float
    place: NDArray[Any]
    laid: NDArray[Any]
    narrow: bool = False

    @property
    def off(self) -> float:
        """How far a corner lies from where the crop has it, in parts of its sides."""
        return off_by(self.place)


def picture_of(deck: Deck, face: int) -> Image:
    """(280, 200, 3) uint8 BGR, upright: what the face of this number was enrolled with."""
    return np.asarray(cv2.imdecode(np.frombuffer(deck.pictures[face], np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _target_of(deck: Deck, face: int) -> Target:
    return target(deck.planes[face].astype(np.float32))


class CropReader(Reader):
    """Reads crops of the cards of one deck (a `vision.types.Reader`). 5 ms a crop on one core; may be shared by threads."""

    def __init__(self, deck: Deck, lacks: bool = False, second: Reader | None = None) -> None:
        """`lacks`: the deck does not know all the cards that may be laid, so that a likely face may be another one's neighbour. `second`: a
        reader that knows these faces of any maker, and is asked about a card that is much like one of the deck and yet in doubt."""
        self.deck, self.deck_name, self._lacks = deck, deck.name, lacks
        self._second, self._one_at_a_time = second, Lock()
        self._tones: Tones | None = None
        self._onto = target(deck.mean, deck.steady)
        self._judges = (deck.shape, deck.colour, deck.print)
        self._own = lru_cache(maxsize=RECENT)(partial(_target_of, deck))  # not a method: it would keep its reader for ever
        self.parts = PartReader(deck)
        self._telling = np.isin(np.arange(deck.mean.size), deck.pixels).reshape(deck.mean.shape)
        self._contrast = float(
            np.median(deck.planes.reshape(len(deck.faces), -1)[:, deck.pixels].astype(np.float32).std(axis=1))
        )
        self._apart = self._own_leads()
        self._tints = np.stack([tint_of(colour) for colour in self.parts.chroma])
        self._like = self._likenesses()
        self._paler = only_paler(self._tints, self._tints)
        self._twins = self._twins_of_each()
        self._other_colour = tints_differ(self._tints, self._tints) & ~self._paler
        for face, twins in enumerate(self._twins):
            self._other_colour[face, twins] = True

    def read(self, crop: Image) -> Reading:
        """Read a rectified crop (h, w, 3) of one card, either way up. The face is "?" if it is none of the deck's cards."""
        return self.seconded(self.look(crop), crop)

    def seconded(self, sight: CardSight, crop: Image) -> Reading:
        """The reading of a crop, where it is in doubt accepted too if the second reader surely names a face that it may be: a lamp that is
        mirrored hides a sign, a coloured one makes a card look recoloured, some decks share all their print but a small number, and none
        of that is seen so by who never saw the deck. Of what is less like a card of the deck, or nearly as much like another one, it may say
        that it is another one."""
        reading, alike = sight.reading, sight.reading.likeness or 0.0
        plain = alike >= LIKE_NO_OTHER and not sight.narrow
        nothing_to_ask = plain if reading.accepted else alike < MUCH_LIKE
        if self._second is None or nothing_to_ask or reading.face == UNREADABLE:
            return reading
        with self._one_at_a_time:
            said = self._second.read(crop)
        if reading.accepted:
            same = said.face in (reading.face, reading.face.partition(":")[0])  # a command is no part of the number
            return replace(reading, accepted=same or not said.accepted)
        return self._settled(reading, said) if said.accepted else reading

    def _settled(self, reading: Reading, said: Reading) -> Reading:
        """What is in doubt, as the second reader surely says, if it may be that."""
        shares = {reading.face: reading.confidence} | dict(reading.alternatives)
        likely = [face for face, share in shares.items() if share >= MAY_BE]
        of_two_colours = self._second is not None and any(self._second.differ_in_colour(said.face, face) for face in likely)
        if said.face not in likely or of_two_colours:
            return reading
        confidence = max(said.confidence, shares.pop(said.face))
        others = sorted(shares.items(), key=lambda other: -other[1])
        return replace(reading, face=said.face, confidence=confidence, alternatives=tuple(others), accepted=True)

    def under(self, tones: Tones | None) -> Self:
        """As `vision.types.Reader`."""
        lit = copy(self)
        lit._tones = tones
        return lit

    def white_on(self, crop: Image, face: Face) -> tuple[float, float, float] | None:
        """As `vision.types.Reader`: told by what is white on a card of a bold colour, which passes for no other one under any lamp."""
        number = self.deck.faces.index(face) if face in self.deck.faces else None
        if number is None or np.abs(self._tints[number]).sum() < TINTS_DIFFER:
            return None
        small = features.canonical(crop)
        texture = features.texture(small)
        fit = max((self.fit(texture, number, turned) for turned in (False, True)), key=lambda fit: fit.whole)
        if fit.whole < WELL_LAID:
            return None
        way = np.ascontiguousarray(small[::-1, ::-1]) if fit.turned else small
        laid = laid_on(way, fit.corners, features.CANONICAL_SIZE)
        return white_paper(np.asarray(laid, np.uint8), features.canonical(picture_of(self.deck, number)))

    def laid_under(self, image: Image, before: Image, top: Quad, known: Sequence[Face]) -> Reading | None:
        """As `vision.types.Reader`: read by the part of it that shows."""
        return laid_under(self.parts, image, before, top, known)

    def pictures(self) -> Iterator[Image]:
        """The picture that each face was enrolled with, (280, 200, 3) uint8 BGR, upright."""
        return (picture_of(self.deck, number) for number in range(len(self.deck.faces)))

    def look(self, crop: Image) -> CardSight:
        """The same, with what the reading rests on."""
        seen = self._seen(features.canonical(crop))
        chance, fits = self._judged(seen, self._scores(seen))
        best_fit = max(fits, key=lambda fit: fit.whole)
        awry = fits[0].off > (AWRY if chance[fits[0].face] < SURE_CARD else FAR_AWRY)
        if awry or best_fit.whole > fits[0].whole + BETTER_FIT:
            # what the deck shares told badly where the card lies; the face that fits best knows better
            anew = self._seen(_cut_anew(seen.small, best_fit.place))
            chance, fits = self._judged(seen, self._scores(anew, laid_already=True))
        unrivalled = best_fit.whole <= fits[0].whole + BETTER_FIT and self._has_its_colour(fits[0], seen)
        strange = seen.white_is_known and _in_none_of(self._tints, seen)  # however like one of the deck's cards its print is
        known = fits[0].whole >= LEAST_LIKENESS and not strange
        narrow = any(self._leads_by_little(fits[0], other) for other in fits[1:])
        return self._sight(chance, fits[0], known, unrivalled, narrow)

    def _leads_by_little(self, first: Fit, other: Fit) -> bool:
        """Is what is seen hardly more like the first face, though a whole sign of the other one differs?"""
        due = 1 - float(self._like[first.face, other.face])
        return due >= WHOLE_SIGN and first.whole - other.whole < LEAD_DUE * due

    def _shows_every_sign(self, fit: Fit) -> bool:
        """Is no sign of the face missing, and no other one there, where that is asked for?"""
        least = EVERY_SIGN if self._lacks else SPOT if fit.whole < ENOUGH else None
        return least is None or self.worst_spot(fit.face, fit.laid) >= least

    def worst_spot(self, face: int, laid: NDArray[Any]) -> float:
        """How well (-1 to 1) the texture of a crop, laid on the picture of a face, agrees with it where it agrees least."""
        return worst_spot(self._own(face).plane, laid)

    def _seen(self, small: Image) -> SeenCrop:
        return SeenCrop(small, self.deck.darkest, self._tones)

    def _judged(self, seen: SeenCrop, ways: NDArray[Any]) -> tuple[NDArray[Any], list[Fit]]:
        """(C,) the chance of each face once the likeliest were laid on the crop, and how well these suit it, likeliest first."""
        chance = verdict(ways.max(axis=0), self._apart)
        fits = self._fits(seen, ways, chance)
        if len(fits) > 1:
            chance = compared(chance, self._preferences(seen, fits))
            fits.sort(key=lambda fit: -chance[fit.face])
        return chance, fits

    def _fits(self, seen: SeenCrop, ways: NDArray[Any], chance: NDArray[Any]) -> list[Fit]:
        """How well the likeliest face suits the crop, and those that it might be instead."""
        order = np.argsort(-chance)[:MOST_COMPARED]
        likely = [int(face) for face in order if chance[face] > chance.min() + WORTH_COMPARING or face == order[0]]
        twins = (self._twin(face, seen.tint) for face in tuple(likely) if len(self._twins[face]))
        likely += [twin for twin in dict.fromkeys(twins) if twin not in likely]
        fits = [self._fit(seen, face, bool(ways[1, face] > ways[0, face])) for face in likely]
        if len(fits) == 1 and fits[0].whole < CLEARLY:
            fits.append(self._fit(seen, second := int(order[1]), bool(ways[1, second] > ways[0, second])))
        return fits

    def _fit(self, seen: SeenCrop, face: int, turned: bool) -> Fit:
        """The crop laid on a face, once."""
        if (face, turned) not in seen.fits:
            seen.fits[face, turned] = self.fit(seen.texture, face, turned)
        return seen.fits[face, turned]

    def _twin(self, face: int, seen: NDArray[Any]) -> int:
        """The face of the same print, but of another colour, whose colour explains best what is `seen`; there must be one."""
        twins = self._twins[face]
        misfits = tint_misfits(seen, self._tints[twins])
        nearest = twins[misfits < misfits.min() + CLEAR_TINT]
        return int(nearest[self._like[face, nearest].argmax()])

    def _has_its_colour(self, fit: Fit, seen: SeenCrop) -> bool:
        """Does this face's colour explain what is seen, no other colour of the deck clearly better, and that of its twin clearly worse?"""
        face, own = fit.face, self._tints[fit.face]
        if _in_none_of(own[None], seen) and (seen.white_is_known or self._laid(seen, fit).colour_misfit > RECOLOURED):
            return False
        others = self._tints[self._other_colour[face]]
        if len(others) and tint_misfits(seen.tint, others).min() < tint_misfits(seen.tint, own[None])[0] - CLEAR_TINT:
            return False
        if not len(self._twins[face]):
            return True
        return all(tint_evidence(tint, own, self._tints[self._twin(face, tint)]) > CLEAR_TINT for tint in seen.tints)

    def _likenesses(self) -> NDArray[Any]:
        """(C, C) correlation of the faces' print."""
        planes = self.deck.planes.reshape(len(self.deck.faces), -1).astype(np.float32)
        return np.asarray(np.atleast_2d(np.corrcoef(planes)))

    def _twins_of_each(self) -> list[NDArray[np.int64]]:
        """For each face those that are alike but for the colour of the whole card."""
        differ = tints_differ(self._tints, self._tints)
        best = np.where(differ & ~self._paler, self._like, -1.0).max(axis=1, keepdims=True)
        least = np.where(best > 0, np.maximum(best - np.where(self._paler, MUCH_ALIKE, ALIKE), SAME_PRINT), np.inf)
        return [np.flatnonzero(row) for row in differ & (self._like > least)]

    def _preferences(self, seen: SeenCrop, fits: Sequence[Fit]) -> dict[int, float]:
        """By how much print and colour of the crop speak for each of these faces rather than the first (logarithms)."""
        first, *others = (self._laid(seen, fit) for fit in fits)
        twins = self._twins[fits[0].face]
        more = (preference(first, laid, fit.face in twins) for fit, laid in zip(fits[1:], others, strict=True))
        return {fits[0].face: 0.0} | {fit.face: -by for fit, by in zip(fits[1:], more, strict=True)}

    def _laid(self, seen: SeenCrop, fit: Fit) -> LaidCrop:
        """Print and colour of the crop beside those of a face, put together once."""
        if (fit.face, fit.turned) not in seen.laid:
            way = np.s_[:: -1 if fit.turned else 1, :: -1 if fit.turned else 1]
            colours = laid_on(np.ascontiguousarray(seen.colours[way]), fit.corners, features.CANONICAL_SIZE)
            face, tints = self._own(fit.face).plane, self.parts.chroma[fit.face]
            laid = LaidCrop(fit.laid[way], face[way], self._telling[way], colours[way], tints[way], self._tints[fit.face])
            seen.laid[fit.face, fit.turned] = laid
        return seen.laid[fit.face, fit.turned]

    def _sight(self, chance: NDArray[Any], fit: Fit, known: bool, unrivalled: bool, narrow: bool) -> CardSight:
        """`known`: it may be a card of the deck; `unrivalled`: nothing but the judges speaks against that face; `narrow`:
        as of `CardSight`."""
        faces, confidence = self.deck.faces, float(chance[fit.face])
        alike = fit.whole >= max(self.deck.likeness[0], min(self.deck.likeness[0] + ASKEW * fit.off, ENOUGH))
        sure = confidence >= SURE_CARD and alike and fit.distinctive >= self.deck.likeness[1]
        others = (int(i) for i in np.argsort(-chance)[: 1 + ALTERNATIVES] if i != fit.face)
        alternatives = tuple((faces[i], float(chance[i])) for i in others)[:ALTERNATIVES]
        face = faces[fit.face] if known else UNREADABLE
        accepted = bool(sure and known and unrivalled and self._shows_every_sign(fit))
        reading = Reading("", face, confidence if known else 0.0, alternatives, accepted, fit.whole)
        return CardSight(reading, fit.turned, fit.whole, fit.distinctive, fit.place, fit.laid, narrow)

    def _scores(self, seen: SeenCrop, laid_already: bool = False) -> NDArray[Any]:
        """(2, C) what the judges together say of each face of a crop, held upright and upside down."""
        said = opinions(seen.small, seen.texture, self._onto, self.deck.pixels, self._judges, self.deck.darkest, laid_already)
        return weighed(said, self.deck.weights).reshape(2, -1)

    def _own_leads(self) -> NDArray[Any]:
        """(C, C) by how much the enrolled picture of each face prefers it to each other face."""
        crops = (self._seen(features.canonical(picture)) for picture in self.pictures())
        scores = np.stack([self._scores(crop).max(axis=0) for crop in crops])
        return np.asarray(np.diag(scores)[:, None] - scores, np.float32)

    def fit(self, texture: NDArray[Any], face: int, turned: bool) -> Fit:
        """The texture of a canonical crop laid on the picture of a face."""
        onto = self._own(face)
        corners, laid = align(onto, features.turned_pixels(texture) if turned else texture)
        a, b = laid.ravel()[self.deck.pixels], onto.plane.ravel()[self.deck.pixels]
        blank = float(b.std()) < BLANK * self._contrast
        distinctive = 1 - float(a.std()) / self._contrast if blank else correlation(a, b)
        return Fit(face, turned, likeness(laid, onto.plane), distinctive, corners, laid)


def _in_none_of(tints: NDArray[Any], seen: SeenCrop) -> bool:
    """Can what is seen be in none of these colours, (n, 2)?"""
    return all(float(tint_misfits(tint, tints).min()) > NO_SUCH_COLOUR for tint in seen.tints)


def _cut_anew(small: Image, place: NDArray[Any]) -> Image:
    """A canonical crop cut out of one by the corners at `place`, in parts of it; what lies outside is not known."""
    corners = (place * np.array(features.CANONICAL_SIZE) - 0.5).astype(np.float32)
    return laid_on(small, corners, features.CANONICAL_SIZE)


def correlation(a: NDArray[Any], b: NDArray[Any]) -> float:
    """Normalised correlation (-1 to 1) of two vectors (n,)."""
    a, b = a - a.mean(), b - b.mean()
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-6))
