"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def write_whole(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Replace the file `path`, for this user alone; a missing folder is made. Raises `OSError`.

    `lasting`: data and name are on the disk before the function returns. Otherwise a power cut may lose the file.
    """
    fresh = path.with_name(path.name + ".new")
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        if lasting:
            file.flush()
            os.fsync(file.fileno())
    fresh.replace(path)
    if lasting:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Return once the names in `folder` are on the disk; at once where the file system cannot say. Raises `OSError`."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # some file systems have no such thing
            raise
    finally:
        os.close(handle)
