"""Numbers lines of a dialogue, by which people name events, and translates between lines and entries. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import InputError

_NAMING_REFUSALS = ("no-event", "event-undone", "event-over", "event-laid-no-card")
"""Refusals that name an event."""
_MAX_NUMBER = 100_000_000  # larger numbers are no lines; guess: far above any dialogue
_NO_ENTRY = 900_000_000  # offset of numbers for lines without an entry; guess: far above `_MAX_NUMBER`


class LineNumbers:
    """Lines and entries of a dialogue. An inserted end of a turn has an entry and no line; it goes by the line just after."""

    def __init__(self) -> None:
        self._entries: dict[int, int] = {0: 0}
        self._lines: dict[int, int] = {0: 0}

    def note_line(self, line: int, entry: int) -> None:
        """Note that a line became an entry; entries inserted just before share the line."""
        self._entries[line] = entry
        for n in range(len(self._lines), entry + 1):
            self._lines[n] = line

    def line_of_entry(self, entry: int) -> int:
        """The line of an entry."""
        known = self._lines.get(entry)
        return known if known is not None else entry - _NO_ENTRY if abs(entry - _NO_ENTRY) < _MAX_NUMBER else entry

    def with_entries(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The data of a line, with the named lines replaced by entries."""
        return {key: self._name_entry(key, value) for key, value in data.items()}

    def _name_entry(self, key: str, value: Any) -> Any:
        if key in ("undo", "waive"):
            return self._entry_of_line(value)
        inner = {"correct": "event", "insert": "before"}.get(key)
        if inner is None or not isinstance(value, dict) or inner not in value:
            return value
        return {**value, inner: self._entry_of_line(value[inner])}

    def _entry_of_line(self, line: Any) -> Any:
        if not isinstance(line, int) or isinstance(line, bool) or abs(line) >= _MAX_NUMBER:
            return line
        return self._entries.get(line, line + _NO_ENTRY)

    def refusal_by_line(self, error: InputError) -> InputError:
        """`error` with its entry replaced by the line."""
        if error.id not in _NAMING_REFUSALS:
            return error
        return InputError.of(error.id, **{**error.values, "given": self.line_of_entry(error.values["given"])})
