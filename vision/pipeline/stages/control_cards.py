"""QR control cards: those that lie anywhere on the table, and those that are shown on a control zone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from vision.control_cards import strewn
from vision.control_cards.controls import Showing, read_controls, showing
from vision.control_cards.strewn import Sheet, Strewn
from vision.pipeline.so_far import ControlsOutput, FrameSoFar, ShownOutput, TableSetup
from vision.place.profile import profile_for
from vision.plane.homography import rectify

MAX_BARE_CHANGE = 0.02  # part of a control zone without a card that may look changed while it still has none; a guess
MAX_CROP_PX_PER_MM = 4.0  # zones are cut out no finer than this: a module of a code measures 1.8 mm


@dataclass(frozen=True, slots=True)
class LyingCards:
    """What `LyingControls` keeps. `strewn`: None where codes cannot be read at all. `beneath`: zones on which such a card lies or lay."""

    strewn: Strewn | None
    beneath: frozenset[str] = frozenset()


class LyingControls:
    """Looks for control cards that were laid just now, wherever they lie. The zones that such a card hides count as covered."""

    name = "controls"
    runs_blind = False

    def start(self, setup: TableSetup) -> LyingCards:
        """None lies there."""
        return LyingCards(strewn.first_strewn())

    def run(self, so_far: FrameSoFar, state: LyingCards) -> tuple[LyingCards, ControlsOutput]:
        """See `Stage`."""
        sight, layout = so_far.hands.sight, so_far.place.memory.layout
        if state.strewn is None or sight.jolt or not so_far.hands.can_read:
            return state, ControlsOutput(sight, state.beneath, (), state.strewn)
        sheet = Sheet(so_far.lamp.frame.image, so_far.hands.known.to_picture)
        before = so_far.place.memory.shown_codes
        after, codes = strewn.search(state.strewn, so_far.veils.gate, sheet, before, _is_busy(so_far))
        hidden = after.hides(layout)
        if hidden:
            sight = replace(sight, covered=sight.covered | hidden)
        lying = LyingCards(after, hidden | state.strewn.hides(layout))
        return lying, ControlsOutput(sight, lying.beneath, codes, after)


def _is_busy(so_far: FrameSoFar) -> bool:
    """Is a card to be read in this frame? A frame is to do one thing."""
    memory, covered = so_far.place.memory, so_far.hands.sight.covered
    undecided = [memory.zones.zones[name] for name in memory.piles.piles if name not in covered]
    clear = [zone.clear_since for zone in undecided if not zone.settled]
    return any(since is None or so_far.frame.at - since < strewn.CARD_FIRST for since in clear)


class ShownControls:
    """Reads the control zones, each only around the time when something moves there."""

    name = "shown"
    runs_blind = False

    def start(self, setup: TableSetup) -> Mapping[str, Showing]:
        """No card is shown."""
        return {zone.name: Showing() for zone in setup.layout.of_kind("control")}

    def run(self, so_far: FrameSoFar, state: Mapping[str, Showing]) -> tuple[Mapping[str, Showing], ShownOutput]:
        """See `Stage`."""
        sight, comings, layout, known = (
            so_far.controls.sight,
            so_far.visits.comings,
            so_far.place.memory.layout,
            so_far.hands.known,
        )
        after, codes = dict(state), list[tuple[str, str]]()
        unchanged = {name for name, part in sight.changed if part < MAX_BARE_CHANGE and not state.get(name, Showing()).codes}
        wanted = [name for name in state if name not in unchanged and comings.busy(name, so_far.frame.at)]
        if not wanted:
            return state, ShownOutput((), so_far.place.memory.shown_codes)
        fineness = min(MAX_CROP_PX_PER_MM, profile_for(layout, known).px_per_mm)
        lying = so_far.controls.lying.codes if so_far.controls.lying else frozenset[str]()
        for name in wanted:
            crop = rectify(so_far.lamp.frame.image, known.to_picture, layout.zone(name).rect_mm, fineness)
            after[name], new = showing(state[name], read_controls(crop), name in sight.covered, so_far.frame.at)
            codes += [(name, code) for code in new if code not in lying]  # else it was pushed there
        return after, ShownOutput(tuple(codes), frozenset(code for each in after.values() for code in each.codes))
