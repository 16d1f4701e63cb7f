"""Read the cards of a deck that was enrolled, in crops and in pictures of any table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from vision.cards.candidates import CROP, Card, candidates
from vision.cards.keypoints import KeypointIndex, free_of, keypoint_index, places_of_cards
from vision.cards.outlines import Blobs, blobs_of
from vision.cards.topcard import FINE_WIDTH, Pattern, by_pattern, common_pattern
from vision.cards.underneath import Sides, hidden_quads, sides_in, visible_part
from vision.deck import features
from vision.deck.alignment import align, target, worst_spot
from vision.deck.crop_reader import AWRY, SURE_CARD, CardSight, CropReader
from vision.deck.partial import GLANCE_LIKENESS, SURELY_LIKE, FaceMatch
from vision.plane.pyramid import Pyramid, pyramid
from vision.plane.quads import (
    UNIT,
    Quad,
    common_area,
    covered,
    drawn_to,
    overlap,
    side_lengths,
    true_aspect,
    turned,
    upright,
)
from vision.types import UNREADABLE, Image, Reading

SPOT = 0.36
"""Least agreement of any spot of a large card with the enrolled picture."""
SPOTS_FROM = 90
"""Width in picture pixels from which spots are always looked at."""
LIKE_THOUGH_SMALL = 0.9
"""Likeness of a smaller card to the enrolled picture from which its spots are not looked at: many are lost to blur."""
LONGEST_OUTLINED = 750
"""Long side in pixels of the picture in which outlines are looked for; cards too small for that are found by their print."""
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
AROUND, MOST_AROUND = 0.4, 3
"""Parts of a card around a weak place that are searched for the deck's pattern, and how many places are."""
FARTHER = 2.0
"""How many times as far away as a known card, or as near, another one of its table may lie: it looks as much smaller or larger."""
WORTH = 0.35
"""Likeness from which a place under other cards is worth another look."""
DRAWN = 0.08
"""Part of a card's width by which corners may be off that are surely drawn to where the card lies."""
ALMOST = 0.05
"""Likeness by which another card may be less like a place and still be what lies there."""
WORTH_ASKING = 0.36
"""The same in a picture of any table, where much may look a little like a card: what is less like one is none, and nobody is asked."""


class EnrolledReader(CropReader):
    """Reads crops of the cards of one deck (a `vision.types.Reader`), and finds them in pictures. May be shared by threads."""

    def read_picture(self, image: Image) -> list[tuple[Quad, Reading]]:
        """Every card of the deck in a picture of any table: (upright quad in picture pixels, reading), surest first."""
        seen: list[tuple[Card, CardSight]] = []
        blobs, picture = blobs_of(image, LONGEST_OUTLINED), pyramid(image)
        for card in candidates(image, self.deck.aspect, blobs=blobs):
            if card.score >= LEAST_OUTLINE and not _taken(card, seen):
                card, sight = self._straightened(picture, card, self.look(card.crop))
                sight = self._doubted(card, sight)
                if sight.reading.face != UNREADABLE:
                    seen.append((card, sight))
        known = [card.quad for card, sight in seen if _beyond_doubt(sight)]
        places = _as_large([quad for quad, _ in places_of_cards(image, self._index, known)], known)
        seen += self._at(picture, [quad for quad in free_of(places, known) if self._may_show(picture, quad)])
        seen += self._around(picture, seen)
        kept: list[tuple[Card, CardSight]] = []
        for card, sight in sorted(seen, key=_standing, reverse=True):
            if not any(_same_place(card.quad, other.quad) for other, _ in kept):
                kept.append((card, sight))
        read = [(turned(card.quad) if sight.turned else card.quad, sight.reading) for card, sight in kept]
        sure = [pair for pair in read if pair[1].accepted]
        under = self._under(picture, [quad for quad, _ in sure], places, blobs)
        worth = [pair for pair in read if not pair[1].accepted and (pair[1].likeness or 0.0) >= WORTH_ASKING]
        doubtful = [pair for pair in worth if all(covered(pair[0], quad) < 0.5 for quad, _ in under)]
        return sorted(sure + under + doubtful, key=lambda pair: (pair[1].accepted, pair[1].confidence), reverse=True)

    def read_at(self, image: Image, places: Sequence[Quad]) -> list[tuple[Quad, Reading]]:
        """The cards of the deck that lie at these places, which are only roughly known: (upright quad in picture pixels, reading)."""
        looks = self._at(pyramid(image), places)
        return [(turned(card.quad) if sight.turned else card.quad, sight.reading) for card, sight in looks]

    def places_by_print(self, image: Image, known: Sequence[Quad] = ()) -> list[Quad]:
        """Where print speaks for a card of the deck, roughly, beside those that are `known`."""
        return free_of([quad for quad, _ in places_of_cards(image, self._index, known)], known)

    @cached_property
    def _index(self) -> KeypointIndex:
        return keypoint_index(list(self.pictures()), self.deck.aspect)

    def _may_show(self, picture: Pyramid, quad: Quad) -> bool:
        """Is there at a place anything that is at a glance like any card of the deck?"""
        crop = picture.cut_out(upright(quad, picture.size, self.deck.aspect), features.CANONICAL_SIZE)
        return self.parts.likeness_at_a_glance(crop) >= GLANCE_LIKENESS

    def _at(self, picture: Pyramid, places: Sequence[Quad]) -> list[tuple[Card, CardSight]]:
        """The cards of the deck that lie at these places, which are only roughly known."""
        looks = [self._snapped(picture, quad) for quad in places]
        return [(card, self._doubted(card, sight)) for card, sight in looks if sight.reading.face != UNREADABLE]

    def _around(self, picture: Pyramid, seen: Sequence[tuple[Card, CardSight]]) -> list[tuple[Card, CardSight]]:
        """What is found around weak places where print spoke for a card: a dark card on a dark table shows no edges to lay it on."""
        sure = [card.quad for card, sight in seen if sight.reading.accepted]
        weak = [
            (card.quad, sight.whole)
            for card, sight in seen
            if not sight.reading.accepted
            and card.score == BY_PRINT
            and sight.whole >= WORTH_ASKING
            and free_of([card.quad], sure)
        ]
        weak = sorted(weak, key=lambda place: -place[1])[:MOST_AROUND]
        return self._at(picture, [near for quad, _ in weak for near in self._patterned(picture, quad)])

    def _patterned(self, picture: Pyramid, quad: Quad) -> list[Quad]:
        """The place around this one that is most like what the deck's cards share."""
        width, height = FINE_WIDTH, round(FINE_WIDTH / self.deck.aspect)
        wide = drawn_to(quad, UNIT * (1 + 2 * AROUND) - np.float32(AROUND))
        size = (round(width * (1 + 2 * AROUND)), round(height * (1 + 2 * AROUND)))
        found = by_pattern(picture.cut_out(wide, size), (width, height), self._pattern)[:1]
        return [drawn_to(wide, (one.quad + np.float32(0.5)) / np.array(size, np.float32)) for one in found]

    @cached_property
    def _pattern(self) -> Pattern:
        return common_pattern(list(self.pictures()), 1 / self.deck.aspect)

    def _straightened(self, picture: Pyramid, card: Card, sight: CardSight) -> tuple[Card, CardSight]:
        """The same, laid exactly on the card if the outline was read but lies beside it."""
        if sight.reading.confidence < SURE_CARD or sight.off < AWRY:
            return card, sight
        nearer, better = self._snapped(picture, card.quad)
        return (replace(nearer, score=card.score), better) if better.reading.accepted else (card, sight)

    def _snapped(self, picture: Pyramid, quad: Quad) -> tuple[Card, CardSight]:
        """The card at a place and what it shows, after the place was laid exactly on the face that it seems to be."""
        quad = upright(quad, picture.size, self.deck.aspect)
        crop = picture.cut_out(quad, CROP)
        sight = self.look(crop)
        for _ in range(SNAPS):
            if sight.reading.face == UNREADABLE:
                break
            nearer = drawn_to(quad, sight.place)
            again = picture.cut_out(nearer, CROP)
            better = self.look(again)
            if better.whole < sight.whole - 0.02:
                break
            gained = better.whole - sight.whole
            quad, crop, sight = nearer, again, better
            if 0 <= gained < 0.01 and (sight.off < LYING or sight.whole < NEARLY):
                break
        return Card(quad, crop, BY_PRINT, true_aspect(quad, picture.size)), sight

    def _under(self, picture: Pyramid, above: list[Quad], places: Sequence[Quad], blobs: Blobs) -> list[tuple[Quad, Reading]]:
        """Cards that lie under those already read, one after the other from the top. `places`: where print spoke for a card."""
        if not above:
            return []
        found: list[tuple[Quad, Reading]] = []
        pieces = sides_in(picture.image, blobs, min(_width(quad) for quad in above))
        while len(found) < MOST_LAYERS:
            best = self._next_under(picture, [*above, *(quad for quad, _ in found)], places, pieces)
            if best is None:
                break
            found.append(best)
        return found

    def _next_under(
        self, picture: Pyramid, above: list[Quad], places: Sequence[Quad], pieces: Sides
    ) -> tuple[Quad, Reading] | None:
        """The card that can be read best of those that lie under the ones above."""
        touching = [quad for quad in free_of(places, above) if any(common_area(quad, other) > 0 for other in above)]
        best = self._best_part(picture, touching, above)
        return best or self._best_part(picture, hidden_quads(picture.image, above, self.deck.aspect, pieces), above)

    def _best_part(self, picture: Pyramid, quads: Sequence[Quad], above: list[Quad]) -> tuple[Quad, Reading] | None:
        looks: list[tuple[Quad, list[FaceMatch]]] = []
        for quad in quads:
            quad = upright(quad, picture.size, self.deck.aspect)
            same = next((look for look in looks if look[1][0].likeness >= SURELY_LIKE and _drawn_there(quad, look[0])), None)
            look = self._part(picture, quad, above) if same is None else (same[0], list(same[1]))
            looks += [look] if look[1] else []
        for quad, matches in sorted(looks, key=lambda look: look[1][0].likeness, reverse=True):
            reading = self.parts.reading(matches)
            if reading.accepted and not contested(quad, matches, looks):
                return turned(quad) if matches[0].turned else quad, reading
        return None

    def _part(self, picture: Pyramid, quad: Quad, above: list[Quad]) -> tuple[Quad, list[FaceMatch]]:
        """The faces that suit an upright place where a card may lie under others, and the place once the likeliest was laid on it exactly."""
        matches: list[FaceMatch] = []
        for _ in range(3):
            again = self.parts.look(picture.cut_out(quad, CROP), visible_part(CROP, quad, above, picture.size), matches)
            if not again or (matches and again[0].likeness <= matches[0].likeness + 0.01):
                break
            matches, place = again, quad
            if matches[0].likeness < WORTH:
                break
            quad = drawn_to(quad, matches[0].place)
        return (place, matches) if matches else (quad, [])

    def _doubted(self, card: Card, sight: CardSight) -> CardSight:
        """The sight, not accepted if a sign of the card is missing or another one; a small card that is very like may blur its signs.

        A card of the deck that was never enrolled looks like its neighbour but for one sign, one of another maker's deck differs in
        several. Piles are not judged so: there cards are small and often out of focus, and each spot of a right reading may differ
        as much.
        """
        small = _width(card.quad) < SPOTS_FROM
        if not sight.reading.accepted or (small and sight.whole >= LIKE_THOUGH_SMALL):
            return sight
        texture = features.texture(features.canonical(card.crop))
        plane = self.deck.planes[self.deck.faces.index(sight.reading.face)].astype(np.float32)
        _, laid = align(target(plane), features.turned_pixels(texture) if sight.turned else texture)
        agrees = worst_spot(plane, laid) >= SPOT
        return sight if agrees else replace(sight, reading=replace(sight.reading, accepted=False))


def contested(quad: Quad, matches: Sequence[FaceMatch], looks: Sequence[tuple[Quad, Sequence[FaceMatch]]]) -> bool:
    """True if another look at the same place speaks for another card almost as well, be it there the second best. `matches`: what a look
    at `quad` found, best first, as is each of `looks`."""
    return any(
        match.face != matches[0].face and match.likeness > matches[0].likeness - ALMOST
        for other, more in looks
        if more is not matches and overlap(quad, other) > 0.5
        for match in more
    )


def _taken(card: Card, seen: Sequence[tuple[Card, CardSight]]) -> bool:
    """True if a card that was read beyond doubt lies there, so that this outline is a part of it or a worse one of the same."""
    return any(covered(card.quad, other.quad) > 0.7 for other, sight in seen if _beyond_doubt(sight))


def _beyond_doubt(sight: CardSight) -> bool:
    return sight.reading.accepted and sight.whole > 0.9


def _standing(seen: tuple[Card, CardSight]) -> float:
    """Of candidates that lie on one another the one that shows a card of the deck best."""
    card, sight = seen
    return float(sight.reading.accepted) + sight.whole + 0.2 * card.score


def _width(quad: Quad) -> float:
    """Of an upright quad, in pixels."""
    return float(side_lengths(quad)[[0, 2]].mean())


def _as_large(places: Sequence[Quad], known: Sequence[Quad]) -> list[Quad]:
    """Those of the places that may be cards of the table on which the known ones lie."""
    widths = [_width(quad) for quad in known] or [1.0]
    least, most = (0.0, np.inf) if not known else (min(widths) / FARTHER, max(widths) * FARTHER)
    return [quad for quad in places if least <= _width(quad) <= most]


def _drawn_there(quad: Quad, place: Quad) -> bool:
    """Would a look at a quad be drawn to a place where a look has ended already?"""
    return float(np.abs(quad - place).max()) < DRAWN * _width(place)


def _same_place(a: Quad, b: Quad) -> bool:
    return overlap(a, b) > 0.25 or covered(a, b) > 0.5 or covered(b, a) > 0.5
