"""The suits on a board by the shapes of their signs, whatever their ink.

The network for indices knows suits by shape and ink together: in black ink a heart passes for a spade, in red ink a club for a
diamond. All spaces of a board show four signs alone, drawn alike: spaces with like signs are grouped first, and each group is
named by what the network says of all its spaces in either ink.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.inks import InkedSpace, paint_print
from vision.board.space_print import Box, Cell, compose_index, pair_rank_and_suit, turn_space
from vision.readers.french_print.networks import RANKS, SUITS, Guess, Networks

Points = NDArray[np.float32]
"""(n, pixels) pictures of signs."""


@dataclass(frozen=True, slots=True)
class SuitShapeLimits:
    """When signs tell suits."""

    min_rank_chance: float = 0.9  # of a rank, for a space that tells which way up the board lies; guess
    min_signs_share: float = 0.5  # of the spaces, whose sign is cut out; guess
    sign_side: int = 20  # pixels of a sign's picture each way; guess
    max_group_share: float = 0.29  # of the spaces in a group: each suit has a quarter; rule SQ-03
    min_group_signs: int = 6  # in a group of a suit; fewer are signs cut out badly; guess
    min_group_chance: float = 0.6  # of the suit of a group in its own ink; guess


SUIT_SHAPES = SuitShapeLimits()


@dataclass(frozen=True, slots=True, eq=False)
class _Marked:
    """A possible rank of a space, and a mark beside, perhaps the suit."""

    quarters: int  # turns that set the space upright
    rank: Box
    suit: Box
    chance: float  # that the one is a rank


def tell_suits_by_shape(spaces: Mapping[Cell, InkedSpace], networks: Networks) -> dict[Cell, str]:
    """The suit, a letter of `SUITS`, of each space with a sign that could be cut out. `spaces`: print as ink, by row and
    column.

    {} where too few could be cut out, and where the signs do not fall into four groups of about the same size.
    """
    pairs = {cell: _find_pairs(inked, networks) for cell, inked in spaces.items()}
    turns = [each.quarters for found in pairs.values() for each in found if each.chance > SUIT_SHAPES.min_rank_chance]
    quarters = int(np.bincount(turns, minlength=4).argmax())
    # the largest sign, beside a mark that is surely a rank if there is any
    signs = {
        cell: max(own, key=lambda each: (each.chance > SUIT_SHAPES.min_rank_chance, each.suit[2] * each.suit[3]))
        for cell, found in pairs.items()
        if (own := [each for each in found if each.quarters == quarters])
    }
    pictures = {cell: _picture_sign(spaces[cell], sign) for cell, sign in signs.items()}
    clear = [cell for cell, sign in signs.items() if sign.chance > SUIT_SHAPES.min_rank_chance]
    groups = _group_signs({cell: pictures[cell] for cell in clear}, SUIT_SHAPES.min_signs_share * len(spaces))
    chances = [np.mean([_rate_suits(spaces[cell], signs[cell], networks) for cell in group], axis=0) for group in groups]
    names = max(
        permutations(range(len(SUITS))), key=lambda way: sum(float(mean[i]) for mean, i in zip(chances, way, strict=False))
    )
    sure = all(float(mean[i]) >= SUIT_SHAPES.min_group_chance for mean, i in zip(chances, names, strict=False))
    if not groups or not sure or max(map(len, groups)) > SUIT_SHAPES.max_group_share * len(spaces):
        return {}
    middles = np.stack([np.mean([pictures[cell] for cell in group], axis=0) for group in groups])
    nearest = {cell: int(np.linalg.norm(middles - picture, axis=1).argmin()) for cell, picture in pictures.items()}
    return {cell: SUITS[names[group]] for cell, group in nearest.items()}


def _group_signs(pictures: Mapping[Cell, NDArray[np.float32]], least: float) -> list[list[Cell]]:
    """The spaces of four groups of signs that look alike; [] with fewer than `least` signs. `pictures`: of the sign on each
    space. Groups of a few odd signs are left out, and the remaining signs are grouped anew."""
    left = dict(pictures)
    while len(left) >= max(least, len(SUITS)):
        groups = group_alike(np.stack(list(left.values())), len(SUITS))
        cells = [
            [cell for cell, each in zip(left, groups.tolist(), strict=True) if each == group] for group in range(len(SUITS))
        ]
        if min(map(len, cells)) >= SUIT_SHAPES.min_group_signs:
            return cells
        odd = min(cells, key=len)
        left = {cell: picture for cell, picture in left.items() if cell not in odd}
        if not odd:
            break
    return []


def _find_pairs(inked: InkedSpace, networks: Networks) -> list[_Marked]:
    """Marks of a space that may be a rank and its suit, any way up."""
    found = list[_Marked]()
    for quarters in range(4):
        space = turn_space(paint_print(inked, is_red=False), quarters)
        for rank, suit in pair_rank_and_suit(space):
            guess = networks.read_indices([compose_index(space, rank, suit)])[0]
            found.append(_Marked(quarters, rank, suit, float(guess.rank[: len(RANKS)].max())))
    return found


def _picture_sign(inked: InkedSpace, marked: _Marked) -> NDArray[np.float32]:
    """(pixels,) the sign of a space, upright, in the middle of a square of its longer side."""
    x, y, width, height = marked.suit
    part = np.rot90(inked.ink, marked.quarters)[max(y, 0) : y + height, max(x, 0) : x + width]
    side = max(part.shape)
    square = np.zeros((side, side), np.float32)
    top, left = (side - part.shape[0]) // 2, (side - part.shape[1]) // 2
    square[top : top + part.shape[0], left : left + part.shape[1]] = part
    small = cv2.resize(square, (SUIT_SHAPES.sign_side,) * 2, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8), np.float32).reshape(-1)


def _rate_suits(inked: InkedSpace, marked: _Marked, networks: Networks) -> NDArray[np.float32]:
    """(4,) chance of each of `SUITS`, each in the ink that it has on cards."""

    def read(*, is_red: bool) -> Guess:
        space = turn_space(paint_print(inked, is_red=is_red), marked.quarters)
        return networks.read_indices([compose_index(space, marked.rank, marked.suit)])[0]

    black, red = read(is_red=False), read(is_red=True)
    return np.array([(red if suit in "DH" else black).suit[i] for i, suit in enumerate(SUITS)], np.float32)


def group_alike(points: Points, count: int) -> NDArray[np.int64]:
    """(n,) the group of each point, of `count` groups of like points: the best of several k-means. The same points always make
    the same groups."""
    dice = np.random.default_rng(0)
    ways = [_group_from_start(points, _choose_start(points, count, dice)) for _ in range(12)]  # starts; guess
    return min(ways, key=lambda way: way[0])[1]


def _choose_start(points: Points, count: int, dice: np.random.Generator) -> Points:
    """(count, pixels) points far from each other, by chance: the farther from those chosen, the likelier."""
    middles = [points[int(dice.integers(len(points)))]]
    while len(middles) < count:
        away = np.min([((points - middle) ** 2).sum(axis=1) for middle in middles], axis=0).astype(np.float64)
        total = float(away.sum())
        middles.append(points[int(dice.choice(len(points), p=away / total if total > 0 else None))])
    return np.stack(middles)


def _group_from_start(points: Points, middles: Points) -> tuple[float, NDArray[np.int64]]:
    """The sum of squared distances to the middles of the groups, and (n,) the group of each point. `points`: (n, d).
    `middles`: (groups, d) at the start."""
    groups = np.full(len(points), -1, np.int64)
    for _ in range(30):  # rounds at most until no point changes its group; guess
        away = ((points[:, None] - middles[None]) ** 2).sum(axis=2)
        after = away.argmin(axis=1)
        if np.array_equal(after, groups):
            break
        groups = after
        own = [points[groups == group] for group in range(len(middles))]
        middles = np.stack([each.mean(axis=0) if len(each) else middle for each, middle in zip(own, middles, strict=True)])
    return float(away.min(axis=1).sum()), groups
