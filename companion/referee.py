"""The fold: a match is its log, judged entry by entry. Pure: no clock, no file, no thread.

Laws of `advance`, each a property test:
1. A zone back at its accepted face is not a play; it settles a dispute or an undo.
2. A play with a foul is held in `disputes` until put right, corrected or waived; the turn cannot end meanwhile.
3. The end of a turn that has already ended is dropped (button, tap and card may all say it).
4. An end of turn while hands hide the table waits until they are gone.
5. A re-reading of an accepted play is a correction, not a play.
Laws of the fold: `replay(log)` equals advancing one by one; `Undone(n)` equals the log without entry n.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import InputError
from companion.events import (
    Amendment,
    Claimed,
    Corrected,
    Entry,
    Event,
    HandsGone,
    Played,
    PutRight,
    Seen,
    Started,
    TurnEnded,
    Undone,
    Waived,
)
from companion.rules import Claim, Finding, Outcome, Play, Rules, Severity, Step

LEGAL, ILLEGAL, LOSS, WIN, DROPPED = "legal", "illegal", "loss", "win", "dropped"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says of entry `n`. `verdict`: "legal", "illegal", "loss", "win", or "dropped" for what was no play at all.
    `rule`: the id of the rule that decided, None where nothing spoke against it. `turn`, `seat`: whose turn it was."""

    n: int
    verdict: str
    rule: str | None = None
    findings: tuple[Finding, ...] = ()
    outcome: Outcome | None = None
    turn: int = 0
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Dispute:
    """A play that does not stand: entry `n` put `face` on `zone`."""

    n: int
    zone: str
    face: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """An accepted play, remembered so that it can be taken back: entry `n` changed `zone` from `before` to `after` in `turn`."""

    n: int
    zone: str
    before: str
    after: str
    turn: int


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment. `state` is private to the game's rules. `waiting`: an end of turn that waits for the hands to go."""

    started: Started
    state: Any
    entries: tuple[Entry, ...]
    rulings: tuple[Ruling, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    laid: tuple[Laid, ...] = ()
    waiting: Entry | None = None
    outcome: Outcome | None = None

    @property
    def ruling(self) -> Ruling | None:
        """The last thing the referee had to say; dropped events say nothing."""
        return next((ruling for ruling in reversed(self.rulings) if ruling.verdict != DROPPED), None)

    def ruling_of(self, n: int) -> Ruling | None:
        """The ruling on entry `n` as the log now stands, None where that entry says nothing by itself."""
        return next((ruling for ruling in reversed(self.rulings) if ruling.n == n), None)

    def dispute_on(self, zone: str) -> Dispute | None:
        """The open dispute on a zone."""
        return next((dispute for dispute in self.disputes if dispute.zone == zone), None)


def start(rules: Rules[Any], entry: Entry) -> Match:
    """The match that an entry with `Started` begins. Raises `PositionError` for an impossible position."""
    started = entry.event
    if not isinstance(started, Started):
        raise InputError("a match begins with its start")
    state = rules.setup(started.seats, started.options, started.position)
    return Match(started, state, (entry,))


def advance(rules: Rules[Any], match: Match, entry: Entry) -> tuple[Match, Ruling]:
    """Judge one entry. The new match holds it as it was understood (`Seen` becomes what it meant).

    Raises `InputError` where an amendment names an entry that cannot be amended, or a claim the game does not know.
    """
    event = interpret(rules, match, entry.event)
    if event is None:
        return match, _dropped(rules, match, entry.n)
    entry = replace(entry, event=event) if event is not entry.event else entry
    if isinstance(event, Amendment):
        return _amended(rules, match, entry, event)
    folded = _fold(rules, replace(match, entries=(*match.entries, entry)), entry)
    return folded, folded.rulings[-1]


def replay(rules: Rules[Any], entries: Iterable[Entry]) -> Match:
    """The match that a log tells, amendments applied. Equals advancing one by one. Raises `InputError` for an empty log."""
    log = tuple(entries)
    plain = amend(log)
    if not plain:
        raise InputError("the log is empty: a match begins with its start")
    match = start(rules, plain[0])
    for entry in plain[1:]:
        match = _fold(rules, match, entry)
    return replace(match, entries=log)


def amend(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The log as it stands after corrections, waivers and undo: the facts alone, in order, without the amendments."""
    log = tuple(entries)
    if not any(isinstance(entry.event, Amendment) for entry in log):
        return log
    void: set[int] = set()
    for entry in reversed(log):  # an undo that was itself undone voids nothing, so the latest speaks first
        if isinstance(entry.event, Undone) and entry.n not in void:
            void.add(entry.event.entry)
    standing = [entry for entry in log if entry.n not in void]
    by_target: dict[int, list[Corrected | Waived]] = {}
    for entry in standing:
        if isinstance(entry.event, Corrected | Waived):
            by_target.setdefault(entry.event.entry, []).append(entry.event)
    plain = [entry for entry in standing if not isinstance(entry.event, Amendment)]
    return tuple(_rewritten(entry, by_target[entry.n]) if entry.n in by_target else entry for entry in plain)


def interpret(rules: Rules[Any], match: Match, event: Event) -> Event | None:
    """What an event means in this match; None where it means nothing (laws 1, 3 and 5). Only `Seen` and `TurnEnded` need asking."""
    if isinstance(event, Seen):
        return _meaning(rules, match, event)
    if isinstance(event, TurnEnded) and _already_ended(rules, match, event):
        return None
    if isinstance(event, HandsGone) and match.waiting is None:
        return None
    return event


def can_amend(match: Match, event: Amendment) -> str | None:
    """Why an amendment cannot be made, None if it can."""
    target = next((entry for entry in match.entries if entry.n == event.entry), None)
    if target is None or isinstance(target.event, Started):
        return f"there is no event {event.entry} to amend"
    if isinstance(event, Undone):
        undone = any(isinstance(e.event, Undone) and e.event.entry == event.entry for e in _standing(match.entries))
        return f"event {event.entry} is already undone" if undone else None
    if not isinstance(target.event, Played | Claimed) or (
        isinstance(target.event, Claimed) and "card" not in target.event.detail
    ):
        return f"event {event.entry} laid no card"
    return None


def _standing(entries: tuple[Entry, ...]) -> list[Entry]:
    void: set[int] = set()
    for entry in reversed(entries):
        if isinstance(entry.event, Undone) and entry.n not in void:
            void.add(entry.event.entry)
    return [entry for entry in entries if entry.n not in void]


def _rewritten(entry: Entry, amendments: list[Corrected | Waived]) -> Entry:
    event = entry.event
    for amendment in amendments:
        if isinstance(event, Played):
            event = replace(event, waived=True) if isinstance(amendment, Waived) else replace(event, after=amendment.face)
        elif isinstance(event, Claimed) and isinstance(amendment, Corrected):
            event = replace(event, detail={**event.detail, "card": amendment.face})
    return replace(entry, event=event)


def _meaning(rules: Rules[Any], match: Match, seen: Seen) -> Event | None:
    accepted = rules.faces(match.state).get(seen.zone, "")
    dispute = match.dispute_on(seen.zone)
    last = next((laid for laid in reversed(match.laid) if laid.zone == seen.zone), None)
    if not seen.moved and (dispute or last):
        n, face = (dispute.n, dispute.face) if dispute else (last.n, last.after)  # type: ignore[union-attr]
        return None if seen.after == face else Corrected(n, seen.after)
    if seen.after == accepted:
        return PutRight(seen.zone) if dispute else _again(rules, match, seen)
    if match.outcome is not None or (dispute and dispute.face == seen.after):
        return None
    taken_back = last and seen.after == last.before and last.turn == rules.turn(match.state)[0]
    if last and taken_back and seen.zone not in rules.shared:
        return Undone(last.n)
    return Played(seen.zone, accepted, seen.after)


def _again(rules: Rules[Any], match: Match, seen: Seen) -> Event | None:
    """A card of the same face may lie there now: worth an entry where it makes a difference."""
    if not (seen.again and rules.doubles):
        return None
    step = rules.play(match.state, Play(seen.zone, seen.after, seen.after, again=True))
    return None if step.state is match.state else Played(seen.zone, seen.after, seen.after, again=True)


def _already_ended(rules: Rules[Any], match: Match, event: TurnEnded) -> bool:
    if not match.started.holds:
        return False
    if match.outcome is not None or match.waiting is not None:
        return True
    turn = rules.turn(match.state)[0]
    if event.turn is not None:
        return event.turn < turn
    # A button or a card does not say which turn it means: with nothing laid yet it can only mean the turn that has just ended.
    ended = any(isinstance(entry.event, TurnEnded) for entry in match.entries)
    return ended and not match.disputes and all(laid.turn < turn for laid in match.laid)


def _dropped(rules: Rules[Any], match: Match, n: int) -> Ruling:
    turn, seat = rules.turn(match.state)
    return Ruling(n, DROPPED, turn=turn, seat=seat)


def _amended(rules: Rules[Any], match: Match, entry: Entry, event: Amendment) -> tuple[Match, Ruling]:
    refusal = can_amend(match, event)
    if refusal:
        raise InputError(refusal)
    folded = replay(rules, (*match.entries, entry))
    again = None if isinstance(event, Undone) else folded.ruling_of(event.entry)
    turn, seat = rules.turn(folded.state)
    if again is None:
        return folded, Ruling(entry.n, LEGAL, turn=turn, seat=seat)
    return folded, replace(again, n=entry.n)


def _fold(rules: Rules[Any], match: Match, entry: Entry) -> Match:
    event = entry.event
    if isinstance(event, Played):
        return _played(rules, match, entry, event)
    if isinstance(event, TurnEnded):
        return _turn_ended(rules, match, entry, event)
    if isinstance(event, HandsGone):
        return _hands_gone(rules, match, entry)
    if isinstance(event, Claimed):
        step = rules.claim(match.state, Claim(event.code, _named(rules, match, event.seat), event.detail))
        return _ruled(rules, match, entry.n, _tidied(rules, match, step))
    if isinstance(event, PutRight):
        disputes = tuple(dispute for dispute in match.disputes if dispute.zone != event.zone)
        return _ruled(rules, match, entry.n, Step(match.state), disputes=disputes)
    raise InputError(f"a {type(event).__name__} cannot be folded")


def _tidied(rules: Rules[Any], match: Match, step: Step[Any]) -> Step[Any]:
    """In text whole moves are told and nobody turns chips over: they lie as they should."""
    if match.started.holds or "flip" not in rules.claims or not step.stands:
        return step
    return replace(step, state=rules.claim(step.state, Claim("flip")).state)


def _played(rules: Rules[Any], match: Match, entry: Entry, event: Played) -> Match:
    accepted = rules.faces(match.state).get(event.zone, "")
    others = tuple(dispute for dispute in match.disputes if dispute.zone != event.zone) if match.disputes else ()
    if event.again:
        return _handled(rules, match, entry, event)
    if event.after == accepted and match.started.holds:
        return _ruled(rules, match, entry.n, Step(match.state), disputes=others)
    turn = rules.turn(match.state)[0]
    step = rules.play(match.state, Play(event.zone, accepted, event.after, event.seat, event.waived))
    if step.stands:
        laid = (*match.laid, Laid(entry.n, event.zone, accepted, event.after, turn))
        return _ruled(rules, match, entry.n, step, disputes=others, laid=laid)
    held = (*others, Dispute(entry.n, event.zone, event.after, step.findings)) if match.started.holds else ()
    return _ruled(rules, match, entry.n, step, disputes=held)


def _handled(rules: Rules[Any], match: Match, entry: Entry, event: Played) -> Match:
    """Perhaps a card was laid on its like: silent until something tells that it was."""
    step = rules.play(match.state, Play(event.zone, event.after, event.after, event.seat, again=True))
    silent = not step.findings and rules.turn(step.state) == rules.turn(match.state)
    return _ruled(rules, match, entry.n, step, verdict=DROPPED if silent else None)


def _turn_ended(rules: Rules[Any], match: Match, entry: Entry, event: TurnEnded) -> Match:
    if event.hands:
        return replace(
            _ruled(rules, match, entry.n, Step(match.state), verdict=DROPPED),
            waiting=replace(entry, event=replace(event, hands=False)),
        )
    if match.disputes:
        dispute = match.disputes[0]
        finding = Finding("G-1", "dispute-open", Severity.FOUL, (dispute.zone,), {"zone": dispute.zone, "card": dispute.face})
        return _ruled(rules, match, entry.n, Step(match.state, (finding,)))
    return _ruled(rules, match, entry.n, rules.end_turn(match.state, _named(rules, match, event.seat)))


def _named(rules: Rules[Any], match: Match, seat: int | None) -> int | None:
    """In text whoever is not named is the player to move, also after an undo has changed whose turn it was; at a table nobody may
    be named at all."""
    return rules.turn(match.state)[1] if seat is None and not match.started.holds else seat


def _hands_gone(rules: Rules[Any], match: Match, entry: Entry) -> Match:
    if match.waiting is None:
        return _ruled(rules, match, entry.n, Step(match.state), verdict=DROPPED)
    event = match.waiting.event
    assert isinstance(event, TurnEnded)
    return _turn_ended(rules, replace(match, waiting=None), match.waiting, event)  # the ruling is on the end that waited


def _ruled(
    rules: Rules[Any],
    match: Match,
    n: int,
    step: Step[Any],
    *,
    disputes: tuple[Dispute, ...] | None = None,
    laid: tuple[Laid, ...] | None = None,
    verdict: str | None = None,
) -> Match:
    turn, seat = rules.turn(match.state)
    foul = next((finding for finding in step.findings if finding.severity is Severity.FOUL), None)
    outcome = step.outcome
    rule = outcome.rule if outcome else foul.rule if foul else None
    ruling = Ruling(n, verdict or _verdict(foul, outcome), rule, step.findings, outcome, turn, seat)
    return Match(
        match.started,
        step.state,
        match.entries,
        (*match.rulings, ruling),
        match.disputes if disputes is None else disputes,
        match.laid if laid is None else laid,
        match.waiting,
        match.outcome or outcome,
    )


def _verdict(foul: Finding | None, outcome: Outcome | None) -> str:
    if outcome is not None and outcome.won is not None:
        return WIN if outcome.won else LOSS
    return ILLEGAL if foul else LEGAL
