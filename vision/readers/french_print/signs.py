"""Which suit the pips of a card have by their outlines alone: a club has three lobes, a spade and a diamond a point, a heart two lobes.

Makers draw the small signs of the corners their own way, and a club of a few pixels runs together to a spade; of the large ones a card shows
several, all alike, so that one which the light has eaten misleads nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import least_channel
from vision.readers.french_print.crops import paper_light, white_balanced
from vision.types import Image

SIGNS_CROP = (400, 560)
"""Width and height of the rectified card in which outlines are followed."""
_SMOOTH, _INK = 1.5, 0.1
"""Pixels by which it is put out of focus first, and by which part of the paper around it ink is darker at least."""
_PAPER = 15
"""Side within which there is paper, as of `paper_light`."""
_HIGH, _WIDE, _SHAPE = (0.05, 0.22), (0.06, 0.3), (0.6, 1.45)
"""Height and width of a pip in those of the card, and width over height."""
_ACROSS, _FROM_MIDDLE = 0.2, 0.1
"""How far in pips stand, beside the corner indices, and from the middle, where nobody knows which way up they are: there is
the one of an ace."""
_LIKE, _LEAST, _MOST_OF = 0.12, 2, 0.75
"""By which part pips of a card differ in height, how many are wanted, and the part of them that must have the same outline."""
_TIP, _FOOT, _EVEN = 0.15, 0.85, 0.1
"""Rows, in heights from the top, where its point is measured, and from where on it is the foot; by which part of its width a diamond is wider
below than above at most."""
_LOBED, _BLUNT, _LEAF = (0.3, 0.7), 0.8, (0.55, 0.12, 0.25)
"""How wide near its top a club is, least and most; from where on a heart is; and how wide a spade or diamond is at most, how deep it is
notched, and how thin from where on that is no matter: some are drawn in a swung line."""
_NECK, _STEM, _SMOOTH_LINE, _HIGH_UP = 0.15, 0.3, 0.1, 0.35
"""Depth from which there are lobes, from which there is a stem, and up to which there is neither; down to where a heart is widest."""


def suit_by_outline(crop: Image) -> str:
    """ "C", "D", "H" or "S" for a rectified card (560, 400, 3), either way up; "" where too few pips show, or these do not agree."""
    upright = [sign[::-1, ::-1] if y > 0.5 else sign for sign, y in _signs(crop) if abs(y - 0.5) > _FROM_MIDDLE]
    outlines = [_suit(_widths(sign)) for sign in _alike(upright)]
    suit, count = Counter(outlines).most_common(1)[0] if outlines else ("", 0)
    return suit if count >= max(_LEAST, _MOST_OF * len(outlines)) else ""


def suit_of_ace(crop: Image) -> str:
    """The same of an ace, by the one sign in its middle, of which nobody knows the way up: a heart upside down is like a spade; spades
    and clubs have a stem at one end, or are like themselves."""
    signs = [sign for sign, _ in _signs(crop)]
    if len(signs) != 1:
        return ""
    across = _widths(signs[0])
    one, turned = ((_suit(way), _top_notch(way)) for way in (across, across[::-1]))
    on_a_stem = [way[0] for way, other in ((one, turned), (turned, one)) if _is_on_a_stem(*way, *other)]
    if on_a_stem:
        return on_a_stem[0] if len(on_a_stem) == 1 else ""
    suits = {one[0], turned[0]}
    return min(suits) if "" not in suits and (len(suits) == 1 or suits == {"H", "S"}) else ""


def outline_of_sign(sign: Image) -> str:
    """ "C", "D", "H" or "S" for the largest blot of a picture, (h, w, 3), of one upright sign; "" where its outline does not tell."""
    gray = cv2.GaussianBlur(least_channel(sign), (0, 0), _SMOOTH).astype(np.float32)
    ink = np.asarray(1 - gray / max(float(gray.max()), 1.0), np.float32)
    _, labels, stats, _ = cv2.connectedComponentsWithStats((ink > float(ink.max()) / 2).astype(np.uint8), connectivity=4)
    label = 1 + int(stats[1:, 4].argmax()) if len(stats) > 1 else 0
    left, top, width, height = (int(value) for value in stats[label, :4])
    blot = np.asarray(labels[top : top + height, left : left + width] == label)
    whole = label > 0 and top > 0 and top + height < len(sign) and _SHAPE[0] < width / height < _SHAPE[1]
    return _suit(_widths(blot)) if whole else ""


def _signs(crop: Image) -> Iterator[tuple[NDArray[np.bool_], float]]:
    """Masks of what may be pips, each filling its box, and how far down the card its middle is, 0 to 1."""
    ink = _ink(crop)
    high, wide = ink.shape
    _, labels, stats, middles = cv2.connectedComponentsWithStats((ink > _INK).astype(np.uint8), connectivity=4)
    for label, (left, top, width, height, _) in enumerate(stats.tolist()):
        x, y = middles[label] / (wide, high)
        inside = _ACROSS < x < 1 - _ACROSS
        if not inside or not _HIGH[0] * high < height < _HIGH[1] * high or not _WIDE[0] * wide < width < _WIDE[1] * wide:
            continue
        box = (slice(top, top + height), slice(left, left + width))
        sign = _darkest(ink[box], labels[box] == label)
        if _SHAPE[0] < sign.shape[1] / sign.shape[0] < _SHAPE[1]:
            yield sign, y


def _ink(crop: Image) -> NDArray[np.float32]:
    """(560, 400) by which part each pixel is darker than the paper around it."""
    gray = cv2.GaussianBlur(least_channel(white_balanced(crop)), (0, 0), _SMOOTH)
    return np.asarray(1 - gray / np.maximum(paper_light(gray, _PAPER), 1), np.float32)


def _darkest(ink: NDArray[np.float32], own: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest piece of a sign that is half as dark as the sign is, a mask that it fills: its outline, as blurred as the picture is."""
    dark = own & (ink > np.percentile(ink[own], 75) / 2)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dark.astype(np.uint8), connectivity=4)
    label = 1 + int(stats[1:, 4].argmax())
    left, top, width, height = (int(value) for value in stats[label, :4])
    return np.asarray(labels[top : top + height, left : left + width] == label)


def _alike(signs: list[NDArray[np.bool_]]) -> list[NDArray[np.bool_]]:
    """The largest group of them that are of one height: the pips of a card."""
    heights = np.array([len(sign) for sign in signs], np.float64)
    groups = [[sign for sign in signs if abs(len(sign) / height - 1) < _LIKE] for height in heights]
    return max(groups, key=len, default=[])


def _suit(across: NDArray[Any]) -> str:
    """The suit of one upright sign, or "": by how wide it is near its top, how deep it is notched above where it is widest, both in parts of
    its width, and how far down that is. `across`: its widths."""
    height, widest, notch = len(across), _widest(across), _top_notch(across)
    tip = float(across[int(_TIP * height)]) / float(across.max())
    if widest < _HIGH_UP * height:
        return "H" if tip > _BLUNT and notch < _SMOOTH_LINE else ""
    if _LOBED[0] < tip < _LOBED[1] and notch > _NECK:
        return "C"
    if tip > _LEAF[0] or (notch > _LEAF[1] and tip > _LEAF[2]):
        return ""
    return "D" if _is_even(across) else "S"


def _is_on_a_stem(suit: str, notch: float, turned: str, foot: float) -> bool:
    """Does a sign end in a spade's point, drawn in one line, or in a club's lobes, and the other way up in a stem? `suit`, `notch`: its suit
    and how deep it is notched at its top; `turned`, `foot`: the same the other way up."""
    stands = turned != "H" and foot > _STEM
    return stands and (suit == "C" or (suit == "S" and notch < _SMOOTH_LINE))


def _widths(sign: NDArray[np.bool_]) -> NDArray[Any]:
    """How wide a sign is, row after row."""
    return np.asarray(sign.shape[1] - sign.argmax(axis=1) - sign[:, ::-1].argmax(axis=1))


def _widest(across: NDArray[Any]) -> int:
    """The row in which it is widest, above its foot."""
    return int(across[: int(_FOOT * len(across))].argmax())


def _top_notch(across: NDArray[Any]) -> float:
    """How deep it is notched above that, in parts of its width."""
    return _notch(across[: _widest(across) + 1].astype(np.float64)) / float(across.max())


def _is_even(across: NDArray[Any]) -> bool:
    """Is it below as it is above, as a diamond is, and a spade with its stem is not?"""
    return float(np.abs(across - across[::-1]).mean()) < _EVEN * float(across.max())


def _notch(across: NDArray[np.float64]) -> float:
    """How far the widths of a sign, row after row, stay below the taut string over them."""
    rows: list[tuple[int, float]] = []
    for row, width in enumerate(across.tolist()):
        while len(rows) > 1 and _bends_in(rows[-2], rows[-1], (row, width)):
            rows.pop()
        rows.append((row, width))
    string = np.interp(np.arange(len(across)), [row for row, _ in rows], [width for _, width in rows])
    return float((string - across).max())


def _bends_in(first: tuple[int, float], middle: tuple[int, float], last: tuple[int, float]) -> bool:
    along, beyond = middle[0] - first[0], last[0] - first[0]
    return (middle[1] - first[1]) * beyond <= (last[1] - first[1]) * along
