"""Do table and match agree? What the eye last said of each zone, held against the expected faces."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.match.meaning import find_face_of_variant
from companion.match.rules import Rules
from companion.match.rulings import Match
from companion.questions.question import Difference, Question

MIN_DIFFERENCE_S = 3.0
"""Table and match must disagree for so long before the match is out of step, and hands be gone: `Questions.find_differences`;
guess."""


@dataclass(slots=True)
class SeenFaces:
    """What the eye last said of each zone. Kept by the session alone."""

    faces: dict[str, tuple[str, float]] = field(default_factory=dict)  # by zone: face, and since when in seconds since 1970
    # by zone: a face of the eye that counts for nothing until it changes, since a person knows better
    muted: dict[str, str] = field(default_factory=dict)

    def mute_zone(self, zone: str) -> None:
        """Ignore what the eye says now of a zone: a person has spoken. Nothing where the eye has said nothing of the zone."""
        if zone in self.faces:
            self.muted[zone] = self.faces[zone][0]

    def rename_zones(self, names: Mapping[str, str]) -> None:
        """Let what was seen go with its zone. `names`: present name to name."""
        self.faces = {names.get(zone, zone): seen for zone, seen in self.faces.items()}
        self.muted = {names.get(zone, zone): face for zone, face in self.muted.items()}

    def forget_table(self) -> None:
        """Forget all that the eye said: it gets ready for the table of another match."""
        self.faces.clear()
        self.muted.clear()

    def count_from(self, at: float) -> None:
        """Let no zone differ from a match for longer than the match is played. `at`: when it began, seconds since 1970."""
        self.faces = {zone: (face, max(since, at)) for zone, (face, since) in self.faces.items()}

    def shift_seen(self, by: float) -> None:
        """Keep durations after the clock was set `by` seconds ahead."""
        self.faces = {zone: (face, since + by) for zone, (face, since) in self.faces.items()}

    def list_differences(self, rules: Rules[Any], match: Match, questions: Collection[Question]) -> tuple[Difference, ...]:
        """Where the eye sees another face than the match expects, whatever the variant calls the card. Disputed, muted and
        asked zones (`questions`) do not differ. Each has the time of the first sight."""
        found, asked = [], {each.zone for each in questions if not each.covered and each.lifted is None}
        for zone, face in match.faces.items():
            seen, since = self.faces.get(zone, (face, 0.0))
            if seen in (face, self.muted.get(zone, face)) or zone in asked:
                continue
            seen = find_face_of_variant(rules, match, seen)
            if seen == face:
                continue
            dispute = match.find_dispute(zone)
            if dispute is None or seen != dispute.face:
                found.append(Difference(zone, face, seen, since))
        return tuple(found)

    def list_unaccounted(
        self,
        rules: Rules[Any],
        match: Match,
        questions: Collection[Question],
        counts: Callable[[Difference], bool] = lambda difference: True,
    ) -> dict[tuple[str, str], float]:
        """Faces seen and not expected, and faces of `questions` after a hand laid a card: zone and face, each with the time of
        the first sight. `counts`: whether a difference counts."""
        open_ = [each for each in questions if each.moved and not each.covered]
        found = {(each.zone, face): each.since for each in open_ for face, _ in each.candidates}
        return found | {
            (each.zone, each.seen): each.since for each in self.list_differences(rules, match, questions) if counts(each)
        }


def select_lasting(differences: Collection[Difference], known: Collection[Difference], at: float) -> tuple[Difference, ...]:
    """The differences counted at time `at`: lasting differences, and all in zones `known` to be out of step. Lasting are
    differences of `MIN_DIFFERENCE_S` or more."""
    zones = {difference.zone for difference in known}
    return tuple(each for each in differences if each.zone in zones or at - each.since >= MIN_DIFFERENCE_S)
