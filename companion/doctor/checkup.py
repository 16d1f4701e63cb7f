"""Checks of a running companion, without taking camera and pins away."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from companion.doctor.check import FAILED, OK, SKIPPED, WARNING, Check
from companion.doctor.checks import (
    check_clock,
    check_disk,
    check_light,
    check_mat,
    check_reachability,
    check_reading,
    check_zbar,
    is_clock_synchronised,
    layouts_of,
)
from companion.doctor.club_check import check_running_club
from companion.doctor.machine_checks import check_machine
from companion.machine.config import ClubSettings, Config, device_of
from companion.machine.network.addresses import own_addresses
from companion.machine.pace import Pace
from companion.shown.words.messages import Catalogue, catalogue
from companion.sources.sources import find_source
from vision.cameras.sources import Source
from vision.types import Image
from web.door.access import is_loopback

REUSE_CHECKS_S = 5.0  # seconds for which results are reused: forty phones may ask; guess
MIN_FRAME_RATE_HZ = 4.0  # below so many frames a second, plays may be seen late; guess


class Watching(Protocol):
    """What the checks ask of the eye: the last frame, (H, W, 3) uint8 BGR or None, and the pace."""

    @property
    def last_image(self) -> Image | None: ...

    @property
    def pace(self) -> Pace: ...


class Checkup:
    """Runs all checks when asked, at most every `REUSE_CHECKS_S`. From any thread.

    `state`: the state directory. `signs`: current trouble by part. `clock`: rising seconds. `club`: the
    club that is told, None = of the configuration.
    """

    def __init__(
        self,
        config: Config,
        state: Path,
        eye: Watching,
        signs: Callable[[], Mapping[str, str]],
        clock: Callable[[], float] = time.monotonic,
        club: Callable[[], ClubSettings] | None = None,
    ) -> None:
        self._config, self._state, self._eye, self._signs, self._clock = config, state, eye, signs, clock
        self._club = club or (lambda: config.club)
        self._lock = threading.Lock()
        self._found: dict[str, tuple[float, tuple[Check, ...]]] = {}

    def __call__(self, language: str) -> tuple[Check, ...]:
        """All checks, in `language`; results younger than `REUSE_CHECKS_S` are given again."""
        with self._lock:
            at, found = self._found.get(language, (float("-inf"), ()))
            if self._clock() - at >= REUSE_CHECKS_S:
                found = self._examine_running(catalogue(language))
                self._found[language] = self._clock(), found
            return found

    def _examine_running(self, words: Catalogue) -> tuple[Check, ...]:
        """All checks of a running companion, from its last frame and its trouble; the camera is not opened."""
        image, signs, web = self._eye.last_image, self._signs(), self._config.web
        mat, lies = check_mat(image, layouts_of(self._config), words)
        disk, trouble = check_disk(self._state, words), signs.get("journal", "")
        if trouble and disk.status == OK:
            disk = Check("disk", FAILED, trouble, words.text("doctor-disk-full"))
        if is_loopback(web.host):
            network = Check("network", OK, words.text("doctor-network-loopback", url=f"http://127.0.0.1:{web.port}/"))
        else:
            network = check_reachability(web, own_addresses(), words)
        return (
            check_eye(self._config, image, self._eye.pace, signs.get("eye", ""), words),
            check_lamps(self._config, signs.get("lamps", ""), words),
            mat,
            check_light(image, lies, words),
            check_zbar(words),
            check_reading(words),
            disk,
            *check_machine(self._state, words),
            check_clock(time.time(), is_clock_synchronised(), words),
            network,
            *check_running_club(self._club(), signs.get("club", ""), words),
        )


def check_eye(config: Config, image: Image | None, pace: Pace, trouble: str, words: Catalogue) -> Check:
    """Does the camera give pictures, and does the eye keep pace? `image`: the last frame, None = none yet. `trouble`: what is
    wrong with the eye, "" = nothing. Only a live source can be too slow."""
    source = find_source(config.eye.source)
    if trouble or image is None:
        key = f"doctor-camera-{source.kind}"
        said = "doctor-camera-none" if trouble else "doctor-no-picture-yet"
        found = words.text(said, source=_camera_in_words(source, words), reason=trouble)
        return Check(
            "camera", FAILED if trouble else WARNING, found, words.text(key) if trouble and words.has_text(key) else ""
        )
    height, width = image.shape[:2]
    found = words.text("doctor-camera-ok", source=_camera_in_words(source, words), width=str(width), height=str(height))
    kept = words.text("doctor-camera-pace", rate=f"{pace.rate:.0f}", percent=round(100 * pace.dropped_share))
    if source.live and 0 < pace.rate < MIN_FRAME_RATE_HZ:
        return Check("camera", WARNING, f"{found}; {kept}", words.text("doctor-camera-slow"))
    return Check("camera", OK, f"{found}; {kept}")


def _camera_in_words(source: Source, words: Catalogue) -> str:
    """What people call a camera; files keep their name."""
    id = f"doctor-source-{source.kind}"
    return words.text(id, name=source.called) if words.has_text(id) else source.name


def check_lamps(config: Config, trouble: str, words: Catalogue) -> Check:
    """Does the running signal device work? Nothing is opened; a device without wires is skipped. `trouble`: what is wrong
    with the device, "" = nothing."""
    device = device_of(config)
    if trouble:
        found = words.text("doctor-signals-failed", signals=device.name, reason=trouble)
        return Check("gpio", FAILED, found, words.text(f"doctor-signals-{device.kind}-advice") if device.wired else "")
    if not device.wired:
        own = f"doctor-device-{device.kind}"
        said = words.text(own) if words.has_text(own) else words.text("doctor-signals-off", signals=device.name)
        return Check("gpio", SKIPPED, said)
    return Check("gpio", OK, words.text("doctor-signals-set", signals=device.name))
