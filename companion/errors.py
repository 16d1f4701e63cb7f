"""The errors of the companion.

CompanionError
├── ConfigError (ValueError)      companion.toml or a sheet cannot be used; names the key.
├── SpokenError                   may be shown to a player, in the player's language.
│   ├── InputError (ValueError)   a line, command or event from outside cannot be understood.
│   │   ├── PositionError         a match cannot start from this position.
│   │   └── MessageRefused        a message of a club is not of a known form.
│   └── JournalError (OSError)    the journal cannot be read or written.
│       └── JournalTooNew         it was written by a newer version.
├── RadioRefused (OSError)        the Wi-Fi of the machine cannot do what it is told.
├── ClubUnavailable (OSError)     the broker of the club cannot be reached, or refuses the table.
├── MatchNotFound (LookupError)   no stored match has that name.
├── StateError (OSError)          the state directory cannot be written.
│   └── StateInUse                another companion holds it.
└── ClubStoreError (OSError)      the club's database cannot be opened, read or written.

Every message is a sentence that says what to do next. An error for players carries the id of a text in the catalogue:
`InputError.with_id("no-pile", given=..., known=...)`. `Catalogue.error` says the text in the player's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self


class CompanionError(Exception):
    """Root of all errors of this package."""


class ConfigError(CompanionError, ValueError):
    """companion.toml or a sheet cannot be used; the message names the key."""


class SpokenError(CompanionError):
    """An error that may be shown to a player."""

    id: str = ""  # of the text in the catalogue, without "error-" before; "": plain English, for whoever types commands
    values: Mapping[str, Any] = {}  # what the text is about, as codes of the match ("QH", "r3c4"), never as words
    in_english: ClassVar[Callable[[SpokenError], str]]
    """Says an error in English; `companion.shown.words.messages` puts the catalogue here."""

    @classmethod
    def with_id(cls, id: str, /, *message: str, **values: Any) -> Self:
        """An error to be said in the language of whoever asked.

        `id`: the text in the catalogue, without "error-" before. `message`: what the log says instead. `values`: what the text
        is about.
        """
        error = cls(*message)
        error.id, error.values = id, values
        return error

    def __str__(self) -> str:
        """The message in English."""
        return super().__str__() if not self.id or self.args else SpokenError.in_english(self)


def _format_unspoken(error: SpokenError) -> str:
    """The id of an error with all values: for where no catalogue was loaded."""
    return f"{error.id} ({', '.join(f'{name}: {value}' for name, value in error.values.items())})"


SpokenError.in_english = _format_unspoken


class InputError(SpokenError, ValueError):
    """A line, command or event from outside cannot be understood."""


class PositionError(InputError):
    """A match cannot start from this position."""


class MessageRefused(InputError):
    """A message of a club is not of a known form, or not what its topic says."""


class JournalError(SpokenError, OSError):
    """The journal cannot be read or written."""


class JournalTooNew(JournalError):
    """The journal was written by a newer version of the companion."""


class RadioRefused(CompanionError, OSError):
    """The Wi-Fi of the machine cannot do what it is told."""


class ClubUnavailable(CompanionError, OSError):
    """The broker of the club cannot be reached, or refuses what the table writes."""


class MatchNotFound(CompanionError, LookupError):
    """No stored match has that name."""


class StateError(CompanionError, OSError):
    """The state directory cannot be written."""


class StateInUse(StateError):
    """Another companion holds the state directory."""


class ClubStoreError(CompanionError, OSError):
    """The club's database cannot be opened, read or written."""
