"""Reads that nobody doubted: the pictures from which a deck learns during play.

A read is kept once the match has taken the card for a fact. A correction by a person or by a better look takes the picture
back. The pictures lie beside the corrections of the deck, as corrections that change nothing.
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

MIN_SURE_CONFIDENCE = 0.99  # of several looks together, from which an accepted read is worth learning; guess
MAX_COPIES_OF_FACE = 3  # pictures of a face that are kept; guess
MAX_ENTRIES_BACK = 12  # entries from the end of the log in which a read is looked for; guess


class SureReads:
    """Sure reads that wait for the match, and reads that were kept in `corrections`. For the thread of the eye;
    `contradict_read` from any thread."""

    def __init__(self, corrections: Corrections) -> None:
        self._corrections = corrections
        self._waiting: list[SeenCard] = []
        self._kept: dict[tuple[str, str, str], Correction] = {}
        self._lock = threading.Lock()

    def expect_read(self, seen: SeenCard) -> None:
        """Keep a sure read once the match takes the card for a fact. An earlier read in the same zone is dropped."""
        with self._lock:
            self._waiting = [*(one for one in self._waiting if one.zone != seen.zone), seen]

    def keep_borne_out(self, snapshot: Snapshot) -> None:
        """Keep reads that the match has taken for facts by now. Raises `InputError` where the disk refuses. Of a face with
        `MAX_COPIES_OF_FACE` pictures no more are kept. Reads that the match has not taken go on waiting."""
        if not self._waiting or snapshot.match is None:
            return
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for seen in waiting:
            found = _find_entry(seen, snapshot)
            if found is None:
                with self._lock:
                    self._waiting.append(seen)
            elif self._count_copies(seen.deck)[found[1]] < MAX_COPIES_OF_FACE:
                note = Note(seen.zone, found[1], found[1], snapshot.match_id, found[0])
                kept = self._corrections.write_correction(seen, note, time.time())
                with self._lock:
                    self._kept[seen.deck, seen.zone, found[1]] = kept

    def contradict_read(self, deck: str, zone: str, face: str) -> None:
        """Drop or take back a read of `zone` for deck `deck`: the card was another than `face`. Nothing where no such read
        waits or was kept."""
        with self._lock:
            self._waiting = [one for one in self._waiting if (one.zone, one.face) != (zone, face)]
            kept = self._kept.pop((deck, zone, face), None)
        if kept is not None:
            with suppress(InputError):  # taken back before, by hand
                self._corrections.undo_correction(deck, kept.n)

    def _count_copies(self, deck: str) -> Counter[str]:
        return Counter(one.face for one in self._corrections.standing_corrections(deck) if one.face == one.read)


def _find_entry(seen: SeenCard, snapshot: Snapshot) -> tuple[int, str] | None:
    """Number of the entry of the card, and the face named in the entry (perhaps with a command); None where no entry is found.
    Only the zone's latest card among the last `MAX_ENTRIES_BACK` entries counts; the numbers must agree."""
    entries = snapshot.match.entries if snapshot.match else ()
    for entry in reversed(entries[-MAX_ENTRIES_BACK:]):
        event = entry.event
        if isinstance(event, Played) and event.zone == seen.zone and event.after:
            return (entry.n, event.after) if event.after.partition(":")[0] == seen.face.partition(":")[0] else None
    return None
