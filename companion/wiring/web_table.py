"""The table as the pages use it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from companion.errors import InputError, JournalError
from companion.session.corrections import Corrections, Looks, noted
from companion.shown.messages import FALLBACK, catalogue
from companion.shown.table import Table
from web.errors import CommandRefused

log = logging.getLogger("companion")


class WebTable(Table):
    """The table, with refusals as the web knows them. What a person puts right is kept for the deck to learn from."""

    signs: Callable[[], dict[str, str]] = dict
    """What does not work just now, by its part."""
    looks: Looks | None = None
    corrections: Corrections | None = None

    def health(self) -> dict[str, Any]:
        """What is true: "status" is "ok" or "trouble", "trouble" says of each part that does not work what is wrong with it."""
        trouble = self.signs()
        return {"status": "trouble", "trouble": trouble} if trouble else {"status": "ok"}

    def act(self, command: Mapping[str, Any], by: str) -> dict[str, Any]:
        """Do what a person asked for. Raises `CommandRefused`."""
        note = noted(self._inbox.snapshot, command)
        try:
            done = super().act(command, by)
        except (InputError, JournalError) as error:
            raise CommandRefused(catalogue(command.get("language", FALLBACK)).error(error)) from error
        seen = self.looks.of(note) if note and self.looks else None
        if note and seen and self.corrections:
            try:
                self.corrections.keep(seen, note, time.time())
            except InputError as error:  # the match goes on without
                log.warning("%s", error)
        return done
