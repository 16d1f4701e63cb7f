"""What of the journal has reached the club: the journal is the outbox, this file keeps only marks.

For each match a mark says up to which entry the broker has acknowledged, and which result. The club says in `kept` what it has
on its disk. Where that is less for a while, the table sends again from there. Match id and entry number are the key, so that
nothing counts twice.

Marks belong to one broker. Another broker begins with the match on the table, and never learns of those before. Marks of
matches that are wholly delivered are forgotten but for the latest. While no club has spoken, the broker's word may have
reached nobody. What was forgotten meanwhile is told again as soon as a club speaks.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from companion.club.forms import MAX_KEPT_MATCHES, Kept
from companion.whole_file import write_whole

log = logging.getLogger("companion")

FORMAT = 1
SAVE_EVERY_S = 1.0  # the marks are written at most so often
WAIT_FOR_KEPT_S = 10.0  # what the club has not kept after so long is sent again
MAX_WAIT_FOR_KEPT_S = 600.0  # the longest such wait, where sending again brings nothing
MAX_UNKEPT_MATCHES = 8  # sent at a time while a club listens: below what `kept` shows, so that none is lost sight of

ResultKey: TypeAlias = tuple[int, int, int]  # entries, revision, and the sum of what the result says


@dataclass(slots=True)
class Mark:
    """How far a match has been delivered."""

    uid: str
    number: int
    acknowledged: int = 0  # by the broker: every entry up to this number
    judged: int = 0  # the result is settled up to this entry
    result: ResultKey | None = None  # acknowledged by the broker, None where none was told
    sent: int = 0  # handed out up to this entry; not stored
    in_flight: set[int] = field(default_factory=set)  # entries handed out, and not acknowledged
    kept: int = 0  # what the club has on its disk
    kept_result: int | None = None  # entries of the result that the club has
    result_in_flight: bool = False  # handed out, and not acknowledged
    owes_result: bool = False  # the club lacks a result that the broker has acknowledged
    waits_since: float = 0.0  # steady seconds since which the club lags behind what was sent
    wait: float = WAIT_FOR_KEPT_S

    def is_delivered(self, last: int, *, with_club: bool) -> bool:
        """Has everything up to entry `last` arrived? `with_club`: on the club's disk, else at the broker."""
        told = self.acknowledged >= last and self.judged >= last
        results = self.result is None or not with_club or (self.kept_result or 0) >= self.result[0]
        return told and results and (not with_club or self.kept >= last)


class Outbox:
    """The marks of a table. From one thread. `path`: their file; a damaged one, or one of another broker, is begun anew. `broker`:
    URL. `since`: number of the first match that is told, unless the file knows. `now`: steady seconds."""

    def __init__(self, path: Path, broker: str, since: int, now: float) -> None:
        self._path, self._broker = path, broker
        self.since = since  # matches before this number are told only while they lie on the table
        self.held_since = since  # matches before this number are the club's, or older than the club
        self.wants_older = False  # are the matches from `since` on to be followed, also those forgotten before?
        self.marks: dict[str, Mark] = {}
        self.has_club = False  # has a club ever said what it keeps?
        self._has_heard = False  # has it said so since the connection began?
        self._unsaved, self._saved_at = False, now - SAVE_EVERY_S
        self._read_file()

    # Which matches are told

    def begin_at_most(self, number: int) -> None:
        """Tell matches from `number` on, if not from an earlier one."""
        self.since, self.held_since = min(self.since, number), min(self.held_since, number)

    def follow_match(self, uid: str, number: int) -> Mark:
        """The mark of the match with id `uid` and number `number`, made where missing."""
        if uid not in self.marks:
            # An older match that goes on: the club may know a result of it, so that "playing" is told too.
            known: ResultKey | None = (0, 0, 0) if number < self.since else None
            self.marks[uid] = Mark(uid, number, result=known)
            self._unsaved = True
        return self.marks[uid]

    def forget_delivered(self, lasts: dict[str, int]) -> None:
        """Forget the marks of matches that have arrived, but for the latest. `lasts`: the last entry of each match by id."""
        if self.wants_older:
            return
        marks = sorted(self.marks.values(), key=lambda mark: mark.number)
        for mark in marks[:-MAX_KEPT_MATCHES]:
            if not mark.is_delivered(lasts.get(mark.uid, 0), with_club=self.has_club):
                break
            del self.marks[mark.uid]
            self.since, self._unsaved = max(self.since, mark.number + 1), True
            if self.has_club:
                self.held_since = self.since

    def choose_marks(self, current: str, lasts: dict[str, int]) -> list[Mark]:
        """The marks of matches that have something to be told: the match on the table first, then the oldest. `current`: id of
        the match on the table. `lasts`: number of the last entry of each match, by id.

        With a club at most `MAX_UNKEPT_MATCHES` come back; without a club all.
        """
        marks = sorted(self.marks.values(), key=lambda mark: (mark.uid != current, mark.number))
        open_marks = [mark for mark in marks if not mark.is_delivered(lasts.get(mark.uid, 0), with_club=self.has_club)]
        return open_marks[:MAX_UNKEPT_MATCHES] if self.has_club else open_marks

    # What is handed out, and what has arrived

    def note_sent(self, mark: Mark, n: int) -> None:
        """Entry `n` of a match was handed to the broker's client."""
        mark.sent = n
        mark.in_flight.add(n)

    def note_acknowledged(self, mark: Mark, n: int, now: float) -> None:
        """Mark that the broker has entry `n` of the match of `mark`. `now`: steady seconds."""
        mark.in_flight.discard(n)
        reached = min(mark.in_flight) - 1 if mark.in_flight else mark.sent
        if reached > mark.acknowledged:
            mark.acknowledged, self._unsaved = reached, True
            mark.waits_since = now

    def note_result(self, mark: Mark, result: ResultKey | None, judged: int, now: float) -> None:
        """Mark that the result is settled up to entry `judged`. `result`: key of the result at the broker, None without a
        result to tell. `now`: steady seconds."""
        mark.owes_result = False
        if (mark.result, mark.judged) != (result, judged):
            if mark.result != result:
                mark.waits_since = now
            mark.result, mark.judged, self._unsaved = result, judged, True

    def note_disconnected(self) -> None:
        """Whatever was handed out and not acknowledged is handed out again."""
        for mark in self.marks.values():
            mark.in_flight.clear()
            mark.sent, mark.result_in_flight = mark.acknowledged, False

    def note_kept(self, kept: Kept, now: float) -> None:
        """Take over what the club says it has on its disk. `now`: steady seconds.

        A match that has dropped out of the club's latest stays as the club said last; what is sent again brings the match
        back.
        """
        if not self.has_club:
            self.wants_older = self.held_since < self.since
            self.since, self._unsaved = min(self.since, self.held_since), True
        self.has_club = self._has_heard = True
        for mark in self.marks.values():
            told = kept.matches.get(mark.uid)
            if told is not None:
                entries, result = told.entries, told.result
            elif len(kept.matches) >= MAX_KEPT_MATCHES:
                entries, result = mark.kept, mark.kept_result
            else:
                entries, result = 0, None
            if (entries, result) != (mark.kept, mark.kept_result):
                mark.wait, mark.waits_since = WAIT_FOR_KEPT_S, now
                mark.kept, mark.kept_result, self._unsaved = entries, result, True

    def resend_unkept(self, current: str, lasts: dict[str, int], now: float) -> None:
        """Go back to what the club has, where the club lags behind what the broker acknowledged for longer than it may.
        `current`: id of the match on the table. `lasts`: last entry of each match, by id. `now`: steady seconds.

        Nothing before the club's first word on this connection. The wait doubles after each time, up to `MAX_WAIT_FOR_KEPT_S`.
        """
        if not self._has_heard:
            return
        for mark in self.choose_marks(current, lasts):
            lags = mark.acknowledged > mark.kept
            owes = mark.result is not None and mark.result[0] > (mark.kept_result or 0)
            if not (lags or owes) or mark.in_flight or mark.result_in_flight or now - mark.waits_since < mark.wait:
                continue
            mark.wait, mark.waits_since = min(2 * mark.wait, MAX_WAIT_FOR_KEPT_S), now
            if lags:
                mark.acknowledged = mark.sent = mark.kept
            mark.owes_result = owes

    def begin_connection(self, now: float) -> None:
        """A connection begins. The broker may have lost what it acknowledged: the club's next word tells."""
        self.note_disconnected()
        self._has_heard = False
        for mark in self.marks.values():
            mark.wait, mark.waits_since = WAIT_FOR_KEPT_S, now

    # The file

    def save_marks(self, now: float, *, at_once: bool = False) -> None:
        """Write the marks where they have changed, at most every `SAVE_EVERY_S`, or sooner with `at_once`. `now`: steady
        seconds. Raises `OSError`."""
        if not self._unsaved or (now - self._saved_at < SAVE_EVERY_S and not at_once):
            return
        told = {
            "format": FORMAT,
            "broker": self._broker,
            "since": self.since,
            "held_since": self.held_since,
            "club": self.has_club,
            "matches": [
                {
                    "uid": mark.uid,
                    "number": mark.number,
                    "entries": mark.acknowledged,
                    "judged": mark.judged,
                    "result": mark.result,
                    "kept": [mark.kept, mark.kept_result],
                }
                for mark in self.marks.values()
            ],
        }
        self._saved_at = now
        write_whole(self._path, json.dumps(told).encode())
        self._unsaved = False

    def _read_file(self) -> None:
        """Take over the marks of the file. A file that cannot be used is said and begun anew: what is sent twice counts once."""
        try:
            told = json.loads(self._path.read_bytes())
            if told["format"] != FORMAT:
                raise ValueError("it is of another version")
            if told.get("broker", self._broker) != self._broker:  # written before it was kept: of this one
                log.warning("club: %s is another broker than before: it is told from the match on the table on.", self._broker)
                self._unsaved = True
                return
            self.since, self.has_club = int(told["since"]), bool(told["club"])
            self.held_since = int(told.get("held_since", self.since))
            self.wants_older = self.has_club
            self.marks = {each["uid"]: _decode_mark(each) for each in told["matches"]}
        except FileNotFoundError:
            self._unsaved = True
        except (OSError, ValueError, LookupError, TypeError) as error:
            log.warning("%s cannot be used (%s): the club is told again from the match on the table on.", self._path, error)
            self._unsaved = True


def _decode_mark(told: Any) -> Mark:
    """The mark of one match in the decoded file. Raises `ValueError`, `KeyError` or `TypeError` for anything else."""
    result = told["result"]
    if result is not None:
        entries, revision, content = result
        result = int(entries), int(revision), int(content)
    mark = Mark(str(told["uid"]), int(told["number"]), int(told["entries"]), int(told["judged"]), result)
    mark.sent, (mark.kept, mark.kept_result) = mark.acknowledged, told["kept"]
    return mark
