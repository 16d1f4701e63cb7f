"""The fold: a match is the log, judged entry by entry. Pure: no clock, no file, no thread.

Laws of `judge_entry`, each a property test:
1. A zone back at its accepted face is no play, but settles a dispute or an undo.
2. A foul is held in `disputes` until put right, corrected or waived. Meanwhile the turn cannot end.
3. The end of a turn that has already ended is dropped (button, tap and card may all tell the same end).
4. An end of turn while hands hide the table waits until the hands are gone.
5. A better reading of an accepted play is a correction, no play.
Of the fold: `replay_log(log)` equals advancing entry by entry.

Laws of amendments (what stood, stands), each a property test:
1. A refused fact is open until the next fact (at a real table: until put right), then over for good. Open facts are judged anew after each
   amendment.
2. What stood lies on the table. A later play that the rules refuse by now becomes a note. Nothing is lifted, no turn moves, no dispute opens.
3. The amended fact is judged on the position before. A refused fact is open while the card is visible and the turn still runs, else a note
   on the table. The undo of a waiver is the same. A card in dispute that another amendment covers is a note. What is let stand on the card,
   or stands since, leaves the dispute open.
4. The verdict on an amendment is the verdict of the present: lost or won, illegal while something is open, else legal.
5. A loss or win that the amended log holds is an end, no note. A table may play on. The player with the turn keeps the turn, even if playing
   on is undone.
6. The undo of an end of turn joins two turns. An amended card that ends turns gives or takes the turn only if nothing was laid since. Laid
   cards keep their player, except for cards told as let lie.
7. Hands and draw piles are counted anew from the cards on the table. Turns, and the minimum of a past turn, stay.
8. Of a card that lies twice, the later is a note. A face that the game lacks is an error.
9. Sequence: amending a card moves no chip. Lines are counted from the chips on the board.
10. Amendments work after the end. What is laid after the end is kept, and lies on the table if the end is amended away.
11. Amending an undone or finished entry is an error. Of two amendments of an entry the later standing amendment holds. An undone
    amendment was never made.
12. A match that `holds` keeps a foul in dispute, a text lets the foul go with the next event.
13. A taking back carries the lifted face, and the face seen beneath. The fact on top at the time is lifted, whatever is put in or corrected
    before. Where another card would lie beneath by now, the seen face is on top, and a question is asked. Where nobody told the face, only
    a card put in on the lifted card leads to a question. Lifted cards weigh nothing for later judgments.
14. Of several amendments with the same to say of an entry, the latest standing is alive, the others are inert. The undo of an inert amendment
    changes nothing. An amendment judges the own entry only: entries amended earlier keep their fate, and only the own entry is put in
    dispute. What was over stays over.
15. At a table the undo of an amendment may take back what came of it (`anew`). Facts told since are read and judged as if the amendment
    had never been told: none of its fouls stays over.
How facts are folded again is in `companion/match/amended/hindsight.py`, which entries stand in `companion/match/amended/standing.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile
from typing import Any

from companion.errors import InputError
from companion.match.amended.amending import find_amend_fault, find_last_undoable, list_amendable
from companion.match.amended.anew import merge_entries, reread_entry, split_log
from companion.match.amended.carried import FACTS_PER_POSITION, find_carried
from companion.match.amended.hindsight import Telling
from companion.match.amended.standing import Standing, amend_log, find_standing
from companion.match.events import (
    Amendment,
    Entry,
    HandsGone,
    Inserted,
    Started,
    TakenBack,
    TurnEnded,
    Undone,
)
from companion.match.facts import is_turn_ending
from companion.match.growing import Growing
from companion.match.held import settle_facts
from companion.match.judge import Judge, begin_state
from companion.match.lifting import find_lift_fault, find_lifted
from companion.match.meaning import interpret_event
from companion.match.record import Record, WholeRecord
from companion.match.rules import Finding, Rules, RulesAnswer
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
    Ruling,
)
from companion.match.tail import count_firm, find_open, find_revived, find_tail, fold_tail, merge_rulings

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
    "amend_log",
    "find_amend_fault",
    "find_last_undoable",
    "interpret_event",
    "judge_entry",
    "list_amendable",
    "replay_log",
    "start_match",
]


def start_match(rules: Rules[Any], entry: Entry) -> Match:
    """The match that an entry with `Started` begins. Raises `InputError` for any other entry, and `PositionError` for an
    impossible position."""
    started = entry.event
    if not isinstance(started, Started):
        raise InputError("a match begins with its start")
    state = begin_state(rules, started)
    return Match(started, state, Growing((entry,)), faces=rules.list_faces(state))


def judge_entry(rules: Rules[Any], match: Match, entry: Entry, answered: RulesAnswer | None = None) -> tuple[Match, Ruling]:
    """The match after an entry, and the ruling on the entry. `Seen` is kept as what was meant. `answered`: what the rules said
    of the fact while it was weighed, where anybody asked.

    Raises `InputError` where an amendment names an entry that cannot be amended, or a claim that the game does not know. An
    event without a meaning changes nothing: the same match, and a ruling "dropped".
    """
    event = interpret_event(rules, match, entry.event)
    if event is None:
        return match, _make_dropped(match, entry.n)
    entry = replace(entry, event=event) if event is not entry.event else entry
    if isinstance(event, Undone) and event.anew and match.started.holds:
        return _tell_undo_anew(rules, match, entry, event)
    if isinstance(event, Amendment):
        return _tell_amendment(rules, match, entry, event)
    if isinstance(event, TakenBack):
        return _tell_lift(rules, match, entry, event)
    match = settle_facts(match, event)
    told = _fold_fact(rules, match, entry, answered)
    return told, next(judged.ruling for judged in reversed(told.judged) if judged.n in _find_spoken(match, entry))


def replay_log(rules: Rules[Any], entries: Iterable[Entry], left_out: list[int] | None = None) -> Match:
    """The match of a log, entry by entry.

    Raises `InputError` for an empty log, and for an entry that cannot be folded. With `left_out` such entries are left out
    instead, and the numbers collected in the list.
    """
    log = tuple(entries)
    if not log:
        raise InputError("the log is empty: a match begins with its start")
    match = start_match(rules, log[0])
    for entry in log[1:]:
        try:
            match, _ = judge_entry(rules, match, entry)
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


def _make_dropped(match: Match, n: int) -> Ruling:
    turn, seat = match.state.turn, match.state.to_move
    return Ruling(n, DROPPED, turn=turn, seat=seat)


# A further fact


def _find_spoken(match: Match, entry: Entry) -> tuple[int, ...]:
    """The entries that a fact's ruling may be about: with the hands gone, an end of turn that waited is judged too."""
    return (entry.n, match.waiting.n) if isinstance(entry.event, HandsGone) and match.waiting is not None else (entry.n,)


def _fold_fact(rules: Rules[Any], match: Match, entry: Entry, answered: RulesAnswer | None) -> Match:
    """The match after a further fact, already interpreted. An end of turn that waits for hands is told again with the fact.
    `answered`: as in `judge_entry`."""
    facts = [entry] if match.waiting is None else [match.waiting, entry]
    record = Record(facts, Standing(events={fact.n: fact.event for fact in facts}))
    ends = [] if match.end is None else [(match.end, match.state)]
    judge = Judge(rules, match.started, answered)
    telling = Telling(judge, match.state, record, list(match.disputes), ends, match.waiting, listed=(match.state, match.faces))
    telling.tell_fact(len(facts) - 1, live=True)
    state, end = telling.finish_telling()
    fresh = tuple(telling.judged)
    judged, settled = match.judged, match.settled
    if match.waiting is not None and telling.waiting is None:
        place = _find_latest(judged, match.waiting.n)
        judged, settled = judged.with_end(place, judged[place + 1 :]), min(settled, place)
    is_kept = (len(judged) + len(fresh)) % FACTS_PER_POSITION == 0
    return replace(
        match,
        state=state,
        entries=match.entries.with_added(entry),
        judged=judged.with_added(*fresh),
        rulings=merge_rulings(match.rulings, (fact.n for fact in facts), fresh),
        disputes=tuple(telling.disputes),
        laid=match.laid.with_added(*telling.laid.visible_cards),
        waiting=telling.waiting,
        end=match.end if end is None or match.end is not None else end,
        stale=False,
        settled=settled,
        firm=count_firm(judged, match.firm),
        positions=match.positions.with_added(telling.state if is_kept and not telling.ends else None),
        faces=telling.list_faces() if state is telling.state else rules.list_faces(state),
    )


def _tell_lift(rules: Rules[Any], match: Match, entry: Entry, event: TakenBack) -> tuple[Match, Ruling]:
    """The match after a taking back, and its ruling. A lift without a card is refused as a word; another folds the match
    anew."""
    target, found = find_lifted(match, event), find_lift_fault(match, event)
    match = settle_facts(match, event if found is None else None, lifted=None if found else target)
    turn, seat = match.state.turn, match.state.to_move
    if target is None or found is not None:
        findings = () if found is None else (found,)
        ruling = Ruling(entry.n, ILLEGAL, found.rule if found else None, findings, turn=turn, seat=seat)
        refused = Judged(entry.n, event, Fate.SAID, ruling, Held(Fate.SAID))
        told = replace(
            match,
            entries=match.entries.with_added(entry),
            judged=match.judged.with_added(refused),
            rulings=match.rulings.with_added(ruling),
            stale=False,
            positions=match.positions.with_added(None),
        )
        return told, ruling
    entries = match.entries.with_added(entry)
    folded = _fold_again(rules, match, entries, find_standing(entries), {target: entry.n})
    said = folded.find_ruling(entry.n)
    assert said is not None
    return folded, replace(said, asked=_find_asked(match, folded.judged))


# An amendment


def _tell_amendment(rules: Rules[Any], match: Match, entry: Entry, event: Amendment) -> tuple[Match, Ruling]:
    """The match folded anew with an amendment, and the verdict of the present. Raises `InputError` for an amendment that cannot
    be made."""
    before, start = find_standing(match.amendments), 0
    refusal = find_amend_fault(match, event, before)
    if refusal is not None:
        raise refusal
    tail, undoes = find_tail(match, entry), isinstance(event, Undone)
    if tail is not None:
        known, start = tail.known, tail.start
        folded = fold_tail(rules, match, entry, tail, undoes=undoes)
    else:
        entries = match.entries.with_added(entry)
        known = find_standing(entries)
        folded = _fold_again(rules, match, entries, known, undoes=undoes)
    # What lies as settled with its own amendments keeps its fate anyway.
    told = folded.judged[start:]
    lies = (each.fate is Fate.STANDS and bool(each.held.stood) and each.held.stood[-1][0] == each.own for each in told)
    judged = (each if kept else _keep_fate(each) for each, kept in zip(told, lies, strict=True))
    folded = replace(folded, judged=folded.judged.with_end(start, judged))
    if folded.end is not None and (match.end is None or match.end.n != folded.end.n):
        folded = replace(folded, end=replace(folded.end, found=True))
    turn, seat = folded.state.turn, folded.state.to_move
    replaced = _find_replacement(folded, event, before, known) if isinstance(event, Undone) else None
    changed = _list_changes(match.judged[start:], folded.judged[start:])
    asked = _find_asked(match, folded.judged[start:])
    ruling = Ruling(entry.n, *_judge_present(folded), changed=changed, turn=turn, seat=seat, replaced=replaced, asked=asked)
    return replace(folded, rulings=_add_ruling(folded.rulings, ruling)), ruling


def _tell_undo_anew(rules: Rules[Any], match: Match, entry: Entry, event: Undone) -> tuple[Match, Ruling]:
    """The match told again without the amendment that is undone, and the verdict of the present (15). Other amendments since are
    told again too, and those that meant the undone one say nothing. Raises `InputError` for an undo that cannot be made."""
    target, refusal = match.entry_of(event.entry), find_amend_fault(match, event)
    if refusal is not None:
        raise refusal
    if target is None or not isinstance(target.event, Amendment):
        return _tell_amendment(rules, match, entry, replace(event, anew=False))
    before, since = split_log(match, target.n)
    told, read = replay_log(rules, before, []), dict[int, Entry]()
    for each in since:
        again = reread_entry(rules, told, each, match)
        try:
            told, _ = judge_entry(rules, told, again)
        except InputError:
            continue
        read[each.n] = again
    entries = Growing((*merge_entries(match.entries, read), entry))
    amendments = Growing(each for each in entries if isinstance(each.event, Amendment))
    told = replace(told, entries=entries, amendments=amendments, plain=False)
    said, (turn, seat) = match.find_ruling(target.n), (told.state.turn, told.state.to_move)
    ruling = Ruling(entry.n, *_judge_present(told), changed=_list_changes(match.judged, told.judged), turn=turn, seat=seat)
    known = {each.n for each in told.rulings}
    kept = [each for each in (*([] if said is None else [said]), ruling) if each.n not in known]
    return replace(told, rulings=Growing(sorted([*told.rulings, *kept], key=lambda each: each.n))), ruling


def _find_asked(before: Match, told: Iterable[Judged]) -> tuple[int, ...]:
    """The takings back with a new question what lay beneath: another face was seen than the log has (13). `before`: the match
    without the last entry. `told`: the facts that were told again."""
    found = []
    for judged in told:
        was = None if judged.instead is None else before.find_judged(judged.n)
        if judged.instead is not None and (was is None or was.instead != judged.instead):
            found.append(judged.n)
    return tuple(found)


def _find_replacement(match: Match, event: Undone, before: Standing, after: Standing) -> int | None:
    """What is alive instead of the amendment that was undone (14), None unless inert. `before`, `after`: what stands without
    and with the undo."""
    target = match.entry_of(event.entry)
    while target is not None and isinstance(target.event, Undone):
        target = match.entry_of(target.event.entry)
    return None if target is None else before.find_alive(target.n) or after.find_alive(target.n)


def _keep_fate(judged: Judged) -> Judged:
    """A fact after an amendment, settled as judged now. What the next amendment does not name keeps the fate (14). A fact
    already settled so comes back unchanged."""
    if judged.held.fate is Fate.KEPT and isinstance(judged.event, TurnEnded):
        return judged  # told after the match (10): whether it ends a turn hangs on what lies there when the next fact is told
    if judged.fate is Fate.NOTED and judged.passed is None and is_turn_ending(judged.event):
        held = judged.held.hold_idle(judged.own)  # it ends a turn should it be that player's
    else:
        held = judged.held.hold_amended(judged.own, judged.fate, judged.passed)
    return judged if held is judged.held else replace(judged, held=held)


def _judge_present(match: Match) -> tuple[str, str | None, tuple[Finding, ...], Any]:
    """Verdict, rule, findings and outcome of the present (4): of a won or lost match, else of the last open fact. Rule and
    outcome are None where nothing speaks."""
    if match.end is not None and match.end.outcome.won is not None:
        outcome = match.end.outcome
        return WIN if outcome.won else LOSS, outcome.rule, (), outcome
    refused = match.open_facts
    if refused:
        return ILLEGAL, refused[-1].ruling.rule, refused[-1].ruling.findings, None
    return LEGAL, None, (), None


def _fold_again(
    rules: Rules[Any],
    match: Match,
    entries: Growing[Entry],
    known: Standing,
    lifting: dict[int, int] | None = None,
    *,
    undoes: bool = False,
) -> Match:
    """The match told again from the start, as the log now stands (`known`). `lifting`: a taking back just told, by the fact
    that is lifted.

    The lifted card depends on what lies on the table. A foul in sight depends on later open facts and on ended turns. Both may
    take a second pass. A fact open until now hides nothing, though standing by now. `undoes`: something was undone.
    """
    held = {judged.n: judged for judged in match.judged}
    lifted = dict(lifting or {})
    for judged in match.judged:
        if judged.lifted is not None and known.is_in_force(judged.n) and known.is_in_force(judged.lifted):
            lifted.setdefault(judged.lifted, judged.n)
    started = known.events[entries[0].n]
    assert isinstance(started, Started)
    facts = _list_facts(match, known, lifting)
    opened = find_open(match.judged)
    kept: frozenset[int] | None = None
    carried = find_carried(match, started, facts, known, lifted)
    for _ in range(len(facts) + 1):
        if kept is None:  # what was told after the end is never taken over
            kept = frozenset(judged.n for judged in match.judged[carried.count :] if judged.held.fate is Fate.KEPT)
        record = WholeRecord(facts, known, held, lifted, opened, undoes, kept)
        telling = Telling(Judge(rules, started), begin_state(rules, started), record)
        carried.begin_pass(telling, match)
        positions = list(match.positions[: carried.count])
        for at in range(carried.count, len(facts)):
            telling.tell_fact(at, live=False)
            positions.append(telling.state if (at + 1) % FACTS_PER_POSITION == 0 and not telling.ends else None)
        now = telling.resolved, opened | find_open(telling.judged), find_revived(telling.judged, kept)
        if now == (lifted, opened, kept):
            break
        if now[0] != lifted:
            carried = find_carried(match, started, facts, known, now[0])
        lifted, opened, kept = now
    state, end = telling.finish_telling()
    spoken = {judged.n: judged.ruling for judged in telling.judged}
    amendments = [ruling for ruling in match.rulings if ruling.n not in held]
    rulings = sorted([*amendments, *spoken.values()], key=lambda ruling: ruling.n)
    if end is not None and match.end is not None and match.end.n == end.n:
        end = replace(end, found=match.end.found)
    return Match(
        started,
        state,
        entries,
        Growing(telling.judged),
        Growing(rulings),
        tuple(telling.disputes),
        telling.laid.visible_cards,
        telling.waiting,
        end,
        stale=True,
        plain=match.plain and lifting is None and not known.played_on and not any(map(_puts_in, entries)),
        amendments=match.amendments if lifting is not None else match.amendments.with_added(entries[-1]),
        positions=Growing(positions),
        faces=rules.list_faces(state),
    )


def _puts_in(entry: Entry) -> bool:
    return isinstance(entry.event, Inserted)


def _list_facts(match: Match, known: Standing, lifting: dict[int, int] | None) -> list[Entry]:
    """The facts to fold: those judged, those put in since, and a taking back told just now (`lifting`)."""
    told = {judged.n for judged in match.judged} | set((lifting or {}).values()) | set(known.amendments)
    return [fact for fact in known.facts if fact.n in told]


def _add_ruling(rulings: Growing[Ruling], ruling: Ruling) -> Growing[Ruling]:
    if not rulings or rulings[-1].n < ruling.n:
        return rulings.with_added(ruling)
    return Growing(sorted([*rulings, ruling], key=lambda each: each.n))


def _find_latest(judged: Growing[Judged], n: int) -> int:
    """The place of fact `n`, which is one of the latest; how many facts there are where it is none."""
    later = sum(1 for _ in takewhile(lambda each: each.n != n, reversed(judged)))
    return len(judged) - later - 1 if later < len(judged) else later


def _list_changes(before: Iterable[Judged], after: Iterable[Judged]) -> tuple[Changed, ...]:
    """The facts `after` with another verdict than `before`, apart from facts undone or put in. A lifted card that lies on
    the table again is named."""
    found, known = [], {judged.n: judged for judged in before}
    for judged in after:
        was = known.get(judged.n)
        if was is None or was is judged or was.fate is Fate.UNDONE or judged.fate in (Fate.UNDONE, Fate.TAKEN_BACK):
            continue
        if was.ruling.verdict != judged.ruling.verdict and DROPPED not in (was.ruling.verdict, judged.ruling.verdict):
            found.append(Changed(judged.n, was.ruling.verdict, judged.ruling.verdict, judged.ruling.rule))
    return tuple(found)
