"""Clips on the disk: one file each beside the journal, until the match is over or for good.

A file is a ZIP archive of the pictures and of `clip.json`, which any program can open. It is there whole or not at all, and only its
owner may read it. All files together stay below `MOST`; of those that nobody keeps the oldest make room.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import threading
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.errors import InputError
from companion.footage.clips import Clip, ClipName, Shot, clip_name

MOST = 200_000_000
"""Bytes that all clips together may take."""
MOST_KEPT = 150_000_000
"""Bytes of them that are kept for good: the rest is for matches that are being played."""
ENDING, KEPT = ".clip.zip", ".kept.clip.zip"
SPARE = 500_000_000
"""Bytes of the disk that stay free: a match is worth more than its pictures."""
_LARGEST = 20_000_000
"""Bytes of a file that is looked at at all."""


class Shelf:
    """The clips of one folder. Safe for use by several threads."""

    def __init__(self, folder: Path, most: int = MOST, most_kept: int = MOST_KEPT, spare: int = SPARE) -> None:
        self._folder, self._most, self._most_kept, self._spare = folder, most, most_kept, spare
        self._lock = threading.Lock()

    def names(self) -> dict[ClipName, bool]:
        """The clips that are there, each with whether it is kept for good."""
        found = ((clip_name(path.name.split(".")[0]), path.name.endswith(KEPT)) for path in self._files())
        return {name: kept for name, kept in found if name is not None}

    def save(self, clip: Clip) -> None:
        """Put a clip away. Raises `OSError` where it cannot be written, and `InputError` where there is no room for it."""
        data = _packed(clip)
        with self._lock:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._make_room(len(data), clip)
            _write(self._path(clip.name, clip.kept), data)

    def load(self, name: ClipName) -> Clip | None:
        """A clip; None where there is none, or none that can be read."""
        for kept in (False, True):
            path = self._path(name, kept)
            try:
                if path.stat().st_size <= _LARGEST:
                    return replace(_unpacked(name, path.read_bytes()), kept=kept)
            except FileNotFoundError:
                continue
            except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, NotImplementedError):
                return None
        return None

    def keep(self, name: ClipName, kept: bool) -> None:
        """Keep a clip for good, or until its match is over. Raises `InputError` where there is no room, `OSError` where it is not there."""
        with self._lock:
            now, then = self._path(name, not kept), self._path(name, kept)
            if then.exists():
                return
            if kept and sum(map(_bytes, self._files(KEPT))) + _bytes(now) > self._most_kept:
                raise InputError.of("clips-full")
            now.rename(then)

    def forget(self, but: str | None = None) -> None:
        """Throw away what nobody keeps, but for the clips of the match of the id `but`."""
        with self._lock:
            for path in (*self._passing(), *self._folder.glob("*.new")):
                name = clip_name(path.name.split(".")[0])
                if name is None or name.uid != but or path.name.endswith(".new"):
                    path.unlink(missing_ok=True)

    def adopt(self, ids: Mapping[int, str]) -> None:
        """Give the clips of earlier versions, named by the numbers of matches alone, the ids of those matches. What belongs to none of them
        stays, and is shown with no match. Raises `OSError`."""
        with self._lock:
            for path in self._files():
                name = clip_name(path.name.split(".")[0])
                if name is not None and not name.uid and name.match in ids:
                    path.rename(self._path(replace(name, uid=ids[name.match]), path.name.endswith(KEPT)))

    def _make_room(self, needed: int, clip: Clip) -> None:
        """Let the oldest that nobody keeps go: those of other matches first, each match by its numbers. No clock has a say."""
        if clip.kept and sum(map(_bytes, self._files(KEPT))) + needed > self._most_kept:
            raise InputError.of("clips-full")
        free = shutil.disk_usage(self._folder).free - self._spare
        room = min(self._most - sum(map(_bytes, self._files())), free) - needed
        for path in sorted(self._passing(), key=lambda path: _order(path, clip.name.uid)):
            if room >= 0:
                return
            room += _bytes(path)
            path.unlink(missing_ok=True)
        if room < 0:
            raise InputError.of("clips-full")

    def _files(self, ending: str = ENDING) -> list[Path]:
        return sorted(self._folder.glob(f"*{ending}"))

    def _passing(self) -> list[Path]:
        return [path for path in self._files() if not path.name.endswith(KEPT)]

    def _path(self, name: ClipName, kept: bool) -> Path:
        return self._folder / f"{name.file}{KEPT if kept else ENDING}"


def _order(path: Path, uid: str) -> tuple[bool, int, int]:
    name = clip_name(path.name.split(".")[0])
    return (False, 0, 0) if name is None else (name.uid == uid, name.match, name.entry)


def _bytes(path: Path) -> int:
    with contextlib.suppress(OSError):
        return path.stat().st_size
    return 0


def _packed(clip: Clip) -> bytes:
    """JPEGs are as small as they get: they are stored as they are."""
    shots = [{"at": shot.at, "marks": dict(shot.marks)} for shot in clip.shots]
    told = {"match": clip.name.match, "uid": clip.name.uid, "entry": clip.name.entry, "size": list(clip.size), "shots": shots}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("clip.json", json.dumps(told, separators=(",", ":")), zipfile.ZIP_DEFLATED)
        for number, shot in enumerate(clip.shots):
            archive.writestr(_picture(number), shot.jpeg)
    return packed.getvalue()


def _unpacked(name: ClipName, data: bytes) -> Clip:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > 2 * _LARGEST:
            raise ValueError("more than a clip holds")
        told: Mapping[str, Any] = json.loads(archive.read("clip.json"))
        if told.get("uid") not in (None, "", name.uid):
            raise ValueError("it is of another match")
        shots = tuple(
            Shot(float(shot["at"]), archive.read(_picture(number)), dict(shot["marks"]))
            for number, shot in enumerate(told["shots"])
        )
    width, height = told["size"]
    return Clip(name, (int(width), int(height)), shots)


def _picture(number: int) -> str:
    return f"{number:03d}.jpg"


def _write(path: Path, data: bytes) -> None:
    """There whole or not at all. It is no fact: a power cut may lose it."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
    fresh.replace(path)
