"""The eye under a camera that sways on its arm, and where the table lies in what it sees."""

from __future__ import annotations

from dataclasses import replace

from vision.eye import Eye
from vision.table import registration, sway
from vision.table.fiducials import Registration
from vision.table.registration import Anchors, Fiducials, Mat
from vision.types import Frame


def steadied(eye: Eye, frame: Frame) -> tuple[Eye, Frame]:
    """The frame as a camera that hangs still would have taken it. Where it hangs elsewhere for good the table is to be measured anew."""
    if eye.sway is None or eye.mat is None or eye.mat.known is None:
        return eye, frame
    swaying = sway.swayed(eye.sway, frame.image, frame.at)
    if swaying.lasts and not eye.sight.hands:
        return replace(eye, sway=None, mat=replace(eye.mat, pushed=True)), frame
    image = sway.shifted_back(swaying, frame.image)
    if frame.small is None or image is frame.image:
        return replace(eye, sway=swaying), replace(frame, image=image)
    small = sway.shifted_back(swaying, frame.small, frame.small.shape[1] / image.shape[1])
    return replace(eye, sway=swaying), replace(frame, image=image, small=small)


def measured(eye: Eye, frame: Frame, known: Registration) -> Eye:
    """The eye once the table was measured in this frame."""
    return replace(eye, sway=sway.measured(eye.sway, frame.image, _anchors(eye).places(known), frame.at))


def registered(eye: Eye, frame: Frame, dark: bool) -> Mat:
    """Where the mat lies. All its markers are looked at where a zone has just come clear and is to be read."""
    if eye.bare is not None and eye.bare.arrangement is None:
        return registration.sought(eye.mat, frame.at)
    mat = eye.mat or registration.first_mat(eye.layout, eye.known, frame.at)
    doubt = any(state.clear_since == eye.at for state in eye.table.zones.values())
    return mat if dark else registration.keep(mat, frame.image, _anchors(eye), frame.at, doubt)


def _anchors(eye: Eye) -> Anchors:
    """What tells where the table lies."""
    return eye.bare.landmarks if eye.bare and eye.bare.landmarks else Fiducials(eye.layout)
