"""What all witnesses of one French-suited card say together, and whether that is to be believed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cards.candidates import CROP
from vision.cards.outlines import find_places_on_edges
from vision.plane.quads import Quad, cut_out, make_clockwise, side_lengths
from vision.readers.french.sights import StandardSight
from vision.readers.french_print.crops import index_crop
from vision.readers.french_print.eights import is_waisted
from vision.readers.french_print.indices import Index
from vision.readers.french_print.networks import NO_CARD, RANKS, SUITS, face_name
from vision.readers.french_print.pips import PIPS, misplaced
from vision.types import UNREADABLE, Face, Image, Reading

FACES: tuple[Face, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The faces this reader knows."""

NEVER = 1.1
"""A threshold that no confidence reaches."""
PLAIN_INDEX = 0.95
"""Sureness from which an index alone bears a reading out, and one that was read again as large as its neighbours is believed: of several
looks the clearest was chosen."""
CLEAR_INDEX, UNLIKELY = 0.98, 0.5
"""Sureness from which an index is not read again, and up to which a reading of it says nothing."""
PLAIN_RANK, FAINT_FACE = 0.9, 0.1
"""Chances of its rank and of its face from which a whole card bears out what two of its corners say."""
BLURRED = 0.06
"""Chance of the other suit of its colour that corners leave where their signs are smeared."""
PLAIN_CARD, CERTAIN = 0.8, 0.999
"""Chance of a face from which a whole card speaks against its twin, and the confidence from which that is no matter."""
SIDE_ON_EDGE, LEAST_SIDES, EDGE_REACH = 0.4, 2, 0.03
"""Part of a side that must lie on an edge, how many sides of a box must, and how far off the edge may be, in short sides of the box."""
SMOOTH = 1.0
"""Pixels by which the picture is put out of focus before edges are looked for."""
MISPLACED, MISPLACED_TEN = 2, 3
"""Pips that are missing or too many from which a card is not what it was read as, and from which it is no ten even if two corners say so:
there are makers who draw them closer together."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The confidence from which a reading is accepted, by what bears it out."""

    both: float = 0.85
    index: float = 0.92
    card: float = 0.99


def judged(sight: StandardSight, thresholds: Thresholds) -> Reading:
    """What all witnesses of one card say together."""
    chances = sight.chances
    order = np.argsort(chances[:NO_CARD])[::-1]
    best = int(order[0])
    confidence = float(chances[best])
    if confidence < 0.05 or (not sight.indices and confidence < 0.4):
        return Reading("", UNREADABLE, float(chances[NO_CARD]), (), accepted=False)
    others = tuple((face_name(int(i)), round(float(chances[i]), 4)) for i in order[1:4] if chances[i] > 5e-4)
    return Reading("", face_name(best), round(confidence, 4), others, confidence >= _threshold(sight, best, thresholds))


def _borne_out(reading: Reading, sight: StandardSight, image: Image) -> Reading:
    """The reading, not accepted where a box that is no card may have been read: one that lies across two cards or beside one has few sides
    on edges. An index that is plain to read needs no box, nor do two of one face in two corners of it: they are one card's."""
    face = FACES.index(reading.face) if reading.accepted else NO_CARD
    agreeing = sum(index.face == face for index in sight.indices)
    if not reading.accepted or sight.whole is None or agreeing > 1 or best_index(sight, face) >= PLAIN_INDEX:
        return reading
    return reading if _sides_on_edges(sight.quad, image) >= LEAST_SIDES else replace(reading, accepted=False)


def _sides_on_edges(quad: Quad, image: Image) -> int:
    """How many of its sides lie on edges of the picture around it."""
    reach = 2 * math.ceil(max(SMOOTH, EDGE_REACH * float(side_lengths(quad).min()))) + 4
    x0, y0 = np.maximum(quad.min(axis=0).astype(int) - reach, 0)
    x1, y1 = np.maximum(np.ceil(quad.max(axis=0)).astype(int) + reach, 0)
    around = image[y0:y1, x0:x1]
    if not around.size:
        return 0
    soft = cv2.GaussianBlur(cv2.cvtColor(around, cv2.COLOR_BGR2GRAY), (0, 0), SMOOTH)
    _, on = find_places_on_edges(np.asarray(soft), make_clockwise(quad - np.array([x0, y0], np.float32))[None], EDGE_REACH)
    return int((on[0].mean(axis=1) > SIDE_ON_EDGE).sum())


def _with_pips(reading: Reading, sight: StandardSight, image: Image) -> Reading:
    """The reading, not accepted where the whole card was seen, or two of its corners, and its pips are not where its face has them. Two
    corners that say what a whole card bears out are believed, and so is a plain one where no outline was found: then nobody knows well
    where its pips are, and most of them must be amiss. Both corners of a court read as a ten where a large sign beside the letter makes it
    look like one, and a Q of an odd typeface as a 6: a ten of which not both corners are plain must have its pips, and so must what two
    corners say of which none is plain."""
    if not reading.accepted:
        return reading
    face = FACES.index(reading.face)
    agreeing = sum(index.face == face for index in sight.indices)
    if sight.whole is None:
        believed = agreeing < 2 or best_index(sight, face) >= PLAIN_INDEX
    else:
        believed = agreeing > 1 and (reading.face[0] != "T" or _is_well_told(sight, face))
    if believed:
        return reading
    least = MISPLACED_TEN if agreeing > 1 else MISPLACED
    if sight.whole is None:
        least = max(least, len(PIPS.get(reading.face[0], ())) // 2 + 1)
    wrong = misplaced(cut_out(image, sight.quad, CROP), reading.face[0]) >= least
    return replace(reading, accepted=False) if wrong else reading


def with_waist(reading: Reading, sight: StandardSight, image: Image) -> Reading:
    """The reading, not accepted where only corners say that it is an 8, not both plainly, and none of them has an 8's waist: a foreign jack's
    B has none."""
    if not reading.accepted or not reading.face.startswith("8"):
        return reading
    face = FACES.index(reading.face)
    agreeing = [index.spot for index in sight.indices if index.face == face]
    shown = _is_well_told(sight, face) or any(is_waisted(index_crop(image, spot.centre, spot.down)) for spot in agreeing)
    return reading if shown else replace(reading, accepted=False)


def doubted(reading: Reading, sight: StandardSight, image: Image) -> Reading:
    """The reading, not accepted where it may lie nowhere in the picture that it was cut out of, (H, W, 3) uint8 BGR, or where what is printed
    on the card speaks against it."""
    return with_waist(_with_pips(_borne_out(reading, sight, image), sight, image), sight, image)


def best_sureness(sight: StandardSight) -> float:
    return max((index.sureness for index in sight.indices), default=0.0)


def best_index(sight: StandardSight, face: int) -> float:
    return max((index.sureness for index in sight.indices if index.face == face), default=0.0)


def _is_well_told(sight: StandardSight, face: int) -> bool:
    """Does the whole card bear this face out, or do two plain corners?"""
    return is_borne_out(sight, face) or sum(index.face == face and index.sureness >= PLAIN_INDEX for index in sight.indices) > 1


def is_whole(sight: StandardSight, face: int) -> bool:
    """Does the whole card look like this face?"""
    return sight.whole is not None and sight.whole.likeliest == face and float(sight.whole.faces[face]) > 0.5


def _has_rank(sight: StandardSight, face: int) -> bool:
    """Has the whole card plainly this rank, and perhaps its suit, or pips of its outline? A shine that pales the pips leaves how many there
    are, and hardly which."""
    whole = sight.whole
    if whole is None or float(whole.rank[face // 4]) <= PLAIN_RANK:
        return False
    return float(whole.faces[face]) > FAINT_FACE or is_outlined(sight, face)


def is_contradicted(sight: StandardSight, face: int) -> bool:
    """Does the whole card look plainly like its twin, the same rank in the other suit of that colour? Where a maker draws the signs his own
    way those in the corners err alike, and so may the large ones, unless their outlines tell."""
    return not is_outlined(sight, face) and sight.whole is not None and float(sight.whole.faces[_twin(face)]) > PLAIN_CARD


def is_borne_out(sight: StandardSight, face: int) -> bool:
    """Does the whole card look like this face, or plainly of its rank?"""
    return is_whole(sight, face) or _has_rank(sight, face)


def is_suit_open(sight: StandardSight) -> bool:
    """Does a witness give its twin a chance, of a face that has pips? Then their outlines are worth following."""
    if RANKS[sight.likeliest // 4] not in PIPS:
        return False
    guesses = [*(index.guess for index in sight.indices), *([sight.whole] if sight.whole else [])]
    return any(float(guess.faces[_twin(sight.likeliest)]) > FAINT_FACE for guess in guesses)


def is_outlined(sight: StandardSight, face: int) -> bool:
    """Do the outlines of its pips tell the suit of this face?"""
    return sight.outlined == SUITS[face % len(SUITS)]


def _says_rank(sight: StandardSight, face: int) -> bool:
    """Does a corner say plainly the rank of this face, whatever its suit?"""
    return any(float(index.guess.rank[face // 4]) > PLAIN_RANK for index in sight.indices)


def _twin(face: int) -> int:
    """The same rank in the other suit of that colour: black ones are the first and the last, red ones lie between."""
    suit = face % len(SUITS)
    return face - suit + len(SUITS) - 1 - suit


def _is_suit_blurred(sight: StandardSight, agreeing: Sequence[Index], face: int) -> bool:
    """Do the corners leave their twin's suit open, each as much, and the whole card where it looks like this face? Those of one picture
    share its blur, and do not make one another surer."""
    guesses = [index.guess for index in agreeing]
    if sight.whole is not None and is_whole(sight, face):
        guesses.append(sight.whole)
    return bool(agreeing) and min(float(guess.suit[_twin(face) % len(SUITS)]) for guess in guesses) > BLURRED


def _is_told_twice(sight: StandardSight, face: int, agreeing: Sequence[Index]) -> bool:
    """Do the whole card and a corner both say the rank, and one of them all of the face?"""
    return (is_whole(sight, face) and _says_rank(sight, face)) or (bool(agreeing) and _has_rank(sight, face))


def _threshold(sight: StandardSight, face: int, thresholds: Thresholds) -> float:
    if sight.outlined and not is_outlined(sight, face):
        return NEVER
    if is_contradicted(sight, face):
        return CERTAIN
    agreeing = [index for index in sight.indices if index.face == face and index.sureness > UNLIKELY]
    if is_outlined(sight, face) and _is_told_twice(sight, face, agreeing):
        return thresholds.both
    if _is_suit_blurred(sight, agreeing, face):
        return CERTAIN
    if is_whole(sight, face) or (len(agreeing) > 1 and _has_rank(sight, face)):
        return thresholds.both if agreeing else thresholds.card
    if len(agreeing) < 2 and any(index.face != face and index.sureness >= thresholds.index for index in sight.indices):
        return NEVER  # two corners that name different cards, each surely: one is of another card, and nothing says which
    if best_index(sight, face) < thresholds.index:
        return NEVER  # foreign letters look a little like ranks, in both corners alike
    return thresholds.index
