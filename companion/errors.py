"""The errors of the companion.

CompanionError
├── ConfigError (ValueError)      companion.toml or a sheet cannot be used; names the key
├── InputError (ValueError)       a line, command or event from outside cannot be understood
│   └── PositionError             a match cannot start from this position
├── JournalError (OSError)        the journal cannot be read or written
│   └── JournalTooNew             it was written by a newer version
├── MatchNotFound (LookupError)   no stored match has that name
├── StateError (OSError)          the state directory cannot be written
│   └── StateInUse                another companion holds it
└── AddressInUse (OSError)        another program listens on the port
Every message is one sentence that says what to do next.
"""


class CompanionError(Exception):
    """Root of all errors of this package."""


class ConfigError(CompanionError, ValueError):
    """companion.toml or a sheet cannot be used; the message names the key."""


class InputError(CompanionError, ValueError):
    """A line, command or event from outside cannot be understood."""


class PositionError(InputError):
    """A match cannot start from this position."""


class JournalError(CompanionError, OSError):
    """The journal cannot be read or written."""


class JournalTooNew(JournalError):
    """The journal was written by a newer version of the companion."""


class MatchNotFound(CompanionError, LookupError):
    """No stored match has that name."""


class StateError(CompanionError, OSError):
    """The state directory cannot be written."""


class StateInUse(StateError):
    """Another companion holds the state directory."""


class AddressInUse(CompanionError, OSError):
    """Another program listens on the port."""
