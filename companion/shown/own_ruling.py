"""The verdict of one entry alone. An amendment is ruled with the present verdict; a phone asks what came of its own entry.
Pure."""

from __future__ import annotations

from dataclasses import replace

from companion.match.events import Amendment, Entry, Inserted, Undone
from companion.match.rulings import ILLEGAL, LEGAL, LOSS, WIN, Fate, Match, Ruling


def find_own_ruling(match: Match, entry: Entry, *, ended: bool = True) -> Ruling | None:
    """The ruling on an entry with the entry's own verdict, None before any ruling. An amendment is legal unless the fact
    meant is in dispute or the match ended. `ended`: False if the match was over before the entry: its verdict is no loss or
    win."""
    ruling = match.find_ruling(entry.n)
    if ruling is None or not isinstance(entry.event, Amendment):
        return ruling
    if ruling.verdict in (LOSS, WIN) and ended:
        return ruling
    about = match.find_judged(find_fact_meant(match, entry))
    if about is not None and about.fate is Fate.OPEN:
        return replace(ruling, verdict=ILLEGAL, rule=about.ruling.rule, findings=about.ruling.findings, outcome=None)
    return replace(ruling, verdict=LEGAL, rule=None, findings=(), outcome=None)


def find_fact_meant(match: Match, entry: Entry) -> int:
    """The number of the fact that an entry is about: of a correction the corrected fact, also once undone; of a fact or an
    inserted fact the entry's own."""
    event = entry.event
    if not isinstance(event, Amendment) or isinstance(event, Inserted):
        return entry.n
    target = match.entry_of(event.entry)
    if target is None or not isinstance(event, Undone):
        return event.entry
    return find_fact_meant(match, target)
