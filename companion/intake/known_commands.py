"""Which command is on which card of Extreme, and what a bare number may mean.

The number does not tell (EX-02). The command is read with the card, or stands in the owner's table. Or a person names the
command once, of the card or of a card with the same icon. What was said is read back from the logs of all matches, and
follows every correction.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from statistics import median

from companion.games.sheets import COMMAND_COPIES
from companion.intake.changes import MIN_WEIGHED_SHARE, Meanings
from companion.match.events import Entry, Event, Played, Started, Undone
from companion.match.referee import amend_log
from companion.turns.scene import EYE, NUMBER

Alike = tuple[tuple[str, float], ...]
"""Cards seen before, each with how many times likelier the icon makes the same command; "" for a card without icon."""

MAX_ALIKE_CARDS = 3  # of one command that count: looks err alike, so several weigh as their square root; guess

MIN_PLAIN_SHARE = 0.93
"""From which a card counts as plain; lower than for a command, since a missed command wrongs nobody but at a stop; guess."""


def has_command_cards(deck: Collection[str]) -> bool:
    """Does the deck have cards with commands?"""
    return any(":" in face for face in deck)


def table_of_commands(faces: Iterable[str]) -> dict[str, str] | None:
    """The commands named by the faces of an owner's deck, by number; None where none is named."""
    named = (face.partition(":") for face in faces)
    return {number: command for number, _, command in named if command} or None


def read_told_commands(entries: Iterable[Entry], deck: Collection[str]) -> dict[str, str]:
    """The command told for each number in a match, "" for a card told as plain. Numbers that nobody told are left out.
    `entries`: the log. `deck`: all faces of the game.

    The last word on a number counts. The owner's table, with a word on every number, counts as told first, and a card told as
    plain keeps the command of the table. A bare number that the eye read (source `NUMBER`) tells nothing. A card that a hand took back was
    seen all the same; a play undone by a person never was.
    """
    deck = frozenset(deck)
    log = tuple(entry for entry in entries if not (isinstance(entry.event, Undone) and entry.source == EYE))
    listed = _read_owner_table(log[0].event, deck) if log else {}
    found = dict(listed)
    for entry in amend_log(log):
        if isinstance(entry.event, Played) and entry.event.after in deck:
            number, _, command = entry.event.after.partition(":")
            if command or entry.source != NUMBER:
                found[number] = command or listed.get(number, "")
    return found


def read_commands_of_matches(matches: Iterable[Iterable[Entry]], deck: Collection[str]) -> dict[str, str]:
    """Number of a card to its command, as told in any match; of two matches the first given counts. `matches`: logs, the
    latest first, read no further than needed. `deck`: all faces of the game."""
    numbers = sum(":" not in face for face in deck)
    found: dict[str, str] = {}
    for entries in matches:
        found = {**read_told_commands(entries, deck), **found}
        if len(found) == numbers:
            break
    return found


def _read_owner_table(event: Event, deck: Collection[str]) -> dict[str, str]:
    """The commands of the owner's table, which names every card with a command. Empty without a table; "" for a number without
    command."""
    if not isinstance(event, Started) or "commands" not in event.options:
        return {}
    table: Mapping[str, str] = event.options["commands"] or {}
    return {face: table.get(face, "") for face in deck if ":" not in face}


@dataclass(frozen=True, slots=True)
class KnownCommands:
    """What is known of the commands."""

    deck: Collection[str]  # every face of the game
    known: Mapping[str, str]  # number to command, "" for none

    def read_face(self, face: str, alike: Alike = ()) -> str:
        """The face that a reading stands for, the reading itself where unsure. `alike`: see `find_meanings`."""
        meanings = self.find_meanings(face, alike)
        return meanings[0][0] if meanings[0][1] >= MIN_WEIGHED_SHARE else face

    def find_meanings(self, face: str, alike: Alike = ()) -> Meanings:
        """The faces that a reading may stand for, likeliest first, with their shares. `alike`: cards with a similar icon, see
        `Alike`. Each command is on four cards. A reading with a command, or outside the deck, means itself."""
        if face not in self.deck or ":" in face:
            return ((face, 1.0),)
        if face in self.known:
            command = self.known[face]
            return ((f"{face}:{command}" if command else face, 1.0),)
        used = Counter(self.known.values())
        with_command = {
            each: COMMAND_COPIES - used[each.partition(":")[2]] for each in self.deck if each.startswith(f"{face}:")
        }
        open_faces = {each: copies for each, copies in with_command.items() if copies > 0}
        plain = max(1, self._count_plain() - used[""])
        total = plain + sum(open_faces.values())
        shares = {face: plain / total, **{each: copies / total for each, copies in open_faces.items()}}
        weighed = self._weigh_by_icon(shares, alike)
        return ((face, 1.0),) if dict(weighed)[face] >= MIN_PLAIN_SHARE else weighed

    def _weigh_by_icon(self, shares: Mapping[str, float], alike: Alike) -> Meanings:
        """Faces and shares, the likeliest first, after comparing icons; shares add up to 1. `shares`: by face, before.
        `alike`: known cards, each with how many times likelier the same icon is than another.

        Of several cards with one command the middle counts: a wrongly named card does not outweigh the others.
        """
        seen: dict[str, list[float]] = {}
        known = {"": "", **self.known}
        for card, times in alike:
            if card in known:
                seen.setdefault(known[card], []).append(times)
        together = {command: median(times) ** min(len(times), MAX_ALIKE_CARDS) ** 0.5 for command, times in seen.items()}
        parts = {face: share * together.get(face.partition(":")[2], 1.0) for face, share in shares.items()}
        total = math.fsum(parts.values())
        return tuple(sorted(((face, part / total) for face, part in parts.items()), key=lambda pair: -pair[1]))

    def _count_plain(self) -> int:
        """The number of cards without a command."""
        numbers = {face.partition(":")[0] for face in self.deck}
        commands = {face.partition(":")[2] for face in self.deck} - {""}
        return len(numbers) - COMMAND_COPIES * len(commands)
