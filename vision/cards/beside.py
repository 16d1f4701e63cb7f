"""Has another card come to lie beside a new top card, one that nobody needs to read to see that it is there?

Two cards that are laid in one movement leave a strip of the lower one beside the upper one. So does the old top card where it was pushed
aside as the new one was laid. What looks other than before beside the new card is therefore held against both: a push takes the old card with
all its print elsewhere and uncovers the place where it lay; where no push explains what is seen, there is another card.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import most_channel
from vision.plane.quads import Quad, width_of
from vision.types import Image

LEVEL, SHADE = 12, 0.15
"""Grey levels, and part of its brightness, by which a pixel looks other than before: noise and a lamp that flickers make less."""

SHADOW, TINT = 2.0, 0.12
"""How many times darker or brighter a shadow makes what it falls on, at most, and the part by which it does so otherwise in one
colour: a higher pile throws another shadow."""

RIM = 0.027
"""Part of a card's width around the top card that tells nothing: its edge, seen a little off."""

EDGE = 0.01
"""The same by which the old top card may end further out or further in than it was read."""

SMOOTH = 0.8
"""Pixels by which pictures are smoothed: those that are compared are cut out and turned a different number of times."""

SAMPLED = 7
"""One pixel in so many tells of the light."""

STRIP = 0.025
"""Part of a card that must look other than before, or stay unexplained: as much as a strip of 1.5 mm along its longer side. Edges that are
seen a little off make less."""

MISREAD, BY, AWRY, SMALL = 0.075, 0.025, (0.0, 2.0, -2.0, 4.0, -4.0), 0.02
"""A card on an empty place is found by its outline alone: up to this part of its width beside where it lies, tried by so much at a time, so
many degrees awry, and smaller than it is by this part of its width on each side."""

CHANCE = 0.25
"""Part of a card's print that looks the same where another card of its deck lies: frames run where frames ran."""

COARSE, REACH, EVERY, TURNED = 3, 0.55, 5, 20
"""A push is searched in pictures so many times smaller, up to this part of a card's width, each so many degrees, up to so many."""

UNLIKE = 0.06
"""Squared difference, of colours from 0 to 1, that weighs as much as a pixel left unexplained."""

FROM_EACH, LOOKED_AT, PUSHES = 3, 16, 4
"""How many likely pushes are found at one turn, how many of all are looked at closely, and how many of those are put right."""

FINER, STEPS = ((2.0, 2.0), (1.0, 1.0), (0.5, 0.5)), 6
"""Pixels and degrees by which a push is put right, and how often by each."""

Mask = NDArray[np.bool_]
"""(h, w), as the picture."""
Push = tuple[float, float, float]
"""By which the old top card was pushed: pixels to the right and down, degrees clockwise around its middle."""

_NEAR = np.ones((3, 3), np.uint8)
_GRAYS = np.arange(256)
_LIMITS = np.asarray(LEVEL + SHADE * _GRAYS, np.uint8)


def shows_another(now: Image, before: Image, top: Quad, was: Quad | None, place: Quad) -> bool:
    """True where a card lies beside the new top card that did not lie there before, and that is not the old top card, pushed.

    `now`, `before`: (h, w, 3) uint8 BGR, a pile and how it last lay still, rectified alike. `top`: (4, 2) pixels, where the new top card
    lies, `was`: where the one before it lay, None for none. `place`: (4, 2), the pile's place; what lies beyond tells nothing.
    """
    pile = _Compared(now, before, top, was, place)
    if pile.part(_thick(pile.fresh)) < STRIP:
        return False
    if was is None:
        return all(pile.part(_thick(pile.besides(each))) >= STRIP for each in _misread(top, pile.wide))
    return all(pile.unexplained(push) >= STRIP for push in _pushes(pile))


def _misread(top: Quad, wide: float) -> Iterator[Quad]:
    """Where the only card of a pile may lie that was found at `top`."""
    steps = sorted(np.arange(-MISREAD, MISREAD + BY / 2, BY) * wide, key=abs)
    x, y = top.mean(axis=0).tolist()
    for degrees in AWRY:
        turned = cv2.transform(_grown(top, SMALL * wide)[None], cv2.getRotationMatrix2D((x, y), degrees, 1.0))[0]
        yield from (np.asarray(turned + np.array([right, down]), np.float32) for right in steps for down in steps)


class _Compared:
    """A pile beside its new top card, now and before; arguments as of `shows_another`."""

    def __init__(self, now: Image, before: Image, top: Quad, was: Quad | None, place: Quad) -> None:
        self.shape = now.shape[:2]
        self.wide, self.card = width_of(top), float(cv2.contourArea(top))
        beside = ~self.within(_grown(top, RIM * self.wide)) & self.within(place)
        self.now, self.before = _evened(now, before, beside)
        self.limit = np.asarray(cv2.LUT(cv2.cvtColor(self.now, cv2.COLOR_BGR2GRAY), _LIMITS), np.uint8)
        self.beside, self.was = beside, was
        self.place = self.within(place)
        self.new = self.differs(self.before)
        if self.part(self.new & beside) >= STRIP:  # else nothing shows that could be a shadow
            self.new &= ~_is_shadow(self.now, self.before)
        self.fresh = self.new & beside

    def part(self, mask: Mask) -> float:
        """Its area in cards."""
        return float(np.count_nonzero(mask)) / self.card

    def within(self, quad: Quad) -> Mask:
        """What lies in a quad."""
        mask = np.zeros(self.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), 1.0, shift=4)
        return mask > 0

    def differs(self, picture: Image) -> Mask:
        """Where another picture of the pile shows nothing like it within a pixel."""
        return _differs(self.now, picture, self.limit)

    def besides(self, top: Quad) -> Mask:
        """What looks other than before, and not by a card that lies there."""
        return self.new & ~self.within(_grown(top, RIM * self.wide)) & self.place

    @cached_property
    def old(self) -> Quad:
        """Where the old top card lay."""
        assert self.was is not None
        return self.was

    @cached_property
    def uncovered(self) -> Mask:
        """Where it lay, and another card may be seen if it was pushed aside."""
        return self.within(_grown(self.old, EDGE * self.wide))

    @cached_property
    def print(self) -> Mask:
        """Its print and its edges, as far as they lie beside the new card."""
        return self._textured(self.before) & self.uncovered & self.beside

    @cached_property
    def kept(self) -> Mask:
        """Those of them that look now as they did."""
        same = ~_differs(self.before, self.now, self.limit) & ~self.differs(self.before)
        return self.print & self._textured(self.now) & same

    def unexplained(self, push: Push) -> float:
        """What a push leaves unexplained, in cards: what is new where neither the old card came to lie nor had lain; where it came to lie and
        would look otherwise; and print that is seen yet where it lay and lies no more."""
        turned = self._turned(push)
        quad = cv2.transform(self.old[None], turned)[0].astype(np.float32)
        seen = self._differs_from(turned)
        lies = self.within(_grown(quad, EDGE * self.wide))
        new = self.fresh & ~lies & ~self.uncovered & seen
        otherwise = seen & self.within(_grown(quad, -EDGE * self.wide)) & self._known(turned) & self.beside
        left = self.part(self.print & ~lies)
        kept = (self.part(self.kept & ~lies) - CHANCE * left) / (1 - CHANCE)
        return self.part(_thick(new, 2)) + self.part(_thick(otherwise, 2)) + max(0.0, kept)

    def _turned(self, push: Push) -> NDArray[Any]:
        """(2, 3) how it moves what lay there."""
        x, y = self.old.mean(axis=0).tolist()
        turned = cv2.getRotationMatrix2D((x, y), -push[2], 1.0)
        turned[:, 2] += np.array(push[:2])
        return turned

    def _differs_from(self, turned: NDArray[Any]) -> Mask:
        size = (self.shape[1], self.shape[0])
        return self.differs(np.asarray(cv2.warpAffine(self.before, turned, size, borderMode=cv2.BORDER_REPLICATE), np.uint8))

    def _known(self, turned: NDArray[Any]) -> Mask:
        """What comes from within the picture before."""
        height, width = self.shape
        frame = np.array([[1, 1], [width - 2, 1], [width - 2, height - 2], [1, height - 2]], np.float32)
        return self.within(cv2.transform(frame[None], turned)[0].astype(np.float32))

    def _textured(self, picture: Image) -> Mask:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.subtract(cv2.dilate(grey, _NEAR), cv2.erode(grey, _NEAR)) > self.limit)


# --- pushes


def _pushes(pile: _Compared) -> Iterator[Push]:
    """The pushes that explain most, likeliest first, each put right as far as it can be."""
    for push in sorted(_likely(pile)[:LOOKED_AT], key=pile.unexplained)[:PUSHES]:
        yield _put_right(pile, push)


def _put_right(pile: _Compared, push: Push) -> Push:
    least = pile.unexplained(push)
    for pixels, degrees in FINER:
        steps = [(pixels, 0.0, 0.0), (0.0, pixels, 0.0), (0.0, 0.0, degrees)]
        for _ in range(STEPS):
            stood = push
            for x, y, turn in (tuple(sign * each for each in step) for step in steps for sign in (1.0, -1.0)):
                tried = (push[0] + x, push[1] + y, push[2] + turn)
                if (left := pile.unexplained(tried)) < least - 1e-6:
                    push, least = tried, left
            if push == stood:
                break
    return push


def _likely(pile: _Compared) -> list[Push]:
    """Pushes at which the old card is most like what shows beside the new one, in small pictures."""
    small = _Small(pile)
    found = [(cost, push) for degrees in range(-TURNED, TURNED + 1, EVERY) for cost, push in small.pushes(float(degrees))]
    return [push for _, push in sorted(found)]


class _Small:
    """A pile in a small picture, in which all pushes of one turn are tried at once."""

    def __init__(self, pile: _Compared) -> None:
        self.pad = round(REACH * pile.wide / COARSE)
        self.middle = ((pile.old.mean(axis=0) + 0.5) / COARSE - 0.5).tolist()
        self.before = _shrunk(pile.before) / np.float32(255.0)
        self.card = _shrunk(pile.within(_grown(pile.old, -EDGE * pile.wide)))
        beside, now = _shrunk(pile.beside), _shrunk(pile.now) / np.float32(255.0)
        self.beside = self._padded(beside)
        self.seen, self.squared = self._padded(now * beside[..., None]), self._padded((now * now).sum(axis=2) * beside)
        self.wanted = self._padded(_shrunk(pile.fresh & ~pile.uncovered) + _shrunk(pile.kept))

    def pushes(self, degrees: float) -> Iterator[tuple[float, Push]]:
        """The likeliest pushes at one turn, with what each costs."""
        turned, size = cv2.getRotationMatrix2D(self.middle, -degrees, 1.0), (self.card.shape[1], self.card.shape[0])
        card = np.asarray(cv2.warpAffine(self.card, turned, size), np.float32)
        print_ = cv2.warpAffine(self.before, turned, size, borderMode=cv2.BORDER_REPLICATE) * card[..., None]
        unlike = _moved(self.squared, card) - 2 * _moved(self.seen, print_) + _moved(self.beside, (print_ * print_).sum(axis=2))
        cost = self.wanted.sum() - _moved(self.wanted, card) + unlike / UNLIKE
        for _ in range(FROM_EACH):
            least, _, (x, y), _ = cv2.minMaxLoc(cost)
            yield least, (float((x - self.pad) * COARSE), float((y - self.pad) * COARSE), degrees)
            cost[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3] = np.inf

    def _padded(self, plane: NDArray[Any]) -> NDArray[Any]:
        edges = ((self.pad, self.pad), (self.pad, self.pad)) + ((0, 0),) * (plane.ndim - 2)
        return np.pad(plane, edges).astype(np.float32)


def _moved(picture: NDArray[Any], kernel: NDArray[Any]) -> NDArray[Any]:
    """The sum of their products with the kernel at each place."""
    return np.asarray(cv2.matchTemplate(picture, np.asarray(kernel, np.float32), cv2.TM_CCORR))


def _shrunk(plane: NDArray[Any]) -> NDArray[Any]:
    scale = 1 / COARSE
    return np.asarray(cv2.resize(plane.astype(np.float32), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


# --- pixels


def _evened(now: Image, before: Image, beside: Mask) -> tuple[Image, Image]:
    """Both smoothed, and the earlier one under the light of the later: most of what lies beside the card did not change."""
    new, old = (cv2.GaussianBlur(each, (0, 0), SMOOTH) for each in (now, before))
    if not beside.any():
        return np.asarray(new), np.asarray(old)
    sampled = np.flatnonzero(beside)[::SAMPLED]
    gain = np.median((new.reshape(-1, 3)[sampled] + 8.0) / (old.reshape(-1, 3)[sampled] + 8.0), axis=0)
    lit = np.clip(np.rint(_GRAYS[:, None] * gain), 0, 255).astype(np.uint8)
    return np.asarray(new), np.asarray(cv2.LUT(old, lit[:, None]), np.uint8)


def _differs(picture: Image, other: Image, limit: NDArray[np.uint8]) -> Mask:
    """Where `picture` lies, in any colour, by more than `limit` beyond all that `other` shows within a pixel."""
    most = cv2.merge([limit, limit, limit])
    above = cv2.subtract(cv2.subtract(picture, cv2.dilate(other, _NEAR)), most)
    below = cv2.subtract(cv2.subtract(cv2.erode(other, _NEAR), picture), most)
    return np.asarray(most_channel(cv2.max(above, below)) > 0)


def _is_shadow(now: Image, before: Image) -> Mask:
    """Where it is all colours alike that became darker or brighter, and by no more than a shadow does."""
    ratios = [(a + 8.0) / (b + 8.0) for a, b in zip(cv2.split(now), cv2.split(before), strict=True)]
    least, most = np.minimum(np.minimum(*ratios[:2]), ratios[2]), np.maximum(np.maximum(*ratios[:2]), ratios[2])
    return np.asarray((most - least <= TINT * most) & (least >= 1 / SHADOW) & (most <= SHADOW))


def _thick(mask: Mask, pixels: int = 3) -> Mask:
    """The mask without what is thinner than so many pixels."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((pixels, pixels), np.uint8)) > 0)


def _grown(quad: Quad, pixels: float) -> Quad:
    """A card's outline, so many pixels further out on each side; fewer than none: further in."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    across, down = pixels * across / np.linalg.norm(across), pixels * down / np.linalg.norm(down)
    outward = np.array([-across - down, across - down, across + down, down - across])
    return np.asarray(quad + outward, np.float32)
