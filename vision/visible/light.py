"""When should a camera hold exposure, white balance and focus? Once the mat lies still in good light; until the light has changed.

A reader learned under some light wants the same light all evening. An exposure following each sleeve changes every colour on the table.
But a camera still holding the light of before, after somebody switched the lamp on, sees nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class HoldLimits:
    """When a camera holds its light, and when it lets go."""

    change_after_s: float = 2.0  # guess; calm, or another light, for so long: the camera holds, or lets go
    max_level: float = 225.0  # guess; mean grey level above which a picture is not worth holding
    min_level: float = 255 - max_level  # the same, below which
    max_times: float = 1.6  # guess; a picture more times brighter or darker than when it was held shows another light


HOLD = HoldLimits()


@runtime_checkable
class Holdable(Protocol):
    """A camera with exposure, white balance and focus that follow the picture, or are held as they are."""

    def hold(self, held: bool) -> None:
        """Hold exposure, white balance and focus (True), or let them follow the light again."""
        ...


@runtime_checkable
class Fixable(Protocol):
    """A camera that tells the values it holds, and takes the same values again on another day."""

    @property
    def held(self) -> Mapping[str, float]:
        """What it was last told to hold, in the camera's own units by name; {} before."""
        ...

    def fix(self, settings: Mapping[str, float]) -> None:
        """Hold these from now on, in the camera's own units by name. What it does not know is left alone."""
        ...


def hold_of(camera: object) -> Callable[[bool], None] | None:
    """How a camera is told to hold, or to follow the light again; None for one that cannot."""
    return camera.hold if isinstance(camera, Holdable) else None


@dataclass(frozen=True, slots=True)
class Holding:
    """What the camera was told."""

    level: float | None = None  # mean grey level when it was told to hold, None while it follows the light
    since: float | None = None  # since when there has been reason to change that, None if there is none


def hold_light(holding: Holding, level: float, at: float, *, is_calm: bool) -> tuple[Holding, bool | None]:
    """The holding after another frame, and what the camera is to be told: hold (True), follow the light, None for nothing.

    `level`: mean grey level of the picture; `at`: seconds; `is_calm`: the mat lies where it is known to lie, and no hand is over it.
    """
    if holding.level is None:
        is_due = is_calm and HOLD.min_level <= level <= HOLD.max_level
    else:
        is_due = level > holding.level * HOLD.max_times or level * HOLD.max_times < holding.level
    if not is_due:
        return replace(holding, since=None), None
    since = at if holding.since is None else holding.since
    if at - since < HOLD.change_after_s:
        return replace(holding, since=since), None
    held = holding.level is None
    return Holding(level if held else None), held
