"""Which zones are decided, and what changed."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial

from vision.bare.table import BareTable
from vision.debounce import TableFact, TableState, ZoneEvent, ZoneLook, debounce_looks
from vision.pipeline.so_far import FrameSoFar, SettleOutput
from vision.pipeline.stages import KeepsNothing
from vision.types import EMPTY, UNREADABLE, Change, HandFrom, Touched
from vision.visible.veils import find_old_veils


@dataclass(frozen=True, slots=True)
class CarriedPileLimits:
    """How long a pile of a bare table that is gone may be in a hand."""

    calm_s: float = 0.4  # without hands: where it was put down is looked at meanwhile; guess
    most_s: float = 4.0  # since its place was seen empty; guess


CARRIED = CarriedPileLimits()


class Settle(KeepsNothing):
    """Debounces what was seen of every zone. All facts leave in the order in which they came about."""

    name = "settle"

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, SettleOutput]:
        """None for the state, which the stage does not need; the zones, decided where possible by now, and the facts of this
        frame."""
        before, at, outside = so_far.place.memory.zones, so_far.frame.at, so_far.board.background.field.outside
        looks = {**so_far.cards.looks, **so_far.board.looks}
        if so_far.place.bare is not None:
            looks = wait_for_carried_piles(looks, before, so_far.place.bare, at)
        if outside or so_far.veils.hides_zones:
            looks = drop_hidden_looks(so_far, looks, outside)
        if so_far.hands.was_unseen:
            looks = {name: replace(look, touched=True, unseen=True) for name, look in looks.items()}
        else:
            visits, veiled = so_far.visits.decided, so_far.veils.veils.zones
            for zone in visits.tracks.reached & looks.keys():
                looks[zone] = mark_reached(looks[zone], visits.find_hand(zone), is_veiled=zone in veiled)
        zones, told = debounce_looks(before, looks, at, _collect_facts(so_far), so_far.visits.draw_began)
        if so_far.place.bare is not None:
            told = tell_lying_first(told, so_far.place.bare)
        ruled = {
            name: (before.zones[name].face, zone.face)
            for name, zone in zones.zones.items()
            if zone.settled and not before.zones[name].settled
        }
        parted = {
            name: (before.zones[name].face, zone.face)
            for name, zone in zones.zones.items()
            if not (zone.settled or before.zones[name].settled) and zone.face != before.zones[name].face
        }
        drawing, is_clear = so_far.visits.may_have_drawn, so_far.visits.is_clear_of_draws
        if drawing or is_clear:
            known = partial(replace, drawing=drawing, clear_of_draws=is_clear)
            told = tuple(known(one) if isinstance(one, Change) else one for one in told)
        return None, SettleOutput(zones, ruled, parted, told)


def wait_for_carried_piles(looks: Mapping[str, ZoneLook], zones: TableState, bare: BareTable, at: float) -> dict[str, ZoneLook]:
    """The looks at zones by name, without a look at a pile that seems gone and may be in a hand. A carried pile is put down
    elsewhere, and found once the table lies calm."""
    calm_s = at - bare.calm.since if bare.calm is not None else 0.0
    if calm_s >= CARRIED.calm_s:
        return dict(looks)
    return {
        name: replace(look, reading=None)
        if name in bare.proven
        and look.reading is not None
        and look.reading.face == EMPTY
        and zones.zones[name].face not in (EMPTY, UNREADABLE)
        and at - (zones.zones[name].clear_since or at) < CARRIED.most_s
        else look
        for name, look in looks.items()
    }


def tell_lying_first(told: Sequence[ZoneEvent | TableFact], bare: BareTable) -> tuple[ZoneEvent | TableFact, ...]:
    """The facts in order: cards that lay on a pile when the table was found come before one that a hand then laid on them. A hand
    that only hid them has laid nothing."""
    after = list[ZoneEvent | TableFact]()
    for fact in told:
        laid = bare.laid.get(fact.zone) if isinstance(fact, Change) and fact.zone not in bare.tops else None
        if not isinstance(fact, Change) or laid is None or fact.before != EMPTY or not fact.after:
            after.append(fact)
            continue
        is_read = laid.face and (fact.moved or fact.after == laid.face)  # otherwise it was read better since
        below = [*laid.beneath, *([laid.face] if is_read else [])]
        if below and below[-1] == fact.after:
            below, fact = below[:-1], replace(fact, moved=False, hand=None)
        for before, face in itertools.pairwise((EMPTY, *below)):
            after.append(Change(fact.zone, before, face, 1.0, (), fact.at, moved=before != EMPTY))
        after.append(replace(fact, before=below[-1], moved=True) if below else fact)
    return tuple(after)


def mark_reached(look: ZoneLook, hand: HandFrom, *, is_veiled: bool) -> ZoneLook:
    """The look at a zone with the fingers of a `hand` in. `is_veiled`: a veil was told there, and nothing counts as touched.

    A hand with a visible arm is no veil, though a veil may be suspected.
    """
    return replace(look, hand=hand, reached=True, touched=look.touched or (hand is not None and not is_veiled))


def drop_hidden_looks(so_far: FrameSoFar, looks: Mapping[str, ZoneLook], outside: Set[str]) -> dict[str, ZoneLook]:
    """The looks at zones, with what a veil hides taken out. `outside`: zones beyond the picture's edge.

    Only sure readings of a hidden pile count. Nothing counts as touched, unless an arm is seen over a zone not yet told to be
    veiled. Of hidden cells nothing counts: a chip in another light looks like another chip. Zones that have come clear may show
    anything. `looks`: by zone.
    """
    now, before, memory = so_far.veils.veils, so_far.veils.before, so_far.place.memory
    under_arms = {zone for arm in so_far.controls.sight.arms for zone in arm.over}
    veiled_lately = {*now.seen, *now.zones, *before.seen, *before.zones}
    after = {zone: replace(look, glimpses=()) if zone in veiled_lately else look for zone, look in looks.items()}
    hidden = now.seen.keys() & looks.keys() - find_old_veils(now, so_far.frame.at)
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


def _collect_facts(so_far: FrameSoFar) -> tuple[tuple[float, TableFact], ...]:
    """The facts of this frame beside what lies on zones, each with its time in seconds: touches of draw piles, codes that were
    shown, hands that came or went."""
    at, visits = so_far.frame.at, so_far.visits.seen
    on_zones = [(at, Touched(f"{name}:{code}", at, visits.find_hand(name))) for name, code in so_far.shown.codes]
    elsewhere = [(at, Touched(f"control:{code}", at)) for code in so_far.controls.codes]
    return (*so_far.visits.touches, *on_zones, *elsewhere, *((at, one) for one in so_far.visits.presence))
