"""QR control cards: lying anywhere on the table, or shown on a control zone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from vision.control_cards.controls import Showing, ShownCodes, follow_showing, read_controls
from vision.control_cards.finders import cut_rows, may_hold_code
from vision.control_cards.strewn import STREWN, SearchedTable, Strewn, search_control_cards, start_strewn
from vision.pipeline.so_far import ControlsOutput, FrameSoFar, ShownOutput, TableSetup
from vision.place.profile import profile_for
from vision.plane.homography import rectify


@dataclass(frozen=True, slots=True)
class ShownLimits:
    """How a control zone is read."""

    max_changed_part: float = 0.02  # guess; part of a control zone without a card that may look changed while it still has none


SHOWN = ShownLimits()


@dataclass(frozen=True, slots=True)
class LyingCards:
    """What `LyingControls` keeps."""

    strewn: Strewn | None  # None where codes cannot be read at all
    beneath: frozenset[str] = frozenset()  # zones on which such a card lies or lay


class LyingControls:
    """Looks for control cards laid just now, anywhere. Zones hidden by a control card count as covered."""

    name = "controls"
    runs_blind = False

    def start(self, setup: TableSetup) -> LyingCards:
        """The state of a table on which none lies."""
        return LyingCards(start_strewn())

    def run(self, so_far: FrameSoFar, state: LyingCards) -> tuple[LyingCards, ControlsOutput]:
        """Control cards that lie on the table, and codes of those laid just now. Nothing is looked for where codes or the
        table cannot be read."""
        sight, memory = so_far.hands.sight, so_far.place.memory
        if state.strewn is None or sight.is_jolted or not so_far.hands.can_read:
            return state, ControlsOutput(sight, state.beneath, (), state.strewn)
        sheet = SearchedTable(so_far.lamp.frame.image, so_far.hands.known.to_picture)
        after, codes = search_control_cards(
            state.strewn, so_far.veils.background, sheet, memory.shown_codes, is_busy=_is_busy(so_far)
        )
        hidden = after.list_hidden_zones(memory.layout)
        if hidden:
            sight = replace(sight, covered=sight.covered | hidden)
        lying = LyingCards(after, hidden | state.strewn.list_hidden_zones(memory.layout))
        return lying, ControlsOutput(sight, lying.beneath, codes, after)


def _is_busy(so_far: FrameSoFar) -> bool:
    """Is a card to be read in this frame: is any pile undecided and clear for less than `STREWN.card_first_s`? A frame is to
    do one thing."""
    memory, covered = so_far.place.memory, so_far.hands.sight.covered
    undecided = [memory.zones.zones[name] for name in memory.piles.piles if name not in covered]
    clear = [zone.clear_since for zone in undecided if not zone.settled]
    return any(since is None or so_far.frame.at - since < STREWN.card_first_s for since in clear)


class ShownControls:
    """Reads the control zones, each only around the time when something moves there."""

    name = "shown"
    runs_blind = False

    def start(self, setup: TableSetup) -> Mapping[str, Showing]:
        """What each control zone shows: no card."""
        return {zone.name: Showing() for zone in setup.layout.of_kind("control")}

    def run(self, so_far: FrameSoFar, state: Mapping[str, Showing]) -> tuple[Mapping[str, Showing], ShownOutput]:
        """The state, what each control zone shows by name; and codes that were shown just now. `state`: the same of the frame
        before.

        A zone is read only while something moves there or just did, and if the zone looks changed or holds a code. Codes that
        lie elsewhere already are left out.
        """
        sight, visits, known, at = so_far.controls.sight, so_far.visits.seen, so_far.hands.known, so_far.frame.at
        layout, shown = so_far.place.memory.layout, so_far.place.memory.shown_codes
        if not state:
            return state, ShownOutput((), shown)
        unchanged = {
            name for name, part in sight.changed if part < SHOWN.max_changed_part and name in state and not state[name].codes
        }
        wanted = [name for name in state if name not in unchanged and visits.is_busy(name, at)]
        if not wanted:
            return state, ShownOutput((), shown)
        after, codes = dict(state), list[tuple[str, str]]()
        fineness = min(4.0, profile_for(layout, known).px_per_mm)  # geometry: a module of a code measures 1.8 mm
        lying = so_far.controls.lying.codes if so_far.controls.lying else frozenset[str]()
        for name in wanted:
            image, place, codes_seen = so_far.lamp.frame.image, layout.zone(name).rect_mm, ShownCodes()
            if may_hold_code(cut_rows(image, known.to_picture, place, STREWN.cut_px_per_mm)):
                codes_seen = read_controls(rectify(image, known.to_picture, place, fineness))
            after[name], new = follow_showing(state[name], codes_seen, at, is_covered=name in sight.covered)
            codes += [(name, code) for code in new if code not in lying]  # else it was pushed there
        return after, ShownOutput(tuple(codes), frozenset(code for each in after.values() for code in each.codes))
