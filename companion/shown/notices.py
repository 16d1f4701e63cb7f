"""What was found at the start, in words, and where the match on the table stands. Pure.

What is the case while a match is played is said by `companion/shown/view.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.journal.start_notice import StartNotice
from companion.match.events import Played
from companion.match.rulings import Judged, Match
from companion.session.snapshot import Snapshot
from companion.shown.timeline import say_fact
from companion.shown.words.messages import Catalogue

NOTICE_STANDS = "journal-stands"
"""The notice where match number "match" stands: after its last known card, of entry "entry" (0 = none known)."""
DOUBTFUL_NOTICES = ("journal-torn", "journal-mirror", "journal-mirror-unknown")
"""Notices after which somebody must look whether the last card is there."""


def add_where_it_stands(found: tuple[StartNotice, ...], snapshot: Snapshot) -> tuple[StartNotice, ...]:
    """`found`, with a notice of the last card on the table added if facts of the match are or may be lost; else `found`
    unchanged."""
    match = snapshot.match
    if match is None or not any(_tells_of_loss(notice, snapshot.match_id) for notice in found):
        return found
    last = _last_card(match)
    return (*found, StartNotice(NOTICE_STANDS, {"match": snapshot.match_id, "entry": last.n if last else 0}))


def say_notices(notices: Iterable[StartNotice], snapshot: Snapshot, words: Catalogue) -> list[str]:
    """The notices in words. `words`: with or without names of players. Where a match stood is said while the match is on the
    table."""
    return [said for notice in notices if (said := say_notice(notice, snapshot, words))]


def say_notice(notice: StartNotice, snapshot: Snapshot, words: Catalogue) -> str:
    """A notice in words, "" if about a match or a card that left the table."""
    if notice.id != NOTICE_STANDS:
        return words.text(notice.id, **notice.values)
    match, entry = snapshot.match, notice.values["entry"]
    if match is None or snapshot.match_id != notice.values["match"]:
        return ""
    if not entry:
        return words.text(f"{NOTICE_STANDS}-empty", **notice.values)
    judged = match.find_judged(entry)
    if judged is None:
        return ""
    played = say_fact(words, match, judged.event, judged.ruling.seat)
    return words.text(NOTICE_STANDS, **notice.values, played=played, turn=judged.ruling.turn)


def _tells_of_loss(notice: StartNotice, match: int) -> bool:
    """Does a notice say that facts of a match are or may be lost?"""
    return notice.id in DOUBTFUL_NOTICES or (notice.id == "journal-shortened" and notice.values["match"] == match)


def _last_card(match: Match) -> Judged | None:
    """The last laid card or chip that still lies there, None where unknown."""
    lies = {laid.n for laid in match.laid}
    return next((judged for judged in reversed(match.judged) if judged.n in lies and isinstance(judged.event, Played)), None)
