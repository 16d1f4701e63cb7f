"""The verdict of all witnesses of one French-suited card, and whether the verdict is believed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cards.candidates import CARD_CROP_PX
from vision.cards.outlines import find_places_on_edges
from vision.plane.quads import Quad, cut_out, make_clockwise, side_lengths
from vision.readers.french.sights import StandardSight
from vision.readers.french_print.crops import cut_index
from vision.readers.french_print.eights import is_waisted
from vision.readers.french_print.indices import Index
from vision.readers.french_print.networks import NO_FRENCH_CARD, RANKS, SUITS, name_face
from vision.readers.french_print.pips import PIPS, count_misplaced
from vision.types import UNREADABLE, Image, Reading

FRENCH_FACES = tuple(rank + suit for rank in RANKS for suit in SUITS)  # known to this reader, rank by rank


@dataclass(frozen=True, slots=True)
class WitnessThresholds:
    """When a corner or the whole card counts as a witness for a face. All are probabilities from the networks."""

    plain_index: float = 0.95
    """an index this sure alone confirms a reading, and one re-read at its neighbours' size is believed; guess."""
    clear_index: float = 0.98  # an index this sure is not read again; guess
    max_meaningless_index: float = 0.5  # an index no surer than this says nothing; guess
    plain_rank: float = 0.9  # of the rank, for a whole card to confirm two corners; guess
    faint_face: float = 0.1  # of the face, for a whole card to confirm two corners; guess
    min_blurred_suit: float = 0.06  # left by smeared signs to the other suit of the colour: then only `certain` will do; guess
    plain_card: float = 0.8  # of a whole card's face that contradicts the twin of the face read; guess
    certain: float = 0.999  # a confidence at which contradiction or blur no longer matters; guess


WITNESS = WitnessThresholds()


@dataclass(frozen=True, slots=True)
class PrintCheck:
    """When edges and pips of the picture contradict a reading."""

    min_side_part_on_edge: float = 0.4  # part of a side that lies on an edge; guess
    min_sides_on_edges: int = 2  # sides of a quad that lie on edges: a quad across two cards has few; guess
    edge_reach: float = 0.03  # in short sides, how far off a side an edge may be; guess
    min_misplaced_pips: int = 2  # missing or surplus pips that contradict a reading; guess
    min_misplaced_pips_of_ace: int = 5  # of a 7 that is an ace with the index 1: most pips are missing; guess
    min_misplaced_pips_of_two_corners: int = 3  # against two corners: some makers draw pips closer together; guess


PRINT_CHECK = PrintCheck()


@dataclass(frozen=True, slots=True)
class StandardThresholds:
    """The confidence from which a reading is accepted, by its witnesses. `_choose_threshold` may ask for more, and
    `PRINT_CHECK` may still refuse."""

    both: float = 0.85  # corners and the whole card; guess
    index: float = 0.92  # one corner alone; guess
    card: float = 0.99  # the whole card alone; guess


def judge_card(sight: StandardSight, thresholds: StandardThresholds) -> Reading:
    """The reading by all witnesses of a card, accepted from the confidence in `thresholds` on. "?" for faces hardly likely; the
    confidence is for no card."""
    chances = sight.chances
    order = np.argsort(chances[:NO_FRENCH_CARD])[::-1]
    best = int(order[0])
    confidence = float(chances[best])
    if confidence < 0.05 or (not sight.indices and confidence < 0.4):  # guess: below, the face is not worth telling
        return Reading("", UNREADABLE, float(chances[NO_FRENCH_CARD]), (), accepted=False)
    others = tuple((name_face(int(i)), round(float(chances[i]), 4)) for i in order[1:4] if chances[i] > 5e-4)
    return Reading("", name_face(best), round(confidence, 4), others, confidence >= _choose_threshold(sight, best, thresholds))


def _doubt_without_edges(reading: Reading, sight: StandardSight, image: Image) -> Reading:
    """The reading, not accepted where the quad may be no card: a quad across or beside cards has few sides on edges. A plain
    index needs no quad, nor do two corners of the same face."""
    face = FRENCH_FACES.index(reading.face) if reading.accepted else NO_FRENCH_CARD
    agreeing = sum(index.face == face for index in sight.indices)
    if (
        not reading.accepted
        or sight.whole is None
        or agreeing > 1
        or find_best_index_sureness(sight, face) >= WITNESS.plain_index
    ):
        return reading
    return (
        reading
        if _count_sides_on_edges(sight.quad, image) >= PRINT_CHECK.min_sides_on_edges
        else replace(reading, accepted=False)
    )


def _count_sides_on_edges(quad: Quad, image: Image) -> int:
    """The number (0 to 4) of sides that lie on edges of the picture; 0 for a quad outside."""
    # twice as far as edges and blur reach, and some pixels more: the border must not be taken for an edge
    reach = 2 * math.ceil(max(1.0, PRINT_CHECK.edge_reach * float(side_lengths(quad).min()))) + 4
    x0, y0 = np.maximum(quad.min(axis=0).astype(int) - reach, 0)
    x1, y1 = np.maximum(np.ceil(quad.max(axis=0)).astype(int) + reach, 0)
    around = image[y0:y1, x0:x1]
    if not around.size:
        return 0
    soft = cv2.GaussianBlur(cv2.cvtColor(around, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)  # less noise in the edges
    _, on = find_places_on_edges(
        np.asarray(soft), make_clockwise(quad - np.array([x0, y0], np.float32))[None], PRINT_CHECK.edge_reach
    )
    return int((on[0].mean(axis=1) > PRINT_CHECK.min_side_part_on_edge).sum())


def _doubt_by_pips(reading: Reading, sight: StandardSight, image: Image) -> Reading:
    """The reading, not accepted where pips are missing or surplus for the face.

    Believed without a look at the pips are two corners confirmed by the whole card, and a plain corner without an outline. A
    ten must have ten pips unless both corners are plain: a court with a large sign beside the letter reads as a ten in both
    corners. Without an outline the pips' places are uncertain, so most pips must be amiss.
    """
    if not reading.accepted:
        return reading
    face = FRENCH_FACES.index(reading.face)
    agreeing = sum(index.face == face for index in sight.indices)
    if sight.whole is None:
        believed = agreeing < 2 or find_best_index_sureness(sight, face) >= WITNESS.plain_index
    else:
        believed = agreeing > 1 and (reading.face[0] != "T" or _is_well_told(sight, face))
    if believed:
        return reading
    least = PRINT_CHECK.min_misplaced_pips_of_two_corners if agreeing > 1 else PRINT_CHECK.min_misplaced_pips
    if sight.whole is None:
        least = max(least, len(PIPS.get(reading.face[0], ())) // 2 + 1)
    wrong = count_misplaced(cut_out(image, sight.quad, CARD_CROP_PX), reading.face[0]) >= least
    return replace(reading, accepted=False) if wrong else reading


def doubt_by_waist(reading: Reading, sight: StandardSight, image: Image) -> Reading:
    """The reading; an 8 by corners alone, not both plain, is accepted only with a waist in some corner: the B of a foreign jack
    has none. `image`: where the sight's indices stand, (h, w, 3) uint8 BGR."""
    if not reading.accepted or not reading.face.startswith("8"):
        return reading
    face = FRENCH_FACES.index(reading.face)
    agreeing = [index.spot for index in sight.indices if index.face == face]
    shown = _is_well_told(sight, face) or any(is_waisted(cut_index(image, spot.centre, spot.down)) for spot in agreeing)
    return reading if shown else replace(reading, accepted=False)


def doubt_by_one(reading: Reading, sight: StandardSight, image: Image) -> Reading:
    """The reading; a 7 nearly without pips is not accepted: the 1 of a foreign ace looks like a 7. `image`: where the sight's quad
    lies, (h, w, 3) uint8 BGR."""
    if not reading.accepted or not reading.face.startswith("7") or sight.whole is None:
        return reading
    if is_borne_out(sight, FRENCH_FACES.index(reading.face)):
        return reading
    missing = count_misplaced(cut_out(image, sight.quad, CARD_CROP_PX), "7")
    return replace(reading, accepted=False) if missing >= PRINT_CHECK.min_misplaced_pips_of_ace else reading


def doubt_reading(reading: Reading, sight: StandardSight, image: Image) -> Reading:
    """The reading, not accepted where the sight's quad may be no card of `image`, (H, W, 3) uint8 BGR, or where the print
    contradicts."""
    reading = _doubt_by_pips(_doubt_without_edges(reading, sight, image), sight, image)
    return doubt_by_one(doubt_by_waist(reading, sight, image), sight, image)


def find_agreeing(sight: StandardSight, reading: Reading) -> list[Index]:
    """The indices of a sight that say the face of the reading, more surely than `WITNESS.max_meaningless_index`. Raises
    `ValueError` for an unreadable face."""
    face = FRENCH_FACES.index(reading.face)
    return [index for index in sight.indices if index.face == face and index.sureness > WITNESS.max_meaningless_index]


def find_best_sureness(sight: StandardSight) -> float:
    """The sureness of the surest index; 0 without any."""
    return max((index.sureness for index in sight.indices), default=0.0)


def find_best_index_sureness(sight: StandardSight, face: int) -> float:
    """The sureness of the surest index of a face; 0 without any."""
    return max((index.sureness for index in sight.indices if index.face == face), default=0.0)


def _is_well_told(sight: StandardSight, face: int) -> bool:
    """Does the whole card confirm the face, or do two plain corners?"""
    return (
        is_borne_out(sight, face)
        or sum(index.face == face and index.sureness >= WITNESS.plain_index for index in sight.indices) > 1
    )


def is_whole_like(sight: StandardSight, face: int) -> bool:
    """Does the whole card look like the face of number `face`?"""
    return sight.whole is not None and sight.whole.likeliest == face and float(sight.whole.faces[face]) > 0.5


def _has_rank(sight: StandardSight, face: int) -> bool:
    """Does the whole card plainly have the face's rank, and perhaps the suit or pips of the suit's outline? A shine leaves the
    number of pips and hardly the suit."""
    whole = sight.whole
    if whole is None or float(whole.rank[face // 4]) <= WITNESS.plain_rank:
        return False
    return float(whole.faces[face]) > WITNESS.faint_face or is_outlined(sight, face)


def is_contradicted(sight: StandardSight, face: int) -> bool:
    """Does the whole card look plainly like the twin of the face, the same rank in the other suit of the colour? A maker's own
    way of drawing signs misleads all corners alike, and even the large signs unless the outlines tell."""
    return (
        not is_outlined(sight, face)
        and sight.whole is not None
        and float(sight.whole.faces[_find_twin(face)]) > WITNESS.plain_card
    )


def is_borne_out(sight: StandardSight, face: int) -> bool:
    """Does the whole card look like the face of number `face`, or plainly like the rank?"""
    return is_whole_like(sight, face) or _has_rank(sight, face)


def is_suit_open(sight: StandardSight) -> bool:
    """Does a witness give the twin a chance, for a face with pips? Else outlines are not worth following."""
    if RANKS[sight.likeliest // 4] not in PIPS:
        return False
    guesses = [*(index.guess for index in sight.indices), *([sight.whole] if sight.whole else [])]
    return any(float(guess.faces[_find_twin(sight.likeliest)]) > WITNESS.faint_face for guess in guesses)


def is_outlined(sight: StandardSight, face: int) -> bool:
    """Do the outlines of the pips tell the suit of the face?"""
    return sight.outlined == SUITS[face % len(SUITS)]


def _find_twin(face: int) -> int:
    """The same rank in the other suit of the colour: black suits are the first and the last, red suits lie between."""
    suit = face % len(SUITS)
    return face - suit + len(SUITS) - 1 - suit


def _is_suit_blurred(sight: StandardSight, agreeing: Sequence[Index], face: int) -> bool:
    """Do all agreeing witnesses leave the twin's suit open? Corners of a picture share the blur, so two corners are no surer
    than one."""
    guesses = [index.guess for index in agreeing]
    if sight.whole is not None and is_whole_like(sight, face):
        guesses.append(sight.whole)
    return (
        bool(agreeing) and min(float(guess.suit[_find_twin(face) % len(SUITS)]) for guess in guesses) > WITNESS.min_blurred_suit
    )


def _choose_threshold(sight: StandardSight, face: int, thresholds: StandardThresholds) -> float:
    """The confidence needed to accept a face; infinite where a witness forbids the face."""
    if sight.outlined and not is_outlined(sight, face):
        return math.inf
    if is_contradicted(sight, face):
        return WITNESS.certain
    agreeing = [index for index in sight.indices if index.face == face and index.sureness > WITNESS.max_meaningless_index]
    says_rank = any(float(index.guess.rank[face // 4]) > WITNESS.plain_rank for index in sight.indices)
    told_twice = (is_whole_like(sight, face) and says_rank) or (bool(agreeing) and _has_rank(sight, face))
    if is_outlined(sight, face) and told_twice:
        return thresholds.both
    if _is_suit_blurred(sight, agreeing, face):
        return WITNESS.certain
    if is_whole_like(sight, face) or (len(agreeing) > 1 and _has_rank(sight, face)):
        return thresholds.both if agreeing else thresholds.card
    if len(agreeing) < 2 and any(index.face != face and index.sureness >= thresholds.index for index in sight.indices):
        return (
            math.inf
        )  # two corners surely name different cards: one corner is another card's, and nothing tells the two apart
    if find_best_index_sureness(sight, face) < thresholds.index:
        return math.inf  # foreign letters look a little like ranks, in both corners alike
    return thresholds.index
