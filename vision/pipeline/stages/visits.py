"""Hands that come, visit zones, draw, and go: a stage of the pipeline. The judging is done in `vision/hands/visits.py`."""

from __future__ import annotations

from vision.board import at_draws
from vision.hands.table_visits import TableVisits, follow_visits
from vision.hands.visits import ZoneVisit
from vision.pipeline.so_far import FrameSoFar, VisitsOutput
from vision.pipeline.stages import KeepsNothing
from vision.types import Moving, Still, Touched


class Visits(KeepsNothing):
    """Follows each arm over the table, and tells which draw piles were touched.

    A card was drawn while the hand was at the pile, though known only once the hand leaves. Where a board lies beside the draw pile a
    touch waits until the cells under the arm are decided: who lays a chip has not drawn.
    """

    name = "visits"

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, VisitsOutput]:
        """None for the state, which the stage does not need; arms, draw piles and touches in this frame. Touches beside a
        board wait until its cells are seen."""
        mat, sight, at, memory = so_far.place.mat, so_far.controls.sight, so_far.frame.at, so_far.place.memory
        is_steady = not (mat.unsure or mat.renewed or sight.is_jolted or so_far.veils.is_lens_covered)
        before = so_far.previous
        was_pushed = before is not None and not before.visible.is_blind and before.pushes.is_pushed
        seen, goes_on, came_or_went = follow_visits(memory.visits, sight, at, steady=is_steady, was_pushed=was_pushed)
        draws = memory.at_draws
        gone = [name for name, visit in seen.draws.items() if visit.left_at == at]
        turns = {turn.zone for turn in seen.tracks.turns}
        waiting = []
        for name in gone:
            if name not in so_far.controls.beneath:
                visit = memory.visits.draws[name]
                touch = _describe_touch(so_far, seen, name, visit)
                waiting.append(at_draws.make_waiting_touch(touch, visit, name in turns, name not in goes_on))
        touches, untouched = list[tuple[float, Touched]](), frozenset[str]()
        if waiting or draws.waiting:
            draws, touches, untouched = at_draws.decide_touches(
                draws, waiting, memory.zones.zones, so_far.board.background.field, at
            )
        decided = seen.close_stays(goes_on).drop_visits(untouched)
        began = decided.find_draw_start(at)
        is_clear = seen.is_clear_of_draws and seen.draws.keys().isdisjoint(so_far.board.background.field.outside)
        return None, VisitsOutput(
            seen=seen,
            decided=decided,
            touches=tuple(touches),
            presence=(Moving(at) if seen.presence.has_hands else Still(at, clear_of_draws=is_clear),) if came_or_went else (),
            draw_began=min(began, draws.first_began) if draws.waiting else began,
            may_have_drawn=decided.may_have_drawn(at),
            is_clear_of_draws=is_clear,
            at_draws=draws,
        )


def _describe_touch(so_far: FrameSoFar, visits: TableVisits, draw: str, visit: ZoneVisit) -> Touched:
    """The touch of a draw pile by a hand that has just left. `visit`: of the frame before. `visits`: of this frame. `draw`:
    name of the pile."""
    hand, began, memory = visits.find_hand(draw), visit.began, so_far.place.memory
    zones, reached = memory.zones.zones, {name for name, shares in visits.shares.items() if shares}
    later = [name for name in memory.piles.piles if zones[name].is_unread(began, name in reached)]
    unread = tuple(name for name in later if visits.may_have_been_at(name, hand))
    return Touched(draw, visits.at, hand, visit.may_have_tidied, unread, visit.has_lingered)
