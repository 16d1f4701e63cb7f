"""The club as its pages see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class Club(Protocol):
    """What stands behind the pages of a club. All methods may be called from many threads at once."""

    def rows_since(self, version: int) -> tuple[int, list[bytes]]:
        """The current version, and the row of each table that changed since `version`, as JSON, in no order; all rows for
        -1."""

    def wait(self, version: int, timeout: float) -> int:
        """The current version, once above `version` or after `timeout` seconds. Blocks."""

    def name_games(self, language: str) -> Mapping[str, str]:
        """Title of each game by its name."""

    def list_results(self, language: str) -> list[dict[str, Any]]:
        """Results as they count, last first: "table", "table_name", "match", "number", "title", "variant", "players",
        "status", "text", "winners" (names), "day", "time", "changes", "corrected"."""

    def show_match(self, table: str, match: str, language: str) -> dict[str, Any] | None:
        """A match with the lines of its log and what changed its result, None where the club has nothing of it."""

    def show_table(self, table: str, language: str) -> dict[str, Any] | None:
        """A table with its latest matches: "table", "name", "match" (random id, None before the first), "matches". None for an
        unknown table."""

    def export_results(self, kind: str, language: str) -> str:
        """All results as "json" or "csv"."""

    def export_match(self, table: str, match: str, kind: str) -> str | None:
        """The log of a match as "json" or "csv", None where the club has nothing of it."""

    def correct_result(self, table: str, match: str, corrected: Mapping[str, Any] | None, by: str, why: str) -> bool:
        """True where `corrected` now stands in place of what the table told, None = what the table told counts again. False
        where there is no such result."""

    def report_health(self) -> Mapping[str, Any]:
        """ "status" ("ok" or "trouble"), "broker" (is the broker there?), "store" ("" or what the database refuses)."""
