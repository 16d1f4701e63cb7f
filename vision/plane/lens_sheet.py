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
from vision.plane.distortion import Distortion, distortion_from
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
class View:
    """The sheet in one picture. `ids`: (n,) of its corners; `corners`: (n, 2) picture pixels."""

    ids: NDArray[np.int64]
    corners: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Gathering:
    """Views so far, of pictures of `size` (width, height). `last`: the sheet in the last picture, None = it was not seen."""

    views: tuple[View, ...] = ()
    size: tuple[int, int] = (0, 0)
    last: View | None = None

    @property
    def missing(self) -> tuple[tuple[int, int], ...]:
        """The fields at the picture's edge, (column, row) from its upper left, in which no corner was seen yet."""
        seen = {field for view in self.views for field in _fields(view.corners, self.size)}
        edge = [(x, y) for y in range(COVERED) for x in range(COVERED) if (x, y) != (1, 1)]
        return tuple(field for field in edge if field not in seen)

    @property
    def whole(self) -> bool:
        """Is that enough to measure?"""
        return len(self.views) >= VIEWS and not self.missing


@cache
def board() -> cv2.aruco.CharucoBoard:
    """The sheet as OpenCV knows it, in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
    ids = np.arange(FIRST_ID, FIRST_ID + COLUMNS * ROWS // 2)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary, ids)


def seen_sheet(gray: NDArray[np.uint8]) -> View | None:
    """The sheet in a picture, (H, W) uint8; None where too little of it is seen."""
    corners, ids, _, _ = _detector().detectBoard(gray)
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    return View(np.asarray(ids, np.int64).reshape(-1), np.asarray(corners, np.float64).reshape(-1, 2))


def gather(before: Gathering, image: Image) -> Gathering:
    """One picture further. A view is kept where the sheet is held still, elsewhere or otherwise than in the views so far."""
    size = (image.shape[1], image.shape[0])
    if before.size != size:
        before = Gathering(size=size)
    view = seen_sheet(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
    after = replace(before, last=view)
    if view is None or before.last is None or len(before.views) >= 2 * VIEWS:
        return after
    if _away(view, before.last) > STILL_PX or not _is_another(view, before):
        return after
    return replace(after, views=(*before.views, view))


def measured(gathered: Gathering) -> Distortion:
    """What the lens bends. Raises `DistortionImplausible` where the views do not agree on anything."""
    matched = [board().matchImagePoints(_as_detected(view.corners), view.ids.astype(np.int32)) for view in gathered.views]
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
    return distortion_from({name: float(value) for name, value in values.items()})


@cache
def _detector() -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(board())


def _as_detected(corners: NDArray[np.float64]) -> Any:
    return np.ascontiguousarray(corners, np.float32).reshape(-1, 1, 2)


def _fields(corners: NDArray[np.float64], size: tuple[int, int]) -> set[tuple[int, int]]:
    """The fields of the picture in which corners lie."""
    places = np.clip((corners / size * COVERED).astype(int), 0, COVERED - 1)
    return {(int(x), int(y)) for x, y in places}


def _away(view: View, other: View) -> float:
    """Mean distance in pixels of the corners that both show; infinite where they share too few."""
    _, mine, its = np.intersect1d(view.ids, other.ids, return_indices=True)
    if len(mine) < LEAST_CORNERS // 2:
        return float("inf")
    return float(np.linalg.norm(view.corners[mine] - other.corners[its], axis=1).mean())


def _is_another(view: View, gathered: Gathering) -> bool:
    """Does it show what no view shows yet: a field of the picture, or the sheet in another place?"""
    if _fields(view.corners, gathered.size) & {*gathered.missing}:
        return True
    return all(_away(view, other) > OTHER_PX * gathered.size[0] for other in _near(view, gathered.views))


def _near(view: View, views: Sequence[View]) -> Sequence[View]:
    return [other for other in views if _away(view, other) < float("inf")]
