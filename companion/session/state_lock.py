"""One state directory, one companion: a second one would write into the same journal."""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.errors import StateError, StateInUse

LOCK_NAME = "companion.lock"


class StateLock:
    """Holds a state directory, made where it is missing, until the process ends or `release`.

    Raises `StateInUse` where another process holds it, and `StateError` where it cannot be written. The lock is the process's own:
    children do not inherit it, and whatever way the process ends, nothing is left to clear away.
    """

    def __init__(self, state: Path) -> None:
        try:
            state.mkdir(parents=True, exist_ok=True)
            self._file = os.open(state / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StateError(f"the state directory {state} cannot be written: {error.strerror}; {advice(error)}") from error
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(self._file, 20).decode("ascii", "replace").strip()
            os.close(self._file)
            raise StateInUse(
                f"another companion{f' (process {holder})' if holder.isdigit() else ''} keeps its matches in {state}: stop it "
                "(sudo systemctl stop companion), or set STATE_DIRECTORY to another folder"
            ) from error
        self._sign(state)

    def _sign(self, state: Path) -> None:
        """Leave the number of this process, which is also a first look at whether there is room."""
        try:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            self.release()
            raise StateError(f"the state directory {state} cannot be written: {error.strerror}; {advice(error)}") from error

    def release(self) -> None:
        """Let another have it."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()


def advice(error: OSError) -> str:
    """What to do when a place cannot be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full: make room and start again"
    if error.errno == errno.EROFS:
        return "the disk can only be read: mount it writable, or set STATE_DIRECTORY to a folder on another"
    return "give the folder to the user who runs the companion, or set STATE_DIRECTORY to a folder of yours"
