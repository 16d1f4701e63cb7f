"""A camera that changes exposure and white balance by itself, hands that do not leave: what lies there is told all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.filmed import frames
from tests.varied import varied
from tests.vision.watched_table import LAYOUT, RATE, SIZE, Pictures, reader, table
from vision.drawn.table.acts import Act, Lay, Rest, Wait
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import Lying, Reach, TableScene
from vision.types import Change, Hindered, Image, Lost, Moving, TableEvent
from vision.watcher import watch

Drift = Callable[[float], tuple[float, float, float]]
"""By how many times blue, green and red are brighter after so many seconds."""


def adjusted(shown: Iterable[Image], drift: Drift) -> Iterator[Image]:
    """What a camera that adjusts itself makes of these pictures."""
    for number, picture in enumerate(shown):
        gains = np.array(drift(number / RATE), np.float32)
        yield np.asarray(np.clip(np.rint(picture * gains), 0, 255), np.uint8)


def filmed(*script: Act) -> Iterator[Image]:
    """The pictures of a virtual table."""
    return (frame.image for frame in frames(table(script)))


def from_to(low: tuple[float, float, float], begin: float, seconds: float) -> Drift:
    """A camera whose colours go from as they are to `low`, from `begin` on, within so many seconds."""
    return lambda t: tuple(1 + (end - 1) * min(1.0, max(0.0, (t - begin) / seconds)) for end in low)  # type: ignore[return-value]


def told(shown: Iterable[Image]) -> list[TableEvent]:
    return list(watch(Pictures(shown), LAYOUT, {"card": reader()}))


def laid(happened: list[TableEvent]) -> list[tuple[str, str, bool]]:
    return [(one.zone, one.after, one.accepted) for one in happened if isinstance(one, Change)]


def said(happened: list[TableEvent]) -> list[tuple[str, ...]]:
    return [one.reasons for one in happened if isinstance(one, Hindered)]


SCRIPT = (Wait(2.0), Lay("up1", "47"), Wait(1.0), Lay("up2", "12"), Wait(2.0), Lay("up1", "88"), Wait(2.0))
DRIFTS = [
    from_to((0.55, 0.8, 1.25), 2.0, 5.0),  # white balance, as white cards come
    from_to((0.6, 0.6, 0.6), 2.0, 3.0),  # exposure
    from_to((1.3, 1.0, 0.75), 2.5, 2.0),
    lambda t: (1 + 0.2 * np.sin(0.9 * t), 1.0, 1 - 0.2 * np.sin(0.9 * t)),  # to and fro
]


@pytest.mark.whole
@varied("drift", DRIFTS, quick=2)
def test_every_card_is_told_while_the_camera_changes_its_colours(drift: Drift) -> None:
    happened = told(adjusted(filmed(*SCRIPT), drift))
    assert laid(happened) == [("up1", "47", True), ("up2", "12", True), ("up1", "88", True)]
    assert not [one for one in happened if isinstance(one, Lost)]


def test_a_camera_that_changes_its_colours_is_told_once() -> None:
    happened = told(adjusted(filmed(*SCRIPT), DRIFTS[0]))
    assert said(happened) == [("colours",)]


@pytest.mark.whole
@pytest.mark.parametrize("drift", [lambda t: (1.0, 1.0, 1.0), from_to((0.7, 0.7, 0.7), 2.0, 3.0)], ids=["steady", "dimmer"])
def test_a_camera_that_keeps_its_colours_is_not_blamed(drift: Drift) -> None:
    assert said(told(adjusted(filmed(*SCRIPT), drift))) == []


def test_an_empty_table_in_changing_colours_is_no_hand() -> None:
    happened = told(adjusted(filmed(Wait(9.0)), from_to((0.5, 0.8, 1.3), 2.0, 4.0)))
    assert not [one for one in happened if isinstance(one, Change | Moving)]


# --- hands that do not leave


def resting_on(zone: str, seconds: float) -> list[Image]:
    """A hand that trembles over a pile for so long, after the table lay free."""
    stage, scene = SceneRenderer(SIZE), TableScene(LAYOUT).with_pile("up2", (Lying("12", (192.0, 105.0)),))
    x, y = LAYOUT.zone(zone).middle_mm
    shown = [stage.render_picture(scene)] * round(2 * RATE)
    for number in range(round(seconds * RATE)):
        hand = Reach((x, y - 10 + 6 * np.sin(number)), 3.0, aside_mm=5 * float(np.cos(number)))
        shown.append(stage.render_picture(replace(scene, reaches=(hand,)), number))
    return shown


@pytest.mark.whole
def test_a_hand_that_stays_over_a_pile_is_told_after_ten_seconds_until_it_leaves() -> None:
    shown = resting_on("up1", 12.0)
    happened = told([*shown, *shown[: round(3 * RATE)]])
    assert said(happened) == [("hands",), ()]
    began = next(one.at for one in happened if isinstance(one, Moving))
    assert 9.5 <= next(one.at for one in happened if isinstance(one, Hindered)) - began <= 11.0


@pytest.mark.whole
def test_a_hand_that_stays_for_eight_seconds_is_not() -> None:
    shown = resting_on("up1", 8.0)
    assert said(told([*shown, *shown[: round(2 * RATE)]])) == []


@pytest.mark.whole
def test_a_pile_in_plain_view_beside_a_hand_that_stays_is_read() -> None:
    happened = told(
        filmed(Wait(1.0), Rest("draw", 9.0, 0), Wait(1.5), Lay("up1", "47", 2), Wait(1.0), Lay("up1", "6", 2), Wait(3.0))
    )
    assert laid(happened) == [("up1", "47", True), ("up1", "6", True)]
