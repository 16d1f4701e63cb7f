"""Keep the mat registered from frame to frame.

A value, `Mat`, tells the place of the mat and how sure the place is; `keep_mat` hands back the next value. A search for the whole mat is
dear. The search is made only if nothing is known, markers turn up elsewhere, or no marker has been seen for a while.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.place.fiducials import MarkerCheck, Registration, add_checks, check_markers, register_mat, register_pixels
from vision.place.layout import Layout
from vision.plane.homography import project
from vision.types import Image


@dataclass(frozen=True, slots=True)
class MatLimits:
    """When markers are looked at, and when the mat is searched for or lost."""

    look_every_s: float = 0.15  # guess; between looks at one marker: eight are gone round in little more than a second
    missing_after_s: float = 0.3  # guess; without any marker the mat is searched for: hands hide some, a push hides all
    search_every_s: float = missing_after_s  # between searches of a whole picture; no wait while markers are seen elsewhere
    lost_after_s: float = 3.0  # guess; without any marker the mat passes for lost


MATS = MatLimits()
NONE_SEEN = MarkerCheck(0, 0, 0)


class Anchors(Protocol):
    """Points that tell where the layout lies: fiducials of a mat, or things lying still on a bare table."""

    @property
    def count(self) -> int:
        """How many there are."""
        ...

    @property
    def search_rest_s(self) -> float:
        """Seconds between searches of the whole picture while most anchors are elsewhere."""
        ...

    def look(self, image: Image, registration: Registration, which: Sequence[int] | None = None) -> MarkerCheck:
        """How anchors look where they should be. `image`: (H, W, 3); `which`: their numbers, all without."""
        ...

    def search(self, image: Image) -> Registration | None:
        """The registration by anchors in a whole picture, None if too few are seen. `image`: (H, W, 3)."""
        ...

    def list_places(self, registration: Registration) -> NDArray[np.float64]:
        """(n, 2) picture pixels: where their middles should be."""
        ...


@dataclass(frozen=True, slots=True)
class Fiducials:
    """The fiducials of a printed mat."""

    layout: Layout

    @property
    def count(self) -> int:
        """How many fiducials the mat has."""
        return len(self.layout.fiducials)

    @property
    def search_rest_s(self) -> float:
        """0: a mat that moves is searched for in each frame."""
        return 0.0

    def look(self, image: Image, registration: Registration, which: Sequence[int] | None = None) -> MarkerCheck:
        """How fiducials look where `registration` expects them. `which`: places in the list of the layout, all without."""
        ids = None if which is None else [self.layout.fiducials[i].id for i in which]
        return check_markers(image, self.layout, registration, ids)

    def search(self, image: Image) -> Registration | None:
        """The registration by fiducials anywhere in `image`, (H, W, 3); None if too few are seen."""
        return register_mat(image, self.layout)

    def list_places(self, registration: Registration) -> NDArray[np.float64]:
        """(n, 2) picture pixels: middles of the fiducials by `registration`."""
        middles = [project(fiducial.corners_mm, registration.to_picture).mean(axis=0) for fiducial in self.layout.fiducials]
        return np.reshape(np.asarray(middles, np.float64), (-1, 2))


@dataclass(frozen=True, slots=True, eq=False)
class Mat:
    """The place of the mat, and how sure the place is."""

    registration: Registration | None = None  # the last that was measured, None before the first
    seen_at: float = 0.0  # when a marker was last seen where it should be
    looked_at: float = -math.inf  # when a marker was last looked at
    searched_at: float = -math.inf  # when the mat was last searched for
    turn: int = 0  # how many looks there were
    moved: bool = False  # markers are elsewhere, so nothing may be read
    unsure: bool = False  # no marker could be seen, so nothing may be ruled on
    pushed: bool = False  # it lies a little beside where it was measured, for good
    lost: bool = False  # told to be lost
    renewed: bool = False  # measured anew in this frame

    @property
    def known(self) -> Registration | None:
        """The registration to read by, None without a valid registration."""
        return None if self.moved or self.lost else self.registration


def start_mat(layout: Layout, registration: Registration | None, at: float) -> Mat:
    """The mat before the first frame. `registration`: from corners given by hand or from a calibration, None where not known
    yet. Without fiducials and registration a millimetre passes for a picture pixel. `at`: seconds."""
    known = registration if layout.fiducials else registration or register_pixels()
    return Mat(known, seen_at=at)


def seek_mat(mat: Mat | None, at: float) -> Mat:
    """The mat of a bare table on which nothing was found yet. `mat`: of the frame before; `at`: seconds."""
    mat = mat or Mat(seen_at=at)
    return replace(mat, lost=at - mat.seen_at > MATS.lost_after_s)


def mat_at(registration: Registration, at: float) -> Mat:
    """The mat that was just found where `registration` says. `at`: seconds."""
    return Mat(registration, at, at, at, renewed=True)


def keep_mat(mat: Mat, image: Image, anchors: Anchors, at: float, *, is_doubted: bool = False) -> Mat:
    """The mat after another frame. `image`: (H, W, 3); `anchors`: what tells where the layout lies; `at`: seconds.

    `is_doubted`: every marker is looked at now, before something is read. Without anchors the mat stays where it is.
    """
    if not anchors.count:
        return replace(mat, renewed=False)
    if mat.pushed:
        mat = _search_mat(replace(mat, pushed=False), image, anchors, at)
        if mat.renewed:
            return mat
    mat = replace(mat, renewed=False)
    every = is_doubted or mat.moved or mat.unsure
    if mat.registration is not None and not mat.lost and (every or at - mat.looked_at >= MATS.look_every_s):
        mat = _look_at_markers(mat, image, anchors, mat.registration, at, every=every)
    if mat.registration is None or mat.moved or mat.lost or (mat.unsure and at - mat.seen_at > MATS.missing_after_s):
        mat = _search_mat(mat, image, anchors, at)
    return replace(mat, lost=mat.lost or at - mat.seen_at > MATS.lost_after_s)


def _look_at_markers(mat: Mat, image: Image, anchors: Anchors, registration: Registration, at: float, *, every: bool) -> Mat:
    """The mat after a look at the next marker, and at further markers if the next is not in place. `every`: look at further
    markers in any case. `at`: seconds."""
    seen = NONE_SEEN if every else anchors.look(image, registration, (mat.turn % anchors.count,))
    if not seen.steady:
        seen = _look_at_most(image, anchors, registration, mat.turn)
    moved = seen.moved > seen.steady or (mat.moved and not seen.steady)
    seen_at = at if seen.steady else mat.seen_at
    return replace(mat, seen_at=seen_at, looked_at=at, turn=mat.turn + 1, moved=moved, unsure=not seen.steady)


def _look_at_most(image: Image, anchors: Anchors, registration: Registration, turn: int) -> MarkerCheck:
    """How markers look, in turn, until half of all are in place and cannot be outvoted. Looks begin with marker number
    `turn`, and go round."""
    seen = NONE_SEEN
    for step in range(anchors.count):
        if 2 * seen.steady >= anchors.count:
            break
        seen = add_checks([seen, anchors.look(image, registration, ((turn + step) % anchors.count,))])
    return seen


def _search_mat(mat: Mat, image: Image, anchors: Anchors, at: float) -> Mat:
    """The mat after a search of the whole picture, unless searched just now. Where nothing is found the registration stays."""
    if at - mat.searched_at < (anchors.search_rest_s if mat.moved else MATS.search_every_s):
        return mat
    found = anchors.search(image)
    if found is None:
        return replace(mat, searched_at=at)
    return Mat(found, at, at, at, mat.turn, renewed=True)
