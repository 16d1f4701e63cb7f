"""Is the sign of an index printed in red or in black? The reader of indices goes by shapes: a spade upside down is a heart to it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.standard.networks import SUITS, Guess
from vision.types import Image

_SIGN = (slice(26, 42), slice(7, 25))
"""Rows and columns of an index patch in which its sign stands."""
_PAPER, _DARKEST, _PLAIN = 85, 36, 25.0
"""The percentile of the grey levels of a patch that is its paper, how many pixels of the sign are its ink, and by how many levels that must
be darker."""
_BLACK, _RED = 0.1, 0.35
"""Redness below which ink is black, and above which it is red: that of black signs is up to 0.14, of red ones in bad light from 0.18."""
_HARDLY = 0.05
"""What is left of the chance of a suit of the other colour."""
_OF_RED = np.array([suit in "DH" for suit in SUITS])


def coloured(guess: Guess, patch: Image) -> Guess:
    """What was read of an upright index, (48, 32, 3), without the suits that its ink rules out. What they had goes to none: of
    the suits of one colour it does not make either likelier."""
    red = float(guess.suit[:4][_OF_RED].sum())
    if red < _HARDLY:
        return guess
    redness = _redness(patch)
    if redness is None or _BLACK <= redness <= _RED:
        return guess
    suit = np.array(guess.suit, np.float32)
    suit[:4][_OF_RED if redness < _BLACK else ~_OF_RED] *= _HARDLY
    suit[4] = max(0.0, 1 - float(suit[:4].sum()))
    return Guess(guess.rank, suit)


def _redness(patch: Image) -> float | None:
    """By how much more red than green or blue there is in the ink, in parts of how much darker it is than paper; None where it is pale."""
    light = patch.astype(np.float32)
    least: NDArray[np.float32] = light[_SIGN].min(axis=2).reshape(-1)
    darkest = np.argpartition(least, _DARKEST)[:_DARKEST]
    contrast = float(np.percentile(light.min(axis=2), _PAPER)) - float(least[darkest].mean())
    if contrast < _PLAIN:
        return None
    blue, green, red = light[_SIGN].reshape(-1, 3)[darkest].mean(axis=0).tolist()
    return float((red - max(blue, green)) / contrast)
