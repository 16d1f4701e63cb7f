"""What is known of the cards of a match: all faces, commands on them, and faces that lie covered."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.errors import JournalError
from companion.intake.known_commands import KnownCommands, has_command_cards, read_commands_of_matches, read_told_commands
from companion.journal.journal import Journal
from companion.match.events import Entry
from companion.match.rules import Rules
from companion.match.rulings import Match


@dataclass(frozen=True, slots=True)
class KnownDeck:
    """The deck of a match."""

    faces: Collection[str] = ()  # every face of the game
    earlier: Mapping[str, str] = field(default_factory=dict)  # commands on the cards in other matches
    once: bool = True  # each face is on one card

    def known_commands(self, match: Match | None) -> KnownCommands:
        """What earlier matches and this match tell of the commands. Nothing without a match, or in a game without command
        cards."""
        if match is None or not has_command_cards(self.faces):
            return KnownCommands((), {})
        return KnownCommands(self.faces, {**self.earlier, **read_told_commands(match.entries, self.faces)})

    def find_covered(self, match: Match, zone: str) -> set[str]:
        """Faces laid on other zones than `zone`, which cannot come again where each face is on one card."""
        return {laid.after for laid in match.laid if laid.zone != zone} if self.once else set()


def collect_deck(journal: Journal, match_id: int, rules: Rules[Any], faces: Collection[str]) -> KnownDeck:
    """The deck of a match, with what other matches of its game tell. `match_id`: left out of the others. `faces`: all faces
    of the game."""
    others = _read_other_logs(journal, match_id, rules.name) if has_command_cards(faces) else ()
    return KnownDeck(faces, read_commands_of_matches(others, faces), len(set(faces)) == len(faces) and not rules.doubles)


def _read_other_logs(journal: Journal, match_id: int, game: str) -> Iterator[tuple[Entry, ...]]:
    """The logs of all matches of `game` but `match_id`, the latest first; unreadable ones are left out."""
    for other in journal.list_matches_of(game):
        try:
            if other != match_id:
                yield journal.read_entries(other)
        except JournalError:
            continue  # an unreadable match tells nothing
