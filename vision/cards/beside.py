"""Has another card come to lie beside a new top card, seen without being read?

Two cards laid in one movement leave a strip of the lower card beside the upper. So does an old top card pushed aside. A push moves
all the old print and uncovers the old place: where no push explains the change, another card lies beside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.covered import COVER
from vision.channels import most_channel
from vision.plane.quads import Quad, width_of
from vision.types import Image


@dataclass(frozen=True, slots=True)
class BesideLimits:
    """When a change beside the top card is another card."""

    min_strip_share: float = 0.025  # of a card: a strip of 1.5 mm along the longer side, what `_drop_thin` leaves; guess
    min_change_levels: int = COVER.max_noise_levels  # noise and flicker change less than these levels plus `min_change_share`
    min_change_share: float = 0.15  # of the pixel's brightness; guess
    max_shadow_factor: float = 2.0  # a higher pile's shadow darkens or brightens by no more; guess
    max_shadow_tint: float = 0.12  # share by which a shadow changes one colour more than another; guess
    card_rim: float = 0.027  # card widths around the top card left out: the edge, seen a little off; guess
    old_card_rim: float = 0.01  # card widths by which the old top card may end elsewhere than read; guess
    max_push: float = 0.55  # card widths; guess
    max_push_turn: int = 20  # degrees; guess
    push_shrink: int = 3  # pushes are searched in pictures so many times smaller; guess


BESIDE = BesideLimits()


Mask = NDArray[np.bool_]
"""(h, w), as the picture."""
Push = tuple[float, float, float]
"""By which the old top card was pushed: pixels to the right and down, degrees clockwise around its middle."""

_NEAR = np.ones((3, 3), np.uint8)
_GRAYS = np.arange(256)
_LIMITS = np.asarray(BESIDE.min_change_levels + BESIDE.min_change_share * _GRAYS, np.uint8)


def shows_card_beside(now: Image, before: Image, top: Quad, was: Quad | None, place: Quad) -> bool:
    """True where a card lies beside the new top card that neither lay there before nor is the old top card, pushed.

    `now`, `before`: (h, w, 3) uint8 BGR, the pile now and when last at rest, rectified alike. `top`: (4, 2) pixels of the new
    top card. `was`: of the top card before, None for none. `place`: (4, 2) of the pile's place; nothing beyond counts.
    """
    pile = _PileComparison(now, before, top, was, place)
    if pile.area_in_cards(_drop_thin(pile.fresh)) < BESIDE.min_strip_share:
        return False
    if was is None:
        return all(
            pile.area_in_cards(_drop_thin(pile.mask_changed_beside(each))) >= BESIDE.min_strip_share
            for each in _misread_places(top, pile.wide)
        )
    return not _is_explained_by_push(pile)


def _misread_places(top: Quad, wide: float) -> Iterator[Quad]:
    """Places where the only card of a pile may lie after being found at `top`. `wide`: width of a card in pixels. Each (4,
    2) in pixels and a rim larger than `top`; small turns and shifts come first."""
    step = 0.025  # card widths between tried places; guess
    most = 0.075  # card widths: a card on an empty place is found by its outline alone; guess
    steps = sorted(np.arange(-most, most + step / 2, step) * wide, key=abs)
    x, y = top.mean(axis=0).tolist()
    rim = 0.02  # card widths by which the outline may be too small on each side; guess
    for degrees in (0.0, 2.0, -2.0, 4.0, -4.0):  # degrees; guess
        turned = cv2.transform(_grow_quad(top, rim * wide)[None], cv2.getRotationMatrix2D((x, y), degrees, 1.0))[0]
        yield from (np.asarray(turned + np.array([right, down]), np.float32) for right in steps for down in steps)


class _PileComparison:
    """A pile beside its new top card, now and before; parameters see `shows_card_beside`."""

    def __init__(self, now: Image, before: Image, top: Quad, was: Quad | None, place: Quad) -> None:
        """`now`, `before`: (h, w, 3) uint8 BGR of the zone. `top`: the top card's corners, `was`: those of the top card
        before, None = unknown. `place`: corners of the zone's own place. All in pixels."""
        self.shape = now.shape[:2]
        self.wide, self.card = width_of(top), float(cv2.contourArea(top))
        beside = ~self.mask_within(_grow_quad(top, BESIDE.card_rim * self.wide)) & self.mask_within(place)
        self.now, self.before = _match_light(now, before, beside)
        self.limit = np.asarray(cv2.LUT(cv2.cvtColor(self.now, cv2.COLOR_BGR2GRAY), _LIMITS), np.uint8)
        self.beside, self.was = beside, was
        self.place = self.mask_within(place)
        self.new = self.mask_differing(self.before)
        if self.area_in_cards(self.new & beside) >= BESIDE.min_strip_share:  # else nothing shows that could be a shadow
            self.new &= ~_mask_shadow(self.now, self.before)
        self.fresh = self.new & beside

    def area_in_cards(self, mask: Mask) -> float:
        """Area of a mask in cards."""
        return float(np.count_nonzero(mask)) / self.card

    def mask_within(self, quad: Quad) -> Mask:
        """(h, w) True inside a quad, (4, 2) pixels."""
        mask = np.zeros(self.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), 1.0, shift=4)
        return mask > 0

    def mask_differing(self, picture: Image) -> Mask:
        """(h, w) where the pile now shows nothing like `picture` within a pixel. `picture`: (h, w, 3), the earlier picture,
        perhaps moved."""
        return _mask_unlike(self.now, picture, self.limit)

    def mask_changed_beside(self, top: Quad) -> Mask:
        """(h, w) where the pile's place looks changed, and not by a card at `top`, (4, 2), or by a shadow."""
        return self.new & ~self.mask_within(_grow_quad(top, BESIDE.card_rim * self.wide)) & self.place

    @cached_property
    def old_place(self) -> Quad:
        """(4, 2) where the old top card lay. Raises `AssertionError` where none did."""
        assert self.was is not None
        return self.was

    @cached_property
    def uncovered_mask(self) -> Mask:
        """(h, w) the old card's place, where a push may have uncovered another card."""
        return self.mask_within(_grow_quad(self.old_place, BESIDE.old_card_rim * self.wide))

    @cached_property
    def print_mask(self) -> Mask:
        """(h, w) print and edges of the old card beside the new card."""
        return self._mask_textured(self.before) & self.uncovered_mask & self.beside

    @cached_property
    def kept_print_mask(self) -> Mask:
        """(h, w) old print and edges that look unchanged."""
        same = ~_mask_unlike(self.before, self.now, self.limit) & ~self.mask_differing(self.before)
        return self.print_mask & self._mask_textured(self.now) & same

    def measure_unexplained(self, push: Push) -> float:
        """Area in cards left unexplained by a push: new looks off the old card, wrong looks on the pushed card, and old
        print still seen where the card lay. `push`: see `Push`."""
        turned = self._push_matrix(push)
        quad = cv2.transform(self.old_place[None], turned)[0].astype(np.float32)
        seen = self._differs_after(turned)
        lies = self.mask_within(_grow_quad(quad, BESIDE.old_card_rim * self.wide))
        new = self.fresh & ~lies & ~self.uncovered_mask & seen
        otherwise = (
            seen & self.mask_within(_grow_quad(quad, -BESIDE.old_card_rim * self.wide)) & self._mask_known(turned) & self.beside
        )
        left = self.area_in_cards(self.print_mask & ~lies)
        alike = 0.25  # share of print equal on another card of the deck, frames on frames; guess
        kept = (self.area_in_cards(self.kept_print_mask & ~lies) - alike * left) / (1 - alike)
        return self.area_in_cards(_drop_thin(new, 2)) + self.area_in_cards(_drop_thin(otherwise, 2)) + max(0.0, kept)

    def _push_matrix(self, push: Push) -> NDArray[Any]:
        """(2, 3) affine matrix of a push. The turn is around the middle of the old card."""
        x, y = self.old_place.mean(axis=0).tolist()
        turned = cv2.getRotationMatrix2D((x, y), -push[2], 1.0)
        turned[:, 2] += np.array(push[:2])
        return turned

    def _differs_after(self, turned: NDArray[Any]) -> Mask:
        """(h, w) where the pile differs from the earlier picture moved by the matrix `turned`."""
        size = (self.shape[1], self.shape[0])
        return self.mask_differing(
            np.asarray(cv2.warpAffine(self.before, turned, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        )

    def _mask_known(self, turned: NDArray[Any]) -> Mask:
        """(h, w) what comes from within the earlier picture after a push, the matrix `turned`."""
        height, width = self.shape
        frame = np.array([[1, 1], [width - 2, 1], [width - 2, height - 2], [1, height - 2]], np.float32)
        return self.mask_within(cv2.transform(frame[None], turned)[0].astype(np.float32))

    def _mask_textured(self, picture: Image) -> Mask:
        """(h, w) where neighbouring pixels differ by more than the limit: print and edges."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.subtract(cv2.dilate(grey, _NEAR), cv2.erode(grey, _NEAR)) > self.limit)


# --- pushes


def _is_explained_by_push(pile: _PileComparison) -> bool:
    """True if a push of the old top card leaves less than a strip unexplained. The likeliest are measured, and the best of them
    refined."""
    measured = list[tuple[float, Push]]()
    for push in _likely_pushes(pile)[:16]:  # measured in full; guess
        left = pile.measure_unexplained(push)
        if left < BESIDE.min_strip_share:
            return True
        measured.append((left, push))
    best = sorted(measured, key=lambda each: each[0])[:4]  # refined; guess
    return any(_refine_push(pile, push, left) < BESIDE.min_strip_share for left, push in best)


def _refine_push(pile: _PileComparison, push: Push, least: float) -> float:
    """Area in cards left unexplained by the push after ever smaller steps, each taken while less stays: down to half a pixel and
    half a degree, or to less than a strip. `least`: left without a step."""
    for pixels, degrees in ((2.0, 2.0), (1.0, 1.0), (0.5, 0.5)):  # rounds of ever smaller steps
        steps = [(pixels, 0.0, 0.0), (0.0, pixels, 0.0), (0.0, 0.0, degrees)]
        for _ in range(6):  # steps at most of each size
            stood = push
            for x, y, turn in (tuple(sign * each for each in step) for step in steps for sign in (1.0, -1.0)):
                tried = (push[0] + x, push[1] + y, push[2] + turn)
                if (left := pile.measure_unexplained(tried)) < least - 1e-6:
                    push, least = tried, left
                if least < BESIDE.min_strip_share:
                    return least
            if push == stood:
                break
    return least


def _likely_pushes(pile: _PileComparison) -> list[Push]:
    """Pushes at which the old card is most like the looks beside the new card, likeliest first. Searched in small pictures,
    every 5 degrees."""
    small = _SmallPile(pile)
    found = [
        (cost, push)
        for degrees in range(-BESIDE.max_push_turn, BESIDE.max_push_turn + 1, 5)  # degrees; guess
        for cost, push in small.pushes_at_turn(float(degrees))
    ]
    return [push for _, push in sorted(found)]


class _SmallPile:
    """A small picture of a pile, for trying all pushes of one turn at once."""

    def __init__(self, pile: _PileComparison) -> None:
        """`pile`: one with an old top card; an `AssertionError` otherwise."""
        self.pad = round(BESIDE.max_push * pile.wide / BESIDE.push_shrink)
        self.middle = ((pile.old_place.mean(axis=0) + 0.5) / BESIDE.push_shrink - 0.5).tolist()
        self.before = _shrink_plane(pile.before) / np.float32(255.0)
        self.card = _shrink_plane(pile.mask_within(_grow_quad(pile.old_place, -BESIDE.old_card_rim * pile.wide)))
        beside, now = _shrink_plane(pile.beside), _shrink_plane(pile.now) / np.float32(255.0)
        self.beside = self._pad_plane(beside)
        self.seen, self.squared = self._pad_plane(now * beside[..., None]), self._pad_plane((now * now).sum(axis=2) * beside)
        self.wanted = self._pad_plane(_shrink_plane(pile.fresh & ~pile.uncovered_mask) + _shrink_plane(pile.kept_print_mask))

    def pushes_at_turn(self, degrees: float) -> Iterator[tuple[float, Push]]:
        """The three likeliest pushes at one turn, each after its cost in unexplained pixels of the small picture. `degrees`:
        clockwise."""
        turned, size = cv2.getRotationMatrix2D(self.middle, -degrees, 1.0), (self.card.shape[1], self.card.shape[0])
        card = np.asarray(cv2.warpAffine(self.card, turned, size), np.float32)
        print_ = cv2.warpAffine(self.before, turned, size, borderMode=cv2.BORDER_REPLICATE) * card[..., None]
        unlike = (
            _correlate_at_shifts(self.squared, card)
            - 2 * _correlate_at_shifts(self.seen, print_)
            + _correlate_at_shifts(self.beside, (print_ * print_).sum(axis=2))
        )
        # squared difference of colours that weighs as one unexplained pixel; guess
        cost = self.wanted.sum() - _correlate_at_shifts(self.wanted, card) + unlike / 0.06
        for _ in range(3):  # likely pushes kept at one turn; guess
            least, _, (x, y), _ = cv2.minMaxLoc(cost)
            yield (
                least,
                (float((x - self.pad) * BESIDE.push_shrink), float((y - self.pad) * BESIDE.push_shrink), degrees),
            )
            cost[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3] = np.inf

    def _pad_plane(self, plane: NDArray[Any]) -> NDArray[Any]:
        """The plane with an empty border as wide as the farthest push."""
        edges = ((self.pad, self.pad), (self.pad, self.pad)) + ((0, 0),) * (plane.ndim - 2)
        return np.pad(plane, edges).astype(np.float32)


def _correlate_at_shifts(picture: NDArray[Any], kernel: NDArray[Any]) -> NDArray[Any]:
    """Sum of products with the kernel at each shift: (H - h + 1, W - w + 1) for a kernel of (h, w)."""
    return np.asarray(cv2.matchTemplate(picture, np.asarray(kernel, np.float32), cv2.TM_CCORR))


def _shrink_plane(plane: NDArray[Any]) -> NDArray[Any]:
    """The plane, `push_shrink` times smaller."""
    scale = 1 / BESIDE.push_shrink
    return np.asarray(cv2.resize(plane.astype(np.float32), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


# --- pixels


def _match_light(now: Image, before: Image, beside: Mask) -> tuple[Image, Image]:
    """`now` smoothed, and `before` smoothed and brought to the light of `now`: most of the surroundings did not change.
    `beside`: (h, w) the surroundings; without any, both pictures are only smoothed."""
    # blurred because both were resampled a different number of times
    new, old = (cv2.GaussianBlur(each, (0, 0), 0.8) for each in (now, before))
    if not beside.any():
        return np.asarray(new), np.asarray(old)
    sampled = np.flatnonzero(beside)[::7]  # a sample is enough for the light
    gain = np.median((new.reshape(-1, 3)[sampled] + 8.0) / (old.reshape(-1, 3)[sampled] + 8.0), axis=0)
    lit = np.clip(np.rint(_GRAYS[:, None] * gain), 0, 255).astype(np.uint8)
    return np.asarray(new), np.asarray(cv2.LUT(old, lit[:, None]), np.uint8)


def _mask_unlike(picture: Image, other: Image, limit: NDArray[np.uint8]) -> Mask:
    """(h, w) where `picture` lies, in any colour, more than `limit` beyond everything `other` shows within a pixel. `limit`:
    (h, w) levels."""
    most = cv2.merge([limit, limit, limit])
    above = cv2.subtract(cv2.subtract(picture, cv2.dilate(other, _NEAR)), most)
    below = cv2.subtract(cv2.subtract(cv2.erode(other, _NEAR), picture), most)
    return np.asarray(most_channel(cv2.max(above, below)) > 0)


def _mask_shadow(now: Image, before: Image) -> Mask:
    """(h, w) where all colours changed alike between `before` and `now`, darker or brighter by `BESIDE.max_shadow_factor` at
    most."""
    ratios = [(a + 8.0) / (b + 8.0) for a, b in zip(cv2.split(now), cv2.split(before), strict=True)]
    least, most = np.minimum(np.minimum(*ratios[:2]), ratios[2]), np.maximum(np.maximum(*ratios[:2]), ratios[2])
    return np.asarray(
        (most - least <= BESIDE.max_shadow_tint * most)
        & (least >= 1 / BESIDE.max_shadow_factor)
        & (most <= BESIDE.max_shadow_factor)
    )


def _drop_thin(mask: Mask, pixels: int = 3) -> Mask:
    """The mask without anything thinner than so many pixels."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((pixels, pixels), np.uint8)) > 0)


def _grow_quad(quad: Quad, pixels: float) -> Quad:
    """(4, 2) a card's outline moved outward by so many pixels on each side, inward if negative."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    across, down = pixels * across / np.linalg.norm(across), pixels * down / np.linalg.norm(down)
    outward = np.array([-across - down, across - down, across + down, down - across])
    return np.asarray(quad + outward, np.float32)
