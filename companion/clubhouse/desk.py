"""The club for its pages: the hall as it stands, and what the store keeps, in the reader's language."""

from __future__ import annotations

import csv
import io
import json
import logging
import re
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from companion.club.forms import MAX_KEPT_MATCHES
from companion.club.topics import MATCH_UID, is_table_name
from companion.clubhouse.hall import Hall
from companion.clubhouse.store import MatchKey, Store
from companion.errors import CompanionError, MatchNotFound
from companion.games.sheets import list_games, load_sheet
from companion.journal.exported import export_csv, export_json
from companion.match.events import Entry, Event, Started
from companion.shown.afterwards import make_afterwards_view
from companion.shown.words.messages import Catalogue, catalogue

log = logging.getLogger("companion.club")

MAX_RESULTS_SHOWN = 500  # on the page of results; the files hold all; guess
MAX_RESULTS_EXPORTED = 100_000  # lines of a file; guess
MAX_PLAYERS = 12  # of a match that is named player by player; Sequence
COLUMNS = (
    "received_at", "table", "match", "number", "game", "variant", "players", "teams", "status", "winner", "score", "cards_left",
    "rating", "started_at", "ended_at", "entries", "revision", "corrected", "changes",
)  # fmt: skip
"""Columns of the results as CSV."""
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet takes a text that begins so for a formula


class ClubhouseDesk:
    """What the club's pages ask and do about tables, matches and results, see `web.club.club.Club`."""

    def __init__(
        self,
        hall: Hall,
        store: Store,
        clock: Callable[[], float] = time.time,
        note_correction: Callable[[Mapping[str, Any], str, str], None] = lambda told, by, why: None,
    ) -> None:
        """`clock`: seconds since 1970, for corrections. `note_correction`: told of each corrected result as it counts now, by
        whom, and why."""
        self._hall, self._store, self._clock, self._note_correction = hall, store, clock, note_correction

    def rows_since(self, version: int) -> tuple[int, list[bytes]]:
        """See `Hall.rows_since`."""
        return self._hall.rows_since(version)

    def wait(self, version: int, timeout: float) -> int:
        """See `Hall.wait`."""
        return self._hall.wait(version, timeout)

    def name_games(self, language: str) -> dict[str, str]:
        """Title of each game that is known here."""
        words = catalogue(language)
        return {game: words.text(f"game-{game}") for game in list_games()}

    def report_health(self) -> dict[str, Any]:
        """ "status", "broker" and "store", as the pages' Protocol says."""
        well = self._hall.broker_there and not self._hall.trouble
        return {"status": "ok" if well else "trouble", "broker": self._hall.broker_there, "store": self._hall.trouble}

    def list_results(self, language: str) -> list[dict[str, Any]]:
        """Results as they count, last first, in words."""
        words = catalogue(language)
        return [self._say_result(told, words) for told in self._store.list_results(MAX_RESULTS_SHOWN)]

    def _say_result(self, told: Mapping[str, Any], words: Catalogue) -> dict[str, Any]:
        """A result with title, variant, winners, day and time of receipt in words. `told`: see `Store.list_results`."""
        when = datetime.fromtimestamp(told.get("received_at") or 0.0).astimezone()
        game = told["game"]
        return {
            **told,
            "table_name": self._hall.name_table(told["table"]),
            "title": _name_game(game, words),
            "variant": _name_variant(game, told["variant"], words),
            "winners": _name_winners(told, words),
            "day": when.date().isoformat(),
            "time": f"{when:%H:%M}",
        }

    def show_table(self, table: str, language: str) -> dict[str, Any] | None:
        """A table for its page, None for an unknown table: "table", "name", "match" (the one being played, else the latest;
        None without any), and "results", the latest first."""
        row = self._hall.find_row(table) if is_table_name(table) else None
        if row is None:
            return None
        words = catalogue(language)
        results = [self._say_result(told, words) for told in self._store.list_results(MAX_KEPT_MATCHES, table=table)]
        latest = self._store.list_matches_of(table, 1)
        return {
            "table": table,
            "name": row.name,
            "match": row.state.match if row.state and row.state.match else latest[0] if latest else None,
            "results": results,
        }

    def show_match(self, table: str, match: str, language: str) -> dict[str, Any] | None:
        """A match with its log in words, its result and the changes of its result; None for an unknown match.

        "log": see `make_afterwards_view`; None for a log from an unknown version, or without its first entry. "rulings":
        instead of the log, in the table's language. "missing": how many entries wait for earlier ones.
        """
        key = _key_of(table, match)
        if key is None:
            return None
        told, entries, rulings = self._store.find_result(key), self._store.read_log(key), self._store.read_rulings(key)
        numbers = [row["n"] for row in self._store.read_entries(key)]
        if not (told or numbers or rulings):
            return None
        words, started = catalogue(language), entries[0].event if entries else None
        shown = self._say_result(told, words) if told else None
        folded = _fold_log(entries, words)
        return {
            "table": table,
            "table_name": self._hall.name_table(table),
            "match": match,
            "title": shown["title"] if shown else folded["title"] if folded else "",
            "names": told["players"] if told and told["players"] else _list_players(started, words) if folded else [],
            "result": shown,
            "changes": [self._say_change(change, words) for change in self._store.list_changes(key)],
            "log": folded,
            "rulings": rulings,
            "missing": max(numbers, default=0) - len(entries),
        }

    def _say_change(self, change: Mapping[str, Any], words: Catalogue) -> dict[str, Any]:
        """One change of a result for its page: outcome before and after, by whom, why, day and time. `change`: see
        `Store.list_changes`."""
        when = datetime.fromtimestamp(change["at"]).astimezone()
        return {
            "before": _describe_outcome(change["before"], words),
            "after": _describe_outcome(change["after"], words),
            "by": change["by"],
            "why": change["why"],
            "day": when.date().isoformat(),
            "time": f"{when:%H:%M}",
        }

    def correct_result(self, table: str, match: str, corrected: Mapping[str, Any] | None, by: str, why: str) -> bool:
        """True where the correction stands now, False where there is no such result. Raises as `Store.correct_result`.

        `table`, `match`: their ids. `corrected`: the fields that count now, None = what the table told counts again. `by`,
        `why`: a person's name and reason.
        """
        key = _key_of(table, match)
        if key is None:
            return False
        try:
            self._store.correct_result(key, corrected, by, why, self._clock())
            if now := self._store.find_result(key):
                self._note_correction(now, by, why)
        except MatchNotFound:
            return False
        return True

    def export_results(self, kind: str, language: str) -> str:
        """All results, the last received first. `kind`: "json" or "csv"; texts in CSV never begin as a formula of a
        spreadsheet."""
        told = self._store.list_results(MAX_RESULTS_EXPORTED)
        if kind == "json":
            return json.dumps({"results": told}, ensure_ascii=False, indent=1)
        written = io.StringIO(newline="")
        writer = csv.DictWriter(written, COLUMNS, extrasaction="ignore")
        writer.writeheader()
        writer.writerows({key: _make_cell(each.get(key)) for key in COLUMNS} for each in told)
        return written.getvalue()

    def export_match(self, table: str, match: str, kind: str) -> str | None:
        """The log of a match as `companion export` writes it; None where the club has nothing of it. `table`, `match`: their
        ids. `kind`: "json" or "csv"."""
        key = _key_of(table, match)
        entries = self._store.read_log(key) if key else ()
        if not entries:
            return None
        told = self._store.find_result((table, match))
        number = told["number"] if told else 0
        return export_json(number, entries, match) if kind == "json" else export_csv(entries, match)


def _key_of(table: str, match: str) -> MatchKey | None:
    """The key of a match, None for names that no table and no match has."""
    return (table, match) if is_table_name(table) and re.fullmatch(MATCH_UID, match) else None


def _list_players(started: Event | None, words: Catalogue) -> list[str]:
    """Names of the players by seat; empty where the start of the match has not arrived. `started`: the first event of the log."""
    if not isinstance(started, Started) or not 0 < started.seats <= MAX_PLAYERS:
        return []
    named = words.with_match(started)
    return [named.name_player(seat) for seat in range(started.seats)]


def _fold_log(entries: tuple[Entry, ...], words: Catalogue) -> dict[str, Any] | None:
    """The log in words, as `make_afterwards_view`. None without `entries`, and where this version cannot fold them: whatever a
    table sends, a page is shown."""
    if not entries:
        return None
    try:
        return make_afterwards_view(0, entries, None, frozenset(), words)
    except (CompanionError, ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        log.warning("a match that a table told cannot be folded: %s", error)
        return None


def _name_game(game: str, words: Catalogue) -> str:
    """Title of a game, for an unknown game its own name."""
    return words.text(f"game-{game}") if game in list_games() else game


def _name_variant(game: str, variant: Mapping[str, Any], words: Catalogue) -> str:
    """What distinguishes a match in words, such as "On Fire, Pro"; "" for the plain game. `variant`: option to value."""
    if game not in list_games():
        return ", ".join(sorted(name for name, value in variant.items() if value is True))
    chosen = [option.name for option in load_sheet(game).options if variant.get(option.name) is True]
    return ", ".join(words.text(f"option-{name}") for name in chosen)


def _name_winners(told: Mapping[str, Any], words: Catalogue) -> list[str]:
    """Names of those who won, empty where nobody won. `told`: a result, as `Store.list_results` gives it."""
    players = told["players"]
    if told["status"] != "won":
        return []
    seats = told.get("winners") or ([told["winner"]] if told.get("winner") is not None and not told.get("teams") else [])
    return [players[seat] for seat in seats if seat < len(players)]


def _describe_outcome(told: Mapping[str, Any] | None, words: Catalogue) -> dict[str, Any] | None:
    """What the result `told` said: "status", "winners", "cards_left", "score". None for no result."""
    if told is None:
        return None
    return {
        "status": told["status"],
        "winners": _name_winners(told, words),
        "cards_left": told.get("cards_left"),
        "score": told.get("score"),
    }


def _make_cell(value: Any) -> Any:
    """A value as CSV takes it: lists and mappings as JSON, a text that a spreadsheet would calculate behind an apostrophe."""
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    elif isinstance(value, dict):
        value = json.dumps(value, ensure_ascii=False) if value else ""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_SIGNS) else value
