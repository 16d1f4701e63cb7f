"""Where the icons of a deck stand, told from all cards of the deck seen so far: a maker prints icons at the same places of every
card.

The network's map says how much each place of a card looks like an icon. A large number or an ornament may look more like an
icon, but on every card alike. At an icon's place some cards stand high above the others, first of all cards that seem to carry
an icon anyhow.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class IconPlaceThresholds:
    """The statistics of maps of icons over the cards of a deck."""

    marked_part: float = 28 / 98  # of a deck's cards that carry an icon (EX-02)
    look_weight: float = 0.8  # of a card's own look in the search for the place; guess
    raised_by: float = 6.0  # how far a map stands above plain cards at an icon; guess
    raised_deviation: float = 3.0  # of raised_by from card to card; guess
    plain_deviation: float = 0.5  # between maps of plain cards at one place while few are known; guess
    any_deviation: float = 1.0  # between maps of all cards at a place without icons while few are known; guess
    prior_cards: int = 3  # for which the two deviations above count; guess
    degrees_of_freedom: int = 4  # of Student's distribution of the deviations: heavy tails; guess
    max_log_weight: float = 6.0  # of one card at one place; guess


ICON_PLACE = IconPlaceThresholds()


def measure_heights(ways: tuple[NDArray[np.float64], NDArray[np.float64]]) -> NDArray[np.float64]:
    """(places,) how high either of both maps in `ways`, (rows, columns) each, upright and turned over, stands at or beside
    each place. Less where the whole map stands high by the light."""
    near = [cv2.dilate(way, np.ones((3, 3), np.uint8)) for way in ways]
    higher = np.maximum(*near).ravel()
    return np.asarray(higher - higher.mean() / 2, np.float64)


def judge_by_places(heights: NDArray[np.float64], seeming: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) logarithms of the odds that each card carries an icon at the deck's places. `heights`: (n, places) by
    `measure_heights`. `seeming`: (n,) logarithms of the odds that the card carries an icon anywhere."""
    log_odds = ICON_PLACE.look_weight * seeming + np.log(ICON_PLACE.marked_part / (1 - ICON_PLACE.marked_part))
    share = 1 / (1 + np.exp(-log_odds))[:, None]
    off = heights - _weighted_median(heights, 1 - share)
    plain = _log_likelihood(off, _measure_deviation(np.minimum(off, 1.0), 1 - share, ICON_PLACE.plain_deviation))
    anything = _log_likelihood(off, _measure_deviation(off, np.ones_like(share), ICON_PLACE.any_deviation))
    marked = -(((off - ICON_PLACE.raised_by) / ICON_PLACE.raised_deviation) ** 2) / 2 - np.log(ICON_PLACE.raised_deviation)
    explained = (np.logaddexp(np.log(1 - share) + plain, np.log(share) + marked) - anything).sum(axis=0)
    weights = np.exp(explained - explained.max())
    times = np.exp(np.clip(marked - plain, -ICON_PLACE.max_log_weight, ICON_PLACE.max_log_weight))
    return np.asarray(np.log(times @ (weights / weights.sum())))


def _weighted_median(heights: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """(places,) the weighted median of the cards at each place. `heights`: (n, places). `weights`: (n, 1)."""
    order = heights.argsort(axis=0)
    reached = np.cumsum(weights.ravel()[order], axis=0)
    row = (reached >= reached[-1] / 2).argmax(axis=0)
    return np.asarray(np.take_along_axis(np.take_along_axis(heights, order, 0), row[None], 0)[0])


def _measure_deviation(off: NDArray[np.float64], weights: NDArray[np.float64], before: float) -> NDArray[np.float64]:
    """(places,) how much cards differ at each place. `off`: (n, places) differences. `weights`: (n, 1) of the cards. `before`:
    assumed while few cards are known."""
    return np.asarray(
        np.sqrt(
            (before**2 * ICON_PLACE.prior_cards + (weights * off**2).sum(axis=0))
            / (ICON_PLACE.prior_cards + weights.sum(axis=0))
        )
    )


def _log_likelihood(off: NDArray[np.float64], deviation: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, places) log-likelihoods of the differences `off`, (n, places), up to a constant. `deviation`: (places,) usual
    differences."""
    return np.asarray(
        -(ICON_PLACE.degrees_of_freedom + 1) / 2 * np.log1p((off / deviation) ** 2 / ICON_PLACE.degrees_of_freedom)
        - np.log(deviation)
    )
