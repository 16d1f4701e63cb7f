"""Does a bare table still lie where it lay? Told by still things: direction cards, and the table's own texture.

Each landmark is a small patch of the picture, looked for around its place. If most are seen elsewhere, table or camera were
pushed, and the whole picture is matched with the earlier one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.places import BOARD_PLACE
from vision.cards.covered import COVER
from vision.place.fiducials import MarkerCheck, Registration, add_checks
from vision.plane.homography import Homography, project
from vision.steps import ALONE, Steps
from vision.types import Image


@dataclass(frozen=True, slots=True)
class LandmarkLimits:
    """When a landmark or the whole table has moved."""

    patch_px: int = 40  # side of a patch; guess
    reach_px: int = 24  # around its place; guess
    min_moved_likeness: float = 0.7  # of a patch seen elsewhere; guess
    min_steady_likeness: float = COVER.min_piece_likeness  # below it a patch in place is hidden
    max_still_mm: float = 2.0  # a patch farther off, and by 2 pixels or more, has moved; guess
    max_match_ratio: float = 0.8  # best over second best distance of features; guess
    max_match_px: float = 3.0  # off the common move, pixels: features are found at half the size; guess
    max_unwarped: float = 0.012  # of a pixel by which a patch is turned or scaled, pixel for pixel: 0.7 degrees; guess
    search_rest_s: float = 0.25  # between matches of whole pictures while landmarks are elsewhere: each takes 40 ms; guess
    min_features: int = BOARD_PLACE.min_features  # agreeing on the move


LANDMARK = LandmarkLimits()


Gray = NDArray[Any]
Box = tuple[int, int, int, int]
"""left, top, right, bottom in picture pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Landmark:
    """A patch of the picture."""

    at: NDArray[np.float64]  # (2,) first pixel in the picture
    patch: Gray  # (patch_px, patch_px) uint8 grey

    @property
    def middle(self) -> NDArray[np.float64]:
        """(2,) middle of the patch in the picture."""
        return self.at + (LANDMARK.patch_px - 1) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Landmarks:
    """The landmarks of a table (`vision.place.registration.Anchors`)."""

    marks: tuple[Landmark, ...]
    registration: Registration  # when the landmarks were chosen
    gray: Gray  # picture in which the landmarks were chosen
    features: Features | None  # what is told apart in it where things lie still
    bump_px: float  # a landmark further off has moved

    @property
    def count(self) -> int:
        """Number of landmarks."""
        return len(self.marks)

    @property
    def search_rest_s(self) -> float:
        """Seconds between searches while most landmarks are elsewhere."""
        return LANDMARK.search_rest_s

    def look(self, image: Image, registration: Registration, which: Sequence[int] | None = None) -> MarkerCheck:
        """How many landmarks are steady, moved and hidden now. `which`: indices, None for all. `registration`: where the
        table is believed to lie."""
        moved = self._motion_since_chosen(registration)
        chosen = self.marks if which is None else [self.marks[i] for i in which]
        return add_checks(_check_landmark(image, mark, self.gray, moved, self.bump_px) for mark in chosen)

    def search(self, image: Image) -> Registration | None:
        """Where the table lies in this picture, matched as a whole; None if not seen, or if more landmarks moved than stay."""
        moved = _match_features(self.features, _find_features(_to_gray_levels(image)))
        if moved is None:
            return None
        found = Registration(np.asarray(moved @ self.registration.to_picture, np.float64))
        check = self.look(image, found)
        return found if check.steady >= max(1, check.moved) else None

    def list_places(self, registration: Registration) -> NDArray[np.float64]:
        """(n, 2) picture pixels where the landmarks' middles should be."""
        middles = [mark.middle for mark in self.marks]
        return (
            np.asarray(project(middles, self._motion_since_chosen(registration)), np.float64) if middles else np.zeros((0, 2))
        )

    def _motion_since_chosen(self, registration: Registration) -> Homography:
        """From the picture of the landmarks to the believed place of the table."""
        return np.asarray(registration.to_picture @ np.linalg.inv(self.registration.to_picture), np.float64)


def choose_landmarks(
    image: Image,
    registration: Registration,
    cards: Sequence[NDArray[np.float64]],
    busy: Sequence[NDArray[np.float64]],
    px_per_mm: float,
) -> Steps[Landmarks]:
    """Landmarks in a picture of a table without hands. `cards`: (4, 2) picture pixels of still things. `busy`: (4, 2) of
    places where cards come and go. `px_per_mm`: picture pixels a millimetre."""
    gray = _to_gray_levels(image)
    clear = np.full(gray.shape, 255, np.uint8)
    for quad in busy:
        cv2.fillConvexPoly(clear, np.round(quad).astype(np.int32), 0)
    for quad in cards:
        cv2.fillConvexPoly(clear, np.round(quad).astype(np.int32), 255)
    marks = [_cut_landmark(gray, quad.mean(axis=0) - LANDMARK.patch_px / 2) for quad in cards]
    free = np.asarray(cv2.erode(clear, np.ones((LANDMARK.patch_px + 1, LANDMARK.patch_px + 1), np.uint8)), np.uint8)
    for quad in cards:
        cv2.fillConvexPoly(free, np.round(quad).astype(np.int32), 0)
    marks += [_cut_landmark(gray, at) for at in _find_textured_places(gray, free)]
    yield ALONE
    features = _find_features(gray, clear)
    yield ALONE
    return Landmarks(
        tuple(mark for mark in marks if mark is not None),
        registration,
        gray,
        features,
        max(2.0, LANDMARK.max_still_mm * px_per_mm),
    )


def _cut_landmark(gray: Gray, at: NDArray[np.float64]) -> Landmark | None:
    """The landmark with its first pixel at `at`; None beyond the picture. `at`: (2,) x and y."""
    x, y = np.round(at).astype(int).tolist()
    if x < 0 or y < 0 or x + LANDMARK.patch_px > gray.shape[1] or y + LANDMARK.patch_px > gray.shape[0]:
        return None
    return Landmark(np.array([x, y], np.float64), gray[y : y + LANDMARK.patch_px, x : x + LANDMARK.patch_px].copy())


def _find_textured_places(gray: Gray, free: Gray) -> list[NDArray[np.float64]]:
    """First pixels, (2,), of at most ten patches best told from their surroundings, far apart. `free`: (H, W), 0 where no
    patch may be."""
    smooth = cv2.GaussianBlur(gray, (0, 0), 1.5)
    weaker = cv2.cornerMinEigenVal(smooth, 31, ksize=3)
    weaker = np.where(free > 0, weaker, 0).astype(np.float32)
    edge = LANDMARK.reach_px
    weaker[:edge], weaker[-edge:], weaker[:, :edge], weaker[:, -edge:] = 0, 0, 0, 0
    found: list[NDArray[np.float64]] = []
    apart = max(gray.shape) // 8
    while len(found) < 10:  # patches of the table's texture; guess
        _, best, _, (x, y) = cv2.minMaxLoc(weaker)
        # grey levels a patch differs within itself; guess
        if best <= 0 or smooth[max(0, y - 20) : y + 20, max(0, x - 20) : x + 20].std() < 12.0 / 2:
            break
        found.append(np.array([x - LANDMARK.patch_px / 2, y - LANDMARK.patch_px / 2], np.float64))
        cv2.circle(weaker, (x, y), apart, (0.0,), -1)
    return found


def _check_landmark(image: Image, mark: Landmark, gray: Gray, moved: Homography, bump_px: float) -> MarkerCheck:
    """The check of one landmark. `gray`: picture in which it was chosen. `moved`: from that picture to the believed place of the
    table. `bump_px`: farther off, a patch has moved. Hidden at the picture's edge."""
    x, y = np.round(project([mark.middle], moved)[0] - (LANDMARK.patch_px - 1) / 2).astype(int).tolist()
    left, top = max(0, x - LANDMARK.reach_px), max(0, y - LANDMARK.reach_px)
    part = image[top : y + LANDMARK.patch_px + LANDMARK.reach_px, left : x + LANDMARK.patch_px + LANDMARK.reach_px]
    if x < 0 or y < 0 or part.shape[0] < LANDMARK.patch_px or part.shape[1] < LANDMARK.patch_px:
        return MarkerCheck(0, 0, 1)
    match = cv2.matchTemplate(_to_gray_levels(part), _warp_patch(mark, gray, moved, (x, y)), cv2.TM_CCOEFF_NORMED)
    own = float(match[min(y - top, match.shape[0] - 1), min(x - left, match.shape[1] - 1)])
    _, best, _, (column, row) = cv2.minMaxLoc(match)
    away = float(np.hypot(column - (x - left), row - (y - top)))
    if away <= bump_px and best >= LANDMARK.min_steady_likeness:
        return MarkerCheck(1, 0, 0)
    return MarkerCheck(0, 1, 0) if best >= LANDMARK.min_moved_likeness and best > own + 0.15 else MarkerCheck(0, 0, 1)


def _warp_patch(mark: Landmark, gray: Gray, moved: Homography, at: tuple[int, int]) -> Gray:
    """The patch as seen on a table that was turned, or from another place. `gray`, `moved`: as of `_check_landmark`. `at`: its first
    pixel now. Unchanged where it was hardly turned or scaled."""
    middle = mark.middle
    here, right, down = project([middle, middle + np.array([1.0, 0.0]), middle + np.array([0.0, 1.0])], moved)
    if max(abs(right - here - (1.0, 0.0)).max(), abs(down - here - (0.0, 1.0)).max()) < LANDMARK.max_unwarped:
        return mark.patch
    to_patch = np.array([[1.0, 0.0, -at[0]], [0.0, 1.0, -at[1]], [0.0, 0.0, 1.0]]) @ moved
    size = (LANDMARK.patch_px, LANDMARK.patch_px)
    return np.asarray(cv2.warpPerspective(gray, to_patch, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


class Features(NamedTuple):
    """What is told apart in a picture."""

    places: NDArray[np.float64]  # (n, 2) pixels of the whole picture
    looks: NDArray[np.float32]  # (n, 128)


def _find_features(gray: Gray, still: Gray | None = None) -> Features | None:
    """What is told apart in a grey picture, where it lay `still` (255); None if that is too little."""
    scale = min(1.0, 640 / max(gray.shape))  # long side at which whole pictures are matched; guess
    small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    mask = None
    if still is not None:
        mask = np.asarray(cv2.resize(still, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) >= 250, np.uint8) * 255
    found, looks = _make_detector().detectAndCompute(small, mask)
    if looks is None or len(found) < LANDMARK.min_features:
        return None
    return Features(np.array([one.pt for one in found], np.float64) / scale, np.asarray(looks, np.float32))


@cache
def _make_detector() -> cv2.SIFT:
    return cv2.SIFT.create(1500, contrastThreshold=0.02)


def _match_features(known: Features | None, seen: Features | None) -> Homography | None:
    """Homography between two whole pictures; None if too little agrees."""
    if known is None or seen is None:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(known.looks, seen.looks, k=2)
    good = [best for best, *others in pairs if others and best.distance < LANDMARK.max_match_ratio * others[0].distance]
    if len(good) < LANDMARK.min_features:
        return None
    source = known.places[[match.queryIdx for match in good]]
    target = seen.places[[match.trainIdx for match in good]]
    fit, votes = cv2.findHomography(source, target, cv2.RANSAC, LANDMARK.max_match_px, maxIters=3000)
    if fit is None or int(np.asarray(votes).sum()) < LANDMARK.min_features:
        return None
    return np.asarray(fit, np.float64)


def _to_gray_levels(image: Image) -> Gray:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
