"""Keep the mat registered from frame to frame.

A value, `Mat`, says where the mat lies and how sure that is; `keep` hands back the next one. Looking for the whole mat is dear, so it is
done only when nothing is known, when markers turn up elsewhere, or when none has been seen for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.place.fiducials import MarkerCheck, Registration, check, register, without_mat
from vision.place.layout import Layout
from vision.plane.homography import project
from vision.types import Image

LOOK = 0.15
"""Seconds between looks at one marker; eight markers are gone round in little more than a second."""

MAT_SEARCH_EVERY = 0.5
"""Seconds between searches of a whole picture while the mat is not where it was."""

MISSING = 0.3
"""Seconds without any marker after which the mat is searched for: hands hide some of them, a push against the table all."""

LOST = 3.0
"""Seconds without any marker after which the mat passes for lost."""


class Anchors(Protocol):
    """What tells where the layout lies: the fiducials of a mat, or on a bare table what lies still on it."""

    @property
    def count(self) -> int:
        """How many there are."""
        ...

    def look(self, image: Image, registration: Registration, which: Sequence[int] | None = None) -> MarkerCheck:
        """Look at some of them, at all without `which`, where they should be."""
        ...

    def search(self, image: Image) -> Registration | None:
        """Search the whole picture for them."""
        ...

    def places(self, registration: Registration) -> NDArray[np.float64]:
        """(n, 2) picture pixels: where their middles should be."""
        ...


@dataclass(frozen=True, slots=True)
class Fiducials:
    """The fiducials of a printed mat."""

    layout: Layout

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.layout.fiducials)

    def look(self, image: Image, registration: Registration, which: Sequence[int] | None = None) -> MarkerCheck:
        """See `Anchors`."""
        ids = None if which is None else [self.layout.fiducials[i].id for i in which]
        return check(image, self.layout, registration, ids)

    def search(self, image: Image) -> Registration | None:
        """See `Anchors`."""
        return register(image, self.layout)

    def places(self, registration: Registration) -> NDArray[np.float64]:
        """See `Anchors`."""
        middles = [project(fiducial.corners_mm, registration.to_picture).mean(axis=0) for fiducial in self.layout.fiducials]
        return np.reshape(np.asarray(middles, np.float64), (-1, 2))


@dataclass(frozen=True, slots=True, eq=False)
class Mat:
    """`registration`: the last that was measured, None before the first. `seen_at`: when a marker was last seen where it should be.
    `looked_at`, `searched_at`: when a marker was last looked at, when the mat last searched for. `turn`: how many looks there were.
    `moved`: markers are elsewhere, so nothing may be read. `unsure`: no marker could be seen, so nothing may be ruled on.
    `pushed`: it lies a little beside where it was measured, for good. `lost`: said to be lost. `renewed`: measured anew in this frame."""

    registration: Registration | None = None
    seen_at: float = 0.0
    looked_at: float = -1e9
    searched_at: float = -1e9
    turn: int = 0
    moved: bool = False
    unsure: bool = False
    pushed: bool = False
    lost: bool = False
    renewed: bool = False

    @property
    def known(self) -> Registration | None:
        """The registration to read by, None while there is none that holds."""
        return None if self.moved or self.lost else self.registration


def first_mat(layout: Layout, registration: Registration | None, at: float) -> Mat:
    """The mat before the first frame. `registration`: if it is already known, from corners given by hand or from a calibration."""
    known = registration if layout.fiducials else registration or without_mat()
    return Mat(known, seen_at=at)


def sought(mat: Mat | None, at: float) -> Mat:
    """The mat of a bare table on which nothing was found yet."""
    mat = mat or Mat(seen_at=at)
    return replace(mat, lost=at - mat.seen_at > LOST)


def found(registration: Registration, at: float) -> Mat:
    """The mat that was just found where `registration` says."""
    return Mat(registration, at, at, at, renewed=True)


def keep(mat: Mat, image: Image, anchors: Anchors, at: float, doubt: bool = False) -> Mat:
    """The mat after one more frame. `anchors`: what tells where the layout lies. `doubt`: look at every marker now, for something is to be
    read that may not lie where it lay."""
    if not anchors.count:
        return replace(mat, renewed=False)
    if mat.pushed:
        mat = _searched(replace(mat, pushed=False), image, anchors, at)
        if mat.renewed:
            return mat
    mat = replace(mat, renewed=False)
    if mat.registration is not None and not mat.lost and (doubt or mat.moved or mat.unsure or at - mat.looked_at >= LOOK):
        mat = _looked(mat, image, anchors, mat.registration, at, every=doubt or mat.moved or mat.unsure)
    if mat.registration is None or mat.moved or mat.lost or (mat.unsure and at - mat.seen_at > MISSING):
        mat = _searched(mat, image, anchors, at)
    return replace(mat, lost=mat.lost or at - mat.seen_at > LOST)


def _looked(mat: Mat, image: Image, anchors: Anchors, registration: Registration, at: float, every: bool) -> Mat:
    """Look at the next marker, and at all of them if it is not seen where it should be."""
    seen = MarkerCheck(0, 0, 0) if every else anchors.look(image, registration, (mat.turn % anchors.count,))
    if not seen.steady:
        seen = _most(image, anchors, registration, mat.turn)
    moved = seen.moved > seen.steady or (mat.moved and not seen.steady)
    mat = replace(mat, looked_at=at, turn=mat.turn + 1, moved=moved, unsure=not seen.steady)
    return replace(mat, seen_at=at) if seen.steady else mat


def _most(image: Image, anchors: Anchors, registration: Registration, turn: int) -> MarkerCheck:
    """How the markers look, one after the other, until half of all lie where they should: then the others cannot outvote them."""
    seen = MarkerCheck(0, 0, 0)
    for step in range(anchors.count):
        if 2 * seen.steady >= anchors.count:
            break
        seen += anchors.look(image, registration, ((turn + step) % anchors.count,))
    return seen


def _searched(mat: Mat, image: Image, anchors: Anchors, at: float) -> Mat:
    """Search the whole picture, unless that was done just now."""
    if at - mat.searched_at < MAT_SEARCH_EVERY and not mat.moved:
        return mat
    found = anchors.search(image)
    if found is None:
        return replace(mat, searched_at=at)
    return Mat(found, at, at, at, mat.turn, renewed=True)
