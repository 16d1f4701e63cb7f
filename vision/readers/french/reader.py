"""Read ordinary French-suited cards of any maker, without enrolling (the built-in deck `standard`).

Indices are English, or 1 V D R, B D K A, B V H A.
Two independent witnesses are heard. The corner indices are read wherever indices show. The whole card with pips or court is
read where an outline was found. The probabilities are multiplied; where the witnesses disagree, a person is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CARD_CROP_PX, find_upright_outlines
from vision.cards.outlines import Blobs, Outline, find_blobs, fit_quads_to_edges
from vision.plane.quads import Quad, cut_out, overlap_share
from vision.readers.french.aligned import align_by_looks
from vision.readers.french.card import CardReader
from vision.readers.french.corners import is_corner_of_another, is_lone_corner, is_print_of_another, is_told_by_corners
from vision.readers.french.index_sizes import reread_by_size
from vision.readers.french.laid_flat import (
    is_like_index,
    is_lone_corner_sight,
    is_told_by_both,
    is_told_by_corners_of,
    is_told_twice,
)
from vision.readers.french.pile_tops import find_piles, find_top_places, measure_scale
from vision.readers.french.places import find_likely_places, has_unread_card, is_beside, is_open
from vision.readers.french.siblings import SIBLING, Siblings, collect_siblings, find_places_like
from vision.readers.french.sights import (
    StandardSight,
    claim_outlines,
    drop_frames,
    drop_twins,
    find_in_corners,
    group_indices,
    list_start_quads,
    propose_outlines,
)
from vision.readers.french.verdict import (
    FRENCH_FACES,
    WITNESS,
    StandardThresholds,
    doubt_by_one,
    doubt_by_waist,
    find_best_index_sureness,
    find_best_sureness,
    is_borne_out,
    is_contradicted,
    is_whole_like,
)
from vision.readers.french_print.indices import (
    SMALL_INDEX_PX,
    Index,
    Spot,
    find_large_spots,
    find_small_spots,
    keep_unread,
    turn_spot,
)
from vision.readers.french_print.letters import SeenLetters
from vision.readers.french_print.networks import Guess, Networks
from vision.types import UNREADABLE, Image, Reader, Reading


@dataclass(frozen=True, slots=True)
class StandardSearch:
    """How doubtful cards of a picture are looked for again."""

    min_hiding_overlap: float = 0.7  # shared area over united area: one of two such cards would hide the other; guess
    max_size_ratio: float = 2.0  # between indices of one table, seen from anywhere; guess


STANDARD_SEARCH = StandardSearch()


class StandardReader(Reader):
    """A `vision.types.Reader` for crops; `read_picture` also reads cards that touch, overlap or lie in a fan.

    Not safe for use by several threads at once.
    """

    def __init__(self, networks: Networks | None = None, thresholds: StandardThresholds | None = None) -> None:
        """`networks`: loaded anew if None. `thresholds`: the usual ones if None."""
        self._networks = networks or Networks()
        self._letters = SeenLetters()  # of the deck that lies on the table
        self._card = CardReader(self._networks, thresholds or StandardThresholds())

    faces = FRENCH_FACES

    def read(self, crop: Image) -> Reading:
        """The reading of `crop`, (h, w, 3) uint8 BGR, filled by one card, either way up; "?" and not accepted for anything
        else."""
        self._card.letters = self._letters
        sight = self._card.see_card(crop)
        reading = doubt_by_one(doubt_by_waist(self._card.judge_sight(sight), sight, crop), sight, crop)
        return self._card.doubt_parts(crop, sight, reading)

    def read_picture(self, image: Image) -> list[tuple[Quad, Reading]]:
        """Every card of the picture with an index or the whole face in sight: (quad, reading), surest first. Doubtful readings
        are among them, not accepted; unreadable cards are left out.

        `quad`: (4, 2) float32 picture pixels, clockwise from the card's own top left. Where no outline was found the quad is
        drawn from the indices, some millimetres off at most.
        """
        self._card.letters = self._letters.copy()  # the next picture may show another deck
        read = self._doubt_sights(image, [self._card.outline_pips(image, sight) for sight in self._see_cards(image)])
        if any(is_lone_corner(*pair) for pair in read):
            # cards told by several corners are moved to where the whole card is found, so that a lone corner may lie on one
            read = [
                ((self._align_sight(image, sight) if is_told_by_corners(sight, reading) else None) or sight, reading)
                for sight, reading in read
            ]
        at_odds = [is_corner_of_another(number, read) or is_print_of_another(number, read) for number in range(len(read))]
        cards = [
            (sight.quad, replace(reading, accepted=reading.accepted and not odd))
            for (sight, reading), odd in zip(read, at_odds, strict=True)
            if reading.face != UNREADABLE
        ]
        return sorted(cards, key=lambda pair: pair[1].confidence, reverse=True)

    def _doubt_sights(self, image: Image, sights: Sequence[StandardSight]) -> list[tuple[StandardSight, Reading]]:
        """The sights and their readings, not accepted where the picture contradicts."""
        return [(sight, self._card.doubt_sight(image, sight)) for sight in sights]

    def _align_sight(self, image: Image, sight: StandardSight) -> StandardSight | None:
        """The sight at the place found by the card's looks; None where an index does not come along."""
        quad = align_by_looks(self._networks, image, sight.quad)
        if quad is None or len(find_in_corners(sight.indices, quad)) < len(sight.indices):
            return None
        return replace(sight, quad=quad)

    def _find_siblings(self, image: Image, sure: Sequence[StandardSight]) -> Siblings:
        """The cards in `sure` as models for unsure cards: those seen whole, else the first cards found by their looks."""
        picture = image.shape[0], image.shape[1]
        siblings = collect_siblings([sight for sight in sure if sight.whole is not None], picture)
        if siblings.whole:
            return siblings
        found = (placed for sight in sure if (placed := self._align_sight(image, sight)) is not None)
        return collect_siblings(list(islice(found, SIBLING.nearest_cards)), picture)

    def _see_cards(self, image: Image) -> list[StandardSight]:
        """All cards seen in the picture, in picture pixels. Each step looks again at cards left in doubt by the steps before. A
        picture of more than 2000 pixels is shrunk first."""
        scale = min(1.0, 2000 / max(image.shape[:2]))  # larger pictures cost time and show no more
        if scale < 1:
            small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
            return [
                StandardSight(sight.quad / np.float32(scale), sight.indices, sight.whole) for sight in self._see_cards(small)
            ]
        indices = self._card.read_spots(image, find_large_spots(self._networks, image))
        cards, wholes = propose_outlines(image, indices), dict[bytes, Guess]()
        sights = self._separate_cards(image, cards, indices, wholes)
        more = self._find_small_indices(image, [sight for sight in sights if self._is_accepted(sight)], indices)
        if more:
            indices = [*indices, *more]
            cards = propose_outlines(image, indices)
            sights = self._separate_cards(image, cards, indices, wholes)
        if sights and len(self._keep_sure(image, sights)) == len(sights) and not has_unread_card(image, sights):
            return self._resolve_lone_corners(image, sights)
        blobs = find_blobs(image)
        outlined = find_upright_outlines(image, blobs=blobs)
        cards += outlined
        sights = [self._look_closer(image, sight) for sight in self._separate_cards(image, cards, indices, wholes)]
        sights = self._reread_like_siblings(image, sights, self._find_unsure(image, sights))
        sights = self._read_plain_outlines(image, sights, outlined)
        sights = self._resolve_lone_corners(image, self._read_pile_tops(image, sights, blobs))
        return self._reread_by_size(image, sights)

    def _reread_by_size(self, image: Image, sights: Sequence[StandardSight]) -> list[StandardSight]:
        """The sights, lone corners read again as large as sure corners beside. Sights no longer accepted are looked for
        again."""
        sure = [index for sight in sights if self._is_accepted(sight) for index in sight.indices]
        again = [reread_by_size(self._networks, image, sight, sure) for sight in sights]
        doubtful = [
            after
            for before, after in zip(sights, again, strict=True)
            if self._is_accepted(before) and not self._is_accepted(after)
        ]
        return self._reread_like_siblings(image, again, doubtful)

    def _keep_sure(self, image: Image, sights: Sequence[StandardSight]) -> list[StandardSight]:
        """The accepted sights, contradicted neither by the print nor by another card."""
        read = self._doubt_sights(image, sights)
        return [
            sight for number, (sight, reading) in enumerate(read) if reading.accepted and not is_corner_of_another(number, read)
        ]

    def _read_plain_outlines(
        self, image: Image, sights: list[StandardSight], outlined: Sequence[Outline]
    ) -> list[StandardSight]:
        """The sights, with plainly outlined cards added where nothing sure was read, read laid flat or reprinted."""
        sure = self._keep_sure(image, sights)
        for place in find_likely_places(outlined, sure, (image.shape[0], image.shape[1])):
            if is_open(place[0], sure):
                sights = _add_found(sights, sure, self._read_plain_card(image, place))
        return sights

    def _read_pile_tops(self, image: Image, sights: list[StandardSight], blobs: Blobs) -> list[StandardSight]:
        """The sights, with the top cards of piles added where nothing sure was read. A top card is tried along edges, or found
        by the looks."""
        sure = self._keep_sure(image, sights)
        siblings = self._find_siblings(image, sure)
        scale = measure_scale(siblings)
        if scale is None:
            return sights
        piles = find_piles(image, blobs, scale, [sight.quad for sight in siblings.whole])
        piles = [pile for pile in piles if not any(_lies_on(sight, pile) for sight in sure)]
        gray = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8) if piles else image
        for pile in piles[:4]:  # more would cost too much time
            places = find_top_places(gray, pile, scale)
            found = self._read_plain_card(image, places, first_tells=True)
            found = found or self._read_plain_card(image, self._align_places(image, places), first_tells=True)
            sights = _add_found(sights, sure, found)
        return sights

    def _resolve_lone_corners(self, image: Image, sights: list[StandardSight]) -> list[StandardSight]:
        """The sights, with the card found near lone corners added: the corners' own card, or a card lying upon it."""
        lone = [one for one in sights if is_lone_corner_sight(one, sights)]
        for sight in lone[:4]:  # more would cost too much time
            found = self._find_plain_card(image, list_start_quads(sight))
            others = [one for one in sights if one is not sight]
            if found is not None and is_open(found.quad, self._keep_sure(image, others)):
                sights = [one for one in sights if one is not sight or found.likeliest != sight.likeliest] + [found]
        return drop_twins(sights, self._is_accepted)

    def _find_plain_card(self, image: Image, places: Sequence[Quad]) -> StandardSight | None:
        """The card plainly seen about one of the `places`, found by the looks; None without a card."""
        for quad in self._align_places(image, places):
            found = next(self._card.see_card_at(image, quad))
            if self._card.is_believed(image, found) and (is_told_by_both(found) or is_told_twice(found)):
                return found
        return None

    def _align_places(self, image: Image, places: Sequence[Quad]) -> Iterator[Quad]:
        """The place of a card found by the looks about each of the `places`; places without a card are left out."""
        found = (align_by_looks(self._networks, image, place) for place in places)
        return (quad for quad in found if quad is not None)

    def _read_plain_card(self, image: Image, place: Iterable[Quad], first_tells: bool = False) -> StandardSight | None:
        """The card along an outline of a `place`, if plain: confirmed by the whole card, else by a plain corner and by no other
        outline; None otherwise. `first_tells`: give up where the first outline shows nothing at all."""
        by_corner: list[StandardSight] = []
        for number, quad in enumerate(place):
            shows = False
            for flat in self._card.see_card_at(image, quad):
                reading = self._card.judge_sight(flat)
                shows = shows or reading.face != UNREADABLE
                if not reading.accepted:
                    continue
                if is_borne_out(flat, flat.likeliest):
                    return flat
                if find_best_index_sureness(flat, flat.likeliest) >= WITNESS.plain_index:
                    by_corner.append(flat)
            if first_tells and number == 0 and not shows:
                break
        return by_corner[0] if len({flat.likeliest for flat in by_corner}) == 1 else None

    def _reread_like_siblings(
        self, image: Image, sights: list[StandardSight], unsure: Sequence[StandardSight]
    ) -> list[StandardSight]:
        """The sights, unsure sights read again where a card like the siblings must lie, or where the card's looks place the
        card. Without unsure sights unchanged. `unsure`: some of `sights`."""
        if not unsure:
            return sights
        gray = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
        siblings = self._find_siblings(image, [sight for sight in sights if sight.indices and self._is_accepted(sight)])
        laid = [(sight, self._read_like_sibling(image, gray, sight, siblings)) for sight in unsure]
        sights = [sight for sight in sights if sight not in unsure]
        for sight, again in sorted(laid, key=lambda pair: self._card.judge_sight(pair[1]).confidence, reverse=True):
            # a card underneath shows neither its whole nor two corners
            hidden = any(
                other.whole is not None and overlap_share(again.quad, other.quad) > STANDARD_SEARCH.min_hiding_overlap
                for other in sights
            )
            sights.append(sight if hidden else again)
        return drop_twins(sights, self._is_accepted)

    def _is_accepted(self, sight: StandardSight) -> bool:
        return self._card.judge_sight(sight).accepted

    def _find_unsure(self, image: Image, sights: Sequence[StandardSight]) -> list[StandardSight]:
        """The sights that another look may settle: indices that say something, and single corners perhaps of another card."""
        read = self._doubt_sights(image, sights)
        return [
            sight
            for number, (sight, reading) in enumerate(read)
            if find_best_sureness(sight) > WITNESS.max_meaningless_index
            and (not self._is_settled(sight, reading) or is_corner_of_another(number, read))
        ]

    def _is_settled(self, sight: StandardSight, reading: Reading) -> bool:
        """Can another look change nothing? Accepted without doubt by the print, and plain in a corner or in the whole card; or
        contradicted by the maker's own signs. `reading`: after doubts."""
        face = sight.likeliest
        if not reading.accepted:
            return not self._is_accepted(sight) and is_contradicted(sight, face)
        return sight.whole is None or is_whole_like(sight, face) or find_best_index_sureness(sight, face) >= WITNESS.plain_index

    def _read_like_sibling(self, image: Image, gray: NDArray[Any], sight: StandardSight, siblings: Siblings) -> StandardSight:
        """The sight, or a sight where the surest index places the card, confirmed by the whole card or another corner. `gray`:
        of `image`. `siblings`: sure cards as models.

        The finder errs in the turn of odd typefaces and takes a pip nearby for part of the index. Therefore the card is tried
        turned as well, and the corner as read upright counts.
        """
        index = max(sight.indices, key=lambda index: index.sureness)
        said = sum(one.face == index.face and one.sureness > WITNESS.max_meaningless_index for one in sight.indices)
        by_corners = by_two_looks = None
        for flat in chain(
            self._see_laid_flat(image, gray, index.spot, siblings), self._see_aligned(image, gray, sight, siblings)
        ):
            if is_like_index(flat, index):
                return flat
            if is_told_by_corners_of(flat, index):
                by_corners = by_corners or flat
            elif said > 1 and flat.likeliest == index.face:
                by_two_looks = by_two_looks or flat
        return by_corners or by_two_looks or sight

    def _see_laid_flat(self, image: Image, gray: NDArray[Any], spot: Spot, siblings: Siblings) -> Iterator[StandardSight]:
        """Accepted sights of the card with an index at `spot`, laid flat wherever the card may lie, along edges and without.
        Unturned the card is read in other prints too. `gray`: of `image`."""
        for turn in (0.0, 0.15, -0.15, 0.3, -0.3):  # odd typefaces mislead the finder
            for place in find_places_like(turn_spot(spot, turn), siblings):
                for quad in (
                    *(outline.quad for outline in fit_quads_to_edges(gray, place[None], 0.08)),
                    place,
                ):
                    looks = self._card.see_card_at(image, quad)
                    yield from (flat for flat in (islice(looks, 1) if turn else looks) if self._card.is_believed(image, flat))

    def _see_aligned(
        self, image: Image, gray: NDArray[Any], sight: StandardSight, siblings: Siblings
    ) -> Iterator[StandardSight]:
        """Accepted sights of a card about where the surest index of `sight`, at least one, places the card, found by the looks.
        `gray`: (H, W) of `image`, smoothed."""
        index = max(sight.indices, key=lambda index: index.sureness)
        for found in self._align_places(image, [*find_places_like(index.spot, siblings), *list_start_quads(sight)]):
            for quad in (
                *(outline.quad for outline in fit_quads_to_edges(gray, found[None], 0.05)),
                found,
            ):
                yield from (
                    flat for flat in islice(self._card.see_card_at(image, quad), 1) if self._card.is_believed(image, flat)
                )

    def _find_small_indices(self, image: Image, sure: Sequence[StandardSight], indices: Sequence[Index]) -> list[Index]:
        """The indices to be found at full size only; none beside much larger cards. `sure`: cards read so far. `indices`: read
        so far, not given again."""
        heights = [index.spot.height for sight in sure for index in sight.indices]
        least = min(heights, default=0.0) / STANDARD_SEARCH.max_size_ratio
        if least > SMALL_INDEX_PX:
            return []
        spots = find_small_spots(
            self._networks, image, [sight.quad for sight in sure if sight.whole is not None], max(least, 1.0)
        )
        return self._card.read_spots(image, keep_unread(spots, indices))

    def _look_closer(self, image: Image, sight: StandardSight) -> StandardSight:
        """The sight; or the card laid flat, upright and at the usual size, where a whole card was unsure at first and is
        accepted now."""
        reading = self._card.judge_sight(sight)
        if sight.whole is None or reading.accepted:
            return sight
        for flat in self._card.see_card_at(image, sight.quad):
            again = self._card.judge_sight(flat)
            if again.accepted and (again.face == reading.face or is_told_by_both(flat)):
                return flat
        return sight

    def _separate_cards(
        self, image: Image, cards: Sequence[Outline], indices: Sequence[Index], wholes: dict[bytes, Guess]
    ) -> list[StandardSight]:
        """The cards of a picture, each index given to one card. `cards`: possible outlines. `wholes`: guesses of whole cards so
        far, by the bytes of the quad; added to."""

        def look_once(quad: Quad) -> Guess:
            if (place := quad.tobytes()) not in wholes:
                wholes[place] = self._card.guess_whole(cut_out(image, quad, CARD_CROP_PX))
            return wholes[place]

        sights = drop_frames(claim_outlines(cards, look_once, indices), indices)
        taken = {id(index) for sight in sights for index in sight.indices}
        return drop_twins(sights + group_indices([index for index in indices if id(index) not in taken], sights))


def _add_found(sights: list[StandardSight], sure: list[StandardSight], found: StandardSight | None) -> list[StandardSight]:
    """The sights with a card found where nothing sure was read, in place of doubtful sights there. `sure`: added to."""
    if found is None or not is_open(found.quad, sure):
        return sights
    sure.append(found)
    return [*(sight for sight in sights if sight in sure or is_beside(sight, found.quad)), found]


def _lies_on(sight: StandardSight, pile: Quad) -> bool:
    """Was the card seen on the pile, whole or by a corner?"""
    points = [sight.quad.mean(axis=0)] if sight.whole is not None else [index.spot.centre for index in sight.indices]
    return any(cv2.pointPolygonTest(pile, tuple(map(float, point)), False) >= 0 for point in points)


def make_standard_reader() -> StandardReader:
    """The reader of the built-in deck `standard`. Raises `DeckError` if the networks are missing."""
    return StandardReader()
