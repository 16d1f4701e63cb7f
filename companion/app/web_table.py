"""The table as the pages use it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from companion.doctor.check import FAILED, WARNING, Check
from companion.errors import CompanionError, InputError
from companion.games.sheets import Sheet
from companion.lessons.corrections import Corrections, Looks, Note, noted
from companion.lessons.sure_reads import SureReads
from companion.machine.lamps import Lamps
from companion.match.events import Started
from companion.match.rulings import Match
from companion.session.inbox import Inbox
from companion.shown.messages import FALLBACK, Catalogue, catalogue
from companion.shown.notices import say_notices
from companion.shown.past import once_more
from companion.shown.table import LampsView, ShownTable
from web.errors import CommandRefused

log = logging.getLogger("companion")


@dataclass(frozen=True, slots=True)
class Lessons:
    """What a deck may learn from. `looks`: what was read lately; `corrections`: where it is kept what a person said of it;
    `sure`: what nobody doubted until now."""

    looks: Looks
    corrections: Corrections
    sure: SureReads | None = None

    def keep(self, note: Note) -> None:
        """A person corrected a read: keep the picture it rests on. What cannot be kept is told in the log, the match goes on without."""
        seen = self.looks.of(note)
        if seen is None:
            return
        if self.sure is not None:
            self.sure.contradict(seen.deck, seen.zone, seen.face)
        try:
            self.corrections.keep(seen, note, time.time())
        except InputError as error:
            log.warning("%s", error)


class WebTable(ShownTable):
    """The table, with refusals as the web knows them. `signs`: what does not work just now, by its part. `lessons`: where what a person
    puts right is kept for the deck to learn from, None = nowhere. `checkup`: looks at everything, in a language. `device`: lamps and
    buzzer, None where there are none."""

    def __init__(
        self,
        inbox: Inbox,
        sheets: Mapping[str, Sheet],
        lamps: LampsView,
        crop: Callable[[str], bytes | None] = lambda zone: None,
        signs: Callable[[], dict[str, str]] = dict,
        lessons: Lessons | None = None,
        checkup: Callable[[str], Sequence[Check]] = lambda language: (),
        offers: Callable[[Match], Started] = once_more,
        device: Callable[[], Lamps | None] = lambda: None,
    ) -> None:
        super().__init__(inbox, sheets, lamps, crop, offers)
        self._device = device
        self.signs, self._lessons, self._checkup = signs, lessons, checkup

    def health(self, language: str) -> dict[str, Any]:
        """What is true: "status" is "ok" or "trouble", "trouble" says of each part that does not work what is wrong with it. "notices":
        what was found at the start, where there was something; players are called by their seats, for whoever asks may have no business
        with their names."""
        trouble, snapshot = self.signs(), self._inbox.snapshot
        notices = say_notices(snapshot.notices, snapshot, catalogue(language))
        told: dict[str, Any] = {"status": "trouble", "trouble": trouble} if trouble else {"status": "ok"}
        return told | ({"notices": notices} if notices else {})

    def checkup(self, language: str) -> list[dict[str, str]]:
        """All checks in words, what is wrong first."""
        words = catalogue(language)
        checks = sorted(self._checkup(language), key=lambda check: (check.status != FAILED, check.status != WARNING))
        return [asdict(check) | {"title": _title(check, words), "word": _word(check, words)} for check in checks]

    @property
    def quiet(self) -> bool | None:
        """Is the buzzer silenced? None where there is no device."""
        device = self._device()
        return None if device is None else device.quiet

    def hush(self, quiet: bool) -> None:
        """Silence the buzzer, or let it sound again."""
        if device := self._device():
            device.quiet = quiet

    def try_lamps(self) -> None:
        """Show each lamp in turn, then let the buzzer sound."""
        if device := self._device():
            device.try_out()

    def looked(self) -> Mapping[tuple[str, str], bytes]:
        """What faces were read from lately, JPEGs by zone and face."""
        return self._lessons.looks.pictures() if self._lessons else {}

    def act(self, command: Mapping[str, Any], by: str) -> dict[str, Any]:
        """Do what a person asked for; the answer as `web.routes.commands.ANSWER` describes it. Raises `CommandRefused`."""
        note = noted(self._inbox.snapshot, command)
        try:
            done = super().act(command, by)
        except CompanionError as error:
            raise CommandRefused(catalogue(command.get("language", FALLBACK)).error(error)) from error
        if note and self._lessons:
            self._lessons.keep(note)
        return done


def _title(check: Check, words: Catalogue) -> str:
    """Some checks are called otherwise by those who type commands than by those who play."""
    own = f"doctor-title-{check.name}"
    return words.text(own if words.has(own) else f"doctor-name-{check.name}")


def _word(check: Check, words: Catalogue) -> str:
    return words.text(f"doctor-status-{check.status}")
