"""The key that signs the cookies of paired phones."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from companion.errors import StateError
from companion.session.state_lock import advice
from companion.wiring.secret_file import write_secret

KEY_BYTES = 32


def cookie_key(path: Path) -> tuple[bytes, bool]:
    """The key, made where it is missing. The second value is true where one that could not be used was renewed: empty, of another
    length, somebody else's or not to be read. Raises `StateError` where a new one cannot be written."""
    there = os.path.lexists(path)
    kept = _read(path)
    if kept is not None:
        return kept, False
    key = secrets.token_bytes(KEY_BYTES)
    try:
        write_secret(path, key)
    except OSError as error:
        raise StateError(f"the key of the phones {path} cannot be written: {error.strerror}; {advice(error)}") from error
    return key, there


def _read(path: Path) -> bytes | None:
    """The key as it is kept, None where it cannot be used."""
    try:
        if path.stat().st_uid != os.geteuid():
            return None  # whoever wrote it could sign for any phone
        path.chmod(0o600)
        key = path.read_bytes()
    except OSError:
        return None
    return key if len(key) == KEY_BYTES else None
