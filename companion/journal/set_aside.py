"""What cannot be read is set aside under a name that says so; nothing is thrown away."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

MARK = ".damaged-"
"""Stands in the name of whatever was set aside, between its own name and the date."""


def set_aside(path: Path, now: float) -> Path:
    """Where a file or folder lies from now on: beside its old place, as "phones.json.damaged-2026-11-27T14-03". `now`: seconds since 1970,
    for the name alone. Raises `OSError` where it cannot be moved."""
    name = f"{path.name}{MARK}{datetime.fromtimestamp(now):%Y-%m-%dT%H-%M}"
    names = (name, *(f"{name}-{n}" for n in range(2, 1000)))
    aside = next(free for free in map(path.with_name, names) if not free.exists() and not free.is_symlink())
    path.rename(aside)
    return aside


def was_set_aside(path: Path) -> bool:
    """Did something of that name lie there that was set aside?"""
    return any(path.parent.glob(f"{path.name}{MARK}*")) if path.parent.is_dir() else False
