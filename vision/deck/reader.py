"""Read the cards of a deck that was enrolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CROP, Card, candidates
from vision.cards.keypoints import KeypointIndex, free_of, keypoint_index, places_of_cards
from vision.cards.outlines import Blobs, blobs_of
from vision.cards.underneath import Sides, hidden_quads, sides_in, visible_part
from vision.deck import features
from vision.deck.alignment import Target, align, laid_on, likeness, target, worst_spot
from vision.deck.file import Deck
from vision.deck.fusion import compared, verdict, weighed
from vision.deck.learning import opinions
from vision.deck.partial import Match, PartReader, chroma
from vision.deck.rivals import Laid, preference
from vision.plane.quads import (
    Quad,
    common_area,
    covered,
    cut_out,
    drawn_to,
    overlap,
    rectangle,
    side_lengths,
    true_aspect,
    turned,
    upright,
)
from vision.types import UNREADABLE, Image, Reader, Reading

SURE_CARD = 0.9
"""Least probability of being right at which a person is not asked."""
SPOT = 0.36
"""Least agreement of any spot of a large card with the enrolled picture."""
SPOTS_FROM = 90
"""Width in picture pixels from which spots are always looked at."""
LIKE_THOUGH_SMALL = 0.9
"""Likeness of a smaller card to the enrolled picture from which its spots are not looked at: many are lost to blur."""
LEAST_OUTLINE = 0.5
"""Outlines of a lower score are not worth a look."""
BY_PRINT = 0.5
"""What a place found by its print counts for as an outline."""
SNAPS = 8
"""Times at most that a place is laid on the card it shows: a tilted card is reached step by step."""
LYING, NEARLY = 0.012, 0.6
"""Part of its sides by which a place may be off to count as reached, and likeness from which a slow approach is worth going on."""
MOST_LAYERS = 12
"""Cards that are looked for under others in one picture."""
MOST_COMPARED, WORTH_COMPARING = 3, 5e-4
"""How many faces a crop is laid on, and the chance above the least from which a face is one of them."""
RECENT = 16
"""How many faces are kept ready to be compared: those that lie on the table are read again and again."""
BETTER_FIT = 0.05
"""A face that a crop is more like by this, once laid on it, speaks against the likeliest one."""
AWRY = 0.03
"""An outline that is farther from the card it was read as, in parts of its sides, is laid on it anew."""
FAR_AWRY = 0.05
"""The same where the reading is sure: a crop cut that far beside its card may show another one's print where this one's is."""
CLEARLY = 0.93
"""Likeness below which the likeliest face is compared with the next one, however sure the judges are."""
ASKEW, ENOUGH = 3.0, 0.8
"""Likeness that is asked for besides of a crop that was cut askew, for each part of its sides that a corner is off, and the most that is
asked for: turned far enough, the pips of one card can be laid on some of another's."""
WORTH = 0.35
"""Likeness from which a place under other cards is worth another look."""
LEAST_LIKENESS = 0.25
"""Below this likeness to the likeliest card the crop shows none of the deck's cards."""
WORTH_ASKING = 0.36
"""The same in a picture of any table, where much may look a little like a card: what is less like one is none, and nobody is asked."""
ALTERNATIVES = 4


@dataclass(frozen=True, slots=True, eq=False)
class CardSight:
    """A reading and what it rests on. `turned`: the crop shows the card upside down. `whole`, `distinctive`: likeness (-1 to 1) to the
    enrolled picture, of the whole card and of the pixels that tell the deck's cards apart. `place`: (4, 2) where the corners of the
    card truly lie, in parts of the crop from its top left."""

    reading: Reading
    turned: bool
    whole: float
    distinctive: float
    place: NDArray[Any]

    @property
    def off(self) -> float:
        """How far a corner lies from where the crop has it, in parts of its sides."""
        return _off(self.place)


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """A crop laid on the picture of a face (its number in the deck). `corners`, `laid`: as of `align`; the rest as in `CardSight`."""

    face: int
    turned: bool
    whole: float
    distinctive: float
    corners: NDArray[Any]
    laid: NDArray[Any]

    @property
    def place(self) -> NDArray[Any]:
        place = (self.corners + 0.5) / np.array(features.CANONICAL_SIZE, np.float32)
        return np.roll(1 - place, 2, axis=0) if self.turned else place


def _target_of(deck: Deck, face: int) -> Target:
    return target(deck.planes[face].astype(np.float32))


class EnrolledReader(Reader):
    """Reads crops of the cards of one deck (a `vision.types.Reader`). 5 ms a crop on one core; may be shared by threads."""

    def __init__(self, deck: Deck) -> None:
        self.deck, self.deck_name = deck, deck.name
        self._onto = target(deck.mean, deck.steady)
        self._judges = (deck.shape, deck.colour, deck.print)
        self._own = lru_cache(maxsize=RECENT)(partial(_target_of, deck))  # not a method: it would keep its reader for ever
        self._parts = PartReader(deck)
        self._telling = np.isin(np.arange(deck.mean.size), deck.pixels).reshape(deck.mean.shape)
        self._apart = self._own_leads()

    def read(self, crop: Image) -> Reading:
        """Read a rectified crop (h, w, 3) of one card, either way up. The face is "?" if it is none of the deck's cards."""
        return self.look(crop).reading

    def pictures(self) -> Iterator[Image]:
        """The picture that each face was enrolled with, (280, 200, 3) uint8 BGR, upright."""
        for picture in self.deck.pictures:
            yield np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR), np.uint8)

    def look(self, crop: Image) -> CardSight:
        """The same, with what the reading rests on."""
        small = features.canonical(crop)
        chance, fits = self._judged(small, self._scores(small))
        best_fit = max(fits, key=lambda fit: fit.whole)
        awry = _off(fits[0].place) > (AWRY if chance[fits[0].face] < SURE_CARD else FAR_AWRY)
        if awry or best_fit.whole > fits[0].whole + BETTER_FIT:
            # what the deck shares told badly where the card lies; the face that fits best knows better
            chance, fits = self._judged(small, self._scores(_cut_anew(small, best_fit.place), laid_already=True))
        return self._sight(chance, fits[0], unrivalled=best_fit.whole <= fits[0].whole + BETTER_FIT)

    def _judged(self, small: Image, ways: NDArray[Any]) -> tuple[NDArray[Any], list[_Fit]]:
        """(C,) the chance of each face once the likeliest were laid on the crop, and how well these suit it, likeliest first."""
        chance = verdict(ways.max(axis=0), self._apart)
        fits = self._fits(small, ways, chance)
        if len(fits) > 1:
            chance = compared(chance, self._preferences(small, fits))
            fits.sort(key=lambda fit: -chance[fit.face])
        return chance, fits

    def _fits(self, small: Image, ways: NDArray[Any], chance: NDArray[Any]) -> list[_Fit]:
        """How well the likeliest face suits the crop, and those that it might be instead."""
        texture, order = features.texture(small), np.argsort(-chance)[:MOST_COMPARED]
        likely = [int(face) for face in order if chance[face] > chance.min() + WORTH_COMPARING or face == order[0]]
        fits = [self._fit(texture, face, bool(ways[1, face] > ways[0, face])) for face in likely]
        if len(fits) == 1 and fits[0].whole < CLEARLY:
            fits.append(self._fit(texture, second := int(order[1]), bool(ways[1, second] > ways[0, second])))
        return fits

    def _preferences(self, small: Image, fits: Sequence[_Fit]) -> dict[int, float]:
        """By how much print and colour of the crop speak for each of these faces rather than the first (logarithms)."""
        colour = chroma(small)
        first, *others = (self._laid(fit, colour) for fit in fits)
        return {fits[0].face: 0.0} | {fit.face: -preference(first, laid) for fit, laid in zip(fits[1:], others, strict=True)}

    def _laid(self, fit: _Fit, colour: NDArray[Any]) -> Laid:
        """Print and colour of the crop beside those of a face."""
        way = np.s_[:: -1 if fit.turned else 1, :: -1 if fit.turned else 1]
        colours = laid_on(np.ascontiguousarray(colour[way]), fit.corners, features.CANONICAL_SIZE)
        face, tints = self._own(fit.face).plane, self._parts.chroma[fit.face]
        return Laid(fit.laid[way], face[way], self._telling[way], colours[way], tints[way])

    def _sight(self, chance: NDArray[Any], fit: _Fit, unrivalled: bool) -> CardSight:
        faces, confidence, known = self.deck.faces, float(chance[fit.face]), fit.whole >= LEAST_LIKENESS
        alike = fit.whole >= max(self.deck.likeness[0], min(self.deck.likeness[0] + ASKEW * _off(fit.place), ENOUGH))
        sure = confidence >= SURE_CARD and alike and fit.distinctive >= self.deck.likeness[1]
        others = (int(i) for i in np.argsort(-chance)[: 1 + ALTERNATIVES] if i != fit.face)
        alternatives = tuple((faces[i], float(chance[i])) for i in others)[:ALTERNATIVES]
        face = faces[fit.face] if known else UNREADABLE
        accepted = bool(sure and known and unrivalled)
        reading = Reading("", face, confidence if known else 0.0, alternatives, accepted, fit.whole)
        return CardSight(reading, fit.turned, fit.whole, fit.distinctive, fit.place)

    def read_picture(self, image: Image) -> list[tuple[Quad, Reading]]:
        """Every card of the deck in a picture of any table: (upright quad in picture pixels, reading), surest first."""
        seen: list[tuple[Card, CardSight]] = []
        blobs = blobs_of(image)
        for card in candidates(image, self.deck.aspect, blobs=blobs):
            if card.score >= LEAST_OUTLINE and not _taken(card, seen):
                card, sight = self._straightened(image, card, self.look(card.crop))
                sight = self._doubted(card, sight)
                if sight.reading.face != UNREADABLE:
                    seen.append((card, sight))
        known = [card.quad for card, sight in seen if _beyond_doubt(sight)]
        places = [quad for quad, _ in places_of_cards(image, self._index, known)]
        seen += self._at(image, free_of(places, known))
        kept: list[tuple[Card, CardSight]] = []
        for card, sight in sorted(seen, key=_standing, reverse=True):
            if not any(_same_place(card.quad, other.quad) for other, _ in kept):
                kept.append((card, sight))
        read = [(turned(card.quad) if sight.turned else card.quad, sight.reading) for card, sight in kept]
        sure = [pair for pair in read if pair[1].accepted]
        under = self._under(image, [quad for quad, _ in sure], places, blobs)
        worth = [pair for pair in read if not pair[1].accepted and (pair[1].likeness or 0.0) >= WORTH_ASKING]
        doubtful = [pair for pair in worth if all(covered(pair[0], quad) < 0.5 for quad, _ in under)]
        return sorted(sure + under + doubtful, key=lambda pair: (pair[1].accepted, pair[1].confidence), reverse=True)

    @cached_property
    def _index(self) -> KeypointIndex:
        return keypoint_index(list(self.pictures()), self.deck.aspect)

    def _at(self, image: Image, places: Sequence[Quad]) -> list[tuple[Card, CardSight]]:
        """The cards of the deck that lie at these places, which are only roughly known."""
        looks = [self._snapped(image, quad) for quad in places]
        return [(card, self._doubted(card, sight)) for card, sight in looks if sight.reading.face != UNREADABLE]

    def _straightened(self, image: Image, card: Card, sight: CardSight) -> tuple[Card, CardSight]:
        """The same, laid exactly on the card if the outline was read but lies beside it."""
        if sight.reading.confidence < SURE_CARD or sight.off < AWRY:
            return card, sight
        nearer, better = self._snapped(image, card.quad)
        return (replace(nearer, score=card.score), better) if better.reading.accepted else (card, sight)

    def _snapped(self, image: Image, quad: Quad) -> tuple[Card, CardSight]:
        """The card at a place and what it shows, after the place was laid exactly on the face that it seems to be."""
        picture = (image.shape[0], image.shape[1])
        quad = upright(quad, picture, self.deck.aspect)
        crop = cut_out(image, quad, CROP)
        sight = self.look(crop)
        for _ in range(SNAPS):
            if sight.reading.face == UNREADABLE:
                break
            nearer = drawn_to(quad, sight.place)
            again = cut_out(image, nearer, CROP)
            better = self.look(again)
            if better.whole < sight.whole - 0.02:
                break
            gained = better.whole - sight.whole
            quad, crop, sight = nearer, again, better
            if 0 <= gained < 0.01 and (sight.off < LYING or sight.whole < NEARLY):
                break
        return Card(quad, crop, BY_PRINT, true_aspect(quad, picture)), sight

    def _under(self, image: Image, above: list[Quad], places: Sequence[Quad], blobs: Blobs) -> list[tuple[Quad, Reading]]:
        """Cards that lie under those already read, one after the other from the top. `places`: where print spoke for a card."""
        if not above:
            return []
        found: list[tuple[Quad, Reading]] = []
        pieces = sides_in(image, blobs)
        while len(found) < MOST_LAYERS:
            best = self._next_under(image, [*above, *(quad for quad, _ in found)], places, pieces)
            if best is None:
                break
            found.append(best)
        return found

    def _next_under(
        self, image: Image, above: list[Quad], places: Sequence[Quad], pieces: Sides
    ) -> tuple[Quad, Reading] | None:
        """The card that can be read best of those that lie under the ones above."""
        touching = [quad for quad in free_of(places, above) if any(common_area(quad, other) > 0 for other in above)]
        best = self._best_part(image, touching, above)
        return best or self._best_part(image, hidden_quads(image, above, self.deck.aspect, pieces), above)

    def _best_part(self, image: Image, quads: Sequence[Quad], above: list[Quad]) -> tuple[Quad, Reading] | None:
        looks = [look for quad in quads if (look := self._part(image, quad, above))[1]]
        for quad, matches in sorted(looks, key=lambda look: look[1][0].likeness, reverse=True):
            reading = self._parts.reading(matches)
            if reading.accepted and not self._contested(quad, matches, looks):
                return turned(quad) if matches[0].turned else quad, reading
        return None

    def _part(self, image: Image, quad: Quad, above: list[Quad]) -> tuple[Quad, list[Match]]:
        """The faces that suit a place where a card may lie under others, and the place once the likeliest was laid on it exactly."""
        picture = (image.shape[0], image.shape[1])
        quad = upright(quad, picture, self.deck.aspect)
        matches: list[Match] = []
        for _ in range(3):
            again = self._parts.look(cut_out(image, quad, CROP), visible_part(CROP, quad, above, picture), matches)
            if not again or (matches and again[0].likeness <= matches[0].likeness + 0.01):
                break
            matches, place = again, quad
            if matches[0].likeness < WORTH:
                break
            quad = drawn_to(quad, matches[0].place)
        return (place, matches) if matches else (quad, [])

    def _contested(self, quad: Quad, matches: list[Match], looks: list[tuple[Quad, list[Match]]]) -> bool:
        """True if another look at the same place speaks for another card almost as well."""
        return any(
            more[0].face != matches[0].face and more[0].likeness > matches[0].likeness - 0.05 and overlap(quad, other) > 0.5
            for other, more in looks
        )

    def _doubted(self, card: Card, sight: CardSight) -> CardSight:
        """The sight, not accepted if a sign of the card is missing or another one; a small card that is very like may blur its signs.

        A card of the deck that was never enrolled looks like its neighbour but for one sign, one of another maker's deck differs in
        several. Piles are not judged so: there cards are small and often out of focus, and each spot of a right reading may differ
        as much.
        """
        small = float(side_lengths(card.quad)[[0, 2]].mean()) < SPOTS_FROM
        if not sight.reading.accepted or (small and sight.whole >= LIKE_THOUGH_SMALL):
            return sight
        texture = features.texture(features.canonical(card.crop))
        plane = self.deck.planes[self.deck.faces.index(sight.reading.face)].astype(np.float32)
        _, laid = align(target(plane), features.turned_pixels(texture) if sight.turned else texture)
        agrees = worst_spot(plane, laid) >= SPOT
        return sight if agrees else replace(sight, reading=replace(sight.reading, accepted=False))

    def _scores(self, small: Image, laid_already: bool = False) -> NDArray[Any]:
        """(2, C) what the judges together say of each face of a canonical crop, held upright and upside down."""
        said = opinions(small, self._onto, self.deck.pixels, self._judges, self.deck.darkest, laid_already)
        return weighed(said, self.deck.weights).reshape(2, -1)

    def _own_leads(self) -> NDArray[Any]:
        """(C, C) by how much the enrolled picture of each face prefers it to each other face."""
        scores = np.stack([self._scores(features.canonical(picture)).max(axis=0) for picture in self.pictures()])
        return np.asarray(np.diag(scores)[:, None] - scores, np.float32)

    def _fit(self, texture: NDArray[Any], face: int, turned: bool) -> _Fit:
        onto = self._own(face)
        corners, laid = align(onto, features.turned_pixels(texture) if turned else texture)
        a, b = laid.ravel()[self.deck.pixels], onto.plane.ravel()[self.deck.pixels]
        return _Fit(face, turned, likeness(laid, onto.plane), correlation(a, b), corners, laid)


def _off(place: NDArray[Any]) -> float:
    return float(np.abs(place - rectangle((1, 1)) - 0.5).max())


def _cut_anew(small: Image, place: NDArray[Any]) -> Image:
    """A canonical crop cut out of one by the corners at `place`, in parts of it; what lies outside is not known."""
    corners = (place * np.array(features.CANONICAL_SIZE) - 0.5).astype(np.float32)
    return laid_on(small, corners, features.CANONICAL_SIZE)


def _taken(card: Card, seen: Sequence[tuple[Card, CardSight]]) -> bool:
    """True if a card that was read beyond doubt lies there, so that this outline is a part of it or a worse one of the same."""
    return any(covered(card.quad, other.quad) > 0.7 for other, sight in seen if _beyond_doubt(sight))


def _beyond_doubt(sight: CardSight) -> bool:
    return sight.reading.accepted and sight.whole > 0.9


def _standing(seen: tuple[Card, CardSight]) -> float:
    """Of candidates that lie on one another the one that shows a card of the deck best."""
    card, sight = seen
    return float(sight.reading.accepted) + sight.whole + 0.2 * card.score


def _same_place(a: Quad, b: Quad) -> bool:
    return overlap(a, b) > 0.25 or covered(a, b) > 0.5 or covered(b, a) > 0.5


def correlation(a: NDArray[Any], b: NDArray[Any]) -> float:
    """Normalised correlation (-1 to 1) of two vectors (n,)."""
    a, b = a - a.mean(), b - b.mean()
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-6))
