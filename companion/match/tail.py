"""The fold of an amendment that concerns one of the latest facts: only those are told again, however long the match is. Pure.

It says what `_fold_again` in `companion/match/referee.py` says. It takes matches in which nothing was lifted, put in or played on
from, and leaves all others to that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from companion.match.amended.carried import FACTS_PER_POSITION, has_other_start
from companion.match.amended.hindsight import Telling
from companion.match.amended.standing import Standing, find_standing
from companion.match.events import Amendment, Corrected, Entry, Started, Undone, Waived
from companion.match.facts import is_laying, is_turn_ending
from companion.match.growing import Growing
from companion.match.judge import Judge
from companion.match.laid_cards import LaidCards
from companion.match.record import WholeRecord
from companion.match.rules import Rules
from companion.match.rulings import Fate, Judged, Laid, Match, Own, Ruling

_number = attrgetter("n")


def count_firm(judged: Growing[Judged], known: int) -> int:
    """How many of the first facts no amendment of a later fact changes. `known`: so many were counted before."""
    while known < len(judged) and _is_firm(judged[known]):
        known += 1
    return known


def _is_firm(judged: Judged) -> bool:
    """Would telling a fact again, with the same amendments, surely give the same fate? False after a dispute or an end of the
    match."""
    held = judged.held
    if held.opened or judged.ruling.outcome is not None:
        return False
    if judged.fate is Fate.UNDONE:
        return True
    if judged.fate in (Fate.OVER, Fate.SAID):
        return held.is_refused_with(judged.own)
    settled = judged.fate is Fate.STANDS and held.fate is Fate.STANDS
    return settled and any(amendments == judged.own for amendments, _ in held.stood)


@dataclass(frozen=True, slots=True)
class Tail:
    """The facts that an amendment tells again."""

    start: int  # so many facts before them lie as they are
    known: Standing  # what stands of the log, with the amendment; its facts and their events are those of the tail


def find_tail(match: Match, entry: Entry) -> Tail | None:
    """The facts to tell again for an amendment just told; None where the whole match has to be told again."""
    event = entry.event
    if (
        not match.plain
        or match.waiting is not None
        or match.end is not None
        or not isinstance(event, Undone | Corrected | Waived)
    ):
        return None
    root: Entry | None = entry
    while root is not None and isinstance(root.event, Undone | Corrected | Waived):
        root = match.entry_of(root.event.entry)
    place = -1 if root is None else match.judged.find_place(root.n, _number)
    if root is None or place >= len(match.judged) or match.judged[place].n != root.n:
        return None
    start = min(place, match.firm) // FACTS_PER_POSITION * FACTS_PER_POSITION
    start = min(start, len(match.positions) // FACTS_PER_POSITION * FACTS_PER_POSITION)
    while start > 0 and (match.positions[start - 1] is None or not _is_parted(match, start)):
        start -= FACTS_PER_POSITION
    if start <= 0:
        return None
    first = match.entries.find_place(min(each.n for each in match.judged[start:]), _number)
    told = (each for each in match.entries[first:] if not isinstance(each.event, Amendment))
    known = find_standing((match.entries[0], *told, *match.amendments, entry))
    begun = known.events[match.entries[0].n]
    if not isinstance(begun, Started) or has_other_start(match.started, begun) or len(known.facts) != len(match.judged) - start:
        return None
    return Tail(start, known)


def _is_parted(match: Match, start: int) -> bool:
    """Were the first `start` facts all told before the facts from `start` on? Not where an end of turn waited for hands, and
    is judged after later facts."""
    return max(each.n for each in match.judged[max(0, start - 2 * FACTS_PER_POSITION) : start]) < min(
        each.n for each in match.judged[start:]
    )


def fold_tail(rules: Rules[Any], match: Match, entry: Entry, tail: Tail, *, undoes: bool) -> Match:
    """The match with the facts of `tail` told again. `entry`: the amendment. `undoes`: something was undone."""
    start, facts, until_now = tail.start, tail.known.facts, match.judged[tail.start :]
    held = {judged.n: judged for judged in until_now}
    opened, kept = find_open(until_now), frozenset(each.n for each in until_now if each.held.fate is Fate.KEPT)
    under = list_laid_before(match, held.keys())
    started = tail.known.events[match.entries[0].n]
    assert isinstance(started, Started)
    for _ in range(len(facts) + 1):
        record = WholeRecord(facts, tail.known, held, {}, opened, undoes, kept)
        telling = Telling(Judge(rules, started), match.positions[start - 1], record)
        telling.laid = LaidCards(earlier=under)
        positions = list[Any]()
        for at in range(len(facts)):
            telling.tell_fact(at, live=False)
            positions.append(telling.state if (start + at + 1) % FACTS_PER_POSITION == 0 and not telling.ends else None)
        now = opened | find_open(telling.judged), find_revived(telling.judged, kept)
        if now == (opened, kept):
            break
        opened, kept = now
    state, end = telling.finish_telling()
    return replace(
        match,
        started=started,
        state=state,
        entries=match.entries.with_added(entry),
        judged=match.judged.with_end(start, telling.judged),
        rulings=merge_rulings(match.rulings, held.keys(), telling.judged),
        disputes=tuple(telling.disputes),
        laid=telling.laid.visible_cards,
        waiting=telling.waiting,
        end=end,
        stale=True,
        settled=min(match.settled, start),
        firm=min(match.firm, start),
        amendments=match.amendments.with_added(entry),
        positions=match.positions.with_end(start, positions),
        faces=rules.list_faces(state),
    )


def list_laid_before(match: Match, told_again: Iterable[int]) -> Growing[Laid]:
    """What was laid by facts before those that are told again. `told_again`: numbers of their entries, the last of the match."""
    again, count = frozenset(told_again), len(match.laid)
    while count and match.laid[count - 1].n in again:
        count -= 1
    return match.laid[:count]


def merge_rulings(rulings: Growing[Ruling], told_again: Iterable[int], judged: Iterable[Judged]) -> Growing[Ruling]:
    """The rulings by number, those on facts that were told again replaced by those of `judged`. `told_again`: numbers, at least one."""
    again = frozenset(told_again)
    first = rulings.find_place(min(again), _number)
    others = (ruling for ruling in rulings[first:] if ruling.n not in again)
    return rulings.with_end(first, sorted([*others, *(each.ruling for each in judged)], key=_number))


def find_open(judged: Iterable[Judged]) -> frozenset[tuple[int, Own]]:
    """The facts refused and not put right, each with its amendments."""
    return frozenset((each.n, each.own) for each in judged if each.fate is Fate.OPEN)


def find_revived(judged: Iterable[Judged], kept: frozenset[int]) -> frozenset[int]:
    """The facts of `kept`, told after the match, that lie on the table or end a turn by now."""
    if not kept:
        return kept
    lie = {each.n for each in judged if is_laying(each.event) and each.fate in (Fate.STANDS, Fate.NOTED)}
    return kept & (lie | {each.n for each in judged if is_turn_ending(each.event) and each.passed is not None})
