"""The table for the web pages."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from companion.commands.commands import execute_command
from companion.doctor.check import FAILED, WARNING, Check
from companion.errors import CompanionError, InputError
from companion.games.sheets import GameSheet
from companion.journal.scores import ScoreBook
from companion.lessons.corrections import Corrections, Looks, Note, note_of_command
from companion.lessons.sure_reads import SureReads
from companion.machine.lamps import Lamps
from companion.match.events import Played, Started
from companion.match.rulings import Match
from companion.session.inbox import Inbox
from companion.shown.notices import say_notices
from companion.shown.past import repeat_match
from companion.shown.table import LampsView, ShownTable
from companion.shown.words.languages import FALLBACK
from companion.shown.words.messages import catalogue
from web.errors import CommandRefused

log = logging.getLogger("companion")


@dataclass(frozen=True, slots=True)
class Lessons:
    """What a deck may learn from, and from where."""

    looks: Looks  # what was read lately
    corrections: Corrections  # where corrections of people are kept
    sure: SureReads | None = None  # reads that nobody has doubted so far, None = not collected

    def keep_correction(self, note: Note) -> None:
        """Keep the picture behind the read corrected by `note`, if still at hand; the read is no longer a sure read. Where
        the disk refuses, a warning is logged and the match goes on."""
        seen = self.looks.find_look(note)
        if seen is None:
            return
        if self.sure is not None:
            self.sure.contradict_read(seen.deck, seen.zone, seen.face)
        try:
            self.corrections.write_correction(seen, note, time.time())
        except InputError as error:
            log.warning("%s", error)

    def forget_undone(self, match_id: int, match: Match) -> None:
        """Take back the corrections that match `match_id` taught and that no longer hold: an undone tap teaches nothing. Where
        the disk refuses, a warning is logged and the match goes on."""
        for deck in self.corrections.corrected_decks():
            for one in self.corrections.standing_corrections(deck):
                judged = None if one.entry is None else match.find_judged(one.entry)
                own = one.match == match_id and one.when >= match.entries[0].at  # another journal counts matches from 1 too
                if own and judged is not None and isinstance(judged.event, Played) and judged.event.after != one.face:
                    try:
                        self.corrections.undo_correction(deck, one.n)
                    except (InputError, OSError) as error:
                        log.warning("%s", error)


class WebTable(ShownTable):
    """The table with the refusals of the web.

    `signs`: current trouble by part. `lessons`: what decks learn from, None = nothing is kept. `checkup`: all checks in a
    language. `device`: lamps and buzzer, None on a table without. Other arguments as in `ShownTable`.
    """

    def __init__(
        self,
        inbox: Inbox,
        sheets: Mapping[str, GameSheet],
        lamps: LampsView,
        crop: Callable[[str], bytes | None] = lambda zone: None,
        signs: Callable[[], dict[str, str]] = dict,
        lessons: Lessons | None = None,
        checkup: Callable[[str], Sequence[Check]] = lambda language: (),
        offers: Callable[[Match], Started] = repeat_match,
        device: Callable[[], Lamps | None] = lambda: None,
        scores: ScoreBook | None = None,
    ) -> None:
        super().__init__(inbox, sheets, lamps, crop, offers, scores)
        self._device = device
        self.signs, self._lessons, self._checkup = signs, lessons, checkup

    def report_health(self, language: str) -> dict[str, Any]:
        """{"status": "ok"}, or "trouble" with the trouble of each part; any "notices" of the start are added in `language`.
        Notices name players by seat: whoever asks may not have joined."""
        trouble, snapshot = self.signs(), self._inbox.snapshot
        notices = say_notices(snapshot.notices, snapshot, catalogue(language))
        told: dict[str, Any] = {"status": "trouble", "trouble": trouble} if trouble else {"status": "ok"}
        return told | ({"notices": notices} if notices else {})

    def run_checkup(self, language: str) -> list[dict[str, str]]:
        """All checks as data in `language`, failures first, warnings next; "title" and "word" name check and status."""
        words = catalogue(language)
        checks = sorted(self._checkup(language), key=lambda check: (check.status != FAILED, check.status != WARNING))
        told = []
        for check in checks:
            own = f"doctor-title-{check.name}"  # some checks have another title on the page than in the terminal
            title = words.text(own if words.has_text(own) else f"doctor-name-{check.name}")
            told.append(asdict(check) | {"title": title, "word": words.text(f"doctor-status-{check.status}")})
        return told

    @property
    def is_buzzer_silenced(self) -> bool | None:
        """Is the buzzer silenced? None without a device."""
        device = self._device()
        return None if device is None else device.is_silenced

    def silence_buzzer(self, quiet: bool) -> None:
        """Silence the buzzer (`is_silenced`), or let the buzzer sound again."""
        if device := self._device():
            device.is_silenced = quiet

    def try_lamps(self) -> None:
        """Show each lamp in turn, and at last sound the buzzer."""
        if device := self._device():
            device.begin_trial()

    def recent_looks(self) -> Mapping[tuple[str, str], bytes]:
        """What faces were read from lately, JPEGs by zone and face."""
        return self._lessons.looks.recent_pictures() if self._lessons else {}

    def act(self, command: Mapping[str, Any], by: str) -> dict[str, Any]:
        """The answer to a command as `web.routes.commands.ANSWER` describes. `by`: who asks, as source of the entries. A
        correction also teaches the deck. Raises `CommandRefused` with a sentence in the command's language."""
        note = note_of_command(self._inbox.snapshot, command)
        try:
            done = execute_command(self._inbox, command, by)
        except CompanionError as error:
            raise CommandRefused(catalogue(command.get("language", FALLBACK)).say_error(error)) from error
        if self._lessons and "asks" not in done:
            after = self._inbox.snapshot
            if note:
                self._lessons.keep_correction(note)
            if after.match is not None and command["command"] in ("undo", "correct"):
                self._lessons.forget_undone(after.match_id, after.match)
        return done
