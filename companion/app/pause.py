"""The pause of the table: from a pause card to the next, nothing seen is told."""

from __future__ import annotations

from dataclasses import replace

from companion.app.table_events import CONTROL_ZONE_PREFIX, PAUSE
from companion.session.inbox import Work
from vision.types import Change, TableEvent, Touched


class Pause:
    """Holds back events of the eye while the table pauses.

    When play goes on, changes are released as lying cards, not as plays. Where cards and match differ, the table is out of
    step and a person decides.
    """

    def __init__(self) -> None:
        self.on = False
        self._changed: dict[str, Change] = {}

    def end_pause(self) -> None:
        """End a pause without release: another match begins."""
        self.on = False
        self._changed.clear()

    def toggle_by_card(self, event: TableEvent) -> Work | None:
        """The work to tell the session of a begun or ended pause, None where `event` is no pause card. The pause is switched
        at once."""
        if not (isinstance(event, Touched) and event.zone == f"{CONTROL_ZONE_PREFIX}{PAUSE}"):
            return None
        self.on = not self.on
        on = self.on
        return lambda session, at: session.publisher.report_pause(on)

    def let_through(self, event: TableEvent) -> bool:
        """May `event` be told now? During a pause, changes are kept for `release_changes`."""
        if self.on and isinstance(event, Change):
            self._changed[event.zone] = replace(event, moved=False)
        return not self.on

    def release_changes(self) -> list[Change]:
        """The last change of each zone during the pause, once play goes on; empty while the pause lasts."""
        if self.on or not self._changed:
            return []
        kept, self._changed = [*self._changed.values()], {}
        return kept
