"""In which ink is a card printed? The networks that read signs go by shapes and know red and black: a spade upside down is a heart to them,
and the blue diamond of a deck of four colours a spade."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import least_channel
from vision.readers.french_print.crops import index_crop, shrunk_card
from vision.readers.french_print.networks import SUITS, Guess, Networks
from vision.readers.french_print.signs import SIGNS_CROP, outline_of_sign, suit_by_outline
from vision.types import Image

Point = Sequence[float] | NDArray[Any]
"""(2,) picture pixels: x, y."""
Suits = NDArray[np.bool_]
"""(4,) which of `SUITS`."""

_SIGN = (slice(26, 42), slice(7, 25))
"""Rows and columns of an index patch in which its sign stands."""
_CORNER = (slice(5, 42), slice(3, 20))
"""Rows and columns of a card crop in which its index stands."""
_PAPER, _DARKEST, _PLAIN = 85, 36, 25.0
"""The percentile of the grey levels that is paper, how many pixels of a sign are its ink, and by how many levels that must be darker."""
_BLACK, _BOLD = 0.1, 0.35
"""Redness below which ink is black, and that, or blueness or greenness, above which it is no black: that of black signs is up to 0.14, red
ones in bad light have from 0.18."""
_OTHER = 8
"""Grey levels by which ink that is blue or green is that more than red, at least."""
_HARDLY = 0.05
"""What is left of the chance of a suit of another colour."""
_BLUE, _GREEN, _RED = range(3)
_RED_SUITS, _BLACK_SUITS = (np.array([suit in suits for suit in SUITS]) for suits in ("DH", "CS"))
_FINER, _SIGN_FINELY = 4, (slice(100, 176), slice(20, 108))
"""How much finer a sign is looked at whose outline must tell, and where it stands in that patch."""


def read_index(networks: Networks, image: Image, centre: Point, down: Point) -> Guess:
    """What the network makes of an index, in red or in black: a blue sign is read as the outline has it, a diamond or a spade, for decks of
    four colours print either in blue. `centre`, `down`: as of `index_crop`."""
    patch = index_crop(image, centre, down)
    hues = _hues_of_sign(patch) if _has_other_ink(patch[_SIGN]) else None
    if hues is not None and hues[_BLUE] > _BOLD:
        patch = _in_red(patch) if _outline(image, centre, down) == "D" else _in_black(patch)
    elif hues is not None and hues[_GREEN] > _BOLD:
        patch = _in_black(patch)
    return networks.read_indices([patch])[0]


def coloured(guess: Guess, image: Image, centre: Point, down: Point) -> Guess:
    """What was read of an index without the suits that its ink rules out. What they had goes to none: of the suits of one colour it
    does not make either likelier."""
    patch = index_crop(image, centre, down)
    hues = _hues_of_sign(patch)
    if hues is None:
        return guess
    if hues[_BLUE] > _BOLD:
        outline = _outline(image, centre, down)
        return _only(guess, np.array([suit in "DS" and suit == outline for suit in SUITS]))
    if hues[_GREEN] > _BOLD or hues[_RED] < _BLACK:
        return _only(guess, _BLACK_SUITS)
    return _only(guess, _RED_SUITS) if hues[_RED] > _BOLD else guess


def read_card(networks: Networks, crop: Image) -> Guess:
    """What the network makes of a rectified card, (h, w, 3), in red or in black, as of `read_index`. Its ink is what two of its
    corners show: a table that shows in one is none."""
    card = shrunk_card(crop)
    corners = card[_CORNER], card[::-1, ::-1][_CORNER]
    if not all(map(_has_other_ink, corners)):
        return networks.read_cards([card])[0]
    paper = _paper(card)
    one, other = (_hues(corner, paper) for corner in corners)
    hues = np.zeros(3) if one is None or other is None else np.minimum(one, other)
    if hues[_BLUE] > _BOLD:
        outline = suit_by_outline(np.asarray(cv2.resize(crop, SIGNS_CROP), np.uint8))
        guess = networks.read_cards([_in_red(card) if outline == "D" else _in_black(card)])[0]
        return _only(guess, np.array([suit in "DS" and suit == outline for suit in SUITS]))
    return networks.read_cards([_in_black(card) if hues[_GREEN] > _BOLD else card])[0]


def _only(guess: Guess, suits: Suits) -> Guess:
    """A guess of one of these suits, or none."""
    suit = np.array(guess.suit, np.float32)
    suit[:4][~suits] *= _HARDLY
    suit[4] = max(0.0, 1 - float(suit[:4].sum()))
    return Guess(guess.rank, suit)


def _outline(image: Image, centre: Point, down: Point) -> str:
    return outline_of_sign(index_crop(image, centre, down, _FINER)[_SIGN_FINELY])


def _in_red(blue: Image) -> Image:
    return np.ascontiguousarray(blue[..., ::-1])


def _in_black(image: Image) -> Image:
    return np.asarray(cv2.merge([least_channel(image)] * 3), np.uint8)


def _has_other_ink(sign: Image) -> bool:
    """May there be ink in a sign, (h, w, 3), that is neither red nor black? Where few pixels are bluer or greener than red there is none, and
    that is told at once."""
    blue, green, red = cv2.split(np.ascontiguousarray(sign))
    return int(np.count_nonzero(cv2.subtract(cv2.max(blue, green), red) > _OTHER)) > _DARKEST // 2


def _paper(image: Image) -> float:
    pale = least_channel(image).reshape(-1)
    at = len(pale) * _PAPER // 100
    return float(np.partition(pale, at)[at])


def _hues_of_sign(patch: Image) -> NDArray[np.float64] | None:
    """The same of the sign of an index patch: what comes in from beyond its border is a table, or another card's print."""
    paper = _paper(patch)
    dark = (least_channel(patch) < paper - _PLAIN).astype(np.uint8)
    count, pieces = cv2.connectedComponents(dark, connectivity=4)
    comes_in = np.zeros(count, np.bool_)
    comes_in[np.concatenate([pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]])] = True
    own = (dark == 0) | ~comes_in[pieces]
    return _hues(patch[_SIGN][own[_SIGN]], paper)


def _hues(sign: NDArray[Any], paper: float) -> NDArray[np.float64] | None:
    """(3,) by how much more blue, green and red than of the other two there is in the ink of a sign, (..., 3), in parts of how much darker
    it is than paper; None where it is pale, or little is left of it."""
    light = sign.reshape(-1, 3)
    if len(light) <= _DARKEST:
        return None
    least = light.min(axis=1)
    darkest = np.argpartition(least, _DARKEST)[:_DARKEST]
    contrast = paper - float(least[darkest].mean())
    if contrast < _PLAIN:
        return None
    ink = light[darkest].mean(axis=0)
    others = np.array([max(ink[_GREEN], ink[_RED]), max(ink[_BLUE], ink[_RED]), max(ink[_BLUE], ink[_GREEN])])
    return np.asarray((ink - others) / contrast, np.float64)
