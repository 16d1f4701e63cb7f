"""What keeps the eye from reading though the table is seen: hands that do not leave, a camera that changes its colours."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.pipeline.so_far import FrameSoFar, HinderedOutput, TableSetup
from vision.types import Change, Handled, Hindered, TableEvent
from vision.visible.colours import ColourDrift, follow_colours

HANDS, COLOURS = "hands", "colours"
MAX_HANDS_S = 10.0  # guess; hands that hide undecided cards for this long are worth a word


@dataclass(frozen=True, slots=True)
class Hindrances:
    """What `Hinderers` keeps."""

    colours: ColourDrift = field(default_factory=ColourDrift)
    hands_since: float | None = None  # since when hands have hidden cards and nothing was told, None for not now
    told: tuple[str, ...] = ()  # reasons as last told


class Hinderers:
    """Tells why nothing is told: hands stay over undecided cards, or the camera changes its colours by itself."""

    name = "hindered"
    runs_blind = False

    def start(self, setup: TableSetup) -> Hindrances:
        """Nothing hinders."""
        return Hindrances()

    def run(self, so_far: FrameSoFar, state: Hindrances) -> tuple[Hindrances, HinderedOutput]:
        """What hinders the eye in this frame, told where it changed."""
        at = so_far.frame.at
        colours = follow_colours(state.colours, so_far.lamp.small, so_far.lamp.background, at)
        since = _find_hands_since(so_far, state)
        is_waiting = since is not None and at - since >= MAX_HANDS_S
        reasons = (*[HANDS] * is_waiting, *[COLOURS] * colours.is_told(at))
        told: tuple[TableEvent, ...] = (Hindered(at, reasons),) if reasons != state.told else ()
        return Hindrances(colours, since, reasons), HinderedOutput(told)


def _find_hands_since(so_far: FrameSoFar, state: Hindrances) -> float | None:
    """Since when hands have hidden an undecided zone without a break, and nothing was told; None where they do not now."""
    zones, sight = so_far.settle.zones.zones, so_far.controls.sight
    hides = sight.has_hands and any(name in sight.covered and not zone.settled for name, zone in zones.items())
    if not hides or any(isinstance(one, Change | Handled) for one in so_far.settle.told):
        return None if not hides else so_far.frame.at
    return so_far.frame.at if state.hands_since is None else state.hands_since
