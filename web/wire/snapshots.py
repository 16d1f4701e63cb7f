"""The view as bytes, made once for each version and language however many phones look, and what changed since earlier ones."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from web.table import Table
from web.wire.changes import list_changes, write_json

MAX_KEPT_CHANGES_BYTES = 64 * 1024  # of one language: some forty plays with their hands; guess
MAX_STARTS = 1_000_000  # a start draws one of so many numbers, and counts its versions from there on; guess
VERSIONS_OF_A_START = 1_000_000  # five changes a second for 55 hours; guess


def draw_first_version() -> int:
    """The number before the first version of a start: no other start that a phone may remember has the same versions."""
    return secrets.randbelow(MAX_STARTS) * VERSIONS_OF_A_START


@dataclass(frozen=True, slots=True)
class ViewChange:
    """What changed from one made view to the next."""

    since: int  # version before
    version: int
    operations: bytes  # of a JSON Patch, each preceded by a comma; UTF-8

    @property
    def size(self) -> int:
        """Bytes of memory, about."""
        return len(self.operations) + 100


@dataclass(frozen=True)
class ViewSnapshot:
    """A view in one language."""

    version: int
    view: Mapping[str, Any]
    changes: tuple[ViewChange, ...] = ()  # one after the other up to this version, the oldest first

    @cached_property
    def json(self) -> bytes:
        """The whole view: UTF-8, one line."""
        return write_json(self.view)

    def patch_since(self, version: int) -> bytes | None:
        """The JSON Patch from the view of an earlier `version` to this view; UTF-8, one line. Begins with a test of the
        version. None where the changes since are not known."""
        since: list[bytes] = []
        for change in reversed(self.changes):
            since.append(change.operations)
            if change.since == version:
                return b'[{"op":"test","path":"/version","value":%d},{"op":"replace","path":"/version","value":%d}%s]' % (
                    version,
                    self.version,
                    b"".join(reversed(since)),
                )
        return None

    def prepare_first(self, seen: int | None) -> None:
        """Make what a phone with the version `seen` is sent first: a whole view takes its time, which the loop of the server
        does not have."""
        if seen != self.version and (seen is None or self.patch_since(seen) is None):
            _ = self.json

    def next_snapshot(self, version: int, view: Mapping[str, Any]) -> ViewSnapshot:
        """A newer view, with what changed since the views before. `version`: of `view`, higher than before. Old changes are
        forgotten above `MAX_KEPT_CHANGES_BYTES`."""
        changed = [each for each in list_changes(self.view, view) if each["path"] != "/version"]
        operations = b"".join(b"," + write_json(each) for each in changed)
        kept = (*self.changes, ViewChange(self.version, version, operations))
        size = sum(change.size for change in kept)
        while kept and size > MAX_KEPT_CHANGES_BYTES:
            size -= kept[0].size
            kept = kept[1:]
        return ViewSnapshot(version, view, kept)


class Snapshots:
    """The latest snapshots of a table, shared by all phones. `first_version`: added to the versions of the table, see
    `draw_first_version`."""

    def __init__(self, table: Table, first_version: int = 0) -> None:
        self._table, self._first = table, first_version
        self._kept: dict[str, ViewSnapshot] = {}
        self._making: dict[str, threading.Lock] = {}

    def wait_for_version(self, version: int, timeout: float) -> int:
        """The current version, once above `version` or after `timeout` seconds. Blocks."""
        return self.number_version(self._table.wait(version - self._first, timeout))

    def number_version(self, version: int) -> int:
        """A version of the table as phones are told it."""
        return self._first + version

    def latest_snapshot(self, language: str) -> ViewSnapshot:
        """The view as of now, in `language`; made anew only where the table has a newer version."""
        with self._making.setdefault(language, threading.Lock()):
            kept = self._kept.get(language)
            if kept is None or kept.version < self.wait_for_version(-1, 0.0):  # the version now, without waiting
                view = self._table.view(language)
                version = self.number_version(int(view["version"]))
                view = {**view, "version": version}
                kept = self._kept[language] = kept.next_snapshot(version, view) if kept else ViewSnapshot(version, view)
            return kept
