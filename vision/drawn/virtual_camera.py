"""The virtual table: a camera that draws what it sees. A script of acts says what the hands do; frames come out as from any camera.

with VirtualTable(layout, [Lay("up1", "12"), Touch("draw")], speed="fast") as camera:
    while True:
        frame = camera.read()          # raises EndOfVideo when the script has ended
"""

from __future__ import annotations

import math
import random
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Literal, Self

from vision.board.chips import FLIPPED
from vision.drawn.acts import Act, Bump, Flip, Lay, Lift, LightChange, Nudge, ShowControl, Slide, Touch, Wait
from vision.drawn.boards import is_chip
from vision.drawn.control_cards import payload
from vision.drawn.direction_cards import direction_cards_of, facing_of
from vision.drawn.hands import DrawnHand
from vision.drawn.optics import Size
from vision.drawn.render import SHEET_MM, Lying, Reach, Scene, Stage, cell_zone
from vision.drawn.styles import NIGHT, Style
from vision.errors import EndOfVideo, LayoutError
from vision.table.layout import Layout, Zone
from vision.types import BACK, Face, Frame

_Path = Callable[[float], float]
APPROACH_S = 0.5
HOLD_S = 0.2
LEAVE_S = 0.45
PAUSE_S = 0.6
"""How long the table lies still after each act of a hand."""
_OUTSIDE_MM = 520.0
_CELL = re.compile(r"r\d+c\d+")
CHIP_GRIP_MM = 52.0
"""How far behind a chip the hand that holds it is gripped: it is held with the fingertips, 61 mm ahead of that."""
DRAW_PILE = 24
"""Cards drawn in a draw pile; how many there really are no camera above can see."""
UNTIDY_MM, UNTIDY_DEGREES = 15.0, 15.0
"""How far off and how much turned people lay cards at most."""


class VirtualTable:
    """A camera above a drawn table.

    `script`: what happens, one act after another; a script that must wait for something yields short `Wait`s. `speed`: "real"
    is never faster than the clock, "fast" never sleeps and lets `at` run at `fps`. `direction_cards`:
    whether direction cards lie beside the piles where the mat leaves room for them. The same arguments give the same frames.
    """

    def __init__(
        self,
        layout: Layout,
        script: Iterable[Act] = (),
        *,
        style: Style = NIGHT,
        speed: Literal["real", "fast"] = "real",
        seed: int = 0,
        fps: float = 15.0,
        size: Size = (1280, 720),
        title: str = "",
        names: Mapping[str, str] | None = None,
        scene: Scene | None = None,
        untidy: float = 1.0,
        direction_cards: bool = True,
    ) -> None:
        """`scene`: overrides pose, lens, light and table, cards that lie already; `untidy`: 0 laid exactly, 1 turned up to 15 degrees and
        shifted up to 15 mm off (less where the zone is too small), chips up to a third of their cell."""
        self._dice = random.Random(seed)
        self._layout, self._script = layout, iter(script)
        self._people = tuple(
            (DrawnHand(self._dice.randrange(5), self._dice.randrange(6), i == 2), side)
            for i, side in enumerate((0.0, 75.0, -75.0))
        )
        self._speed, self._fps, self._untidy = speed, fps, untidy
        first = scene or Scene(layout, style=style, title=title, names=tuple((names or {}).items()), seed=seed)
        self._scene = first if not direction_cards else replace(first, beside=(*first.beside, *direction_cards_of(layout)))
        self._scene = self._with_draw_piles(self._scene)
        self._stage = Stage(size)
        self._asked: deque[Act] = deque()
        self._lock = threading.Lock()
        self._log: list[tuple[float, Act]] = []
        self._frames = self._unroll()
        self._number = 0
        self._began: float | None = None

    # --- the camera

    def read(self) -> Frame:
        """The next frame. Raises `EndOfVideo` when the script has ended and nothing more was asked for."""
        self._keep_pace()
        try:
            scene = next(self._frames)
        except StopIteration:
            raise EndOfVideo("the script of the virtual table has ended") from None
        self._number += 1
        return Frame(self._stage.picture(self._lit(scene), self._number), self._clock())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._frames.close()

    def perform(self, act: Act) -> None:
        """Have a hand do this as soon as the script waits or between two of its acts. May be called from any thread. Raises
        `LayoutError` for a zone the mat does not have."""
        self._check(act)
        with self._lock:
            self._asked.append(act)

    @property
    def log(self) -> tuple[tuple[float, Act], ...]:
        """What was done, each with the time (of `Frame.at`) at which the hand had gone."""
        return tuple(self._log)

    @property
    def tops(self) -> dict[str, Face]:
        """The face each zone really shows now."""
        cells = [zone for zone, _ in self._scene.piles if _CELL.fullmatch(zone)]
        return {name: self._top(name) for name in [zone.name for zone in self._layout.zones if zone.kind != "board"] + cells}

    def _top(self, zone: str) -> Face:
        pile = self._scene.pile(zone)
        return pile[-1].face if pile else ""

    # --- time

    def _keep_pace(self) -> None:
        """In real time wait for the next frame's moment. A reader that is slower gets every frame later: the hands slow down with it,
        so that a busy machine never misses one."""
        if self._speed == "fast":
            return
        now = time.monotonic()
        due = (self._began or now) + (self._number + 1) / self._fps
        if due > now:
            time.sleep(due - now)
        self._began = max(now, due) - (self._number + 1) / self._fps

    def _clock(self) -> float:
        return self._number / self._fps

    def _lit(self, scene: Scene) -> Scene:
        """The lamp flickers slowly."""
        t = self._number / self._fps
        flicker = 1 + 0.012 * math.sin(t * 0.9) + 0.006 * math.sin(t * 2.3 + 1)
        return replace(scene, light=replace(scene.light, gain=scene.light.gain * flicker))

    # --- the script, unrolled frame by frame

    def _unroll(self) -> Generator[Scene, None, None]:
        yield from self._still(0.5)
        while (act := self._next()) is not None:
            yield from self._play(act)
        yield from self._still(0.3)

    def _next(self) -> Act | None:
        with self._lock:
            if self._asked:
                return self._asked.popleft()
        act = next(self._script, None)
        if act is not None:
            self._check(act)
        return act

    def _play(self, act: Act) -> Iterator[Scene]:
        match act:
            case Lay(zone, face):
                yield from self._lay(zone, face)
            case Lift(zone):
                yield from self._lift(zone)
            case Flip(zone):
                yield from self._flip(zone)
            case Nudge(zone, by_mm):
                yield from self._nudge(zone, by_mm)
            case Slide(zone, onto):
                yield from self._slide(zone, onto)
            case Touch(zone):
                yield from self._touch(zone)
            case ShowControl(code, seconds):
                yield from self._show(code, seconds)
            case Wait(seconds):
                yield from self._wait(seconds)
            case LightChange(gain):
                yield from self._light(gain)
            case Bump(mm, degrees):
                yield from self._bump(mm, degrees)
        if not isinstance(act, Wait):
            self._log.append((self._clock(), act))
            yield from self._still(PAUSE_S)

    def _still(self, seconds: float) -> Iterator[Scene]:
        for _ in range(max(1, round(seconds * self._fps))):
            yield self._scene

    def _wait(self, seconds: float) -> Iterator[Scene]:
        for _ in range(max(1, round(seconds * self._fps))):
            while self._asked:
                with self._lock:
                    act = self._asked.popleft()
                yield from self._play(act)
            yield self._scene

    def _lay(self, zone: str, face: Face) -> Iterator[Scene]:
        yield from self._put(zone, self._tossed(self._zone(zone), face, len(self._scene.pile(zone))))

    def _put(self, zone: str, card: Lying) -> Iterator[Scene]:
        reach = self._reach(card)
        yield from self._come(replace(reach, card=card))
        self._scene = self._scene.with_pile(zone, (*self._scene.pile(zone), card))
        yield from self._hold(reach, HOLD_S)
        yield from self._go(reach)

    def _lift(self, zone: str) -> Iterator[Scene]:
        pile = self._scene.pile(zone)
        if not pile:
            yield from self._touch(zone)
            return
        reach = self._reach(pile[-1])
        yield from self._come(reach)
        yield from self._hold(reach, HOLD_S)
        self._scene = self._scene.with_pile(zone, pile[:-1])
        yield from self._go(replace(reach, card=pile[-1]))

    def _flip(self, zone: str) -> Iterator[Scene]:
        yield from self._change(zone, lambda chip: replace(chip, face=_other_side(chip.face)))

    def _nudge(self, zone: str, by_mm: tuple[float, float]) -> Iterator[Scene]:
        yield from self._change(zone, lambda card: replace(card, at_mm=(card.at_mm[0] + by_mm[0], card.at_mm[1] + by_mm[1])))

    def _slide(self, zone: str, onto: str) -> Iterator[Scene]:
        """A hand comes, pushes what lies on top to another zone, and goes."""
        pile = self._scene.pile(zone)
        if not pile:
            yield from self._touch(zone)
            return
        (x, y, width, height), (to_x, to_y, to_width, to_height) = (self._zone(name).rect_mm for name in (zone, onto))
        by_mm = (to_x - x + (to_width - width) / 2, to_y - y + (to_height - height) / 2)
        moved = replace(pile[-1], at_mm=(pile[-1].at_mm[0] + by_mm[0], pile[-1].at_mm[1] + by_mm[1]))
        reach = self._reach(pile[-1])
        yield from self._come(reach)
        self._scene = self._scene.with_pile(zone, pile[:-1]).with_pile(onto, (*self._scene.pile(onto), moved))
        yield from self._hold(reach, HOLD_S)
        yield from self._go(reach)

    def _change(self, zone: str, how: Callable[[Lying], Lying]) -> Iterator[Scene]:
        """A hand comes, does something to what lies on top, and goes."""
        pile = self._scene.pile(zone)
        if not pile:
            yield from self._touch(zone)
            return
        reach = self._reach(pile[-1])
        yield from self._come(reach)
        self._scene = self._scene.with_pile(zone, (*pile[:-1], how(pile[-1])))
        yield from self._hold(reach, HOLD_S)
        yield from self._go(reach)

    def _touch(self, zone: str) -> Iterator[Scene]:
        reach = self._reach(self._tossed(self._zone(zone), BACK, 0))
        yield from self._come(reach)
        yield from self._hold(reach, 2 * HOLD_S)
        yield from self._go(reach)

    def _show(self, code: str, seconds: float) -> Iterator[Scene]:
        zone = self._control()
        card = self._tossed(zone, payload(code), len(self._scene.pile(zone.name)))
        yield from self._put(zone.name, card)
        yield from self._still(seconds)
        yield from self._lift(zone.name)

    def _light(self, gain: float) -> Iterator[Scene]:
        before, steps = self._scene.light.gain, max(1, round(0.5 * self._fps))
        for i in range(1, steps + 1):
            light = replace(self._scene.light, gain=before + (gain - before) * i / steps)
            self._scene = replace(self._scene, light=light)
            yield self._scene

    def _bump(self, mm: float, degrees: float) -> Iterator[Scene]:
        pose, steps = self._scene.pose, max(1, round(0.2 * self._fps))
        for i in range(1, steps + 1):
            part = i / steps
            shift = (pose.shift_mm[0] + mm * 0.8 * part, pose.shift_mm[1] + mm * 0.6 * part)
            self._scene = replace(self._scene, pose=replace(pose, shift_mm=shift, twist=pose.twist + degrees * part))
            yield self._scene

    # --- hands

    def _reach(self, card: Lying) -> Reach:
        """A hand that comes from a side of the table to where this card lies and grips its near edge."""
        hand, side = self._dice.choice(self._people)
        angle = side + self._dice.uniform(-22, 22) + (180 if abs(card.turn) > 135 and side == 0 else 0)
        along = (math.sin(math.radians(angle)), -math.cos(math.radians(angle)))
        grip = CHIP_GRIP_MM if is_chip(card.face) else self._layout.card_mm[1] * 0.28
        at = (card.at_mm[0] - along[0] * grip, card.at_mm[1] - along[1] * grip)
        return Reach(at, round(angle), hand=hand)

    def _come(self, reach: Reach) -> Iterator[Scene]:
        yield from self._glide(reach, APPROACH_S, lambda t: (1 - t) ** 2.2)

    def _go(self, reach: Reach) -> Iterator[Scene]:
        yield from self._glide(reach, LEAVE_S, lambda t: t**2)

    def _hold(self, reach: Reach, seconds: float) -> Iterator[Scene]:
        for _ in range(max(1, round(seconds * self._fps))):
            yield replace(self._scene, reach=reach)

    def _glide(self, reach: Reach, seconds: float, path: _Path) -> Iterator[Scene]:
        steps = max(2, round(seconds * self._fps))
        last = path(0.0) * _OUTSIDE_MM
        for i in range(1, steps + 1):
            back = path(i / steps) * _OUTSIDE_MM
            speed, last = abs(back - last) * self._fps, back
            yield replace(self._scene, reach=replace(reach, back_mm=back, speed=speed))

    # --- cards

    def _tossed(self, zone: Zone, face: Face, height: int) -> Lying:
        """A card dropped on a zone, as untidily as people do."""
        x, y, width, depth = zone.rect_mm
        chip, facing = is_chip(face), facing_of(zone, self._layout.card_mm)
        share = self._untidy * (min(width, depth) / 3 / UNTIDY_MM if chip else _untidiness(zone, facing, self._layout.card_mm))
        off_x, off_y, turn = (self._dice.triangular(-1, 1, 0) * share for _ in range(3))
        at = (x + width / 2 + off_x * UNTIDY_MM, y + depth / 2 + off_y * UNTIDY_MM)
        return Lying(face, at, self._dice.uniform(0, 360) if chip else facing + turn * UNTIDY_DEGREES, height * SHEET_MM)

    def _zone(self, name: str) -> Zone:
        return cell_zone(self._layout, name) if _CELL.fullmatch(name) else self._layout.zone(name)

    def _with_draw_piles(self, scene: Scene) -> Scene:
        """Squared-up piles of backs on the draw zones."""
        for zone in self._layout.of_kind("draw"):
            if not scene.pile(zone.name):
                scene = scene.with_pile(zone.name, tuple(self._squared(zone, i) for i in range(DRAW_PILE)))
        return scene

    def _squared(self, zone: Zone, height: int) -> Lying:
        x, y, width, depth = zone.rect_mm
        shift_x, shift_y, turn = (self._dice.triangular(-1, 1, 0) for _ in range(3))
        at = (x + width / 2 + 1.5 * shift_x, y + depth / 2 + 1.5 * shift_y)
        return Lying(BACK, at, facing_of(zone, self._layout.card_mm) + turn, height * SHEET_MM)

    def _control(self) -> Zone:
        zones = self._layout.of_kind("control")
        if not zones:
            raise LayoutError("the mat has no control zone to show a control card on")
        return zones[0]

    def _check(self, act: Act) -> None:
        if isinstance(act, Lay | Lift | Flip | Nudge | Slide | Touch):
            self._zone(act.zone)
        if isinstance(act, Slide):
            self._zone(act.onto)
        if isinstance(act, ShowControl):
            self._control()


def _untidiness(zone: Zone, facing: float, card_mm: tuple[float, float]) -> float:
    """How untidily (0 to 1) cards may lie in a zone without leaving it: 1 where there is room for the usual."""
    card = card_mm[::-1] if facing % 180 else card_mm
    for share in (1.0, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1):
        cos, sin = math.cos(math.radians(UNTIDY_DEGREES * share)), math.sin(math.radians(UNTIDY_DEGREES * share))
        taken = (card[0] * cos + card[1] * sin, card[0] * sin + card[1] * cos)
        if all(taken[i] / 2 + UNTIDY_MM * share <= zone.rect_mm[2 + i] / 2 + 0.5 for i in (0, 1)):
            return share
    return 0.1


def _other_side(chip: Face) -> Face:
    return chip.removesuffix(FLIPPED) if chip.endswith(FLIPPED) else chip + FLIPPED
