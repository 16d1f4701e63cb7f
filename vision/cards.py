"""Find the cards in a picture of any table, and have a reader read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.finding import ASPECTS, Outline, outlines
from vision.quads import Quad, covered, overlap, rectify, signed_area, true_aspect, upright
from vision.types import Image, Reader, Reading

CROP = (200, 280)
"""Width and height in pixels of the rectified crop of a card."""
STRONG = 0.6
"""Outlines below this score are no cards for those who have no reader to ask."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card in a picture.

    `quad`: (4, 2) float32 picture pixels, clockwise from the card's own top left; of the two ways a card may be held, the one
    whose top lies higher in the picture. `crop`: (280, 200, 3) uint8 BGR, portrait, the card filling it. `score`: 0 to 1, how
    much of its outline was seen. `aspect`: width over height as it lies on the table, perspective undone.
    """

    quad: Quad
    crop: Image
    score: float
    aspect: float


def find_cards(image: Image, aspect: float | None = None) -> tuple[Card, ...]:
    """The cards that lie in `image` (H, W, 3 uint8 BGR), best outline first, none twice. `aspect`: width over height, if known.

    Anything that has a card's outline is found: a card back and a blank note too. What it is is for a reader to say.
    """
    return tuple(chosen(candidates(image, aspect)))


def candidates(image: Image, aspect: float | None = None, most: int = 60) -> list[Card]:
    """Every outline that may be a card, strongest first, overlapping ones included: for those who can judge by reading."""
    bounds = ASPECTS if aspect is None else (aspect * 0.8, min(aspect / 0.8, 1.0))
    return [_card(image, outline, aspect) for outline in outlines(image, bounds)[:most]]


def _card(image: Image, outline: Outline, aspect: float | None) -> Card:
    size = (image.shape[0], image.shape[1])
    quad = upright(outline.quad, size, aspect)
    return Card(quad, rectify(image, quad, CROP), outline.score, true_aspect(quad, size))


def chosen(cards: Sequence[Card]) -> list[Card]:
    """Of overlapping candidates those that are likeliest a whole card: the outermost, unless it holds several cards."""
    strong = [card for card in cards if card.score >= STRONG]
    outermost = sorted((card for card in strong if not _holds_several(card, strong)), key=_standing, reverse=True)
    kept: list[Card] = []
    for card in outermost:
        if not any(covered(card.quad, other.quad) > 0.5 or overlap(card.quad, other.quad) > 0.3 for other in kept):
            kept.append(card)
    return sorted(kept, key=lambda card: card.score, reverse=True)


def _standing(card: Card) -> float:
    """Larger first, and a better outline first: inner frames and pips have good outlines but are small."""
    return float(abs(signed_area(card.quad))) * card.score**4


def _holds_several(card: Card, others: Sequence[Card]) -> bool:
    """True if two or more large outlines lie side by side in this one: it is two cards that touch, or a mat."""
    area = abs(signed_area(card.quad))
    inner = [
        other
        for other in others
        if 0.15 * area < abs(signed_area(other.quad)) < 0.6 * area and covered(other.quad, card.quad) > 0.9
    ]
    return any(overlap(a.quad, b.quad) < 0.05 for i, a in enumerate(inner) for b in inner[:i])


def read_picture(image: Image, reader: Reader, aspect: float | None = None) -> list[tuple[Quad, Reading]]:
    """What `reader` reads in the picture: (upright quad, reading) of each card, surest first."""
    found = [(card, reader.read(card.crop)) for card in chosen(candidates(image, aspect))]
    return [(card.quad, reading) for card, reading in sorted(found, key=lambda pair: pair[1].confidence, reverse=True)]


def crop_for(image: Image, quad: Quad, size: tuple[int, int] = CROP) -> Image:
    """The crop (height, width, 3) that `quad` bounds, for another size (width, height) than `find_cards` gives."""
    return rectify(image, np.asarray(quad, np.float32), size)
