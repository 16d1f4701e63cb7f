"""Clips on the disk, a file each, until the match is over or for good.

A file is a ZIP archive of pictures and `clip.json`, written whole or not at all, readable for the owner alone. All files
stay below `MAX_BYTES_OF_CLIPS`; passing clips, kept by nobody, make room, oldest first.
"""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import threading
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.errors import InputError
from companion.footage.clips import Clip, ClipName, Shot, parse_clip_name
from companion.whole_file import write_whole

MAX_BYTES_OF_CLIPS = 200_000_000  # all clips together; this and the next two: also said in docs/internals.md; guess
MAX_BYTES_KEPT = 150_000_000  # clips kept for good; the rest is for running matches; guess
CLIP_ENDING, KEPT_ENDING = ".clip.zip", ".kept.clip.zip"
MIN_FREE_DISK_BYTES = 500_000_000  # of the disk that stay free: a match is worth more than its pictures; guess
_MAX_FILE_BYTES = 20_000_000  # larger files are not opened; guess: three full clips


class ClipShelf:
    """The clips of one folder. From any thread. `most`, `most_kept`, `spare`: as `MAX_BYTES_OF_CLIPS`, `MAX_BYTES_KEPT`,
    `MIN_FREE_DISK_BYTES`."""

    def __init__(
        self, folder: Path, most: int = MAX_BYTES_OF_CLIPS, most_kept: int = MAX_BYTES_KEPT, spare: int = MIN_FREE_DISK_BYTES
    ) -> None:
        self._folder, self._most, self._most_kept, self._spare = folder, most, most_kept, spare
        self._lock = threading.Lock()

    def list_clips(self) -> dict[ClipName, bool]:
        """Name of each clip -> kept for good?"""
        found = ((parse_clip_name(path.name.split(".")[0]), path.name.endswith(KEPT_ENDING)) for path in self._clip_files())
        return {name: kept for name, kept in found if name is not None}

    def save_clip(self, clip: Clip) -> None:
        """Write a clip, in place of older passing clips where room is short. Raises `OSError` where the disk refuses,
        `InputError` where the shelf is full."""
        data = _pack_clip(clip)
        with self._lock:
            self._folder.mkdir(parents=True, exist_ok=True)
            if clip.kept:
                self._require_room_for_kept(len(data))
            self._free_room(len(data), clip.name.uid)
            write_whole(self._clip_path(clip.name, clip.kept), data, lasting=False)  # a clip is no fact

    def load_clip(self, name: ClipName) -> Clip | None:
        """A clip, passing or kept; None where missing, damaged or too large."""
        for kept in (False, True):
            path = self._clip_path(name, kept)
            try:
                if path.stat().st_size <= _MAX_FILE_BYTES:
                    return replace(_unpack_clip(name, path.read_bytes()), kept=kept)
            except FileNotFoundError:
                continue
            except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, NotImplementedError):
                return None
        return None

    def keep_for_good(self, name: ClipName, kept: bool) -> None:
        """Keep a clip for good (`kept`), or until the match is over. Nothing where already so. Raises `InputError` where the
        shelf is full, `OSError` where the clip is missing."""
        with self._lock:
            now, then = self._clip_path(name, not kept), self._clip_path(name, kept)
            if then.exists():
                return
            if kept:
                self._require_room_for_kept(_file_bytes(now))
            now.rename(then)

    def forget_passing_clips(self, but: str | None = None) -> None:
        """Delete passing clips, except clips of the match with random id `but` (None = all), and half-written files."""
        with self._lock:
            for path in (*self._passing_files(), *self._folder.glob("*.new")):
                name = parse_clip_name(path.name.split(".")[0])
                if name is None or name.uid != but or path.name.endswith(".new"):
                    path.unlink(missing_ok=True)

    def adopt_early_clips(self, ids: Mapping[int, str]) -> None:
        """Add match ids to clips of earlier versions, named by numbers alone. `ids`: random id by number of the match. Clips
        of unknown matches stay, and are never shown. Raises `OSError`."""
        with self._lock:
            for path in self._clip_files():
                name = parse_clip_name(path.name.split(".")[0])
                if name is not None and not name.uid and name.match in ids:
                    path.rename(self._clip_path(replace(name, uid=ids[name.match]), path.name.endswith(KEPT_ENDING)))

    def _require_room_for_kept(self, needed: int) -> None:
        if sum(map(_file_bytes, self._clip_files(KEPT_ENDING))) + needed > self._most_kept:
            raise InputError.with_id("clips-full")

    def _free_room(self, needed: int, uid: str) -> None:
        """Delete passing clips until `needed` bytes fit, oldest first by number, other matches before the match of random id
        `uid`. Some disk space stays free. Raises `InputError` where all of them do not suffice."""

        def order(path: Path) -> tuple[bool, int, int]:
            name = parse_clip_name(path.name.split(".")[0])
            return (False, 0, 0) if name is None else (name.uid == uid, name.match, name.entry)

        free = shutil.disk_usage(self._folder).free - self._spare
        room = min(self._most - sum(map(_file_bytes, self._clip_files())), free) - needed
        for path in sorted(self._passing_files(), key=order):
            if room >= 0:
                return
            room += _file_bytes(path)
            path.unlink(missing_ok=True)
        if room < 0:
            raise InputError.with_id("clips-full")

    def _clip_files(self, ending: str = CLIP_ENDING) -> list[Path]:
        return sorted(self._folder.glob(f"*{ending}"))

    def _passing_files(self) -> list[Path]:
        return [path for path in self._clip_files() if not path.name.endswith(KEPT_ENDING)]

    def _clip_path(self, name: ClipName, kept: bool) -> Path:
        return self._folder / f"{name.file}{KEPT_ENDING if kept else CLIP_ENDING}"


def _file_bytes(path: Path) -> int:
    with contextlib.suppress(OSError):
        return path.stat().st_size
    return 0


def _pack_clip(clip: Clip) -> bytes:
    """The clip as a ZIP archive; JPEGs are stored as such, for JPEGs hardly shrink."""
    shots = [{"at": shot.at, "marks": dict(shot.marks)} for shot in clip.shots]
    told = {"match": clip.name.match, "uid": clip.name.uid, "entry": clip.name.entry, "size": list(clip.size), "shots": shots}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("clip.json", json.dumps(told, separators=(",", ":")), zipfile.ZIP_DEFLATED)
        for number, shot in enumerate(clip.shots):
            archive.writestr(_picture_name(number), shot.jpeg)
    return packed.getvalue()


def _unpack_clip(name: ClipName, data: bytes) -> Clip:
    """The clip `name` in the archive `data`, not kept. Raises `ValueError`, `KeyError` or `zipfile.BadZipFile` for anything
    else, or a clip of another match."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > 2 * _MAX_FILE_BYTES:
            raise ValueError("more than a clip holds")
        told: Mapping[str, Any] = json.loads(archive.read("clip.json"))
        if told.get("uid") not in (None, "", name.uid):
            raise ValueError("it is of another match")
        shots = tuple(
            Shot(float(shot["at"]), archive.read(_picture_name(number)), dict(shot["marks"]))
            for number, shot in enumerate(told["shots"])
        )
    width, height = told["size"]
    return Clip(name, (int(width), int(height)), shots)


def _picture_name(number: int) -> str:
    return f"{number:03d}.jpg"
