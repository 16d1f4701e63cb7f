"""The suit of a card by the outlines of its pips: a club has three lobes, a spade and a diamond a point, a heart two lobes.

Every maker draws the small corner signs differently, and a club of a few pixels runs together to a spade. A card shows several
large signs, all alike, so a sign eaten by the light misleads nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import least_channel
from vision.readers.french_print.crops import balance_white, measure_paper_light
from vision.types import Image

SIGNS_CROP = (400, 560)  # width and height in pixels of the rectified card for following outlines; guess


@dataclass(frozen=True, slots=True)
class PipThresholds:
    """When a blot of a rectified card is a pip. Parts are of the card's width or height."""

    min_ink_part: float = 0.1  # by which ink is darker than the paper around; guess
    height_range: tuple[float, float] = (0.05, 0.22)  # of a pip; guess
    width_range: tuple[float, float] = (0.06, 0.3)  # of a pip; guess
    shape_range: tuple[float, float] = (0.6, 1.45)  # width over height of a pip; guess
    min_aside: float = 0.2  # pips stand farther from the sides, corner indices nearer; guess
    min_from_middle: float = 0.1  # nobody knows which way up a pip in the middle is; guess
    max_height_gap: float = 0.12  # between pips of one card, in parts; guess
    min_pips: int = 2  # to tell a suit; guess
    min_agreeing_part: float = 0.75  # of the pips, with the same outline; guess


PIP = PipThresholds()


@dataclass(frozen=True, slots=True)
class OutlineThresholds:
    """The outlines of the suits. Heights are from the top, widths and depths in parts of the widest row."""

    max_unevenness: float = 0.1  # of a diamond, below against above; guess
    club_tip_range: tuple[float, float] = (0.3, 0.7)  # width of a club near the top; guess
    min_heart_tip: float = 0.8  # width of a heart near the top; guess
    min_neck: float = 0.15  # depth of a notch between lobes; guess
    min_stem: float = 0.3  # depth of a notch above a stem; guess
    max_smooth_notch: float = 0.1  # depth of a notch in a smooth line; guess
    max_heart_widest: float = 0.35  # where a heart is widest at the lowest, in heights; guess
    leaf_limits: tuple[float, float, float] = (0.55, 0.12, 0.25)
    """of a spade or diamond: widest tip, deepest notch, tip thin enough for any notch, as in swung lines; guess."""


OUTLINE_OF_SUIT = OutlineThresholds()


def tell_suit(crop: Image) -> str:
    """ "C", "D", "H" or "S" for a rectified card, `crop` (560, 400, 3), either way up; "" for too few or disagreeing pips."""
    upright = [sign[::-1, ::-1] if y > 0.5 else sign for sign, y in _find_pips(crop) if abs(y - 0.5) > PIP.min_from_middle]
    outlines = [_judge_outline(_measure_widths(sign)) for sign in _choose_equal_pips(upright)]
    suit, count = Counter(outlines).most_common(1)[0] if outlines else ("", 0)
    return suit if count >= max(PIP.min_pips, PIP.min_agreeing_part * len(outlines)) else ""


def tell_suit_of_ace(crop: Image) -> str:
    """ "C", "D", "H" or "S" for an ace, or "" where its only sign does not tell. `crop`: of the card, either way up, see
    `tell_suit`.

    The only sign stands in the middle. A heart upside down is like a spade; spades and clubs have a stem at an end.
    """
    signs = [sign for sign, _ in _find_pips(crop)]
    if len(signs) != 1:
        return ""
    across = _measure_widths(signs[0])
    one, turned = ((_judge_outline(way), _measure_top_notch(way)) for way in (across, across[::-1]))
    on_a_stem = [way[0] for way, other in ((one, turned), (turned, one)) if _is_on_a_stem(*way, *other)]
    if on_a_stem:
        return on_a_stem[0] if len(on_a_stem) == 1 else ""
    suits = {one[0], turned[0]}
    return min(suits) if "" not in suits and (len(suits) == 1 or suits == {"H", "S"}) else ""


def tell_suit_of_sign(sign: Image) -> str:
    """ "C", "D", "H" or "S" for the largest blot of `sign`, (h, w, 3), a picture of an upright sign; "" in doubt."""
    gray = cv2.GaussianBlur(least_channel(sign), (0, 0), 1.5).astype(np.float32)  # smooth outlines
    ink = np.asarray(1 - gray / max(float(gray.max()), 1.0), np.float32)
    _, labels, stats, _ = cv2.connectedComponentsWithStats((ink > float(ink.max()) / 2).astype(np.uint8), connectivity=4)
    label = 1 + int(stats[1:, 4].argmax()) if len(stats) > 1 else 0
    left, top, width, height = (int(value) for value in stats[label, :4])
    blot = np.asarray(labels[top : top + height, left : left + width] == label)
    whole = label > 0 and top > 0 and top + height < len(sign) and PIP.shape_range[0] < width / height < PIP.shape_range[1]
    return _judge_outline(_measure_widths(blot)) if whole else ""


def _find_pips(crop: Image) -> Iterator[tuple[NDArray[np.bool_], float]]:
    """(h, w) masks of possible pips, without rim, each with how far down the card its middle is, 0 to 1. `crop`: of the
    upright card."""
    ink = _measure_ink(crop)
    high, wide = ink.shape
    _, labels, stats, middles = cv2.connectedComponentsWithStats((ink > PIP.min_ink_part).astype(np.uint8), connectivity=4)
    for label, (left, top, width, height, _) in enumerate(stats.tolist()):
        x, y = middles[label] / (wide, high)
        inside = PIP.min_aside < x < 1 - PIP.min_aside
        if (
            not inside
            or not PIP.height_range[0] * high < height < PIP.height_range[1] * high
            or not PIP.width_range[0] * wide < width < PIP.width_range[1] * wide
        ):
            continue
        box = (slice(top, top + height), slice(left, left + width))
        sign = _outline_pip(ink[box], labels[box] == label)
        if PIP.shape_range[0] < sign.shape[1] / sign.shape[0] < PIP.shape_range[1]:
            yield sign, y


def _measure_ink(crop: Image) -> NDArray[np.float32]:
    """(560, 400) how much darker each pixel is than the paper around, 0 to 1."""
    gray = cv2.GaussianBlur(least_channel(balance_white(crop)), (0, 0), 1.5)  # smooth outlines
    return np.asarray(1 - gray / np.maximum(measure_paper_light(gray, 15), 1), np.float32)  # paper is within 60 pixels


def _outline_pip(ink: NDArray[np.float32], own: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(h, w) True on the largest piece that is half as dark as the sign, cut to its box: the outline, as blurred as the
    picture. `ink`: (h, w), 0 to 1. `own`: True for pixels of the sign."""
    dark = own & (ink > np.percentile(ink[own], 75) / 2)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dark.astype(np.uint8), connectivity=4)
    label = 1 + int(stats[1:, 4].argmax())
    left, top, width, height = (int(value) for value in stats[label, :4])
    return np.asarray(labels[top : top + height, left : left + width] == label)


def _choose_equal_pips(signs: list[NDArray[np.bool_]]) -> list[NDArray[np.bool_]]:
    """The largest group of equally high signs: the pips of a card."""
    heights = np.array([len(sign) for sign in signs], np.float64)
    groups = [[sign for sign in signs if abs(len(sign) / height - 1) < PIP.max_height_gap] for height in heights]
    return max(groups, key=len, default=[])


def _judge_outline(across: NDArray[Any]) -> str:
    """The suit of an upright sign, "C", "D", "H" or "S", or "" for none. `across`: the sign's widths, row after row from the
    top, in any unit."""
    height, widest, notch = len(across), _find_widest_row(across), _measure_top_notch(across)
    tip = float(across[int(0.15 * height)]) / float(across.max())  # near the top
    if widest < OUTLINE_OF_SUIT.max_heart_widest * height:
        return "H" if tip > OUTLINE_OF_SUIT.min_heart_tip and notch < OUTLINE_OF_SUIT.max_smooth_notch else ""
    if OUTLINE_OF_SUIT.club_tip_range[0] < tip < OUTLINE_OF_SUIT.club_tip_range[1] and notch > OUTLINE_OF_SUIT.min_neck:
        return "C"
    if tip > OUTLINE_OF_SUIT.leaf_limits[0] or (
        notch > OUTLINE_OF_SUIT.leaf_limits[1] and tip > OUTLINE_OF_SUIT.leaf_limits[2]
    ):
        return ""
    # a diamond is below as above; a spade with a stem is not
    unevenness = float(np.abs(across - across[::-1]).mean()) / float(across.max())
    return "D" if unevenness < OUTLINE_OF_SUIT.max_unevenness else "S"


def _is_on_a_stem(suit: str, notch: float, turned: str, foot: float) -> bool:
    """Does a sign end in a spade's smooth point or in a club's lobes, and the other way up in a stem? `suit`, `notch`: one way
    up. `turned`, `foot`: suit and depth of the notch the other way up."""
    stands = turned != "H" and foot > OUTLINE_OF_SUIT.min_stem
    return stands and (suit == "C" or (suit == "S" and notch < OUTLINE_OF_SUIT.max_smooth_notch))


def _measure_widths(sign: NDArray[np.bool_]) -> NDArray[Any]:
    """The width of a sign, row after row."""
    return np.asarray(sign.shape[1] - sign.argmax(axis=1) - sign[:, ::-1].argmax(axis=1))


def _find_widest_row(across: NDArray[Any]) -> int:
    """The number of the widest row above the foot. `across`: as of `_judge_outline`."""
    return int(across[: int(0.85 * len(across))].argmax())


def _measure_top_notch(across: NDArray[Any]) -> float:
    """The depth of the notch above the widest row, in parts of the greatest width. `across`: as of `_judge_outline`."""
    return _measure_notch(across[: _find_widest_row(across) + 1].astype(np.float64)) / float(across.max())


def _measure_notch(across: NDArray[np.float64]) -> float:
    """How far the widths `across`, row after row, stay below a taut string laid over the widths, in the unit of the widths."""
    rows: list[tuple[int, float]] = []
    for row, width in enumerate(across.tolist()):
        while len(rows) > 1:
            (first, start), (middle, between) = rows[-2], rows[-1]
            if (between - start) * (row - first) > (width - start) * (middle - first):
                break
            rows.pop()  # bent inwards
        rows.append((row, width))
    string = np.interp(np.arange(len(across)), [row for row, _ in rows], [width for _, width in rows])
    return float((string - across).max())
