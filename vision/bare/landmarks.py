"""Does a bare table still lie where it lay? Told by what lies still on it: direction cards, and the table's own texture.

Each landmark is a small patch of the picture, looked for around the place where it was. If most are seen elsewhere, table or camera were
pushed, and the whole picture is matched with the one in which they were chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.place.fiducials import MarkerCheck, Registration, add_checks
from vision.plane.homography import Homography, project
from vision.types import Image

SIDE = 40
"""Pixels of a patch."""
REACH = 24
"""Pixels around its place in which it is looked for."""
MOST = 10
"""Patches of the table's texture."""
CLEAR = 12.0
"""Grey levels by which a patch must differ within itself, along its weaker direction, to be known again."""
SAME, GONE = 0.7, 0.55
"""Likeness from which a patch is the one that was there, and below which it is hidden."""
BUMP_MM = 2.0
"""A patch seen farther than this from where it was has moved."""
SEARCH_SIDE = 640
"""Long side in pixels at which whole pictures are matched."""
RATIO = 0.8
LEAST = 14
"""Features that must agree on how the table moved."""

Gray = NDArray[Any]
Box = tuple[int, int, int, int]
"""left, top, right, bottom in picture pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Landmark:
    """`at`: (2,) its first pixel in the picture, `patch`: (SIDE, SIDE) uint8 grey."""

    at: NDArray[np.float64]
    patch: Gray

    @property
    def middle(self) -> NDArray[np.float64]:
        """(2,) the patch's middle in the picture."""
        return self.at + (SIDE - 1) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Landmarks:
    """The landmarks of a table (`vision.place.registration.Anchors`). `registration`: as it was when they were chosen in the picture
    `gray`; `still`: (H, W) uint8, 255 where what is seen lies still."""

    marks: tuple[Landmark, ...]
    registration: Registration
    gray: Gray
    still: Gray
    bump_px: float

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.marks)

    def look(self, image: Image, registration: Registration, which: Sequence[int] | None = None) -> MarkerCheck:
        """How these landmarks look now, all of them without `which`."""
        moved = self._motion_since_chosen(registration)
        chosen = self.marks if which is None else [self.marks[i] for i in which]
        return add_checks(_check_landmark(image, mark, moved, self.bump_px) for mark in chosen)

    def search(self, image: Image) -> Registration | None:
        """Where the table lies in this picture, matched as a whole; None if it is not to be seen."""
        moved = _match_whole_pictures(self.gray, self.still, _to_gray_levels(image))
        if moved is None:
            return None
        found = Registration(np.asarray(moved @ self.registration.to_picture, np.float64))
        return found if self._is_confirmed(image, found) else None

    def list_places(self, registration: Registration) -> NDArray[np.float64]:
        """Where their middles should be, (n, 2) picture pixels."""
        middles = [mark.middle for mark in self.marks]
        return (
            np.asarray(project(middles, self._motion_since_chosen(registration)), np.float64) if middles else np.zeros((0, 2))
        )

    def _motion_since_chosen(self, registration: Registration) -> Homography:
        """From the picture in which they were chosen to where the table is believed to lie."""
        return np.asarray(registration.to_picture @ np.linalg.inv(self.registration.to_picture), np.float64)

    def _is_confirmed(self, image: Image, found: Registration) -> bool:
        check = self.look(image, found)
        return check.steady >= max(1, check.moved)


def choose_landmarks(
    image: Image,
    registration: Registration,
    cards: Sequence[NDArray[np.float64]],
    busy: Sequence[NDArray[np.float64]],
    px_per_mm: float,
) -> Landmarks:
    """Choose landmarks in a picture of a table without hands. `cards`: (4, 2) picture pixels, corners of what lies still; `busy`: corners
    of where cards come and go."""
    gray = _to_gray_levels(image)
    clear = np.full(gray.shape, 255, np.uint8)
    for quad in busy:
        cv2.fillConvexPoly(clear, np.round(quad).astype(np.int32), 0)
    for quad in cards:
        cv2.fillConvexPoly(clear, np.round(quad).astype(np.int32), 255)
    marks = [_cut_landmark(gray, quad.mean(axis=0) - SIDE / 2) for quad in cards]
    free = np.asarray(cv2.erode(clear, np.ones((SIDE + 1, SIDE + 1), np.uint8)), np.uint8)
    for quad in cards:
        cv2.fillConvexPoly(free, np.round(quad).astype(np.int32), 0)
    marks += [_cut_landmark(gray, at) for at in _find_textured_places(gray, free)]
    return Landmarks(
        tuple(mark for mark in marks if mark is not None), registration, gray, clear, max(2.0, BUMP_MM * px_per_mm)
    )


def _cut_landmark(gray: Gray, at: NDArray[np.float64]) -> Landmark | None:
    x, y = np.round(at).astype(int).tolist()
    if x < 0 or y < 0 or x + SIDE > gray.shape[1] or y + SIDE > gray.shape[0]:
        return None
    return Landmark(np.array([x, y], np.float64), gray[y : y + SIDE, x : x + SIDE].copy())


def _find_textured_places(gray: Gray, free: Gray) -> list[NDArray[np.float64]]:
    """First pixels of the patches that are told best from what is beside them, far from one another."""
    smooth = cv2.GaussianBlur(gray, (0, 0), 1.5)
    weaker = cv2.cornerMinEigenVal(smooth, 31, ksize=3)
    weaker = np.where(free > 0, weaker, 0).astype(np.float32)
    weaker[:REACH], weaker[-REACH:], weaker[:, :REACH], weaker[:, -REACH:] = 0, 0, 0, 0
    found: list[NDArray[np.float64]] = []
    apart = max(gray.shape) // 8
    while len(found) < MOST:
        _, best, _, (x, y) = cv2.minMaxLoc(weaker)
        if best <= 0 or smooth[max(0, y - 20) : y + 20, max(0, x - 20) : x + 20].std() < CLEAR / 2:
            break
        found.append(np.array([x - SIDE / 2, y - SIDE / 2], np.float64))
        cv2.circle(weaker, (x, y), apart, (0.0,), -1)
    return found


def _check_landmark(image: Image, mark: Landmark, moved: Homography, bump_px: float) -> MarkerCheck:
    """Is this one where it should be? `moved`: from the picture in which it was chosen to where the table is believed to lie."""
    x, y = np.round(project([mark.middle], moved)[0] - (SIDE - 1) / 2).astype(int).tolist()
    left, top = max(0, x - REACH), max(0, y - REACH)
    part = image[top : y + SIDE + REACH, left : x + SIDE + REACH]
    if x < 0 or y < 0 or part.shape[0] < SIDE or part.shape[1] < SIDE:
        return MarkerCheck(0, 0, 1)
    match = cv2.matchTemplate(_to_gray_levels(part), _turn_patch(mark.patch, moved, mark.middle), cv2.TM_CCOEFF_NORMED)
    own = float(match[min(y - top, match.shape[0] - 1), min(x - left, match.shape[1] - 1)])
    _, best, _, (column, row) = cv2.minMaxLoc(match)
    away = float(np.hypot(column - (x - left), row - (y - top)))
    if away <= bump_px and best >= GONE:
        return MarkerCheck(1, 0, 0)
    return MarkerCheck(0, 1, 0) if best >= SAME and best > own + 0.15 else MarkerCheck(0, 0, 1)


def _turn_patch(patch: Gray, moved: Homography, middle: NDArray[np.float64]) -> Gray:
    """The patch as it looks once the table was turned."""
    (ax, ay), (bx, by) = project([middle, middle + np.array([1.0, 0.0])], moved).tolist()
    degrees = float(np.degrees(np.arctan2(by - ay, bx - ax)))
    if abs(degrees) < 0.7:
        return patch
    turn = cv2.getRotationMatrix2D(((SIDE - 1) / 2, (SIDE - 1) / 2), -degrees, 1.0)
    return np.asarray(cv2.warpAffine(patch, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _match_whole_pictures(before: Gray, still: Gray, now: Gray) -> Homography | None:
    """How a picture moved: from what lay still in it to where the same is seen now."""
    scale = min(1.0, SEARCH_SIDE / max(before.shape))
    detector = cv2.SIFT.create(1500, contrastThreshold=0.02)
    (a, mask, b) = (cv2.resize(one, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) for one in (before, still, now))
    known, known_look = detector.detectAndCompute(a, np.asarray(mask >= 250, np.uint8) * 255)
    seen, seen_look = detector.detectAndCompute(b, None)
    if known_look is None or seen_look is None or len(known) < LEAST or len(seen) < LEAST:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(known_look, seen_look, k=2)
    good = [best for best, *others in pairs if others and best.distance < RATIO * others[0].distance]
    if len(good) < LEAST:
        return None
    source = np.array([known[match.queryIdx].pt for match in good], np.float64)
    target = np.array([seen[match.trainIdx].pt for match in good], np.float64)
    fit, votes = cv2.findHomography(source, target, cv2.RANSAC, 2.0, maxIters=3000)
    if fit is None or int(np.asarray(votes).sum()) < LEAST:
        return None
    down = np.diag([scale, scale, 1.0])
    return np.asarray(np.linalg.inv(down) @ fit @ down, np.float64)


def _to_gray_levels(image: Image) -> Gray:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
