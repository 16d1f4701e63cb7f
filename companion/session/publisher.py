"""What others may see of a session: one frozen snapshot, swapped whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import InputError
from companion.journal.start_notice import StartNotice
from companion.match.events import Played
from companion.match.rulings import Ruling
from companion.questions.question import Notice
from companion.session.snapshot import LaidOut, Learning, Playing, Snapshot

MAX_THOUGHTS = 8  # other faces kept of one reading; guess: more than a person looks through


class Publisher:
    """Keeps the snapshot of a session, with a version that rises at every change."""

    def __init__(self) -> None:
        self.snapshot = Snapshot()

    @property
    def playing(self) -> Playing:
        """The match on the table. Raises `InputError` without a match."""
        if self.snapshot.rules is None or self.snapshot.match is None:
            raise InputError("no match is being played; start one first")
        return Playing(self.snapshot.rules, self.snapshot.match)

    @property
    def expected_faces(self) -> Mapping[str, str]:
        """The face that each zone should show. Raises as `playing`."""
        return self.playing.match.faces

    def publish_changes(self, **changes: Any) -> None:
        """Swap the snapshot if any of these fields has a new value. The version rises by 1; equal values publish nothing.
        `changes`: fields of `Snapshot`."""
        before = self.snapshot
        if any(getattr(before, key) is not value and getattr(before, key) != value for key, value in changes.items()):
            self.snapshot = replace(before, version=before.version + 1, **changes)

    # What the eye sees of the table, and what of the machine works

    def report_waking(self) -> None:
        """The eye exists and has not seen the table yet: it learns a deck, opens its camera or looks for piles."""
        found = self.snapshot.found_piles
        self.publish_changes(found_piles=None if found is None else found.forget_proof())
        if self.snapshot.table == "none":
            self.publish_changes(table="waking")

    def report_another_table(self) -> None:
        """The eye gets ready for the table of another match. A lost table stays lost until seen."""
        if self.snapshot.table != "lost":
            self.publish_changes(table="waking", reason="")
        self.publish_changes(
            unclear=(), hindered=(), out_of_step=(), found_piles=None, laid_out=None, board_naming=None, pile_questions=()
        )

    def report_awake(self) -> None:
        """The eye sees the table for the first time."""
        if self.snapshot.table == "waking":
            self.publish_changes(table="still")

    def report_learning(self, learning: Learning | None) -> None:
        """How far cards are learned, None once they are."""
        self.publish_changes(learning=learning)

    def report_lost(self, reason: str) -> None:
        """The eye sees nothing any more. `reason`: as in `vision.types.Lost`, "" = the eye sees again."""
        self.publish_changes(table="lost" if reason else "still", reason=reason, unclear=(), hindered=())

    def report_unclear(self, zones: tuple[tuple[str, str], ...]) -> None:
        """Some zones cannot be seen though the table can. `zones`: names, each with "glare", "blurred", "covered" or
        "outside"."""
        self.publish_changes(unclear=zones)

    def report_hindered(self, reasons: tuple[str, ...]) -> None:
        """Something keeps the eye from reading though the table is seen. `reasons`: as in `vision.types.Hindered`."""
        self.publish_changes(hindered=reasons)

    def report_pause(self, on: bool) -> None:
        """The table pauses (`on`) or goes on; the eye tells nothing during a pause."""
        self.publish_changes(table="still", reason="pause" if on else "")

    def report_bump(self) -> None:
        """Mat, board or camera was pushed and measured anew: said until the next hand comes."""
        self.publish_changes(table="still", reason="bumped")

    def report_faults(self, parts: tuple[str, ...]) -> None:
        """The parts of the machine that fail now ("lamps", "eye")."""
        self.publish_changes(faults=parts)

    def show_notices(self, notices: tuple[StartNotice, ...]) -> None:
        """Show phones what was found at the start."""
        self.publish_changes(notices=notices)

    def report_clips(self, match_id: int, entries: frozenset[int]) -> None:
        """The rulings on these entries of a match have clips."""
        if match_id == self.snapshot.match_id:
            self.publish_changes(clips=entries)

    # The piles of a table without a mat

    def report_laid_out(self, directions: int, backs: int) -> None:
        """What lies on a table without a mat before its first card: how many direction cards, and backs of draw piles."""
        self.publish_changes(laid_out=LaidOut(directions, backs))

    # What else the eye thought of

    def keep_thoughts(
        self, notices: Iterable[Notice], read: tuple[tuple[str, float], ...], knows: Callable[[str], bool]
    ) -> None:
        """Keep the other faces of a reading with each play just ruled on, for corrections. `read`: faces with confidences,
        likeliest first. `knows`: tells whether the game has a face. At most `MAX_THOUGHTS` are kept for each play, and none is
        its own face."""
        match = self.snapshot.match
        found: dict[int, tuple[str, ...]] = {}
        for ruling in notices:
            judged = match.find_judged(ruling.n) if isinstance(ruling, Ruling) and match is not None else None
            if judged is not None and isinstance(judged.event, Played):
                others = tuple(face for face, _ in read if face != judged.event.after and knows(face))[:MAX_THOUGHTS]
                found |= {judged.n: others} if others else {}
        if found:
            self.publish_changes(thoughts={**self.snapshot.thoughts, **found})
