"""The sheet for measuring a lens: a printed ChArUco board, shown to the camera in several places.

view = find_sheet(gray)                                # its corners in one picture
gathering = add_sheet_picture(Gathering(), image)      # one picture further: kept if new, and what is still missing
distortion = measure_distortion(gathering)             # once gathering.has_enough_views
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import DistortionImplausible
from vision.plane.distortion import Distortion, parse_distortion
from vision.types import Image

SHEET_COLUMNS, SHEET_ROWS = 9, 6
"""Squares of the sheet; geometry."""
SQUARE_MM, MARKER_MM = 28.0, 20.0
"""Sides of a square, and of the marker in every other square: 252 x 168 mm in all, for A4 and US Letter paper."""
SIZE_MM = (SHEET_COLUMNS * SQUARE_MM, SHEET_ROWS * SQUARE_MM)
FIRST_ID = 60
"""Of a dictionary of 100; the mat's markers are the first of a dictionary of 50, and never taken for the sheet's: a standard of OpenCV."""

VIEWS = 10
"""Views wanted, and at most twice as many kept; guess."""
FIELDS_PER_SIDE = 3
"""The picture is divided into so many by so many fields; corners must be seen in each at the edge; guess."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetView:
    """The sheet in one picture."""

    ids: NDArray[np.int64]  # (n,) of its corners
    corners: NDArray[np.float64]  # (n, 2) picture pixels


@dataclass(frozen=True, slots=True, eq=False)
class Gathering:
    """Views gathered so far."""

    views: tuple[SheetView, ...] = ()
    size: tuple[int, int] = (0, 0)  # width and height of the pictures, (0, 0) = none yet: a start value, no guess
    last: SheetView | None = None  # the sheet in the last picture, None if not seen

    @property
    def missing_fields(self) -> tuple[tuple[int, int], ...]:
        """Fields at the picture's edge, (column, row) from the upper left, without a seen corner yet."""
        seen = {field for view in self.views for field in _fields_with_corners(view.corners, self.size)}
        edge = [(x, y) for y in range(FIELDS_PER_SIDE) for x in range(FIELDS_PER_SIDE) if (x, y) != (1, 1)]
        return tuple(field for field in edge if field not in seen)

    @property
    def has_enough_views(self) -> bool:
        """True if the views are enough to measure."""
        return len(self.views) >= VIEWS and not self.missing_fields


@cache
def make_sheet_board() -> cv2.aruco.CharucoBoard:
    """The sheet as OpenCV knows it, in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
    ids = np.arange(FIRST_ID, FIRST_ID + SHEET_COLUMNS * SHEET_ROWS // 2)
    return cv2.aruco.CharucoBoard((SHEET_COLUMNS, SHEET_ROWS), SQUARE_MM, MARKER_MM, dictionary, ids)


def find_sheet(gray: NDArray[np.uint8]) -> SheetView | None:
    """The sheet in the picture `gray`, (H, W) uint8; None where fewer than 12 corners are seen."""
    corners, ids, _, _ = _sheet_detector().detectBoard(gray)
    if ids is None or len(ids) < 12:  # of the sheet in one view; guess
        return None
    return SheetView(np.asarray(ids, np.int64).reshape(-1), np.asarray(corners, np.float64).reshape(-1, 2))


def add_sheet_picture(before: Gathering, image: Image) -> Gathering:
    """The gathering one picture further. A view is kept where the sheet is held still, elsewhere or otherwise than in the views
    so far.

    `before`: the views so far, all dropped for a picture of another size; twice `VIEWS` are kept at most.
    """
    size = (image.shape[1], image.shape[0])
    if before.size != size:
        before = Gathering(size=size)
    view = find_sheet(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
    after = replace(before, last=view)
    if view is None or before.last is None or len(before.views) >= 2 * VIEWS:
        return after
    # since the picture before; a faster sheet is blurred; guess
    if _mean_distance_px(view, before.last) > 1.5 or not _is_new_view(view, before):
        return after
    return replace(after, views=(*before.views, view))


def measure_distortion(gathered: Gathering) -> Distortion:
    """The lens's distortion. Raises `DistortionImplausible` where the views do not agree. `gathered`: enough views."""
    matched = [
        make_sheet_board().matchImagePoints(_to_detected_points(view.corners), view.ids.astype(np.int32))
        for view in gathered.views
    ]
    on_sheet = [np.asarray(points, np.float32).reshape(-1, 1, 3) for points, _ in matched]
    in_picture = [np.asarray(points, np.float32).reshape(-1, 1, 2) for _, points in matched]
    flags = cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_ASPECT_RATIO
    width, height = gathered.size
    start = np.array([[width, 0, width / 2], [0, width, height / 2], [0, 0, 1.0]])
    try:
        error, matrix, found, _, _ = cv2.calibrateCamera(
            on_sheet, in_picture, gathered.size, start, np.zeros(5), flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS
        )
    except cv2.error as failed:
        raise DistortionImplausible(
            "the views of the sheet do not agree; begin anew, the sheet flat and held still"
        ) from failed
    k1, k2, p1, p2 = np.asarray(found, np.float64).reshape(-1)[:4].tolist()
    lens = {"fx": matrix[0, 0], "fy": matrix[1, 1], "cx": matrix[0, 2], "cy": matrix[1, 2]}
    values = {"width": width, "height": height, **lens, "k1": k1, "k2": k2, "p1": p1, "p2": p2, "error_px": error}
    return parse_distortion({name: float(value) for name, value in values.items()})


@cache
def _sheet_detector() -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(make_sheet_board())


def _to_detected_points(corners: NDArray[np.float64]) -> Any:
    return np.ascontiguousarray(corners, np.float32).reshape(-1, 1, 2)


def _fields_with_corners(corners: NDArray[np.float64], size: tuple[int, int]) -> set[tuple[int, int]]:
    """Fields of the picture with corners."""
    places = np.clip((corners / size * FIELDS_PER_SIDE).astype(int), 0, FIELDS_PER_SIDE - 1)
    return {(int(x), int(y)) for x, y in places}


def _mean_distance_px(view: SheetView, other: SheetView) -> float:
    """Mean distance in pixels of the corners in both views; infinite for fewer than six shared corners."""
    _, mine, its = np.intersect1d(view.ids, other.ids, return_indices=True)
    if len(mine) < 12 // 2:
        return float("inf")
    return float(np.linalg.norm(view.corners[mine] - other.corners[its], axis=1).mean())


def _is_new_view(view: SheetView, gathered: Gathering) -> bool:
    """True if the view shows something new: a field of the picture, or the sheet in another place. `gathered`: the views so
    far."""
    if _fields_with_corners(view.corners, gathered.size) & {*gathered.missing_fields}:
        return True
    apart = (_mean_distance_px(view, other) for other in gathered.views)
    # part of the picture's width, from every other view that shares enough corners; guess
    return all(far > 0.06 * gathered.size[0] for far in apart if far < float("inf"))
