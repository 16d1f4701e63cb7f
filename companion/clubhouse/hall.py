"""Every table of the club as it stands now, in memory: what tables told last, in the order of their changes."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

import msgspec

from companion.club.forms import RulingTold, State
from companion.clubhouse.store import Heard

MAX_TABLES = 5_000  # shown at once; more tables are kept in the database alone; guess
_NOT_SHOWN = ("v", "at", "language")  # fields of a state that no page shows

_encode = msgspec.json.Encoder().encode


class TableRow:
    """One table. `name`: for people."""

    def __init__(self, table: str, name: str) -> None:
        """A table of which nothing but id and name for people is known: offline, without state or ruling."""
        self.table, self.name = table, name
        self.online = False
        self.state: State | None = None
        self.ruling: RulingTold | None = None
        self.called_at: float | None = None  # since when a foul or a question is open, by the club's clock
        self.version = 0
        self.encoded = b""

    def take(self, heard: Heard, at: float) -> bool:
        """True where the row shows something else after the message `heard`. `at`: seconds since 1970 by the club's clock."""
        form = heard.form
        if isinstance(form, bool):
            changed, self.online = self.online is not form, form
            return changed
        if isinstance(form, RulingTold):
            changed, self.ruling = form != self.ruling, form
            return changed
        if not isinstance(form, State) or form == self.state:
            return False
        self.state, self.name = form, form.name
        if form.foul is None and form.question is None:
            self.called_at = None
        elif self.called_at is None:
            self.called_at = at
        return True

    def describe(self) -> dict[str, Any]:
        """The row for the overview of tables: the fields of the last `State` that are shown, "table", "name", "online",
        "called_at" and "ruling". "ruling" is None unless it belongs to the match on the table."""
        told: dict[str, Any] = msgspec.to_builtins(self.state) if self.state else {"status": "none", "players": []}
        ruling = self.ruling if self.ruling and self.state and self.ruling.match == self.state.match else None
        return {
            **{key: value for key, value in told.items() if key not in _NOT_SHOWN},
            "table": self.table,
            "name": self.name,
            "online": self.online,
            "called_at": self.called_at,
            "ruling": {"verdict": ruling.verdict, "rule": ruling.rule, "message": ruling.message} if ruling else None,
        }


class Hall:
    """All tables. One thread takes in, many read. `names`: id and name for people of each table known from before; all begin
    offline."""

    def __init__(self, names: Iterable[tuple[str, str]] = ()) -> None:
        self._changed = threading.Condition()
        self._rows: dict[str, TableRow] = {}  # the latest changed comes last
        self._version = 0
        self.trouble = ""  # what the database refuses, "" where nothing
        self.broker_there = False
        for table, name in names:
            self._note_change(self._rows.setdefault(table, TableRow(table, name)))

    def take(self, heard: Iterable[Heard], at: float) -> None:
        """Show messages that were committed before. `at`: seconds since 1970 by the club's clock. Wakes all that `wait`."""
        with self._changed:
            before, touched = self._version, dict[str, TableRow]()
            for each in heard:
                table = each.address.table
                row = self._rows.get(table)
                if row is None:
                    if len(self._rows) >= MAX_TABLES:
                        continue
                    row = self._rows[table] = TableRow(table, table)
                    touched[table] = row
                if row.take(each, at):
                    touched[table] = row
            for row in touched.values():
                self._note_change(row)
            if self._version != before:
                self._changed.notify_all()

    def _note_change(self, row: TableRow) -> None:
        self._version += 1
        row.version, row.encoded = self._version, _encode(row.describe())
        self._rows.pop(row.table, None)
        self._rows[row.table] = row

    def rows_since(self, version: int) -> tuple[int, list[bytes]]:
        """The current version, and as JSON the row of each table that changed after `version`, the latest last."""
        with self._changed:
            found = []
            for row in reversed(self._rows.values()):
                if row.version <= version:
                    break
                found.append(row.encoded)
            return self._version, found

    def wait(self, version: int, timeout: float) -> int:
        """The current version, once above `version` or after `timeout` seconds. Blocks."""
        with self._changed:
            self._changed.wait_for(lambda: self._version > version, timeout)
            return self._version

    def find_row(self, table: str) -> TableRow | None:
        """The row of a table, None for an unknown table."""
        with self._changed:
            return self._rows.get(table)

    def list_names(self) -> list[tuple[str, str]]:
        """Name in its topics and name for people, of every table."""
        with self._changed:
            return sorted((row.table, row.name) for row in self._rows.values())

    def name_table(self, table: str) -> str:
        """What people call a table."""
        row = self.find_row(table)
        return row.name if row else table
