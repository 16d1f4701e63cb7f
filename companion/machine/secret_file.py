"""Files that only this user may read, replaced whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def write_secret(path: Path, data: bytes) -> None:
    """Replace the file `path`; a missing folder is made. Raises `OSError`."""
    fresh = path.with_name(path.name + ".new")
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make sure that the new name outlives a power cut. Otherwise a phone could come with a token that the file has never
    heard of."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # some file systems have no such thing
            raise
    finally:
        os.close(handle)
