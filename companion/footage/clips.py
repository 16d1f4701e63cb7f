"""Shots of the table over the last ten seconds, and clips: the shots before a ruling. Pure values.

A shot is a small JPEG. Clips of rulings close together share shots.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# also said in docs/internals.md and docs/reference.md
MAX_CLIP_S = 10.0  # seconds before any ruling that a clip shows; `MAX_CLIP_BYTES` has room for as many; guess
BUSY_SHOT_GAP_S = 0.15  # seconds between shots while hands are over the table; guess: seven a second show a move
IDLE_SHOT_GAP_S = 1.0  # seconds between shots while the table lies still; guess
MAX_CLIP_BYTES = 6_000_000  # pictures of one clip; above, the oldest shots are dropped; guess: ten seconds at 90 kB a shot
MATCH_UID = re.compile(r"[0-9a-f]{32}")  # the random id of a match
MAX_HELD_CLIP_BYTES = (
    24_000_000  # pictures in memory, also said in docs/internals.md; above, the oldest go; guess: four full clips
)


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """The table at a moment."""

    at: float  # seconds of the camera's clock
    jpeg: bytes  # the picture from above
    # what was seen, in pixels of the picture, ready for JSON: {"hands": [[x, y, ...]], "zones": [{"zone", "corners", "face",
    # "state", "card"}]}
    marks: Mapping[str, Any]


Shots = tuple[Shot, ...]
"""Shots in the order of time."""


@dataclass(frozen=True, slots=True)
class ClipName:
    """The ruling shown by a clip."""

    match: int  # number of the match
    entry: int  # of the log that was ruled on
    uid: str = ""  # random id of the match; "" in names on pages and of earlier versions

    def __str__(self) -> str:
        return f"{self.match}-{self.entry}"

    @property
    def file(self) -> str:
        """The beginning of the name of the file."""
        return f"{self}-{self.uid}" if self.uid else str(self)


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """What was seen before a ruling."""

    name: ClipName
    size: tuple[int, int]  # width and height of the pictures
    shots: Shots
    kept: bool = False  # kept for good, until somebody lets the clip go


def parse_clip_name(text: str) -> ClipName | None:
    """The name written by `str` or `ClipName.file`, None for any other text. Numbers have up to nine digits, without leading
    zeros."""
    match, entry, *uids = text.split("-") if text.count("-") in (1, 2) else ("", "")
    parts = (match, entry)
    if not all(MATCH_UID.fullmatch(uid) for uid in uids):
        return None
    if not all(part.isascii() and part.isdigit() and len(part) <= 9 and str(int(part)) == part for part in parts):
        return None
    return ClipName(int(match), int(entry), *uids)


def is_shot_due(latest: Shot | None, at: float, busy: bool) -> bool:
    """Is another shot due after `latest`? `at`: seconds now. `busy`: hands are over the table, or a card is being read."""
    return latest is None or at - latest.at >= (BUSY_SHOT_GAP_S if busy else IDLE_SHOT_GAP_S) or at < latest.at


def add_shot(shots: Shots, shot: Shot) -> Shots:
    """The shots with `shot` added, without shots too old or too many for a clip. A clock that runs backwards drops all
    earlier shots. `shots`: in order of time."""
    earlier = shots if not shots or shot.at >= shots[-1].at else ()
    return shots_within((*earlier, shot), shot.at)


def shots_within(shots: Shots, until: float) -> Shots:
    """Shots of the last `MAX_CLIP_S` before `until`, at most `MAX_CLIP_BYTES`; the oldest are dropped first. The last shot
    stays whatever its size. `until`: seconds of the camera's clock."""
    held = list[Shot]()
    room = MAX_CLIP_BYTES
    for shot in reversed(shots):
        room -= len(shot.jpeg)
        if until - shot.at > MAX_CLIP_S or (room < 0 and held):
            break
        held.append(shot)
    return tuple(reversed(held))


def limit_clips(clips: Mapping[ClipName, Clip], most: int = MAX_HELD_CLIP_BYTES) -> dict[ClipName, Clip]:
    """The clips within `most` bytes; the oldest are dropped first. A shot shared by clips counts once. `clips`: in order of
    time."""
    counted, room, staying = set[int](), most, list[Clip]()
    for clip in reversed(tuple(clips.values())):
        fresh = [shot for shot in clip.shots if id(shot) not in counted]
        room -= sum(len(shot.jpeg) for shot in fresh)
        if room < 0:
            break
        counted |= {id(shot) for shot in fresh}
        staying.append(clip)
    return {clip.name: clip for clip in reversed(staying)}
