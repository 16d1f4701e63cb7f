"""The sheet that tells what a lens bends: a ChArUco board, printed, shown to the camera in several places.

view = seen_sheet(gray)                            # its corners in one picture
gathered = gather(Gathering(), image)              # one picture further: is it worth keeping, and what is still missing?
distortion = measured(gathered)                    # once gathered.whole
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import DistortionImplausible
from vision.plane.distortion import Distortion, parse_distortion
from vision.types import Image

COLUMNS, ROWS = 9, 6
"""Squares of the sheet."""
SQUARE_MM, MARKER_MM = 28.0, 20.0
"""Sides of a square and of the marker in every other one. The whole is 252 x 168 mm: A4 and US Letter, across."""
SIZE_MM = (COLUMNS * SQUARE_MM, ROWS * SQUARE_MM)
FIRST_ID = 60
"""Of a dictionary of 100: the mat's markers are the first ones of one of 50, and never taken for the sheet's."""

LEAST_CORNERS = 12
"""Corners of the sheet that one view must show."""
STILL_PX = 1.5
"""Pixels that the sheet may have moved since the picture before, or it is blurred."""
OTHER_PX = 0.06
"""Part of the picture's width by which a view differs from every other that is kept."""
VIEWS = 10
"""Views that are wanted, and kept at most twice as many."""
COVERED = 3
"""The picture is divided into so many by so many fields; of each at the edge corners must be seen."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetView:
    """The sheet in one picture. `ids`: (n,) of its corners; `corners`: (n, 2) picture pixels."""

    ids: NDArray[np.int64]
    corners: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Gathering:
    """Views so far, of pictures of `size` (width, height). `last`: the sheet in the last picture, None = it was not seen."""

    views: tuple[SheetView, ...] = ()
    size: tuple[int, int] = (0, 0)
    last: SheetView | None = None

    @property
    def missing_fields(self) -> tuple[tuple[int, int], ...]:
        """The fields at the picture's edge, (column, row) from its upper left, in which no corner was seen yet."""
        seen = {field for view in self.views for field in _fields_with_corners(view.corners, self.size)}
        edge = [(x, y) for y in range(COVERED) for x in range(COVERED) if (x, y) != (1, 1)]
        return tuple(field for field in edge if field not in seen)

    @property
    def has_enough_views(self) -> bool:
        """Is that enough to measure?"""
        return len(self.views) >= VIEWS and not self.missing_fields


@cache
def make_sheet_board() -> cv2.aruco.CharucoBoard:
    """The sheet as OpenCV knows it, in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
    ids = np.arange(FIRST_ID, FIRST_ID + COLUMNS * ROWS // 2)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary, ids)


def find_sheet(gray: NDArray[np.uint8]) -> SheetView | None:
    """The sheet in a picture, (H, W) uint8; None where too little of it is seen."""
    corners, ids, _, _ = _sheet_detector().detectBoard(gray)
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    return SheetView(np.asarray(ids, np.int64).reshape(-1), np.asarray(corners, np.float64).reshape(-1, 2))


def add_sheet_picture(before: Gathering, image: Image) -> Gathering:
    """One picture further. A view is kept where the sheet is held still, elsewhere or otherwise than in the views so far."""
    size = (image.shape[1], image.shape[0])
    if before.size != size:
        before = Gathering(size=size)
    view = find_sheet(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
    after = replace(before, last=view)
    if view is None or before.last is None or len(before.views) >= 2 * VIEWS:
        return after
    if _mean_distance_px(view, before.last) > STILL_PX or not _is_new_view(view, before):
        return after
    return replace(after, views=(*before.views, view))


def measure_distortion(gathered: Gathering) -> Distortion:
    """What the lens bends. Raises `DistortionImplausible` where the views do not agree on anything."""
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
    """The fields of the picture in which corners lie."""
    places = np.clip((corners / size * COVERED).astype(int), 0, COVERED - 1)
    return {(int(x), int(y)) for x, y in places}


def _mean_distance_px(view: SheetView, other: SheetView) -> float:
    """Mean distance in pixels of the corners that both show; infinite where they share too few."""
    _, mine, its = np.intersect1d(view.ids, other.ids, return_indices=True)
    if len(mine) < LEAST_CORNERS // 2:
        return float("inf")
    return float(np.linalg.norm(view.corners[mine] - other.corners[its], axis=1).mean())


def _is_new_view(view: SheetView, gathered: Gathering) -> bool:
    """Does it show what no view shows yet: a field of the picture, or the sheet in another place?"""
    if _fields_with_corners(view.corners, gathered.size) & {*gathered.missing_fields}:
        return True
    return all(
        _mean_distance_px(view, other) > OTHER_PX * gathered.size[0] for other in _comparable_views(view, gathered.views)
    )


def _comparable_views(view: SheetView, views: Sequence[SheetView]) -> Sequence[SheetView]:
    return [other for other in views if _mean_distance_px(view, other) < float("inf")]
