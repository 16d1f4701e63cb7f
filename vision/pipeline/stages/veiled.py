"""Zones that something soft hides: a lamp mirrored on a pile, a drop or a finger on the lens, the edge of the picture."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from vision.debounce import ZoneLook
from vision.pipeline.so_far import FrameSoFar, TableSetup, VeilsOutput
from vision.types import HandFrom, TableEvent, Unclear
from vision.visible import veils
from vision.visible.veils import Veils


class VeiledZones:
    """Tells which zones cannot be seen. What lies under a veil stays remembered as it looked before."""

    name = "veils"
    runs_blind = False

    def start(self, setup: TableSetup) -> Veils:
        """Nothing is hidden."""
        return Veils()

    def run(self, so_far: FrameSoFar, state: Veils) -> tuple[Veils, VeilsOutput]:
        """See `Stage`."""
        hands, before, at = so_far.hands, so_far.lamp.gate, so_far.frame.at
        after = Veils() if hands.is_fresh or before is None or hands.sight.jolt else veils.look(state, hands.gate, at)
        after = veils.with_outside(after, hands.gate.field, at)
        told: tuple[TableEvent, ...] = ()
        if after.zones != state.zones:
            told = (Unclear(at, tuple(sorted(after.zones.items()))),)
        gate = hands.gate if before is None else veils.kept(before, hands.gate, after, at)
        return after, VeilsOutput(after, state, gate, told)


def drop_hidden_looks(so_far: FrameSoFar, looks: Mapping[str, ZoneLook], outside: Set[str]) -> dict[str, ZoneLook]:
    """The looks at zones, with what a veil hides taken out. `outside`: zones beyond the picture's edge.

    Of a hidden pile counts only what is read surely, and nothing counts as touched, unless an arm is seen over what is known for no veil
    yet. Of hidden cells nothing counts: a chip in another light looks like another chip. Zones that have come clear may show anything.
    """
    now, before, memory = so_far.veils.veils, so_far.veils.before, so_far.place.memory
    under_arms = {zone for arm in so_far.controls.sight.arms for zone in arm.over}
    veiled_lately = {*now.seen, *now.zones, *before.seen, *before.zones}
    after = {zone: replace(look, glimpses=()) if zone in veiled_lately else look for zone, look in looks.items()}
    hidden = now.seen.keys() & looks.keys() - veils.belonging(now, so_far.frame.at)
    piles = memory.piles.piles.keys()
    for zone in hidden & piles - outside:
        reading = after[zone].reading
        is_sure = reading is not None and reading.accepted and not memory.zones.zones[zone].settled
        may_be_arm = after[zone].touched and zone in under_arms and zone not in now.zones
        veiled = replace(after[zone], touched=may_be_arm, otherwise=False, unseen=zone in now.zones)
        after[zone] = replace(veiled, reading=reading if is_sure else None)
    blank = (hidden - piles) | ((outside | now.soft) & looks.keys())
    may_be_hands = {zone for zone in blank - outside if zone not in now.zones and looks[zone].covered and looks[zone].touched}
    after |= {zone: ZoneLook(covered=True, touched=zone in may_be_hands, unseen=zone in now.zones) for zone in blank}
    clear = [zone for zone in before.zones if zone not in now.zones and zone in looks]
    return after | {zone: ZoneLook(covered=True, touched=zone not in now.seen, unseen=True) for zone in clear}


def mark_reached(look: ZoneLook, hand: HandFrom, *, is_veiled: bool) -> ZoneLook:
    """The look at a zone in which a `hand` has its fingers. A hand whose arm was seen is no veil, though one may be suspected there; where
    a veil was told, nothing counts as touched."""
    return replace(look, hand=hand, reached=True, touched=look.touched or (hand is not None and not is_veiled))
