"""Distortion of a lens, and straightened pictures: the usual polynomial of radial and tangential distortion.

Everything that sees takes the table for a plane without distortion. A wide lens bends the plane by more than a card's edge.
`StraightCamera` stands between such a camera and whoever looks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import TracebackType
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import DistortionImplausible
from vision.types import Camera, Frame, Image

MAX_SHAPE_ERROR = 0.01  # of height over width; another shape shows another part of the lens's view; guess
LENS_RANGES = {
    "width": (160, 8192),
    "height": (120, 8192),
    "fx": (0.2, 20.0),
    "fy": (0.2, 20.0),
    "cx": (0.2, 0.8),
    "cy": (0.2, 0.8),
    "k1": (-2.0, 2.0),
    "k2": (-4.0, 4.0),
    "p1": (-0.1, 0.1),
    "p2": (-0.1, 0.1),
    "error_px": (0.0, 100.0),
}
"""Smallest and largest value of each field; fx, fy and cx in picture widths, cy in picture heights; guess."""


@dataclass(frozen=True, slots=True)
class Distortion:
    """Distortion of a lens, for pictures of one size."""

    width: int  # of the pictures, pixels
    height: int  # of the pictures, pixels
    fx: float  # focal length, pixels
    fy: float  # focal length, pixels
    cx: float  # where the lens looks, pixels
    cy: float  # where the lens looks, pixels
    k1: float  # radial coefficient as OpenCV counts
    k2: float = 0.0  # radial coefficient
    p1: float = 0.0  # tangential coefficient
    p2: float = 0.0  # tangential coefficient
    error_px: float = 0.0  # root mean square distance of the sheet's corners from the fit

    @property
    def matrix(self) -> NDArray[np.float64]:
        """(3, 3): camera to picture pixels."""
        return np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1.0]])

    @property
    def coefficients(self) -> NDArray[np.float64]:
        """(4,): k1, k2, p1, p2."""
        return np.array([self.k1, self.k2, self.p1, self.p2])


def parse_distortion(values: Mapping[str, float]) -> Distortion:
    """The distortion with these fields. Raises `DistortionImplausible` for missing or other fields, and for values no lens
    has."""
    if set(values) != set(Distortion.__slots__):
        raise DistortionImplausible(f"a distortion has the values {', '.join(Distortion.__slots__)}")
    scale = {"fx": values["width"], "fy": values["width"], "cx": values["width"], "cy": values["height"]}
    for name, value in values.items():
        low, high = LENS_RANGES[name]
        if not math.isfinite(value) or not low <= value / (scale.get(name) or 1) <= high:
            raise DistortionImplausible(f"no lens has {name} = {value:g}")
    lens = [float(values[name]) for name in Distortion.__slots__[2:]]
    return Distortion(int(values["width"]), int(values["height"]), *lens)


def scale_distortion(distortion: Distortion, width: int, height: int) -> Distortion | None:
    """The distortion for pictures of another size; None for another shape, see `MAX_SHAPE_ERROR`. `width`, `height`: pixels."""
    scale = width / distortion.width
    if abs(height / (distortion.height * scale) - 1) > MAX_SHAPE_ERROR:
        return None
    lengths = {name: getattr(distortion, name) * scale for name in ("fx", "fy", "cx", "cy")}
    return replace(distortion, width=width, height=height, **lengths)


def straighten_points(points: NDArray[np.float64], distortion: Distortion) -> NDArray[np.float64]:
    """(n, 2) places of (n, 2) picture pixels in the straight picture. Pictures of the size in `distortion`."""
    given = np.ascontiguousarray(points, np.float64).reshape(-1, 1, 2)
    found = cv2.undistortPoints(given, distortion.matrix, distortion.coefficients, P=_straight_matrix(distortion))
    return np.asarray(found, np.float64).reshape(-1, 2)


def measure_bend_px(distortion: Distortion) -> float:
    """Pixels by which the lens moves a point of a plane, against any straight lens, at worst. Infinity where no plane fits."""
    across, down = np.linspace(0.05, 0.95, 13) * distortion.width, np.linspace(0.05, 0.95, 9) * distortion.height
    seen = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    flat = straighten_points(seen, distortion)
    fit, _ = cv2.findHomography(flat, seen, 0)
    if fit is None:
        return float("inf")
    back = cv2.perspectiveTransform(flat.reshape(-1, 1, 2), fit).reshape(-1, 2)
    return float(np.linalg.norm(back - seen, axis=1).max())


def straighten_picture(image: Image, distortion: Distortion) -> Image:
    """(H, W, 3) uint8 the picture as a straight lens shows it, of the same size; black where nothing was seen. A picture
    turned by a quarter is straightened as well; one of another shape than measured comes back unchanged."""
    fitting = scale_distortion(distortion, image.shape[1], image.shape[0])
    if fitting is None and scale_distortion(distortion, image.shape[0], image.shape[1]) is not None:
        lying = straighten_picture(np.ascontiguousarray(np.rot90(image)), distortion)
        return np.ascontiguousarray(np.rot90(lying, -1))
    if fitting is None:
        return image
    coarse, fine = _remap_tables(fitting)
    return np.asarray(cv2.remap(image, coarse, fine, cv2.INTER_LINEAR), np.uint8)


class StraightCamera:
    """A camera with straightened pictures. Raises what the camera raises."""

    def __init__(self, camera: Camera, distortion: Distortion) -> None:
        self._camera, self._distortion = camera, distortion

    def read(self) -> Frame:
        """The next frame, both pictures straightened."""
        frame = self._camera.read()
        small = None if frame.small is None else straighten_picture(frame.small, self._distortion)
        return Frame(straighten_picture(frame.image, self._distortion), frame.at, small)

    def __enter__(self) -> Self:
        self._camera.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._camera.__exit__(kind, error, trace)


def _straight_matrix(distortion: Distortion) -> NDArray[np.float64]:
    """The straight picture's camera, scaled to leave room for all that is seen. (3, 3), to pixels."""
    width, height = distortion.width, distortion.height
    ends = np.linspace(0.0, 1.0, 9)
    edge = [(t * width, y) for t in ends for y in (0.0, height)] + [(x, t * height) for t in ends for x in (0.0, width)]
    given = np.array(edge, np.float64).reshape(-1, 1, 2)
    flat = cv2.undistortPoints(given, distortion.matrix, distortion.coefficients).reshape(-1, 2)
    reach = np.abs(flat * (distortion.fx, distortion.fy))
    low = np.array([distortion.cx, distortion.cy])
    room = np.where(flat < 0, low, (width, height) - low)
    scale = float(np.clip((room / np.maximum(reach, 1e-6)).min(), 0.6, 1.0))  # guess: whatever corners are cut off
    matrix = distortion.matrix
    matrix[0, 0] *= scale
    matrix[1, 1] *= scale
    return matrix


@lru_cache(maxsize=4)
def _remap_tables(distortion: Distortion) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """(H, W, 2) and (H, W) place in the bent picture of each pixel of the straight one, as `cv2.remap` takes both: whole
    pixels, and the index of the fraction."""
    size = (distortion.width, distortion.height)
    straight = _straight_matrix(distortion)
    coarse, fine = cv2.initUndistortRectifyMap(
        distortion.matrix, distortion.coefficients, np.eye(3), straight, size, cv2.CV_16SC2
    )
    return np.asarray(coarse, np.int16), np.asarray(fine, np.uint16)
