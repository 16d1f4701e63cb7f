"""Read the cards of a deck that was enrolled, in crops and in pictures of any table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np

from vision.cards.candidates import CROP, Card, PictureReader, find_likely_outlines
from vision.cards.keypoints import (
    KEYPOINTS,
    KeypointIndex,
    drop_taken_places,
    find_cards_by_print,
    has_print_beside,
    index_keypoints,
)
from vision.cards.outlines import Blobs, find_blobs_in_small
from vision.cards.topcard import FINE_WIDTH, Pattern, average_patterns, find_by_pattern
from vision.cards.underneath import LooseSides, find_hidden_quads, find_loose_sides, mask_visible_part
from vision.plane.pyramid import Pyramid, build_pyramid
from vision.plane.quads import (
    UNIT,
    Quad,
    common_area,
    covered_share,
    make_upright,
    overlap_share,
    project_from_quad,
    signed_area,
    true_aspect,
    turn_half,
    width_of,
)
from vision.readers.enrolled import features
from vision.readers.enrolled.any_maker import (
    AnyMaker,
    are_one,
    as_large_as,
    besides,
    beyond_doubt,
    confirmed,
    is_of_deck,
    unless_denied,
)
from vision.readers.enrolled.crop_reader import AWRY, SPOT, SURE_CARD, CardSight, CropReader
from vision.readers.enrolled.file import Deck
from vision.readers.enrolled.partial import GLANCE_LIKENESS, SURELY_LIKE, FaceMatch
from vision.types import UNREADABLE, Image, Reader, Reading

LONGEST_OUTLINED, LEAST_OUTLINED = 750, 600
"""Long side in pixels of the picture in which outlines are looked for, at most and at least; cards too small for that are found by their
print."""
LEAST_OUTLINE = 0.5
"""Outlines of a lower score are not worth a look."""
BY_PRINT = 0.5
"""What a place found by its print counts for as an outline."""
SNAPS = 8
"""Times at most that a place is laid on the card it shows: a tilted card is reached step by step."""
PLAINLY_BETTER = 0.03
"""Likeness by which one place must suit a card better than another."""
LYING, NEARLY = 0.012, 0.6
"""Part of its sides by which a place may be off to count as reached, and likeness from which a slow approach is worth going on."""
MOST_LAYERS = 12
"""Cards that are looked for under others in one picture."""
AROUND, MOST_AROUND = 0.4, 3
"""Parts of a card around a weak place that are searched for the deck's pattern, and how many places are."""
MOST_LOOKS = 3
"""At a place under other cards."""
WORTH, NO_BETTER = 0.5, 0.95
"""Likeness from which a place under other cards is worth another look, and from which no other look is needed."""
TOUCHING = 0.05
"""Part of a place from which a card over it hides enough for what lies there to be looked for under that card first."""
SAME_SIZE = 1.8
"""How many times as large a card may look as one above that touches it: held close, a camera that looks from aside sees 1.65."""
DRAWN = 0.08
"""Part of a card's width by which corners may be off that are surely drawn to where the card lies."""
ALMOST = 0.05
"""Likeness by which another card may be less like a place and still be what lies there."""
WORTH_ASKING = 0.36
"""The same in a picture of any table, where much may look a little like a card: what is less like one is none, and nobody is asked."""


@dataclass(frozen=True, slots=True, eq=False)
class PartLook:
    """`quad`: a place where a card may lie under others, upright. `matches`: the faces that suit what shows of it, likeliest first.
    `again`: the same of a last look that found no better place, None if none was needed. `asked_all`: every face was likely to `matches`,
    not only what came close some way off."""

    quad: Quad
    matches: Sequence[FaceMatch]
    again: Sequence[FaceMatch] | None = None
    asked_all: bool = False


class EnrolledReader(CropReader):
    """Reads crops of the cards of one deck (a `vision.types.Reader`), and finds them in pictures. May be shared by threads."""

    def __init__(
        self, deck: Deck, lacks: bool = False, second: Reader | None = None, beside: PictureReader | None = None
    ) -> None:
        """As for `CropReader`. `beside`: a reader that knows these faces of any maker by their corners alone. It is heard about what lies
        beside or under cards of the deck."""
        super().__init__(deck, lacks, second)
        self._any_maker = AnyMaker(beside, self._one_at_a_time, deck)

    def read_picture(self, image: Image) -> list[tuple[Quad, Reading]]:
        """Every card of the deck in a picture of any table: (upright quad in picture pixels, reading), surest first."""
        picture = build_pyramid(image)
        blobs = find_blobs_in_small(*picture.shrink_to(LONGEST_OUTLINED, LEAST_OUTLINED))
        seen = self._outlined(picture, blobs)
        known = [card.quad for card, sight in seen if beyond_doubt(sight)]
        shows = not known or has_print_beside(image, known)
        sure_of_any = cache(lambda: self._any_maker.sure(image))
        told = besides(sure_of_any(), seen, self.deck.faces) if shows and is_of_deck(seen) else []
        clear = known + [quad for quad, _ in told]
        printed = find_cards_by_print(image, self._index, clear, glance=bool(told)) if shows else []
        places = list(filter(as_large_as(known), (quad for quad, _ in printed)))
        free = [quad for quad in drop_taken_places(places, clear) if self._may_show(picture, quad)]
        late = [quad for quad in free if _touches(quad, clear)]
        seen += self._at(picture, [quad for quad in free if not _touches(quad, clear)])
        seen += self._around(picture, seen)
        if shows and not told and any(beyond_doubt(sight) for _, sight in seen):
            said = besides(sure_of_any(), seen, self.deck.faces)
            if is_of_deck(seen):
                told = said
            else:
                seen += [look for quad, reading in said for look in confirmed(self._at(picture, [quad]), reading)]
        read, under = self._with_those_under(picture, seen, told, late, places, blobs)
        under = [unless_denied(pair, sure_of_any()) for pair in under if not any(are_one(pair, other) for other in told)]
        sure = [pair for pair in read if pair[1].accepted]
        worth = [pair for pair in read if not pair[1].accepted and (pair[1].likeness or 0.0) >= WORTH_ASKING]
        doubtful = [pair for pair in worth if all(covered_share(pair[0], quad) < 0.5 for quad, _ in under)]
        return sorted(sure + under + doubtful, key=lambda pair: (pair[1].accepted, pair[1].confidence), reverse=True)

    def _with_those_under(
        self,
        picture: Pyramid,
        seen: list[tuple[Card, CardSight]],
        told: list[tuple[Quad, Reading]],
        late: list[Quad],
        places: Sequence[Quad],
        blobs: Blobs,
    ) -> tuple[list[tuple[Quad, Reading]], list[tuple[Quad, Reading]]]:
        """What was read, and what lies under that. `late`: places that known cards touch, looked at where neither explains them. `places`:
        where print spoke for a card."""
        read = _agreed(_standing_apart(seen), told)
        under = self._under(picture, [quad for quad, reading in read if reading.accepted], places, blobs)
        explained = [quad for quad, _ in under] + [quad for quad, reading in read if reading.accepted]
        looks = self._at(picture, drop_taken_places(late, explained))
        if looks:
            read = _agreed(_standing_apart([*seen, *looks]), told)
            if any(sight.reading.accepted for _, sight in looks):
                under = self._under(picture, [quad for quad, reading in read if reading.accepted], places, blobs)
        return read, under

    def _outlined(self, picture: Pyramid, blobs: Blobs) -> list[tuple[Card, CardSight]]:
        """What lies where a card is outlined."""
        seen: list[tuple[Card, CardSight]] = []
        for outline in find_likely_outlines(picture.image, self.deck.aspect, blobs=blobs):
            quad = make_upright(outline.quad, picture.size, self.deck.aspect)
            if outline.score >= LEAST_OUTLINE and not _taken(quad, seen):
                card = Card(quad, picture.cut_out_quad(quad, CROP), outline.score, true_aspect(quad, picture.size))
                card, sight = self._straightened(picture, card, self.look(card.crop))
                sight = self._doubted(card, sight)
                if sight.reading.face != UNREADABLE:
                    seen.append((card, sight))
        return seen

    def read_at(self, image: Image, places: Sequence[Quad]) -> list[tuple[Quad, Reading]]:
        """The cards of the deck that lie at these places, which are only roughly known: (upright quad in picture pixels, reading)."""
        looks = self._at(build_pyramid(image), places)
        return [(turn_half(card.quad) if sight.turned else card.quad, sight.reading) for card, sight in looks]

    def places_by_print(self, image: Image, known: Sequence[Quad] = ()) -> list[Quad]:
        """Where print speaks for a card of the deck, roughly, beside those that are `known`."""
        return drop_taken_places([quad for quad, _ in find_cards_by_print(image, self._index, known)], known)

    @cached_property
    def _index(self) -> KeypointIndex:
        return index_keypoints(list(self.pictures()), self.deck.aspect, KEYPOINTS.afar_width_px)

    def _may_show(self, picture: Pyramid, quad: Quad) -> bool:
        """Is there at a place anything that is at a glance like any card of the deck?"""
        crop = picture.cut_out_quad(make_upright(quad, picture.size, self.deck.aspect), features.CANONICAL_SIZE)
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
            and not _touches(card.quad, sure)
        ]
        weak = sorted(weak, key=lambda place: -place[1])[:MOST_AROUND]
        return self._at(picture, [near for quad, _ in weak for near in self._patterned(picture, quad)])

    def _patterned(self, picture: Pyramid, quad: Quad) -> list[Quad]:
        """The place around this one that is most like what the deck's cards share."""
        width, height = FINE_WIDTH, round(FINE_WIDTH / self.deck.aspect)
        wide = project_from_quad(quad, UNIT * (1 + 2 * AROUND) - np.float32(AROUND))
        size = (round(width * (1 + 2 * AROUND)), round(height * (1 + 2 * AROUND)))
        found = find_by_pattern(picture.cut_out_quad(wide, size), (width, height), self._pattern)[:1]
        return [project_from_quad(wide, (one.quad + np.float32(0.5)) / np.array(size, np.float32)) for one in found]

    @cached_property
    def _pattern(self) -> Pattern:
        return average_patterns(list(self.pictures()), 1 / self.deck.aspect)

    def _straightened(self, picture: Pyramid, card: Card, sight: CardSight) -> tuple[Card, CardSight]:
        """The same, laid exactly on the card if the outline was read but lies beside it. What is plainly more like the card there counts, be
        it in doubt."""
        if sight.reading.confidence < SURE_CARD or sight.off < AWRY:
            return card, sight
        nearer, better = self._snapped(picture, card.quad, sight)
        believed = better.reading.accepted or better.whole > sight.whole + PLAINLY_BETTER
        return (replace(nearer, score=card.score), better) if believed else (card, sight)

    def _snapped(self, picture: Pyramid, quad: Quad, first: CardSight | None = None) -> tuple[Card, CardSight]:
        """The card at a place and what it shows, after the place was laid exactly on the face that it seems to be. `first`: what it shows as
        it is, if that is known."""
        quad = make_upright(quad, picture.size, self.deck.aspect)
        crop = picture.cut_out_quad(quad, CROP)
        sight, said = first or self.look(crop), UNREADABLE
        while sight.reading.face not in (UNREADABLE, said):
            said = sight.reading.face
            nearer = self._drawn_near(picture, quad, sight)
            again = picture.cut_out_quad(nearer, CROP)
            better = self.look(again)
            if better.whole < sight.whole - 0.02:
                break
            quad, crop, sight = nearer, again, better
        return Card(quad, crop, BY_PRINT, true_aspect(quad, picture.size)), sight

    def _drawn_near(self, picture: Pyramid, quad: Quad, sight: CardSight) -> Quad:
        """The place where a face that was seen at `quad` lies, approached step by step: a tilted card is far off at first."""
        face, whole, place = self.deck.faces.index(sight.reading.face), sight.whole, sight.place
        for _ in range(SNAPS):
            nearer = project_from_quad(quad, place)
            texture = features.texture(picture.cut_out_quad(nearer, features.CANONICAL_SIZE))
            fit = self.fit(texture, face, sight.turned)
            if fit.whole < whole - 0.02:
                break
            gained, quad, whole, place = fit.whole - whole, nearer, fit.whole, fit.place
            if 0 <= gained < 0.01 and (fit.off < LYING or whole < NEARLY):
                break
        return quad

    def _under(self, picture: Pyramid, above: list[Quad], places: Sequence[Quad], blobs: Blobs) -> list[tuple[Quad, Reading]]:
        """Cards that lie under those already read, one after the other from the top. `places`: where print spoke for a card."""
        if not above:
            return []
        found: list[tuple[Quad, Reading]] = []
        sides = cache(lambda: find_loose_sides(picture.image, blobs, above, min(width_of(quad) for quad in above)))
        while len(found) < MOST_LAYERS:
            best = self._next_under(picture, [*above, *(quad for quad, _ in found)], places, sides)
            if best is None:
                break
            found.append(best)
        return found

    def _next_under(
        self, picture: Pyramid, above: list[Quad], places: Sequence[Quad], sides: Callable[[], LooseSides]
    ) -> tuple[Quad, Reading] | None:
        """The card that can be read best of those that lie under the ones above."""
        touching = [quad for quad in drop_taken_places(places, above) if any(common_area(quad, other) > 0 for other in above)]
        best = self._best_part(picture, touching, above)
        return best or self._best_part(picture, find_hidden_quads(above, self.deck.aspect, sides()), above)

    def _best_part(self, picture: Pyramid, quads: Sequence[Quad], above: list[Quad]) -> tuple[Quad, Reading] | None:
        looks: list[PartLook] = []
        for quad in quads:
            quad = make_upright(quad, picture.size, self.deck.aspect)
            if not any(look.matches[0].likeness >= SURELY_LIKE and _drawn_there(quad, look.quad) for look in looks):
                looks += self._part(picture, quad, above)
        for look in sorted(looks, key=lambda look: look.matches[0].likeness, reverse=True):
            reading = self.parts.reading(look.matches)
            stands = reading.accepted and lies_with(look.quad, above) and not contested(look, looks)
            if stands and self._confirmed(picture, look, above):
                return turn_half(look.quad) if look.matches[0].turned else look.quad, reading
        return None

    def _part(self, picture: Pyramid, quad: Quad, above: list[Quad]) -> list[PartLook]:
        """The look at an upright place where a card may lie under others, once the likeliest face was laid on it exactly; none if nothing
        there is like a card of the deck."""
        look: PartLook | None = None
        for _ in range(MOST_LOOKS):
            visible = mask_visible_part(CROP, quad, above, picture.size)
            again = self.parts.look(picture.cut_out_quad(quad, CROP), visible, look.matches if look else ())
            if look and (not again or again[0].likeness <= look.matches[0].likeness + 0.01):
                return [replace(look, again=again)]
            if not again:
                break
            look = PartLook(quad, again, asked_all=look is None)
            if not WORTH <= again[0].likeness < NO_BETTER:
                break
            quad = project_from_quad(quad, again[0].place)
        return [look] if look else []

    def _confirmed(self, picture: Pyramid, look: PartLook, above: list[Quad]) -> bool:
        """Does what a last look found, if there was one, say the same, and a fresh one at the same place, to which every face is likely? A
        card that was laid on another one's print does not stay there, and what is like the part where it lies may not have been where it was
        looked for first."""
        face, again = look.matches[0].face, look.again
        if again is not None and not (again and again[0].face == face and self.parts.reading(again).accepted):
            return False
        if look.asked_all:
            return True
        fresh = self.parts.look(picture.cut_out_quad(look.quad, CROP), mask_visible_part(CROP, look.quad, above, picture.size))
        return bool(fresh) and fresh[0].face == face

    def _doubted(self, card: Card, sight: CardSight) -> CardSight:
        """The sight, not accepted if a sign of the card is missing or another one.

        A card of the deck that was never enrolled looks like its neighbour but for one sign, one of another maker's deck differs in
        several. Piles are not judged so: there cards are small and often out of focus, and each spot of a right reading may differ
        as much. What is doubtful may be seconded.
        """
        reading = sight.reading
        if reading.accepted:
            agrees = self.worst_spot(self.deck.faces.index(reading.face), sight.laid) >= SPOT
            sight = replace(sight, reading=replace(reading, accepted=agrees))
        return replace(sight, reading=self.seconded(sight, card.crop))


def lies_with(quad: Quad, above: Sequence[Quad]) -> bool:
    """Is a place about as large as a card above that touches it? A piece of print may look like a whole smaller one."""
    size = abs(signed_area(quad))
    touching = [abs(signed_area(other)) for other in above if common_area(quad, other) > 0]
    return not touching or any(size < SAME_SIZE * other and other < SAME_SIZE * size for other in touching)


def contested(look: PartLook, looks: Sequence[PartLook]) -> bool:
    """True if another look at the same place speaks for another card almost as well, be it there the second best."""
    return any(
        face != look.matches[0].face and likeness > look.matches[0].likeness - ALMOST
        for other in looks
        if other is not look and overlap_share(look.quad, other.quad) > 0.5
        for face, likeness in _spoken_for(other).items()
    )


def _spoken_for(look: PartLook) -> dict[int, float]:
    """How like each face a look is; where there was a last look, by no more than that one says: what is laid on another card's print does not
    stay there."""
    said = {match.face: match.likeness for match in reversed(look.matches)}
    if look.again is None:
        return said
    last = {match.face: match.likeness for match in reversed(look.again)}
    return {face: min(likeness, last[face]) for face, likeness in said.items() if face in last}


def _taken(quad: Quad, seen: Sequence[tuple[Card, CardSight]]) -> bool:
    """True if a card that was read beyond doubt lies there, so that this outline is a part of it or a worse one of the same."""
    return any(covered_share(quad, other.quad) > 0.7 for other, sight in seen if beyond_doubt(sight))


def _standing_apart(seen: Sequence[tuple[Card, CardSight]]) -> list[tuple[Quad, Reading]]:
    """Of those that lie on one another the one that shows a card of the deck best, each with its upright quad."""
    kept: list[tuple[Card, CardSight]] = []
    for card, sight in sorted(seen, key=_standing, reverse=True):
        if not any(_same_place(card.quad, other.quad) for other, _ in kept):
            kept.append((card, sight))
    return [(turn_half(card.quad) if sight.turned else card.quad, sight.reading) for card, sight in kept]


def _agreed(read: Sequence[tuple[Quad, Reading]], told: Sequence[tuple[Quad, Reading]]) -> list[tuple[Quad, Reading]]:
    """What was read, and what another reader told besides: one card that both found lies where it was read."""
    sure = [pair for pair in read if pair[1].accepted]
    besides = [pair for pair in told if not any(are_one(pair, other) for other in sure)]
    return besides + [pair for pair in read if pair[1].accepted or not any(_same_place(pair[0], quad) for quad, _ in besides)]


def _touches(quad: Quad, cards: Sequence[Quad]) -> bool:
    """Does one of these cards lie over enough of a place to hide signs of what is there?"""
    return any(covered_share(quad, other) > TOUCHING for other in cards)


def _standing(seen: tuple[Card, CardSight]) -> float:
    """Of candidates that lie on one another the one that shows a card of the deck best."""
    card, sight = seen
    return float(sight.reading.accepted) + sight.whole + 0.2 * card.score


def _drawn_there(quad: Quad, place: Quad) -> bool:
    """Would a look at a quad be drawn to a place where a look has ended already?"""
    return float(np.abs(quad - place).max()) < DRAWN * width_of(place)


def _same_place(a: Quad, b: Quad) -> bool:
    return overlap_share(a, b) > 0.25 or covered_share(a, b) > 0.5 or covered_share(b, a) > 0.5
