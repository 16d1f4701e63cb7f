"""Read the cards of an enrolled deck, in crops and in pictures of any table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np

from vision.cards.candidates import CARD_CROP_PX, Card, PictureReader, find_likely_outlines
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
    confirm_reading,
    doubt_if_denied,
    find_other_cards,
    is_beyond_doubt,
    is_of_deck,
    is_same_card,
    make_size_check,
)
from vision.readers.enrolled.crop_reader import COMPARISON, WHOLE_CARD, CardSight, CropReader
from vision.readers.enrolled.file import Deck
from vision.readers.enrolled.partial import PART, PART_SEARCH, FaceMatch
from vision.steps import Steps, finish_steps
from vision.types import UNREADABLE, Image, Reader, Reading


@dataclass(frozen=True, slots=True)
class OutlineSearch:
    """How cards are found in a picture of any table by outlines and by print."""

    long_side_range_px: tuple[int, int] = (600, 750)
    """of the picture in which outlines are looked for; smaller cards are found by print; guess."""
    min_outline_score: float = 0.5  # outlines of a lower score are not read; guess
    print_place_score: float = 0.5  # the outline score given to a place found by print; guess
    min_doubtful_likeness: float = 0.36  # a doubtful card with less is no card, so nobody is asked; guess


OUTLINE_SEARCH = OutlineSearch()


@dataclass(frozen=True, slots=True)
class SnapThresholds:
    """How a rough place is moved onto the card seen there."""

    min_likeness_gain: float = 0.03  # for a doubtful reading at the moved place to replace the first; guess
    max_arrived_offset_part: float = 0.012  # of the sides: a place no farther off has arrived; guess
    min_slow_likeness: float = 0.6  # a slow approach goes on from this likeness; guess


SNAP = SnapThresholds()


@dataclass(frozen=True, slots=True)
class UnderThresholds:
    """How cards under other cards are found and accepted in one picture."""

    next_look_range: tuple[float, float] = (0.5, 0.95)  # likeness of a place that is looked at again; guess
    max_area_ratio: float = 1.8  # of touching cards: a close camera looking aslant sees 1.65; geometry
    max_same_place_offset_widths: float = 0.08  # corners off by less, in card widths, are drawn to the same card; guess


UNDER_CARDS = UnderThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class PartLook:
    """A look at a place where a card may lie under others."""

    quad: Quad  # (4, 2) the place, upright
    matches: Sequence[FaceMatch]  # faces that suit the visible part, likeliest first
    again: Sequence[FaceMatch] | None = None
    """matches of a last look that found no better place; None if no such look was needed."""
    asked_all: bool = False  # `matches` come from all faces, not only from faces that an earlier look found close


class EnrolledReader(CropReader):
    """Reads crops of the cards of one deck (a `vision.types.Reader`), and finds the cards in pictures. May be shared by
    threads."""

    def __init__(
        self, deck: Deck, lacks: bool = False, second: Reader | None = None, beside: PictureReader | None = None
    ) -> None:
        """`deck`, `lacks`, `second`: as for `CropReader`. `beside`: a reader that knows these faces of any maker by their
        corners, heard about cards beside or under cards of the deck."""
        super().__init__(deck, lacks, second)
        self._any_maker = AnyMaker(beside, self._one_at_a_time, deck)

    def read_picture(self, image: Image) -> list[tuple[Quad, Reading]]:
        """Every card of the deck in a picture of any table: (upright quad in picture pixels, reading), surest first."""
        picture = build_pyramid(image)
        blobs = find_blobs_in_small(*picture.shrink_to(*OUTLINE_SEARCH.long_side_range_px[::-1]))
        seen = self._read_outlined(picture, blobs)
        known = [card.quad for card, sight in seen if is_beyond_doubt(sight)]
        shows = not known or has_print_beside(image, known)
        sure_of_any = cache(lambda: self._any_maker.read_surely(image))
        told = find_other_cards(sure_of_any(), seen, self.deck.faces) if shows and is_of_deck(seen) else []
        clear = known + [quad for quad, _ in told]
        printed = find_cards_by_print(image, self._index, clear, glance=bool(told)) if shows else []
        places = list(filter(make_size_check(known), (quad for quad, _ in printed)))
        free = [quad for quad in drop_taken_places(places, clear) if self._may_show(picture, quad)]
        late = [quad for quad in free if _is_touched(quad, clear)]
        seen += self._see_at_places(picture, [quad for quad in free if not _is_touched(quad, clear)])
        seen += self._see_around_weak_places(picture, seen)
        if shows and not told and any(is_beyond_doubt(sight) for _, sight in seen):
            said = find_other_cards(sure_of_any(), seen, self.deck.faces)
            if is_of_deck(seen):
                told = said
            else:
                seen += [
                    look for quad, reading in said for look in confirm_reading(self._see_at_places(picture, [quad]), reading)
                ]
        read, under = self._read_hidden_cards(picture, seen, told, late, places, blobs)
        under = [doubt_if_denied(pair, sure_of_any()) for pair in under if not any(is_same_card(pair, other) for other in told)]
        sure = [pair for pair in read if pair[1].accepted]
        worth = [
            pair for pair in read if not pair[1].accepted and (pair[1].likeness or 0.0) >= OUTLINE_SEARCH.min_doubtful_likeness
        ]
        doubtful = [pair for pair in worth if all(covered_share(pair[0], quad) < 0.5 for quad, _ in under)]
        return sorted(sure + under + doubtful, key=lambda pair: (pair[1].accepted, pair[1].confidence), reverse=True)

    def _read_hidden_cards(
        self,
        picture: Pyramid,
        seen: list[tuple[Card, CardSight]],
        told: list[tuple[Quad, Reading]],
        late: list[Quad],
        places: Sequence[Quad],
        blobs: Blobs,
    ) -> tuple[list[tuple[Quad, Reading]], list[tuple[Quad, Reading]]]:
        """The readings of the cards on top, and of the cards under them. `seen`: cards with their sights. `told`: sure readings
        of another reader. `late`: places touched by known cards, looked at where neither explains the place. `places`: where
        print spoke for a card."""
        read = _join_readings(_drop_overlapping(seen), told)
        under = self._find_cards_under(picture, [quad for quad, reading in read if reading.accepted], places, blobs)
        explained = [quad for quad, _ in under] + [quad for quad, reading in read if reading.accepted]
        looks = self._see_at_places(picture, drop_taken_places(late, explained))
        if looks:
            read = _join_readings(_drop_overlapping([*seen, *looks]), told)
            if any(sight.reading.accepted for _, sight in looks):
                under = self._find_cards_under(picture, [quad for quad, reading in read if reading.accepted], places, blobs)
        return read, under

    def _read_outlined(self, picture: Pyramid, blobs: Blobs) -> list[tuple[Card, CardSight]]:
        """The cards of the deck where an outline was found, accepted or not. `blobs`: by `find_blobs_in_small`."""
        seen: list[tuple[Card, CardSight]] = []
        for outline in find_likely_outlines(picture.image, self.deck.aspect, blobs=blobs):
            quad = make_upright(outline.quad, picture.size, self.deck.aspect)
            if outline.score >= OUTLINE_SEARCH.min_outline_score and not _is_place_taken(quad, seen):
                card = Card(quad, picture.cut_out_quad(quad, CARD_CROP_PX), outline.score, true_aspect(quad, picture.size))
                card, sight = self._straighten_card(picture, card, self.examine_crop(card.crop))
                sight = self._check_every_sign(card, sight)
                if sight.reading.face != UNREADABLE:
                    seen.append((card, sight))
        return seen

    def read_at_places(self, image: Image, places: Sequence[Quad]) -> list[tuple[Quad, Reading]]:
        """The cards of the deck at roughly known places: (upright quad in picture pixels, reading). Readings need not be
        accepted; a place without a card of the deck is left out."""
        return finish_steps(self.read_at_places_in_steps(image, places))

    def read_at_places_in_steps(self, image: Image, places: Sequence[Quad]) -> Steps[list[tuple[Quad, Reading]]]:
        """As `read_at_places`, a place in each step."""
        picture, looks = build_pyramid(image), list[tuple[Card, CardSight]]()
        for quad in places:
            looks += self._see_at_places(picture, [quad])
            yield
        return [(turn_half(card.quad) if sight.turned else card.quad, sight.reading) for card, sight in looks]

    def find_places_by_print(self, image: Image, known: Sequence[Quad] = ()) -> list[Quad]:
        """Rough places, (4, 2) picture pixels, where print speaks for a card of the deck. `known`: places already found, left
        out."""
        return drop_taken_places([quad for quad, _ in find_cards_by_print(image, self._index, known)], known)

    @cached_property
    def _index(self) -> KeypointIndex:
        return index_keypoints(list(self.list_pictures()), self.deck.aspect, KEYPOINTS.afar_width_px)

    def _may_show(self, picture: Pyramid, quad: Quad) -> bool:
        """Is anything at a place like any card of the deck at low resolution?"""
        crop = picture.cut_out_quad(make_upright(quad, picture.size, self.deck.aspect), features.CANONICAL_SIZE)
        return self.parts.measure_coarse_likeness(crop) >= PART_SEARCH.min_coarse_likeness

    def _see_at_places(self, picture: Pyramid, places: Sequence[Quad]) -> list[tuple[Card, CardSight]]:
        """The cards of the deck at roughly known places, accepted or not; a place without a card of the deck is left out."""
        looks = [self._snap_to_card(picture, quad) for quad in places]
        return [(card, self._check_every_sign(card, sight)) for card, sight in looks if sight.reading.face != UNREADABLE]

    def _see_around_weak_places(self, picture: Pyramid, seen: Sequence[tuple[Card, CardSight]]) -> list[tuple[Card, CardSight]]:
        """The cards found around weak places of `seen` where print spoke for a card, three places at most. A dark card on a
        dark table shows no edges."""
        sure = [card.quad for card, sight in seen if sight.reading.accepted]
        weak = [
            (card.quad, sight.whole)
            for card, sight in seen
            if not sight.reading.accepted
            and card.score == OUTLINE_SEARCH.print_place_score
            and sight.whole >= OUTLINE_SEARCH.min_doubtful_likeness
            and not _is_touched(card.quad, sure)
        ]
        weak = sorted(weak, key=lambda place: -place[1])[:3]  # more would cost too much time
        return self._see_at_places(picture, [near for quad, _ in weak for near in self._find_pattern(picture, quad)])

    def _find_pattern(self, picture: Pyramid, quad: Quad) -> list[Quad]:
        """(4, 2) the place around a quad that is most like the deck's shared pattern, in pixels of the full picture; [] for
        none."""
        width, height = FINE_WIDTH, round(FINE_WIDTH / self.deck.aspect)
        margin = 0.4  # searched around the place, in parts of a card
        wide = project_from_quad(quad, UNIT * (1 + 2 * margin) - np.float32(margin))
        size = (round(width * (1 + 2 * margin)), round(height * (1 + 2 * margin)))
        found = find_by_pattern(picture.cut_out_quad(wide, size), (width, height), self._pattern)[:1]
        return [project_from_quad(wide, (one.quad + np.float32(0.5)) / np.array(size, np.float32)) for one in found]

    @cached_property
    def _pattern(self) -> Pattern:
        return average_patterns(list(self.list_pictures()), 1 / self.deck.aspect)

    def _straighten_card(self, picture: Pyramid, card: Card, sight: CardSight) -> tuple[Card, CardSight]:
        """The card and sight, moved exactly onto the card if the outline lies beside; else unchanged. A plainly likelier
        doubtful sight counts too."""
        if sight.reading.confidence < WHOLE_CARD.min_probability or sight.corner_offset < COMPARISON.max_corner_offset_part:
            return card, sight
        nearer, better = self._snap_to_card(picture, card.quad, sight)
        believed = better.reading.accepted or better.whole > sight.whole + SNAP.min_likeness_gain
        return (replace(nearer, score=card.score), better) if believed else (card, sight)

    def _snap_to_card(self, picture: Pyramid, quad: Quad, first: CardSight | None = None) -> tuple[Card, CardSight]:
        """The card at a place and the sight of the card, after the place moved exactly onto the face seen. `quad`: the place,
        in pixels of the full picture. `first`: the sight of the place as given, if known."""
        quad = make_upright(quad, picture.size, self.deck.aspect)
        crop = picture.cut_out_quad(quad, CARD_CROP_PX)
        sight, said = first or self.examine_crop(crop), UNREADABLE
        while sight.reading.face not in (UNREADABLE, said):
            said = sight.reading.face
            nearer = self._approach_card(picture, quad, sight)
            again = picture.cut_out_quad(nearer, CARD_CROP_PX)
            better = self.examine_crop(again)
            if better.whole < sight.whole - 0.02:
                break
            quad, crop, sight = nearer, again, better
        return Card(quad, crop, OUTLINE_SEARCH.print_place_score, true_aspect(quad, picture.size)), sight

    def _approach_card(self, picture: Pyramid, quad: Quad, sight: CardSight) -> Quad:
        """(4, 2) the place of the face that was seen at `quad`, approached step by step, in pixels of the full picture: a
        tilted card is far off at first."""
        face, whole, place = self.deck.faces.index(sight.reading.face), sight.whole, sight.place
        for _ in range(8):  # a tilted card is reached step by step
            nearer = project_from_quad(quad, place)
            texture = features.compute_texture(picture.cut_out_quad(nearer, features.CANONICAL_SIZE))
            fit = self.align_to_face(texture, face, sight.turned)
            if fit.whole < whole - 0.02:
                break
            gained, quad, whole, place = fit.whole - whole, nearer, fit.whole, fit.place
            if 0 <= gained < 0.01 and (fit.corner_offset < SNAP.max_arrived_offset_part or whole < SNAP.min_slow_likeness):
                break
        return quad

    def _find_cards_under(
        self, picture: Pyramid, above: list[Quad], places: Sequence[Quad], blobs: Blobs
    ) -> list[tuple[Quad, Reading]]:
        """Cards under the cards `above`, one after another from the top, twelve at most; none without cards above. `places`:
        where print spoke for a card."""
        if not above:
            return []
        found: list[tuple[Quad, Reading]] = []
        sides = cache(lambda: find_loose_sides(picture.image, blobs, above, min(width_of(quad) for quad in above)))
        while len(found) < 12:  # more would cost too much time
            best = self._find_next_under(picture, [*above, *(quad for quad, _ in found)], places, sides)
            if best is None:
                break
            found.append(best)
        return found

    def _find_next_under(
        self, picture: Pyramid, above: list[Quad], places: Sequence[Quad], sides: Callable[[], LooseSides]
    ) -> tuple[Quad, Reading] | None:
        """The best readable card under the cards `above`, upright quad and reading; None without such a card. `places`: where
        print spoke for a card. `sides`: gives straight sides of hidden cards, called only where `places` show none."""
        touching = [quad for quad in drop_taken_places(places, above) if any(common_area(quad, other) > 0 for other in above)]
        best = self._read_best_part(picture, touching, above)
        return best or self._read_best_part(picture, find_hidden_quads(above, self.deck.aspect, sides()), above)

    def _read_best_part(self, picture: Pyramid, quads: Sequence[Quad], above: list[Quad]) -> tuple[Quad, Reading] | None:
        """The best accepted card among `quads` that lies under the cards `above`, upright quad and reading; None without such a
        card."""
        looks: list[PartLook] = []
        for quad in quads:
            quad = make_upright(quad, picture.size, self.deck.aspect)
            drawn_to_sure = (
                float(np.abs(quad - look.quad).max()) < UNDER_CARDS.max_same_place_offset_widths * width_of(look.quad)
                for look in looks
                if look.matches[0].likeness >= PART.sure_likeness
            )
            if not any(drawn_to_sure):
                looks += self._look_at_part(picture, quad, above)
        for look in sorted(looks, key=lambda look: look.matches[0].likeness, reverse=True):
            reading = self.parts.judge_matches(look.matches)
            stands = reading.accepted and is_size_of_neighbours(look.quad, above) and not is_contested(look, looks)
            if stands and self._is_part_confirmed(picture, look, above):
                return turn_half(look.quad) if look.matches[0].turned else look.quad, reading
        return None

    def _look_at_part(self, picture: Pyramid, quad: Quad, above: list[Quad]) -> list[PartLook]:
        """The look at a place `quad` where a card may lie under the cards `above`, after the likeliest face was aligned; none
        if nothing is like a card of the deck."""
        look: PartLook | None = None
        for _ in range(PART_SEARCH.max_looks):
            visible = mask_visible_part(CARD_CROP_PX, quad, above, picture.size)
            again = self.parts.match_faces(picture.cut_out_quad(quad, CARD_CROP_PX), visible, look.matches if look else ())
            if look and (not again or again[0].likeness <= look.matches[0].likeness + 0.01):
                return [replace(look, again=again)]
            if not again:
                break
            look = PartLook(quad, again, asked_all=look is None)
            if not UNDER_CARDS.next_look_range[0] <= again[0].likeness < UNDER_CARDS.next_look_range[1]:
                break
            quad = project_from_quad(quad, again[0].place)
        return [look] if look else []

    def _is_part_confirmed(self, picture: Pyramid, look: PartLook, above: list[Quad]) -> bool:
        """Do the last look, if there was one, and a fresh look with all faces say the same? `above`: cards lying over this
        one.

        A card aligned with another card's print does not stay there, and the first place looked at may have been wrong.
        """
        face, again = look.matches[0].face, look.again
        if again is not None and not (again and again[0].face == face and self.parts.judge_matches(again).accepted):
            return False
        if look.asked_all:
            return True
        fresh = self.parts.match_faces(
            picture.cut_out_quad(look.quad, CARD_CROP_PX), mask_visible_part(CARD_CROP_PX, look.quad, above, picture.size)
        )
        return bool(fresh) and fresh[0].face == face

    def _check_every_sign(self, card: Card, sight: CardSight) -> CardSight:
        """The sight, not accepted if a sign of the card is missing or different, and after the second reader was asked.

        A card that was never enrolled looks like its neighbour but for one sign; another maker's card differs in several. Piles
        are not judged by signs: cards there are small and out of focus.
        """
        reading = sight.reading
        if reading.accepted:
            agrees = (
                self.measure_worst_spot_of(self.deck.faces.index(reading.face), sight.laid) >= WHOLE_CARD.min_spot_agreement
            )
            sight = replace(sight, reading=replace(reading, accepted=agrees))
        return replace(sight, reading=self.ask_second_reader(sight, card.crop))


def is_size_of_neighbours(quad: Quad, above: Sequence[Quad]) -> bool:
    """Is a place `quad` about as large as a touching card above? A piece of print may look like a whole smaller card. `above`:
    quads of the cards above."""
    size = abs(signed_area(quad))
    touching = [abs(signed_area(other)) for other in above if common_area(quad, other) > 0]
    return not touching or any(
        size < UNDER_CARDS.max_area_ratio * other and other < UNDER_CARDS.max_area_ratio * size for other in touching
    )


def is_contested(look: PartLook, looks: Sequence[PartLook]) -> bool:
    """Is another of `looks`, at the same place as `look`, almost as like another face? The gap is `PART.max_contested_gap`;
    the other look's second-best face counts too."""
    return any(
        face != look.matches[0].face and likeness > look.matches[0].likeness - PART.max_contested_gap
        for other in looks
        if other is not look and overlap_share(look.quad, other.quad) > 0.5
        for face, likeness in _collect_likenesses(other).items()
    )


def _collect_likenesses(look: PartLook) -> dict[int, float]:
    """Likeness by number of the face of a look, at most as high as in the last look; faces not seen in the last look are left
    out. A card aligned with another card's print does not stay there."""
    said = {match.face: match.likeness for match in reversed(look.matches)}
    if look.again is None:
        return said
    last = {match.face: match.likeness for match in reversed(look.again)}
    return {face: min(likeness, last[face]) for face, likeness in said.items() if face in last}


def _is_place_taken(quad: Quad, seen: Sequence[tuple[Card, CardSight]]) -> bool:
    """Does a card read beyond doubt lie there? Further outlines are parts of the card, or worse outlines of the same card."""
    return any(covered_share(quad, other.quad) > 0.7 for other, sight in seen if is_beyond_doubt(sight))


def _drop_overlapping(seen: Sequence[tuple[Card, CardSight]]) -> list[tuple[Quad, Reading]]:
    """The upright quads and readings of the cards seen; of overlapping cards only the best: accepted first, then likeness and
    outline."""
    kept: list[tuple[Card, CardSight]] = []
    ranked = sorted(seen, key=lambda pair: float(pair[1].reading.accepted) + pair[1].whole + 0.2 * pair[0].score, reverse=True)
    for card, sight in ranked:
        if not any(_is_same_place(card.quad, other.quad) for other, _ in kept):
            kept.append((card, sight))
    return [(turn_half(card.quad) if sight.turned else card.quad, sight.reading) for card, sight in kept]


def _join_readings(read: Sequence[tuple[Quad, Reading]], told: Sequence[tuple[Quad, Reading]]) -> list[tuple[Quad, Reading]]:
    """The readings `read`, after the other reader's `told` readings. A card accepted in `read` keeps its place there; a
    doubtful reading at a told place is left out."""
    sure = [pair for pair in read if pair[1].accepted]
    besides = [pair for pair in told if not any(is_same_card(pair, other) for other in sure)]
    return besides + [
        pair for pair in read if pair[1].accepted or not any(_is_same_place(pair[0], quad) for quad, _ in besides)
    ]


def _is_touched(quad: Quad, cards: Sequence[Quad]) -> bool:
    """Do these cards cover any of a place, and may hide signs of the card there?"""
    return any(covered_share(quad, other) > 0 for other in cards)


def _is_same_place(a: Quad, b: Quad) -> bool:
    """Do two quads show one card?"""
    return overlap_share(a, b) > 0.25 or covered_share(a, b) > 0.5 or covered_share(b, a) > 0.5
