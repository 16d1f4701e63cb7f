"""The view as bytes, made once a version and language however many phones look."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass

from web.table import Table


@dataclass(frozen=True, slots=True)
class ViewSnapshot:
    """A view in one language. `json`: UTF-8, one line."""

    version: int
    json: bytes


class Snapshots:
    """Latest snapshots of a table, shared by all phones."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._kept: dict[str, ViewSnapshot] = {}
        self._making: dict[str, threading.Lock] = {}

    def version(self) -> int:
        """The current version, at once."""
        return self._table.wait(-1, 0.0)

    def wait(self, version: int, timeout: float) -> int:
        """Block until the version is above `version`, at most `timeout` seconds."""
        return self._table.wait(version, timeout)

    def latest(self, language: str) -> ViewSnapshot:
        """The view as it is now."""
        with self._making.setdefault(language, threading.Lock()):
            kept = self._kept.get(language)
            if kept is None or kept.version < self.version():
                kept = self._kept[language] = self._make(language)
            return kept

    def _make(self, language: str) -> ViewSnapshot:
        view = self._table.view(language)
        body = json.dumps(view, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return ViewSnapshot(int(view["version"]), body.encode())
