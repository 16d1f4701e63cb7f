"""Which of the indices and outlines in a picture are one card."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.cards.outlines import Outline, fit_quads_to_edges
from vision.plane.quads import UNIT, Quad, covered_share, overlap_share
from vision.readers.french_print.indices import Index, Spot, opposite
from vision.readers.french_print.networks import NO_CARD, SUITS, Guess, Plane, weighed
from vision.types import Image

_INDEX_PLACE = (0.36, 0.68)
"""Where the middle of an index lies from the card's top left corner, in index heights, as makers usually print it."""
_CARD_HEIGHT, _LARGE_PRINT = 5.0, 3.2
"""Height of a card in index heights, as makers usually print it, and where they print it very large."""
_CONTRADICTED, _PLAINLY = 0.05, 0.95
"""What a plain outline counts for whose card is another than an index of it says, and from which score and sureness it is plain."""
_BY_RANK = 0.3
"""What the same rank counts for where a shine leaves the suit of the whole card open."""
_NOT_OUTLINED = 0.003
"""What a face of another suit counts for than the outlines of the card's pips have."""
_MISREAD = 0.75
"""Sureness below which one of two corners may be misread: the whole card and the other overrule it."""


@dataclass(frozen=True, eq=False)
class StandardSight:
    """One card as seen: where it lies, the indices that belong to it, what the whole card looks like if its outline was found, and of which
    suit ("C", "D", "H", "S") the outlines of its pips are: "" if they do not tell, None if nobody looked."""

    quad: Quad
    indices: tuple[Index, ...]
    whole: Guess | None
    outlined: str | None = None

    @cached_property
    def chances(self) -> Plane:
        """(53,) what all its witnesses together give each face and, last, no card at all."""
        chances = weighed([index.guess for index in self.indices], self.whole)
        if not self.outlined:
            return chances
        others = np.arange(NO_CARD) % len(SUITS) != SUITS.index(self.outlined)
        chances = chances * np.append(np.where(others, _NOT_OUTLINED, 1.0), 1.0).astype(np.float32)
        return np.asarray(chances / chances.sum(), np.float32)

    @cached_property
    def likeliest(self) -> int:
        """The number of the face as which it reads."""
        return int(self.chances[:NO_CARD].argmax())


def in_corners(indices: Sequence[Index], quad: Quad) -> tuple[Index, ...]:
    """Those indices that stand where a card with these corners has them, the right way up."""
    if not indices:
        return ()
    view = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), UNIT)
    ends = [(index.spot.centre, index.spot.centre + index.spot.down / 2) for index in indices]
    seen = cv2.perspectiveTransform(np.array(ends, np.float32).reshape(1, -1, 2), view).reshape(-1, 2, 2)
    middle, down = seen[:, 0], (seen[:, 1] - seen[:, 0]) * np.array([1.42, 2.0], np.float32)
    turned = down[:, 1:] < 0
    middle, down = np.where(turned, 1 - middle, middle), np.where(turned, -down, down)
    fits = (np.abs(down[:, 0]) < 0.45 * down[:, 1]) & (down[:, 1] > 0.1) & (down[:, 1] < 0.5)
    side = np.minimum(middle[:, 0], 1 - middle[:, 0])
    fits &= (middle[:, 1] > 0.02) & (middle[:, 1] < 0.36) & (side > 0.02) & (side < 0.26)
    return tuple(index for index, good in zip(indices, fits, strict=True) if good)


def proposed(image: Image, indices: Sequence[Index]) -> list[Outline]:
    """Where the cards of these indices may end: outlines of likely size, drawn to the edges that the picture has there."""
    groups = [*grouped(indices), *crossed(indices)]
    rough = [quad for group in groups for quad in quads_of(group.indices)]
    if not rough:
        return []
    smooth = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
    fitted = fit_quads_to_edges(smooth, np.array(rough, np.float32), reach=0.1)
    pairs = [Outline(group.quad, np.full(4, 0.6)) for group in groups if len(group.indices) > 1]
    return [outline for outline in [*fitted, *pairs] if outline.score > 0.4]


def claimed(cards: Sequence[Outline], look: Callable[[Quad], Guess], indices: Sequence[Index]) -> list[StandardSight]:
    """The outlines that hold up, with the indices in their corners, best borne out first; no index is given away twice.

    `cards`: where they may lie. `look`: what the whole card at a place looks like. It is dear, so only those are looked at that may be
    better borne out than what is known.
    """
    offers: list[tuple[float, int, StandardSight]] = []
    for number, card in enumerate(cards):
        own = in_corners(indices, card.quad)
        offers.append((-_promise(card, own), number, StandardSight(card.quad, own, None)))
    kept: list[StandardSight] = []
    heapq.heapify(offers)
    while offers and offers[0][0] < 0:
        _, number, sight = heapq.heappop(offers)
        if any(_rivals(sight, other) for other in kept):
            continue
        if sight.whole is not None:
            kept.append(sight)
            continue
        whole = look(sight.quad)
        standing = _standing(cards[number], whole, sight.indices)
        heapq.heappush(offers, (-standing, number, replace(sight, whole=whole)))
    return kept


def _promise(card: Outline, indices: Sequence[Index]) -> float:
    """The most that `_standing` may be, whatever the whole card looks like."""
    faces = {index.face for index in indices}
    if len(faces) > 1:
        if _are_of_one_card(indices):
            return card.score * 0.5
        return _CONTRADICTED * card.score if card.score > _PLAINLY else 0.0
    if faces:
        return card.score * 1.2 * (1 + 0.3 * min(len(indices), 2))
    return card.score * 0.5 if card.score > 0.55 else 0.0


def _standing(card: Outline, whole: Guess, indices: Sequence[Index]) -> float:
    """How well an outline is borne out: by indices that agree with the whole, else by either alone; 0: not at all. Where a plain outline
    shows plainly another face than one of its indices, hardly: but then an index that is misread does not stand for itself. Of two corners
    that stand as those of one card do the whole tells which is misread."""
    faces = {index.face for index in indices}
    sure = whole.sureness
    if len(faces) > 1 and _are_of_one_card(indices):
        return _promise(card, indices) * sure if sure > 0.7 and whole.likeliest in faces else 0.0
    if len(faces) > 1:
        return _promise(card, indices) * sure if sure > _PLAINLY else 0.0
    if faces:
        face = next(iter(faces))
        agreement = max(float(whole.faces[face]), _BY_RANK * float(whole.rank[face // 4]))
        if agreement > 0.2:
            return _promise(card, indices) * (0.2 + agreement) / 1.2
        return _CONTRADICTED * _promise(card, indices) if min(card.score, sure) > _PLAINLY else 0.0
    return _promise(card, indices) * sure if sure > 0.7 else 0.0


def _are_of_one_card(indices: Sequence[Index]) -> bool:
    """Do two indices of different faces stand in opposite corners of one card, one of them so unsure that it may be misread?"""
    if len(indices) != 2 or min(index.sureness for index in indices) >= _MISREAD:
        return False
    first, second = (index.spot for index in indices)
    return float(first.down @ second.down) < 0 and opposite(first, second)


def _rivals(sight: StandardSight, other: StandardSight) -> bool:
    """True if both are the same card."""
    if any(a is b for a in sight.indices for b in other.indices):
        return True
    return (
        overlap_share(sight.quad, other.quad) > 0.35
        or covered_share(sight.quad, other.quad) > 0.6
        or covered_share(other.quad, sight.quad) > 0.6
    )


def grouped(indices: Sequence[Index], known: Sequence[StandardSight] = ()) -> list[StandardSight]:
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
    return [StandardSight(quad_of(group), tuple(group), None) for group in groups]


def crossed(indices: Sequence[Index]) -> list[StandardSight]:
    """Cards of whose two corners one may be misread: indices of different faces that stand as those of one card do, the surer first."""
    surest = sorted(indices, key=lambda index: index.sureness, reverse=True)
    pairs = ((one, other) for one, other in itertools.combinations(surest, 2) if one.face != other.face)
    return [StandardSight(quad_of(pair), pair, None) for pair in pairs if _are_of_one_card(pair)]


def without_twins(
    sights: Sequence[StandardSight], is_sure: Callable[[StandardSight], bool] = lambda sight: True
) -> list[StandardSight]:
    """Of sights that read the same and overlap, or of which one has its corners on another, only the best borne out, whole cards before lone
    indices: of a card with an index in four corners two and two may seem to be a card each. `is_sure`: such ones come before both."""
    kept: list[StandardSight] = []
    for sight in sorted(sights, key=lambda sight: (not is_sure(sight), sight.whole is None)):
        if not any(_are_twins(sight, other) for other in kept):
            kept.append(sight)
    return kept


def _are_twins(sight: StandardSight, other: StandardSight) -> bool:
    """Do both read the same, and does the first overlap the other or have its corners on it?"""
    if sight.likeliest != other.likeliest:
        return False
    own = [index for index in sight.indices if index.face == sight.likeliest]
    on_it = bool(own) and all(_within(index, other) for index in own)
    return on_it or overlap_share(sight.quad, other.quad) > 0.15


def without_frames(sights: Sequence[StandardSight], indices: Sequence[Index]) -> list[StandardSight]:
    """The sights without those that are no more than a frame printed around a card's pips: nothing stands in their corners, and beside them
    stands an index that says the same, and more surely."""
    return [sight for sight in sights if sight.indices or not any(_stands_beside(index, sight) for index in indices)]


def _stands_beside(index: Index, sight: StandardSight) -> bool:
    """Does an index that is surer of what a whole card seems to be stand outside it, and hardly farther off than its own card's would?"""
    if sight.whole is None or index.face != sight.whole.likeliest or index.sureness <= sight.whole.sureness:
        return False
    away = -cv2.pointPolygonTest(np.asarray(sight.quad, np.float32), tuple(map(float, index.spot.centre)), True)
    return 0 < away < index.spot.height


def _same_card(index: Index, others: Sequence[Index]) -> bool:
    return any(index.face == other.face and opposite(other.spot, index.spot) for other in others)


def _within(index: Index, sight: StandardSight) -> bool:
    """True if the index stands on a card that reads the same: one that was badly seen, or a twin right below."""
    if index.face not in {other.face for other in sight.indices} and (
        sight.whole is None or index.face != sight.whole.likeliest
    ):
        return False
    x, y = (float(v) for v in index.spot.centre)
    return bool(cv2.pointPolygonTest(np.asarray(sight.quad, np.float32), (x, y), True) > -0.4 * index.spot.height)


def quad_of(indices: Sequence[Index]) -> Quad:
    """Where a card lies, (4, 2), judged by its indices alone."""
    spots = [index.spot for index in indices]
    pairs = ((one, other) for one in spots for other in spots if _diagonal(one, other))
    first, partner = next(pairs, (spots[0], None))
    if partner is None:
        return _drawn(first, _CARD_HEIGHT)
    step = partner.centre - first.centre
    across = float(step @ first.right) / first.height**2
    along = float(step @ first.down) / first.height**2 + 2 * _INDEX_PLACE[1]
    aside = first.right * np.float32(min(across, 0.0))  # the upper right and the lower left one of four corners with an index
    return np.asarray(_quad(first, abs(across) + 2 * _INDEX_PLACE[0], along) + aside, np.float32)


def quads_of(indices: Sequence[Index]) -> list[Quad]:
    """Guesses worth trying against the edges in the picture: makers print indices in many sizes."""
    if len(indices) > 1:
        return [quad_of(indices)]
    return [_drawn(indices[0].spot, height) for height in (3.9, 4.4, 5.0, 5.7)]


def starts_of(sight: StandardSight) -> list[Quad]:
    """(4, 2) quads from which it may be found where a card lies that shows an index: as it was drawn and, of one index alone, as if its print
    were very large."""
    alone = sight.whole is None and len(sight.indices) == 1
    return [sight.quad, _drawn(sight.indices[0].spot, _LARGE_PRINT)] if alone else [sight.quad]


def _diagonal(first: Spot, other: Spot) -> bool:
    step = other.centre - first.centre
    return float(other.down @ first.down) < 0 and abs(float(step @ first.right)) > 0.3 * float(step @ first.down)


def _drawn(spot: Spot, height: float) -> Quad:
    return _quad(spot, 0.71 * height, height)


def _quad(spot: Spot, across: float, along: float) -> Quad:
    """A card whose index is `spot`, so many index heights wide and high."""
    corner = spot.centre - spot.right * np.float32(_INDEX_PLACE[0]) - spot.down * np.float32(_INDEX_PLACE[1])
    right, down = spot.right * np.float32(across), spot.down * np.float32(along)
    return np.array([corner, corner + right, corner + right + down, corner + down], np.float32)
