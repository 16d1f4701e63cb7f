"""The commands on the cards of Extreme, and what was agreed about them before the match. Rule ids are those of the rules spec, section 2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from companion.errors import PositionError
from companion.games.piles import HIGHEST, LOWEST, NinetyEightTable
from companion.games.positions import shown

STOP, SKULL, THREE = "stop", "skull", "three"
SILENCE, NO_BACKWARD, ONE_PILE, DRAW_ONE = "silence", "noback", "onepile", "draw1"
COMMANDS = (STOP, SKULL, THREE, SILENCE, NO_BACKWARD, ONE_PILE, DRAW_ONE)
COPIES = 4
"""Cards of each command (EX-02)."""

_NUMBERS = tuple(str(number) for number in range(LOWEST, HIGHEST + 1))
_FACES = frozenset((*_NUMBERS, *(f"{number}:{command}" for number in _NUMBERS for command in COMMANDS)))
_OPTIONS = ("lenient", "onepile_midturn", "commands")


@cache
def command_of(face: str) -> str:
    """The command of a card, "" for a plain one."""
    return face.partition(":")[2]


@dataclass(frozen=True, slots=True)
class ExtremeVariant:
    """What was agreed before the match. `lenient`: a broken command is a foul to be put right, no loss. `strict`: laying ONE PILE on
    a second pile breaks it already (EX-22). `commands`: the owner's table, number to command."""

    lenient: bool = False
    strict: bool = False
    commands: Mapping[str, str] = field(default_factory=dict)

    def face(self, text: str) -> str | None:
        """Text of a card to its face on the table; None for a card that this match does not have."""
        if text not in _FACES:
            return None
        number, _, command = text.partition(":")
        listed = self.commands.get(number, command)
        return f"{number}:{listed}" if listed and command in ("", listed) else text if command == listed else None


def variant_of(options: Any) -> ExtremeVariant:
    """The options of a match. Raises `PositionError`."""
    if not isinstance(options, Mapping):
        raise PositionError.of("object-needed", where="variant", example='{"lenient": true}')
    for key in options:
        if key not in _OPTIONS:
            raise PositionError.of("no-option", given=shown(key), known=_OPTIONS)
    lenient, reading = options.get("lenient", False), options.get("onepile_midturn", False)
    if not isinstance(lenient, bool):
        raise PositionError.of("switch-needed", where="lenient")
    if not isinstance(reading, bool) and reading not in ("prospective", "strict"):
        raise PositionError.of("one-of", where="onepile_midturn", known=("prospective", "strict"))
    return ExtremeVariant(lenient, reading is True or reading == "strict", _table_of_commands(options.get("commands")))


def _table_of_commands(table: Any) -> Mapping[str, str]:
    if table is None:
        return {}
    if not isinstance(table, Mapping):
        raise PositionError.of("object-needed", where="commands", example='{"47": "skull"}')
    for number, command in table.items():
        if number not in _NUMBERS or command not in COMMANDS:
            given = f"{shown(number)}: {shown(command)}"
            raise PositionError.of("no-such-command", where="commands", given=given, known=COMMANDS)
    return dict(table)


def copies_known(table: NinetyEightTable) -> Counter[str]:
    """How many cards of each command are known, wherever they are; "" for those without one."""
    named = (table.deck.cards, *table.piles, *(hand.cards for hand in table.hands))
    return Counter(command_of(face) for cards in named for face in cards)


def check_copies(table: NinetyEightTable) -> None:
    """No more cards of a command are known than there are (EX-02, EX-27). Raises `PositionError`."""
    for command, count in copies_known(table).items():
        if command and count > COPIES:
            raise PositionError.of("command-too-often", command=command, count=count, most=COPIES)
