"""Sources of frames by the names that people give them. Each kind of camera is one file of this folder, and nothing else names it.

A file is a kind of camera if it says how it is asked for: see `CameraKind`. `latest.py`, `usb.py` and this file are none.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cache
from typing import Protocol, cast

import vision.cameras
from vision.cameras.latest import LatestFrame
from vision.types import Camera


class CameraKind(Protocol):
    """What a camera's file declares.

    A file may also have `called(name)`: what people call the camera of that name; `lasting(name)`: the name of that camera on another day;
    `plugged_in()`: the cameras that are there, their names and what they are called.
    """

    HELP: str  # how it is asked for, as an example ("v4l2:0") or in words ("a video file")
    LIVE: bool  # frames come by themselves, so that the newest counts and older ones may be dropped

    def fits(self, name: str) -> bool:
        """Does this name ask for a camera of this kind?"""
        ...

    def opened(self, name: str, first: int = 0, last: int | None = None) -> Camera:
        """The camera of a name that fits. `first`, `last`: the frames of a recording to give (from 0, last included).

        Raises `CameraUnavailable`.
        """
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """Where frames come from."""

    kind: str  # name of the file in this folder
    name: str  # as it was asked for
    live: bool = False  # see `CameraKind`

    @property
    def called(self) -> str:
        """What people call it: a camera that has a name by that, with what it was asked for as."""
        called = getattr(_kinds().get(self.kind), "called", None)
        return str(called(self.name)) if called else self.name

    @property
    def lasting(self) -> str:
        """The name by which the same camera is asked for on another day."""
        lasting = getattr(_kinds().get(self.kind), "lasting", None)
        return str(lasting(self.name)) if lasting else self.name

    def opened(self, first: int = 0, last: int | None = None) -> Camera:
        """The camera itself, with every frame it gives. `first`, `last`: see `CameraKind.opened`. Raises `CameraUnavailable`."""
        return _kinds()[self.kind].opened(self.name, first, last)

    def newest(self, first: int = 0, last: int | None = None) -> Camera:
        """The camera, of a live one only the newest frame. `first`, `last`: see `CameraKind.opened`. Raises `CameraUnavailable`.

        What comes while nobody reads is dropped, and a camera that says nothing for a while is given up.
        """
        camera = self.opened(first, last)
        return LatestFrame(camera) if self.live else camera


def source_named(name: str) -> Source | None:
    """The source that a name asks for, None if no kind of camera knows it."""
    return next((Source(kind, name, module.LIVE) for kind, module in _kinds().items() if module.fits(name)), None)


def examples(live_only: bool = False) -> tuple[str, ...]:
    """How each kind of camera is asked for, live ones first."""
    return tuple(module.HELP for module in _kinds().values() if module.LIVE or not live_only)


def plugged_in() -> dict[str, str]:
    """The cameras that are known to be there: the names of their sources, and what people call them."""
    return {
        name: called for module in _kinds().values() for name, called in getattr(module, "plugged_in", dict[str, str])().items()
    }


@cache
def _kinds() -> dict[str, CameraKind]:
    """The kinds of camera by the names of their files, live ones first: a file may have any name, also that of a camera."""
    names = [found.name for found in pkgutil.iter_modules(vision.cameras.__path__)]
    modules = {name: importlib.import_module(f"vision.cameras.{name}") for name in names if name != "sources"}
    kinds = {name: cast(CameraKind, module) for name, module in modules.items() if hasattr(module, "HELP")}
    return dict(sorted(kinds.items(), key=lambda pair: (not pair[1].LIVE, pair[0])))
