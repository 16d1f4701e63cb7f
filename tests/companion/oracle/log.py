"""What a log is made of: entries with their fates, and amendments.

An entry is an event that is no amendment. Its fate says what became of it: it `lies` (it stood when it was said, or was let
stand), it is `open` (refused, and nothing has come since), it is `over` (refused, and put right since), it came `late`
(after the end, so that it counts only if the end is amended away) or it is `void` (refused, and neither a play nor the end
of a turn, so that it is never judged again).
"""

from __future__ import annotations

from dataclasses import dataclass

LIES, OPEN, OVER, LATE, VOID = "lies", "open", "over", "late", "void"


class Unusable(Exception):
    """A line that is answered by an error."""


@dataclass
class Entry:
    """An event that is no amendment."""

    number: int
    act: dict  # the event as it was said, with `player` where it was given
    fate: str | None = None  # None: to be judged now
    disputed: bool = False  # refused, and nothing but amendments has come since
    kept: bool = False  # in dispute, and an event has come since, so that only what puts it right ends that
    came_late: bool = False  # after the end, and no event has come since that end was amended away
    inserted: bool = False
    gave_turn: bool = False  # a card that ends a turn by itself: the turn went on with it
    seats_on: int = 0  # such a card: how many seats on from that of the player to move the turn was counted then
    gave_before: bool = False  # such a card that was lifted: the turn went on with it until then
    last: bool = False  # nothing was laid since
    touched: bool = True  # said or amended by the line that is answered now
    idle: bool = False  # the end of a turn that was another's, and ended none
    amended_now: bool = False
    shown: str | None = None  # the verdict as last told
    rule: str | None = None
    lifted: int | None = None  # a taking-back: the event whose card was lifted
    turn: int = 0
    moved: bool = False  # the turn goes on with it now
    regain: bool = True  # whether it gives its turn again, where an amendment of it is undone
    stood: bool = False  # it lay there once, and any dispute of it began later
    hidden_by: int | None = None  # the entry put in or the amendment that ended its dispute; no event has come since
    began_refused: bool = False  # it was refused when it was said
    refused: bool = False  # a play or the end of a turn: by the rules it would not stand
    passed: bool = False  # the end of a turn: the turn went on after it
    froze: bool = False  # the end of a turn: the match ended with it, before the turn went on
    stays: bool = False  # such an end of a turn that became a note, and ended no turn
    lay: bool = False  # it lay there until now
    noted: bool = False  # it was a note until now
    rose: bool = False  # refused when it was said, and it lies since an amendment; no event has come since
    rose_at: int = -1  # the line since which it lies, where it was refused when it was said

    def rise(self, number):
        """Let it lie, though it was refused when it was said."""
        self.rose, self.rose_at = True, self.rose_at if self.rose else number

    def state(self):
        """What an amendment that is undone gives back."""
        kept = {key: getattr(self, key) for key in ("fate", "shown", "rule", "idle", "passed", "stays")}
        return kept | {"gave": self.gave_turn}

    def restore(self, state):
        """Give back what an undone amendment changed.

        A move that was put in without giving a turn gives none when it comes back: the law says both that it does (6) and that all is as if
        the amendment had never been made (11).
        """
        vars(self).update({key: value for key, value in state.items() if key != "gave"})
        self.regain = state["gave"] or not self.inserted


@dataclass
class Amendment:
    """An undo, a correction or a playing on, of an entry (its number; 0 is the position) or of another amendment."""

    number: int
    kind: str
    target: int
    says: dict | None = None  # what a correction says, by field
    before: dict | None = None  # fate and verdict of the entry that it concerns, before it was made
    rose: bool = False  # a correction: the entry was refused, and lay only since another amendment
