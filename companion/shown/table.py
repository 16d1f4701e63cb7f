"""The table as phones see it: the view in their language, and past matches."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from companion.clean_text import MAX_DIGITS
from companion.errors import InputError
from companion.games.sheets import GameSheet
from companion.journal.exported import export_csv, export_json
from companion.journal.past_matches import PastMatch
from companion.journal.scores import Score, ScoreBook, score_match
from companion.match.events import Played, Started
from companion.match.rulings import Match
from companion.session.inbox import Inbox
from companion.session.snapshot import Snapshot
from companion.shown.afterwards import make_afterwards_view, make_history_view
from companion.shown.bare_table import name_board_picture
from companion.shown.cues import TABLE, Cue, find_cues
from companion.shown.kept_log import ENTRY_PICTURE, KeptLog
from companion.shown.past import next_view, past_view, repeat_match
from companion.shown.statistics import make_statistics_view
from companion.shown.view import make_view
from companion.shown.words.messages import Catalogue, catalogue

LampsView = Callable[[tuple[Cue, ...], list[str]], list[dict[str, Any]]]
"""What the lamps of these places show for these cues, ready for the view: place, colour, blink and kind of cue."""


MAX_FOLDED_AT_ONCE = 60  # matches for one look at the statistics; guess: some seconds on a small computer
CAMERA_PICTURE = "camera"
"""Name of the camera's picture without marks."""


class ShownTable:
    """A table. `sheets`: the games by name. `lamps`: see `LampsView`. `crop`: a JPEG of a zone, or of the whole table for
    "table". `offers`: the match to play after an ended match. `scores`: how past matches ended, None = kept in memory."""

    def __init__(
        self,
        inbox: Inbox,
        sheets: Mapping[str, GameSheet],
        lamps: LampsView,
        crop: Callable[[str], bytes | None] = lambda zone: None,
        offers: Callable[[Match], Started] = repeat_match,
        scores: ScoreBook | None = None,
    ) -> None:
        self._inbox = inbox
        self._sheets = sheets
        self._lamps = lamps
        self._crop = crop
        self._offers = offers
        self._scores = scores or ScoreBook()
        self._logs: dict[str, KeptLog] = {}  # by language
        self._logs_in_use = threading.Lock()
        self._rendered = lru_cache(maxsize=4)(self._render_view)  # forty phones ask for the same two views

    def view(self, language: str) -> dict[str, Any]:
        """The whole view in a language."""
        return self._rendered(language, self._inbox.snapshot.version)

    def wait(self, version: int, timeout: float) -> int:
        """The version of the view, once other than `version` or after `timeout` seconds."""
        return self._inbox.wait_for_version(version, timeout)

    def picture(self, name: str) -> bytes | None:
        """A JPEG by `name`, None for another name or without a picture.

        "table" is the camera picture with marks, "camera" the picture without. A zone or the id of a question gives a crop,
        the picture of an open board naming gives the board. "entry-12" gives the crop that the play of entry 12 was read from.
        """
        snapshot = self._inbox.snapshot
        if name.startswith(ENTRY_PICTURE):
            return self._picture_of_entry(snapshot, name.removeprefix(ENTRY_PICTURE))
        pile = next((each for each in snapshot.pile_questions if each.id == name), None)
        if pile is not None:
            return self._crop(pile.zone or pile.picture)
        if snapshot.board_naming is not None and name == name_board_picture(snapshot.board_naming):
            return self._crop(name)
        question = next((q for q in snapshot.questions if q.id == name), None)
        if question is None and name not in (TABLE, CAMERA_PICTURE, *self._zones_in_play(snapshot)):
            return None
        return self._crop(question.zone if question else name)

    def recent_looks(self) -> Mapping[tuple[str, str], bytes]:
        """JPEGs of faces read lately, by zone and face. Empty for a table without an eye."""
        return {}

    def _picture_of_entry(self, snapshot: Snapshot, number: str) -> bytes | None:
        """A JPEG of what the play of entry `number` (in digits) was read from; None for other entries, or once the look is
        forgotten."""
        known = snapshot.match and number.isdecimal() and len(number) <= MAX_DIGITS
        entry = snapshot.match.entry_of(int(number)) if snapshot.match and known else None
        if entry is None or not isinstance(entry.event, Played):
            return None
        return self.recent_looks().get((entry.event.zone, entry.event.after))

    def _render_view(self, language: str, version: int) -> dict[str, Any]:
        """The view in `language` with log, lamps, buzzer and the next match. `version` of the snapshot is only the key of the
        cache: shown is always the latest."""
        snapshot = self._inbox.snapshot
        words = catalogue(language)
        lit = self._lamps(cues_of_snapshot(snapshot), self._list_lamp_places(snapshot))
        for lamp in lit:
            lamp["title"] = words.name_zone(lamp["place"])
            lamp["meaning"] = words.text(f"cue-{lamp.pop('kind')}")
        sounding = any(cue.kind == "foul" and cue.place != "table" for cue in cues_of_snapshot(snapshot))
        with self._logs_in_use:
            log = self._logs.setdefault(language, KeptLog())
            view = make_view(snapshot, words, self._sheets, log, self.recent_looks().keys())
        return {
            **view,
            "next": self._offer_next_match(snapshot, words),
            "lamps": lit,
            "buzzer": "on" if sounding else "off",
        }

    def _offer_next_match(self, snapshot: Snapshot, words: Catalogue) -> dict[str, Any] | None:
        """The match to play next, None while a match runs or none is on the table."""
        if snapshot.match is None or snapshot.match.outcome is None:
            return None
        offered = self._offers(snapshot.match)
        return next_view(snapshot.match, offered, words, self._sheets[offered.game])

    def matches(self, language: str) -> list[dict[str, Any]]:
        """The matches of the journal, the last begun first, in words of `language`. Those that cannot be shown are left out.
        Each is asked for alone, to keep the table's facts from waiting."""
        words, on_table = catalogue(language), self._inbox.snapshot.match_id
        found = [self._find_past_match(id) for id in self._inbox.ask_session(lambda session, at: session.past.list_ids())]
        return [
            {**past_view(past, words, self._sheets[past.started.game]), "current": past.id == on_table}
            for past in found
            if past
        ]

    def history(self, language: str) -> list[dict[str, Any]]:
        """The latest matches with what can be counted, the first begun first. A match that cannot be read is left out."""
        words = catalogue(language)
        found = [
            self._find_past_match(id) for id in reversed(self._inbox.ask_session(lambda session, at: session.past.list_ids()))
        ]
        return [make_history_view(past, words, self._sheets[past.started.game]) for past in found if past]

    def statistics(self, language: str) -> dict[str, Any]:
        """What players and groups have won, see `make_statistics_view`. "uncounted": matches that are not folded yet; at most
        `MAX_FOLDED_AT_ONCE` are at a time, the latest first. A match that cannot be read is left out."""
        known, folded, uncounted = list[Score](), list[Score](), 0
        for stored in self._inbox.ask_session(lambda session, at: session.past.list_played()):
            score = self._scores.find_score(stored.uid, stored.entries)
            if score is not None:
                known.append(score)
            elif len(folded) >= MAX_FOLDED_AT_ONCE:
                uncounted += 1
            elif (past := self._find_past_match(stored.id)) is not None:
                folded.append(score_match(past, stored.entries))
        if folded:
            self._scores.keep_scores(folded)
        view = make_statistics_view([*known, *folded], catalogue(language), list(self._sheets))
        return {**view, "uncounted": uncounted}

    def afterwards(self, match: int, language: str, at: int | None, filmed: frozenset[int]) -> dict[str, Any] | None:
        """A match with every ruling, see `make_afterwards_view`. `match`: number of the match. `at`: entry after which the
        table is shown, None = the last. `filmed`: entries with a clip. None where no match can be shown."""
        log = self._inbox.ask_session(lambda session, _: session.past.read_log_of(match))
        try:
            if log is None:
                return None
            return make_afterwards_view(match, log, at, filmed, catalogue(language))
        except InputError:
            return None

    def exported(self, match: int, kind: str) -> str | None:
        """The log of a match as "json" or "csv" (`kind`), None without a match of number `match`."""
        log, uid = self._inbox.ask_session(
            lambda session, at: (session.past.read_log_of(match), session.past.find_uid_of(match))
        )
        if log is None:
            return None
        return export_json(match, log, uid) if kind == "json" else export_csv(log, uid)

    def _find_past_match(self, id: int) -> PastMatch | None:
        found: PastMatch | None = self._inbox.ask_session(lambda session, at: session.past.find_match(id))
        return found

    def _zones_in_play(self, snapshot: Snapshot) -> tuple[str, ...]:
        if snapshot.match is None or snapshot.rules is None:
            return ()
        return tuple(snapshot.match.faces)

    def _list_lamp_places(self, snapshot: Snapshot) -> list[str]:
        """Where lamps would stand: at each card zone in play, last the table's own. Discards of empty seats are left out."""
        if snapshot.match is None:
            return [TABLE]
        sheet, seats = self._sheets[snapshot.match.started.game], snapshot.match.started.seats
        piles = [zone.name for zone in sheet.zones if zone.kind == "card"]
        played = [name for name in piles if not name.startswith("discard") or int(name.removeprefix("discard")) <= seats]
        return [*played, TABLE]


def cues_of_snapshot(snapshot: Snapshot) -> tuple[Cue, ...]:
    """The signals due for a snapshot; empty without a match. Questions are dated by the zones out of step, 0.0 without such
    zones."""
    if snapshot.rules is None:
        return ()
    asked = [question.zone for question in snapshot.questions]
    lost = [] if snapshot.learning else [difference.zone for difference in snapshot.out_of_step]
    since = min((d.since for d in snapshot.out_of_step), default=0.0)
    return find_cues(snapshot.rules, snapshot.match, asked, lost, since)
