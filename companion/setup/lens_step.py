"""The lens step of the set-up: whether the lens has to be measured, the sheet shown to the camera, and the result."""

from __future__ import annotations

from dataclasses import asdict
from threading import Lock

from companion.setup.steps import AGAIN, GOOD, UNDECIDED, SetUpStep, StepAction
from companion.shown.words.messages import Catalogue
from vision.errors import DistortionImplausible
from vision.place.fiducials import Registration
from vision.plane.distortion import Distortion, measure_bend_px
from vision.plane.lens_sheet import VIEWS, Gathering, add_sheet_picture, measure_distortion
from vision.types import Frame

# Root mean square error of mat markers, in picture widths, from which the lens is to blame. Measured on drawn mats: 0.1 to
# 0.2 of 1280 pixels through a straight lens, 1.1 where piles are misjudged by 0.7 to 2.7 mm.
MIN_BENT_ERROR_WIDTHS = 0.95 / 1280  # measured on drawn mats
MAX_STRAIGHT_BEND_WIDTHS = 2.0 / 1280  # a lens that bends by no more, in picture widths, is left as it is; guess
MAX_SHEET_ERROR_WIDTHS = 1.0 / 1280  # sheet corners farther off, in picture widths: the sheet was bent or moved; guess


def is_bent(registration: Registration, width: int) -> bool:
    """Do the markers of a mat show a bending lens? `width`: of the picture, in pixels."""
    return registration.error_px > MIN_BENT_ERROR_WIDTHS * width


class LensMeasuring:
    """The sheet in front of the camera: views are gathered until enough, then the lens is measured. From any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.gathered = Gathering()
        self.distortion: Distortion | None = None
        self.failed = False

    def look_at_guest_frame(self, frame: Frame) -> None:
        """Gather from a frame that the eye lends (see `Guest`); the last view of the set starts the measurement, in this
        thread. Frames afterwards are ignored. An implausible result sets `failed`."""
        with self._lock:
            if self.is_finished:
                return
            self.gathered = add_sheet_picture(self.gathered, frame.image)
            if not self.gathered.has_enough_views:
                return
            try:
                self.distortion = measure_distortion(self.gathered)
            except DistortionImplausible:
                self.failed = True

    @property
    def is_finished(self) -> bool:
        """Was the lens measured, or has the measurement failed?"""
        return self.failed or self.distortion is not None

    @property
    def is_measured_well(self) -> bool:
        """Was the lens measured, with corners within `MAX_SHEET_ERROR_WIDTHS`?"""
        return self.distortion is not None and self.distortion.error_px <= MAX_SHEET_ERROR_WIDTHS * self.distortion.width

    @property
    def lens_values(self) -> dict[str, float]:
        """Fields of `Distortion` to keep in the profile; {} for a lens straight enough, or not measured."""
        if self.distortion is None or measure_bend_px(self.distortion) <= MAX_STRAIGHT_BEND_WIDTHS * self.distortion.width:
            return {}
        return asdict(self.distortion)


def lens_step(
    sheet: LensMeasuring | None, distortion: Distortion | None, bent: bool, left: bool, words: Catalogue
) -> SetUpStep:
    """The step as it stands. `sheet`: the present measurement, None = none. `distortion`: the result in the profile, None =
    none. `bent`: the mat shows a bending lens. `left`: somebody chose to leave the lens alone."""
    begin, leave = StepAction("begin", words.text("setup-lens-begin")), StepAction("leave", words.text("setup-lens-leave"))
    if sheet is None:
        if distortion is not None:
            return SetUpStep("lens", GOOD, (_bend_text(distortion, words),), offers=(begin, leave), picture=True)
        if left:
            return SetUpStep("lens", GOOD, (words.text("setup-lens-stays"),), offers=(begin,))
        said = words.text("setup-lens-bent" if bent else "setup-lens-unknown")
        return SetUpStep(
            "lens", AGAIN if bent else UNDECIDED, (said,), words.text("setup-lens-how"), offers=(begin, leave), picture=True
        )
    if not sheet.is_finished:
        return _step_while_measuring(sheet, words)
    if not sheet.is_measured_well or sheet.distortion is None:
        return SetUpStep(
            "lens", AGAIN, (words.text("setup-lens-rough"),), words.text("setup-lens-rough-advice"), offers=(begin, leave)
        )
    if not sheet.lens_values:
        return SetUpStep("lens", GOOD, (words.text("setup-lens-straight"),))
    remains = words.text("setup-lens-left", error=round(sheet.distortion.error_px, 1))
    return SetUpStep("lens", GOOD, (_bend_text(sheet.distortion, words), remains), offers=(begin,))


def _step_while_measuring(sheet: LensMeasuring, words: Catalogue) -> SetUpStep:
    """The step while views are gathered: what was seen, and where to hold the sheet next."""
    gathered = sheet.gathered
    where = "to-{}{}".format(*gathered.missing_fields[0]) if gathered.missing_fields else "tilt"
    said = words.text("setup-lens-seen" if gathered.last else "setup-lens-not-seen"), words.text(f"setup-lens-{where}")
    stop = StepAction("stop", words.text("setup-lens-stop"))
    views = min(len(gathered.views), VIEWS - 1 if gathered.missing_fields else VIEWS)
    how, progress = words.text("setup-lens-how"), (views, VIEWS)
    return SetUpStep("lens", UNDECIDED, said, how, offers=(stop,), progress=progress, picture=True, busy=True)


def _bend_text(distortion: Distortion, words: Catalogue) -> str:
    return words.text("setup-lens-bends", bend=round(measure_bend_px(distortion), 1))
