"""Shots of the table, the last ten seconds of them, and clips: the shots before a ruling. Pure values.

A shot is small (a JPEG) and belongs to every clip that shows it, so that clips of rulings that follow one another share their shots.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

SECONDS = 10.0
"""A clip shows at most so much of what was before its ruling."""
BUSY_EVERY, IDLE_EVERY = 0.15, 1.0
"""Seconds between shots while hands are over the table, and while it lies still."""
LARGEST = 6_000_000
"""Bytes of the pictures of one clip. Of more the oldest go."""
UID = re.compile(r"[0-9a-f]{32}")
"""The random id of a match."""
MOST_HELD = 24_000_000
"""Bytes of all pictures that are held in memory. Of more the oldest clips go."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """The table at one moment. `at`: seconds of the camera's clock; `jpeg`: the picture from above; `marks`: what was seen in it, ready
    for JSON: {"hands": [[x, y, ...]], "zones": [{"zone", "corners", "face", "state", "card"}]}, in pixels of the picture."""

    at: float
    jpeg: bytes
    marks: Mapping[str, Any]


Shots = tuple[Shot, ...]
"""In the order in which they were taken."""


@dataclass(frozen=True, slots=True)
class ClipName:
    """Which ruling a clip shows: of which match, on which entry of its log. `match`: its number. `uid`: its random id, which tells it from
    another match of that number; "" in the names that pages use, and in those of earlier versions."""

    match: int
    entry: int
    uid: str = ""

    def __str__(self) -> str:
        return f"{self.match}-{self.entry}"

    @property
    def file(self) -> str:
        """Begins the name of its file."""
        return f"{self}-{self.uid}" if self.uid else str(self)


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """What was seen before a ruling. `size`: of its pictures, width and height. `kept`: for good, until somebody lets it go."""

    name: ClipName
    size: tuple[int, int]
    shots: Shots
    kept: bool = False


def clip_name(text: str) -> ClipName | None:
    """The name that `str` wrote, or `ClipName.file`; None for any other text."""
    match, entry, *uids = text.split("-") if text.count("-") in (1, 2) else ("", "")
    parts = (match, entry)
    if not all(UID.fullmatch(uid) for uid in uids):
        return None
    if not all(part.isascii() and part.isdigit() and len(part) <= 9 and str(int(part)) == part for part in parts):
        return None
    return ClipName(int(match), int(entry), *uids)


def is_due(latest: Shot | None, at: float, busy: bool) -> bool:
    """Is it time for another shot? `busy`: hands are over the table, or a card is being read."""
    return latest is None or at - latest.at >= (BUSY_EVERY if busy else IDLE_EVERY) or at < latest.at


def added(shots: Shots, shot: Shot) -> Shots:
    """The shots with one more, and without those that are too old or too much. A clock that runs backwards begins anew."""
    earlier = shots if not shots or shot.at >= shots[-1].at else ()
    return within((*earlier, shot), shot.at)


def within(shots: Shots, until: float) -> Shots:
    """Those of the last seconds before `until`, as many as a clip may hold, the latest first to stay."""
    held = list[Shot]()
    room = LARGEST
    for shot in reversed(shots):
        room -= len(shot.jpeg)
        if until - shot.at > SECONDS or (room < 0 and held):
            break
        held.append(shot)
    return tuple(reversed(held))


def bytes_of(clips: Iterable[Clip]) -> int:
    """Bytes of the pictures of these clips, shared ones counted once."""
    return sum({id(shot): len(shot.jpeg) for clip in clips for shot in clip.shots}.values())


def held(clips: Mapping[ClipName, Clip], most: int = MOST_HELD) -> dict[ClipName, Clip]:
    """The clips that are held on to, the latest first to stay. `clips`: in the order in which they were made."""
    counted, room, staying = set[int](), most, list[Clip]()
    for clip in reversed(tuple(clips.values())):
        fresh = [shot for shot in clip.shots if id(shot) not in counted]
        room -= sum(len(shot.jpeg) for shot in fresh)
        if room < 0:
            break
        counted |= {id(shot) for shot in fresh}
        staying.append(clip)
    return {clip.name: clip for clip in reversed(staying)}
