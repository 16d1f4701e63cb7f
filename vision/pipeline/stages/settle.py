"""Which zones are decided, and what changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vision import debounce
from vision.debounce import TableFact, ZoneLook
from vision.pipeline.so_far import FrameSoFar, SettleOutput, TableSetup
from vision.pipeline.stages.veiled import drop_hidden_looks, mark_reached
from vision.types import Change, Handled, Touched


class Settle:
    """Debounces what was seen of every zone. All facts leave in the order in which they came about."""

    name = "settle"
    runs_blind = False

    def start(self, setup: TableSetup) -> None:
        """Nothing is kept here: the zones are remembered in `TableMemory`."""

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, SettleOutput]:
        """See `Stage`."""
        before, at = so_far.place.memory.zones, so_far.frame.at
        looks = drop_hidden_looks(so_far, {**so_far.cards.looks, **so_far.board.looks}, so_far.board.gate.field.outside)
        if so_far.hands.unseen:
            looks = {name: replace(look, touched=True, unseen=True) for name, look in looks.items()}
        else:
            looks |= _mark_handled(so_far, looks)
        zones, told = debounce.step(before, looks, at, _collect_facts(so_far), so_far.visits.draw_began)
        ruled = {
            name: (before.zones[name].face, zone.face)
            for name, zone in zones.zones.items()
            if zone.settled and not before.zones[name].settled
        }
        if so_far.visits.after_draws.may_have_drawn(at):
            told = tuple(replace(one, drawing=True) if isinstance(one, Change) else one for one in told)
        bare = so_far.place.bare
        if bare is None or bare.other is None:
            return None, SettleOutput(zones, ruled, told)
        first = next((one for one in told if isinstance(one, Change) and one.accepted and one.after), None)
        kept = tuple(one for one in told if not isinstance(one, Change | Handled))
        return None, SettleOutput(zones, ruled, kept, first)


def _mark_handled(so_far: FrameSoFar, looks: Mapping[str, ZoneLook]) -> dict[str, ZoneLook]:
    """The looks at those zones in which a hand has its fingers, with the hand that had most to do there."""
    comings, veiled = so_far.visits.after_draws, so_far.veils.veils.zones
    reached = comings.way.reached & looks.keys()
    return {zone: mark_reached(looks[zone], comings.hand(zone), is_veiled=zone in veiled) for zone in reached}


def _collect_facts(so_far: FrameSoFar) -> tuple[tuple[float, TableFact], ...]:
    """What else came about in this frame, each with when it did: draws, control cards, hands that came or went."""
    at, comings = so_far.frame.at, so_far.visits.comings
    on_zones = [(at, Touched(f"{name}:{code}", at, comings.hand(name))) for name, code in so_far.shown.codes]
    elsewhere = [(at, Touched(f"control:{code}", at)) for code in so_far.controls.codes]
    return (*so_far.visits.touches, *on_zones, *elsewhere, *((at, one) for one in so_far.visits.presence))
