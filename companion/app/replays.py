"""Records replays: the vision thread leaves shots of the table, each ruling cuts a clip from the shots, and phones look at
the clips."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain
from typing import Any

import cv2

from companion.errors import InputError
from companion.footage.clips import (
    Clip,
    ClipName,
    Shot,
    Shots,
    add_shot,
    is_shot_due,
    limit_clips,
    parse_clip_name,
    shots_within,
)
from companion.footage.rulings_told import ToldRuling, is_under_way, rulings_told_since
from companion.footage.shelf import ClipShelf
from companion.session.snapshot import Snapshot
from companion.shown.words.messages import catalogue
from vision.marks.above import Points, TableFromAbove, picture_from_above
from vision.pipeline.so_far import FrameSoFar
from vision.watcher import Watcher
from web.errors import CommandRefused

log = logging.getLogger("companion")

CLIP_JPEG_QUALITY = 70  # of 100; guess: hands and numbers stay legible
MAX_LOADED_CLIPS = 2  # clips from the disk held in memory while phones look; guess: one open and one before

Tell = Callable[[int, frozenset[int]], None]
"""Called with the number of a match and the entries that have a clip."""


class Footage:
    """Shots and clips of the table. `forget_shots`, `take_shot` and `cut_due_clips` belong to the vision thread, all else to
    any thread.

    `shelf`: where clips are put away. `tell`: see `Tell`. `uid_of`: the random id of the match of a number, "" = unknown; by
    default learned from snapshots.
    """

    def __init__(
        self, shelf: ClipShelf, tell: Tell = lambda match, entries: None, uid_of: Callable[[int], str] | None = None
    ) -> None:
        self._shelf, self._tell = shelf, tell
        self._told_ids: dict[int, str] = {}
        self._uid_of = uid_of or (lambda match: self._told_ids.get(match, ""))
        self._shots: Shots = ()
        self._size = (1, 1)
        self._snapshot = Snapshot()
        self._tidied = "none"
        self._clips: dict[ClipName, Clip] = {}
        self._loaded: dict[ClipName, Clip] = {}
        self._lock = threading.Lock()
        self._writer = ThreadPoolExecutor(1, "replays")  # the disk may take its time, the eye may not

    def stop_writing(self) -> None:
        """Let the present clips be written to the end. Returns at once."""
        self._writer.shutdown(wait=False)

    # --- the vision thread

    def forget_shots(self) -> None:
        """Drop all shots: another camera or another table begins."""
        self._shots = ()

    def take_shot(self, watcher: Watcher, told: bool = False) -> None:
        """Take a shot of the latest frame of `watcher` if a shot is due. None is taken while the table cannot be cut to the
        mat. `told`: the frame brought an event and may be ruled on; a shot is always due."""
        latest, last = self._shots[-1] if self._shots else None, watcher.last
        if last is None or (latest and latest.at == last.frame.at):
            return
        memory = last.memory
        busy = memory.sight.has_hands or any(zone.clear_since is not None for zone in memory.zones.zones.values())
        if not (told or is_shot_due(latest, last.frame.at, busy)):
            return
        seen = _from_above(last)
        if seen is None:
            return
        done, jpeg = cv2.imencode(".jpg", seen.image, [cv2.IMWRITE_JPEG_QUALITY, CLIP_JPEG_QUALITY])
        if done:
            self._size = (seen.image.shape[1], seen.image.shape[0])
            self._shots = add_shot(self._shots, Shot(last.frame.at, jpeg.tobytes(), _describe_marks(seen)))

    def cut_due_clips(self, snapshot: Snapshot) -> None:
        """Cut a clip of each ruling in `snapshot` that is new since the last call, and tell of the clips. Once another match
        is under way, the clips of former matches are forgotten, kept clips apart."""
        before, self._snapshot = self._snapshot, snapshot
        if snapshot is before:
            return
        self._told_ids[snapshot.match_id] = snapshot.match_uid
        told = rulings_told_since(before, snapshot)
        if self._shots:
            for each in told:
                self._cut_clip(snapshot, each)
        if told or snapshot.match_id != before.match_id or (before.clips and not snapshot.clips):
            self._tell(snapshot.match_id, self._clipped_entries(snapshot.match_id, snapshot.match_uid))
        if is_under_way(snapshot) and self._tidied != snapshot.match_uid:
            self._tidied = snapshot.match_uid
            self._writer.submit(self._forget_other_matches, snapshot.match_uid)

    def _cut_clip(self, snapshot: Snapshot, told: ToldRuling) -> None:
        """Put a clip of the latest shots into memory; of a grave ruling also on the disk, in the background."""
        name = ClipName(snapshot.match_id, told.entry, snapshot.match_uid)
        clip = Clip(name, self._size, shots_within(self._shots, self._shots[-1].at))
        with self._lock:
            self._clips = limit_clips({**self._clips, clip.name: clip})
        if told.grave:
            self._writer.submit(self._put_clip_away, clip)

    # --- the thread that writes

    def _put_clip_away(self, clip: Clip) -> None:
        """Write `clip` to the shelf; where the disk refuses, a warning is logged and the clip stays in memory."""
        try:
            self._shelf.save_clip(clip)
        except (InputError, OSError) as error:
            log.warning("The replay %s is kept in memory alone: %s", clip.name, error)

    def _forget_other_matches(self, uid: str) -> None:
        """Forget clips of all matches but the match of the random id `uid`: in memory all, on the disk those not kept for
        good."""
        with self._lock:
            self._clips = {name: clip for name, clip in self._clips.items() if name.uid == uid}
            self._loaded.clear()
        try:
            self._shelf.forget_passing_clips(but=uid)
        except OSError as error:
            log.warning("Replays of matches that are over could not be thrown away: %s", error)

    # --- whoever looks

    def find_clip(self, id: str) -> dict[str, Any] | None:
        """A replay as the API describes it, None for an unknown id. Fields: `CLIP` in `web.routes.clips`."""
        clip = self._look_clip_up(id)
        if clip is None:
            return None
        last = clip.shots[-1].at
        shots = [{"before": round(last - shot.at, 2), **shot.marks} for shot in clip.shots]
        kept = self._shelf.list_clips().get(clip.name, False)
        return {"id": id, "entry": clip.name.entry, "kept": kept, "size": list(clip.size), "shots": shots}

    def entries_with_clips(self, match: int) -> frozenset[int]:
        """Entries of the match with number `match` of which there is a replay."""
        return self._clipped_entries(match, self._uid_of(match))

    def _clipped_entries(self, match: int, uid: str) -> frozenset[int]:
        with self._lock:
            names = [*self._clips]
        return frozenset(name.entry for name in (*names, *self._shelf.list_clips()) if (name.match, name.uid) == (match, uid))

    def clip_picture(self, id: str, number: int) -> bytes | None:
        """Picture `number`, from 0, of a replay, a JPEG; None where there is none."""
        clip = self._look_clip_up(id)
        return clip.shots[number].jpeg if clip and 0 <= number < len(clip.shots) else None

    def keep_clip(self, id: str, kept: bool, language: str) -> bool:
        """True once the replay `id` is kept for good, or only until the match is over (`kept` False); False where there is no
        such replay. `language`: of the refusal. Raises `CommandRefused` where the disk refuses."""
        clip = self._look_clip_up(id)
        if clip is None:
            return False
        try:
            self._mark_clip_kept(clip, kept)
        except InputError as error:
            raise CommandRefused(catalogue(language).say_error(error)) from error
        except OSError as error:
            raise CommandRefused(catalogue(language).text("clip-not-written", reason=error.strerror or str(error))) from error
        return True

    def _mark_clip_kept(self, clip: Clip, kept: bool) -> None:
        """Keep `clip` for good (`kept`), or let go of it. A clip that lies only in memory is written first; one of an earlier
        match is deleted when let go. Raises `InputError` or `OSError`."""
        if clip.name in self._shelf.list_clips():
            self._shelf.keep_for_good(clip.name, kept)
        elif kept:
            self._shelf.save_clip(replace(clip, kept=True))
        with self._lock:
            self._loaded.pop(clip.name, None)
        if not kept and clip.name.uid != self._snapshot.match_uid:
            self._shelf.forget_passing_clips(but=self._snapshot.match_uid)

    def _look_clip_up(self, id: str) -> Clip | None:
        """The clip of `id` from memory or disk, None for an unknown id or a clip without shots. The clips loaded last stay in
        memory."""
        asked = parse_clip_name(id)
        if asked is None:
            return None
        name = ClipName(asked.match, asked.entry, self._uid_of(asked.match))
        with self._lock:
            clip = self._clips.get(name) or self._loaded.get(name)
            if clip is None and (clip := self._shelf.load_clip(name)) and clip.shots:
                self._loaded = dict([*self._loaded.items(), (name, clip)][-MAX_LOADED_CLIPS:])
        return clip if clip and clip.shots else None


def _from_above(last: FrameSoFar) -> TableFromAbove | None:
    """The last frame rectified to the mat, None where a strip beside the mat might be shown: mat unknown or unsure, or no
    background yet."""
    mat, memory, frame = last.place.mat, last.memory, last.lamp.frame
    if mat.known is None or mat.unsure or memory.background is None or memory.was_unseen:
        return None
    zones, piles = memory.zones.zones, memory.piles.piles
    return picture_from_above(
        frame.image, memory.layout, mat.known, zones, piles, memory.board, memory.background, memory.sight
    )


def _describe_marks(seen: TableFromAbove) -> Mapping[str, Any]:
    """What was seen as `Shot.marks` keeps it: "hands", outlines as flat lists of x and y, and "zones" with corners, face,
    state and the top card's corners if known."""

    def flat(points: Points) -> list[int]:
        return list(chain.from_iterable(points))

    zones = [
        {"zone": mark.zone, "corners": flat(mark.corners), "face": mark.face, "state": mark.state}
        | ({"card": flat(mark.card)} if mark.card else {})
        for mark in seen.zones
    ]
    return {"hands": [flat(hand) for hand in seen.hands], "zones": zones}
