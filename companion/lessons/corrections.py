"""Corrected reads: what a person said a card is, with the picture it was misread from. A deck learns from them; the owner can undo them.

Each deck has a folder of its own, `<deck>.corrections`: one JPEG a correction, and a line for each in `corrections.jsonl`. Lines are only
ever added; a line `{"undo": 3}` takes back number 3.
"""

from __future__ import annotations

import json
import os
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import InputError
from companion.match.events import Played
from companion.session.snapshot import Snapshot

REMEMBERED = 80
"""Pictures of cards read lately that are kept in memory: those of a turn or two of every zone."""
FILE = "corrections.jsonl"
ENDING = ".corrections"


@dataclass(frozen=True, slots=True)
class SeenCard:
    """What a face was read from. `deck`: name of the deck it was read as; `picture`: JPEG of the card."""

    zone: str
    face: str
    deck: str
    picture: bytes


@dataclass(frozen=True, slots=True)
class Note:
    """A person has put a read right. `read`: as what it was read, "": as whatever was read last;
    `face`: what it is; `entry`: of the log, if it was one."""

    zone: str
    read: str
    face: str
    match: int
    entry: int | None


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction in a deck's folder. `when`: seconds since 1970; `picture`: its JPEG."""

    n: int
    face: str
    read: str
    when: float
    match: int
    entry: int | None
    picture: Path


class Looks:
    """The pictures that faces were read from lately. Used from any thread."""

    def __init__(self) -> None:
        self._seen: deque[SeenCard] = deque(maxlen=REMEMBERED)
        self._lock = threading.Lock()

    def remember(self, seen: SeenCard) -> None:
        """Another face was read."""
        with self._lock:
            self._seen.append(seen)

    def pictures(self) -> dict[tuple[str, str], bytes]:
        """The pictures by zone and face, the latest of each."""
        with self._lock:
            return {(seen.zone, seen.face): seen.picture for seen in self._seen}

    def of(self, note: Note) -> SeenCard | None:
        """The picture a corrected read rests on: the last one of that zone that was read so."""
        with self._lock:
            return next(
                (seen for seen in reversed(self._seen) if seen.zone == note.zone and note.read in ("", seen.face)), None
            )


def noted(snapshot: Snapshot, command: Mapping[str, Any]) -> Note | None:
    """What a person's command says about a read, before it is done; None if nothing."""
    face = str(command.get("face") or "")
    if snapshot.match is None or not face:
        return None
    if command["command"] == "correct":
        event = next((entry.event for entry in snapshot.match.entries if entry.n == command["entry"]), None)
        if isinstance(event, Played) and event.after not in ("", face):
            return Note(event.zone, event.after, face, snapshot.match_id, command["entry"])
    if command["command"] == "answer":
        question = next((one for one in snapshot.questions if one.id == command["question"]), None)
        beneath = question is not None and question.lifted is not None  # no picture of that card is at hand
        if question is not None and not question.number and not beneath:  # a command that nobody can read is no misread
            return Note(question.zone, "", face, snapshot.match_id, None)
    return None


class Corrections:
    """The corrections of all decks. `folder`: where decks are kept. Safe for use by several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def folder(self, deck: str) -> Path:
        """Where the corrections of a deck lie."""
        return self._folder / f"{deck}{ENDING}"

    def decks(self) -> list[str]:
        """The decks that have been corrected."""
        return sorted(path.parent.name.removesuffix(ENDING) for path in self._folder.glob(f"*{ENDING}/{FILE}"))

    def keep(self, seen: SeenCard, note: Note, when: float) -> Correction:
        """Write a correction; it is on the disk when this returns. Raises `InputError` where it cannot be written."""
        with self._lock:
            lines = self._lines(seen.deck)
            n = 1 + max((line["n"] for line in lines if "n" in line), default=0)
            line = {
                "n": n,
                "face": note.face,
                "read": note.read or seen.face,
                "when": round(when, 3),
                "match": note.match,
                "entry": note.entry,
            }
            try:
                self.folder(seen.deck).mkdir(parents=True, exist_ok=True)
                self._picture(seen.deck, n).write_bytes(seen.picture)
                self._append(seen.deck, line)
            except OSError as error:
                raise InputError(f"{self.folder(seen.deck)} cannot be written: {error.strerror}; is the disk full?") from error
        return self._correction(seen.deck, line)

    def of(self, deck: str) -> tuple[Correction, ...]:
        """The corrections of a deck that stand, in order."""
        lines = self._lines(deck)
        undone = {line["undo"] for line in lines if "undo" in line}
        found = [self._correction(deck, line) for line in lines if "n" in line and line["n"] not in undone]
        return tuple(one for one in found if one.picture.is_file())

    def undo(self, deck: str, n: int) -> Correction:
        """Take a correction back. Raises `InputError` if there is none of that number."""
        found = next((one for one in self.of(deck) if one.n == n), None)
        if found is None:
            raise InputError(f"deck {deck!r} has no correction {n}; `companion corrections {deck}` lists them")
        with self._lock:
            self._append(deck, {"undo": n})
        return found

    def _append(self, deck: str, line: Mapping[str, Any]) -> None:
        path = self.folder(deck) / FILE
        torn = path.is_file() and not path.read_bytes().endswith(b"\n")
        with path.open("a", encoding="utf-8") as file:
            file.write("\n" * torn + json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _lines(self, deck: str) -> list[dict[str, Any]]:
        """What stands in the file; half a line that a power cut left is none."""
        path = self.folder(deck) / FILE
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        found = [_decoded(line) for line in text.splitlines()]
        return [line for line in found if line is not None]

    def _correction(self, deck: str, line: Mapping[str, Any]) -> Correction:
        n = line["n"]
        return Correction(n, line["face"], line["read"], line["when"], line["match"], line["entry"], self._picture(deck, n))

    def _picture(self, deck: str, n: int) -> Path:
        return self.folder(deck) / f"{n:04d}.jpg"


_KEYS = {"n": int, "face": str, "read": str, "when": int | float, "match": int, "entry": int | None}


def _decoded(text: str) -> dict[str, Any] | None:
    try:
        line = json.loads(text)
    except ValueError:
        return None
    if not isinstance(line, dict):
        return None
    if isinstance(line.get("undo"), int):
        return line
    return line if all(key in line and isinstance(line[key], kind) for key, kind in _KEYS.items()) else None
