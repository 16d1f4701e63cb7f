"""Where the icons of one deck stand, told from all of its cards that were seen: a maker prints them at the same places of every card.

The network's map says of each place of a card how much it looks like an icon there. A large number or an ornament may look more like one than
an icon does, but on every card alike: what tells is a place at which some cards stand high above the others, and those that seem to carry an
icon anyhow before the rest.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

MARKED = 28 / 98
"""Share of a deck's cards that carry an icon (EX-02)."""
TRUST = 0.8
"""How much what a card seems to carry by itself weighs in the search for the place."""
RAISED, APART = 6.0, 3.0
"""How far a map stands above that of plain cards where an icon is, and how much that differs from card to card."""
PLAIN, ANY = 0.5, 1.0
"""How much the maps of plain cards differ at one place, and those of all cards where no icons stand, while few of them are known; and for
how many cards that counts."""
FEW = 3
FREEDOM = 4
"""How heavy the tails of those differences are: degrees of freedom of their distribution, Student's."""
HIGHEST = 6.0
"""No card weighs more than that at one place, in logarithms."""


def heights_of(ways: tuple[NDArray[np.float64], NDArray[np.float64]]) -> NDArray[np.float64]:
    """(places,) how high the maps of a card and of the same turned over, (rows, columns) each, stand at each place or next to it, whichever
    way up it lies; less where the whole map stands high, as light makes it."""
    near = [cv2.dilate(way, np.ones((3, 3), np.uint8)) for way in ways]
    higher = np.maximum(*near).ravel()
    return np.asarray(higher - higher.mean() / 2, np.float64)


def at_their_places(heights: NDArray[np.float64], seeming: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) how many times likelier, in logarithms, each of a deck's cards looks as one with an icon at the deck's places for them. `heights`:
    (n, places) as of `heights_of`; `seeming`: (n,) how many times likelier, in logarithms, each looks so wherever it may be."""
    share = 1 / (1 + np.exp(-TRUST * seeming - np.log(MARKED / (1 - MARKED))))[:, None]
    off = heights - _middle(heights, 1 - share)
    plain = _spread(off, _deviation(np.minimum(off, 1.0), 1 - share, PLAIN))
    anything = _spread(off, _deviation(off, np.ones_like(share), ANY))
    marked = -(((off - RAISED) / APART) ** 2) / 2 - np.log(APART)
    explained = (np.logaddexp(np.log(1 - share) + plain, np.log(share) + marked) - anything).sum(axis=0)
    weights = np.exp(explained - explained.max())
    times = np.exp(np.clip(marked - plain, -HIGHEST, HIGHEST))
    return np.asarray(np.log(times @ (weights / weights.sum())))


def _middle(heights: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """(places,) the weighted median of the cards at each place."""
    order = heights.argsort(axis=0)
    reached = np.cumsum(weights.ravel()[order], axis=0)
    row = (reached >= reached[-1] / 2).argmax(axis=0)
    return np.asarray(np.take_along_axis(np.take_along_axis(heights, order, 0), row[None], 0)[0])


def _deviation(off: NDArray[np.float64], weights: NDArray[np.float64], before: float) -> NDArray[np.float64]:
    """(places,) how much cards differ at each place; `before`: what is taken for that as long as few are known."""
    return np.asarray(np.sqrt((before**2 * FEW + (weights * off**2).sum(axis=0)) / (FEW + weights.sum(axis=0))))


def _spread(off: NDArray[np.float64], deviation: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely differences are, in logarithms up to a constant."""
    return np.asarray(-(FREEDOM + 1) / 2 * np.log1p((off / deviation) ** 2 / FREEDOM) - np.log(deviation))
