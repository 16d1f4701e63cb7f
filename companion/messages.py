"""Finding codes and their details become sentences, in the language of the reader.

The catalogue is one folder of Fluent files a language: `locale/en/*.ftl`. Adding a language = adding a folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

from companion.errors import ConfigError
from companion.referee import Ruling
from companion.rules import Duty, Finding, Outcome, Severity

FALLBACK = "en"
_FACE_KEYS = frozenset({"card", "top", "face", "before", "after", "expected", "seen"})
_CELL = re.compile(r"r(\d+)c(\d+)")
_SUITED = re.compile(r"(10|[2-9TJQKA])([SHDC])")
_COLOURED = re.compile(r"(\d+)([RBGYX])")
_SILVER_GOLD = re.compile(r"([sg])(\d+)")


def languages() -> tuple[str, ...]:
    """The languages of the catalogue, the fallback first."""
    folder = resources.files("companion") / "locale"
    found = sorted(entry.name for entry in folder.iterdir() if entry.is_dir())
    return (FALLBACK, *(name for name in found if name != FALLBACK))


@cache
def catalogue(language: str) -> Catalogue:
    """The texts of one language. Raises `ConfigError` for a language that has no folder."""
    if language not in languages():
        raise ConfigError(f"there is no language {language!r}; there are {', '.join(languages())}")
    return Catalogue(language)


class Catalogue:
    """Texts of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        folder = resources.files("companion") / "locale" / language
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if file.name.endswith(".ftl"):
                self._bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))

    def has(self, id: str) -> bool:
        """Is there a text with this id?"""
        return bool(self._bundle.has_message(id))

    def text(self, id: str, /, **values: Any) -> str:
        """The text with its values put in. A text that is missing shows as its id, so that nothing is ever silent."""
        if not self._bundle.has_message(id):
            return id
        value = self._bundle.get_message(id).value
        if value is None:
            return id
        said, _ = self._bundle.format_pattern(value, {key: self._value(key, given) for key, given in values.items()})
        return str(said)

    def zone(self, zone: str) -> str:
        """The title of a zone: "up1" is "Ascending 1", "r3c4" is "row 4, column 5"."""
        if cell := _CELL.fullmatch(zone):
            return self.text("zone-cell", row=int(cell[1]) + 1, column=int(cell[2]) + 1)
        if zone == "discard":
            return self.text("zone-discard-common")
        if zone.startswith("discard") and zone[7:].isdigit():
            return self.text("zone-discard", seat=int(zone[7:]))
        return self.text(f"zone-{zone}")

    def face(self, face: str) -> str:
        """A face in words: "F44" is "burning 44", "QH" is "queen of hearts"."""
        if face in ("", "?", "back"):
            return self.text({"": "face-empty", "?": "face-unreadable", "back": "face-back"}[face])
        if ":" in face:
            number, command = face.split(":", 1)
            return self.text("face-command", number=number, command=self.text(f"command-{command}"))
        if face[0] == "F" and face[1:].isdigit():
            return self.text("face-burning", number=face[1:])
        if match := _SUITED.fullmatch(face):
            return self.text(
                "face-suited", rank=self.text(f"rank-{match[1].replace('10', 'T')}"), suit=self.text(f"suit-{match[2]}")
            )
        if match := _COLOURED.fullmatch(face):
            return self.text("face-coloured", number=match[1], colour=self.text(f"colour-{match[2]}"))
        if match := _SILVER_GOLD.fullmatch(face):
            return self.text(f"face-{match[1]}", number=match[2])
        if face.rstrip("*") in ("blue", "green", "red"):
            return self.text(f"chip-{face.rstrip('*')}{'-flipped' if face.endswith('*') else ''}")
        return face

    def finding(self, game: str, finding: Finding) -> str:
        """A finding as a sentence."""
        return self._of(game, finding.code, finding.detail)

    def duty(self, game: str, duty: Duty, *, turn: int | None = None) -> str:
        """A duty as a sentence. `turn`: the current turn, so that a deadline can be said as "this turn"."""
        due = "lasting" if duty.due_turn is None else "now" if turn is not None and duty.due_turn <= turn else "next"
        detail = {
            "zone": duty.zones[0] if duty.zones else "",
            "card": duty.card,
            **duty.detail,
            "due": due,
            "turn": duty.due_turn or 0,
        }
        said = self._of(game, f"duty-{duty.code}", detail)
        return f"{said} {self.text('duty-certain-loss')}" if duty.certain_loss else said

    def outcome(self, game: str, outcome: Outcome) -> str:
        """How a match ended, as a sentence."""
        return self._of(game, f"outcome-{outcome.code}", outcome.detail)

    def ruling(self, game: str, ruling: Ruling) -> str:
        """A ruling as one or two sentences: the foul or the loss first, then how the match ended."""
        heavy = [f for f in ruling.findings if f.severity is not Severity.NOTE]
        said = [self.finding(game, finding) for finding in (heavy or ruling.findings)]
        if ruling.outcome:
            said.append(self.outcome(game, ruling.outcome))
        return " ".join(dict.fromkeys(said)) or self.text(f"ruling-{ruling.verdict}")

    def _of(self, game: str, code: str, detail: Mapping[str, Any]) -> str:
        """The game's own text for a code, or the one common to all games."""
        id = f"{game}-{code}"
        return self.text(id if self.has(id) else code if self.has(code) else id, **detail)

    def _value(self, key: str, given: Any) -> Any:
        if given is None:
            return ""
        if isinstance(given, bool):
            return "yes" if given else "no"
        if isinstance(given, list | tuple):
            one = self.zone if key.endswith("zones") else self.face if key in ("cards", "faces") else str
            return self._list(one(str(item)) for item in given)
        if isinstance(given, str):
            if key == "zone" or key.endswith("_zone"):
                return self.zone(given) if given else ""
            return self.face(given) if key in _FACE_KEYS else given
        return given

    def _list(self, items: Iterable[str]) -> str:
        words = list(items)
        if len(words) < 2:
            return "".join(words)
        return self.text("list-and", first=", ".join(words[:-1]), last=words[-1])
