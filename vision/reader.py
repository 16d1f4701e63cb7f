"""Read the cards of a deck that was enrolled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision import features
from vision.alignment import Target, align, likeness, target
from vision.decks import Deck
from vision.fusion import verdict
from vision.learning import opinions
from vision.types import UNREADABLE, Image, Reading

SURE = 0.9
"""Least probability of being right at which a person is not asked."""
NO_CARD = 0.25
"""Below this likeness to the likeliest card the crop shows none of the deck's cards."""
ALTERNATIVES = 4


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A reading and what it rests on. `turned`: the crop shows the card upside down. `whole`, `telling`: likeness (-1 to 1) to the
    enrolled picture, of the whole card and of the pixels that tell the deck's cards apart."""

    reading: Reading
    turned: bool
    whole: float
    telling: float


class EnrolledReader:
    """Reads crops of the cards of one deck (a `vision.types.Reader`). 5 ms a crop on one core; may be shared by threads."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._onto = target(deck.mean, deck.steady)
        self._judges = (deck.shape, deck.colour, deck.print)

    def read(self, crop: Image) -> Reading:
        """Read a rectified crop (h, w, 3) of one card, either way up. The face is "?" if it is none of the deck's cards."""
        return self.look(crop).reading

    def look(self, crop: Image) -> Sight:
        """The same, with what the reading rests on."""
        small = features.canonical(crop)
        chance = verdict(opinions(small, self._onto, self.deck.pixels, self._judges), self.deck.weights).reshape(2, -1)
        by_face = chance.sum(axis=0)
        order = np.argsort(-by_face)
        best = int(order[0])
        turned = bool(chance[1, best] > chance[0, best])
        whole, telling = self._likeness(features.texture(small), best, turned)
        known = whole >= NO_CARD
        sure = by_face[best] >= SURE and whole >= self.deck.likeness[0] and telling >= self.deck.likeness[1]
        faces = self.deck.faces
        alternatives = tuple((faces[i], float(by_face[i])) for i in order[1 : 1 + ALTERNATIVES])
        face = faces[best] if known else UNREADABLE
        confidence = float(by_face[best]) if known else 0.0
        return Sight(Reading("", face, confidence, alternatives, bool(sure and known)), turned, whole, telling)

    def _likeness(self, texture: NDArray[Any], face: int, turned: bool) -> tuple[float, float]:
        plane = self.deck.planes[face].astype(np.float32)
        onto: Target = target(plane)
        _, laid = align(onto, features.turned_pixels(texture) if turned else texture)
        a, b = laid.ravel()[self.deck.pixels], plane.ravel()[self.deck.pixels]
        return likeness(laid, plane), correlation(a, b)


def correlation(a: NDArray[Any], b: NDArray[Any]) -> float:
    """Normalised correlation (-1 to 1) of two vectors."""
    a, b = a - a.mean(), b - b.mean()
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-6))
