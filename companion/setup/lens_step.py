"""The step of the set-up in which the lens is put straight: whether that is needed, the sheet as it is shown, and what comes of it."""

from __future__ import annotations

from dataclasses import asdict
from threading import Lock

from companion.setup.steps import AGAIN, GOOD, OPEN, Offer, Step
from companion.shown.messages import Catalogue
from vision.errors import DistortionImplausible
from vision.place.fiducials import Registration
from vision.plane.distortion import Distortion, measure_bend_px
from vision.plane.lens_sheet import VIEWS, Gathering, add_sheet_picture, measure_distortion
from vision.types import Frame

BENT = 0.95 / 1280
"""How far markers of a mat lie beside where the others put them (root mean square, in picture widths) from which the lens is to blame: on
drawn mats 0.1 to 0.2 pixels of 1280 through a straight lens, 1.1 where piles are misjudged by 0.7 to 2.7 mm, and more beyond."""
STRAIGHT = 2.0 / 1280
"""A lens that bends by no more than this, in picture widths, is left as it is."""
ROUGH = 1.0 / 1280
"""Where the sheet's corners lie farther than this from where they should, in picture widths, the sheet was not flat or not still."""


def is_bent(registration: Registration, width: int) -> bool:
    """Do the markers of a mat say that the lens bends? `width`: of the picture, in pixels."""
    return registration.error_px > BENT * width


class Sheet:
    """The sheet in front of the camera: its views are gathered until they are enough, then the lens is measured. From any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.gathered = Gathering()
        self.distortion: Distortion | None = None
        self.failed = False

    def look(self, frame: Frame) -> None:
        """One frame further."""
        with self._lock:
            if self.done:
                return
            self.gathered = add_sheet_picture(self.gathered, frame.image)
            if not self.gathered.has_enough_views:
                return
            try:
                self.distortion = measure_distortion(self.gathered)
            except DistortionImplausible:
                self.failed = True

    @property
    def done(self) -> bool:
        """Has the lens been measured, or failed to be?"""
        return self.failed or self.distortion is not None

    @property
    def good(self) -> bool:
        """Was it measured well?"""
        return self.distortion is not None and self.distortion.error_px <= ROUGH * self.distortion.width

    @property
    def kept(self) -> dict[str, float]:
        """What is kept of it: {} for a lens that is good as it is."""
        if self.distortion is None or measure_bend_px(self.distortion) <= STRAIGHT * self.distortion.width:
            return {}
        return asdict(self.distortion)


def lens_step(sheet: Sheet | None, distortion: Distortion | None, bent: bool, left: bool, words: Catalogue) -> Step:
    """`sheet`: that which is shown just now; `distortion`: what was measured before; `bent`: the mat says that there is need; `left`:
    somebody has said that the lens stays as it is."""
    begin, leave = Offer("begin", words.text("setup-lens-begin")), Offer("leave", words.text("setup-lens-leave"))
    if sheet is None:
        if distortion is not None:
            return Step("lens", GOOD, (_bends(distortion, words),), offers=(begin, leave), picture=True)
        if left:
            return Step("lens", GOOD, (words.text("setup-lens-stays"),), offers=(begin,))
        said = words.text("setup-lens-bent" if bent else "setup-lens-unknown")
        return Step("lens", AGAIN if bent else OPEN, (said,), words.text("setup-lens-how"), offers=(begin, leave), picture=True)
    if not sheet.done:
        return _shown(sheet, words)
    if not sheet.good or sheet.distortion is None:
        return Step(
            "lens", AGAIN, (words.text("setup-lens-rough"),), words.text("setup-lens-rough-advice"), offers=(begin, leave)
        )
    if not sheet.kept:
        return Step("lens", GOOD, (words.text("setup-lens-straight"),))
    remains = words.text("setup-lens-left", error=round(sheet.distortion.error_px, 1))
    return Step("lens", GOOD, (_bends(sheet.distortion, words), remains), offers=(begin,))


def _shown(sheet: Sheet, words: Catalogue) -> Step:
    """What is seen of the sheet so far, and where it is to be held next."""
    gathered = sheet.gathered
    said = [words.text("setup-lens-seen" if gathered.last else "setup-lens-not-seen")]
    if gathered.missing_fields:
        x, y = gathered.missing_fields[0]
        said.append(words.text(f"setup-lens-to-{x}{y}"))
    else:
        said.append(words.text("setup-lens-tilt"))
    stop = Offer("stop", words.text("setup-lens-stop"))
    views = min(len(gathered.views), VIEWS - 1 if gathered.missing_fields else VIEWS)
    return Step(
        "lens",
        OPEN,
        tuple(said),
        words.text("setup-lens-how"),
        offers=(stop,),
        progress=(views, VIEWS),
        picture=True,
        busy=True,
    )


def _bends(distortion: Distortion, words: Catalogue) -> str:
    return words.text("setup-lens-bends", bend=round(measure_bend_px(distortion), 1))
