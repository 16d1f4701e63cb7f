"""Sources of frames by name. Each kind of camera is a file of this folder, named nowhere else.

A file with the declarations of `CameraKind` is a kind of camera. `asked_for.py`, `frames.py`, `latest.py`, `usb.py` and this file are not.
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
    """What a camera's file declares, `HELP` and `LIVE` in one line: `HELP, LIVE = "v4l2:0", True`. `asked_for.py` reads that line.

    A file may also have `called(name)`: the camera's name for people; `lasting(name)`: the name of the same camera on another day;
    `plugged_in()`: names of present cameras, and names for people.
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
        """The source for people: the camera's own name, if any, with the name asked for."""
        called = getattr(_kinds().get(self.kind), "called", None)
        return str(called(self.name)) if called else self.name

    @property
    def lasting(self) -> str:
        """The name of the same camera on another day."""
        lasting = getattr(_kinds().get(self.kind), "lasting", None)
        return str(lasting(self.name)) if lasting else self.name

    def opened(self, first: int = 0, last: int | None = None) -> Camera:
        """The camera itself, with every frame it gives. `first`, `last`: see `CameraKind.opened`. Raises `CameraUnavailable`."""
        return _kinds()[self.kind].opened(self.name, first, last)

    def newest(self, first: int = 0, last: int | None = None) -> Camera:
        """The camera, of a live one only the newest frame. `first`, `last`: see `CameraKind.opened`. Raises `CameraUnavailable`.

        Frames unread in time are dropped, and a silent camera is given up.
        """
        camera = self.opened(first, last)
        return LatestFrame(camera) if self.live else camera


def source_named(name: str) -> Source | None:
    """The source of a name, None if no kind of camera knows the name."""
    return next((Source(kind, name, module.LIVE) for kind, module in _kinds().items() if module.fits(name)), None)


def plugged_in() -> dict[str, str]:
    """The cameras plugged in: name of the source, and name for people. Only kinds that can tell are asked."""
    return {
        name: called for module in _kinds().values() for name, called in getattr(module, "plugged_in", dict[str, str])().items()
    }


@cache
def _kinds() -> dict[str, CameraKind]:
    """The kinds of camera by file name, live kinds first: a recording may bear any name, even a camera's."""
    names = [found.name for found in pkgutil.iter_modules(vision.cameras.__path__)]
    modules = {name: importlib.import_module(f"vision.cameras.{name}") for name in names if name != "sources"}
    kinds = {name: cast(CameraKind, module) for name, module in modules.items() if hasattr(module, "HELP")}
    return dict(sorted(kinds.items(), key=lambda pair: (not pair[1].LIVE, pair[0])))
