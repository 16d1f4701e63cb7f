"""Which older match was taken up again. Kept beside the journal: a restart goes on with the match, not with the latest."""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Sequence
from pathlib import Path

from companion.journal.journal import StoredMatch
from companion.journal.set_aside import report_set_aside
from companion.journal.start_notice import StartNotice
from companion.whole_file import write_whole

log = logging.getLogger("companion")


class TakenUp:
    """Remembers a match that was taken up again.

    `path`: a JSON file with two match ids, {"match": "3f...", "latest": "a0...", "sum": 1234}: the first was taken up when
    the other was the latest. Once another match begins the file counts for nothing. None = memory alone. `found`: notices
    about the file.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._held: tuple[str, str] | None = None
        self.found: tuple[StartNotice, ...] = ()

    def choose_match(self, matches: Sequence[StoredMatch], latest: int | None) -> int | None:
        """The number of the match to go on with: `latest` unless an older match was taken up since. `matches`: all stored
        matches. None where no match is stored."""
        held = self._held or self._read_file(matches)
        numbers = {match.uid: match.id for match in matches}
        if held is None or numbers.get(held[1]) != latest:
            return latest
        return numbers[held[0]]

    def keep_match(self, match: str, latest: str) -> None:
        """Go on with match id `match` from now on, until another begins. `latest`: id of the latest match. A failed write is
        logged."""
        self._held = match, latest
        if self._path is None:
            return
        try:
            told = {"match": match, "latest": latest, "sum": _sum_of_ids(match, latest)}
            write_whole(self._path, json.dumps(told).encode(), lasting=False)
        except OSError as error:
            log.warning("%s cannot be written (%s): after a restart the latest match goes on.", self._path, error.strerror)

    def _read_file(self, matches: Sequence[StoredMatch]) -> tuple[str, str] | None:
        """Ids of the match taken up and of the latest match then, None without a file. An unreadable file is set aside, noticed
        in `found`."""
        if self._path is None or not self._path.exists():
            return None
        try:
            return _read_ids(json.loads(self._path.read_text(encoding="utf-8")), matches)
        except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
            log.warning("%s cannot be read (%s): the latest match goes on.", self._path, error)
            self.found = (report_set_aside(self._path, "aside-taken-up"),)
            return None


def _read_ids(found: object, matches: Sequence[StoredMatch]) -> tuple[str, str]:
    """Ids of the match taken up and of the latest match then. `found`: the decoded file. `matches`: those stored, for files of
    earlier versions, which kept numbers. Raises `ValueError` and its like for anything else, and for an unknown match."""
    if not isinstance(found, dict):
        raise ValueError("an object is needed")
    match, latest = found["match"], found["latest"]
    if type(match) is int and type(latest) is int:
        ids = {stored.id: stored.uid for stored in matches}
        return ids[match], ids[latest]
    if found["sum"] != _sum_of_ids(match, latest):
        raise ValueError("it is not what was written")
    known = {stored.uid for stored in matches}
    if latest in known and match not in known:
        raise ValueError("no such match is stored")
    return str(match), str(latest)


def _sum_of_ids(match: str, latest: str) -> int:
    return zlib.crc32(f"{match} {latest}".encode())
