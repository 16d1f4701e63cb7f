"""Print of any ink on any ground, painted anew as dark or red ink on white paper, as the readers of print know print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Cell = tuple[int, int]
"""Row and column."""


@dataclass(frozen=True, slots=True)
class InkLimits:
    """When two inks of a board are told apart."""

    edge_share: float = 0.08  # of a space on each side, where lines and frames are; guess
    full_ink_percentile: float = 98.0  # pixels that differ most from the ground are all ink; guess
    min_contrast: float = 18.0  # grey levels between ink and ground; noise is below; guess
    min_ink_share: float = 0.6  # of the strongest ink, for a pixel that tells the ink's colour; guess
    min_apart: float = 0.22  # between the colours of two inks, of their distance from the ground; guess


INK_LIMITS = InkLimits()

WHITE, BLACK, RED = (np.array(colour, np.float32) for colour in ((236, 238, 238), (34, 30, 28), (44, 36, 196)))
"""Blue, green and red of paper and of both inks, as cards are printed."""


@dataclass(frozen=True, slots=True, eq=False)
class InkedSpace:
    """The print of one space, apart from its colours."""

    ink: NDArray[np.float32]  # (h, w) share of ink, 0 to 1
    colour: NDArray[np.float32]  # (3,) of the ink less the ground, blue, green, red


def separate_ink(space: Image) -> InkedSpace:
    """Ink and ground of one space: the ground is the commonest colour, ink is whatever differs from the ground."""
    edge = round(INK_LIMITS.edge_share * space.shape[0])
    inner = space[edge:-edge, edge:-edge].reshape(-1, 3).astype(np.float32)
    ground = np.median(inner, axis=0)
    away = space.astype(np.float32) - ground
    strength = np.linalg.norm(away, axis=2)
    full = float(np.percentile(strength[edge:-edge, edge:-edge], INK_LIMITS.full_ink_percentile))
    ink = np.clip(strength / max(full, INK_LIMITS.min_contrast), 0, 1).astype(np.float32)
    ink[:edge], ink[-edge:], ink[:, :edge], ink[:, -edge:] = 0, 0, 0, 0
    strong = ink > INK_LIMITS.min_ink_share
    colour = away[strong].mean(axis=0) if strong.any() else np.zeros(3, np.float32)
    return InkedSpace(ink, np.asarray(colour, np.float32))


def paint_print(inked: InkedSpace, *, is_red: bool) -> Image:
    """(side, side, 3) the space with its print in red or black ink on white paper."""
    share = inked.ink[..., None]
    return np.asarray(np.rint(WHITE * (1 - share) + (RED if is_red else BLACK) * share), np.uint8)


def choose_redder_spaces(colours: Mapping[Cell, NDArray[np.float32]]) -> set[Cell] | None:
    """The spaces whose ink is the redder of two; None for a board of one ink. `colours`: of the ink less the ground."""
    ink = np.stack(list(colours.values()))
    middle = ink.mean(axis=0)
    _, _, axes = np.linalg.svd(ink - middle, full_matrices=False)
    along = (ink - middle) @ axes[0]
    for _ in range(8):  # rounds until two groups are stable; guess
        border = (along[along > np.median(along)].mean() + along[along <= np.median(along)].mean()) / 2
        border = (along[along > border].mean() + along[along <= border].mean()) / 2
    first, second = ink[along <= border].mean(axis=0), ink[along > border].mean(axis=0)
    size = max(float(np.linalg.norm(first)), float(np.linalg.norm(second)), 1.0)
    if float(np.linalg.norm(first - second)) < INK_LIMITS.min_apart * size:
        return None
    redness = np.array([-0.5, -0.5, 1.0])
    is_first = float(first @ redness) > float(second @ redness)
    return {cell for cell, at in zip(colours, along, strict=True) if (at <= border) == is_first}
