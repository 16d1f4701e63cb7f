"""Zones that something soft hides: a lamp mirrored on a pile, a drop or a finger on the lens, the edge of the picture."""

from __future__ import annotations

from vision.pipeline.so_far import FrameSoFar, TableSetup, VeilsOutput
from vision.place.layout import SPOT_PREFIX
from vision.types import TableEvent, Unclear
from vision.visible.veils import COVERED, Veils, add_outside, follow_veils, keep_under_veils


class VeiledZones:
    """Tells which zones cannot be seen. What lies under a veil stays remembered as it looked before."""

    name = "veils"
    runs_blind = False

    def start(self, setup: TableSetup) -> Veils:
        """No veils."""
        return Veils()

    def run(self, so_far: FrameSoFar, state: Veils) -> tuple[Veils, VeilsOutput]:
        """The veils, and the background as it lies under them. No veil goes on where the table is learned anew or was
        jolted."""
        hands, before, at = so_far.hands, so_far.lamp.background, so_far.frame.at
        is_new = hands.is_fresh or before is None or hands.sight.is_jolted
        after = add_outside(Veils() if is_new else follow_veils(state, hands.background, at), hands.background.field, at)
        told: tuple[TableEvent, ...] = ()
        hidden, before_hidden = (
            {
                name: why for name, why in one.zones.items() if not name.startswith(SPOT_PREFIX)
            }  # nobody misses anything there yet
            for one in (after, state)
        )
        if hidden != before_hidden:
            told = (Unclear(at, tuple(sorted(hidden.items()))),)
        background = hands.background if before is None else keep_under_veils(before, hands.background, after, at)
        return after, VeilsOutput(
            veils=after,
            before=state,
            background=background,
            is_lens_covered=COVERED in after.zones.values(),
            hides_zones=bool(after.seen or after.zones or after.soft or state.seen or state.zones),
            told=told,
        )
