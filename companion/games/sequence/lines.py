"""Why a long line of chips is one sequence only (SQ-14)."""

from __future__ import annotations

from companion.games.sequence.board import CORNERS, LINE_LENGTH, STRAIGHT_OF, THROUGH, spaces_in, zones_in
from companion.games.sequence.state import SequenceState
from companion.match.rules import Finding, Severity

TWO_IN_LINE = 2 * LINE_LENGTH - 1
"""Chips in line that may be two sequences: one space is shared."""


def note_one_sequence(state: SequenceState, team: int, space: int) -> tuple[Finding, ...]:
    """A note on a chip of `team` on `space` in a line long enough for two sequences; empty for any other chip. A second five
    would share too many spaces with the first."""
    own = state.chips[team] | CORNERS
    for line in state.lines[team]:
        in_line = STRAIGHT_OF[line]
        joined = any(STRAIGHT_OF[window] == in_line and not window & ~own for window in THROUGH[space])
        if joined and _measure_line(own & in_line, line) >= TWO_IN_LINE:
            zones = zones_in(line)
            detail = {"team": team, "colour": state.palette[team], "first_zone": zones[0], "last_zone": zones[-1]}
            return (Finding("SQ-14", "one-sequence-only", Severity.NOTE, zones, detail),)
    return ()


def _measure_line(own: int, line: int) -> int:
    """How many spaces of `own`, a part of a row, column or diagonal, lie side by side with the spaces of `line`."""
    walk = list(spaces_in(STRAIGHT_OF[line]))
    first, last = walk.index(min(spaces_in(line))), walk.index(max(spaces_in(line)))
    while first and own >> walk[first - 1] & 1:
        first -= 1
    while last + 1 < len(walk) and own >> walk[last + 1] & 1:
        last += 1
    return last - first + 1
