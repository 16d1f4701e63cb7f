"""The stream of a club: the rows of all tables first, then the rows that change, and a beat every two seconds."""

from __future__ import annotations

import time
from dataclasses import dataclass

from web.club.club import Club
from web.wire.stream import MAX_BEATS, RETRY_LINE, Telling


@dataclass(frozen=True, slots=True)
class ClubMoment:
    """The club as of a version."""

    version: int  # as pages are told it
    news: ClubNews

    def rows_since(self, version: int) -> tuple[int, list[bytes]]:
        """The current version, and the rows that changed since `version`."""
        return self.news.rows_since(version)


class ClubNews:
    """The versions of a club for the feed of the streams. `first_version`: see `web.wire.snapshots.draw_first_version`."""

    def __init__(self, club: Club, first_version: int = 0) -> None:
        self._club, self._first = club, first_version

    def wait_for_version(self, version: int, timeout: float) -> int:
        """The current version, once above `version` or after `timeout` seconds. Blocks."""
        return self._first + self._club.wait(version - self._first, timeout)

    def latest_snapshot(self, language: str = "") -> ClubMoment:
        """The club as of now; rows are the same in all languages."""
        return ClubMoment(self.wait_for_version(-1, 0.0), self)

    def rows_since(self, version: int) -> tuple[int, list[bytes]]:
        """The current version, and the row of each table that changed since `version`; all rows where `version` is of another
        start of the club."""
        since = version - self._first
        now, rows = self._club.rows_since(since if since >= 0 else -1)
        if since > now:  # of another start, with higher versions
            now, rows = self._club.rows_since(-1)
        return self._first + now, rows


def narrate_club(first: ClubMoment, seen: int | None, life: int = MAX_BEATS) -> Telling:
    """The events of a stream. None is yielded to wait for a newer moment, or for None after a beat of silence. `seen`: the
    version that the page has already, None = nothing. `life`: silent beats until the end."""
    yield RETRY_LINE
    version, rows = first.rows_since(-1 if seen is None else seen)
    yield make_rows_event(version, rows)
    quiet = 0
    while quiet < life:
        newer = yield None
        if newer is None:
            quiet += 1
            yield b'event: beat\ndata: {"version":%d}\n\n' % version
            continue
        version, rows = newer.rows_since(version)
        if rows:
            yield make_rows_event(version, rows)


def make_rows_event(version: int, rows: list[bytes]) -> bytes:
    """The event that brings a page to `version`."""
    return b"id: %d\nevent: rows\ndata: %s\n\n" % (version, make_rows_json(version, rows))


def make_rows_json(version: int, rows: list[bytes]) -> bytes:
    """Rows as one JSON object in one line, with the time of the club for "since when"."""
    return b'{"version":%d,"now":%.3f,"rows":[%s]}' % (version, time.time(), b",".join(rows))
