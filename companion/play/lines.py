"""The numbers of the lines of a dialogue, by which its events are named, and those of their entries. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import InputError

_NAMING = ("no-event", "event-undone", "event-over", "event-laid-no-card")
"""Refusals that name an event."""
_MOST = 100_000_000
_NONE = 900_000_000
"""Around here no entry is numbered: where a line goes that became none."""


class Lines:
    """An end of a turn that is put in has an entry and no line: it goes by the line before which it stands."""

    def __init__(self) -> None:
        self._entries: dict[int, int] = {0: 0}
        self._lines: dict[int, int] = {0: 0}

    def told(self, line: int, entry: int) -> None:
        """A line became an entry; what was put in just before it stands there too."""
        self._entries[line] = entry
        for n in range(len(self._lines), entry + 1):
            self._lines[n] = line

    def line(self, entry: int) -> int:
        """The line of an entry."""
        known = self._lines.get(entry)
        return known if known is not None else entry - _NONE if abs(entry - _NONE) < _MOST else entry

    def meant(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """What a line says, with the entries that it means for the lines that it names."""
        return {key: self._named(key, value) for key, value in data.items()}

    def _named(self, key: str, value: Any) -> Any:
        if key in ("undo", "waive"):
            return self._entry(value)
        inner = {"correct": "event", "insert": "before"}.get(key)
        if inner is None or not isinstance(value, dict) or inner not in value:
            return value
        return {**value, inner: self._entry(value[inner])}

    def _entry(self, line: Any) -> Any:
        if not isinstance(line, int) or isinstance(line, bool) or abs(line) >= _MOST:
            return line
        return self._entries.get(line, line + _NONE)

    def refusal(self, error: InputError) -> InputError:
        """A refusal that names an entry, as one that names its line."""
        if error.id not in _NAMING:
            return error
        return InputError.of(error.id, **{**error.values, "given": self.line(error.values["given"])})
