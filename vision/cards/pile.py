"""One card zone: is the zone bare, where does the top card lie, what does a reader say of the card?

`SeenPile` is a value holding what earlier looks found out. A look costs one search or one reading, and the frames of a settling
zone share the work: first a search, afterwards a reading per frame at the likeliest place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CARD_CROP_PX
from vision.cards.card_size import find_card_of_other_size
from vision.cards.covered import COVER, is_covered, lies_as_before, looks_as_before, shows_same_card
from vision.cards.ground import Ground, Rect, looks_bare
from vision.cards.topcard import (
    ALL_TURNS,
    FINE_WIDTH,
    TOP_CARD_TURNS,
    Candidate,
    Pattern,
    find_by_pattern,
    find_top_by_outline,
    keep_distinct,
    measure_corner_distance,
    measure_outline_fits,
)
from vision.place.layout import Zone
from vision.plane.homography import Homography, crop_to_mat, project, rectify
from vision.plane.quads import cut_out
from vision.types import EMPTY, UNREADABLE, Face, Image, Reader, Reading


@dataclass(frozen=True, slots=True)
class LaidLimits:
    """How untidily cards are laid."""

    max_turn_deg: float = 15.0  # in a narrow zone; guess
    max_shift: float = 0.1  # card widths, in a narrow zone; guess
    max_loose_mm: float = 16.0  # from the middle of a pile without printed place; guess


UNTIDY = LaidLimits()


Corners = NDArray[np.float64]
"""(4, 2) mat millimetres: corners of a card, clockwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """The surest reading without acceptance so far, and its place."""

    reading: Reading
    place: Corners


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """The top card's place is to be searched."""

    thoroughly: bool = False
    """Search by outlines too: nothing accepted at the places found by pattern looks quite like its card."""
    best: Tried | None = None  # best try so far
    far: bool = False  # search the unusual places too: half outside the zone, or turned as nobody turns cards


@dataclass(frozen=True, slots=True, eq=False)
class Trying:
    """The top card may lie at several places."""

    places: tuple[Corners, ...]  # at least one, best first
    best: Tried | None = None  # best try so far
    hasty: bool = False  # only the pattern was searched for
    far: bool = False  # as of `Unknown`


@dataclass(frozen=True, slots=True, eq=False)
class Insisting:
    """Nothing was accepted at any place: the best place is read again."""

    place: Corners
    times: int  # readings left


@dataclass(frozen=True, slots=True, eq=False)
class Comparing:
    """The top card was accepted, but the crop is not quite like the card: the next best place is read before anything is said."""

    first: SeenPile  # the pile when the card was accepted
    reading: Reading  # accepted reading
    second: Corners  # next best place
    hasty: bool = False  # as of `Trying`


@dataclass(frozen=True, slots=True, eq=False)
class Recognised:
    """The top card was read and accepted."""


Search = Unknown | Trying | Insisting | Comparing | Recognised
"""How far a pile's top card is found."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """The card last settled on."""

    face: Face
    crop: Image  # (280, 200, 3) uint8 BGR, how the card looked
    reading: Reading | None = None  # what was read, None if another face was settled on


@dataclass(frozen=True, slots=True, eq=False)
class SeenPile:
    """What is known of a zone and the pile in it."""

    zone: Zone
    card_mm: tuple[float, float]  # width and height of a card
    search: Search = Unknown()  # how far the top card is found
    place: Corners | None = None  # where the top card was last read, None if never
    settled_place: Corners | None = None  # where the card lay when the zone was last settled, None if unread
    known_card: Known | None = None  # card last settled on, None if unread
    doubted: bool = False  # the known card was read surely, but something lies on it
    settled_look: Image | None = None  # zone when last settled, rectified
    bare_look: NDArray[np.float32] | None = None  # zone when it last held no card, coarse
    last_crop: Image | None = None  # picture last read, (280, 200, 3) uint8 BGR
    last_reading: Reading | None = None  # of `last_crop`
    middle_mm: tuple[float, float] | None = None  # middle of a pile without printed place; None on a mat
    turn_deg: float = 0.0  # degrees clockwise by which the cards of a pile without printed place are laid; 90 for crosswise
    faces_since_bare: tuple[Face, ...] | None = None
    """Faces read since the zone was bare, in order; None after an unreadable card."""
    lower_reading: tuple[Reading, ...] | None = None  # see `read_lower_card`: () for none, None if not looked for
    is_size_proven: bool = False  # cards of the table were read at `card_mm`: none of another size is looked for

    @property
    def is_recognised(self) -> bool:
        """The top card was read at `place`, and accepted."""
        return isinstance(self.search, Recognised)

    @property
    def with_place_forgotten(self) -> SeenPile:
        """The pile after a card was laid or taken: the top card may lie anywhere. Doubt and the lower card are forgotten
        too."""
        return replace(self, search=Unknown(), doubted=False, lower_reading=None)

    @property
    def px_per_mm(self) -> float:
        """Scale of the rectified zone in which the top card is searched."""
        return FINE_WIDTH / self.card_mm[0]

    @property
    def area_mm(self) -> Rect:
        """Looked-at area: the zone, and beyond it as far as an untidy card in a narrow zone reaches."""
        (x, y, width, height), (card_w, card_h) = self.zone.rect_mm, self.card_mm
        cos, sin = math.cos(math.radians(UNTIDY.max_turn_deg)), math.sin(math.radians(UNTIDY.max_turn_deg))
        shift = UNTIDY.max_shift * card_w if self.middle_mm is None else UNTIDY.max_loose_mm
        wide, high = card_w * cos + card_h * sin + 2 * shift, card_h * cos + card_w * sin + 2 * shift
        if self.middle_mm is not None:
            if abs(self.turn_deg) > UNTIDY.max_turn_deg:  # the search turns the picture until its cards stand upright
                wide = high = max(wide, high)
            return self.middle_mm[0] - wide / 2, self.middle_mm[1] - high / 2, wide, high
        more_x, more_y = max(0.0, wide - width) / 2, max(0.0, high - height) / 2
        return x - more_x, y - more_y, width + 2 * more_x, height + 2 * more_y

    @property
    def ground(self) -> Ground:
        """Where the zone lies in the pile's area."""
        return Ground(self.area_mm, self.zone.rect_mm, self.card_mm, FINE_WIDTH)

    @property
    def is_far(self) -> bool:
        """The top card is searched at unusual places."""
        return isinstance(self.search, Unknown) and self.search.far

    @property
    def searched_mm(self) -> Rect:
        """Searched area; at unusual places larger by half a card height all round."""
        (x, y, width, height), more = self.area_mm, self.card_mm[1] / 2 if self.is_far else 0.0
        return x - more, y - more, width + 2 * more, height + 2 * more


# --- searching and reading -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TopCardLimits:
    """When a reading of a top card is accepted, compared or doubted. Likeness: to the enrolled picture, 0 to 1."""

    min_likeness_lead: float = 0.05  # a place wins against another face by so much more likeness; guess
    min_whole_number_confidence: float = 0.3  # a whole number read so surely elsewhere beats a digit of the number; guess
    max_still_mm: float = 4.0  # a corner further off than this: the card was moved, or is another; guess
    max_repeats: int = 3  # readings of the best place after none was accepted, before a new search; guess
    min_clear_likeness: float = 0.92  # from here, or with no other place left, a reading is said at once; guess
    min_unique_likeness: float = 0.97
    """From here no other place can look better: unaccepted, the card is asked about at once; guess."""
    min_pattern_cards: int = 8  # a pattern of fewer cards may be the look of one card further down; guess
    min_pattern_likeness: float = 0.4  # from here, with `min_pattern_cards`, outlines are searched as a last resort; guess
    max_place_difference: float = 0.085  # card widths by which two searches may differ on one place; guess
    min_named_likeness: float = 0.6
    """Below it an unaccepted card is asked about without a name; measured on 560 drawn cards: own faces 0.64 and more,
    direction cards at most 0.53."""
    min_lasting_confidence: float = 0.99  # so sure a card is not read again while `looks_as_before`, covered.py; guess
    min_new_card_share: float = COVER.min_covered_share  # of a card that came to lie beside an unmoved top card: another card


TOP_CARD = TopCardLimits()


def rectify_pile(pile: SeenPile, image: Image, to_picture: Homography) -> Image:
    """(h, w, 3) the pile's area, rectified, a card `FINE_WIDTH` pixels wide."""
    return rectify(image, to_picture, pile.area_mm, pile.px_per_mm)


def rectify_search_area(pile: SeenPile, image: Image, to_picture: Homography) -> Image:
    """(h, w, 3) the area searched for the pile's top card, rectified, a card `FINE_WIDTH` pixels wide."""
    return rectify(image, to_picture, pile.searched_mm, pile.px_per_mm)


def is_pile_bare(pile: SeenPile, zone: Image, black: float = 0.0) -> bool:
    """True if the rectified zone shows no card: unchanged since bare, or nothing but pale print. `black`: grey level of black
    in the picture."""
    return looks_bare(pile.ground, zone, pile.bare_look, loose=pile.middle_mm is not None, black=black)


def search_top_card(pile: SeenPile, zone: Image, pattern: Pattern | None) -> SeenPile:
    """The pile after a search of `zone` (see `rectify_search_area`) for the top card: by the deck's pattern, and by outlines
    where the pattern does not tell. `pattern`: None if unknown. With candidates the pile is `Trying` them; without, the next
    search is wider."""
    card, turns = (
        (pile.card_mm[0] * pile.px_per_mm, pile.card_mm[1] * pile.px_per_mm),
        ALL_TURNS if pile.is_far else TOP_CARD_TURNS + pile.turn_deg,
    )
    patterns = find_by_pattern(zone, card, pattern, turns) if pattern is not None else ()
    worth = min(1.0, pattern.cards / TOP_CARD.min_pattern_cards) if pattern is not None else 0.0
    thoroughly = isinstance(pile.search, Unknown) and (pile.search.thoroughly or pile.search.far)
    if not thoroughly and worth == 1.0 and patterns and patterns[0].score >= TOP_CARD.min_pattern_likeness:
        return _start_trying(pile, _places_on_mat(pile, patterns), hasty=True)
    ranked = _rank_candidates(
        find_top_by_outline(zone, card, pile.settled_look, turns), patterns, measure_outline_fits(zone, card, patterns), worth
    )
    others = _find_other_size(pile, zone) if pile.is_far and not pile.is_size_proven else ()
    return _start_trying(pile, _places_on_mat(pile, [*others, *ranked]), hasty=False)


def _find_other_size(pile: SeenPile, zone: Image) -> tuple[Candidate, ...]:
    """The plain card of another size than the mat says, () for none. `zone`: see `rectify_search_area`."""
    scale, (_, _, wide, high), (card_w, card_h) = pile.px_per_mm, pile.zone.rect_mm, pile.card_mm
    return find_card_of_other_size(zone, (card_w * scale, card_h * scale), (wide * scale, high * scale))


def _start_trying(pile: SeenPile, places: tuple[Corners, ...], hasty: bool) -> SeenPile:
    """The pile with these places to try. Without any, the next wider search: by outlines, at unusual places, or reading the
    best try again. `hasty`: the places come from the pattern alone."""
    best = pile.search.best if isinstance(pile.search, Unknown) and not hasty else None
    if places:
        return replace(pile, search=Trying(places, best, hasty, pile.is_far))
    if pile.is_far and best is not None:
        return replace(pile, search=Insisting(best.place, TOP_CARD.max_repeats))
    return replace(pile, search=Unknown(hasty, best, far=not hasty and not pile.is_far and pile.middle_mm is None))


def _rank_candidates(
    outlines: Sequence[Candidate], patterns: Sequence[Candidate], fits: Sequence[float], worth: float
) -> list[Candidate]:
    """Candidates of both searches, highest sum of both scores first: a place that both searches found leads. `fits`: how
    well each pattern's place is outlined. `worth`: weight of patterns beside outlines."""
    reach = TOP_CARD.max_place_difference * FINE_WIDTH
    likeness = [
        max((p.score for p in patterns if measure_corner_distance(p, outline) < reach), default=0.0) for outline in outlines
    ]
    scores = [outline.score + worth * like for outline, like in zip(outlines, likeness, strict=True)]
    scores += [worth * p.score + fit for p, fit in zip(patterns, fits, strict=True)]
    order = sorted(range(len(scores)), key=lambda i: -scores[i])
    return [(*outlines, *patterns)[i] for i in order]


def _places_on_mat(pile: SeenPile, ranked: Sequence[Candidate]) -> tuple[Corners, ...]:
    """(4, 2) millimetres of the candidates that differ and have their middle in the zone. `ranked`: best first, places in
    pixels of the searched area. The order stays."""
    to_mat = crop_to_mat(pile.searched_mm, pile.px_per_mm)
    quads = (project(found.quad, to_mat) for found in keep_distinct(ranked, 0.05 * FINE_WIDTH))
    return tuple(quad for quad in quads if _is_middle_in_zone(quad, pile.zone))


def _is_middle_in_zone(quad: Corners, zone: Zone) -> bool:
    """True if the card's middle lies in the zone."""
    x, y, width, height = zone.rect_mm
    middle_x, middle_y = quad.mean(axis=0).tolist()
    return bool(x <= middle_x <= x + width and y <= middle_y <= y + height)


def read_top_card(pile: SeenPile, image: Image, to_picture: Homography, reader: Reader) -> tuple[SeenPile, Reading | None]:
    """The pile and a reading where the card was read last, or at the next place to try. The reading may be unaccepted, and is
    unread where `search_top_card` comes first. `to_picture`: mat millimetres to picture pixels.

    None while more places are to be tried, and where the card last accepted is not accepted again: the next search is anew.
    """
    match pile.search:
        case Unknown():
            return pile, make_unread_reading(pile)
        case Trying() as trying:
            pile, reading = _read_at_place(pile, trying.places[0], image, to_picture, reader)
            if reading.accepted and _has_new_card_beside(pile, reading, image, to_picture):
                reading = make_unread_reading(pile)
            elif reading.accepted and trying.best is not None:
                reading = doubt_rival_reading(reading, trying.best.reading, reader)
            return _accept_reading(pile, trying, reading) if reading.accepted else _keep_best_try(pile, trying, reading)
        case Insisting(place, times):
            pile, reading = _read_at_place(pile, place, image, to_picture, reader)
            if reading.accepted:
                return replace(pile, search=Recognised()), reading
            return replace(pile, search=Insisting(place, times - 1) if times > 1 else Unknown()), reading
        case Comparing(first, reading, second, hasty):
            other, again = _read_at_place(pile, second, image, to_picture, reader)
            return _say_unless_hasty(*_compare_readings(first, reading, other, again, reader), hasty)
        case Recognised():
            assert pile.place is not None
            pile, reading = _read_at_place(pile, pile.place, image, to_picture, reader)
            return (pile, reading) if reading.accepted else (pile.with_place_forgotten, None)


def _accept_reading(pile: SeenPile, trying: Trying, reading: Reading) -> tuple[SeenPile, Reading | None]:
    """The pile after an accepted reading. The reading is said at once only where no other place can show the card better.
    Elsewhere None comes back, and the next best place is read first."""
    known, others = replace(pile, search=Recognised()), trying.places[1:]
    clear = not others or (reading.likeness is not None and reading.likeness >= TOP_CARD.min_clear_likeness)
    if not clear:
        return replace(pile, search=Comparing(known, reading, others[0], trying.hasty)), None
    return _say_unless_hasty(known, reading, trying.hasty)


def _say_unless_hasty(pile: SeenPile, reading: Reading, hasty: bool) -> tuple[SeenPile, Reading | None]:
    """The pile with the accepted reading, or with None where print alone told the place and the crop is not quite like the
    card.

    Print beside the card may make the crop show some of another card. A `hasty` place, found by print alone, is therefore
    searched again by outlines, and nothing is settled before a second reading.
    """
    if not (hasty and reading.accepted and reading.likeness is not None and reading.likeness < TOP_CARD.min_clear_likeness):
        return pile, reading
    assert pile.place is not None
    best = Tried(replace(reading, accepted=False), pile.place)
    return replace(pile, search=Unknown(thoroughly=True, best=best)), None


def _compare_readings(
    first: SeenPile, reading: Reading, second: SeenPile, again: Reading, reader: Reader
) -> tuple[SeenPile, Reading]:
    """The pile and what is said after the top card was read at two places: `reading` in `first`, `again` in `second`. Where
    neither is believed, the place is forgotten."""
    said = choose_likelier_reading(reading, again, reader)
    if said is again:
        return replace(second, search=Recognised()), again
    return (first if said is reading else first.with_place_forgotten), said


def _keep_best_try(pile: SeenPile, trying: Trying, reading: Reading) -> tuple[SeenPile, Reading | None]:
    """The pile after a reading without acceptance: the best try is kept, and read a few times more once all places were
    tried. The reading is None until all places and searches are tried, unless one place looks beyond doubt like its card."""
    best, left = trying.best, trying.places[1:]
    if reading.likeness is not None and reading.likeness >= TOP_CARD.min_unique_likeness:
        return replace(pile, search=Insisting(trying.places[0], TOP_CARD.max_repeats)), reading
    refuted = best is not None and pile.doubted and pile.known_card is not None and best.reading.face == pile.known_card.face
    if best is None or refuted or reading.confidence > best.reading.confidence:
        best = Tried(reading, trying.places[0])
    if left:
        return replace(pile, search=replace(trying, places=left, best=best)), None
    if trying.hasty:
        return replace(pile, search=Unknown(thoroughly=True, best=best)), None
    if not trying.far and pile.middle_mm is None:
        return replace(pile, search=Unknown(best=best, far=True)), None
    return replace(pile, search=Insisting(best.place, TOP_CARD.max_repeats)), best.reading


def _read_at_place(
    pile: SeenPile, place: Corners, image: Image, to_picture: Homography, reader: Reader
) -> tuple[SeenPile, Reading]:
    """The pile and the reading of the card at `place`, (4, 2) mat millimetres. A sure card that looks unchanged is not read
    again; a known card with something on top is doubted, and its reading comes back unread. `to_picture`: mat millimetres to
    picture pixels."""
    crop, recognised = cut_out(image, project(place, to_picture).astype(np.float32), CARD_CROP_PX), pile.is_recognised
    known = pile.known_card
    if known and known.reading and recognised and looks_as_before(known.crop, crop):
        return replace(pile, place=place, last_crop=crop, last_reading=known.reading), known.reading
    reading = replace(reader.read(crop), zone=pile.zone.name)
    if not reading.accepted and reading.likeness is not None and reading.likeness < TOP_CARD.min_named_likeness:
        reading = replace(make_unread_reading(pile), confidence=0.0)
    reading = _prefer_known_card(known, reading, crop, reader)
    if known and known.face == reading.face and (is_covered(known.crop, crop) if reading.accepted else pile.doubted):
        return replace(pile, place=place, last_crop=crop, doubted=True), replace(make_unread_reading(pile), confidence=0.0)
    return replace(pile, place=place, last_crop=crop, last_reading=reading), reading


def find_lasting_card(pile: SeenPile, image: Image, to_picture: Homography) -> SeenPile | None:
    """The pile with the surely read card on which it was settled, where that card looks unchanged and nothing has come to lie beside it.
    None for any other: the card is searched. `to_picture`: mat millimetres to picture pixels."""
    known, place = pile.known_card, pile.settled_place
    if known is None or known.reading is None or place is None:
        return None
    crop = cut_out(image, project(place, to_picture).astype(np.float32), CARD_CROP_PX)
    if not lies_as_before(known.crop, crop):
        return None
    found = replace(pile, search=Recognised(), place=place, last_crop=crop, last_reading=known.reading)
    return None if _has_new_card_beside(found, known.reading, image, to_picture) else found


def _prefer_known_card(known: Known | None, reading: Reading, crop: Image, reader: Reader) -> Reading:
    """The reading, under the known card's face if most of that card's print is unchanged: a hand or a neighbour's edge lends
    a card another colour. Left alone are unaccepted readings, readings with a likeness, and faces that differ by more than
    colour. `crop`: of the card now."""
    if known is None or not reading.accepted or reading.likeness is not None:
        return reading
    other = reader.differ_in_colour(known.face, reading.face)
    return replace(reading, face=known.face) if other and shows_same_card(known.crop, crop) else reading


def _has_new_card_beside(pile: SeenPile, reading: Reading, image: Image, to_picture: Homography) -> bool:
    """True where the top card lies as before and something has come to lie beside the card: perhaps the new top card.
    `reading`: of the top card. `to_picture`: mat millimetres to picture pixels."""
    if (
        pile.known_card is None
        or pile.settled_look is None
        or pile.place is None
        or reading.face != pile.known_card.face
        or has_top_card_moved(pile)
    ):
        return False
    quad = (pile.place - pile.area_mm[:2]) * pile.px_per_mm
    before, now = pile.ground.shrink_grey(pile.settled_look), pile.ground.shrink_grey(rectify_pile(pile, image, to_picture))
    return (
        pile.ground.measure_change_beside(quad.astype(np.float32), before, now, pile.bare_look) >= TOP_CARD.min_new_card_share
    )


def measure_white_on_card(
    pile: SeenPile, image: Image, to_picture: Homography, reader: Reader
) -> tuple[float, float, float] | None:
    """White on the top card, blue, green and red, 0 to 255; None unless the card was settled on, surely nothing lies on the
    card, and the reader can tell. `to_picture`: mat millimetres to picture pixels."""
    known = pile.known_card
    if known is None or known.reading is None or pile.settled_place is None:
        return None
    crop = cut_out(image, project(pile.settled_place, to_picture).astype(np.float32), CARD_CROP_PX)
    return None if is_covered(known.crop, crop) else reader.white_on(crop, known.face)


def make_unread_reading(pile: SeenPile) -> Reading:
    """The reading of a look without any place for a card. Face "?", not accepted."""
    return Reading(pile.zone.name, UNREADABLE, 0.5, accepted=False)


def make_bare_reading(pile: SeenPile) -> Reading:
    """The reading of a zone without a card. Face "", accepted."""
    return Reading(pile.zone.name, EMPTY, 0.99)


def settle_pile(pile: SeenPile, zone: Image, face: Face) -> SeenPile:
    """The pile after a ruling. `zone`: rectified. `face`: what the zone shows, "" for no card or nothing that was ever read.
    A pile with a top card not recognised keeps the known card, and the top card is searched anew."""
    if face == EMPTY:
        bare = pile.ground.shrink_colours(zone)
        return replace(
            pile.with_place_forgotten,
            settled_look=zone,
            bare_look=bare,
            place=None,
            settled_place=None,
            known_card=None,
            faces_since_bare=(),
        )
    if not pile.is_recognised:
        unknown = replace(pile.with_place_forgotten, faces_since_bare=None)
        return unknown if pile.known_card else replace(unknown, settled_look=zone, settled_place=pile.place)
    under = [*(pile.faces_since_bare or ()), *(lower.face for lower in pile.lower_reading or ())]
    lain = None if UNREADABLE in under else (*(each for each in dict.fromkeys(under) if each != face), face)
    sure = (
        pile.last_reading is not None
        and pile.last_reading.face == face
        and pile.last_reading.confidence >= TOP_CARD.min_lasting_confidence
    )
    known = None if pile.last_crop is None else Known(face, pile.last_crop, pile.last_reading if sure else None)
    return replace(
        pile, settled_look=zone, settled_place=pile.place, known_card=known, faces_since_bare=lain, lower_reading=None
    )


def learn_bare_ground(pile: SeenPile, zone: Image) -> SeenPile:
    """The pile with the look of its place without a card. `zone`: rectified."""
    return replace(pile, bare_look=pile.ground.shrink_colours(zone))


def has_top_card_moved(pile: SeenPile) -> bool:
    """True if the top card is read at another place or turn than when the zone was last settled. A half turn does not count.
    False where one of the places is unknown."""
    if pile.place is None or pile.settled_place is None:
        return False
    ways = (pile.place, np.roll(pile.place, 2, axis=0))
    return bool(min(float(np.linalg.norm(way - pile.settled_place, axis=1).max()) for way in ways) > TOP_CARD.max_still_mm)


def choose_likelier_reading(first: Reading, second: Reading, reader: Reader) -> Reading:
    """The reading with the better likeness to its face, or an unaccepted one where neither is to be believed. `first` was
    accepted. `second`: of the same card, cut out at another place.

    Two faces are never settled by confidence: a badly cut crop may be read as another card, and surely.
    """
    lead = _likeness_lead(second, first)
    if second.face == first.face:
        better = second.accepted and (second.confidence > first.confidence if lead is None else lead > 0)
        return second if better else first
    if _is_digit_of(first, second, reader):
        return _make_disputed_reading(first, second)
    if second.face in (UNREADABLE, EMPTY) or (not second.accepted and (lead is None or lead < TOP_CARD.min_likeness_lead)):
        return first
    if lead is not None and abs(lead) >= TOP_CARD.min_likeness_lead and second.accepted:
        return second if lead > 0 else first
    return _make_disputed_reading(first, second)


def doubt_rival_reading(reading: Reading, before: Reading, reader: Reader) -> Reading:
    """The reading, no longer accepted where another face was read as surely at a place tried `before`.

    Confidence alone cannot tell which crop was cut badly. A whole number beats one of its digits: a crop loses digits and never
    adds any.
    """
    if _is_digit_of(reading, before, reader):
        return replace(reading, confidence=min(reading.confidence, before.confidence), accepted=False)
    named = before.face not in (UNREADABLE, EMPTY, reading.face)
    odd = named and _likeness_lead(reading, before) is None and before.confidence >= reading.confidence
    return replace(reading, accepted=False) if odd else reading


def _is_digit_of(reading: Reading, other: Reading, reader: Reader) -> bool:
    """True if the face in `reading` may be a digit of the number in `other`."""
    unknown = _likeness_lead(reading, other) is None
    return unknown and other.confidence >= TOP_CARD.min_whole_number_confidence and reader.shows_part(reading.face, other.face)


def _likeness_lead(a: Reading, b: Reading) -> float | None:
    """Likeness of `a` less that of `b`, each to its own face; None where the reader has no likeness."""
    return None if a.likeness is None or b.likeness is None else a.likeness - b.likeness


def _make_disputed_reading(reading: Reading, other: Reading) -> Reading:
    """The unaccepted reading of two rival faces: a person is asked. The face stays that of `reading`; `other` comes first
    among the alternatives, and both share the confidence."""
    half = reading.confidence / max(reading.confidence + other.confidence, 1e-6)
    others = tuple(pair for pair in reading.alternatives if pair[0] != other.face)
    return replace(reading, confidence=half, alternatives=((other.face, 1 - half), *others), accepted=False)
