"""A deck that learns from corrected reads: learned anew from its own pictures and those it was put right on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import cv2
import numpy as np

from vision.readers.enrolled.alignment import align, likeness, target
from vision.readers.enrolled.crop_reader import LEAST_LIKENESS
from vision.readers.enrolled.features import canonical, texture, turned_pixels
from vision.readers.enrolled.file import Deck
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample, learn_deck
from vision.types import UNREADABLE

MOST_CORRECTIONS = 4
"""Corrections of one face that are learned from, the latest: the enrolled picture must not be outvoted."""
LEAST_FACES = 8
"""Cards that must be known of a deck for their pictures to tell anything."""
ROUNDS = 3
"""How often such a deck is learned anew without what is contradicted."""


def improved(deck: Deck, corrected: Sequence[Sample]) -> Deck | None:
    """The deck after these corrected reads, oldest first; None if there is nothing to learn, or if it would read its own cards worse.

    What does not look like a card of this deck, and faces it does not have, are left out.
    """
    fit = _latest([sample for sample in corrected if sample.face in deck.faces and shows_card(deck, sample)])
    if not fit:
        return None
    own = own_pictures(deck)
    found = learn_deck(deck.name, [*own, *fit], deck.game, deck.aspect)
    return found if _mistakes(found, own) <= _mistakes(deck, own) else None


def grown(name: str, seen: Sequence[Sample], game: str, aspect: float) -> Deck | None:
    """A deck from nothing but what was read of it in play, oldest first; None for fewer than `LEAST_FACES` cards. Where the picture of a
    card looks like another card the one of which fewer pictures are known is left out, or both. `aspect`: width over height of a card."""
    samples = _latest(seen)
    for _ in range(ROUNDS):
        if len({sample.face for sample in samples}) < LEAST_FACES:
            return None
        found = learn_deck(name, samples, game, aspect)
        agreeing = _agreeing(EnrolledReader(found), samples)
        if len(agreeing) == len(samples):
            return found
        samples = agreeing
    return None


def _agreeing(reader: EnrolledReader, samples: Sequence[Sample]) -> list[Sample]:
    """The samples that the deck learned from them reads as what they are called."""
    copies = Counter(sample.face for sample in samples)
    doubtful: set[str] = set()
    unlike: set[int] = set()
    for i, sample in enumerate(samples):
        reading = reader.read(sample.crop)
        if reading.face == UNREADABLE or (reading.likeness or 0.0) < LEAST_LIKENESS:
            unlike.add(i)
        elif reading.face != sample.face:
            fewest = min(copies[sample.face], copies[reading.face])
            doubtful |= {face for face in (sample.face, reading.face) if copies[face] == fewest}
    return [sample for i, sample in enumerate(samples) if i not in unlike and sample.face not in doubtful]


def shows_card(deck: Deck, sample: Sample) -> bool:
    """Does the crop look like that card at all? A hand or a bare table that somebody named must not be learned."""
    plane = deck.planes[deck.faces.index(sample.face)].astype(np.float32)
    onto, seen = target(plane), texture(canonical(sample.crop))
    return max(likeness(align(onto, way)[1], plane) for way in (seen, turned_pixels(seen))) >= LEAST_LIKENESS


def own_pictures(deck: Deck) -> list[Sample]:
    """The pictures the deck was enrolled with, one a face."""
    crops = [cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR) for picture in deck.pictures]
    return [Sample(face, np.asarray(crop, np.uint8)) for face, crop in zip(deck.faces, crops, strict=True) if crop is not None]


def _latest(samples: Sequence[Sample]) -> list[Sample]:
    by_face: dict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        by_face[sample.face].append(sample)
    return [sample for same in by_face.values() for sample in same[-MOST_CORRECTIONS:]]


def _mistakes(deck: Deck, samples: Sequence[Sample]) -> int:
    reader = EnrolledReader(deck)
    return sum(reader.read(sample.crop).face != sample.face for sample in samples)
