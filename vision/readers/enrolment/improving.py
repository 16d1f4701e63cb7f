"""A deck that learns from corrected readings: learned anew from its own pictures and the corrected ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from vision.readers.enrolled.alignment import align_corners, measure_likeness, prepare_target
from vision.readers.enrolled.crop_reader import COMPARISON, decode_picture
from vision.readers.enrolled.features import compute_texture, resize_to_canonical, turn_plane
from vision.readers.enrolled.file import Deck
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample, learn_deck
from vision.types import UNREADABLE

MAX_CORRECTIONS_PER_FACE = 4  # the latest ones: the enrolled picture must not be outvoted; guess
MIN_GROWN_FACES = 8  # to be known before pictures read in play tell anything; guess


def improve_deck(deck: Deck, corrected: Sequence[Sample]) -> Deck | None:
    """The deck after `corrected` readings, oldest first; None if nothing can be learned or the deck would read the deck's cards
    worse. Pictures unlike any card of the deck, and unknown faces, are left out."""
    fit = _keep_latest([sample for sample in corrected if sample.face in deck.faces and is_like_its_face(deck, sample)])
    if not fit:
        return None
    own = list_own_samples(deck)
    found = learn_deck(deck.name, [*own, *fit], deck.game, deck.aspect)
    return found if _count_mistakes(found, own) <= _count_mistakes(deck, own) else None


def grow_deck(name: str, seen: Sequence[Sample], game: str, aspect: float) -> Deck | None:
    """A deck from nothing but pictures `seen` in play, oldest first; None for too few faces.

    Where a face's picture looks like another face, the face with fewer pictures is left out, or both. `name`: of the deck.
    `aspect`: width over height of a card.
    """
    samples = _keep_latest(seen)
    for _ in range(3):  # contradictions that remain after three rounds come from wrong names
        if len({sample.face for sample in samples}) < MIN_GROWN_FACES:
            return None
        found = learn_deck(name, samples, game, aspect)
        agreeing = _keep_agreeing(EnrolledReader(found), samples)
        if len(agreeing) == len(samples):
            return found
        samples = agreeing
    return None


def _keep_agreeing(reader: EnrolledReader, samples: Sequence[Sample]) -> list[Sample]:
    """The samples read under the right names. Where two faces are confused, all samples of the face with fewer are left out, or
    of both. `reader`: of the deck learned from the samples."""
    copies = Counter(sample.face for sample in samples)
    doubtful: set[str] = set()
    unlike: set[int] = set()
    for i, sample in enumerate(samples):
        reading = reader.read(sample.crop)
        if reading.face == UNREADABLE or (reading.likeness or 0.0) < COMPARISON.min_deck_likeness:
            unlike.add(i)
        elif reading.face != sample.face:
            fewest = min(copies[sample.face], copies[reading.face])
            doubtful |= {face for face in (sample.face, reading.face) if copies[face] == fewest}
    return [sample for i, sample in enumerate(samples) if i not in unlike and sample.face not in doubtful]


def is_like_its_face(deck: Deck, sample: Sample) -> bool:
    """Is the crop of a sample at all like the named card? A hand or a bare table, named by mistake, must not be learned. Raises
    `ValueError` for a face not of the deck."""
    plane = deck.planes[deck.faces.index(sample.face)].astype(np.float32)
    onto, seen = prepare_target(plane), compute_texture(resize_to_canonical(sample.crop))
    return (
        max(measure_likeness(align_corners(onto, way)[1], plane) for way in (seen, turn_plane(seen)))
        >= COMPARISON.min_deck_likeness
    )


def list_own_samples(deck: Deck) -> list[Sample]:
    """The pictures of the deck's enrolment, one a face."""
    return [Sample(face, decode_picture(deck, number)) for number, face in enumerate(deck.faces)]


def _keep_latest(samples: Sequence[Sample]) -> list[Sample]:
    by_face: dict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        by_face[sample.face].append(sample)
    return [sample for same in by_face.values() for sample in same[-MAX_CORRECTIONS_PER_FACE:]]


def _count_mistakes(deck: Deck, samples: Sequence[Sample]) -> int:
    reader = EnrolledReader(deck)
    return sum(reader.read(sample.crop).face != sample.face for sample in samples)
