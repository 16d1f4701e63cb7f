"""One card zone: is it bare, where does its top card lie, what does a reader say of it?

`SeenPile` is a value and holds what earlier looks have found out. A look costs either one search or one reading, so that the frames of a
settling zone share the work: first a search, then a reading in each frame at the place that reads best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.candidates import CROP
from vision.cards.covered import is_covered, is_the_same, looks_as_before
from vision.cards.ground import looks_bare
from vision.cards.seen_pile import Comparing, Corners, Insisting, Known, Recognised, SeenPile, Tried, Trying, Unknown
from vision.cards.topcard import (
    ALL_TURNS,
    FINE_WIDTH,
    TURNS,
    Candidate,
    Pattern,
    by_outline,
    by_pattern,
    distance,
    distinct,
    outline_fits,
)
from vision.place.layout import Zone
from vision.plane.homography import Homography, crop_to_mat, project, rectify
from vision.plane.quads import cut_out
from vision.types import EMPTY, UNREADABLE, Face, Image, Reader, Reading

LIKENESS_LEAD = 0.05
"""How much more like its card a place must be than another one to be believed where the two are read as different faces."""

PERHAPS_ALL = 0.3
"""Confidence of a whole number from which a digit of it that was read elsewhere, however surely, is not believed."""

RELAID_MM = 4.0
"""A corner of the top card that lies further than this from where it lay was moved, or is another card's."""

INSIST = 3
"""How often the best place is read again where none was accepted, before the zone is searched anew."""

CLEARLY_LIKE = 0.92
"""Likeness to the enrolled picture from which a reading is said without a look at the next best place."""

LIKE_NO_OTHER = 0.97
"""The same from which no other place can show the card better: what is not accepted there is asked about, at once."""

MANY = 8
"""A pattern of fewer cards may be the look of one of them, which may lie further down."""

CLEAR_PATTERN = 0.4
"""Where a pattern is found with this likeness, outlines are searched only if nothing can be read there."""

SAME_PLACE = 0.085
"""Part of a card's width by which the same place may differ between the two searches."""

WORTH_ASKING = 0.6
"""Likeness below which what was not accepted is asked about by no name: of many places one is always a little like some card. Of 560 drawn
cards of a deck all are 0.72 and more like themselves under haze and gloss, in small pictures 0.64; direction cards of the same print are
0.53 at most."""

READ_ONCE = 0.99
"""Confidence from which a card that looks as it did when it was settled on is not read again."""

BESIDE = 0.15
"""Part of a card that has come to lie beside a top card that did not move: another card."""


def flat(pile: SeenPile, image: Image, to_picture: Homography) -> Image:
    """The pile's area, rectified, a card `FINE_WIDTH` pixels wide."""
    return rectify(image, to_picture, pile.area_mm, pile.px_per_mm)


def to_search(pile: SeenPile, image: Image, to_picture: Homography) -> Image:
    """What is searched for the pile's top card, likewise."""
    return rectify(image, to_picture, pile.searched_mm, pile.px_per_mm)


def is_bare(pile: SeenPile, zone: Image, black: float = 0.0) -> bool:
    """True if the rectified zone shows no card: it looks as it did without one, or there is nothing but pale print. `black`: how bright
    that is in the picture."""
    return looks_bare(pile.ground, zone, pile.bare, loose=pile.middle_mm is not None, black=black)


def searched(pile: SeenPile, zone: Image, pattern: Pattern | None) -> SeenPile:
    """Search the picture (see `to_search`) for the top card: by the deck's pattern, and where that does not tell by outlines as well."""
    card, turns = (pile.card_mm[0] * pile.px_per_mm, pile.card_mm[1] * pile.px_per_mm), ALL_TURNS if pile.is_far else TURNS
    patterns = by_pattern(zone, card, pattern, turns) if pattern is not None else ()
    worth = min(1.0, pattern.cards / MANY) if pattern is not None else 0.0
    thoroughly = isinstance(pile.search, Unknown) and (pile.search.thoroughly or pile.search.far)
    if not thoroughly and worth == 1.0 and patterns and patterns[0].score >= CLEAR_PATTERN:
        return _with_places(pile, _places(pile, patterns), hasty=True)
    ranked = _ranked(by_outline(zone, card, pile.before, turns), patterns, outline_fits(zone, card, patterns), worth)
    return _with_places(pile, _places(pile, ranked), hasty=False)


def _with_places(pile: SeenPile, places: tuple[Corners, ...], hasty: bool) -> SeenPile:
    best = pile.search.best if isinstance(pile.search, Unknown) and not hasty else None
    if places:
        return replace(pile, search=Trying(places, best, hasty, pile.is_far))
    if pile.is_far and best is not None:
        return replace(pile, search=Insisting(best.place, INSIST))
    return replace(pile, search=Unknown(hasty, best, far=not hasty and not pile.is_far and pile.middle_mm is None))


def _ranked(
    outlines: Sequence[Candidate], patterns: Sequence[Candidate], fits: Sequence[float], worth: float
) -> list[Candidate]:
    """Candidates of both searches, those first that the other search confirms. `fits`: how well the patterns' places are outlined;
    `worth`: what patterns weigh beside outlines."""
    reach = SAME_PLACE * FINE_WIDTH
    likeness = [max((p.score for p in patterns if distance(p, outline) < reach), default=0.0) for outline in outlines]
    scores = [outline.score + worth * like for outline, like in zip(outlines, likeness, strict=True)]
    scores += [worth * p.score + fit for p, fit in zip(patterns, fits, strict=True)]
    order = sorted(range(len(scores)), key=lambda i: -scores[i])
    return [(*outlines, *patterns)[i] for i in order]


def _places(pile: SeenPile, ranked: Sequence[Candidate]) -> tuple[Corners, ...]:
    """Where these candidates lie on the mat: those that differ, and whose middle is in the zone."""
    to_mat = crop_to_mat(pile.searched_mm, pile.px_per_mm)
    quads = (project(found.quad, to_mat) for found in distinct(ranked, 0.05 * FINE_WIDTH))
    return tuple(quad for quad in quads if _within(quad, pile.zone))


def _within(quad: Corners, zone: Zone) -> bool:
    """True if the card's middle lies in the zone."""
    x, y, width, height = zone.rect_mm
    middle_x, middle_y = quad.mean(axis=0).tolist()
    return bool(x <= middle_x <= x + width and y <= middle_y <= y + height)


def read(pile: SeenPile, image: Image, to_picture: Homography, reader: Reader) -> tuple[SeenPile, Reading | None]:
    """Read where the card was read last, or at the next place it may lie; None while there are more places to try."""
    match pile.search:
        case Unknown():
            return pile, unread(pile)
        case Trying() as trying:
            pile, reading = _read_at(pile, trying.places[0], image, to_picture, reader)
            if reading.accepted and _another_beside(pile, reading, image, to_picture):
                reading = unread(pile)
            elif reading.accepted and trying.best is not None:
                reading = doubt_rival_reading(reading, trying.best.reading, reader)
            return _recognised(pile, trying, reading) if reading.accepted else _weighed(pile, trying, reading)
        case Insisting(place, times):
            pile, reading = _read_at(pile, place, image, to_picture, reader)
            if reading.accepted:
                return replace(pile, search=Recognised()), reading
            return replace(pile, search=Insisting(place, times - 1) if times > 1 else Unknown()), reading
        case Comparing(first, reading, second, hasty):
            other, again = _read_at(pile, second, image, to_picture, reader)
            return _told(*_compared(first, reading, other, again, reader), hasty)
        case Recognised():
            assert pile.place is not None
            pile, reading = _read_at(pile, pile.place, image, to_picture, reader)
            return (pile, reading) if reading.accepted else (pile.forgotten, None)


def _recognised(pile: SeenPile, trying: Trying, reading: Reading) -> tuple[SeenPile, Reading | None]:
    """After a reading that was accepted: said at once only where no other place can show the card better."""
    known, others = replace(pile, search=Recognised()), trying.places[1:]
    clear = not others or (reading.likeness is not None and reading.likeness >= CLEARLY_LIKE)
    if not clear:
        return replace(pile, search=Comparing(known, reading, others[0], trying.hasty)), None
    return _told(known, reading, trying.hasty)


def _told(pile: SeenPile, reading: Reading, hasty: bool) -> tuple[SeenPile, Reading | None]:
    """What was accepted is said, unless nothing but print told its place and the crop is not quite like the card: print may be laid beside
    it, so that it shows some of another one's. The card is looked for by outlines then, and nothing is settled unless it is read again."""
    if not (hasty and reading.accepted and reading.likeness is not None and reading.likeness < CLEARLY_LIKE):
        return pile, reading
    assert pile.place is not None
    best = Tried(replace(reading, accepted=False), pile.place)
    return replace(pile, search=Unknown(thoroughly=True, best=best)), None


def _compared(first: SeenPile, reading: Reading, second: SeenPile, again: Reading, reader: Reader) -> tuple[SeenPile, Reading]:
    """What is said of a pile whose top card was read at two places, and where that one lies."""
    said = choose_likelier_reading(reading, again, reader)
    if said is again:
        return replace(second, search=Recognised()), again
    return (first if said is reading else first.forgotten), said


def _weighed(pile: SeenPile, trying: Trying, reading: Reading) -> tuple[SeenPile, Reading | None]:
    """After a reading that was not accepted: keep the best, and once all places were tried read it a few times more."""
    best, left = trying.best, trying.places[1:]
    if reading.likeness is not None and reading.likeness >= LIKE_NO_OTHER:
        return replace(pile, search=Insisting(trying.places[0], INSIST)), reading
    refuted = best is not None and pile.doubted and pile.known is not None and best.reading.face == pile.known.face
    if best is None or refuted or reading.confidence > best.reading.confidence:
        best = Tried(reading, trying.places[0])
    if left:
        return replace(pile, search=replace(trying, places=left, best=best)), None
    if trying.hasty:
        return replace(pile, search=Unknown(thoroughly=True, best=best)), None
    if not trying.far and pile.middle_mm is None:
        return replace(pile, search=Unknown(best=best, far=True)), None
    return replace(pile, search=Insisting(best.place, INSIST)), best.reading


def _read_at(pile: SeenPile, place: Corners, image: Image, to_picture: Homography, reader: Reader) -> tuple[SeenPile, Reading]:
    crop, recognised = cut_out(image, project(place, to_picture).astype(np.float32), CROP), pile.recognised
    known = pile.known
    if known and known.reading and recognised and looks_as_before(known.crop, crop):
        return replace(pile, place=place, crop=crop, said=known.reading), known.reading
    reading = replace(reader.read(crop), zone=pile.zone.name)
    if not reading.accepted and reading.likeness is not None and reading.likeness < WORTH_ASKING:
        reading = replace(unread(pile), confidence=0.0)
    reading = _of_known(known, reading, crop, reader)
    if known and known.face == reading.face and (is_covered(known.crop, crop) if reading.accepted else pile.doubted):
        return replace(pile, place=place, crop=crop, doubted=True), replace(unread(pile), confidence=0.0)
    return replace(pile, place=place, crop=crop, said=reading), reading


def _of_known(known: Known | None, reading: Reading, crop: Image, reader: Reader) -> Reading:
    """What was read, of the card that is known to lie there if it is that one: a hand, or a card of the next pile that lies on its edge,
    lends it another colour, but most of its print is seen as it was. What is like an enrolled picture is believed."""
    if known is None or not reading.accepted or reading.likeness is not None:
        return reading
    other = reader.differ_in_colour(known.face, reading.face)
    return replace(reading, face=known.face) if other and is_the_same(known.crop, crop) else reading


def _another_beside(pile: SeenPile, reading: Reading, image: Image, to_picture: Homography) -> bool:
    """True where the card lies as it lay, and something has come to lie beside it: that may be the top card."""
    if (
        pile.known is None
        or pile.before is None
        or pile.place is None
        or reading.face != pile.known.face
        or lies_otherwise(pile)
    ):
        return False
    quad = (pile.place - pile.area_mm[:2]) * pile.px_per_mm
    before, now = pile.ground.grey(pile.before), pile.ground.grey(flat(pile, image, to_picture))
    return pile.ground.changed_beside(quad.astype(np.float32), before, now, pile.bare) >= BESIDE


def white_on(pile: SeenPile, image: Image, to_picture: Homography, reader: Reader) -> tuple[float, float, float] | None:
    """What white looks like on the top card, if it was settled on surely and nothing lies on it."""
    known = pile.known
    if known is None or known.reading is None or pile.rested is None:
        return None
    crop = cut_out(image, project(pile.rested, to_picture).astype(np.float32), CROP)
    return None if is_covered(known.crop, crop) else reader.white_on(crop, known.face)


def unread(pile: SeenPile) -> Reading:
    """What a look says that found no place where a card may lie."""
    return Reading(pile.zone.name, UNREADABLE, 0.5, accepted=False)


def bare_reading(pile: SeenPile) -> Reading:
    """What a look at a zone without a card says."""
    return Reading(pile.zone.name, EMPTY, 0.99)


def settled(pile: SeenPile, zone: Image, face: Face) -> SeenPile:
    """The pile once it has been ruled on. `zone`: rectified. `face`: what it shows, "" for a pile that holds no card, or nothing that was
    ever read."""
    if face == EMPTY:
        bare = pile.ground.colours(zone)
        return replace(pile.forgotten, before=zone, bare=bare, place=None, rested=None, known=None, lain=())
    if not pile.recognised:
        unknown = replace(pile.forgotten, lain=None)
        return unknown if pile.known else replace(unknown, before=zone, rested=pile.place)
    under = [*(pile.lain or ()), *(lower.face for lower in pile.lower or ())]
    lain = None if UNREADABLE in under else (*(each for each in dict.fromkeys(under) if each != face), face)
    sure = pile.said is not None and pile.said.face == face and pile.said.confidence >= READ_ONCE
    known = None if pile.crop is None else Known(face, pile.crop, pile.said if sure else None)
    return replace(pile, before=zone, rested=pile.place, known=known, lain=lain, lower=None)


def on_ground(pile: SeenPile, zone: Image) -> SeenPile:
    """The pile with what its place looks like while it holds no card. `zone`: rectified."""
    return replace(pile, bare=pile.ground.colours(zone))


def lies_otherwise(pile: SeenPile) -> bool:
    """True if the top card is read at another place than when the zone was last settled, or otherwise turned. A half turn is none."""
    if pile.place is None or pile.rested is None:
        return False
    ways = (pile.place, np.roll(pile.place, 2, axis=0))
    return bool(min(float(np.linalg.norm(way - pile.rested, axis=1).max()) for way in ways) > RELAID_MM)


def choose_likelier_reading(first: Reading, second: Reading, reader: Reader) -> Reading:
    """The reading of which the crop is more like its card; another one, not accepted, where neither is to be believed. `first` was
    accepted. Two faces are never settled by confidence: what was cut badly may be read as another card, and surely."""
    lead = _likeness_lead(second, first)
    if second.face == first.face:
        better = second.accepted and (second.confidence > first.confidence if lead is None else lead > 0)
        return second if better else first
    if _is_part(first, second, reader):
        return _disputed(first, second)
    if second.face in (UNREADABLE, EMPTY) or (not second.accepted and (lead is None or lead < LIKENESS_LEAD)):
        return first
    if lead is not None and abs(lead) >= LIKENESS_LEAD and second.accepted:
        return second if lead > 0 else first
    return _disputed(first, second)


def doubt_rival_reading(reading: Reading, before: Reading, reader: Reader) -> Reading:
    """The reading, not accepted where another face was read as surely at a place that was tried `before`, and something kept it from being
    accepted there: nothing but confidence tells then which of the two crops was cut badly. Of a number and one digit of it the whole is
    believed rather, for a crop loses digits and adds none."""
    if _is_part(reading, before, reader):
        return replace(reading, confidence=min(reading.confidence, before.confidence), accepted=False)
    named = before.face not in (UNREADABLE, EMPTY, reading.face)
    odd = named and _likeness_lead(reading, before) is None and before.confidence >= reading.confidence
    return replace(reading, accepted=False) if odd else reading


def _is_part(reading: Reading, other: Reading, reader: Reader) -> bool:
    """Is what was read a digit of what may lie there?"""
    unknown = _likeness_lead(reading, other) is None
    return unknown and other.confidence >= PERHAPS_ALL and reader.shows_part(reading.face, other.face)


def _likeness_lead(a: Reading, b: Reading) -> float | None:
    """By how much what was seen in `a` is more like its face than what was seen in `b`; None where the reader cannot say."""
    return None if a.likeness is None or b.likeness is None else a.likeness - b.likeness


def _disputed(reading: Reading, other: Reading) -> Reading:
    """Neither of two faces: a person is asked."""
    half = reading.confidence / max(reading.confidence + other.confidence, 1e-6)
    others = tuple(pair for pair in reading.alternatives if pair[0] != other.face)
    return replace(reading, confidence=half, alternatives=((other.face, 1 - half), *others), accepted=False)
