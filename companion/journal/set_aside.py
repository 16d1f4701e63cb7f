"""Files that cannot be read are set aside under a telling name; nothing is thrown away."""

from __future__ import annotations

import logging
import time
from datetime import datetime
from pathlib import Path

from companion.journal.start_notice import StartNotice

log = logging.getLogger("companion")

ASIDE_MARK = ".damaged-"
"""Part of the name of anything set aside, between the old name and the date."""


def move_aside(path: Path, now: float) -> Path:
    """The new path of a file or folder, beside the old: "phones.json.damaged-2026-11-27T14-03". `now`: seconds since 1970,
    for the name alone. Raises `OSError` where moving fails."""
    name = f"{path.name}{ASIDE_MARK}{datetime.fromtimestamp(now):%Y-%m-%dT%H-%M}"
    names = (name, *(f"{name}-{n}" for n in range(2, 1000)))
    aside = next(free for free in map(path.with_name, names) if not free.exists() and not free.is_symlink())
    path.rename(aside)
    return aside


def report_set_aside(path: Path, id: str, detail: str = "", now: float | None = None) -> StartNotice:
    """The notice `id` about a file that was set aside. Where the disk refuses, the file stays in place and a warning is
    logged. `detail`: a cause in words, see `StartNotice`. `now`: seconds since 1970 that name the new file, None = the
    present."""
    try:
        lies = move_aside(path, time.time() if now is None else now)
    except OSError as error:
        log.warning("%s cannot be set aside: %s", path, error.strerror or error)
        lies = path
    return StartNotice(id, {"name": path.name, "aside": str(lies)}, detail)


def has_set_aside(path: Path) -> bool:
    """Was a file of the name set aside?"""
    return any(path.parent.glob(f"{path.name}{ASIDE_MARK}*")) if path.parent.is_dir() else False
