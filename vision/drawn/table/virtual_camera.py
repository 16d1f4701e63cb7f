"""The virtual table: a camera whose frames are drawn. A script of acts says what the hands do.

with VirtualTable(layout, [Lay("up1", "12"), Touch("draw")], speed="fast") as camera:
    while True:
        frame = camera.read()          # raises EndOfVideo when the script has ended
"""

from __future__ import annotations

import math
import random
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat, zip_longest
from types import TracebackType
from typing import Literal, Self

from vision.drawn.art.control_cards import make_payload
from vision.drawn.art.styles import NIGHT, Style
from vision.drawn.table.acts import (
    Act,
    Bump,
    Carry,
    Draw,
    Flip,
    Hover,
    Lay,
    LayTwo,
    Lift,
    LightChange,
    Nudge,
    PassOver,
    Rest,
    ShowControl,
    Slide,
    Straighten,
    Together,
    Touch,
    Wait,
)
from vision.drawn.table.direction_cards import place_direction_cards
from vision.drawn.table.gestures import HOLD_S, Gesture, Gestures, Hands
from vision.drawn.table.optics import Size
from vision.drawn.table.players import USUAL_MANNERS, Player, make_easy_going_players
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import Lying, TableScene, make_board_cell_zone
from vision.drawn.table.squaring import Packet, square_up_pile
from vision.drawn.table.tossed import Strays, fan_card, flip_chip, lay_squared_card, push_card, toss_card
from vision.errors import EndOfVideo, LayoutError
from vision.place.layout import Layout, Zone, is_cell
from vision.types import BACK, Face, Frame

OF_ZONES = Lay | LayTwo | Lift | Flip | Nudge | Slide | Carry | Touch | Draw | Straighten | PassOver | Rest | Hover


class VirtualTable:
    """A camera above a drawn table. The same arguments give the same frames.

    `script`: what happens, act after act; a script that must wait for something yields short `Wait`s. `speed`: "real" is never
    faster than the clock, "fast" never sleeps and lets `at` run at `fps`. `direction_cards`: True lays direction cards beside
    the piles where the mat leaves room; a bare table has direction cards anyway.
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
        scene: TableScene | None = None,
        untidy: float = 1.0,
        direction_cards: bool = True,
        players: Sequence[Player] = (),
    ) -> None:
        """`players`: who sits where, seat by seat; without players three people near, left and right do everything. `seed`: of
        all chance. `fps`: frames a second. `size`: of the picture. `title`: on the mat. `names`: of zones on the mat, by zone.

        `scene`: pose, lens, light, table top, and cards that lie already. `untidy`: 0 laid exactly, 1 turned up to 15 degrees and
        shifted up to 15 mm, less where the zone is too small. Chips lie off by up to a third of a cell.
        """
        self._dice = random.Random(seed)
        self._layout, self._script = layout, iter(script)
        self._players = tuple(players) or make_easy_going_players(seed, layout.size_mm)
        self._gestures = Gestures(layout.size_mm, layout.card_mm, fps)
        self._resting: list[Iterator[Hands]] = []
        self._speed, self._fps, self._untidy = speed, fps, untidy
        first = scene or TableScene(layout, style=style, title=title, names=tuple((names or {}).items()), seed=seed)
        self._strays = Strays()
        self._scene = (
            first
            if not (direction_cards and first.mat)
            else replace(first, beside=(*first.beside, *place_direction_cards(layout)))
        )
        self._scene = self._lay_draw_piles(self._scene)
        self._stage = SceneRenderer(size)
        self._asked: deque[Act] = deque()
        self._lock = threading.Lock()
        self._log: list[tuple[float, Act]] = []
        self._frames = self._unroll_script()
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
        return Frame(self._stage.render_picture(self._flicker_lamp(scene), self._number), self._get_time())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._frames.close()

    def perform(self, act: Act) -> None:
        """Have a hand do `act` as soon as the script waits or an act of the script ends. May be called from any thread.

        Raises `LayoutError` for a zone the mat does not have.
        """
        self._check_act(act)
        with self._lock:
            self._asked.append(act)

    @property
    def log(self) -> tuple[tuple[float, Act], ...]:
        """What was done, each act with the time (of `Frame.at`) when the hand had gone."""
        return tuple(self._log)

    @property
    def tops(self) -> dict[str, Face]:
        """The face each zone, and each board cell touched so far, really shows now, by name; "" for none."""
        cells = [zone for zone, _ in self._scene.piles if is_cell(zone)]
        return {
            name: self._find_top_face(name)
            for name in [zone.name for zone in self._layout.zones if zone.kind != "board"] + cells
        }

    def _find_top_face(self, zone: str) -> Face:
        pile = self._scene.list_pile_cards(zone)
        return pile[-1].face if pile else ""

    # --- time

    def _keep_pace(self) -> None:
        """Wait in real time for the next frame's moment. A slow reader gets every frame later: the hands slow down, and a busy
        machine never misses a frame."""
        if self._speed == "fast":
            return
        now = time.monotonic()
        due = (self._began or now) + (self._number + 1) / self._fps
        if due > now:
            time.sleep(due - now)
        self._began = max(now, due) - (self._number + 1) / self._fps

    def _get_time(self) -> float:
        return self._number / self._fps

    def _flicker_lamp(self, scene: TableScene) -> TableScene:
        """The lamp flickers slowly."""
        t = self._number / self._fps
        flicker = 1 + 0.012 * math.sin(t * 0.9) + 0.006 * math.sin(t * 2.3 + 1)
        return replace(scene, light=replace(scene.light, gain=scene.light.gain * flicker))

    # --- the script, unrolled frame by frame

    def _unroll_script(self) -> Generator[TableScene, None, None]:
        """The scene of each frame, with resting hands and the hands of the act being done; ends with the script."""
        for hands in self._play_script():
            resting = [next(one, None) for one in self._resting]
            self._resting = [one for one, there in zip(self._resting, resting, strict=True) if there is not None]
            yield replace(self._scene, reaches=(*chain.from_iterable(there for there in resting if there), *hands))

    def _play_script(self) -> Iterator[Hands]:
        """The hands of act after act, frame by frame, until the script has ended and no hand rests any more."""
        yield from self._lie_still(0.5)
        while (act := self._choose_next_act()) is not None:
            yield from self._play_act(act)
        while self._resting:
            yield ()
        yield from self._lie_still(0.3)

    def _choose_next_act(self) -> Act | None:
        """The next act: asked for by `perform`, else of the script; None at the end. Raises `LayoutError` for an impossible act
        of the script."""
        with self._lock:
            if self._asked:
                return self._asked.popleft()
        act = next(self._script, None)
        if act is not None:
            self._check_act(act)
        return act

    def _play_act(self, act: Act) -> Iterator[Hands]:
        """The hands of an act, two at once for `Together`, and a pause afterwards, but none after `Wait`."""
        match act:
            case Wait(seconds):
                yield from self._wait_for_acts(seconds)
            case Together(first, second, after):
                late = chain(repeat((), round(after * self._fps)), self._perform_act(second))
                for one, other in zip_longest(self._perform_act(first), late, fillvalue=()):
                    yield (*one, *other)
                yield from self._lie_still(self._choose_pause(second))
            case _:
                yield from self._perform_act(act)
                yield from self._lie_still(self._choose_pause(act))

    def _perform_act(self, act: Act) -> Iterator[Hands]:
        """One act, and a note of when the hand had gone."""
        yield from self._move_hands(act)
        self._log.append((self._get_time(), act))

    def _move_hands(self, act: Act) -> Iterator[Hands]:
        """The hands of one act, frame by frame; the scene changes meanwhile. `Rest` only begins here, beside the next acts."""
        match act:
            case Lay(zone, face, seat):
                yield from self._lay_things(zone, (self._toss_thing(zone, face),), seat)
            case LayTwo(zone, under, face, seat):
                lower = self._toss_thing(zone, under)
                yield from self._lay_things(zone, (lower, fan_card(self._dice, lower, face)), seat)
            case Lift(zone, seat):
                yield from self._take_top(zone, seat, HOLD_S)
            case Flip(zone, seat):
                yield from self._change_top(zone, seat, lambda chip: replace(chip, face=flip_chip(chip.face)))
            case Nudge(zone, by_mm):
                yield from self._change_top(zone, None, lambda card: push_card(card, by_mm))
            case Slide(zone, onto, seat):
                yield from self._change_top(zone, seat, lambda card: push_card(card, self._measure_slide(zone, onto)), onto)
            case Carry(zone, by_mm, seat):
                yield from self._carry_pile(zone, by_mm, self._choose_player(seat))
            case Touch(zone, seat):
                yield from self._gestures.visit_place(self._choose_player(seat), self._choose_spot(zone), 2 * HOLD_S)
            case Draw(zone, seat):
                yield from self._draw_from_pile(zone, self._choose_player(seat))
            case Straighten(zone, seat):
                yield from self._straighten_pile(zone, self._choose_player(seat))
            case PassOver(zone, seat):
                yield from self._gestures.reach_beyond(self._choose_player(seat), self._choose_spot(zone))
            case Hover(zone, onto, seat):
                spots = self._choose_spot(zone), self._choose_spot(onto)
                yield from self._gestures.hover_over(self._choose_player(seat), *spots)
            case Rest(zone, seconds, seat):
                self._resting.append(
                    self._gestures.rest_beside(self._choose_player(seat), self._find_zone(zone), seconds, self._dice)
                )
                yield ()
            case ShowControl():
                yield from self._show_control(act)
            case LightChange(gain):
                yield from self._change_lamp(gain)
            case Bump(mm, degrees):
                yield from self._bump_table(mm, degrees)

    def _lie_still(self, seconds: float) -> Iterator[Hands]:
        yield from repeat((), max(1, round(seconds * self._fps)))

    def _wait_for_acts(self, seconds: float) -> Iterator[Hands]:
        """No hands for so many seconds, not counting acts asked for meanwhile, done at once."""
        for _ in range(max(1, round(seconds * self._fps))):
            while self._asked:
                with self._lock:
                    act = self._asked.popleft()
                yield from self._play_act(act)
            yield ()

    def _lay_things(self, zone: str, cards: tuple[Lying, ...], seat: int | None) -> Iterator[Hands]:
        """A hand lays `cards`, all at once; on the way only the last is drawn. `seat`: whose hand, None = the player whose
        turn it is."""
        way = self._gestures.plan_way(self._choose_player(seat), cards[-1])
        yield from self._gestures.bring_hand(way.carry_card(cards[-1]))
        self._scene = self._scene.with_pile(zone, (*self._scene.list_pile_cards(zone), *cards))
        yield from self._gestures.hold_still(way, HOLD_S)
        yield from self._gestures.withdraw_hand(way)

    def _reach_top(self, zone: str, seat: int | None) -> Generator[Hands, None, tuple[Gesture, tuple[Lying, ...]] | None]:
        """The way of a hand that has come to a pile's top, and the pile; None after a look at an empty zone."""
        pile, player = self._scene.list_pile_cards(zone), self._choose_player(seat)
        if not pile:
            yield from self._gestures.visit_place(player, self._choose_spot(zone), 2 * HOLD_S)
            return None
        way = self._gestures.plan_way(player, pile[-1])
        yield from self._gestures.bring_hand(way)
        return way, pile

    def _take_top(self, zone: str, seat: int | None, seconds: float) -> Iterator[Hands]:
        """A hand takes what lies on top, after so many seconds; an empty zone is only touched."""
        if reached := (yield from self._reach_top(zone, seat)):
            way, pile = reached
            yield from self._gestures.hold_still(way, seconds)
            self._scene = self._scene.with_pile(zone, pile[:-1])
            yield from self._gestures.withdraw_hand(way.carry_card(pile[-1]))

    def _draw_from_pile(self, zone: str, player: Player) -> Iterator[Hands]:
        """A hand draws the top card. The drawn pile never falls below a few cards: how many lie there nobody sees."""
        pile = self._scene.list_pile_cards(zone)
        way = self._gestures.plan_way(player, pile[-1] if pile else self._choose_spot(zone), player.manners.edge)
        yield from self._gestures.bring_hand(way)
        yield from self._gestures.hold_still(way, self._dice.uniform(*player.manners.stay))
        if len(pile) > 4:
            self._scene = self._scene.with_pile(zone, pile[:-1])
        yield from self._gestures.withdraw_hand(way.carry_card(pile[-1]) if pile else way)

    def _straighten_pile(self, zone: str, player: Player) -> Iterator[Hands]:
        """A player squares the pile up; all cards lie back upwards afterwards."""
        pile = self._scene.list_pile_cards(zone)
        place, facing = self._find_zone(zone), self._scene.get_facing(zone)
        in_shape = tuple(lay_squared_card(self._dice, self._layout, place, i, facing) for i in range(len(pile)))
        lies = {Packet.UNTIDY: pile, Packet.LIFTED: (), Packet.SQUARED: in_shape}
        for hands, packet in square_up_pile(self._gestures, player, pile[-1] if pile else self._choose_spot(zone), self._dice):
            self._scene = self._scene.with_pile(zone, lies[packet])
            yield hands

    def _carry_pile(self, zone: str, by_mm: tuple[float, float], player: Player) -> Iterator[Hands]:
        """A hand of `player` carries a pile, with its zone, on by `by_mm` (x and y); of an empty one only the zone moves."""
        pile = self._scene.list_pile_cards(zone)
        way = self._gestures.plan_way(player, pile[-1] if pile else self._choose_spot(zone))
        yield from self._gestures.bring_hand(way)
        yield from self._gestures.hold_still(way, HOLD_S)
        self._scene = self._scene.with_pile(zone, ())
        if pile:
            onto = self._gestures.plan_way(player, push_card(pile[-1], by_mm))
            yield from self._gestures.carry_on(way.carry_card(pile[-1]), onto.carry_card(push_card(pile[-1], by_mm)))
            way = onto
        self._scene = self._scene.with_pile(zone, tuple(push_card(card, by_mm) for card in pile))
        x, y, width, height = self._find_zone(zone).rect_mm
        moved = replace(self._find_zone(zone), rect_mm=(x + by_mm[0], y + by_mm[1], width, height))
        self._layout = replace(self._layout, zones=tuple(moved if one.name == zone else one for one in self._layout.zones))
        yield from self._gestures.hold_still(way, HOLD_S)
        yield from self._gestures.withdraw_hand(way)

    def _change_top(
        self, zone: str, seat: int | None, change: Callable[[Lying], Lying], onto: str | None = None
    ) -> Iterator[Hands]:
        """A hand comes, does something to what lies on top, and goes; an empty zone is only touched.

        `change`: from the thing on top to the thing afterwards. `onto`: the zone of the thing afterwards, None for the same.
        """
        if reached := (yield from self._reach_top(zone, seat)):
            way, pile = reached
            self._scene = self._scene.with_pile(zone, pile[:-1])
            self._scene = self._scene.with_pile(onto or zone, (*self._scene.list_pile_cards(onto or zone), change(pile[-1])))
            yield from self._gestures.hold_still(way, HOLD_S)
            yield from self._gestures.withdraw_hand(way)

    def _measure_slide(self, zone: str, onto: str) -> tuple[float, float]:
        """Millimetres to the right and down from the middle of one zone to the middle of another."""
        (x, y, width, height), (to_x, to_y, to_width, to_height) = (self._find_zone(name).rect_mm for name in (zone, onto))
        return to_x - x + (to_width - width) / 2, to_y - y + (to_height - height) / 2

    def _show_control(self, act: ShowControl) -> Iterator[Hands]:
        """A hand lays a control card, and after the act's seconds a hand takes the card away."""
        zone, code, seconds = self._find_control_zone(), act.code, act.seconds
        card = toss_card(self._dice, self._layout, zone, make_payload(code), self._count_pile(zone.name), self._untidy)
        card = card if act.at_mm is None else Lying(make_payload(code), act.at_mm, act.turn)
        yield from self._lay_things(zone.name, (card,), None)
        yield from self._lie_still(seconds)
        yield from self._take_top(zone.name, None, HOLD_S)

    def _change_lamp(self, gain: float) -> Iterator[Hands]:
        """No hands for half a second, while the light's gain goes to `gain` in even steps."""
        before, steps = self._scene.light.gain, max(1, round(0.5 * self._fps))
        for i in range(1, steps + 1):
            light = replace(self._scene.light, gain=before + (gain - before) * i / steps)
            self._scene = replace(self._scene, light=light)
            yield ()

    def _bump_table(self, mm: float, degrees: float) -> Iterator[Hands]:
        """No hands for a fifth of a second, while the mat is pushed and turned by `degrees`. It is pushed by `mm` in all, more
        to the right than down."""
        pose, steps = self._scene.pose, max(1, round(0.2 * self._fps))
        for i in range(1, steps + 1):
            part = i / steps
            shift = (pose.shift_mm[0] + mm * 0.8 * part, pose.shift_mm[1] + mm * 0.6 * part)
            self._scene = replace(self._scene, pose=replace(pose, shift_mm=shift, twist=pose.twist + degrees * part))
            yield ()

    # --- whose hand, and where

    def _choose_player(self, seat: int | None) -> Player:
        return self._dice.choice(self._players) if seat is None else self._players[seat % len(self._players)]

    def _choose_pause(self, act: Act) -> float:
        """How long the table lies still after an act."""
        seat = getattr(act, "seat", None)
        return USUAL_MANNERS.pause if seat is None else self._choose_player(seat).manners.pause

    def _choose_spot(self, zone: str) -> Lying:
        """A place in a zone to put one's fingers."""
        return toss_card(self._dice, self._layout, self._find_zone(zone), BACK, 0, self._untidy)

    def _toss_thing(self, zone: str, face: Face) -> Lying:
        """A card or chip as it comes to lie: on a bare table piles wander."""
        spot, height = self._find_zone(zone), self._count_pile(zone)
        if self._scene.mat or is_cell(zone):
            return toss_card(self._dice, self._layout, spot, face, height, self._untidy)
        self._strays, lying = self._strays.toss_on_wandering_pile(
            self._dice, self._layout, spot, face, height, self._untidy, self._scene.get_facing(zone)
        )
        return lying

    def _count_pile(self, zone: str) -> int:
        return len(self._scene.list_pile_cards(zone))

    # --- cards

    def _find_zone(self, name: str) -> Zone:
        return make_board_cell_zone(self._layout, name) if is_cell(name) else self._layout.zone(name)

    def _lay_draw_piles(self, scene: TableScene) -> TableScene:
        """Squared-up piles of backs on the draw zones."""
        for zone in self._layout.of_kind("draw"):
            if not scene.list_pile_cards(zone.name):
                cards = 24  # how many there really are no camera above can see
                facing = scene.get_facing(zone.name)
                pile = tuple(lay_squared_card(self._dice, self._layout, zone, i, facing) for i in range(cards))
                scene = scene.with_pile(zone.name, pile)
        return scene

    def _find_control_zone(self) -> Zone:
        zones = self._layout.of_kind("control")
        if not zones:
            raise LayoutError("the mat has no control zone to show a control card on")
        return zones[0]

    def _check_act(self, act: Act) -> None:
        """Refuse an act with a zone that the mat does not have, by `LayoutError`."""
        for one in (act.first, act.second) if isinstance(act, Together) else (act,):
            if isinstance(one, OF_ZONES):
                self._find_zone(one.zone)
            if isinstance(one, Slide | Hover):
                self._find_zone(one.onto)
            if isinstance(one, ShowControl):
                self._find_control_zone()
