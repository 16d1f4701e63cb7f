"""The view as bytes, made once for each version and language however many phones look."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass

from web.table import Table


@dataclass(frozen=True, slots=True)
class ViewSnapshot:
    """A view in one language."""

    version: int
    json: bytes  # UTF-8, one line


class Snapshots:
    """The latest snapshots of a table, shared by all phones."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._kept: dict[str, ViewSnapshot] = {}
        self._making: dict[str, threading.Lock] = {}

    def wait_for_version(self, version: int, timeout: float) -> int:
        """The current version, once above `version` or after `timeout` seconds. Blocks."""
        return self._table.wait(version, timeout)

    def latest_snapshot(self, language: str) -> ViewSnapshot:
        """The view as of now, in `language`; made anew only where the table has a newer version."""
        with self._making.setdefault(language, threading.Lock()):
            kept = self._kept.get(language)
            if kept is None or kept.version < self._table.wait(-1, 0.0):  # the version now, without waiting
                view = self._table.view(language)
                body = json.dumps(view, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
                kept = self._kept[language] = ViewSnapshot(int(view["version"]), body.encode())
            return kept
