"""The colour of a card's ink. The networks go by shapes and know red and black only: a spade upside down passes for a heart, and
the blue diamond of a deck of four colours for a spade."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import least_channel
from vision.readers.french_print.crops import IndexPatches, cut_index, resize_french_card
from vision.readers.french_print.networks import SUITS, Guess, Networks
from vision.readers.french_print.signs import SIGNS_CROP, tell_suit, tell_suit_of_sign
from vision.types import Image

Point = Sequence[float] | NDArray[Any]
"""(2,) x, y in picture pixels."""
Suits = NDArray[np.bool_]
"""(4,) True for some of `SUITS`."""

SIGN_PLACE = (slice(26, 42), slice(7, 25))  # rows and columns of the suit in an index patch
INDEX_PLACE_ON_CARD = (slice(5, 42), slice(3, 20))  # rows and columns of the index in a card crop


@dataclass(frozen=True, slots=True)
class InkColourThresholds:
    """When ink has a colour."""

    ink_pixels: int = 36  # of a sign; guess
    min_contrast_levels: float = 25.0  # by which ink is darker than paper; guess
    max_black_redness: float = 0.1
    """black signs have up to 0.14, red ones in bad light 0.18 and more; measured by bench_photos.py."""
    min_colour: float = 0.35  # redness, blueness or greenness of ink that is not black; guess
    min_other_ink_levels: int = 8  # by which blue or green ink is bluer or greener than red; guess
    other_suit_factor: float = 0.05  # left to the probability of suits of another colour; guess


INK_COLOUR = InkColourThresholds()
_BLUE, _GREEN, _RED = range(3)
_RED_SUITS, _BLACK_SUITS = (np.array([suit in suits for suit in SUITS]) for suits in ("DH", "CS"))
SIGN_FINER = 4  # times as fine as an index patch, where the outline must tell; geometry
FINE_SIGN_PLACE = (slice(100, 176), slice(20, 108))  # SIGN_PLACE in that finer patch


def read_index_patch(networks: Networks, patches: IndexPatches, centre: Point, down: Point) -> Guess:
    """The network's guess of an index, in red or in black. A blue sign is read as diamond or spade, as the outline says,
    because decks of four colours print either in blue.

    `centre`: (2,) middle of the index in pixels. `down`: (2,) from its top to its foot.
    """
    patch = patches.cut(centre, down)
    hues = _measure_sign_hues(patch) if _has_other_ink(patch[SIGN_PLACE]) else None
    if hues is not None and hues[_BLUE] > INK_COLOUR.min_colour:
        patch = _recolour_red(patch) if _tell_suit_at(patches.image, centre, down) == "D" else _recolour_black(patch)
    elif hues is not None and hues[_GREEN] > INK_COLOUR.min_colour:
        patch = _recolour_black(patch)
    return networks.read_indices([patch])[0]


def rule_out_by_ink(guess: Guess, patches: IndexPatches, centre: Point, down: Point) -> Guess:
    """The guess of an index without the suits ruled out by the ink. The lost probability goes to "none", because ink makes no
    suit likelier.

    `centre`: (2,) middle of the index in pixels. `down`: (2,) from its top to its foot.
    """
    hues = _measure_sign_hues(patches.cut(centre, down))
    if hues is None:
        return guess
    if hues[_BLUE] > INK_COLOUR.min_colour:
        outline = _tell_suit_at(patches.image, centre, down)
        return _keep_suits(guess, np.array([suit in "DS" and suit == outline for suit in SUITS]))
    if hues[_GREEN] > INK_COLOUR.min_colour or hues[_RED] < INK_COLOUR.max_black_redness:
        return _keep_suits(guess, _BLACK_SUITS)
    return _keep_suits(guess, _RED_SUITS) if hues[_RED] > INK_COLOUR.min_colour else guess


def read_french_card(networks: Networks, crop: Image) -> Guess:
    """The network's guess of a rectified card, `crop` (h, w, 3), in red or in black, as by `read_index_patch`. The ink must show
    in two corners, because a corner may show the table."""
    card = resize_french_card(crop)
    corners = card[INDEX_PLACE_ON_CARD], card[::-1, ::-1][INDEX_PLACE_ON_CARD]
    if not all(map(_has_other_ink, corners)):
        return networks.read_cards([card])[0]
    paper = _find_paper_level(least_channel(card))
    one, other = (_measure_hues(corner, paper) for corner in corners)
    hues = np.zeros(3) if one is None or other is None else np.minimum(one, other)
    if hues[_BLUE] > INK_COLOUR.min_colour:
        outline = tell_suit(np.asarray(cv2.resize(crop, SIGNS_CROP), np.uint8))
        guess = networks.read_cards([_recolour_red(card) if outline == "D" else _recolour_black(card)])[0]
        return _keep_suits(guess, np.array([suit in "DS" and suit == outline for suit in SUITS]))
    return networks.read_cards([_recolour_black(card) if hues[_GREEN] > INK_COLOUR.min_colour else card])[0]


def _keep_suits(guess: Guess, suits: Suits) -> Guess:
    """The guess with `suits`, True for each suit that may be, as they are; each other suit keeps
    `INK_COLOUR.other_suit_factor` of its probability."""
    suit = np.array(guess.suit, np.float32)
    suit[:4][~suits] *= INK_COLOUR.other_suit_factor
    suit[4] = max(0.0, 1 - float(suit[:4].sum()))
    return replace(guess, suit=suit)


def _tell_suit_at(image: Image, centre: Point, down: Point) -> str:
    return tell_suit_of_sign(cut_index(image, centre, down, SIGN_FINER)[FINE_SIGN_PLACE])


def _recolour_red(blue: Image) -> Image:
    return np.ascontiguousarray(blue[..., ::-1])


def _recolour_black(image: Image) -> Image:
    return np.asarray(cv2.merge([least_channel(image)] * 3), np.uint8)


def _has_other_ink(sign: Image) -> bool:
    """May a sign, (h, w, 3), have ink neither red nor black? A quick look: few pixels bluer or greener than red mean no."""
    blue, green, red = cv2.split(np.ascontiguousarray(sign))
    return (
        int(np.count_nonzero(cv2.subtract(cv2.max(blue, green), red) > INK_COLOUR.min_other_ink_levels))
        > INK_COLOUR.ink_pixels // 2
    )


def _find_paper_level(least: NDArray[Any]) -> float:
    pale = least.reshape(-1)
    at = len(pale) * 85 // 100  # a seventh may be brighter: gloss
    return float(np.partition(pale, at)[at])


def _measure_sign_hues(patch: Image) -> NDArray[np.float64] | None:
    """(3,) blueness, greenness and redness of the ink of an index patch's sign; None where pale. Print that enters from beyond
    the border belongs to a table or another card."""
    least = least_channel(patch)
    paper = _find_paper_level(least)
    dark = np.asarray(least < paper - INK_COLOUR.min_contrast_levels)
    if not (dark[0].any() or dark[-1].any() or dark[:, 0].any() or dark[:, -1].any()):
        return _measure_hues(patch[SIGN_PLACE], paper)
    count, pieces = cv2.connectedComponents(dark.astype(np.uint8), connectivity=4)
    comes_in = np.zeros(count, np.bool_)
    comes_in[np.concatenate([pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]])] = True
    own = ~(dark[SIGN_PLACE] & comes_in[pieces[SIGN_PLACE]])
    return _measure_hues(patch[SIGN_PLACE][own], paper)


def _measure_hues(sign: NDArray[Any], paper: float) -> NDArray[np.float64] | None:
    """(3,) by how much the ink is more blue, green and red than the brighter of both other colours, in parts of its contrast
    to `paper`. None where pale or too small. `sign`: (..., 3) BGR."""
    light = sign.reshape(-1, 3)
    if len(light) <= INK_COLOUR.ink_pixels:
        return None
    least = light.min(axis=1)
    darkest = np.argpartition(least, INK_COLOUR.ink_pixels)[: INK_COLOUR.ink_pixels]
    contrast = paper - float(least[darkest].mean())
    if contrast < INK_COLOUR.min_contrast_levels:
        return None
    ink = light[darkest].mean(axis=0)
    others = np.array([max(ink[_GREEN], ink[_RED]), max(ink[_BLUE], ink[_RED]), max(ink[_BLUE], ink[_GREEN])])
    return np.asarray((ink - others) / contrast, np.float64)
