"""Reads that nobody doubted: the pictures that a deck learns while it is played with.

A read is kept once the match has taken it for a fact; a correction, by a person or by a better look, takes its picture back. They lie
beside the corrections of the deck, as corrections that change nothing.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from contextlib import suppress

from companion.errors import InputError
from companion.lessons.corrections import Correction, Corrections, Note, SeenCard
from companion.match.events import Played
from companion.session.snapshot import Snapshot

SURE = 0.99
"""Confidence of several looks together from which a read is worth learning."""
COPIES = 3
"""Pictures of a face that are kept."""
LATEST = 12
"""Entries of the log, from its end, in which a read is looked for."""


class SureReads:
    """What was read surely and waits to be borne out, and what was kept. `corrections`: where. Used from the eye's thread, and `contradict`
    from any."""

    def __init__(self, corrections: Corrections) -> None:
        self._corrections = corrections
        self._waiting: list[SeenCard] = []
        self._kept: dict[tuple[str, str, str], Correction] = {}
        self._lock = threading.Lock()

    def expect(self, seen: SeenCard) -> None:
        """A card was read surely: it is kept if the match takes it so. What lay in that zone before is waited for no longer."""
        with self._lock:
            self._waiting = [*(one for one in self._waiting if one.zone != seen.zone), seen]

    def look(self, snapshot: Snapshot) -> None:
        """Keep what the match has taken for a fact by now. Raises `InputError` where it cannot be written."""
        if not self._waiting or snapshot.match is None:
            return
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for seen in waiting:
            found = _entry_of(seen, snapshot)
            if found is None:
                with self._lock:
                    self._waiting.append(seen)
            elif self._copies(seen.deck)[found[1]] < COPIES:
                note = Note(seen.zone, found[1], found[1], snapshot.match_id, found[0])
                kept = self._corrections.keep(seen, note, time.time())
                with self._lock:
                    self._kept[seen.deck, seen.zone, found[1]] = kept

    def contradict(self, deck: str, zone: str, face: str) -> None:
        """What was read there so was something else: it is not learned."""
        with self._lock:
            self._waiting = [one for one in self._waiting if (one.zone, one.face) != (zone, face)]
            kept = self._kept.pop((deck, zone, face), None)
        if kept is not None:
            with suppress(InputError):  # it was taken back already, by hand
                self._corrections.undo(deck, kept.n)

    def _copies(self, deck: str) -> Counter[str]:
        return Counter(one.face for one in self._corrections.of(deck) if one.face == one.read)


def _entry_of(seen: SeenCard, snapshot: Snapshot) -> tuple[int, str] | None:
    """The entry that says that this card was laid there, and the face it names: a command may have been added."""
    entries = snapshot.match.entries if snapshot.match else ()
    for entry in reversed(entries[-LATEST:]):
        event = entry.event
        if isinstance(event, Played) and event.zone == seen.zone and event.after:
            return (entry.n, event.after) if event.after.partition(":")[0] == seen.face.partition(":")[0] else None
    return None
