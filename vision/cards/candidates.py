"""The cards in a picture of any table, each with the crop for a reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from vision.cards.outlines import ASPECTS, Blobs, Outline, find_blobs, find_outlines, find_outlines_in_steps
from vision.plane.quads import Quad, covered_share, cut_out, make_upright, overlap_share, signed_area, true_aspect
from vision.steps import Steps, finish_steps
from vision.types import Image, Reader, Reading

CARD_CROP_PX = (200, 280)
"""Width and height in pixels of the rectified crop of a card; guess."""
MIN_SHAPE_RATIO = 0.86  # outline's aspect over a card's, or the inverse: lens and tilt are guessed; guess
MIN_STRONG_SCORE = 0.6  # of an outline, without a reader to ask; guess


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card in a picture."""

    quad: Quad
    """(4, 2) float32 picture pixels, clockwise from the card's top left, the higher end in the picture taken for the top."""
    crop: Image  # (280, 200, 3) uint8 BGR, portrait, the card filling it
    score: float  # 0 to 1, how much of its outline was seen
    aspect: float  # width over height on the table, perspective undone


def find_candidates(image: Image, aspect: float | None = None, most: int = 150, blobs: Blobs | None = None) -> list[Card]:
    """Every outline that may be a card, strongest first, overlapping ones included; for callers with a reader. `aspect`: width
    over height of a card, None for any. `most`: candidates at most. `blobs`: of the picture, if known."""
    size = (image.shape[0], image.shape[1])
    places = find_upright_outlines(image, aspect, most, blobs)
    return [Card(at.quad, cut_out(image, at.quad, CARD_CROP_PX), at.score, true_aspect(at.quad, size)) for at in places]


def find_upright_outlines(
    image: Image, aspect: float | None = None, most: int = 150, blobs: Blobs | None = None
) -> list[Outline]:
    """Every outline that may be a card, strongest first, upright, not yet cut out; arguments as of `find_candidates`."""
    return find_upright_outlines_of_shapes(image, (aspect,), most, blobs)[0]


def find_upright_outlines_of_shapes(
    image: Image, aspects: Sequence[float | None], most: int = 150, blobs: Blobs | None = None
) -> list[list[Outline]]:
    """One list of upright outlines for each of `aspects` (width to height, None = any), `most` in each at most. `blobs`: of
    the picture, None = found here. All lists cost little more than one."""
    return finish_steps(find_upright_outlines_in_steps(image, aspects, blobs or find_blobs(image), most))


def find_upright_outlines_in_steps(
    image: Image, aspects: Sequence[float | None], blobs: Blobs, most: int = 150
) -> Steps[list[list[Outline]]]:
    """One list of upright outlines for each of `aspects` (width to height, None = any), `most` in each at most; found step by
    step. `blobs`: of the picture."""
    size = (image.shape[0], image.shape[1])
    each_shape = yield from find_outlines_in_steps(image, [_aspect_bounds(aspect) for aspect in aspects], blobs)
    found = zip(aspects, each_shape, strict=True)
    return [[Outline(make_upright(one.quad, size, aspect), one.support) for one in each[:most]] for aspect, each in found]


def find_likely_outlines(
    image: Image, aspect: float | None = None, most: int = 150, blobs: Blobs | None = None
) -> list[Outline]:
    """The likeliest outlines as found, likeliest first, clockwise but not turned upright; arguments as of `find_candidates`."""
    return find_outlines(image, _aspect_bounds(aspect), blobs)[:most]


def _aspect_bounds(aspect: float | None) -> tuple[float, float]:
    """Smallest and largest aspect of an outline that may be such a card, of any card for None."""
    return ASPECTS if aspect is None else (aspect * MIN_SHAPE_RATIO, min(aspect / MIN_SHAPE_RATIO, 1.0))


def keep_outermost(cards: Sequence[Card]) -> list[Card]:
    """Of overlapping candidates the largest with a good outline, best outline first. `cards`: candidates in any order.
    Candidates that score less than `MIN_STRONG_SCORE` are left out."""
    kept, strong = list[Card](), [card for card in cards if card.score >= MIN_STRONG_SCORE]
    # inner frames and pips have good outlines but are small
    for card in sorted(strong, key=lambda card: abs(signed_area(card.quad)) * card.score**4, reverse=True):
        if not any(covered_share(card.quad, other.quad) > 0.5 or overlap_share(card.quad, other.quad) > 0.3 for other in kept):
            kept.append(card)
    return sorted(kept, key=lambda card: card.score, reverse=True)


class PictureReader(Reader, Protocol):
    """A reader that also finds its cards in a picture of any table."""

    def read_picture(self, image: Image) -> list[tuple[Quad, Reading]]:
        """Each card with its upright quad, (4, 2) float32 picture pixels, surest first. `image`: (H, W, 3) uint8 BGR."""
        ...
