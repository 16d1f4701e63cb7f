"""The checks of `companion doctor`. Each small function hands back what was found and what to do.

A missing camera is no exception, but a failed `Check`.
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
from companion.doctor.club_check import check_club
from companion.doctor.machine_checks import check_machine
from companion.games.sheets import list_games
from companion.machine.config import Config, Web, device_of
from companion.machine.lamps import wires_of
from companion.machine.network.addresses import output_of, own_addresses
from companion.shown.words.dates import say_moment
from companion.shown.words.messages import Catalogue
from companion.sources.bare import NO_MAT
from companion.sources.sources import find_source, layout_for
from hardware.errors import HardwareError
from vision.cameras.sources import Source
from vision.control_cards.controls import read_controls
from vision.drawn.table.acts import make_waiting_script
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import ReaderUnavailable, VisionError
from vision.onnx import Engine, find_engine
from vision.place.fiducials import Registration, register_mat, register_pixels
from vision.place.layout import Layout
from vision.place.profile import MIN_READABLE_CARD_PX, profile_for
from vision.plane.homography import rectify
from vision.types import Image
from web.door.access import is_loopback
from web.errors import AddressInUse
from web.wire.serve import listen_at

SETTLING_FRAMES = 15  # frames of a live camera until the exposure has settled, about a second; guess
MIN_COMFORTABLE_FREE_MB = 500  # less room in the state directory is warned of, unless below `MIN_FREE_MB`; guess
MIN_FREE_MB = 50  # with less room the check fails: nothing can be trusted to be kept; guess
EARLIEST_PLAUSIBLE_TIME = datetime(2026, 1, 1).timestamp()  # no right clock shows less: the companion is younger
MIN_MARKERS_SEEN = 4  # markers that should be seen, or all of a mat with fewer, so that hands may hide some; guess
MIN_MAT_GREY = 60.0  # mean grey level of the mat below which cards are read badly; guess
MIN_PAPER_GREY = 120.0  # grey level of the lightest things on a table below which cards are read badly; guess
MAX_MAT_GREY = 235.0  # mean grey level of the mat above which cards are read badly; guess
MIN_READABLE_GREY = 12.0  # mean grey level of the mat below which nothing is read; guess
MAX_CLIPPED_SHARE = 0.05  # share of pure white pixels above which a lamp is mirrored or the picture overexposed; guess
MIN_MAT_CONTRAST_GREY = 60.0  # grey levels between the darkest and lightest twentieth of the mat, ink on paper; guess


@dataclass(frozen=True, slots=True)
class MeasuredLight:
    """How a picture is lit, in grey levels (0 to 255)."""

    mean: float
    clipped: float  # share of pure white pixels
    contrast: float  # between the darkest twentieth and `lightest`
    lightest: float  # the lightest twentieth of a mat; of a table without one the lightest hundredth: its cards


TROUBLES: Mapping[str, Callable[[MeasuredLight], bool]] = {
    "dim": lambda light: light.mean < MIN_MAT_GREY and light.lightest < MIN_PAPER_GREY,
    "glaring": lambda light: light.mean > MAX_MAT_GREY,
    "clipped": lambda light: light.clipped > MAX_CLIPPED_SHARE,
    "flat": lambda light: light.contrast < MIN_MAT_CONTRAST_GREY,
}
"""What may be wrong with the light, worst first; each name ends the id of the advice."""


def examine_installation(config: Config, state: Path, words: Catalogue, now: float) -> tuple[Check, ...]:
    """All checks of an installation. `state`: the state directory. `now`: seconds since 1970. Raises `ConfigError` and
    `LayoutError` where the configuration names an impossible source or mat file."""
    layouts = layouts_of(config)
    camera, image = check_camera(find_source(config.eye.source), layouts[0], words)
    mat, found = check_mat(image, layouts, words)
    if config.eye.mat == NO_MAT and image is not None and found is None:
        mat = Check("mat", OK, words.text("doctor-mat-unneeded"))
    return (
        camera,
        check_signals(config, words),
        *examine_without_config(state, words, now),
        check_network(config.web, words),
        *check_club(config.club, words),
        mat,
        check_light(image, found, words),
    )


def examine_without_config(state: Path, words: Catalogue, now: float) -> tuple[Check, ...]:
    """The checks that need no configuration. `state`: the state directory. `now`: seconds since 1970."""
    return (
        check_zbar(words),
        check_reading(words),
        check_disk(state, words),
        *check_machine(state, words),
        check_clock(now, is_clock_synchronised(), words),
    )


def layouts_of(config: Config) -> tuple[Layout, ...]:
    """The mats to expect on the table: the configured mat, else the mats of all games."""
    return (
        (layout_for("", config.eye.mat),)
        if config.eye.mat not in ("", NO_MAT)
        else tuple(layout_for(game) for game in list_games())
    )


# --- the camera and what it sees


def check_camera(source: Source, layout: Layout, words: Catalogue) -> tuple[Check, Image | None]:
    """The check, and a picture of the source, (H, W, 3) uint8 BGR, None where the check failed. `layout`: the mat to draw on
    the virtual table."""
    drawn = source.kind == "virtual"
    try:
        with VirtualTable(layout, make_waiting_script(), speed="fast") if drawn else source.newest() as camera:
            for _ in range(SETTLING_FRAMES if source.live else 0):
                camera.read()
            image = camera.read().image
    except VisionError as error:
        key = f"doctor-camera-{source.kind}"
        advice = words.text(key) if words.has_text(key) else ""
        return Check("camera", FAILED, words.text("doctor-camera-none", source=source.called, reason=str(error)), advice), None
    height, width = image.shape[:2]
    found = words.text("doctor-camera-ok", source=source.called, width=str(width), height=str(height))
    return Check("camera", OK, found), image


def check_mat(
    image: Image | None, layouts: tuple[Layout, ...], words: Catalogue
) -> tuple[Check, tuple[Layout, Registration] | None]:
    """The check, and where the mat lies in `image` (None = not found): of `layouts`, the mat with the most visible markers. A
    mat without markers counts as placed by hand. The check tells how wide a card is seen."""
    if image is None:
        return Check("mat", SKIPPED, words.text("doctor-no-picture")), None
    seen = [(layout, register_mat(image, layout) if layout.fiducials else register_pixels()) for layout in layouts]
    lying = [(layout, registration) for layout, registration in seen if registration is not None]
    found = max(lying, key=lambda pair: (len(pair[1].seen), -pair[1].error_px), default=None)
    if found is None:
        return Check("mat", FAILED, words.text("doctor-mat-none"), words.text("doctor-mat-none-advice")), None
    layout, registration = found
    card_px = profile_for(layout, registration).card_px
    values = {"seen": len(registration.seen), "of": len(layout.fiducials), "width": round(card_px)}
    said = words.text("doctor-mat-ok" if layout.fiducials else "doctor-mat-by-hand", **values)
    if card_px < MIN_READABLE_CARD_PX:
        return Check("mat", WARNING, said, words.text("doctor-mat-small", needed=round(MIN_READABLE_CARD_PX))), found
    if layout.fiducials and len(registration.seen) < min(MIN_MARKERS_SEEN, len(layout.fiducials)):
        return Check("mat", WARNING, said, words.text("doctor-mat-hidden")), found
    return Check("mat", OK, said), found


def check_light(image: Image | None, found: tuple[Layout, Registration] | None, words: Catalogue) -> Check:
    """Is the mat lit well enough to read cards? `image`: None skips the check. `found`: the mat in `image`; without a mat,
    the whole picture is judged, and dim by its cards alone: the table may be dark."""
    if image is None:
        return Check("light", SKIPPED, words.text("doctor-no-picture"))
    if found and found[0].fiducials:
        image = rectify(image, found[1].to_picture, (0.0, 0.0, *found[0].size_mm), 1.0)
        lightest_share = 0.05
    else:
        lightest_share = 0.01
    light = measure_grey_levels(image, lightest_share)
    said = words.text(
        "doctor-light", mean=round(light.mean), clipped=round(100 * light.clipped, 1), contrast=round(light.contrast)
    )
    if light.mean < MIN_READABLE_GREY:
        return Check("light", FAILED, said, words.text("doctor-light-dark"))
    trouble = next((name for name, is_so in TROUBLES.items() if is_so(light)), "")
    return Check("light", WARNING, said, words.text(f"doctor-light-{trouble}")) if trouble else Check("light", OK, said)


def measure_grey_levels(image: Image, lightest_share: float) -> MeasuredLight:
    """The light of `image`, (H, W, 3) uint8 BGR. `lightest_share`: the share of pixels that is taken for its paper."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    dark, light = np.percentile(gray, [5, 100 * (1 - lightest_share)])
    clipped = float((image.min(axis=2) >= 254).mean())
    return MeasuredLight(float(gray.mean()), clipped, float(light - dark), float(light))


# --- the machine


def check_signals(config: Config, words: Catalogue) -> Check:
    """Can the signal device be opened? The device is given back. The check is named "gpio", as when all lamps hung on pins."""
    device, wires = device_of(config), wires_of(config)
    if not device.wired:
        return Check("gpio", SKIPPED, words.text("doctor-signals-off", signals=device.name))
    try:
        signals = device.open_signals(wires, lambda name: None)
        through = signals.through
        signals.close()
    except HardwareError as error:
        return Check("gpio", FAILED, str(error), words.text(f"doctor-signals-{device.kind}-advice"))
    bare = f"doctor-signals-{device.kind}-no-pins"
    if not wires.all_pins and words.has_text(bare):
        return Check("gpio", WARNING, words.text(bare), words.text(f"{bare}-advice"))
    pins = ", ".join(map(str, wires.all_pins))
    return Check("gpio", OK, words.text(f"doctor-signals-{device.kind}", pins=pins, through=through))


def check_zbar(words: Catalogue, read: Callable[[Image], object] = read_controls) -> Check:
    """Can control cards with QR codes be read? `read`: the reader of control cards."""
    try:
        read(np.full((32, 32, 3), 255, np.uint8))
    except ReaderUnavailable:
        return Check("zbar", FAILED, words.text("doctor-zbar-none"), words.text("doctor-zbar-none-advice"))
    return Check("zbar", OK, words.text("doctor-zbar-ok"))


def check_reading(words: Catalogue, engine: Engine | None = None) -> Check:
    """What runs the networks that read cards. `engine`: as of `find_engine`, found now if None."""
    engine = engine or find_engine()
    id = "doctor-reading-quick" if engine.is_quick else "doctor-reading-slow"
    return Check("reading", OK, words.text(id, engine=engine.name))


def check_disk(state: Path, words: Catalogue) -> Check:
    """Can the journal be written into the state directory `state`, and is the disk large enough? For a missing directory, the
    nearest folder above is tried."""
    folder = next(path for path in (state, *state.absolute().parents) if path.is_dir())
    try:
        with tempfile.TemporaryFile(dir=folder):
            free = shutil.disk_usage(folder).free // 1_000_000
    except OSError as error:
        found = words.text("doctor-disk-read-only", path=str(state), reason=error.strerror or str(error))
        return Check("disk", FAILED, found, words.text("doctor-disk-read-only-advice"))
    found = words.text("doctor-disk-ok", path=str(state), free=free)
    if free < MIN_COMFORTABLE_FREE_MB:
        return Check("disk", FAILED if free < MIN_FREE_MB else WARNING, found, words.text("doctor-disk-full"))
    return Check("disk", OK, found)


def check_clock(now: float, synchronised: bool | None, words: Catalogue) -> Check:
    """Is the date plausible and kept by the network? A Raspberry Pi has no battery for the clock. `now`: seconds since 1970.
    `synchronised`: None = unknown, which passes."""
    said = say_moment(now, words.language)
    if now < EARLIEST_PLAUSIBLE_TIME:
        return Check("clock", FAILED, words.text("doctor-clock-wrong", now=said), words.text("doctor-clock-wrong-advice"))
    if synchronised is False:
        return Check("clock", WARNING, words.text("doctor-clock-alone", now=said), words.text("doctor-clock-alone-advice"))
    return Check("clock", OK, words.text("doctor-clock-ok" if synchronised else "doctor-clock-unknown", now=said))


def is_clock_synchronised() -> bool | None:
    """Does the clock follow the network by the word of systemd? None where systemd does not say."""
    said = output_of("timedatectl", "show", "--property=NTPSynchronized", "--value").strip()
    return {"yes": True, "no": False}.get(said)


def check_network(web: Web, words: Catalogue) -> Check:
    """Is the port free, or taken by the companion itself, and can phones reach the machine?"""
    try:
        listen_at(web.host, web.port).close()
    except AddressInUse:
        if not _is_companion_answering(web):
            found = words.text("doctor-network-taken", port=str(web.port))
            return Check("network", FAILED, found, words.text("doctor-network-taken-advice"))
    except OSError as error:
        found = words.text("doctor-network-refused", reason=error.strerror or str(error))
        return Check("network", FAILED, found, words.text("doctor-network-refused-advice"))
    if is_loopback(web.host):
        found = words.text("doctor-network-loopback", url=_http_url("127.0.0.1", web.port))
        return Check("network", OK, found, words.text("doctor-network-loopback-advice"))
    return check_reachability(web, own_addresses(), words)


def check_reachability(web: Web, addresses: list[str], words: Catalogue) -> Check:
    """Can phones reach the machine, and by what addresses? `addresses`: of the machine, likeliest first; the name in .local
    is added where announced."""
    if not addresses:
        return Check("network", WARNING, words.text("doctor-network-none"), words.text("doctor-network-none-advice"))
    name = socket.gethostname().split(".")[0] + ".local"
    named = Path("/run/avahi-daemon/socket").exists()  # what answers for names in .local
    urls = " ".join(_http_url(host, web.port) for host in ([name, *addresses] if named else addresses))
    found = words.text("doctor-network-ok", urls=urls)
    return Check("network", OK, found, "" if named else words.text("doctor-network-no-name", name=name))


def _http_url(host: str, port: int) -> str:
    return f"http://{host}:{port}/"


def _is_companion_answering(web: Web) -> bool:
    """Does a companion listen on the port, well or in trouble? Waits up to 2 s."""
    host = "127.0.0.1" if web.host in ("0.0.0.0", "::") else f"[{web.host}]" if ":" in web.host else web.host
    try:
        with urllib.request.urlopen(_http_url(host, web.port) + "healthz", timeout=2) as answer:
            return bool(json.loads(answer.read(1000))["status"] == "ok")
    except urllib.error.HTTPError as error:
        return error.code == 503  # it is one, and not well
    except (OSError, ValueError, KeyError, TypeError):
        return False
