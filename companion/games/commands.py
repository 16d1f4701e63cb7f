"""The commands on the cards of Extreme, and the agreements about commands. Rule ids: rules spec, section 2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from companion.errors import PositionError
from companion.games.ninety_eight import MAX_CARD, MIN_CARD, NinetyEightTable
from companion.games.positions import shorten_json

STOP, SKULL, THREE = "stop", "skull", "three"
SILENCE, NO_BACKWARD, ONE_PILE, DRAW_ONE = "silence", "noback", "onepile", "draw1"
EXTREME_COMMANDS = (STOP, SKULL, THREE, SILENCE, NO_BACKWARD, ONE_PILE, DRAW_ONE)
COPIES_OF_COMMAND = 4
"""Cards of each command (EX-02)."""

_NUMBERS = tuple(str(number) for number in range(MIN_CARD, MAX_CARD + 1))
_FACES = frozenset((*_NUMBERS, *(f"{number}:{command}" for number in _NUMBERS for command in EXTREME_COMMANDS)))
_OPTIONS = ("lenient", "onepile_midturn", "commands")


@cache
def find_command(face: str) -> str:
    """The command of a card, "" for a plain card."""
    return face.partition(":")[2]


@dataclass(frozen=True, slots=True)
class ExtremeVariant:
    """What was agreed before the match."""

    lenient: bool = False  # a broken command is a foul to be put right, no loss
    strict: bool = False  # laying ONE PILE on a second pile is already a breach (EX-22)
    commands: Mapping[str, str] = field(default_factory=dict)  # the owner's table: by number, the command

    def find_face(self, text: str) -> str | None:
        """The face on the table that a text means; None for a card that the match does not have."""
        if text not in _FACES:
            return None
        number, _, command = text.partition(":")
        listed = self.commands.get(number, command)
        return f"{number}:{listed}" if listed and command in ("", listed) else text if command == listed else None


def read_extreme_variant(options: Any) -> ExtremeVariant:
    """The options of a match; "onepile_midturn" may be true, "strict" or "prospective". Raises `PositionError`."""
    if not isinstance(options, Mapping):
        raise PositionError.with_id("object-needed", where="variant", example='{"lenient": true}')
    for key in options:
        if key not in _OPTIONS:
            raise PositionError.with_id("no-option", given=shorten_json(key), known=_OPTIONS)
    lenient, reading = options.get("lenient", False), options.get("onepile_midturn", False)
    if not isinstance(lenient, bool):
        raise PositionError.with_id("switch-needed", where="lenient")
    if not isinstance(reading, bool) and reading not in ("prospective", "strict"):
        raise PositionError.with_id("one-of", where="onepile_midturn", known=("prospective", "strict"))
    return ExtremeVariant(lenient, reading is True or reading == "strict", _read_command_table(options.get("commands")))


def _read_command_table(table: Any) -> Mapping[str, str]:
    """The owner's table of commands, by number; empty for None. Raises `PositionError`."""
    if table is None:
        return {}
    if not isinstance(table, Mapping):
        raise PositionError.with_id("object-needed", where="commands", example='{"47": "skull"}')
    for number, command in table.items():
        if number not in _NUMBERS or command not in EXTREME_COMMANDS:
            given = f"{shorten_json(number)}: {shorten_json(command)}"
            raise PositionError.with_id("no-such-command", where="commands", given=given, known=EXTREME_COMMANDS)
    return dict(table)


def count_known_commands(table: NinetyEightTable) -> Counter[str]:
    """How many cards of each command are known, wherever they are; "" counts plain cards."""
    named = (table.deck.cards, *table.piles, *(hand.cards for hand in table.hands))
    return Counter(find_command(face) for cards in named for face in cards)


def check_command_copies(table: NinetyEightTable) -> None:
    """Raise `PositionError` where more cards of a command are known than exist (EX-02, EX-27)."""
    for command, count in count_known_commands(table).items():
        if command and count > COPIES_OF_COMMAND:
            raise PositionError.with_id("command-too-often", command=command, count=count, most=COPIES_OF_COMMAND)
