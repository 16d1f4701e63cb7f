"""The fold: a match is its log, judged entry by entry. Pure: no clock, no file, no thread.

Laws of `advance`, each a property test:
1. A zone back at its accepted face is not a play; it settles a dispute or an undo.
2. A play with a foul is held in `disputes` until put right, corrected or waived; the turn cannot end meanwhile.
3. The end of a turn that has already ended is dropped (button, tap and card may all say it).
4. An end of turn while hands hide the table waits until they are gone.
5. A re-reading of an accepted play is a correction, not a play.
Of the fold: `replay(log)` equals advancing one by one.

Laws of amendments (what stood, stands), each a property test:
1. What was refused is open until the next fact (at a real table: until it is put right), then over for good. Open facts are judged
   anew after each amendment.
2. What stood lies there. A later play that would not have stood becomes a note; nothing is lifted, no turn moves, no dispute opens.
3. The amended fact is judged on the position before it. If it does not stand it is open where its card is visible and its turn still
   runs, else it lies there, a note. The undo of a waiver is the same. A card in dispute that another amendment covers is a note;
   what is let stand on it, or stands since, leaves it in dispute.
4. The verdict on an amendment is of the present: lost or won, illegal while something is open, else legal.
5. A loss or win that the amended log holds is an end, not a note; a table may play on. Who had the turn then keeps it, though that word is
   undone.
6. The undo of an end of turn joins two turns. A card that ends a turn by itself gives or takes it when amended only if nothing was laid
   since; what was laid keeps its player, but what was told as let lie.
7. Hands and draw piles are counted anew from what lies; who had a turn, and its minimum then, are not.
8. Of a card that lies twice the later one is a note. A face the game lacks is an error.
9. Sequence: amending a card moves no chip; lines are counted from the chips that lie.
10. Amendments work after the end. What is laid after it is kept, and lies there if the end is amended away.
11. Amending what is undone or over is an error; of two amendments of one entry the later standing one holds; an amendment undone is as
    if it had never been made.
12. A match that `holds` keeps a foul in dispute, a text lets it go with the next event.
13. A taking back carries the face that was lifted, and the face seen beneath it: it lifts the fact that was on top when it was told, whatever
    is put in or corrected before it. Where another card would lie beneath by now what was seen is on top, and it is asked. Where nobody said
    what was seen it is asked only about a card put in on the lifted one. What was lifted weighs nothing for what is judged later.
14. Of several amendments that say the same thing of one entry the latest that stands is alive, the others are inert: the undo of an inert
    one changes nothing. An amendment judges its own entry only; entries amended earlier keep their fate, and only its own is put in dispute.
    What was over stays over.
How facts are folded again is in `companion/match/hindsight.py`, which entries stand in `companion/match/standing.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.errors import InputError
from companion.match.amending import amendable, can_amend, last_undoable
from companion.match.carried import find_carried, kept_position
from companion.match.events import (
    Amendment,
    Entry,
    HandsGone,
    Started,
    TakenBack,
    TurnEnded,
    Undone,
)
from companion.match.facts import ends_turn, lays
from companion.match.held import settled
from companion.match.hindsight import Telling
from companion.match.judge import Judge, begun
from companion.match.lifting import find_lift_fault, find_lifted
from companion.match.meaning import interpret
from companion.match.record import WholeRecord
from companion.match.rules import Finding, Rules
from companion.match.rulings import (
    DROPPED,
    ILLEGAL,
    LEGAL,
    LOSS,
    NOTE,
    WIN,
    Changed,
    Dispute,
    Fate,
    Held,
    Judged,
    Laid,
    Match,
    Own,
    Ruling,
)
from companion.match.standing import Standing, amend, standing

__all__ = [
    "DROPPED",
    "ILLEGAL",
    "LEGAL",
    "LOSS",
    "NOTE",
    "WIN",
    "Dispute",
    "Laid",
    "Match",
    "Ruling",
    "advance",
    "amend",
    "amendable",
    "can_amend",
    "interpret",
    "last_undoable",
    "replay",
    "start",
]


def start(rules: Rules[Any], entry: Entry) -> Match:
    """The match that an entry with `Started` begins. Raises `PositionError` for an impossible position."""
    started = entry.event
    if not isinstance(started, Started):
        raise InputError("a match begins with its start")
    state = begun(rules, started)
    return Match(started, state, (entry,), faces=rules.faces(state))


def advance(rules: Rules[Any], match: Match, entry: Entry) -> tuple[Match, Ruling]:
    """Judge one entry. The new match holds it as it was understood (`Seen` becomes what it meant).

    Raises `InputError` where an amendment names an entry that cannot be amended, or a claim the game does not know.
    """
    event = interpret(rules, match, entry.event)
    if event is None:
        return match, _dropped(match, entry.n)
    entry = replace(entry, event=event) if event is not entry.event else entry
    if isinstance(event, Amendment):
        return _amended(rules, match, entry, event)
    if isinstance(event, TakenBack):
        return _taken_back(rules, match, entry, event)
    match = settled(match, event)
    told = _told(rules, match, entry)
    return told, next(ruling for ruling in reversed(told.rulings) if ruling.n in _spoken(match, entry))


def replay(rules: Rules[Any], entries: Iterable[Entry], left_out: list[int] | None = None) -> Match:
    """The match that a log tells: its entries advanced one by one. Raises `InputError` for an empty log, and for an entry that cannot be
    folded; with `left_out` such an entry is left out instead, and its number put there."""
    log = tuple(entries)
    if not log:
        raise InputError("the log is empty: a match begins with its start")
    match = start(rules, log[0])
    for entry in log[1:]:
        try:
            match, _ = advance(rules, match, entry)
        except (
            InputError,
            LookupError,
            TypeError,
            ValueError,
            AttributeError,
        ):  # a value of another version may be of any type
            if left_out is None:
                raise
            left_out.append(entry.n)
    return match


def _dropped(match: Match, n: int) -> Ruling:
    turn, seat = match.state.turn, match.state.to_move
    return Ruling(n, DROPPED, turn=turn, seat=seat)


# A further fact


def _spoken(match: Match, entry: Entry) -> tuple[int, ...]:
    """The entries that a fact's ruling may be on: hands that go let an end of turn be judged that waited."""
    return (entry.n, match.waiting.n) if isinstance(entry.event, HandsGone) and match.waiting is not None else (entry.n,)


def _told(rules: Rules[Any], match: Match, entry: Entry) -> Match:
    facts = [entry] if match.waiting is None else [match.waiting, entry]
    record = WholeRecord(facts, Standing(events={fact.n: fact.event for fact in facts}))
    ends = [] if match.end is None else [(match.end, match.state)]
    telling = Telling(Judge(rules, match.started), match.state, record, list(match.disputes), ends, match.waiting)
    telling.tell(len(facts) - 1, live=True)
    state, end = telling.told()
    fresh = tuple(telling.judged)
    judged = match.judged
    if match.waiting is not None and telling.waiting is None:
        judged = tuple(each for each in judged if each.n != match.waiting.n)
    return replace(
        match, state=state, entries=(*match.entries, entry), judged=(*judged, *fresh),
        rulings=(*match.rulings, *(each.ruling for each in fresh)), disputes=tuple(telling.disputes), laid=(*match.laid, *telling.laid.shown),
        waiting=telling.waiting, end=match.end if end is None or match.end is not None else end, stale=False,
        positions=(*match.positions, kept_position(len(judged) + len(fresh), telling)), faces=rules.faces(state),
    )  # fmt: skip


def _taken_back(rules: Rules[Any], match: Match, entry: Entry, event: TakenBack) -> tuple[Match, Ruling]:
    target, found = find_lifted(match, event), find_lift_fault(match, event)
    match = settled(match, event if found is None else None, lifted=None if found else target)
    turn, seat = match.state.turn, match.state.to_move
    if target is None or found is not None:
        findings = () if found is None else (found,)
        ruling = Ruling(entry.n, ILLEGAL, found.rule if found else None, findings, turn=turn, seat=seat)
        refused = Judged(entry.n, event, Fate.SAID, ruling, Held(Fate.SAID))
        told = replace(
            match,
            entries=(*match.entries, entry),
            judged=(*match.judged, refused),
            rulings=(*match.rulings, ruling),
            stale=False,
            positions=(*match.positions, None),
        )
        return told, ruling
    entries = (*match.entries, entry)
    folded = _folded(rules, match, entries, standing(entries), {target: entry.n})
    said = folded.ruling_of(entry.n)
    assert said is not None
    return folded, replace(said, asked=_asked(match, folded))


# An amendment


def _amended(rules: Rules[Any], match: Match, entry: Entry, event: Amendment) -> tuple[Match, Ruling]:
    before = standing(match.entries)
    refusal = can_amend(match, event, before)
    if refusal is not None:
        raise refusal
    entries = (*match.entries, entry)
    known = standing(entries)
    folded = _folded(rules, match, entries, known, undoes=isinstance(event, Undone))
    folded = replace(folded, judged=tuple(map(_kept_from_now_on, folded.judged)))
    if folded.end is not None and (match.end is None or match.end.n != folded.end.n):
        folded = replace(folded, end=replace(folded.end, found=True))
    turn, seat = folded.state.turn, folded.state.to_move
    replaced = _replaced_by(folded, event, before, known) if isinstance(event, Undone) else None
    changed = _changed(match, folded)
    asked = _asked(match, folded)
    ruling = Ruling(entry.n, *_present(folded), changed=changed, turn=turn, seat=seat, replaced=replaced, asked=asked)
    return replace(folded, rulings=_with(folded.rulings, ruling)), ruling


def _asked(before: Match, after: Match) -> tuple[int, ...]:
    """The takings back of which it is asked since then what lay beneath: another face was seen than lies there by the log (13)."""
    found = []
    for judged in after.judged:
        was = None if judged.instead is None else before.judged_of(judged.n)
        if judged.instead is not None and (was is None or was.instead != judged.instead):
            found.append(judged.n)
    return tuple(found)


def _replaced_by(match: Match, event: Undone, before: Standing, after: Standing) -> int | None:
    """What is alive in place of the amendment that an undo is about (14), None where that was not inert. `before`, `after`: what stands of
    the log without and with the undo."""
    target = match.entry(event.entry)
    while target is not None and isinstance(target.event, Undone):
        target = match.entry(target.event.entry)
    return None if target is None else before.replaced_by(target.n) or after.replaced_by(target.n)


def _kept_from_now_on(judged: Judged) -> Judged:
    """A fact after an amendment: what the next amendment is not about keeps its fate (14)."""
    if judged.held.fate is Fate.KEPT and isinstance(judged.event, TurnEnded):
        return judged  # told after the match (10): whether it ends a turn hangs on what lies there when the next fact is told
    if judged.fate is Fate.NOTED and judged.passed is None and ends_turn(judged.event):
        held = judged.held.idling(judged.own)  # it ends a turn should it be that player's
    else:
        held = judged.held.amended(judged.own, judged.fate, judged.passed)
    return judged if held is judged.held else replace(judged, held=held)


def _present(match: Match) -> tuple[str, str | None, tuple[Finding, ...], Any]:
    """Verdict, rule, findings and outcome of the present (4)."""
    if match.end is not None and match.end.outcome.won is not None:
        outcome = match.end.outcome
        return WIN if outcome.won else LOSS, outcome.rule, (), outcome
    refused = match.open
    if refused:
        return ILLEGAL, refused[-1].ruling.rule, refused[-1].ruling.findings, None
    return LEGAL, None, (), None


def _folded(
    rules: Rules[Any],
    match: Match,
    entries: tuple[Entry, ...],
    known: Standing,
    lifting: dict[int, int] | None = None,
    *,
    undoes: bool = False,
) -> Match:
    """The match told again from its start, as its log now stands (`known`). Which card a taking back lifts hangs on what lies there, and
    which foul is still in sight on what is open after it and on which turns have ended, so that it may take a second pass. What
    was open until now hides nothing, though it may stand by now."""
    held = {judged.n: judged for judged in match.judged}
    lifted = dict(lifting or {})
    for judged in match.judged:
        if judged.lifted is not None and known.stands(judged.n) and known.stands(judged.lifted):
            lifted.setdefault(judged.lifted, judged.n)
    started = known.events[entries[0].n]
    assert isinstance(started, Started)
    facts = _judgeable(match, known, lifting)
    opened = _opened(match.judged)
    kept: frozenset[int] | None = None
    for _ in range(len(facts) + 1):
        carried = find_carried(match, started, facts, known, lifted)
        if kept is None:  # what was told after the end is never taken over
            kept = frozenset(judged.n for judged in match.judged[carried.count :] if judged.held.fate is Fate.KEPT)
        record = WholeRecord(facts, known, held, lifted, opened, undoes, kept)
        telling = Telling(Judge(rules, started), begun(rules, started), record)
        carried.put_into(telling, match)
        positions = list(match.positions[: carried.count])
        for at in range(carried.count, len(facts)):
            telling.tell(at, live=False)
            positions.append(kept_position(at + 1, telling))
        now = telling.resolved, opened | _opened(telling.judged), _revived(telling.judged, kept)
        if now == (lifted, opened, kept):
            break
        lifted, opened, kept = now
    state, end = telling.told()
    spoken = {judged.n: judged.ruling for judged in telling.judged}
    amendments = [ruling for ruling in match.rulings if ruling.n not in held]
    rulings = sorted([*amendments, *spoken.values()], key=lambda ruling: ruling.n)
    if end is not None and match.end is not None and match.end.n == end.n:
        end = replace(end, found=match.end.found)
    return Match(
        started, state, entries, tuple(telling.judged), tuple(rulings), tuple(telling.disputes), tuple(telling.laid.shown), telling.waiting,
        end, stale=True, positions=tuple(positions), faces=rules.faces(state),
    )  # fmt: skip


def _opened(judged: Iterable[Judged]) -> frozenset[tuple[int, Own]]:
    return frozenset((each.n, each.own) for each in judged if each.fate is Fate.OPEN)


def _revived(judged: Iterable[Judged], kept: frozenset[int]) -> frozenset[int]:
    """Those of the facts told after the match that lie there, or end a turn, by now."""
    if not kept:
        return kept
    lie = {each.n for each in judged if lays(each.event) and each.fate in (Fate.STANDS, Fate.NOTED)}
    return kept & (lie | {each.n for each in judged if ends_turn(each.event) and each.passed is not None})


def _judgeable(match: Match, known: Standing, lifting: dict[int, int] | None) -> list[Entry]:
    """The facts to fold: those that were judged, those put in since, and a taking back that is told just now."""
    told = {judged.n for judged in match.judged} | set((lifting or {}).values()) | set(known.amendments)
    return [fact for fact in known.facts if fact.n in told]


def _with(rulings: tuple[Ruling, ...], ruling: Ruling) -> tuple[Ruling, ...]:
    return tuple(sorted([*rulings, ruling], key=lambda each: each.n))


def _changed(before: Match, after: Match) -> tuple[Changed, ...]:
    """The facts on which the verdict is another now, the one that was undone or put in left out; a card that was lifted and lies there again
    is told of."""
    found = []
    for judged in after.judged:
        was = before.judged_of(judged.n)
        if was is None or was.fate is Fate.UNDONE or judged.fate in (Fate.UNDONE, Fate.TAKEN_BACK):
            continue
        if was.ruling.verdict != judged.ruling.verdict and DROPPED not in (was.ruling.verdict, judged.ruling.verdict):
            found.append(Changed(judged.n, was.ruling.verdict, judged.ruling.verdict, judged.ruling.rule))
    return tuple(found)
