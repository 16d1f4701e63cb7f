"""A deck that learns from corrected reads: learned anew from its own pictures and those it was put right on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import cv2
import numpy as np

from vision.deck.alignment import align, likeness, target
from vision.deck.crop_reader import LEAST_LIKENESS
from vision.deck.features import canonical, texture, turned_pixels
from vision.deck.file import Deck
from vision.deck.learning import Sample, learn_deck
from vision.deck.reader import EnrolledReader

MOST_CORRECTIONS = 4
"""Corrections of one face that are learned from, the latest: the enrolled picture must not be outvoted."""


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
