"""Was the mat or the board pushed? What is measured a little better was not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.place.sway import SWAY


@dataclass(frozen=True, slots=True)
class PushLimits:
    """When mat or board were pushed."""

    min_cards: float = 0.06  # guess: 4 mm; widths of a card by which mat or board must lie off
    same_push_s: float = SWAY.rest_s  # what lies elsewhere again this soon slid on, or was measured better


PUSHES = PushLimits()

SeenOutline = NDArray[np.float64]
"""(4, 2) picture pixels: corners, clockwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Where mat and board were last seen."""

    mat: SeenOutline | None = None  # None as long as it was not
    board: SeenOutline | None = None
    pushed: float = float("-inf")  # seconds, when one of both last lay elsewhere


def find_pushes(
    before: Outlines, mat: SeenOutline, board: SeenOutline | None, card_px: float, at: float
) -> tuple[Outlines, bool]:
    """Where mat and board lie now, and whether they were pushed there.

    `board`: None where it was not seen; `card_px`: width of a card in picture pixels; `at`: seconds. `before`: where both
    were seen last.
    """
    far = lies_elsewhere(before.mat, mat, card_px) or lies_elsewhere(before.board, board, card_px)
    outlines = Outlines(mat, before.board if board is None else board, at if far else before.pushed)
    return outlines, far and at - before.pushed > PUSHES.same_push_s


def lies_elsewhere(before: SeenOutline | None, now: SeenOutline | None, card_px: float) -> bool:
    """Does what is seen now lie elsewhere than before? No where it was not seen then or now. `card_px`: width of a card in pixels."""
    return before is not None and now is not None and bool(np.abs(now - before).max() > PUSHES.min_cards * card_px)
