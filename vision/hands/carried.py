"""How much of a card a hand takes from a draw pile, told by the colour of the pile's top.

A moving card is a blur of table and card, between both in colour, and covers as much as a still card. A sleeve of the top's colour is
seen as the hand comes.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.hands.field import Field
from vision.hands.samples import find_median, list_colours
from vision.types import Image


@dataclass(frozen=True, slots=True)
class TopLimits:
    """When a pixel shows a card like the top of a draw pile, and when that cannot be told."""

    min_contrast_levels: float = 48.0  # guess; distance of two colours (0 to 442) from which on a card is told from the table
    max_off_colour: float = 0.25  # guess; distance beside the line from the table's colour to the top's, as part of that line
    max_off_levels: float = 12.0  # guess; grey levels added for noise
    min_covered: float = 0.3  # guess; part of a pixel under a card; less is the edge of a shadow
    min_plain: float = 0.7  # guess; part of a top in one colour: large print cannot be told from other things by one colour
    min_clear: float = 0.5  # guess; part of an arm and what it holds over a table that contrasts with the top


TOPS = TopLimits()


@dataclass(frozen=True, slots=True, eq=False)
class PileTops:
    """What tells the cards of the draw piles in one frame."""

    field: Field
    now: Image  # (h, w, 3) the small picture
    table: Image  # (h, w, 3) the table at rest, under the same light

    def measure_held_cards(self, arm: NDArray[np.bool_], draws: Collection[str]) -> tuple[tuple[str, float], ...]:
        """Draw zones, each with how much of a card like the pile's top lies where an arm is. `arm`: (h, w).

        Zones are left out where such a card could not be told from the table. `draws`: names of the draw zones.
        """
        return tuple((name, part) for name in draws if (part := self._measure_card(arm, name)) is not None)

    def _measure_card(self, arm: NDArray[np.bool_], name: str) -> float | None:
        """Parts of a card like the top of the pile in draw zone `name`, where an arm is; None if that cannot be told. `arm`:
        (h, w)."""
        top = list_colours(self.table, _list_middle(self.field, name))
        if not top.size:
            return None
        colour = find_median(top, axis=1)[:, None]
        where = np.flatnonzero(arm)
        now, table = list_colours(self.now, where), list_colours(self.table, where)
        way = colour - table
        length = _measure_lengths(way)
        clear = length > TOPS.min_contrast_levels
        plain = _measure_lengths(top - colour) < TOPS.max_off_colour * find_median(length) + TOPS.max_off_levels
        if clear.mean() < TOPS.min_clear or plain.mean() < TOPS.min_plain:
            return None
        told = np.flatnonzero(clear)
        moved, way, length = (now - table).take(told, axis=1), way.take(told, axis=1), length[told]
        covered = (moved * way).sum(axis=0) / length**2
        off = _measure_lengths(moved - covered * way)
        is_card = (covered > TOPS.min_covered) & (covered < 1 / (1 - TOPS.max_off_colour))
        card = is_card & (off < TOPS.max_off_colour * length + TOPS.max_off_levels)
        return float(np.minimum(covered[card], 1.0).sum() / self.field.cards_px[self.field.names.index(name)])


def _measure_lengths(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n,) how far (3, n) colours lie from black."""
    return np.asarray(np.sqrt((colours * colours).sum(axis=0)))


@lru_cache(maxsize=8)
def _list_middle(field: Field, name: str) -> NDArray[np.intp]:
    """(n,) places in the middle of a zone `name`, counted row after row; empty for a zone out of the picture."""
    zone = np.argwhere(field.zones == 1 + field.names.index(name))
    if not len(zone):
        return np.zeros(0, np.intp)
    # guess: the middle third of a draw zone, which its pile covers however it lies
    off = np.abs(zone - (zone.min(axis=0) + zone.max(axis=0)) / 2) <= 0.36 / 2 * np.ptp(zone, axis=0) + 0.5
    rows, columns = zone[off.all(axis=1)].T
    return np.asarray(rows * field.zones.shape[1] + columns, np.intp)
