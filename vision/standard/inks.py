"""In which ink is a card printed? The networks that read signs go by shapes and know red and black: a spade upside down is a heart to them,
and the blue diamond of a deck of four colours a spade."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.standard.networks import SUITS, Guess
from vision.types import Image

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
_HARDLY = 0.05
"""What is left of the chance of a suit of another colour."""
_BLUE, _GREEN, _RED = range(3)
_RED_SUITS, _BLACK_SUITS = (np.array([suit in suits for suit in SUITS]) for suits in ("DH", "CS"))
_BLUE_SUITS = np.array([suit == "D" for suit in SUITS])
"""Of the decks of four colours that are sold most have blue diamonds; green are their clubs, or their spades."""


def coloured(guess: Guess, patch: Image) -> Guess:
    """What was read of an upright index, (48, 32, 3), without the suits that its ink rules out. What they had goes to none: of
    the suits of one colour it does not make either likelier."""
    suits = _suits_in(_hues(patch[_SIGN], _paper(patch)))
    if suits is None or float(guess.suit[:4][~suits].sum()) < _HARDLY**2:
        return guess
    suit = np.array(guess.suit, np.float32)
    suit[:4][~suits] *= _HARDLY
    suit[4] = max(0.0, 1 - float(suit[:4].sum()))
    return Guess(guess.rank, suit)


def index_in_usual_ink(patch: Image) -> Image:
    """An upright index, (48, 32, 3), printed in red if it is blue, and in black if it is green."""
    hues = _hues(patch[_SIGN], _paper(patch))
    return patch if hues is None else _reprinted(patch, hues)


def card_in_usual_ink(card: Image) -> Image:
    """The same of a card, (112, 80, 3), whose signs in two corners are of one such ink: a table that shows in them is not."""
    paper = _paper(card)
    one, other = (_hues(way[_CORNER], paper) for way in (card, card[::-1, ::-1]))
    return card if one is None or other is None else _reprinted(card, np.minimum(one, other))


def _reprinted(image: Image, hues: NDArray[np.float64]) -> Image:
    if hues[_BLUE] > _BOLD:
        return np.ascontiguousarray(image[..., ::-1])
    if hues[_GREEN] > _BOLD:
        return np.repeat(image.min(axis=2, keepdims=True), 3, axis=2)
    return image


def _suits_in(hues: NDArray[np.float64] | None) -> Suits | None:
    """The suits that may be printed in an ink; None where it does not tell."""
    if hues is None:
        return None
    if hues[_BLUE] > _BOLD:
        return _BLUE_SUITS
    if hues[_GREEN] > _BOLD or hues[_RED] < _BLACK:
        return _BLACK_SUITS
    return _RED_SUITS if hues[_RED] > _BOLD else None


def _paper(image: Image) -> float:
    return float(np.percentile(image.min(axis=2), _PAPER))


def _hues(sign: NDArray[Any], paper: float) -> NDArray[np.float64] | None:
    """(3,) by how much more blue, green and red than of the other two there is in the ink of a sign, (h, w, 3), in parts of how much darker
    it is than paper; None where it is pale."""
    light = sign.reshape(-1, 3)
    least = light.min(axis=1)
    darkest = np.argpartition(least, _DARKEST)[:_DARKEST]
    contrast = paper - float(least[darkest].mean())
    if contrast < _PLAIN:
        return None
    ink = light[darkest].mean(axis=0)
    others = np.array([max(ink[_GREEN], ink[_RED]), max(ink[_BLUE], ink[_RED]), max(ink[_BLUE], ink[_GREEN])])
    return np.asarray((ink - others) / contrast, np.float64)
