"""When has a zone settled on another face? A pure state machine: no clock, no pictures; times come with the looks.

A zone that a hand covered is *open* from the moment it lies clear again: its looks are added up until they agree. Facts leave in the
order in which their zones came clear, however long each took to be read. Laws, each a property test:
1. No change without stability: a zone must have lain clear for `SETTLE` and have been read alike `AGREE` times (or, if its face is
   reported as not sure, for `UNDECIDED_AFTER`). Where a hand comes back before, every look must have been accepted and leave no doubt,
   or a person is asked; frames in which the zone lay clear and was not read are read then.
2. A zone that comes back to the face it had makes no change; where a hand left its card lying otherwise, that is told as `Handled`.
3. Every face that lay long enough to be read is reported, of two cards laid in one movement the lower one first, and the `before` of a
   change is the `after` of the one before it (or "?", where the eye was not sure of what it reported).
4. Facts leave in the order in which they came about.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from vision.types import (
    EMPTY,
    UNREADABLE,
    Alike,
    Alternatives,
    Change,
    Face,
    HandFrom,
    Handled,
    Moving,
    Reading,
    Still,
    Touched,
)

SETTLE = 0.15
"""Seconds a zone must lie clear before it is ruled on."""

VACATE = 0.3
"""The same before it is said to be empty: nothing is more easily seen by mistake than nothing."""

AGREE = 2
"""Accepted readings of one face, more than of any other, that are needed."""

UNDECIDED_AFTER = 1.25
"""Seconds after which a zone that cannot be read with certainty is reported as it seems."""

ENOUGH_LOOKS = 4
"""Looks that such a zone is given, however long it waited for the first."""

GLIMPSE = 0.5
"""Seconds a zone must have lain clear for looks that agree to be believed, where it was covered again; sooner they must leave no doubt."""

DOUBTS = 3
"""Accepted readings of another face, one after the other, that correct a face no hand touched."""

SURE_VOTES = 0.95
"""Probability from which added-up looks are accepted."""

CERTAIN = 0.995
"""The same where a hand came back so soon that there are few."""

INDEPENDENT = 2
"""Looks at one lying card that may be taken for independent evidence."""

UNSURE = 0.9
"""No face is reported as likelier that the reader itself would ask about, however often it says the same."""

UNNAMED = 1e-4
"""Probability given to a face that a reading does not name: one look never rules a face out."""

REREAD = 2.0
"""Seconds between readings of settled zones that no hand has touched."""

DOUBT = 0.3
"""The same for one that the last reading contradicted, or that something motionless hides in part."""

TableFact = Touched | Moving | Still
ZoneEvent = Change | Handled


@dataclass(frozen=True, slots=True)
class Votes:
    """Looks at one zone, added up. `weight`: log likelihood of each face named so far; `other`: of any face not named.
    `accepted`: how many looks accepted each face. `looks`: how many there were. `alike`: what the last one knew of it. `beneath`: the card
    that was laid with it, under it."""

    weight: Mapping[Face, float] = field(default_factory=dict)
    other: float = 0.0
    accepted: Mapping[Face, int] = field(default_factory=dict)
    looks: int = 0
    alike: Alike = ()
    beneath: Reading | None = None

    def add(self, reading: Reading) -> Votes:
        """These looks and one more."""
        seen = {**dict(reading.alternatives), reading.face: reading.confidence}
        weight = {
            face: self.weight.get(face, self.other) + math.log(max(seen.get(face, 0.0), UNNAMED))
            for face in dict.fromkeys([*self.weight, *seen])
        }
        accepted = {**self.accepted, reading.face: self.accepted.get(reading.face, 0) + reading.accepted}
        other, beneath = self.other + math.log(UNNAMED), reading.beneath or self.beneath
        return Votes(weight, other, accepted, self.looks + 1, reading.alike or self.alike, beneath)

    def ranked(self) -> Alternatives:
        """Faces with their probabilities, likeliest first. Looks at the same lying card err alike, so that many of them weigh no more than
        `INDEPENDENT` of them would."""
        top = max(self.weight.values(), default=0.0)
        part = min(1.0, INDEPENDENT / max(1, self.looks))
        odds = {face: math.exp((weight - top) * part) for face, weight in self.weight.items()}
        total = sum(odds.values())
        return tuple(sorted(((face, odd / total) for face, odd in odds.items()), key=lambda pair: (-pair[1], pair[0])))

    @property
    def best(self) -> Face:
        """The likeliest face, "?" before the first look."""
        return next((face for face, _ in self.ranked()), UNREADABLE)

    @property
    def unanimous(self) -> bool:
        """True if all looks accepted the same face, and leave no doubt of it."""
        return self.accepted.get(self.best, 0) == self.looks and self.ranked()[0][1] >= CERTAIN

    def agree(self, known: Face | None = None) -> bool:
        """True if the likeliest face is sure and was accepted `AGREE` times more than any other, once if it is the one that is `known`:
        that nothing changed is easily believed."""
        ranked = self.ranked()
        if not ranked or ranked[0][0] == UNREADABLE or ranked[0][1] < SURE_VOTES:
            return False
        others = [count for face, count in self.accepted.items() if face != ranked[0][0]]
        needed = 1 if ranked[0][0] == known else AGREE
        return self.accepted.get(ranked[0][0], 0) - max(others, default=0) >= needed


@dataclass(frozen=True, slots=True)
class ZoneLook:
    """What one frame says of one zone. `covered`: something hides it or moves in it. `touched`: that is a hand, not a bump of the camera.
    `resting`: what hides it has not moved for a while. `reading`: None if the zone was not read in this frame. `otherwise`: the card read
    lies at another place than the one that was settled, or a hand had its fingers there. `hand`: that which has its fingers in the zone
    now, None for none and where it is not known; `reached`: one has, so that what was known of others before holds no more. `unseen`:
    nothing could be seen there for a while, hands neither. `glimpses`: what frames show in which the zone lay clear and was not read, now
    that it is covered again."""

    covered: bool = False
    touched: bool = True
    resting: bool = False
    reading: Reading | None = None
    otherwise: bool = False
    hand: HandFrom = None
    reached: bool = False
    unseen: bool = False
    glimpses: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class ZoneState:
    """One zone. `face`: as last reported, "?" if that report was not sure; `guess`: what it said then. `moved`: a hand passed since the
    face was settled. `settled`: nothing is to be decided. `clear_since`: since when it lies clear and undecided, None if it does
    not. `resting`: something motionless may hide part of it. `otherwise`: its card lies at another place than before. `hand`: the last
    that was there since the face was settled. `unseen`: the zone could not be seen for a while since then: what changed is
    asked. `votes`: looks since then, or since it was settled the ones that contradict it. `covered_at`: when something last came to hide
    it while nothing was to be decided there."""

    face: Face = EMPTY
    guess: Face = EMPTY
    moved: bool = False
    settled: bool = False
    clear_since: float | None = None
    resting: bool = False
    otherwise: bool = False
    hand: HandFrom = None
    unseen: bool = False
    votes: Votes = field(default_factory=Votes)
    covered_at: float = -math.inf

    def is_unread(self, began: float | None, reached: bool) -> bool:
        """May a card lie there of which nothing was told yet, laid before a hand left that `began` something elsewhere? `reached`: fingers
        have been there since the zone was last decided. Not where it lay decided meanwhile, and arms only passed over it since."""
        if self.settled or (began is not None and self.covered_at > began and not reached):
            return False
        return self.clear_since is None or began is None or self.clear_since > began

    @property
    def blocks(self) -> bool:
        """True while later facts must wait for this zone."""
        return self.clear_since is not None and not self.resting


@dataclass(frozen=True, slots=True)
class TableState:
    """All zones, and what is certain but waits until that which came before it is decided: (since when, what), in order."""

    zones: Mapping[str, ZoneState]
    waiting: tuple[tuple[float, ZoneEvent | TableFact], ...] = ()


def start(zones: Iterable[str]) -> TableState:
    """A table of which nothing is known: every zone passes for empty and will be read."""
    return TableState({zone: ZoneState() for zone in zones})


def step(
    table: TableState,
    looks: Mapping[str, ZoneLook],
    at: float,
    facts: tuple[tuple[float, TableFact], ...] = (),
    drawing: float = math.inf,
) -> tuple[TableState, tuple[ZoneEvent | TableFact, ...]]:
    """One frame further. `looks`: one for each zone that can be seen. `facts`: what else is known to have come about, each with when it
    did. `drawing`: since when a hand has been at a draw pile that is still there: what came about later waits for it.

    Hands back the table and what is certain now, in order.
    """
    zones, waiting = dict(table.zones), [*table.waiting, *facts]
    for name, look in looks.items():
        state, parting = _parted(name, zones[name], look, at)
        waiting += [(zones[name].clear_since or at, one) for one in parting]
        state = _looked(state, look, at)
        zones[name], change = _ruled(name, state, at)
        waiting += [(state.clear_since or at, one) for one in change]
    undecided = [state.clear_since for state in zones.values() if state.blocks and state.clear_since is not None]
    blocked = min([drawing, *undecided])
    waiting.sort(key=lambda pair: pair[0])
    told = tuple(one for since, one in waiting if since <= blocked)
    return TableState(zones, tuple(waiting[len(told) :])), told


def finish(table: TableState, at: float) -> tuple[ZoneEvent | TableFact, ...]:
    """What is still to be said when no further frame will come: zones that were read alike, and all that waited for others."""
    told = list(table.waiting)
    for name, state in table.zones.items():
        if state.clear_since is not None and state.votes.agree(state.face) and not state.resting:
            told += [(state.clear_since, change) for change in _settle(name, state, at, sure=True)[1]]
    return tuple(one for _, one in sorted(told, key=lambda pair: pair[0]))


def _parted(name: str, state: ZoneState, look: ZoneLook, at: float) -> tuple[ZoneState, tuple[ZoneEvent, ...]]:
    """What is to be said of a zone that is covered again before it was decided: as a fact what every look agreed on beyond doubt, however
    few they were, or what was seen for long enough; else as a question."""
    since = state.clear_since
    if not look.covered or since is None or state.resting or not state.moved:
        return state, ()
    for reading in look.glimpses:
        state = replace(state, votes=state.votes.add(reading))
    if state.votes.looks < AGREE or state.votes.best in (UNREADABLE, EMPTY):
        return state, ()
    if state.votes.unanimous and state.votes.best != state.face:
        return _settle(name, state, at, sure=True)
    long = at - since >= GLIMPSE
    return _settle(name, state, at, sure=long and state.votes.agree(state.face))


def _looked(state: ZoneState, look: ZoneLook, at: float) -> ZoneState:
    """The zone after one look, nothing decided yet."""
    if look.covered and not look.resting:
        return replace(
            state,
            moved=state.moved or look.touched,
            settled=False,
            clear_since=None,
            resting=False,
            otherwise=False,
            hand=look.hand if look.reached or look.hand is not None else state.hand,
            unseen=state.unseen or look.unseen,
            votes=Votes(),
            covered_at=at if state.settled else state.covered_at,
        )
    if not state.settled and (state.clear_since is None or (state.resting and not look.resting)):
        state = replace(state, clear_since=at, votes=Votes())
    unseen = state.unseen or (look.unseen and not state.settled)
    state = replace(state, resting=look.resting, otherwise=state.otherwise or look.otherwise, unseen=unseen)
    return state if look.reading is None else replace(state, votes=_added(state, look.reading))


def _added(state: ZoneState, reading: Reading) -> Votes:
    """A settled zone counts only what contradicts it, and forgets that once the face is confirmed."""
    if not state.settled:
        return state.votes.add(reading)
    if reading.accepted and reading.face == state.face:
        return Votes()
    return state.votes.add(reading) if reading.accepted else state.votes


def _ruled(name: str, state: ZoneState, at: float) -> tuple[ZoneState, tuple[ZoneEvent, ...]]:
    """Settle a zone if that can be done now."""
    if state.clear_since is None:
        return _corrected(name, state, at) if state.settled else (state, ())
    waited = at - state.clear_since
    if waited >= SETTLE and state.votes.agree(state.face) and (state.votes.best != EMPTY or _is_vacant(state, waited)):
        return _settle(name, state, at, sure=True)
    if waited >= UNDECIDED_AFTER and state.votes.looks >= ENOUGH_LOOKS and not state.resting:
        return _settle(name, state, at, sure=False)
    return state, ()


def _is_vacant(state: ZoneState, waited: float) -> bool:
    return state.face == EMPTY or (waited >= VACATE and not state.resting)


def _corrected(name: str, state: ZoneState, at: float) -> tuple[ZoneState, tuple[ZoneEvent, ...]]:
    """Another face of a settled zone if the looks insist."""
    needed = AGREE if state.face == UNREADABLE else DOUBTS
    return _settle(name, state, at, sure=True) if state.votes.looks >= needed and state.votes.agree() else (state, ())


def _settle(name: str, state: ZoneState, at: float, sure: bool) -> tuple[ZoneState, tuple[ZoneEvent, ...]]:
    (best, confidence), *rest = state.votes.ranked()
    confidence = confidence if sure else min(confidence, UNSURE)
    alike = best == state.face if sure else best in (state.face, state.guess)
    quiet = alike or (not sure and not state.moved)
    if state.unseen and sure and not alike:
        return _asked_after_blindness(name, state, at, confidence)
    face = state.face if quiet else best if sure else UNREADABLE
    after = ZoneState(face, best, settled=True)
    shown = state.guess if face == UNREADABLE else face
    if alike and state.moved and state.otherwise and shown not in (EMPTY, UNREADABLE):
        return after, (Handled(name, shown, at, state.hand),)
    alternatives = tuple((other, p) for other, p in rest[:5] if p >= 0.001)
    lower = () if quiet or not sure or not state.moved else _lower(name, state, at)
    before = state.face if not lower else lower[0].after if lower[0].accepted else UNREADABLE
    change = Change(name, before, best, confidence, alternatives, at, state.moved, sure, state.hand, state.votes.alike)
    return after, () if quiet else (*lower, change)


def _lower(name: str, state: ZoneState, at: float) -> tuple[Change, ...]:
    """The card that was laid under the new top card in the same movement, if one was: it came first."""
    lower = state.votes.beneath
    if lower is None:
        return ()
    confidence = lower.confidence if lower.accepted else min(lower.confidence, UNSURE)
    return (Change(name, state.face, lower.face, confidence, lower.alternatives, at, True, lower.accepted, state.hand),)


def _asked_after_blindness(
    name: str, state: ZoneState, at: float, confidence: float
) -> tuple[ZoneState, tuple[ZoneEvent, ...]]:
    """What lies there is plain, but not how it came there: a person is asked once, and later looks that say the same say nothing new."""
    (best, _), *rest = state.votes.ranked()
    alternatives = tuple((other, p) for other, p in [*rest[:5], (state.face, 0.0)] if p >= 0.001 or other == state.face)
    change = Change(name, state.face, best, min(confidence, UNSURE), alternatives, at, True, False, state.hand)
    return ZoneState(best, best, settled=True), (change,)
