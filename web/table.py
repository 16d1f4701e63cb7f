"""The table as the dashboard sees a table: a view that can be waited for, and commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

View = dict[str, Any]
"""The whole view, ready for JSON, as `web.view.VIEW` describes."""


class Table(Protocol):
    """What stands behind the dashboard. All methods may be called from many threads at once."""

    def view(self, language: str) -> View:
        """The whole view with sentences in `language`. "version" grows with every change."""

    def wait(self, version: int, timeout: float) -> int:
        """The current version, once above `version` or after `timeout` seconds. Blocks."""

    def act(self, command: Mapping[str, Any], by: str) -> dict[str, Any]:
        """The answer to a command, as `web.routes.commands.ANSWER` describes. Raises `CommandRefused` with one clear
        sentence.

        `command`: {"command": "correct", "language": "en", "entry": 4, "face": "47"}: name, language of the phone, and the
        checked body. `by`: who asks, such as "phone 3f2a".
        """

    def matches(self, language: str) -> list[dict[str, Any]]:
        """Matches of the journal, as `web.view.PAST` describes, last begun first."""

    def history(self, language: str) -> list[dict[str, Any]]:
        """The latest matches with their counts, first begun first: `web.view.PAST` without "current", plus "day", "time",
        "left", "laid", "backward", "fouls", "named", "misread"."""

    def statistics(self, language: str) -> dict[str, Any]:
        """What players and groups have won: "players" and "groups", each {"names", "matches", "games"} with rows of {"title",
        "matches", "won", "fewest_left", "longest_streak", "streak"}; "uncounted": how many matches are still to be counted."""

    def afterwards(self, match: int, language: str, at: int | None, filmed: frozenset[int]) -> dict[str, Any] | None:
        """A match with every line of its log, and the table after entry `at` (None = the last). `filmed`: entries with a
        replay."""

    def exported(self, match: int, kind: str) -> str | None:
        """The log of a match as "json" or "csv", None where there is no such match."""

    def report_health(self, language: str) -> dict[str, Any]:
        """{"status": "ok"}, or {"status": "trouble", "trouble": {"eye": "no picture"}} with the trouble of each part.
        "notices": what was found at the start, in `language`."""

    def run_checkup(self, language: str) -> list[dict[str, str]]:
        """Checks in words: {"name": "camera", "status": "ok", "title": "camera", "word": "ok", "found": "...", "advice":
        ""}. "status" is "ok", "warning", "failed" or "skipped"."""

    @property
    def is_buzzer_silenced(self) -> bool | None:
        """Is the buzzer silenced? None without lamps and buzzer."""

    def silence_buzzer(self, quiet: bool) -> None:
        """Silence the buzzer (`quiet`), or let the buzzer sound again."""

    def try_lamps(self) -> None:
        """Show each lamp in turn, then sound the buzzer."""

    def picture(self, name: str) -> bytes | None:
        """A JPEG: "table" is the annotated picture of the camera, other names are as in the view. None = no such picture."""


class Text(Protocol):
    """The catalogue of texts: an id and values become a sentence."""

    def __call__(self, language: str, id: str, /, **values: Any) -> str: ...
