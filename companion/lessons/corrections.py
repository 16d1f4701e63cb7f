"""Corrected reads: what a person said a card is, with the misread picture. Decks learn from corrections; the owner can undo
them.

Each deck has a folder `<deck>.corrections` with a JPEG for each correction and a line in `corrections.jsonl`. Lines are only
added: `{"undo": 3}` takes number 3 back.
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

MAX_LOOKS = 80  # pictures of recently read cards in memory: a turn or two of every zone; guess
FILE = "corrections.jsonl"
ENDING = ".corrections"


@dataclass(frozen=True, slots=True)
class SeenCard:
    """What a face was read from."""

    zone: str
    face: str
    deck: str  # name of the deck that read the card
    picture: bytes  # JPEG of the card


@dataclass(frozen=True, slots=True)
class Note:
    """A person has put a read right."""

    zone: str
    read: str  # as the card was read, "" = whatever was read last
    face: str  # what the card is
    match: int
    entry: int | None  # of the log, None where there was none


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction in the folder of a deck."""

    n: int  # number within the deck
    face: str
    read: str
    when: float  # seconds since 1970
    match: int
    entry: int | None
    picture: Path  # file of the JPEG


class Looks:
    """Pictures from which faces were read lately. From any thread."""

    def __init__(self) -> None:
        self._seen: deque[SeenCard] = deque(maxlen=MAX_LOOKS)
        self._lock = threading.Lock()

    def remember_look(self, seen: SeenCard) -> None:
        """Add the picture of a face that was read."""
        with self._lock:
            self._seen.append(seen)

    def recent_pictures(self) -> dict[tuple[str, str], bytes]:
        """The latest picture of each (zone, face)."""
        with self._lock:
            return {(seen.zone, seen.face): seen.picture for seen in self._seen}

    def find_look(self, note: Note) -> SeenCard | None:
        """The latest picture of the zone that was read as `note` says, None where forgotten."""
        with self._lock:
            return next(
                (seen for seen in reversed(self._seen) if seen.zone == note.zone and note.read in ("", seen.face)), None
            )


def note_of_command(snapshot: Snapshot, command: Mapping[str, Any]) -> Note | None:
    """What a command says about a read, None for other commands, and without a card named. `snapshot`: before the command is
    done. An answer counts unless the question asks for a command alone, or for a card beneath."""
    face = str(command.get("face") or "")
    if snapshot.match is None or not face:
        return None
    if command["command"] == "correct":
        event = next((entry.event for entry in snapshot.match.entries if entry.n == command["entry"]), None)
        if isinstance(event, Played) and event.after not in ("", face):
            return Note(event.zone, event.after, face, snapshot.match_id, command["entry"])
    if command["command"] == "answer":
        question = next((one for one in snapshot.questions if one.id == command["question"]), None)
        beneath = question is not None and question.lifted is not None  # no picture of the card beneath is at hand
        if question is not None and not question.number and not beneath:  # an unreadable command is no misread
            return Note(question.zone, "", face, snapshot.match_id, None)
    return None


class Corrections:
    """The corrections of all decks, in `folder`, where decks are kept. From any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def folder_of(self, deck: str) -> Path:
        """The folder with the corrections of a deck."""
        return self._folder / f"{deck}{ENDING}"

    def corrected_decks(self) -> list[str]:
        """Names of decks with corrections."""
        return sorted(path.parent.name.removesuffix(ENDING) for path in self._folder.glob(f"*{ENDING}/{FILE}"))

    def write_correction(self, seen: SeenCard, note: Note, when: float) -> Correction:
        """The correction, on the disk already. `when`: seconds since 1970. Raises `InputError` where the disk refuses. `seen`:
        picture and deck of the read."""
        with self._lock:
            lines = self._read_lines(seen.deck)
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
                self.folder_of(seen.deck).mkdir(parents=True, exist_ok=True)
                self._picture_path(seen.deck, n).write_bytes(seen.picture)
                self._append_line(seen.deck, line)
            except OSError as error:
                raise InputError(
                    f"{self.folder_of(seen.deck)} cannot be written: {error.strerror}; is the disk full?"
                ) from error
        return self._correction_of_line(seen.deck, line)

    def standing_corrections(self, deck: str) -> tuple[Correction, ...]:
        """The corrections of a deck that were not undone, in order. Corrections whose picture is gone are left out."""
        lines = self._read_lines(deck)
        undone = {line["undo"] for line in lines if "undo" in line}
        found = [self._correction_of_line(deck, line) for line in lines if "n" in line and line["n"] not in undone]
        return tuple(one for one in found if one.picture.is_file())

    def undo_correction(self, deck: str, n: int) -> Correction:
        """The correction `n` of deck `deck`, taken back: no longer used when the deck is learned. Raises `InputError` for an
        unknown number."""
        found = next((one for one in self.standing_corrections(deck) if one.n == n), None)
        if found is None:
            raise InputError(f"deck {deck!r} has no correction {n}; `companion corrections {deck}` lists them")
        with self._lock:
            self._append_line(deck, {"undo": n})
        return found

    def _append_line(self, deck: str, line: Mapping[str, Any]) -> None:
        """Write one line to the file of `deck`, and put the line on the disk; half a line before is ended first. Raises
        `OSError`."""
        path = self.folder_of(deck) / FILE
        torn = path.is_file() and not path.read_bytes().endswith(b"\n")
        with path.open("a", encoding="utf-8") as file:
            file.write("\n" * torn + json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _read_lines(self, deck: str) -> list[dict[str, Any]]:
        """Lines of the file; half a line after a power cut is left out."""
        path = self.folder_of(deck) / FILE
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        found = [_decode_line(line) for line in text.splitlines()]
        return [line for line in found if line is not None]

    def _correction_of_line(self, deck: str, line: Mapping[str, Any]) -> Correction:
        """The correction of a decoded line. Its picture may be gone."""
        n = line["n"]
        return Correction(
            n, line["face"], line["read"], line["when"], line["match"], line["entry"], self._picture_path(deck, n)
        )

    def _picture_path(self, deck: str, n: int) -> Path:
        return self.folder_of(deck) / f"{n:04d}.jpg"


_KEYS = {"n": int, "face": str, "read": str, "when": int | float, "match": int, "entry": int | None}


def _decode_line(text: str) -> dict[str, Any] | None:
    """A line of the file, None unless it is an undo or a whole correction."""
    try:
        line = json.loads(text)
    except ValueError:
        return None
    if not isinstance(line, dict):
        return None
    if isinstance(line.get("undo"), int):
        return line
    return line if all(key in line and isinstance(line[key], kind) for key, kind in _KEYS.items()) else None
