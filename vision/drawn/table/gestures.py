"""How the hands of players move over the virtual table, frame by frame."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from vision.drawn.art.boards import is_chip
from vision.drawn.table.players import SHOULDER_MM, Manners, Player
from vision.drawn.table.scene import Lying, Reach
from vision.place.layout import Zone

HOLD_S = 0.2  # guess; a hand does something
HOVER_S = 0.5  # guess; a hand holds its fingertips over a pile, and as long it takes to the next
CARRY_S = 0.6  # guess; a hand carries a pile elsewhere
HOVER_BEYOND_MM = 10.0  # guess; so far beyond the middle of the pile
TIPS_MM = 40.0  # geometry of the drawn hand: the fingertips are ahead of the grip
OUTSIDE_MM = 300.0  # guess; back from the table's edge a hand is out of sight
Hands = tuple[Reach, ...]
"""The hands over the table in one frame."""


@dataclass(frozen=True, slots=True)
class Gesture:
    """A hand's way to a place and back."""

    reach: Reach  # the end of the way
    manners: Manners  # the player's
    away_mm: float  # how far back from the end the way begins

    def carry_card(self, card: Lying) -> Gesture:
        """The way with a card in the hand."""
        return replace(self, reach=replace(self.reach, card=card))


@dataclass(frozen=True, slots=True)
class Gestures:
    """Movements of hands."""

    size_mm: tuple[float, float]  # width and height of the mat
    card_mm: tuple[float, float]  # width and height of a card
    fps: float  # frames a second

    def plan_way(self, player: Player, lying: Lying, edge: float = 0.0) -> Gesture:
        """The way of a player's hand to what lies there. `edge`: as of `Manners`."""
        # a chip is held by the fingertips, 61 mm ahead of the arm's grip; a card far behind its middle, or by its edge
        behind = 52.0 if is_chip(lying.face) else self.card_mm[1] * 0.28 + edge * 45.0
        return self._plan_way_to(player, lying.at_mm, behind)

    def _plan_way_to(self, player: Player, spot: tuple[float, float], behind: float) -> Gesture:
        """The way to a grip so many millimetres `behind` a spot, as the player sees both; below 0 beyond the spot."""
        return self.plan_way_from(player.locate_shoulder_mm(self.size_mm), player, spot, behind)

    def plan_way_from(self, shoulder: tuple[float, float], player: Player, spot: tuple[float, float], behind: float) -> Gesture:
        """The way of an arm from this `shoulder` to a grip `behind` millimetres short of `spot`; both in millimetres of the
        mat. `player`: whose hand and manners."""
        angle = math.degrees(math.atan2(spot[0] - shoulder[0], shoulder[1] - spot[1])) + player.manners.lean
        ahead = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
        grip = spot[0] - ahead[0] * behind, spot[1] - ahead[1] * behind
        away = math.dist(spot, shoulder) - SHOULDER_MM + OUTSIDE_MM
        return Gesture(Reach(grip, round(angle, 1), hand=player.hand, rise=player.manners.rise), player.manners, away)

    def bring_hand(self, way: Gesture) -> Iterator[Hands]:
        """The hand comes."""
        yield from self._glide_hand(way, 0.5, lambda t: (1 - t) ** 2.2)

    def withdraw_hand(self, way: Gesture) -> Iterator[Hands]:
        """The hand goes."""
        yield from self._glide_hand(way, 0.45, lambda t: t**2)

    def hold_still(self, way: Gesture, seconds: float) -> Iterator[Hands]:
        """The hand stays in place for so many seconds, at least a frame, as still as the owner's manners are."""
        size = way.manners.tremble_mm
        for i in range(max(1, round(seconds * self.fps))):
            t = i / self.fps
            yield (replace(way.reach, back_mm=size * math.sin(7 * t), aside_mm=size * math.sin(5 * t + 1)),)

    def visit_place(self, player: Player, lying: Lying, seconds: float) -> Iterator[Hands]:
        """A hand comes, stays and goes, and nothing has changed."""
        way = self.plan_way(player, lying)
        yield from self._go_and_return(way, self.hold_still(way, seconds))

    def reach_beyond(self, player: Player, lying: Lying) -> Iterator[Hands]:
        """A hand reaches over what lies there for something behind."""
        way = self._plan_way_to(player, lying.at_mm, TIPS_MM - 150.0)
        yield from self._go_and_return(way, self.hold_still(way, HOLD_S))

    def hover_over(self, player: Player, first: Lying, second: Lying) -> Iterator[Hands]:
        """A hand holds its fingertips over what lies there, moves on to something else, and goes."""
        ways = [self._plan_way_to(player, lying.at_mm, TIPS_MM - HOVER_BEYOND_MM) for lying in (first, second)]
        yield from self.bring_hand(ways[0])
        yield from self.hold_still(ways[0], HOVER_S)
        steps = max(2, round(HOVER_S * self.fps))
        (x0, y0), (x1, y1) = (way.reach.grip_mm for way in ways)
        for part in (step / steps for step in range(1, steps)):
            angle = ways[0].reach.angle + part * (ways[1].reach.angle - ways[0].reach.angle)
            yield (replace(ways[1].reach, grip_mm=(x0 + part * (x1 - x0), y0 + part * (y1 - y0)), angle=angle),)
        yield from self.hold_still(ways[1], HOVER_S)
        yield from self.withdraw_hand(ways[1])

    def carry_on(self, way: Gesture, onto: Gesture) -> Iterator[Hands]:
        """A hand moves on from the end of one way to the end of another, with the card that it holds on both."""
        steps = max(2, round(CARRY_S * self.fps))
        (x0, y0), (x1, y1) = way.reach.grip_mm, onto.reach.grip_mm
        for part in (step / steps for step in range(1, steps)):
            angle = way.reach.angle + part * (onto.reach.angle - way.reach.angle)
            card = way.reach.card
            if card is not None and onto.reach.card is not None:
                (a0, b0), (a1, b1) = card.at_mm, onto.reach.card.at_mm
                card = replace(card, at_mm=(a0 + part * (a1 - a0), b0 + part * (b1 - b0)))
            grip = (x0 + part * (x1 - x0), y0 + part * (y1 - y0))
            yield (replace(onto.reach, grip_mm=grip, angle=angle, card=card),)

    def rest_beside(self, player: Player, zone: Zone, seconds: float, dice: random.Random) -> Iterator[Hands]:
        """The hands of each frame: a hand comes to lie beside a zone, fidgets for `seconds`, and goes."""
        _, _, width, height = zone.rect_mm
        middle = zone.middle_mm
        shoulder = player.locate_shoulder_mm(self.size_mm)
        way_x, way_y = ((to - at) / math.dist(middle, shoulder) for to, at in zip(shoulder, middle, strict=True))
        out = min(width / 2 / max(abs(way_x), 1e-6), height / 2 / max(abs(way_y), 1e-6))
        way = self._plan_way_to(player, middle, out + 18.0 + TIPS_MM)  # the fingertips rest 18 mm off the zone's edge
        restless = replace(way, manners=replace(way.manners, tremble_mm=way.manners.tremble_mm + dice.uniform(0.0, 3.0)))
        yield from self._go_and_return(way, self.hold_still(restless, seconds))

    def push_to_and_fro(self, way: Gesture, dice: random.Random) -> Iterator[Hands]:
        """The hand pushes what it holds to and fro, for half of the time of squaring up."""
        how = way.manners.pushes
        seconds, turn = how.seconds / 2 * dice.uniform(0.8, 1.2), dice.uniform(0.0, 2 * math.pi)
        for i in range(max(1, round(seconds * self.fps))):
            angle = turn + how.turn * i / self.fps
            yield (replace(way.reach, back_mm=how.mm * math.sin(angle), aside_mm=how.mm * math.cos(0.7 * angle)),)

    def _go_and_return(self, way: Gesture, stay: Iterator[Hands]) -> Iterator[Hands]:
        yield from self.bring_hand(way)
        yield from stay
        yield from self.withdraw_hand(way)

    def _glide_hand(self, way: Gesture, seconds: float, path: Callable[[float], float]) -> Iterator[Hands]:
        """The hand on the way, frame by frame, for so many seconds at the usual pace. `path`: from time passed, 0 to 1, to how
        far back the hand is, 0 at the end of the reach, 1 out of sight."""
        steps = max(2, round(seconds * way.manners.pace * self.fps))
        last = path(0.0) * way.away_mm
        for i in range(1, steps + 1):
            part = path(i / steps)
            back = part * way.away_mm
            speed, last = abs(back - last) * self.fps, back
            aside = way.manners.bend_mm * math.sin(math.pi * min(1.0, part * way.away_mm / OUTSIDE_MM))
            yield (replace(way.reach, back_mm=back, aside_mm=aside, speed=speed),)
