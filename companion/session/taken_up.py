"""Which older match was taken up again: kept beside the journal, so that a restart goes on with it and not with the latest one."""

from __future__ import annotations

import json
import logging
from pathlib import Path

log = logging.getLogger("companion")


class TakenUp:
    """`path`: a small JSON file, {"match": 3, "latest": 7}: match 3 was taken up when 7 was the latest. It counts for nothing any more once
    another match has begun. None = it is kept as long as this lives."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._held: tuple[int, int] | None = None

    def match(self, latest: int | None) -> int | None:
        """The match to go on with, `latest` unless an older one was taken up since that began."""
        held = self._held or self._read()
        return held[0] if held is not None and held[1] == latest else latest

    def keep(self, match: int, latest: int) -> None:
        """Go on with `match` from now on, until another one begins. Where that cannot be written it is said."""
        self._held = match, latest
        if self._path is None:
            return
        try:
            fresh = self._path.with_suffix(".new")
            fresh.write_text(json.dumps({"match": match, "latest": latest}), encoding="utf-8")
            fresh.replace(self._path)
        except OSError as error:
            log.warning("%s cannot be written (%s): after a restart the latest match goes on.", self._path, error.strerror)

    def _read(self) -> tuple[int, int] | None:
        if self._path is None or not self._path.exists():
            return None
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            match, latest = found["match"], found["latest"]
            if type(match) is int and type(latest) is int:
                return match, latest
            raise ValueError("two numbers are needed")
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("%s cannot be read (%s): the latest match goes on.", self._path, error)
            return None
