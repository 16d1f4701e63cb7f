"""What the eye does with zones that it cannot see: a word, and no ruling until they are seen again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vision.eye import Eye
from vision.table import veils
from vision.table.debounce import ZoneLook
from vision.table.motion import Gate
from vision.table.veils import Veils
from vision.types import HandFrom, TableEvent, Unclear


def looked(eye: Eye, before: Gate | None, fresh: bool) -> tuple[Eye, list[TableEvent]]:
    """The eye that knows which zones are hidden, and a word where they are others than before. `before`: the gate of the frame before;
    `fresh`: the table was measured anew."""
    assert eye.gate is not None
    after = Veils() if fresh or before is None or eye.sight.jolt else veils.look(eye.veils, eye.gate, eye.at)
    after = veils.with_outside(after, eye.gate.field, eye.at)
    told: list[TableEvent] = [] if after.zones == eye.veils.zones else [Unclear(eye.at, tuple(sorted(after.zones.items())))]
    gate = eye.gate if before is None else veils.kept(before, eye.gate, after, eye.at)
    return replace(eye, veils=after, gate=gate), told


def without_hidden(eye: Eye, before: Veils, looks: Mapping[str, ZoneLook]) -> dict[str, ZoneLook]:
    """The looks at zones that something soft hides: only what is read there surely counts, and nothing counts as touched, unless an arm is
    seen over what is known for no veil yet; of a board's cells nothing counts, for a chip in another light looks like another chip, but what
    is known for no veil yet may be a quick hand. Those that have come clear may show anything."""
    under_arms = {zone for arm in eye.sight.arms for zone in arm.over}
    now, outside = eye.veils, eye.gate.field.outside if eye.gate else frozenset()
    veiled_lately = {*now.seen, *now.zones, *before.seen, *before.zones}
    after = {zone: replace(look, glimpses=()) if zone in veiled_lately else look for zone, look in looks.items()}
    hidden = now.seen.keys() & looks.keys() - veils.belonging(now, eye.at)
    for zone in hidden & eye.piles.piles.keys() - outside:
        reading = after[zone].reading
        sure = reading is not None and reading.accepted and not eye.table.zones[zone].settled
        perhaps_arm = after[zone].touched and zone in under_arms and zone not in now.zones
        veiled = replace(after[zone], touched=perhaps_arm, otherwise=False, unseen=zone in now.zones)
        after[zone] = replace(veiled, reading=reading if sure else None)
    blank = (hidden - eye.piles.piles.keys()) | ((outside | now.soft) & looks.keys())
    perhaps_hands = {zone for zone in blank - outside if zone not in now.zones and looks[zone].covered and looks[zone].touched}
    after |= {zone: ZoneLook(covered=True, touched=zone in perhaps_hands, unseen=zone in now.zones) for zone in blank}
    clear = [zone for zone in before.zones if zone not in now.zones and zone in looks]
    return after | {zone: ZoneLook(covered=True, touched=zone not in now.seen, unseen=True) for zone in clear}


def reached(look: ZoneLook, hand: HandFrom, hidden: bool) -> ZoneLook:
    """The look at a zone in which a `hand` has its fingers. One whose arm was seen is no veil, though one may be suspected there; where
    something hides the zone that was told, nothing counts as touched."""
    return replace(look, hand=hand, reached=True, touched=look.touched or (hand is not None and not hidden))
