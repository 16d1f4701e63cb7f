"""When should a camera hold its exposure, white balance and focus? Once the mat lies still in good light; until the light has changed.

A reader learned under one light wants the same for the whole evening, and an exposure that follows each sleeve changes every colour on
the table. But a camera that holds what it had before somebody switched the lamp on sees nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

HOLD_AFTER = 2.0
"""Seconds for which the mat lies still under the eye, no hand over it, before the camera holds what it has."""

LET_GO_AFTER = 3.0
"""Seconds of another light after which it lets go."""

DIMMEST_HELD, BRIGHTEST_HELD = 30.0, 225.0
"""Mean grey levels between which a picture is worth holding."""

OTHER_LIGHT = 1.6
"""How many times as bright, or as dark, as when it was held a picture may be."""


@runtime_checkable
class Holdable(Protocol):
    """A camera whose exposure, white balance and focus follow what it sees, or are held where they now are."""

    def hold(self, held: bool) -> None: ...


@runtime_checkable
class Fixable(Protocol):
    """A camera that says what it holds, and takes that again on another day."""

    @property
    def held(self) -> Mapping[str, float]:
        """What it was last told to hold, in the camera's own units by name; {} before."""
        ...

    def fix(self, settings: Mapping[str, float]) -> None:
        """Hold these from now on. What it does not know is left alone."""
        ...


def hold_of(camera: object) -> Callable[[bool], None] | None:
    """How a camera is told to hold, or to follow the light again; None for one that cannot."""
    return camera.hold if isinstance(camera, Holdable) else None


@dataclass(frozen=True, slots=True)
class Holding:
    """`level`: mean grey level of the picture when the camera was told to hold, None while it follows the light. `since`: since when
    there has been reason to change that, None if there is none."""

    level: float | None = None
    since: float | None = None


def attend(holding: Holding, calm: bool, level: float, at: float) -> tuple[Holding, bool | None]:
    """One frame further: what the camera is to be told, None for nothing. `calm`: the mat lies where it is known to lie and no hand is
    over the table; `level`: mean grey level of the picture."""
    if not _due(holding, calm, level):
        return replace(holding, since=None), None
    since = at if holding.since is None else holding.since
    if at - since < (HOLD_AFTER if holding.level is None else LET_GO_AFTER):
        return replace(holding, since=since), None
    held = holding.level is None
    return Holding(level if held else None), held


def _due(holding: Holding, calm: bool, level: float) -> bool:
    """Is there reason to hold, or to let go?"""
    if holding.level is None:
        return calm and DIMMEST_HELD <= level <= BRIGHTEST_HELD
    return level > holding.level * OTHER_LIGHT or level * OTHER_LIGHT < holding.level
