"""Where the mat lies in the picture: the fiducials, and the homography on which most fiducials agree.

Everything here is a function of a picture; a `Registration` lasts from frame to frame, kept by the caller. Searching a whole picture for
markers is dear and rare (`register_mat`). A few small crops tell whether the mat still lies in place (`check_markers`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
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


@dataclass(frozen=True, slots=True)
class MarkerLimits:
    """When a marker has moved."""

    bump_mm: float = 1.5  # guess; a marker farther from where it should be, and by a pixel or more, was bumped


MARKERS = MarkerLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """Where the mat lies."""

    to_picture: Homography  # mat millimetres to picture pixels
    seen: frozenset[int] = frozenset()  # ids of the markers it was measured from
    error_px: float = 0.0  # root mean square distance between markers as seen and as computed, in picture pixels


@dataclass(frozen=True, slots=True)
class MarkerCheck:
    """How known markers look now."""

    steady: int  # so many are where they should be
    moved: int  # elsewhere
    hidden: int  # not seen


def add_checks(checks: Iterable[MarkerCheck]) -> MarkerCheck:
    """How the markers of several checks look together."""
    each = list(checks)
    return MarkerCheck(sum(one.steady for one in each), sum(one.moved for one in each), sum(one.hidden for one in each))


def measure_px_per_mm(homography: Homography, layout: Layout) -> float:
    """Picture pixels of a mat millimetre where the mat is seen smallest (geometric mean of both directions).

    `homography`: from mat millimetres to picture pixels.
    """
    rects = np.array([zone.rect_mm for zone in layout.zones] or [(0.0, 0.0, *layout.size_mm)], np.float64)
    return float(scales_at(homography, rects[:, :2] + rects[:, 2:] / 2).min())


def register_corners(layout: Layout, corners_px: Sequence[Point]) -> Registration:
    """The registration that four picture points fix. `corners_px`: x, y of the sheet's top left, top right, bottom right,
    bottom left. Raises `LayoutError` if they cannot be the corners of a sheet seen from above."""
    sheet = corners_of((0.0, 0.0, *layout.size_mm))
    quad = np.asarray(corners_px, np.float64)
    if quad.shape != (4, 2) or not _is_sheet(quad):
        raise LayoutError("the four corners of the mat must be given clockwise from its top left, as the picture shows them")
    return Registration(cv2.getPerspectiveTransform(sheet.astype(np.float32), quad.astype(np.float32)).astype(np.float64))


def register_pixels() -> Registration:
    """The registration of a layout whose millimetres are picture pixels."""
    return Registration(np.eye(3))


def register_mat(image: Image, layout: Layout) -> Registration | None:
    """The registration of a mat in a whole picture, None if too little of the mat can be seen. `image`: (H, W, 3) uint8 BGR."""
    gray = _to_gray(image)
    homography = None
    width_px = 640  # guess: wider pictures are searched at this width first
    for width in sorted({min(width_px, gray.shape[1]), gray.shape[1]}):
        found = find_fiducials(gray, layout, width)
        homography = solve_registration(found, layout.fiducials)
        if homography is not None and len(found) >= min(4, len(layout.fiducials)):
            break
    return homography


def find_fiducials(gray: NDArray[np.uint8], layout: Layout, width: int) -> dict[int, Corners]:
    """The corners of the mat's markers by id, refined at full resolution. `gray`: (H, W), searched at `width` pixels. A
    marker seen twice is left out."""
    scale = min(1.0, width / gray.shape[1])
    small = gray if scale == 1.0 else cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    wanted = {fiducial.id for fiducial in layout.fiducials}
    seen = _detect_markers(small, _make_detector())
    once = {id_: quads[0] for id_, quads in seen.items() if id_ in wanted and len(quads) == 1}
    return {id_: _refine_corners(gray, (quad + 0.5) / scale - 0.5, scale) for id_, quad in once.items()}


def solve_registration(found: Mapping[int, Corners], fiducials: Sequence[Fiducial]) -> Registration | None:
    """The registration that the markers `found` agree on. None if they are fewer than two or do not look like a flat sheet.

    `fiducials`: of the mat.
    """
    known = [fiducial for fiducial in fiducials if fiducial.id in found]
    if len(known) < 2:
        return None
    on_mat = np.array([fiducial.corners_mm for fiducial in known], np.float64).reshape(-1, 2)
    in_picture = np.array([found[fiducial.id] for fiducial in known], np.float64).reshape(-1, 2)
    # guess: a corner 3 pixels from the fit has no vote
    fit, inliers = cv2.findHomography(on_mat, in_picture, cv2.RANSAC if len(known) > 2 else 0, 3.0)
    if fit is None or not np.isfinite(fit).all():
        return None
    homography = np.array(fit, np.float64)
    votes = np.array(inliers, bool).reshape(-1, 4).min(axis=1) | (len(known) == 2)
    agreed = [fiducial for fiducial, vote in zip(known, votes.tolist(), strict=True) if vote]
    off = np.linalg.norm(project(on_mat, homography) - in_picture, axis=1).reshape(-1, 4)[votes]
    if len(agreed) < 2 or not _is_plausible(homography, agreed):
        return None
    return Registration(homography, frozenset(fiducial.id for fiducial in agreed), float(np.sqrt((off**2).mean())))


def _is_plausible(homography: Homography, fiducials: Sequence[Fiducial]) -> bool:
    """Is this a sheet seen from above: not mirrored, not folded over?"""
    return all(_is_sheet(project(fiducial.corners_mm, homography)) for fiducial in fiducials)


def _is_sheet(quad: NDArray[np.float64]) -> bool:
    """Is a quad, (4, 2), convex, and does it run clockwise as seen?"""
    sides = np.roll(quad, -1, axis=0) - quad
    following = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0] > 1e-6).all())


def check_markers(image: Image, layout: Layout, registration: Registration, ids: Sequence[int] | None = None) -> MarkerCheck:
    """How the mat's markers look in small crops around where they should be.

    `image`: (H, W, 3) uint8 BGR; `ids`: only these markers, all without (each costs about 0.1 ms).
    """
    wanted = [fiducial for fiducial in layout.fiducials if ids is None or fiducial.id in ids]
    return add_checks(_check_marker(image, fiducial, registration) for fiducial in wanted)


def _check_marker(image: Image, fiducial: Fiducial, registration: Registration) -> MarkerCheck:
    """How one marker looks now: steady, moved or hidden, counted as 1. Hidden also at the picture's edge. `image`: (H, W, 3)
    uint8 BGR."""
    expected, allowed = _expect_marker(fiducial, registration)
    side = float(np.linalg.norm(expected[1] - expected[0]))
    around = 0.7  # guess: sides of a marker around its place in which it is looked for
    low = np.floor(expected.min(0) - side * around).astype(int).clip(0)
    high = np.ceil(expected.max(0) + side * around).astype(int)
    crop = image[low[1] : high[1], low[0] : high[0]]
    if crop.shape[0] < 8 or crop.shape[1] < 8:  # too small to be decoded
        return MarkerCheck(0, 0, 1)
    gray = _to_gray(crop)
    quads = _detect_markers(gray, _make_near_detector(round(side / 16) * 8 + 7)).get(fiducial.id, [])
    if not quads:
        return MarkerCheck(0, 0, 1)
    seen = _refine_corners(gray, quads[0], 1.0).mean(0) + low
    return MarkerCheck(1, 0, 0) if np.linalg.norm(seen - expected.mean(0)) <= allowed else MarkerCheck(0, 1, 0)


@lru_cache(maxsize=64)
def _expect_marker(fiducial: Fiducial, registration: Registration) -> tuple[NDArray[np.float64], float]:
    """(4, 2) picture pixels where a marker's corners should be, and how many pixels its middle may be off."""
    scale = scale_at(registration.to_picture, np.mean(fiducial.corners_mm, axis=0))
    return project(fiducial.corners_mm, registration.to_picture), max(1.0, MARKERS.bump_mm * scale)


@cache
def _make_detector() -> cv2.aruco.ArucoDetector:
    """A detector for whole pictures."""
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))


@cache
def _make_near_detector(window: int) -> cv2.aruco.ArucoDetector:
    """A detector for crops that one marker nearly fills. `window`: of the adaptive threshold, in pixels, odd."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = window
    parameters.minMarkerPerimeterRate = 0.8
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)


def _detect_markers(gray: NDArray[Any], detector: cv2.aruco.ArucoDetector) -> dict[int, list[Corners]]:
    """All markers of the dictionary in a picture, by id. `gray`: (H, W). A marker seen twice has two quads."""
    quads, ids, _ = detector.detectMarkers(gray)
    seen: dict[int, list[Corners]] = {}
    for id_, quad in zip([] if ids is None else np.asarray(ids).reshape(-1), quads, strict=True):
        seen.setdefault(int(id_), []).append(np.asarray(quad, np.float32).reshape(4, 2))
    return seen


def _refine_corners(gray: NDArray[np.uint8], quad: Corners, scale: float) -> Corners:
    """The corners of a marker to a fraction of a pixel. `gray`: (H, W); `scale`: at which they were found. `quad`: rough
    corners in `gray`, pixels."""
    side = float(min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])))
    reach = int(np.clip(round(min(side / 8, 2.0 / scale + 1)), 2, 8))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
    start = np.ascontiguousarray(quad, np.float32).reshape(-1, 1, 2)
    return np.asarray(cv2.cornerSubPix(gray, start, (reach, reach), (-1, -1), stop), np.float32).reshape(4, 2)


def _to_gray(image: Image) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
