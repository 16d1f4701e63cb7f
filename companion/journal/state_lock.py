"""One state directory, one companion: a second would write into the same journal."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.errors import StateError, StateInUse
from companion.journal.set_aside import move_aside

LOCK_NAME = "companion.lock"
NO_FOLDER = (errno.ENOTDIR, errno.EEXIST, errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL)
"""Errors of a path that can be no folder, whatever the disk."""


class StateLock:
    """Holds a state directory, made where missing, until the process ends or `release_lock`.

    `needed`: False = go on where the directory cannot be written, with the reason in `problem` ("" = none), unless the path
    can be no folder. Raises `StateInUse` where another process holds the directory, and `StateError` where it cannot be
    written. The kernel drops the lock with the process; children do not inherit it.
    """

    def __init__(self, state: Path, *, needed: bool = True) -> None:
        self.problem = ""
        self._file: int | None = None
        try:
            state.mkdir(parents=True, exist_ok=True)
            self._file = _open_lock(state / LOCK_NAME, state)
        except StateInUse:
            raise
        except OSError as error:
            self._report_unwritable(state, error, needed)
            return
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(self._file, 20).decode("ascii", "replace").strip()
            self.release_lock()
            raise _explain_in_use(state, holder) from error
        self._write_process(state, needed)

    def _report_unwritable(self, state: Path, error: OSError, needed: bool) -> None:
        """Keep the reason in `problem`. Raises `StateError` if `needed`, or where the path can be no folder."""
        self.problem = f"the state directory {state} cannot be written: {error.strerror}; {advise_on_error(error)}"
        if needed or error.errno in NO_FOLDER:
            self.release_lock()
            raise StateError(self.problem) from error

    def _write_process(self, state: Path, needed: bool) -> None:
        """Write the number of the process into the lock file, which also tries whether the disk has room. Raises `StateError`
        for a disk that refuses, where `needed`."""
        try:
            if self._file is not None:
                os.ftruncate(self._file, 0)
                os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            self._report_unwritable(state, error, needed)

    def release_lock(self) -> None:
        """Let another process hold the directory."""
        if self._file is not None:
            os.close(self._file)
        self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release_lock()


def _open_lock(lock: Path, state: Path) -> int:
    """The descriptor of the opened lock file. `state`: its directory. An unusable file held by nobody is set aside. Raises
    `OSError`, `StateInUse`."""
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
    try:
        return os.open(lock, flags, 0o600)
    except OSError:
        if not (lock.exists() or lock.is_symlink()):
            raise
    if holder := _find_holder(lock):
        raise _explain_in_use(state, holder)
    try:
        lock.chmod(0o600)
        return os.open(lock, flags, 0o600)
    except OSError:
        move_aside(lock, time.time())
        return os.open(lock, flags, 0o600)


def _find_holder(lock: Path) -> str:
    """The number of the process that holds an unreadable lock, "" for none. The kernel lists all locks."""
    try:
        number = lock.stat().st_ino
        locks = Path("/proc/locks").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return ""
    held = (line.split() for line in locks)
    return next((words[4] for words in held if len(words) > 5 and words[5].rpartition(":")[2] == str(number)), "")


def _explain_in_use(state: Path, holder: str) -> StateInUse:
    """The error that names state directory and process. `holder`: number of the process, "" where unknown."""
    return StateInUse(
        f"another companion{f' (process {holder})' if holder.isdigit() else ''} keeps its matches in {state}: stop it "
        "(sudo systemctl stop companion), or set STATE_DIRECTORY to another folder"
    )


def advise_on_error(error: OSError) -> str:
    """What to do when a place cannot be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full: make room and start again"
    if error.errno == errno.EROFS:
        return "the disk can only be read: mount it writable, or set STATE_DIRECTORY to a folder on another"
    return "give the folder to the user who runs the companion, or set STATE_DIRECTORY to a folder of yours"
