"""The errors of the companion.

CompanionError
├── ConfigError (ValueError)      companion.toml or a sheet cannot be used; names the key
├── Told                          may come before a player, in his language
│   ├── InputError (ValueError)   a line, command or event from outside cannot be understood
│   │   └── PositionError         a match cannot start from this position
│   └── JournalError (OSError)    the journal cannot be read or written
│       └── JournalTooNew         it was written by a newer version
├── MatchNotFound (LookupError)   no stored match has that name
└── StateError (OSError)          the state directory cannot be written
    └── StateInUse                another companion holds it
Every message is one sentence that says what to do next. What can come before a player is said in his language: such an error is
raised by the id of its text, `InputError.of("no-pile", given=..., known=...)`, and `Catalogue.error` says it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self


class CompanionError(Exception):
    """Root of all errors of this package."""


class ConfigError(CompanionError, ValueError):
    """companion.toml or a sheet cannot be used; the message names the key."""


class Told(CompanionError):
    """An error that may come before a player.

    `id`: of its text in the catalogue, without the "error-" before it; "" = a message in plain English, for whoever types
    commands. `values`: what that text is about, as the codes that the match uses ("QH", "r3c4"), never as words.
    """

    id: str = ""
    values: Mapping[str, Any] = {}
    in_english: ClassVar[Callable[[Told], str]]
    """Says an error in English; `companion.shown.messages` puts the catalogue here."""

    @classmethod
    def of(cls, id: str, /, *message: str, **values: Any) -> Self:
        """An error that is said in the language of whoever asked. `message`: what the log says instead of it."""
        error = cls(*message)
        error.id, error.values = id, values
        return error

    def __str__(self) -> str:
        """The message in English."""
        return super().__str__() if not self.id or self.args else Told.in_english(self)


def _name_error(error: Told) -> str:
    """The id of an error with its values: what there is to say where no catalogue was loaded."""
    return f"{error.id} ({', '.join(f'{name}: {value}' for name, value in error.values.items())})"


Told.in_english = _name_error


class InputError(Told, ValueError):
    """A line, command or event from outside cannot be understood."""


class PositionError(InputError):
    """A match cannot start from this position."""


class JournalError(Told, OSError):
    """The journal cannot be read or written."""


class JournalTooNew(JournalError):
    """The journal was written by a newer version of the companion."""


class MatchNotFound(CompanionError, LookupError):
    """No stored match has that name."""


class StateError(CompanionError, OSError):
    """The state directory cannot be written."""


class StateInUse(StateError):
    """Another companion holds the state directory."""
