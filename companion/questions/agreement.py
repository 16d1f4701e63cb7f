"""Do table and match agree? What the eye last said of each zone, held against what the match expects there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from companion.match.rulings import Match
from companion.questions.question import Difference, Question

STEADY = 3.0
"""Seconds of stable disagreement between table and match before the match is out of step."""


@dataclass(slots=True)
class TableSeen:
    """What the eye last said of each zone, and since when (seconds since 1970); what a person knows better is muted until it changes.
    Kept by the session alone."""

    faces: dict[str, tuple[str, float]] = field(default_factory=dict)
    muted: dict[str, str] = field(default_factory=dict)

    def mute(self, zone: str) -> None:
        """A person has spoken: what the eye says there now counts for nothing."""
        if zone in self.faces:
            self.muted[zone] = self.faces[zone][0]

    def clock_jumped(self, by: float) -> None:
        """The clock was set by so many seconds: what was seen was seen as long ago as before."""
        self.faces = {zone: (face, since + by) for zone, (face, since) in self.faces.items()}

    def differences(self, match: Match, accepted: Mapping[str, str], questions: Collection[Question]) -> tuple[Difference, ...]:
        """Where the eye sees another face than the `accepted` one. What is disputed, muted or asked about in `questions` differs not."""
        found, asked = [], {each.zone for each in questions if not each.covered and each.lifted is None}
        for zone, face in accepted.items():
            seen, since = self.faces.get(zone, (face, 0.0))
            dispute = match.dispute_on(zone)
            agreed = {face, dispute.face if dispute else face, self.muted.get(zone, face)}
            if seen not in agreed and zone not in asked:
                found.append(Difference(zone, face, seen, since))
        return tuple(found)

    def unaccounted(
        self, match: Match, accepted: Mapping[str, str], questions: Collection[Question]
    ) -> dict[tuple[str, str], float]:
        """What is seen and not expected, and what is asked about that a hand laid: zones and faces, each with since when."""
        open_ = [each for each in questions if each.moved and not each.covered]
        found = {(each.zone, face): each.since for each in open_ for face, _ in each.candidates}
        return found | {(each.zone, each.seen): each.since for each in self.differences(match, accepted, questions)}


def out_of_step(differences: Collection[Difference], known: Collection[Difference], at: float) -> tuple[Difference, ...]:
    """The differences that count: those that have lasted, and those in zones that are `known` to be out of step."""
    zones = {difference.zone for difference in known}
    return tuple(each for each in differences if each.zone in zones or at - each.since >= STEADY)
