"""How much colour a card shows beside its own white, and which. A shine adds white light to whatever it falls on: green pales to an olive and
silver to a warm white, and a network that knows each of them in plain light takes one for yellow and the other for gold. Of a colour that
it never learned, a pink, an orange or a grey, it names the nearest that it knows: the hue tells that it is none of them, or that there is
none.
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

SMALL, RIM = (40, 56), 4
"""Width and height in pixels at which a card's colours are looked at, and what is left out on each side: some of the table may show there."""
COLOURED = 0.2
"""Saturation from which something has a colour."""
WHITE, FULL = 97, 75
"""Percentiles of brightness: of all of the card, its white; of what is coloured, the colour in full."""
LEAST_COLOURED, YELLOW_IS = 0.1, 0.87
"""Part of a card that must show colour for it to be told as yellow or as gold, and how bright its yellow mostly is beside its white: of all
colours of print none is brighter, and a shine makes none darker."""
GLOWS, HOT = 0.5, 0.45
"""How bright beside the card's white, and how saturated, flames are at least: dark red art is neither."""
RED_TO, YELLOW_FROM, WARM_TO = 9, 13, 35
"""Hues (degrees halved, as OpenCV has them) up to which flames are red, from which they are yellow, and where they end."""
FLAME, RUNS, TIPS = 0.12, 0.03, 0.06
"""Part of a card that flames take at least; how much of it has another hue than most of them, for flames run from red to yellow, and art in
one warm colour does not; and how much of a burning card is yellow at least: red art under a warm lamp hardly is."""
BLAZE, YELLOW_IN_IT = 0.34, 0.12
"""Part of a card in flames from edge to edge that they take, and that is yellow: of sixty cards with dark red art, lit hard, none had as
much."""
EDGE, EDGE_FLAME = 2, 0.3
"""Pixels along a small card's edge in which flames may glow that burn nowhere else, and the part of these that they take at least. Of 220
drawn plain cards on all tables none had as much from red to yellow there, of 110 whose flames other makers drew 60."""
HUES: dict[str, tuple[float, float]] = {"R": (-18.0, 17.0), "Y": (38.0, 72.0), "G": (74.0, 180.0), "B": (184.0, 254.0)}
"""Degrees between which a maker's red, yellow, green and blue lie beside his white: of thirty mixtures none lay nearer to an end than 4."""
FIFTH = (262.0, 336.0)
"""Degrees between which a hue is no maker's red and no one's blue, but a fifth colour: violet to pink."""
PALE, PAPER, PAPER_PART = 0.55, 94, 0.55
"""Of what is white on a card: how much darker its darkest channel may be than its brightest, from which percentile of paleness on it is, and
how bright it is beside the brightest."""
VIVID, DIM, LEAST_VIVID = 0.3, 0.16, 0.06
"""Saturation and brightness beside the card's white from which a hue can be told, and the part of a card that must show one: of 385 drawn
cards in the four colours, lit any way, 35 % and more does, of 95 pale or grey ones nothing."""
UNBLEACHED, DARKER = 0.8, 30
"""How bright beside its white the darker part of a card is at the most for it to be grey, and which percentile of it tells: what a shine
bleached is brighter all over, but for its number, and half of many a card is white paper."""
ONE_HUE, SPREAD = 0.6, 24.0
"""Part of a card's colour that must be of one hue for the card to have it, and how many degrees that spans."""
FIFTH_KIND, BURNING, FOUR_KINDS = KINDS.index("X"), KINDS.index("burning"), [KINDS.index(colour) for colour in HUES]
EXCLUDED = 0.95
"""How much of what speaks for one of the four colours is taken for the fifth where the hue is none of the four."""
LIKE_FLAMES = 30.0
"""How many times as likely a card burns where most of it runs from red to yellow as flames do. Of 1,326 burning cards, drawn two ways, 753
did and of 1,174 plain ones 3, whatever the network thought: 200 times and more. But a maker may have sunsets on all of his cards."""
COLOUR_IS = 0.42
"""How saturated a maker's red, yellow, green or blue is beside his white at least: he may have a pink as well, and a shine makes the one of
the other; and grey takes the tint of a lamp whose white was too bright for the camera. Of 2,690 drawn cards in the four colours none was
below 0.47, and all that were paler were of the fifth."""


@dataclass(frozen=True, slots=True)
class Tint:
    """Of one card: `coloured`, the part of it that has a colour, 0 to 1; `bright`, how bright that is beside the card's white; `fiery`: does
    much of it glow from red to yellow, as flames do? `blazing`: most of it? `glowing`: is any of it the yellow of flames? `rimmed`: do
    flames run along its edge? `hue`: of nearly all of its colour, in degrees beside its white (0 red, 120 green, 240 blue); None where it
    has no white or no one colour. `full`: how saturated that is, 1 where it has no white. `vivid`: the part of it that shows a hue beside
    its white, `ground`: how bright its darker part is beside that; 1 where it has none. By default nothing that speaks against any kind of
    card."""

    coloured: float = 1.0
    bright: float = 1.0
    fiery: bool = False
    blazing: bool = False
    glowing: bool = True
    rimmed: bool = False
    hue: float | None = None
    full: float = 1.0
    vivid: float = 1.0
    ground: float = 1.0

    def may_be(self, kind: str) -> bool:
        """May a card of this kind (see `vision.readers.numbers.networks.KINDS`), whose number others carry in another, show such colours?"""
        if ((self.fiery or self.rimmed) and kind == "plain") or (not self.glowing and kind == "burning"):
            return False
        if self.hue is not None and kind in HUES and not _is_between(self.hue, HUES[kind]):
            return False
        if kind in HUES and (self.is_colourless or self.full < COLOUR_IS):
            return False
        return kind not in ("Y", "gold") or self.coloured >= LEAST_COLOURED

    def is_hardly(self, kind: str) -> bool:
        """Would a card of this kind hardly ever look so? Then it must be told surely: a shade may lie on it, and white beside that."""
        return kind == "Y" and self.bright < YELLOW_IS

    @property
    def is_colourless(self) -> bool:
        """Is it white, grey or black?"""
        return self.vivid < LEAST_VIVID

    @property
    def is_fifth(self) -> bool:
        """Is its colour none of the four that all makers have, far enough from each of them, or grey and not merely bleached?"""
        if self.is_colourless:
            return self.ground < UNBLEACHED
        return self.hue is not None and _is_between(self.hue, FIFTH)


ANY_TINT = Tint()
"""The colours of a card that were not looked at."""


def kinds_by_tint(chances: Chances, tint: Tint) -> Chances:
    """(10,) how likely the card is of each of `KINDS`, by the network and by its colours. The network takes a fifth colour that it never
    learned for the nearest of the four that all makers have: where the hue is none of these, what it says of them speaks for the fifth."""
    kinds = chances.copy()
    if tint.is_fifth:
        kinds[FIFTH_KIND] += EXCLUDED * float(kinds[FOUR_KINDS].sum())
        kinds[FOUR_KINDS] *= 1 - EXCLUDED
    if tint.blazing:
        kinds[BURNING] *= LIKE_FLAMES
    return kinds


def tint_of(crop: Image, with_hue: bool = True) -> Tint:
    """`crop`: (h, w, 3) uint8 BGR, one card filling it. `with_hue`: which colour it is may matter; it takes longest."""
    card = cv2.resize(crop, SMALL, interpolation=cv2.INTER_AREA)
    small = np.ascontiguousarray(card[RIM:-RIM, RIM:-RIM]).reshape(-1, 3)
    bright, pale = most_channel(small[None])[0], least_channel(small[None])[0]
    coloured = bright.astype(np.float32) - pale > COLOURED * np.maximum(bright, 1)
    share, most = float(coloured.mean()), max(float(np.percentile(bright, WHITE)), 1.0)
    full = float(np.percentile(bright[coloured], FULL)) / most if coloured.any() else 1.0
    white = _white_of(small, most)
    planes, light = _planes(small, white), most if white is None else 255.0
    tint = Tint(share, full, *_flames_of(planes, light), _is_rimmed(_planes(_edge_of(card), white), light))
    return tint if white is None or not with_hue else _with_hue(tint, planes)


def _edge_of(card: NDArray[Any]) -> NDArray[Any]:
    """(n, 3) the pixels along the edge of a small card."""
    sides = (card[:EDGE], card[-EDGE:], card[EDGE:-EDGE, :EDGE], card[EDGE:-EDGE, -EDGE:])
    return np.concatenate([side.reshape(-1, 3) for side in sides])


def _planes(colours: NDArray[Any], white: NDArray[Any] | None) -> list[NDArray[Any]]:
    """Hue, saturation and brightness, (n,) uint8 each, of colours, (n, 3) uint8 BGR, beside a white, if there is one."""
    beside = colours if white is None else np.clip(colours / white * 255, 0, 255).astype(np.uint8)
    return [plane.reshape(-1) for plane in cv2.split(cv2.cvtColor(np.ascontiguousarray(beside)[None], cv2.COLOR_BGR2HSV))]


def _is_rimmed(planes: Sequence[NDArray[Any]], white: float) -> bool:
    """Do flames run from red to yellow along the edge? Planes of it, as below."""
    warm, reds, yellows = _warmth_of(planes, white)
    return warm >= EDGE_FLAME and warm - max(reds, yellows) >= RUNS


def _warmth_of(planes: Sequence[NDArray[Any]], white: float) -> tuple[float, float, float]:
    """Which part of it has the colours of flames, their red and their yellow. `planes`: hue, saturation and brightness, (n,) uint8 each;
    `white`: how bright white is."""
    hue, saturation, bright = planes
    hot = (bright > GLOWS * white) & (saturation > HOT * 255)
    red, yellow = hot & ((hue <= RED_TO) | (hue >= 180 - RED_TO)), hot & (hue >= YELLOW_FROM) & (hue <= WARM_TO)
    warm = red | (hot & (hue <= WARM_TO))
    return float(warm.mean()), float(red.mean()), float(yellow.mean())


def _flames_of(planes: Sequence[NDArray[Any]], white: float) -> tuple[bool, bool, bool]:
    """Whether it is fiery, blazing and glowing. Planes as above."""
    warm, reds, yellows = _warmth_of(planes, white)
    fiery = warm >= FLAME and warm - max(reds, yellows) >= RUNS
    return fiery, fiery and warm >= BLAZE and yellows >= YELLOW_IN_IT, yellows >= TIPS


def _with_hue(tint: Tint, planes: Sequence[NDArray[Any]]) -> Tint:
    """The tint of a card with what its hues tell. `planes`: as above, of a card whose white is white."""
    hue, saturation, bright = planes
    vivid = (saturation > VIVID * 255) & (bright > DIM * 255)
    tint = replace(tint, vivid=float(vivid.mean()), ground=float(np.percentile(bright, DARKER)) / 255)
    if tint.is_colourless:
        return replace(tint, full=VIVID)
    degrees = 2.0 * hue[vivid]
    weights = saturation[vivid].astype(np.float64) * bright[vivid]
    counts = np.bincount(degrees.astype(np.intp) // 6, weights, 60)
    most = 6 * int((counts + np.roll(counts, 1) + np.roll(counts, -1)).argmax()) + 3
    off = (degrees - most + 180) % 360 - 180
    near = np.abs(off) <= SPREAD
    if float(weights[near].sum()) < ONE_HUE * float(weights.sum()):
        return tint
    return replace(tint, hue=float((most + np.median(off[near])) % 360), full=float(np.median(saturation[vivid][near])) / 255)


def _white_of(colours: NDArray[Any], brightest: float) -> NDArray[Any] | None:
    """(3,) how the lamp makes what is white on a card look; None where nothing is. `colours`: (n, 3) uint8 BGR."""
    pale = least_channel(colours[None])[0]
    white = np.maximum(colours[pale >= np.percentile(pale, PAPER)].mean(axis=0), 1.0)
    is_white = white.min() > PALE * white.max() and white.max() > PAPER_PART * brightest
    return np.asarray(white, np.float64) if is_white else None


def _is_between(hue: float, ends: tuple[float, float]) -> bool:
    return (hue - ends[0]) % 360 <= ends[1] - ends[0]
