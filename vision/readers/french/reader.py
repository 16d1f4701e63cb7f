"""Read ordinary French-suited cards with English indices, any maker's, nothing enrolled (the built-in deck `standard`).

Two witnesses that know nothing of each other are heard: the corner indices, found and read wherever they show, and the whole card
with its pips or court, where its outline was found. They are multiplied; what they do not agree on is asked, not accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CROP, find_upright_outlines
from vision.cards.outlines import Blobs, Outline, find_blobs, fit_quads_to_edges
from vision.plane.quads import Quad, cut_out, overlap_share
from vision.readers.french.aligned import aligned
from vision.readers.french.card import CardReader
from vision.readers.french.corners import is_lone_corner, is_told_by_corners, lone_corner_at_odds, reads_anothers_print
from vision.readers.french.index_sizes import read_beside
from vision.readers.french.laid_flat import (
    corners_say,
    is_told_by_both,
    is_told_twice,
    looks_like,
    shows_corners_alone,
)
from vision.readers.french.pile_tops import MOST_PILES, piles_in, scale_of, top_places
from vision.readers.french.places import is_beside, is_open, likely_places, shows_another
from vision.readers.french.siblings import LIKE, Siblings, places_like, siblings_of
from vision.readers.french.sights import (
    StandardSight,
    claimed,
    grouped,
    in_corners,
    proposed,
    starts_of,
    without_frames,
    without_twins,
)
from vision.readers.french.verdict import (
    FACES,
    PLAIN_INDEX,
    UNLIKELY,
    Thresholds,
    best_index,
    best_sureness,
    doubted,
    is_borne_out,
    is_contradicted,
    is_whole,
    with_waist,
)
from vision.readers.french_print.indices import (
    SMALL_HEIGHT,
    Index,
    Spot,
    large_spots,
    not_known,
    read_spots,
    small_spots,
    turned,
)
from vision.readers.french_print.networks import Guess, Networks
from vision.types import UNREADABLE, Image, Reader, Reading

_LARGEST = 2000


class StandardReader(Reader):
    """A `vision.types.Reader` for crops, and `read_picture` for whole pictures with cards that touch, overlap or lie in a fan.

    Not safe for use by several threads at once.
    """

    def __init__(self, networks: Networks | None = None, thresholds: Thresholds | None = None) -> None:
        self._networks = networks or Networks()
        self._card = CardReader(self._networks, thresholds or Thresholds())

    faces = FACES

    def read(self, crop: Image) -> Reading:
        """`crop`: (h, w, 3) uint8 BGR, one card filling it, either way up. What is no such card reads "?", not accepted."""
        sight = self._card.shown(crop)
        return with_waist(self._card.judged(sight), sight, crop)

    def read_picture(self, image: Image) -> list[tuple[Quad, Reading]]:
        """Every card of the picture that shows an index or its whole face: (quad, reading), surest first.

        `quad`: (4, 2) float32 picture pixels, clockwise from the card's own top left; where the outline was not found it is
        drawn from the indices and may be some millimetres out.
        """
        sights = [self._card.outlined(image, sight) for sight in self._sights(image)]
        read = [(sight, doubted(self._card.judged(sight), sight, image)) for sight in sights]
        if any(is_lone_corner(*pair) for pair in read):
            read = [(self._found(image, *pair), pair[1]) for pair in read]
        at_odds = [lone_corner_at_odds(number, read) or reads_anothers_print(number, read) for number in range(len(read))]
        cards = [
            (sight.quad, replace(reading, accepted=reading.accepted and not odd))
            for (sight, reading), odd in zip(read, at_odds, strict=True)
            if reading.face != UNREADABLE
        ]
        return sorted(cards, key=lambda pair: pair[1].confidence, reverse=True)

    def _found(self, image: Image, sight: StandardSight, reading: Reading) -> StandardSight:
        """Where only its corners tell where a card ends, it as it is found there."""
        return (self._placed(image, sight) if is_told_by_corners(sight, reading) else None) or sight

    def _placed(self, image: Image, sight: StandardSight) -> StandardSight | None:
        """It where it is found by how it looks; None where not all of its corners come with it."""
        quad = aligned(self._networks, image, sight.quad)
        return None if quad is None or len(in_corners(sight.indices, quad)) < len(sight.indices) else replace(sight, quad=quad)

    def _siblings(self, image: Image, sure: Sequence[StandardSight]) -> Siblings:
        """The sure cards as the others may be: those that were seen whole or, where none was, or of no card's shape, as they are found."""
        picture = image.shape[0], image.shape[1]
        siblings = siblings_of([sight for sight in sure if sight.whole is not None], picture)
        if siblings.whole:
            return siblings
        found = (placed for sight in sure if (placed := self._placed(image, sight)) is not None)
        return siblings_of(list(islice(found, LIKE)), picture)

    def _sights(self, image: Image) -> list[StandardSight]:
        scale = min(1.0, _LARGEST / max(image.shape[:2]))
        if scale < 1:
            small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
            return [StandardSight(sight.quad / np.float32(scale), sight.indices, sight.whole) for sight in self._sights(small)]
        indices = read_spots(self._networks, image, large_spots(self._networks, image))
        cards, wholes = proposed(image, indices), dict[bytes, Guess]()
        sights = self._told_apart(image, cards, indices, wholes)
        more = self._small_indices(image, [sight for sight in sights if self._is_accepted(sight)], indices)
        if more:
            indices = [*indices, *more]
            cards = proposed(image, indices)
            sights = self._told_apart(image, cards, indices, wholes)
        if sights and len(self._sure(image, sights)) == len(sights) and not shows_another(image, sights):
            return self._lying_upon(image, sights)
        blobs = find_blobs(image)
        outlined = find_upright_outlines(image, blobs=blobs)
        cards += outlined
        sights = [self._looked_closer(image, sight) for sight in self._told_apart(image, cards, indices, wholes)]
        sights = self._laid_like_siblings(image, sights, self._unsure(image, sights))
        sights = self._laid_flat_as_outlined(image, sights, outlined)
        sights = self._lying_upon(image, self._on_top_of_piles(image, sights, blobs))
        return self._as_large_as_others(image, sights)

    def _as_large_as_others(self, image: Image, sights: Sequence[StandardSight]) -> list[StandardSight]:
        """The sights, those that only corners tell of read as large as the sure ones beside them; what is doubtful then is looked for."""
        sure = [index for sight in sights if self._is_accepted(sight) for index in sight.indices]
        again = [read_beside(self._networks, image, sight, sure) for sight in sights]
        doubtful = [
            after
            for before, after in zip(sights, again, strict=True)
            if self._is_accepted(before) and not self._is_accepted(after)
        ]
        return self._laid_like_siblings(image, again, doubtful)

    def _sure(self, image: Image, sights: Sequence[StandardSight]) -> list[StandardSight]:
        """Those that are accepted and neither their print nor another card speaks against."""
        read = [(sight, doubted(self._card.judged(sight), sight, image)) for sight in sights]
        return [
            sight for number, (sight, reading) in enumerate(read) if reading.accepted and not lone_corner_at_odds(number, read)
        ]

    def _laid_flat_as_outlined(
        self, image: Image, sights: list[StandardSight], outlined: Sequence[Outline]
    ) -> list[StandardSight]:
        """The sights, with those cards that are plainly outlined where nothing was read surely and that can be read laid flat, or printed
        anew where a lamp bleached them."""
        sure = self._sure(image, sights)
        for place in likely_places(outlined, sure, (image.shape[0], image.shape[1])):
            found = self._plainly_read(image, place) if is_open(place[0], sure) else None
            if found is not None and is_open(found.quad, sure):
                sure.append(found)
                sights = [*(sight for sight in sights if sight in sure or is_beside(sight, found.quad)), found]
        return sights

    def _on_top_of_piles(self, image: Image, sights: list[StandardSight], blobs: Blobs) -> list[StandardSight]:
        """The sights, with the top cards of piles where nothing was read surely and that can be read where one must lie by its edges, or is
        found thereabouts."""
        sure = self._sure(image, sights)
        siblings = self._siblings(image, sure)
        scale = scale_of(siblings)
        if scale is None:
            return sights
        piles = piles_in(image, blobs, scale, [sight.quad for sight in siblings.whole])
        piles = [pile for pile in piles if not any(_lies_on(sight, pile) for sight in sure)]
        gray = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8) if piles else image
        for pile in piles[:MOST_PILES]:
            places = top_places(gray, pile, scale)
            found = self._plainly_read(image, places, first_tells=True)
            found = found or self._plainly_read(image, self._aligned(image, places), first_tells=True)
            if found is not None and is_open(found.quad, sure):
                sure.append(found)
                sights = [*(sight for sight in sights if sight in sure or is_beside(sight, found.quad)), found]
        return sights

    def _lying_upon(self, image: Image, sights: list[StandardSight]) -> list[StandardSight]:
        """The sights, with what is found where only corners of one card are seen: that card itself, or what lies upon it."""
        for sight in [one for one in sights if shows_corners_alone(one, sights)][:MOST_UPON]:
            found = self._found_about(image, starts_of(sight))
            others = [one for one in sights if one is not sight]
            if found is not None and is_open(found.quad, self._sure(image, others)):
                sights = [one for one in sights if one is not sight or found.likeliest != sight.likeliest] + [found]
        return without_twins(sights, self._is_accepted)

    def _found_about(self, image: Image, places: Sequence[Quad]) -> StandardSight | None:
        """What plainly lies about where one of these places is, found by how it looks there."""
        for quad in self._aligned(image, places):
            found = next(self._card.looks(image, quad))
            if self._card.stands(image, found) and (is_told_by_both(found) or is_told_twice(found)):
                return found
        return None

    def _aligned(self, image: Image, places: Sequence[Quad]) -> Iterator[Quad]:
        """Where a card is found that lies about there, of each of these places where one is."""
        found = (aligned(self._networks, image, place) for place in places)
        return (quad for quad in found if quad is not None)

    def _plainly_read(self, image: Image, place: Iterable[Quad], first_tells: bool = False) -> StandardSight | None:
        """What a card shows that lies along one of the outlines of a place, if that is plain: borne out by the whole card, else by one of its
        corners and no other outline. `first_tells`: where the first outline shows nothing at all there is no card."""
        by_corner: list[StandardSight] = []
        for number, quad in enumerate(place):
            shows = False
            for flat in self._card.looks(image, quad):
                reading = self._card.judged(flat)
                shows = shows or reading.face != UNREADABLE
                if not reading.accepted:
                    continue
                if is_borne_out(flat, flat.likeliest):
                    return flat
                if best_index(flat, flat.likeliest) >= PLAIN_INDEX:
                    by_corner.append(flat)
            if first_tells and number == 0 and not shows:
                break
        return by_corner[0] if len({flat.likeliest for flat in by_corner}) == 1 else None

    def _laid_like_siblings(
        self, image: Image, sights: list[StandardSight], unsure: Sequence[StandardSight]
    ) -> list[StandardSight]:
        """The sights, the unsure ones of them read where they must lie, by their index, if they are like the cards that are seen whole, or
        where they are found to lie."""
        if not unsure:
            return sights
        gray = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
        siblings = self._siblings(image, [sight for sight in sights if sight.indices and self._is_accepted(sight)])
        laid = [(sight, self._as_a_sibling(image, gray, sight, siblings)) for sight in unsure]
        sights = [sight for sight in sights if sight not in unsure]
        for sight, again in sorted(laid, key=lambda pair: self._card.judged(pair[1]).confidence, reverse=True):
            sights.append(sight if _is_under(again, sights) else again)
        return without_twins(sights, self._is_accepted)

    def _is_accepted(self, sight: StandardSight) -> bool:
        return self._card.judged(sight).accepted

    def _unsure(self, image: Image, sights: Sequence[StandardSight]) -> list[StandardSight]:
        """Those of which an index says something that another look may settle, and those by one corner that another card may have."""
        read = [(sight, doubted(self._card.judged(sight), sight, image)) for sight in sights]
        return [
            sight
            for number, (sight, reading) in enumerate(read)
            if best_sureness(sight) > UNLIKELY and (not self._is_settled(sight, reading) or lone_corner_at_odds(number, read))
        ]

    def _is_settled(self, sight: StandardSight, reading: Reading) -> bool:
        """Is it accepted, not doubted for its print, and not by corners of which none is plain on a card that does not look like that? Or has
        its maker's signs, of which another look says no more? `reading`: as it is doubted."""
        face = sight.likeliest
        if not reading.accepted:
            return not self._is_accepted(sight) and is_contradicted(sight, face)
        return sight.whole is None or is_whole(sight, face) or best_index(sight, face) >= PLAIN_INDEX

    def _as_a_sibling(self, image: Image, gray: NDArray[Any], sight: StandardSight, siblings: Siblings) -> StandardSight:
        """The sight, or what is read where its surest index says: that must be borne out by the whole card or by another of its corners. The
        finder errs in the turn of odd typefaces and takes a pip beside them for part of it, so the card is tried turned as well, and what
        that corner says upright counts."""
        index = max(sight.indices, key=lambda index: index.sureness)
        said = sum(one.face == index.face and one.sureness > UNLIKELY for one in sight.indices)
        by_corners = by_two_looks = None
        for flat in chain(self._laid_flat(image, gray, index.spot, siblings), self._found_there(image, gray, sight, siblings)):
            if looks_like(flat, index):
                return flat
            if corners_say(flat, index):
                by_corners = by_corners or flat
            elif said > 1 and flat.likeliest == index.face:
                by_two_looks = by_two_looks or flat
        return by_corners or by_two_looks or sight

    def _laid_flat(self, image: Image, gray: NDArray[Any], spot: Spot, siblings: Siblings) -> Iterator[StandardSight]:
        """What is accepted of the card with an index at a spot, laid flat wherever it may lie, along the edges there and without; as
        that stands also printed anew."""
        for turn in TURNS:
            for place in places_like(turned(spot, turn), siblings):
                for quad in (*(outline.quad for outline in fit_quads_to_edges(gray, place[None], SIBLINGS_REACH)), place):
                    looks = self._card.looks(image, quad)
                    yield from (flat for flat in (islice(looks, 1) if turn else looks) if self._card.stands(image, flat))

    def _found_there(
        self, image: Image, gray: NDArray[Any], sight: StandardSight, siblings: Siblings
    ) -> Iterator[StandardSight]:
        """What is accepted of a card that lies about where its surest index says, found by how it looks there."""
        index = max(sight.indices, key=lambda index: index.sureness)
        for found in self._aligned(image, [*places_like(index.spot, siblings), *starts_of(sight)]):
            for quad in (*(outline.quad for outline in fit_quads_to_edges(gray, found[None], ALIGNED_REACH)), found):
                yield from (flat for flat in islice(self._card.looks(image, quad), 1) if self._card.stands(image, flat))

    def _small_indices(self, image: Image, sure: Sequence[StandardSight], indices: Sequence[Index]) -> list[Index]:
        """The indices that show at full size only: none beside cards so large that others can hardly be that small."""
        heights = [index.spot.height for sight in sure for index in sight.indices]
        least = min(heights, default=0.0) / LEAST_BESIDE
        if least > SMALL_HEIGHT:
            return []
        spots = small_spots(self._networks, image, [sight.quad for sight in sure if sight.whole is not None], max(least, 1.0))
        return read_spots(self._networks, image, not_known(spots, indices))

    def _looked_closer(self, image: Image, sight: StandardSight) -> StandardSight:
        """Where it is unsure and the outline known: the card laid flat, which shows its indices upright and at one size."""
        reading = self._card.judged(sight)
        if sight.whole is None or reading.accepted:
            return sight
        for flat in self._card.looks(image, sight.quad):
            again = self._card.judged(flat)
            if again.accepted and (again.face == reading.face or is_told_by_both(flat)):
                return flat
        return sight

    def _remembered(self, image: Image, wholes: dict[bytes, Guess], quad: Quad) -> Guess:
        """What the whole card at a place looks like, looked at once."""
        place = quad.tobytes()
        if place not in wholes:
            wholes[place] = self._card.whole(cut_out(image, quad, CROP))
        return wholes[place]

    def _told_apart(
        self, image: Image, cards: Sequence[Outline], indices: Sequence[Index], wholes: dict[bytes, Guess]
    ) -> list[StandardSight]:
        """The cards of a picture. `wholes`: what those that were looked at before look like, by their places."""
        sights = without_frames(claimed(cards, partial(self._remembered, image, wholes), indices), indices)
        taken = {id(index) for sight in sights for index in sight.indices}
        return without_twins(sights + grouped([index for index in indices if id(index) not in taken], sights))


def _is_under(sight: StandardSight, others: Sequence[StandardSight]) -> bool:
    """Does it lie where one of these was seen whole? Of what lies under that no whole card shows, nor two corners."""
    return any(other.whole is not None and overlap_share(sight.quad, other.quad) > SAME_PLACE for other in others)


def _lies_on(sight: StandardSight, pile: Quad) -> bool:
    """Was this card seen on that pile, whole or by a corner?"""
    points = [sight.quad.mean(axis=0)] if sight.whole is not None else [index.spot.centre for index in sight.indices]
    return any(cv2.pointPolygonTest(pile, tuple(map(float, point)), False) >= 0 for point in points)


def standard_reader() -> StandardReader:
    """The reader of the built-in deck `standard`. Raises `DeckError` if its networks are missing."""
    return StandardReader()


TURNS, SIBLINGS_REACH, SAME_PLACE = (0.0, 0.15, -0.15, 0.3, -0.3), 0.08, 0.7
"""Radians by which a card may be turned against its index as it was found, how far from where it should lie its edges are looked for, in
short sides, and the shared area over the united one from which two cards would hide one another."""
ALIGNED_REACH = 0.05
"""The same where it was found by how it looks."""
MOST_UPON = 4
"""Cards of which only corners are seen whose place is looked at in one picture."""
LEAST_BESIDE = 2.0
"""Cards of one table are of one size: none looks smaller than another by more than this, seen from anywhere."""
