"""Hands that come, have to do with zones, and go; among them those that draw."""

from __future__ import annotations

from vision.board import at_draws
from vision.hands import presence
from vision.hands.presence import Comings
from vision.hands.visits import Visit
from vision.pipeline.so_far import FrameSoFar, TableSetup, VisitsOutput
from vision.types import Moving, Still, Touched


class Visits:
    """Follows each arm over the table, and tells which draw piles were touched.

    A card was drawn when the hand was at the pile, though that is known only once the hand leaves. Where a board lies beside the draw
    pile a touch waits until the cells under its arm are decided: who lays a chip there has not drawn.
    """

    name = "visits"
    runs_blind = False

    def start(self, setup: TableSetup) -> None:
        """Nothing is kept here: visits, and touches that wait, are remembered in `TableMemory`."""

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, VisitsOutput]:
        """See `Stage`."""
        mat, sight, at, before = so_far.place.mat, so_far.controls.sight, so_far.frame.at, so_far.place.memory.comings
        is_steady = not mat.unsure and not mat.renewed and not sight.jolt and not so_far.veils.veils.before_lens
        comings, goes_on, came_or_went = presence.come(before, sight, at, is_steady)
        draws = so_far.place.memory.at_draws
        gone = [name for name, visit in comings.draws.items() if visit.left == at]
        turns = {turn.zone for turn in comings.way.turns}
        waiting = []
        for name in gone:
            if name not in so_far.controls.beneath:
                visit = before.draws[name]
                touch = _touch_of(so_far, comings, name, visit)
                waiting.append(at_draws.make_waiting_touch(touch, visit, name in turns, name not in goes_on))
        zones, field = so_far.place.memory.zones.zones, so_far.board.gate.field
        touches, untouched = list[tuple[float, Touched]](), frozenset[str]()
        if waiting or draws.waiting:
            draws, touches, untouched = at_draws.decide_touches(draws, waiting, zones, field, at)
        after = comings.decided(goes_on).unvisited(untouched)
        present = (Moving(at) if comings.presence.moving else Still(at),) if came_or_went else ()
        began = min(after.drawing(at), draws.first_began)
        return None, VisitsOutput(comings, after, tuple(touches), present, began, draws)


def _touch_of(so_far: FrameSoFar, comings: Comings, draw: str, visit: Visit) -> Touched:
    """The touch of a draw pile by a hand that has just left it."""
    hand, began, memory = comings.hand(draw), visit.began, so_far.place.memory
    zones, reached = memory.zones.zones, {name for name, shares in comings.shares.items() if shares}
    later = [name for name in memory.piles.piles if zones[name].is_unread(began, name in reached)]
    unread = tuple(name for name in later if comings.was_at(name, hand))
    return Touched(draw, comings.at, hand, visit.tidying, unread, visit.lingered)
