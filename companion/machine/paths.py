"""Where the companion keeps state: $STATE_DIRECTORY under systemd, else the data directory of the user."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def state_directory() -> Path:
    """The state directory; the folder may not exist yet."""
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]  # systemd separates several by colons
    return Path(given) if given else Path(platformdirs.user_data_dir("table-companion", appauthor=False))


def journal_path() -> Path:
    """The file of the journal."""
    return state_directory() / "journal.sqlite"
