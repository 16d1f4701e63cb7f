"""The table pauses: somebody showed the card for it. Until it is shown again nothing that the eye sees is told."""

from __future__ import annotations

from dataclasses import replace

from companion.app.control_cards import PAUSE
from companion.app.table_events import CONTROL
from companion.session.inbox import Work
from vision.types import Change, TableEvent, Touched


class Pause:
    """Holds back what the eye tells. When the table goes on, what changed meanwhile is told as it lies, not as plays: where that is not
    what the match holds, the table is out of step and a person says whom to trust."""

    def __init__(self) -> None:
        self.on = False
        self._changed: dict[str, Change] = {}

    def over(self) -> None:
        """Another match begins: nothing is held back."""
        self.on = False
        self._changed.clear()

    def turned(self, event: TableEvent) -> Work | None:
        """What the match is told where this event is the card for a pause, else None."""
        if not (isinstance(event, Touched) and event.zone == f"{CONTROL}{PAUSE}"):
            return None
        self.on = not self.on
        on = self.on
        return lambda session, at: session.paused(on)

    def through(self, event: TableEvent) -> bool:
        """May this event be told now? A change that may not is kept."""
        if self.on and isinstance(event, Change):
            self._changed[event.zone] = replace(event, moved=False)
        return not self.on

    def kept(self) -> list[Change]:
        """What changed while the table paused, once it goes on."""
        if self.on or not self._changed:
            return []
        kept, self._changed = [*self._changed.values()], {}
        return kept
