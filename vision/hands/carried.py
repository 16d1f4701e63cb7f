"""Cards that a hand takes from a draw pile: they look like its top, and leave with the hand.

How much of such a card a hand holds is measured in each frame by its colour, between that of the table and that of the top: a card
that moves is a blur of both, and covers as much all the same. A sleeve of the same colour is seen as the hand comes.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.hands.field import Field
from vision.types import Image

CONTRAST = 48.0
"""Distance of two colours (0 to 442) from which on a card on the table is told from the table."""

OFF_COLOUR, OFF_NOISE = 0.25, 12.0
"""How far a colour may lie beside the line from the table's to the top's, as a part of its length, and for noise."""

LEAST_COVERED = 0.3
"""Part of a pixel from which on a card covers it: less is the edge of a shadow."""

CORE = 0.36
"""Part of a draw zone's width and height that its pile covers, however it lies."""

PLAIN = 0.7
"""Part of a pile's top that must look like all of it: what is printed large there cannot be told from other things by one colour."""

IN_VIEW = 0.5
"""Part of an arm and what it holds that must lie over what contrasts with the top."""

A_CARD, NO_CARD = 0.25, 0.12
"""Part of a card that a hand holds more than when it came, and has taken one then: of a pile that it pushes less comes to light; and what it
holds more at most if it has taken none."""

AS_A_CARD = 0.5
"""Part of a card that a hand looks like as it comes, from which on nobody sees surely that it goes without one: a sleeve of that colour, or
skin."""

LAID_BACK, LAID_DOWN = 0.5, 0.2
"""Part of the most it held there that a hand holds at most which has laid it back, and seconds for which it is seen to: one that leaves with
a card is gone by then."""

GOING = 2.0
"""Lengths of fingers a second by which a hand goes; it is slower while it is at something."""


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """What tells the cards of the draw piles in one frame. `now`, `table`: (h, w, 3) the small picture, and the table at rest, under the
    same light."""

    field: Field
    now: Image
    table: Image

    def held(self, arm: NDArray[np.bool_], draws: Collection[str]) -> tuple[tuple[str, float], ...]:
        """How much of a card like the top of each of these draw piles lies where an arm is, `arm`: (h, w), beside the pile itself. Piles are
        left out whose cards cannot be told there."""
        return tuple((name, share) for name in draws if (share := self._share(arm, name)) is not None)

    def _share(self, arm: NDArray[np.bool_], name: str) -> float | None:
        top = _pixels(self.table, _core(self.field, name))
        if not top.size:
            return None
        colour = np.median(top, axis=1, keepdims=True)
        where = np.flatnonzero(arm)
        now, table = _pixels(self.now, where), _pixels(self.table, where)
        way = colour - table
        length = _length(way)
        clear = length > CONTRAST
        plain = _length(top - colour) < OFF_COLOUR * np.median(length) + OFF_NOISE
        if clear.mean() < IN_VIEW or plain.mean() < PLAIN:
            return None
        told = np.flatnonzero(clear)
        moved, way, length = (now - table).take(told, axis=1), way.take(told, axis=1), length[told]
        covered = (moved * way).sum(axis=0) / length**2
        off = _length(moved - covered * way)
        card = (covered > LEAST_COVERED) & (covered < 1 / (1 - OFF_COLOUR)) & (off < OFF_COLOUR * length + OFF_NOISE)
        return float(np.minimum(covered[card], 1.0).sum() / self.field.cards_px[self.field.names.index(name)])


def _pixels(picture: Image, where: NDArray[np.intp]) -> NDArray[np.float32]:
    """(3, n) the colours at some places, plane by plane. `where`: (n,) places in the picture, row after row."""
    return np.ascontiguousarray(picture.reshape(-1, 3).take(where, axis=0).T, np.float32)


def _length(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n,) how far (3, n) colours lie from none."""
    return np.asarray(np.sqrt((colours * colours).sum(axis=0)))


@lru_cache(maxsize=8)
def _core(field: Field, name: str) -> NDArray[np.intp]:
    """(n,) places in the middle of a zone, counted row after row."""
    zone = np.argwhere(field.zones == 1 + field.names.index(name))
    if not len(zone):
        return np.zeros(0, np.intp)
    off = np.abs(zone - (zone.min(axis=0) + zone.max(axis=0)) / 2) <= CORE / 2 * np.ptp(zone, axis=0) + 0.5
    rows, columns = zone[off.all(axis=1)].T
    return np.asarray(rows * field.zones.shape[1] + columns, np.intp)


@dataclass(frozen=True, slots=True)
class InHand:
    """What a hand at a draw pile holds. `brought`: the most of a card it seemed to hold until it was there; `holds`: the most since then;
    `reach`: as of its last frame, in lengths of fingers; `there`: it has come; `inside`: its tips were in the zone; `goes`: it was
    seen going when it was seen last; `hidden`: in some frame what it held could not be told, `blind`: before it was there; `took`: with its
    tips in the zone it came to hold a card more than it brought; `without`: seconds for which it has hardly held anything since."""

    brought: float = 0.0
    holds: float = 0.0
    reach: float | None = None
    there: bool = False
    inside: bool = False
    goes: bool = False
    hidden: bool = False
    blind: bool = False
    took: bool = False
    without: float = 0.0

    @property
    def seems_empty(self) -> bool:
        """It was seen to go, and not with more than it brought."""
        return self.goes and not self.hidden and self.holds <= self.brought + NO_CARD

    @property
    def empty(self) -> bool:
        """It was seen to go without a card."""
        return self.seems_empty and self.brought < AS_A_CARD

    @property
    def laid_back(self) -> bool:
        """It took what it does not hold any more: the whole packet, to tap it into shape."""
        return self.took and self.without >= LAID_DOWN


def in_hand(known: InHand, held: float | None, reach: float, inside: bool, seconds: float, elsewhere: bool = False) -> InHand:
    """The same after one more frame. `held`: how much of a card the hand holds, None where that cannot be told; `reach`: how far it reaches;
    `inside`: its tips are in the zone; `seconds`: since the frame before; `elsewhere`: it is at another pile, or took from
    another draw pile what it holds: brought to this one if its way leads over it."""
    share, moved = held or 0.0, 0.0 if known.reach is None else reach - known.reach
    back = moved < -GOING * seconds or (known.inside and not inside)
    goes = known.there and (back or (known.goes and not inside))
    little = held is not None and known.took and not goes and share < LAID_BACK * known.holds  # a card that leaves is a blur
    return InHand(
        brought=known.brought if known.there and not elsewhere else max(known.brought, share),
        holds=max(known.holds, share) if known.there else 0.0,
        reach=reach,
        there=known.there or (known.reach is not None and moved <= GOING * seconds),
        inside=known.inside or inside,
        goes=goes,
        hidden=known.hidden or held is None,
        blind=known.blind or (held is None and not known.there),
        took=known.took or (known.there and not known.blind and inside and share > known.brought + A_CARD),
        without=known.without + seconds if little else known.without,
    )
