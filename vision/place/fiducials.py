"""Where the mat lies in the picture: its fiducials are found, and the homography that they agree on.

Everything here is a function of a picture; what lasts from frame to frame is a `Registration`, which the caller keeps. Searching a
whole picture for markers is dear, so it happens rarely (`register`); whether the mat still lies where it lay is asked of a few
small crops (`check`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import LayoutError
from vision.place.layout import Fiducial, Layout, Point
from vision.plane.homography import Homography, corners_of, project, scale_at, scales_at
from vision.types import Image

Corners = NDArray[np.float32]
"""(4, 2) float32 picture pixels: the corners of a marker, clockwise, starting at the marker's own top left."""

SEARCH_WIDTH = 640
"""Pictures wider than this are searched at half size first, in pixels."""

BUMP_MM = 1.5
"""A marker seen farther than this from where it should be means that the camera or the mat was bumped."""


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """Where the mat lies. `to_picture`: mat millimetres to picture pixels. `seen`: ids of the markers it was measured from.

    `error_px`: root mean square distance between markers as seen and as computed, in picture pixels.
    """

    to_picture: Homography
    seen: frozenset[int] = frozenset()
    error_px: float = 0.0


@dataclass(frozen=True, slots=True)
class MarkerCheck:
    """How known markers look now: `steady` of them where they should be, `moved` elsewhere, `hidden` not seen."""

    steady: int
    moved: int
    hidden: int

    def __add__(self, other: MarkerCheck) -> MarkerCheck:
        return MarkerCheck(self.steady + other.steady, self.moved + other.moved, self.hidden + other.hidden)


def px_per_mm(homography: Homography, layout: Layout) -> float:
    """How many picture pixels a mat millimetre measures where the mat is seen smallest (geometric mean of both directions)."""
    rects = np.array([zone.rect_mm for zone in layout.zones] or [(0.0, 0.0, *layout.size_mm)], np.float64)
    return float(scales_at(homography, rects[:, :2] + rects[:, 2:] / 2).min())


def from_corners(layout: Layout, corners_px: Sequence[Point]) -> Registration:
    """The registration that four hand-given picture points fix: the sheet's top left, top right, bottom right, bottom left.

    Raises `LayoutError` if they cannot be the corners of a sheet seen from above.
    """
    sheet = corners_of((0.0, 0.0, *layout.size_mm))
    quad = np.asarray(corners_px, np.float64)
    if quad.shape != (4, 2) or not _is_sheet(quad):
        raise LayoutError("the four corners of the mat must be given clockwise from its top left, as the picture shows them")
    return Registration(cv2.getPerspectiveTransform(sheet.astype(np.float32), quad.astype(np.float32)).astype(np.float64))


def without_mat() -> Registration:
    """The registration of a layout whose millimetres are picture pixels."""
    return Registration(np.eye(3))


def register(image: Image, layout: Layout) -> Registration | None:
    """Search the whole picture for the mat. `image`: (H, W, 3) uint8 BGR. None if too little of it can be seen."""
    gray = _gray(image)
    homography = None
    for width in sorted({min(SEARCH_WIDTH, gray.shape[1]), gray.shape[1]}):
        found = find_fiducials(gray, layout, width)
        homography = solve(found, layout.fiducials)
        if homography is not None and len(found) >= min(4, len(layout.fiducials)):
            break
    return homography


def find_fiducials(gray: NDArray[np.uint8], layout: Layout, width: int) -> dict[int, Corners]:
    """The mat's markers in a (H, W) uint8 picture searched at `width` pixels, corners refined at full resolution."""
    scale = min(1.0, width / gray.shape[1])
    small = gray if scale == 1.0 else cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    wanted = {fiducial.id for fiducial in layout.fiducials}
    seen = _detect(small)
    once = {id_: quads[0] for id_, quads in seen.items() if id_ in wanted and len(quads) == 1}
    return {id_: _refine(gray, (quad + 0.5) / scale - 0.5, scale) for id_, quad in once.items()}


def solve(found: Mapping[int, Corners], fiducials: Sequence[Fiducial]) -> Registration | None:
    """The registration that the markers `found` agree on. None if they are fewer than two or do not look like a flat sheet."""
    known = [fiducial for fiducial in fiducials if fiducial.id in found]
    if len(known) < 2:
        return None
    on_mat = np.array([fiducial.corners_mm for fiducial in known], np.float64).reshape(-1, 2)
    in_picture = np.array([found[fiducial.id] for fiducial in known], np.float64).reshape(-1, 2)
    fit, inliers = cv2.findHomography(on_mat, in_picture, cv2.RANSAC if len(known) > 2 else 0, 3.0)
    if fit is None or not np.isfinite(fit).all():
        return None
    homography = np.array(fit, np.float64)
    votes = np.array(inliers, bool).reshape(-1, 4).min(axis=1) | (len(known) == 2)
    agreed = [fiducial for fiducial, vote in zip(known, votes.tolist(), strict=True) if vote]
    off = np.linalg.norm(project(on_mat, homography) - in_picture, axis=1).reshape(-1, 4)[votes]
    if len(agreed) < 2 or not _plausible(homography, agreed, off):
        return None
    return Registration(homography, frozenset(fiducial.id for fiducial in agreed), float(np.sqrt((off**2).mean())))


def _plausible(homography: Homography, fiducials: Sequence[Fiducial], off: NDArray[np.float64]) -> bool:
    """A sheet seen from above: not mirrored, not folded over, markers nearly where computed, by the size they have."""
    quads = [project(fiducial.corners_mm, homography) for fiducial in fiducials]
    side = float(np.mean([np.linalg.norm(quad[1] - quad[0]) for quad in quads]))
    return bool(off.max() < max(2.0, side / 10)) and all(_is_sheet(quad) for quad in quads)


def _is_sheet(quad: NDArray[np.float64]) -> bool:
    """True for a convex quad that runs clockwise as seen."""
    sides = np.roll(quad, -1, axis=0) - quad
    following = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0] > 1e-6).all())


def check(image: Image, layout: Layout, registration: Registration, ids: Sequence[int] | None = None) -> MarkerCheck:
    """Look at the mat's markers in small crops around where they should be. `ids`: only these (each costs about 0.1 ms)."""
    wanted = [fiducial for fiducial in layout.fiducials if ids is None or fiducial.id in ids]
    return sum((_check_one(image, fiducial, registration) for fiducial in wanted), MarkerCheck(0, 0, 0))


def _check_one(image: Image, fiducial: Fiducial, registration: Registration) -> MarkerCheck:
    expected = project(fiducial.corners_mm, registration.to_picture)
    side = float(np.linalg.norm(expected[1] - expected[0]))
    low = np.floor(expected.min(0) - side * 0.7).astype(int).clip(0)
    high = np.ceil(expected.max(0) + side * 0.7).astype(int)
    crop = image[low[1] : high[1], low[0] : high[0]]
    if crop.shape[0] < 8 or crop.shape[1] < 8:
        return MarkerCheck(0, 0, 1)
    gray = _gray(crop)
    quads = _detect(gray, _near_detector(round(side / 16) * 8 + 7)).get(fiducial.id, [])
    if not quads:
        return MarkerCheck(0, 0, 1)
    seen = _refine(gray, quads[0], 1.0).mean(0) + low
    allowed = max(1.0, BUMP_MM * scale_at(registration.to_picture, np.mean(fiducial.corners_mm, axis=0)))
    return MarkerCheck(1, 0, 0) if np.linalg.norm(seen - expected.mean(0)) <= allowed else MarkerCheck(0, 1, 0)


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))


@cache
def _near_detector(window: int) -> cv2.aruco.ArucoDetector:
    """For crops that one marker nearly fills. `window`: of the adaptive threshold, in pixels, odd."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = window
    parameters.minMarkerPerimeterRate = 0.8
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)


def _detect(gray: NDArray[Any], detector: cv2.aruco.ArucoDetector | None = None) -> dict[int, list[Corners]]:
    """All markers of the dictionary in a picture, by id."""
    quads, ids, _ = (detector or _detector()).detectMarkers(gray)
    seen: dict[int, list[Corners]] = {}
    for id_, quad in zip([] if ids is None else np.asarray(ids).reshape(-1), quads, strict=True):
        seen.setdefault(int(id_), []).append(np.asarray(quad, np.float32).reshape(4, 2))
    return seen


def _refine(gray: NDArray[np.uint8], quad: Corners, scale: float) -> Corners:
    """The corners of a marker to a fraction of a pixel. `scale`: at which they were found."""
    side = float(min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])))
    reach = int(np.clip(round(min(side / 8, 2.0 / scale + 1)), 2, 8))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
    start = np.ascontiguousarray(quad, np.float32).reshape(-1, 1, 2)
    return np.asarray(cv2.cornerSubPix(gray, start, (reach, reach), (-1, -1), stop), np.float32).reshape(4, 2)


def _gray(image: Image) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
