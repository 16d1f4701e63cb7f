"""Find the cards in a picture of any table, and have a reader read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from vision.cards.outlines import ASPECTS, Blobs, Outline, outlines, outlines_of
from vision.plane.quads import Quad, covered, cut_out, overlap, signed_area, true_aspect, upright
from vision.types import Image, Reader, Reading

CROP = (200, 280)
"""Width and height in pixels of the rectified crop of a card."""
SHAPE = 0.86
"""How far from the known shape of a card an outline may be: the lens and the tilt are only guessed."""
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


def candidates(image: Image, aspect: float | None = None, most: int = 150, blobs: Blobs | None = None) -> list[Card]:
    """Every outline that may be a card, strongest first, overlapping ones included: for those who can judge by reading."""
    size = (image.shape[0], image.shape[1])
    places = upright_outlines(image, aspect, most, blobs)
    return [Card(at.quad, cut_out(image, at.quad, CROP), at.score, true_aspect(at.quad, size)) for at in places]


def upright_outlines(image: Image, aspect: float | None = None, most: int = 150, blobs: Blobs | None = None) -> list[Outline]:
    """The same, not yet cut out: for those who need not look at all of them."""
    return upright_outlines_of(image, (aspect,), most, blobs)[0]


def upright_outlines_of(
    image: Image, aspects: Sequence[float | None], most: int = 150, blobs: Blobs | None = None
) -> list[list[Outline]]:
    """The same for each of several shapes of cards, which costs little more."""
    size = (image.shape[0], image.shape[1])
    found = zip(aspects, outlines_of(image, [_bounds(aspect) for aspect in aspects], blobs), strict=True)
    return [[Outline(upright(one.quad, size, aspect), one.support) for one in each[:most]] for aspect, each in found]


def likely_outlines(image: Image, aspect: float | None = None, most: int = 150, blobs: Blobs | None = None) -> list[Outline]:
    """The outlines of these, as they were found."""
    return outlines(image, _bounds(aspect), blobs)[:most]


def _bounds(aspect: float | None) -> tuple[float, float]:
    return ASPECTS if aspect is None else (aspect * SHAPE, min(aspect / SHAPE, 1.0))


def outermost(cards: Sequence[Card]) -> list[Card]:
    """Of overlapping candidates the largest with a good outline, best outline first."""
    kept: list[Card] = []
    for card in sorted((card for card in cards if card.score >= STRONG), key=_standing, reverse=True):
        if not any(covered(card.quad, other.quad) > 0.5 or overlap(card.quad, other.quad) > 0.3 for other in kept):
            kept.append(card)
    return sorted(kept, key=lambda card: card.score, reverse=True)


def _standing(card: Card) -> float:
    """Larger first, and a better outline first: inner frames and pips have good outlines but are small."""
    return float(abs(signed_area(card.quad))) * card.score**4


class PictureReader(Reader, Protocol):
    """A reader that also finds the cards itself in a picture of any table, because it knows what it looks for."""

    def read_picture(self, image: Image) -> list[tuple[Quad, Reading]]:
        """`image`: (H, W, 3) uint8 BGR. Each card with its upright quad, (4, 2) float32 picture pixels, surest first."""
        ...
