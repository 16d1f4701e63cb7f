"""How much colour a card shows beside the card's own white, and which colour.

A shine adds white light: green pales to an olive and silver to a warm white, and a network trained in plain light takes both for
yellow and gold. For a pink, an orange or a grey, never learned, the network names the nearest known colour. The hue tells a
card of none of the known colours, or of no colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import least_channel, most_channel
from vision.readers.numbers.networks import KINDS, Chances
from vision.types import Image


@dataclass(frozen=True, slots=True)
class TintThresholds:
    """What a card's colours say about the card's kind. Parts are of the card's pixels."""

    min_saturation: float = 0.2  # of a coloured pixel, 0 to 1; guess
    min_yellow_or_gold_part: float = 0.1  # of a yellow or golden card that shows colour; guess
    usual_yellow_brightness: float = 0.87  # beside white: no colour of print is brighter, and a shine darkens none; guess
    min_hue_saturation: float = 0.3  # for the hue of a pixel to be told, 0 to 1; guess
    min_hue_brightness: float = 0.16  # for the hue of a pixel to be told, beside white; guess
    min_vivid_part: float = 0.06
    """of 385 drawn cards in colour each has 0.35 or more, of 95 pale or grey ones 0; measured on drawn cards."""
    max_grey_ground: float = 0.8  # a bleached card's darker part is brighter than a grey one's; guess
    min_one_hue_part: float = 0.6  # of a card's colour within hue_spread_deg; guess
    hue_spread_deg: float = 24.0  # to either side of the commonest hue; guess
    fifth_share: float = 0.95  # of what speaks for the four colours, for the fifth where the hue is none of the four; guess
    min_colour_saturation: float = 0.42
    """of 2,690 drawn cards in the four colours none has less than 0.47; measured on drawn cards."""


CARD_TINT = TintThresholds()


@dataclass(frozen=True, slots=True)
class FlameThresholds:
    """When a card shows flames. Parts are of the card's pixels."""

    min_brightness_part: float = 0.5  # beside the card's white; dark red art is darker; guess
    min_saturation: float = 0.45  # 0 to 1; guess
    max_red_hue: int = 9  # OpenCV's half degrees; guess
    yellow_hue_range: tuple[int, int] = (13, 35)  # OpenCV's half degrees; guess
    min_part: float = 0.12  # in flames, if also of two hues by `min_other_hue_part`; guess
    min_other_hue_part: float = 0.03  # flames run from red to yellow, art in one warm colour does not; guess
    min_yellow_part: float = 0.06  # red art under a warm lamp hardly shows yellow; guess
    min_blazing_part: float = 0.34
    """from edge to edge; of sixty dark red cards, lit hard, none had as much; measured on drawn cards."""
    min_blazing_yellow_part: float = 0.12  # see min_blazing_part; measured on drawn cards
    min_edge_part: float = 0.3
    """of 220 plain cards none has as much, of 110 other makers' burning ones 60; measured on drawn cards."""
    blazing_odds: float = 30.0
    """753 of 1,326 burning cards blaze and 3 of 1,174 plain ones, 200 times: less, for art of sunsets; measured on drawn cards."""


FLAMES = FlameThresholds()
COLOUR_HUES_DEG = {"R": (-18.0, 17.0), "Y": (38.0, 72.0), "G": (74.0, 180.0), "B": (184.0, 254.0)}
"""of makers' red, yellow, green and blue beside white; of thirty mixtures none lay within 4 of an end; measured."""
FIFTH_HUES_DEG = (262.0, 336.0)  # violet to pink: no maker's red or blue, but a fifth colour; guess


@dataclass(frozen=True, slots=True)
class WhiteThresholds:
    """What counts as white on a card."""

    min_channel_ratio: float = 0.55  # of the darkest to the brightest channel of white; guess
    min_brightness_part: float = 0.55  # of white beside the brightest pixels; guess


CARD_WHITE = WhiteThresholds()
FIFTH_KIND, BURNING, FOUR_KINDS = KINDS.index("X"), KINDS.index("burning"), [KINDS.index(colour) for colour in COLOUR_HUES_DEG]


@dataclass(frozen=True, slots=True)
class Tint:
    """The colours of a card. By default nothing speaks against any kind of card."""

    coloured: float = 1.0  # part of the card that has a colour, 0 to 1
    bright: float = 1.0  # brightness of the coloured part beside the card's white
    fiery: bool = False  # much of the card glows from red to yellow, as flames do
    blazing: bool = False  # most of the card glows so
    glowing: bool = True  # some of the card has the yellow of flames
    rimmed: bool = False  # flames run along the edge
    hue: float | None = None
    """degrees (0 red, 120 green, 240 blue) of nearly all colour beside white; None without white or one colour."""
    full: float = 1.0  # saturation of that colour, 1 without white
    vivid: float = 1.0  # part that shows a hue beside white
    ground: float = 1.0  # brightness of the darker part beside white, 1 without white

    def may_be_kind(self, kind: str) -> bool:
        """May a card of a kind show the colours, where other cards carry the same number in another kind? `kind`: of
        `vision.readers.numbers.networks.KINDS`."""
        if ((self.fiery or self.rimmed) and kind == "plain") or (not self.glowing and kind == "burning"):
            return False
        if self.hue is not None and kind in COLOUR_HUES_DEG and not _is_between(self.hue, COLOUR_HUES_DEG[kind]):
            return False
        if kind in COLOUR_HUES_DEG and (self.is_colourless or self.full < CARD_TINT.min_colour_saturation):
            return False
        return kind not in ("Y", "gold") or self.coloured >= CARD_TINT.min_yellow_or_gold_part

    def is_rarely_kind(self, kind: str) -> bool:
        """Is the look so rare for a card of the kind that the kind must be told surely? A shade may lie on the card, and white
        beside."""
        return kind == "Y" and self.bright < CARD_TINT.usual_yellow_brightness

    @property
    def is_colourless(self) -> bool:
        """Is the card white, grey or black?"""
        return self.vivid < CARD_TINT.min_vivid_part

    @property
    def is_fifth(self) -> bool:
        """Is the colour far from each of all makers' four, or a grey, not bleached?"""
        if self.is_colourless:
            return self.ground < CARD_TINT.max_grey_ground
        return self.hue is not None and _is_between(self.hue, FIFTH_HUES_DEG)


ANY_TINT = Tint()
"""The colours of a card that nobody looked at."""


def weigh_kinds_by_tint(chances: Chances, tint: Tint) -> Chances:
    """(10,) weights of the card's kind, `KINDS` without "none", by the colours and by the network's `chances`; the sum may
    differ from 1.

    Where the hue is none of all makers' four colours, the network's opinion for the four counts for the fifth.
    """
    kinds = chances.copy()
    if tint.is_fifth:
        kinds[FIFTH_KIND] += CARD_TINT.fifth_share * float(kinds[FOUR_KINDS].sum())
        kinds[FOUR_KINDS] *= 1 - CARD_TINT.fifth_share
    if tint.blazing:
        kinds[BURNING] *= FLAMES.blazing_odds
    return kinds


def measure_card_tint(crop: Image, with_hue: bool = True) -> Tint:
    """The tint of `crop`, (h, w, 3) uint8 BGR, filled by a card. `with_hue`: also the hue; costs most of the time."""
    # on each side four of 40 by 56 pixels are left out: the table may show there; brightest percentiles are the white and the full colour
    card = cv2.resize(crop, (40, 56), interpolation=cv2.INTER_AREA)
    small = np.ascontiguousarray(card[4:-4, 4:-4]).reshape(-1, 3)
    bright, pale = most_channel(small[None])[0], least_channel(small[None])[0]
    coloured = bright.astype(np.float32) - pale > CARD_TINT.min_saturation * np.maximum(bright, 1)
    share, most = float(coloured.mean()), max(float(np.percentile(bright, 97)), 1.0)
    full = float(np.percentile(bright[coloured], 75)) / most if coloured.any() else 1.0
    white = _find_white(small, most)
    planes, light = _to_hsv(small, white), most if white is None else 255.0
    edge = np.ones(card.shape[:2], bool)
    edge[2:-2, 2:-2] = False  # flames may glow along the edge and nowhere else
    tint = Tint(share, full, *_find_flames(planes, light), _is_rimmed(_to_hsv(card[edge], white), light))
    return tint if white is None or not with_hue else _add_hue(tint, planes)


def _to_hsv(colours: NDArray[Any], white: NDArray[Any] | None) -> list[NDArray[Any]]:
    """Hue, saturation and brightness, (n,) uint8 each, of colours, (n, 3) uint8 BGR, beside `white`, if known."""
    beside = colours if white is None else np.clip(colours / white * 255, 0, 255).astype(np.uint8)
    return [plane.reshape(-1) for plane in cv2.split(cv2.cvtColor(np.ascontiguousarray(beside)[None], cv2.COLOR_BGR2HSV))]


def _is_rimmed(planes: Sequence[NDArray[Any]], white: float) -> bool:
    """Do flames run from red to yellow along the edge? `planes`: hue, saturation, brightness of the edge. `white`: the level of
    white."""
    warm, reds, yellows = _measure_warmth(planes, white)
    return warm >= FLAMES.min_edge_part and warm - max(reds, yellows) >= FLAMES.min_other_hue_part


def _measure_warmth(planes: Sequence[NDArray[Any]], white: float) -> tuple[float, float, float]:
    """The parts with the colours of flames, with their red and with their yellow. `planes`: hue, saturation, brightness, (n,)
    uint8 each. `white`: the level of white."""
    hue, saturation, bright = planes
    hot = (bright > FLAMES.min_brightness_part * white) & (saturation > FLAMES.min_saturation * 255)
    red, yellow = (
        hot & ((hue <= FLAMES.max_red_hue) | (hue >= 180 - FLAMES.max_red_hue)),
        hot & (hue >= FLAMES.yellow_hue_range[0]) & (hue <= FLAMES.yellow_hue_range[1]),
    )
    warm = red | (hot & (hue <= FLAMES.yellow_hue_range[1]))
    return float(warm.mean()), float(red.mean()), float(yellow.mean())


def _find_flames(planes: Sequence[NDArray[Any]], white: float) -> tuple[bool, bool, bool]:
    """Whether the card is fiery, blazing and glowing. `planes`: hue, saturation, brightness. `white`: the level of white."""
    warm, reds, yellows = _measure_warmth(planes, white)
    fiery = warm >= FLAMES.min_part and warm - max(reds, yellows) >= FLAMES.min_other_hue_part
    return (
        fiery,
        fiery and warm >= FLAMES.min_blazing_part and yellows >= FLAMES.min_blazing_yellow_part,
        yellows >= FLAMES.min_yellow_part,
    )


def _add_hue(tint: Tint, planes: Sequence[NDArray[Any]]) -> Tint:
    """The tint with hue and fullness. `planes`: hue, saturation and brightness of a card beside the card's white."""
    hue, saturation, bright = planes
    vivid = (saturation > CARD_TINT.min_hue_saturation * 255) & (bright > CARD_TINT.min_hue_brightness * 255)
    # the darker part is told by 30 of 100 pixels: half of many cards is white paper
    tint = replace(tint, vivid=float(vivid.mean()), ground=float(np.percentile(bright, 30)) / 255)
    if tint.is_colourless:
        return replace(tint, full=CARD_TINT.min_hue_saturation)
    degrees = 2.0 * hue[vivid]
    weights = saturation[vivid].astype(np.float64) * bright[vivid]
    counts = np.bincount(degrees.astype(np.intp) // 6, weights, 60)
    most = 6 * int((counts + np.roll(counts, 1) + np.roll(counts, -1)).argmax()) + 3
    off = (degrees - most + 180) % 360 - 180
    near = np.abs(off) <= CARD_TINT.hue_spread_deg
    if float(weights[near].sum()) < CARD_TINT.min_one_hue_part * float(weights.sum()):
        return tint
    return replace(tint, hue=float((most + np.median(off[near])) % 360), full=float(np.median(saturation[vivid][near])) / 255)


def _find_white(colours: NDArray[Any], brightest: float) -> NDArray[Any] | None:
    """(3,) white of the card under the lamp, BGR; None without white. `colours`: (n, 3) uint8 BGR. `brightest`: level of the
    brightest pixels."""
    pale = least_channel(colours[None])[0]
    white = np.maximum(colours[pale >= np.percentile(pale, 94)].mean(axis=0), 1.0)
    is_white = (
        white.min() > CARD_WHITE.min_channel_ratio * white.max() and white.max() > CARD_WHITE.min_brightness_part * brightest
    )
    return np.asarray(white, np.float64) if is_white else None


def _is_between(hue: float, ends: tuple[float, float]) -> bool:
    return (hue - ends[0]) % 360 <= ends[1] - ends[0]
