"""What `companion doctor` looks at: each check is a small function that hands back what it found and what to do.

A check never raises for what it is there to find out: a camera that is missing is a `Check` that failed.
"""

from __future__ import annotations

import json
import shutil
import socket
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np

from companion.doctor.check import FAILED, OK, SKIPPED, WARNING, Check
from companion.doctor.machine_checks import check_machine
from companion.games.sheets import games
from companion.machine.addresses import own_addresses, said_by
from companion.machine.config import Config, Web, device_of
from companion.machine.lamps import wires_of
from companion.shown.messages import Catalogue
from companion.sources.bare import NONE
from companion.sources.sources import layout_for, source_of
from hardware.errors import HardwareError
from vision.cameras.sources import Source
from vision.control_cards.controls import read_controls
from vision.drawn.table.acts import waiting
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import ReaderUnavailable, VisionError
from vision.place.fiducials import Registration, register_mat, register_pixels
from vision.place.layout import Layout
from vision.place.profile import MIN_READABLE_CARD_PX, profile_for
from vision.plane.homography import rectify
from vision.types import Camera, Image
from web.door.access import is_loopback
from web.errors import AddressInUse
from web.wire.serve import listen

SETTLING_FRAMES = 15
"""Frames of a live camera after which its exposure has settled: about a second."""
LITTLE_ROOM, NO_ROOM = 500, 50
"""Megabytes free in the state directory below which to warn, and below which nothing should be trusted to be kept."""
EARLIEST = datetime(2026, 1, 1).timestamp()
"""No clock that goes right shows less: the companion is younger."""
MARKERS = 4
"""Markers that should be seen at least, so that hands may hide some."""
DIM_MAT, GLARING_MAT = 60.0, 235.0
"""Mean grey level of the mat between which cards are read well."""
BLIND = 12.0
"""Mean grey level below which nothing is read at all."""
CLIPPED = 0.05
"""Share of pixels that are pure white, from which a lamp is mirrored or the picture overexposed."""
CONTRAST = 60.0
"""Grey levels between the darkest and the lightest twentieth of the mat that should be there: ink on paper."""


@dataclass(frozen=True, slots=True)
class MeasuredLight:
    """How a picture is lit, in grey levels (0 to 255). `clipped`: share of pixels that are pure white. `contrast`: between the darkest
    and the lightest twentieth."""

    mean: float
    clipped: float
    contrast: float


TROUBLES: Mapping[str, Callable[[MeasuredLight], bool]] = {
    "dim": lambda light: light.mean < DIM_MAT,
    "glaring": lambda light: light.mean > GLARING_MAT,
    "clipped": lambda light: light.clipped > CLIPPED,
    "flat": lambda light: light.contrast < CONTRAST,
}
"""What may be wrong with the light, the worst first: the ends of the ids of their advice."""


def examine(config: Config, state: Path, words: Catalogue, now: float) -> tuple[Check, ...]:
    """All checks of an installation. `state`: the state directory; `now`: seconds since 1970. Raises `ConfigError` and `LayoutError`
    where the configuration names a source or a mat file that cannot be."""
    layouts = layouts_of(config)
    camera, image = check_camera(source_of(config.eye.source), layouts[0], words)
    mat, found = check_mat(image, layouts, words)
    if config.eye.mat == NONE and image is not None and found is None:
        mat = Check("mat", OK, words.text("doctor-mat-unneeded"))
    return (
        camera,
        check_signals(config, words),
        *examine_without_config(state, words, now),
        check_network(config.web, words),
        mat,
        check_light(image, found, words),
    )


def examine_without_config(state: Path, words: Catalogue, now: float) -> tuple[Check, ...]:
    """The checks that need no configuration. `state` and `now`: as of `examine`."""
    return (
        check_zbar(words),
        check_disk(state, words),
        *check_machine(state, words),
        check_clock(now, clock_synchronised(), words),
    )


def layouts_of(config: Config) -> tuple[Layout, ...]:
    """The mats that may lie on the table: the one that is configured, else those of all games."""
    return (
        (layout_for("", config.eye.mat),) if config.eye.mat not in ("", NONE) else tuple(layout_for(game) for game in games())
    )


# --- the camera and what it sees


def check_camera(source: Source, layout: Layout, words: Catalogue) -> tuple[Check, Image | None]:
    """Open the source and take one picture; (H, W, 3) uint8 BGR, None where there is none. `layout`: the mat to draw on the virtual table."""
    try:
        image = _picture(source, layout)
    except VisionError as error:
        key = f"doctor-camera-{source.kind}"
        advice = words.text(key) if words.has(key) else ""
        return Check("camera", FAILED, words.text("doctor-camera-none", source=source.called, reason=str(error)), advice), None
    height, width = image.shape[:2]
    found = words.text("doctor-camera-ok", source=source.called, width=str(width), height=str(height))
    return Check("camera", OK, found), image


def _picture(source: Source, layout: Layout) -> Image:
    with _camera(source, layout) as camera:
        for _ in range(SETTLING_FRAMES if source.live else 0):
            camera.read()
        return camera.read().image


def _camera(source: Source, layout: Layout) -> Camera:
    if source.kind == "virtual":
        return VirtualTable(layout, waiting(), speed="fast")
    return source.newest()


def check_mat(
    image: Image | None, layouts: tuple[Layout, ...], words: Catalogue
) -> tuple[Check, tuple[Layout, Registration] | None]:
    """Look for the mat and say how wide a card is seen on it. Hands back where it lies, None where it was not found."""
    if image is None:
        return Check("mat", SKIPPED, words.text("doctor-no-picture")), None
    found = _mat_in(image, layouts)
    if found is None:
        return Check("mat", FAILED, words.text("doctor-mat-none"), words.text("doctor-mat-none-advice")), None
    layout, registration = found
    card_px = profile_for(layout, registration).card_px
    values = {"seen": len(registration.seen), "of": len(layout.fiducials), "width": round(card_px)}
    said = words.text("doctor-mat-ok" if layout.fiducials else "doctor-mat-by-hand", **values)
    if card_px < MIN_READABLE_CARD_PX:
        return Check("mat", WARNING, said, words.text("doctor-mat-small", needed=round(MIN_READABLE_CARD_PX))), found
    if layout.fiducials and len(registration.seen) < min(MARKERS, len(layout.fiducials)):
        return Check("mat", WARNING, said, words.text("doctor-mat-hidden")), found
    return Check("mat", OK, said), found


def _mat_in(image: Image, layouts: tuple[Layout, ...]) -> tuple[Layout, Registration] | None:
    """The mat of which most markers are seen."""
    seen = [(layout, register_mat(image, layout) if layout.fiducials else register_pixels()) for layout in layouts]
    found = [(layout, registration) for layout, registration in seen if registration is not None]
    return max(found, key=lambda pair: (len(pair[1].seen), -pair[1].error_px), default=None)


def check_light(image: Image | None, found: tuple[Layout, Registration] | None, words: Catalogue) -> Check:
    """Is the mat, or the whole picture where no mat was found, lit so that cards can be read?"""
    if image is None:
        return Check("light", SKIPPED, words.text("doctor-no-picture"))
    light = light_of(_mat_from_above(image, *found) if found and found[0].fiducials else image)
    said = words.text(
        "doctor-light", mean=round(light.mean), clipped=round(100 * light.clipped, 1), contrast=round(light.contrast)
    )
    if light.mean < BLIND:
        return Check("light", FAILED, said, words.text("doctor-light-dark"))
    trouble = next((name for name, is_so in TROUBLES.items() if is_so(light)), "")
    return Check("light", WARNING, said, words.text(f"doctor-light-{trouble}")) if trouble else Check("light", OK, said)


def light_of(image: Image) -> MeasuredLight:
    """Measure the light. `image`: (H, W, 3) uint8 BGR."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    dark, light = np.percentile(gray, [5, 95])
    return MeasuredLight(float(gray.mean()), float((image.min(axis=2) >= 254).mean()), float(light - dark))


def _mat_from_above(image: Image, layout: Layout, registration: Registration) -> Image:
    return rectify(image, registration.to_picture, (0.0, 0.0, *layout.size_mm), 1.0)


# --- the machine


def check_signals(config: Config, words: Catalogue) -> Check:
    """Open the signal device, and give it back. Its check has the name that lamps had when all of them hung on pins."""
    device, wires = device_of(config), wires_of(config)
    if not device.wired:
        return Check("gpio", SKIPPED, words.text("doctor-signals-off", signals=device.name))
    try:
        signals = device.opened(wires, lambda name: None)
        through = signals.through
        signals.close()
    except HardwareError as error:
        return Check("gpio", FAILED, str(error), words.text(f"doctor-signals-{device.kind}-advice"))
    bare = f"doctor-signals-{device.kind}-no-pins"
    if not wires.pins and words.has(bare):
        return Check("gpio", WARNING, words.text(bare), words.text(f"{bare}-advice"))
    pins = ", ".join(map(str, wires.pins))
    return Check("gpio", OK, words.text(f"doctor-signals-{device.kind}", pins=pins, through=through))


def check_zbar(words: Catalogue, read: Callable[[Image], object] = read_controls) -> Check:
    """Can QR control cards be read? `read`: the reader of control cards."""
    try:
        read(np.full((32, 32, 3), 255, np.uint8))
    except ReaderUnavailable:
        return Check("zbar", FAILED, words.text("doctor-zbar-none"), words.text("doctor-zbar-none-advice"))
    return Check("zbar", OK, words.text("doctor-zbar-ok"))


def check_disk(state: Path, words: Catalogue) -> Check:
    """Can the journal be written, and is there room for it?"""
    folder = next(path for path in (state, *state.absolute().parents) if path.is_dir())
    try:
        with tempfile.TemporaryFile(dir=folder):
            free = shutil.disk_usage(folder).free // 1_000_000
    except OSError as error:
        found = words.text("doctor-disk-read-only", path=str(state), reason=error.strerror or str(error))
        return Check("disk", FAILED, found, words.text("doctor-disk-read-only-advice"))
    found = words.text("doctor-disk-ok", path=str(state), free=free)
    if free < LITTLE_ROOM:
        return Check("disk", FAILED if free < NO_ROOM else WARNING, found, words.text("doctor-disk-full"))
    return Check("disk", OK, found)


def check_clock(now: float, synchronised: bool | None, words: Catalogue) -> Check:
    """Is the date plausible and kept by the network? A Raspberry Pi has no battery for its clock. `synchronised`: None = unknown."""
    said = datetime.fromtimestamp(now).isoformat(" ", "minutes")
    if now < EARLIEST:
        return Check("clock", FAILED, words.text("doctor-clock-wrong", now=said), words.text("doctor-clock-wrong-advice"))
    if synchronised is False:
        return Check("clock", WARNING, words.text("doctor-clock-alone", now=said), words.text("doctor-clock-alone-advice"))
    return Check("clock", OK, words.text("doctor-clock-ok" if synchronised else "doctor-clock-unknown", now=said))


def clock_synchronised() -> bool | None:
    """Does systemd say that the clock follows the network's? None where it does not say."""
    said = said_by("timedatectl", "show", "--property=NTPSynchronized", "--value").strip()
    return {"yes": True, "no": False}.get(said)


def check_network(web: Web, words: Catalogue) -> Check:
    """Is the port free, or the companion's own already, and by which addresses do phones reach it?"""
    try:
        listen(web.host, web.port).close()
    except AddressInUse:
        if not _answers(web):
            found = words.text("doctor-network-taken", port=str(web.port))
            return Check("network", FAILED, found, words.text("doctor-network-taken-advice"))
    except OSError as error:
        found = words.text("doctor-network-refused", reason=error.strerror or str(error))
        return Check("network", FAILED, found, words.text("doctor-network-refused-advice"))
    if is_loopback(web.host):
        found = words.text("doctor-network-loopback", url=_url("127.0.0.1", web.port))
        return Check("network", OK, found, words.text("doctor-network-loopback-advice"))
    return reachable(web, own_addresses(), words)


def reachable(web: Web, addresses: list[str], words: Catalogue) -> Check:
    """By which addresses do phones reach this machine? `addresses`: its own, the likeliest first."""
    if not addresses:
        return Check("network", WARNING, words.text("doctor-network-none"), words.text("doctor-network-none-advice"))
    name = socket.gethostname().split(".")[0] + ".local"
    named = Path("/run/avahi-daemon/socket").exists()  # what answers for names in .local
    urls = " ".join(_url(host, web.port) for host in ([name, *addresses] if named else addresses))
    found = words.text("doctor-network-ok", urls=urls)
    return Check("network", OK, found, "" if named else words.text("doctor-network-no-name", name=name))


def _url(host: str, port: int) -> str:
    return f"http://{host}:{port}/"


def _answers(web: Web) -> bool:
    """Is it a companion that listens on the port?"""
    host = "127.0.0.1" if web.host in ("0.0.0.0", "::") else f"[{web.host}]" if ":" in web.host else web.host
    try:
        with urllib.request.urlopen(_url(host, web.port) + "healthz", timeout=2) as answer:
            return bool(json.loads(answer.read(1000))["status"] == "ok")
    except urllib.error.HTTPError as error:
        return error.code == 503  # it is one, and not well
    except (OSError, ValueError, KeyError, TypeError):
        return False
