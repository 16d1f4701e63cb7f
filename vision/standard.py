"""Read ordinary French-suited cards with English indices, any maker's, nothing enrolled (the built-in deck `standard`).

Two witnesses that know nothing of each other are heard: the corner indices, found and read wherever they show, and the whole card
with its pips or court, where its outline was found. They are multiplied; what they do not agree on is asked, not accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import CROP, Card, candidates
from vision.finding import Outline, fit_edges
from vision.quads import Quad, covered, overlap, rectify, true_aspect
from vision.standard_crops import CARD_SIZE, shrunk_card
from vision.standard_indices import Index, Spot, find_spots, opposite, read_spots
from vision.standard_nets import RANKS, SUITS, Guess, Networks, Plane, face_name
from vision.types import UNREADABLE, Face, Image, Reading

FACES: tuple[Face, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The faces this reader knows."""

_FLOOR = 1e-4
"""No witness rules a face out altogether."""
_NONE = 52
_INDEX_PLACE = (0.36, 0.68)
"""Where the middle of an index lies from the card's top left corner, in index heights, as makers usually print it."""
_CARD_HEIGHT = 5.0
"""Height of a card in index heights, as makers usually print it."""
_LARGEST = 2000


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The confidence from which a reading is accepted, by what bears it out."""

    both: float = 0.85
    indices: float = 0.9
    index: float = 0.92
    card: float = 0.99


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """One card as seen: where it lies, the indices that belong to it, what the whole card looks like if its outline was found."""

    quad: Quad
    indices: tuple[Index, ...]
    whole: Guess | None


class StandardReader:
    """A `vision.types.Reader` for crops, and `read_picture` for whole pictures with cards that touch, overlap or lie in a fan.

    Not safe for use by several threads at once.
    """

    def __init__(self, networks: Networks | None = None, thresholds: Thresholds | None = None) -> None:
        self._networks = networks or Networks()
        self._thresholds = thresholds or Thresholds()

    faces = FACES

    def read(self, crop: Image) -> Reading:
        """`crop`: (h, w, 3) uint8 BGR, one card filling it, either way up. What is no such card reads "?", not accepted."""
        return self._judged(self._sight(crop))

    def read_picture(self, image: Image) -> list[tuple[Quad, Reading]]:
        """Every card of the picture that shows an index or its whole face: (quad, reading), surest first.

        `quad`: (4, 2) float32 picture pixels, clockwise from the card's own top left; where the outline was not found it is
        drawn from the indices and may be some millimetres out.
        """
        read = [(sight.quad, self._judged(sight)) for sight in self._sights(image)]
        return sorted((pair for pair in read if pair[1].face != UNREADABLE), key=lambda pair: pair[1].confidence, reverse=True)

    def _sight(self, crop: Image) -> Sight:
        whole = self._networks.read_cards([shrunk_card(crop)])[0]
        small, scale = _index_sized(crop)
        spots = find_spots(self._networks, small, levels=1)
        enlarged = [Spot((spot.centre - _MARGIN) * scale, spot.down * scale, spot.heat) for spot in spots]
        frame = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * np.array(crop.shape[1::-1], np.float32)
        return Sight(frame, in_corners(read_spots(self._networks, crop, enlarged), frame), whole)

    def _sights(self, image: Image) -> list[Sight]:
        scale = min(1.0, _LARGEST / max(image.shape[:2]))
        if scale < 1:
            small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
            return [Sight(sight.quad / np.float32(scale), sight.indices, sight.whole) for sight in self._sights(small)]
        indices = read_spots(self._networks, image, find_spots(self._networks, image))
        sights = self._told_apart(proposed(image, grouped(indices)), indices)
        if sights and all(self._judged(sight).accepted for sight in sights):
            return sights
        return self._told_apart([*proposed(image, grouped(indices)), *candidates(image)], indices)

    def _told_apart(self, cards: Sequence[Card], indices: Sequence[Index]) -> list[Sight]:
        wholes = self._networks.read_cards([shrunk_card(card.crop) for card in cards])
        sights = claimed(cards, wholes, indices)
        taken = {id(index) for sight in sights for index in sight.indices}
        return without_twins(sights + grouped([index for index in indices if id(index) not in taken], sights))

    def _judged(self, sight: Sight) -> Reading:
        return judged(sight, self._thresholds)


def standard_reader() -> StandardReader:
    """The reader of the built-in deck `standard`. Raises `DeckError` if its networks are missing."""
    return StandardReader()


_MARGIN = 8


def _index_sized(crop: Image) -> tuple[Image, float]:
    """The crop at a size at which its indices suit the finder, with a margin; and crop pixels per pixel of it."""
    scale = crop.shape[0] / CARD_SIZE[1]
    width = max(16, round(crop.shape[1] / scale))
    small = cv2.resize(crop, (width, CARD_SIZE[1]), interpolation=cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR)
    framed = cv2.copyMakeBorder(small, _MARGIN, _MARGIN, _MARGIN, _MARGIN, cv2.BORDER_REPLICATE)
    return np.asarray(framed, np.uint8), scale


# --- which witnesses belong to one card


def in_corners(indices: Sequence[Index], quad: Quad) -> tuple[Index, ...]:
    """Those indices that stand where a card with these corners has them, the right way up."""
    if not indices:
        return ()
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    view = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), unit)
    ends = [(index.spot.centre, index.spot.centre + index.spot.down / 2) for index in indices]
    seen = cv2.perspectiveTransform(np.array(ends, np.float32).reshape(1, -1, 2), view).reshape(-1, 2, 2)
    middle, down = seen[:, 0], (seen[:, 1] - seen[:, 0]) * np.array([1.42, 2.0], np.float32)
    turned = down[:, 1:] < 0
    middle, down = np.where(turned, 1 - middle, middle), np.where(turned, -down, down)
    fits = (np.abs(down[:, 0]) < 0.45 * down[:, 1]) & (down[:, 1] > 0.1) & (down[:, 1] < 0.5)
    side = np.minimum(middle[:, 0], 1 - middle[:, 0])
    fits &= (middle[:, 1] > 0.02) & (middle[:, 1] < 0.36) & (side > 0.02) & (side < 0.26)
    return tuple(index for index, good in zip(indices, fits, strict=True) if good)


def proposed(image: Image, groups: Sequence[Sight]) -> list[Card]:
    """Where the cards of these indices may end: outlines of likely size, drawn to the edges that the picture has there."""
    rough = [quad for group in groups for quad in quads_of(group.indices)]
    if not rough:
        return []
    smooth = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
    fitted = fit_edges(smooth, np.array(rough, np.float32), reach=0.1)
    pairs = [Outline(group.quad, np.full(4, 0.6)) for group in groups if len(group.indices) > 1]
    size = (image.shape[0], image.shape[1])
    return [
        Card(outline.quad, rectify(image, outline.quad, CROP), outline.score, true_aspect(outline.quad, size))
        for outline in [*fitted, *pairs]
        if outline.score > 0.4
    ]


def claimed(cards: Sequence[Card], wholes: Sequence[Guess], indices: Sequence[Index]) -> list[Sight]:
    """The outlines that hold up, with the indices in their corners, best borne out first; no index is given away twice."""
    offers = []
    for card, whole in zip(cards, wholes, strict=True):
        own = in_corners(indices, card.quad)
        offers.append((_standing(card, whole, own), Sight(card.quad, own, whole)))
    kept: list[Sight] = []
    for standing, sight in sorted(offers, key=lambda offer: offer[0], reverse=True):
        if standing > 0 and not any(_rivals(sight, other) for other in kept):
            kept.append(sight)
    return kept


def _standing(card: Card, whole: Guess, indices: Sequence[Index]) -> float:
    """How well an outline is borne out: by indices that agree with the whole, else by either alone; 0: not at all."""
    faces = {index.face for index in indices}
    if len(faces) > 1:
        return 0.0
    sure = float(whole.faces.max())
    if faces:
        agreement = float(whole.faces[next(iter(faces))])
        return card.score * (0.2 + agreement) * (1 + 0.3 * min(len(indices), 2)) if agreement > 0.2 else 0.0
    return card.score * 0.5 * sure if sure > 0.7 and card.score > 0.55 else 0.0


def _rivals(sight: Sight, other: Sight) -> bool:
    """True if both are the same card."""
    if any(a is b for a in sight.indices for b in other.indices):
        return True
    return (
        overlap(sight.quad, other.quad) > 0.35 or covered(sight.quad, other.quad) > 0.6 or covered(other.quad, sight.quad) > 0.6
    )


def grouped(indices: Sequence[Index], known: Sequence[Sight] = ()) -> list[Sight]:
    """Cards of which only indices were seen: those of one face that stand in two corners of one card are one card."""
    groups: list[list[Index]] = []
    for index in sorted(indices, key=lambda index: index.sureness, reverse=True):
        if any(_same_card(index, sight.indices) or _within(index, sight) for sight in known):
            continue
        home = next((group for group in groups if _same_card(index, group)), None)
        if home is None:
            groups.append([index])
        else:
            home.append(index)
    return [Sight(quad_of(group), tuple(group), None) for group in groups]


def without_twins(sights: Sequence[Sight]) -> list[Sight]:
    """Of sights that read the same and overlap only the best borne out, whole cards before lone indices."""
    kept: list[Sight] = []
    for sight in sights:
        face = _read_as(sight)
        if not any(face == _read_as(other) and overlap(sight.quad, other.quad) > 0.15 for other in kept):
            kept.append(sight)
    return kept


def _read_as(sight: Sight) -> int:
    return int(weighed([index.guess for index in sight.indices], sight.whole)[:_NONE].argmax())


def _same_card(index: Index, others: Sequence[Index]) -> bool:
    return any(index.face == other.face and opposite(other.spot, index.spot) for other in others)


def _within(index: Index, sight: Sight) -> bool:
    """True if the index stands on a card that reads the same: one that was badly seen, or a twin right below."""
    if index.face not in {other.face for other in sight.indices} and (
        sight.whole is None or index.face != sight.whole.faces.argmax()
    ):
        return False
    x, y = (float(v) for v in index.spot.centre)
    return bool(cv2.pointPolygonTest(np.asarray(sight.quad, np.float32), (x, y), True) > -0.4 * index.spot.height)


def quad_of(indices: Sequence[Index]) -> Quad:
    """Where a card lies, (4, 2), judged by its indices alone."""
    first = indices[0].spot
    partner = next((index.spot for index in indices[1:] if _diagonal(first, index.spot)), None)
    if partner is None:
        return _drawn(first, _CARD_HEIGHT)
    step = partner.centre - first.centre
    across = float(step @ first.right) / first.height**2 + 2 * _INDEX_PLACE[0]
    along = float(step @ first.down) / first.height**2 + 2 * _INDEX_PLACE[1]
    return _quad(first, across, along)


def quads_of(indices: Sequence[Index]) -> list[Quad]:
    """Guesses worth trying against the edges in the picture: makers print indices in many sizes."""
    if len(indices) > 1:
        return [quad_of(indices)]
    return [_drawn(indices[0].spot, height) for height in (3.9, 4.4, 5.0, 5.7)]


def _diagonal(first: Spot, other: Spot) -> bool:
    step = other.centre - first.centre
    return float(other.down @ first.down) < 0 and float(step @ first.right) > 0.3 * float(step @ first.down)


def _drawn(spot: Spot, height: float) -> Quad:
    return _quad(spot, 0.71 * height, height)


def _quad(spot: Spot, across: float, along: float) -> Quad:
    """A card whose index is `spot`, so many index heights wide and high."""
    corner = spot.centre - spot.right * np.float32(_INDEX_PLACE[0]) - spot.down * np.float32(_INDEX_PLACE[1])
    right, down = spot.right * np.float32(across), spot.down * np.float32(along)
    return np.array([corner, corner + right, corner + right + down, corner + down], np.float32)


# --- what they say together


def judged(sight: Sight, thresholds: Thresholds) -> Reading:
    """What all witnesses of one card say together."""
    chances = weighed([index.guess for index in sight.indices], sight.whole)
    order = np.argsort(chances[:_NONE])[::-1]
    best = int(order[0])
    confidence = float(chances[best])
    if confidence < 0.05 or (not sight.indices and confidence < 0.4):
        return Reading("", UNREADABLE, float(chances[_NONE]), (), accepted=False)
    others = tuple((face_name(int(i)), round(float(chances[i]), 4)) for i in order[1:4] if chances[i] > 5e-4)
    return Reading("", face_name(best), round(confidence, 4), others, confidence >= _threshold(sight, best, thresholds))


def _threshold(sight: Sight, face: int, thresholds: Thresholds) -> float:
    agreeing = [index for index in sight.indices if index.face == face]
    whole = sight.whole is not None and int(sight.whole.faces.argmax()) == face and float(sight.whole.faces[face]) > 0.5
    if whole:
        return thresholds.both if agreeing else thresholds.card
    return thresholds.indices if len(agreeing) > 1 else thresholds.index


def weighed(indices: Sequence[Guess], whole: Guess | None) -> Plane:
    """(53,) chances of the faces and, last, of no card at all. Indices of one card share their light and print: the second
    and third count for less."""
    total = np.zeros(_NONE + 1, np.float64)
    for rank, guess in enumerate(sorted(indices, key=lambda guess: float(guess.faces.max()), reverse=True)):
        total += _log_chances(guess) * (1.0, 0.6, 0.2, 0.2)[min(rank, 3)]
    if whole is not None and (not indices or float(whole.faces.sum()) > 0.5):
        total += _log_chances(whole)
    powers: NDArray[np.float64] = np.exp(total - total.max())
    return np.asarray(powers / powers.sum(), np.float32)


def _log_chances(guess: Guess) -> NDArray[np.float64]:
    chances = np.append(guess.faces, 1 - guess.faces.sum())
    return np.asarray(np.log(np.clip(chances, 0, 1) + _FLOOR), np.float64)
