"""How people square a pile up: with the pushes of one hand, between two hands, or by tapping the edge on the table."""

from __future__ import annotations

import enum
import math
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, repeat, zip_longest

from vision.drawn.table.gestures import TIPS_MM, Gesture, Gestures, Hands
from vision.drawn.table.players import Player, SquaringWay
from vision.drawn.table.scene import Lying


class Packet(enum.Enum):
    """What the pile is in one frame: untidy as before, lifted off the table, or squared up."""

    UNTIDY = enum.auto()
    LIFTED = enum.auto()
    SQUARED = enum.auto()


Step = tuple[Hands, Packet]


def square_up_pile(gestures: Gestures, player: Player, lying: Lying, dice: random.Random) -> Iterator[Step]:
    """The hands of a player who squares up the pile with this top, in the player's own way, and leaves with nothing."""
    match player.manners.pushes.how:
        case SquaringWay.ONE_HAND:
            way = gestures.plan_way(player, lying)
            yield from _push_pile(
                gestures.bring_hand(way),
                gestures.push_to_and_fro(way, dice),
                gestures.push_to_and_fro(way, dice),
                gestures.withdraw_hand(way),
            )
        case SquaringWay.BOTH_HANDS:
            yield from _push_between_hands(gestures, player, lying, dice)
        case SquaringWay.TAPPING:
            yield from _tap_packet(gestures, player, lying, dice)


def _push_pile(come: Iterator[Hands], pushes: Iterator[Hands], again: Iterator[Hands], go: Iterator[Hands]) -> Iterator[Step]:
    """The hands of four movements one after another; before `again` the pile lies in shape. `come`, `go`: of the hands.
    `pushes`, `again`: first and second half."""
    for hands in chain(come, pushes):
        yield hands, Packet.UNTIDY
    for hands in chain(again, go):
        yield hands, Packet.SQUARED


def _push_between_hands(gestures: Gestures, player: Player, lying: Lying, dice: random.Random) -> Iterator[Step]:
    """A hand on each side pushes towards the other hand. Both come and go by turns, or at once."""
    how, beats = player.manners.pushes, dice.uniform(0.0, 2 * math.pi)
    seconds, late = how.seconds / 2 * dice.uniform(0.8, 1.2), dice.uniform(0.0, 0.3)
    hands = list[list[Iterator[Hands]]]()
    for side in (-1, 1):
        way = _reach_from_side(gestures, player, lying, side)
        pushes = [_press_side(gestures, way, side, seconds, beats) for _ in range(2)]
        hands.append([gestures.bring_hand(way), *pushes, gestures.withdraw_hand(way)])
    (first_comes, *first_pushes, first_goes), (last_comes, *last_pushes, last_goes) = hands
    wait = round(late * gestures.fps)
    come = _join_hands(first_comes, chain(repeat((), wait), last_comes))
    go = (
        _join_hands(first_goes, chain(last_pushes[1], last_goes)) if dice.random() < 0.5 else _join_hands(first_goes, last_goes)
    )
    yield from _push_pile(come, _join_hands(first_pushes[0], last_pushes[0]), _join_hands(first_pushes[1], last_pushes[1]), go)


def _join_hands(first: Iterator[Hands], last: Iterator[Hands]) -> Iterator[Hands]:
    """The hands of both movements in each frame, until the longer ends; of the shorter the last frame stays."""
    held: tuple[Hands, Hands] = ((), ())
    for one, other in zip_longest(first, last):
        held = (held[0] if one is None else one, held[1] if other is None else other)
        yield (*held[0], *held[1])


def _reach_from_side(gestures: Gestures, player: Player, lying: Lying, side: int) -> Gesture:
    """The way of a player's left (`side` -1) or right (1) hand to the same side of the pile. `lying`: the top of the pile."""
    middle = player.locate_shoulder_mm(gestures.size_mm)
    ahead = lying.at_mm[0] - middle[0], lying.at_mm[1] - middle[1]
    across = -ahead[1] / math.hypot(*ahead) * side, ahead[0] / math.hypot(*ahead) * side
    width = min(gestures.card_mm) / 2
    spot = lying.at_mm[0] + across[0] * width, lying.at_mm[1] + across[1] * width
    shoulder = middle[0] + across[0] * 160.0, middle[1] + across[1] * 160.0  # half of the width between both shoulders
    hand = replace(player.hand, mirrored=side < 0)
    return gestures.plan_way_from(shoulder, replace(player, hand=hand), spot, TIPS_MM * hand.size)


def _press_side(gestures: Gestures, way: Gesture, side: int, seconds: float, beats: float) -> Iterator[Hands]:
    """The hand of each frame for `seconds`: it pushes a side of the pile inwards and to and fro. `side`: -1 left, 1 right.
    `beats`: radians at which the pushes begin, alike for both hands."""
    how = way.manners.pushes
    for i in range(max(1, round(seconds * gestures.fps))):
        angle = beats + how.turn * i / gestures.fps
        inwards = how.mm * (0.5 + 0.5 * math.sin(angle))
        yield (replace(way.reach, aside_mm=-side * inwards, back_mm=0.4 * how.mm * math.sin(0.7 * angle)),)


def _tap_packet(gestures: Gestures, player: Player, lying: Lying, dice: random.Random) -> Iterator[Step]:
    """The packet is lifted, tapped on the table nearer to the player, on its edge and under the fingers, and laid back."""
    way, far = gestures.plan_way(player, lying, player.manners.edge), dice.uniform(50.0, 110.0)
    steps = max(2, round(0.25 * player.manners.pace * gestures.fps))
    parts = [part / steps for part in range(1, steps + 1)]
    for hands in gestures.bring_hand(way):
        yield hands, Packet.UNTIDY
    carries = way.carry_card(lying).reach
    for part in parts:
        yield (replace(carries, back_mm=part * far),), Packet.LIFTED
    for i in range(max(1, round(player.manners.pushes.seconds / 2 * gestures.fps))):
        tap = 9.0 * abs(math.sin(8.0 * i / gestures.fps))  # 9 mm to and fro, as quickly as somebody taps
        yield (replace(way.reach, back_mm=far + tap),), Packet.LIFTED
    for part in reversed(parts):
        yield (replace(carries, back_mm=part * far),), Packet.LIFTED
    for hands in chain(gestures.hold_still(way, 0.1), gestures.withdraw_hand(way)):
        yield hands, Packet.SQUARED
