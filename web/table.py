"""The table as the dashboard sees it: something with a view, that can be waited for and told to act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

View = dict[str, Any]
"""The whole view, ready for JSON, as described by `web.view.VIEW`."""


class Table(Protocol):
    """What stands behind the dashboard. All methods may be called from many threads at once."""

    def view(self, language: str) -> View:
        """The whole view with its sentences in that language. Its "version" grows with every change."""

    def wait(self, version: int, timeout: float) -> int:
        """Block until the version is above `version`, at most `timeout` seconds. Hands back the current version."""

    def act(self, command: Mapping[str, Any], by: str) -> dict[str, Any]:
        """Do what a person asked for.

        `command`: {"command": "correct", "language": "en", "entry": 4, "face": "47"}: its name, the language of the phone, and
        the checked body of the request. `by`: who asked, such as "phone 3f2a". Hands back what
        `web.routes.commands.ANSWER` describes: verdict and
        message of this command, and beside them what else is open. Raises `CommandRefused` with one clear sentence.
        """

    def matches(self, language: str) -> list[dict[str, Any]]:
        """The matches of the journal as `web.view.PAST` describes them, the last begun first."""

    def history(self, language: str) -> list[dict[str, Any]]:
        """The latest matches with what can be counted of them, the first begun first: `web.view.PAST` but for "current", and "day", "time",
        "left", "laid", "backward", "fouls", "named", "misread"."""

    def afterwards(self, match: int, language: str, at: int | None, filmed: frozenset[int]) -> dict[str, Any] | None:
        """A match with every line of its log, and the table after entry `at` (None = the last). `filmed`: entries that have a replay."""

    def exported(self, match: int, kind: str) -> str | None:
        """The log of a match as "json" or "csv", None where there is none."""

    def report_health(self, language: str) -> dict[str, Any]:
        """{"status": "ok"}, or {"status": "trouble", "trouble": {"eye": "no picture"}} with the trouble of each part.
        "notices": what was found at the start, in `language`."""

    def run_checkup(self, language: str) -> list[dict[str, str]]:
        """What was looked at, in words: {"name": "camera", "status": "ok", "title": "camera", "word": "ok", "found": "...", "advice": ""}.
        "status" is "ok", "warning", "failed" or "skipped"."""

    @property
    def is_buzzer_silenced(self) -> bool | None:
        """Is the buzzer silenced? None where there are no lamps and no buzzer."""

    def silence_buzzer(self, quiet: bool) -> None:
        """Silence the buzzer, or let it sound again."""

    def try_lamps(self) -> None:
        """Show each lamp in turn, then let the buzzer sound."""

    def picture(self, name: str) -> bytes | None:
        """A JPEG: "table" is the annotated camera picture, other names are those that the view gives. None = there is none."""


class Text(Protocol):
    """The catalogue of texts: an id and its values become a sentence."""

    def __call__(self, language: str, id: str, /, **values: Any) -> str: ...
