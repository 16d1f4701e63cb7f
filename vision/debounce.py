"""When has a zone settled on another face? A pure state machine: no clock, no pictures; times come with the looks.

A zone is *open* from the moment a hand uncovers the zone: looks are added up until all agree. Facts leave in the order of uncovering,
however long each reading took. Laws, each a property test:
1. No change without stability: a zone must have lain clear for `settle_s` and have been read alike `min_agreeing` times. A face
   reported as unsure takes `undecided_after_s`. Where a hand comes back before, every look must have been accepted and leave no doubt,
   or a person is asked; unread frames of the clear zone are read afterwards.
2. A zone returning to its old face makes no change; a card left lying otherwise by a hand is told as `Handled`.
3. Every face lying long enough to be read is reported. Of two cards laid in a single movement the lower comes first. The `before` of a
   change is the `after` of the last change, or "?" if the last report was not sure.
4. Facts leave in the order of their times.
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


@dataclass(frozen=True, slots=True)
class DebounceLimits:
    """When the looks at a zone decide what it shows."""

    settle_s: float = (
        0.15  # guess; a zone must lie clear this long before it is ruled on, not where a hand comes back; below `vacate_s`
    )
    vacate_s: float = 0.3  # guess; the same before it is said to be empty: nothing is more easily seen by mistake than nothing
    min_agreeing: int = 2  # guess; accepted readings of one face, more than of any other, that are needed beside `min_sure`
    min_contradicting: int = 3  # guess; accepted readings of another face that correct a face no hand touched
    undecided_after_s: float = 1.25  # guess; a zone that cannot be read with certainty is reported as it seems
    min_looks_undecided: int = 2 * min_agreeing  # looks that such a zone is given, however long it waited for the first
    min_glimpse_s: float = vacate_s  # looks at a zone that lay clear for less, and is covered again, must leave no doubt
    min_sure: float = 0.95  # guess; probability from which added-up looks are accepted
    min_certain: float = 0.995  # guess; the same where a hand came back so soon that there are few
    independent_looks: int = 2  # guess; many looks at one lying card weigh no more than this many: they err alike
    max_unsure: float = 0.9  # guess; no face is likelier that the reader itself would ask about, however often it says the same
    unnamed: float = 1e-4  # guess; probability of a face that a reading does not name: one look never rules a face out
    reread_s: float = 2.0  # guess; between readings of a settled zone that no hand has touched
    reread_doubtful_s: float = 0.3  # guess; the same where the last reading contradicted it, or something still hides a part


DEBOUNCE = DebounceLimits()

TableFact = Touched | Moving | Still
ZoneEvent = Change | Handled


@dataclass(frozen=True, slots=True)
class Votes:
    """Looks at a zone, added up."""

    weight: Mapping[Face, float] = field(default_factory=dict)  # log likelihood of each face named so far
    other: float = 0.0  # log likelihood of any face not named
    accepted: Mapping[Face, int] = field(default_factory=dict)  # how many looks accepted each face
    looks: int = 0
    alike: Alike = ()  # see `Reading`, of the last look that said so
    beneath: Reading | None = None  # the card that was laid with this one, under it

    def add_look(self, reading: Reading) -> Votes:
        """The looks with one more. Each face's chance counts as a logarithm; a face that the look does not name counts as
        `DEBOUNCE.unnamed`.

        >>> Votes().add_look(Reading("up1", "47", 0.99)).best_face
        '47'
        """
        seen = {**dict(reading.alternatives), reading.face: reading.confidence}
        weight = {
            face: self.weight.get(face, self.other) + math.log(max(seen.get(face, 0.0), DEBOUNCE.unnamed))
            for face in dict.fromkeys([*self.weight, *seen])
        }
        accepted = {**self.accepted, reading.face: self.accepted.get(reading.face, 0) + reading.accepted}
        other, beneath = self.other + math.log(DEBOUNCE.unnamed), reading.beneath or self.beneath
        return Votes(weight, other, accepted, self.looks + 1, reading.alike or self.alike, beneath)

    def rank_faces(self) -> Alternatives:
        """Faces with probabilities, likeliest first; () before the first look. Many looks at one lying card weigh as few,
        because looks err alike."""
        top = max(self.weight.values(), default=0.0)
        part = min(1.0, DEBOUNCE.independent_looks / max(1, self.looks))
        odds = {face: math.exp((weight - top) * part) for face, weight in self.weight.items()}
        total = sum(odds.values())
        return tuple(sorted(((face, odd / total) for face, odd in odds.items()), key=lambda pair: (-pair[1], pair[0])))

    @property
    def best_face(self) -> Face:
        """The likeliest face, "?" before the first look."""
        return next((face for face, _ in self.rank_faces()), UNREADABLE)

    @property
    def is_unanimous(self) -> bool:
        """Did all looks accept the same face, and leave a probability of `DEBOUNCE.min_certain`? At least one look is
        needed."""
        is_certain = self.rank_faces()[0][1] >= DEBOUNCE.min_certain
        return self.accepted.get(self.best_face, 0) == self.looks and is_certain

    def has_agreed(self, known: Face | None = None) -> bool:
        """Is the likeliest face surer than `DEBOUNCE.min_sure`, and was it accepted `DEBOUNCE.min_agreeing` times more than
        any other? Never for an unread face.

        `known`: the face reported last. A single look is enough for the known face: no change is easily believed.
        """
        ranked = self.rank_faces()
        if not ranked or ranked[0][0] == UNREADABLE or ranked[0][1] < DEBOUNCE.min_sure:
            return False
        others = [count for face, count in self.accepted.items() if face != ranked[0][0]]
        needed = 1 if ranked[0][0] == known else DEBOUNCE.min_agreeing
        return self.accepted.get(ranked[0][0], 0) - max(others, default=0) >= needed


@dataclass(frozen=True, slots=True)
class ZoneLook:
    """What a frame says of a zone."""

    covered: bool = False  # something hides it or moves in it
    touched: bool = True  # that is a hand, not a bump of the camera
    resting: bool = False  # what hides it has not moved for a while
    reading: Reading | None = None  # None if the zone was not read in this frame
    otherwise: bool = False  # the card lies at another place than the settled one, or a hand had its fingers there
    hand: HandFrom = None  # from where the hand comes that has its fingers there, None for none and if unknown
    reached: bool = False  # a hand has its fingers there, so that what was known of others before holds no more
    unseen: bool = False  # nothing could be seen there for a while, hands neither
    glimpses: tuple[Reading, ...] = ()  # of frames in which it lay clear and was not read, now that it is covered again


@dataclass(frozen=True, slots=True)
class ZoneState:
    """The state of a zone."""

    face: Face = EMPTY  # as last reported, "?" if that report was not sure
    guess: Face = EMPTY  # what the report said then
    moved: bool = False  # a hand passed since the face was settled
    settled: bool = False  # nothing is to be decided
    clear_since: float | None = None  # since when it lies clear and undecided, None if it does not
    resting: bool = False  # something motionless may hide part of it
    lay_clear: bool = False  # nothing hid any of it at some time since `clear_since`
    otherwise: bool = False  # its card lies at another place than before
    hand: HandFrom = None  # from where the last hand came that was there since the face was settled
    unseen: bool = False  # it could not be seen for a while since then: what changed is asked
    votes: Votes = field(default_factory=Votes)  # looks since it lies clear; of a settled zone those that contradict it
    covered_at: float = -math.inf  # when something last came to hide it while nothing was to be decided there

    def is_unread(self, began: float | None, reached: bool) -> bool:
        """May an untold card lie in the zone, laid before a hand left that `began` something elsewhere?

        `reached`: fingers have been in the zone since the last decision. No if the zone lay decided meanwhile, and arms only passed over.
        """
        if self.settled or (began is not None and self.covered_at > began and not reached):
            return False
        return self.clear_since is None or began is None or self.clear_since > began

    @property
    def is_half_hidden(self) -> bool:
        """Has something rested in the zone ever since it could be read?"""
        return self.resting and not self.lay_clear

    @property
    def is_blocking(self) -> bool:
        """Must later facts wait for this zone?"""
        return self.clear_since is not None and not self.resting


@dataclass(frozen=True, slots=True)
class TableState:
    """All zones."""

    zones: Mapping[str, ZoneState]
    waiting: tuple[
        tuple[float, ZoneEvent | TableFact], ...
    ] = ()  # certain, each with since when; what came before is undecided


def start_zones(zones: Iterable[str]) -> TableState:
    """A table of which nothing is known: every zone passes for empty and will be read. `zones`: their names."""
    return TableState({zone: ZoneState() for zone in zones})


def debounce_looks(
    table: TableState,
    looks: Mapping[str, ZoneLook],
    at: float,
    facts: tuple[tuple[float, TableFact], ...] = (),
    drawing: float = math.inf,
) -> tuple[TableState, tuple[ZoneEvent | TableFact, ...]]:
    """The table after another frame, and what is certain now, in order.

    `looks`: for each visible zone, by name; `at`: seconds; `facts`: further facts, each with its time; `drawing`: since when a
    hand has been at a draw pile and still is: later facts wait for the hand. Raises `KeyError` for a zone that `table` does not
    know.
    """
    zones, waiting = dict(table.zones), [*table.waiting, *facts]
    for name, look in looks.items():
        state, parting = _part_from_zone(name, zones[name], look, at)
        waiting += [(zones[name].clear_since or at, one) for one in parting]
        state = _take_look(state, look, at)
        zones[name], change = _rule_on_zone(name, state, at)
        waiting += [(state.clear_since or at, one) for one in change]
    undecided = [state.clear_since for state in zones.values() if state.is_blocking and state.clear_since is not None]
    blocked = min([drawing, *undecided])
    waiting.sort(key=lambda pair: pair[0])
    told = tuple(one for since, one in waiting if since <= blocked)
    return TableState(zones, tuple(waiting[len(told) :])), told


def finish_zones(table: TableState, at: float) -> tuple[ZoneEvent | TableFact, ...]:
    """What is left to tell after the last frame, in order of time: changes of clear zones whose looks agree, and all waiting
    facts. `table`: as of the last frame. `at`: seconds of that frame."""
    told = list(table.waiting)
    for name, state in table.zones.items():
        if state.clear_since is not None and state.votes.has_agreed(state.face) and not state.resting:
            told += [(state.clear_since, change) for change in _settle_face(name, state, at, sure=True)[1]]
    return tuple(one for _, one in sorted(told, key=lambda pair: pair[0]))


def _part_from_zone(name: str, state: ZoneState, look: ZoneLook, at: float) -> tuple[ZoneState, tuple[ZoneEvent, ...]]:
    """The zone `name`, and what is to be told of a zone covered again before a decision. Any other zone comes back unchanged.

    Looks agreeing beyond doubt, or over a long enough time, make a fact, however few. All else is a question, but for a zone in which
    something rested all the while: nothing is asked about what it may hide.
    """
    since = state.clear_since
    if not look.covered or since is None or not state.moved:
        return state, ()
    for reading in look.glimpses:
        state = replace(state, votes=state.votes.add_look(reading))
    if state.votes.looks < DEBOUNCE.min_agreeing or state.votes.best_face in (UNREADABLE, EMPTY):
        return state, ()
    if state.votes.is_unanimous and state.votes.best_face != state.face:
        return _settle_face(name, state, at, sure=True)
    if state.is_half_hidden:
        return state, ()
    long = at - since >= DEBOUNCE.min_glimpse_s
    return _settle_face(name, state, at, sure=long and state.votes.has_agreed(state.face))


def _take_look(state: ZoneState, look: ZoneLook, at: float) -> ZoneState:
    """The zone after one look, nothing decided yet. A zone covered by anything moving forgets all looks."""
    if look.covered and not look.resting:
        return replace(
            state,
            moved=state.moved or look.touched,
            settled=False,
            clear_since=None,
            resting=False,
            lay_clear=False,
            otherwise=False,
            hand=look.hand if look.reached or look.hand is not None else state.hand,
            unseen=state.unseen or look.unseen,
            votes=Votes(),
            covered_at=at if state.settled else state.covered_at,
        )
    if not state.settled and (state.clear_since is None or (state.resting and not look.resting)):
        state = replace(state, clear_since=at, votes=Votes(), lay_clear=False)
    lay_clear = not state.settled and (state.lay_clear or not (look.covered or look.resting))
    unseen = state.unseen or (look.unseen and not state.settled)
    otherwise = state.otherwise or look.otherwise
    state = replace(state, resting=look.resting, lay_clear=lay_clear, otherwise=otherwise, unseen=unseen)
    return state if look.reading is None else replace(state, votes=_count_look(state, look.reading))


def _count_look(state: ZoneState, reading: Reading) -> Votes:
    """The looks with another look. A settled zone forgets all looks once one confirms its face, so contradictions alone are
    counted."""
    if not state.settled:
        return state.votes.add_look(reading)
    if reading.accepted and reading.face == state.face:
        return Votes()
    return state.votes.add_look(reading) if reading.accepted else state.votes


def _rule_on_zone(name: str, state: ZoneState, at: float) -> tuple[ZoneState, tuple[ZoneEvent, ...]]:
    """The zone `name`, settled if possible now, else unchanged, and what is to be told. `at`: seconds."""
    if state.clear_since is None:
        needed = DEBOUNCE.min_agreeing if state.face == UNREADABLE else DEBOUNCE.min_contradicting
        insists = state.settled and state.votes.looks >= needed and state.votes.has_agreed()
        return _settle_face(name, state, at, sure=True) if insists else (state, ())
    waited = at - state.clear_since
    is_vacant = state.face == EMPTY or (waited >= DEBOUNCE.vacate_s and not state.resting)
    if waited >= DEBOUNCE.settle_s and state.votes.has_agreed(state.face) and (state.votes.best_face != EMPTY or is_vacant):
        return _settle_face(name, state, at, sure=True)
    if waited >= DEBOUNCE.undecided_after_s and state.votes.looks >= DEBOUNCE.min_looks_undecided and not state.resting:
        return _settle_face(name, state, at, sure=False)
    return state, ()


def _settle_face(name: str, state: ZoneState, at: float, *, sure: bool) -> tuple[ZoneState, tuple[ZoneEvent, ...]]:
    """The zone settled on the likeliest face, and what is to be told: for the face reported before at most `Handled`. `sure`:
    as a fact, else as a question."""
    (best, confidence), *rest = state.votes.rank_faces()
    confidence = confidence if sure else min(confidence, DEBOUNCE.max_unsure)
    known = (state.face,) if sure or state.face == EMPTY else (state.face, state.guess)  # what passes for empty was never asked
    alike = best in known
    quiet = alike or (not sure and not state.moved)
    if state.unseen and sure and not alike:
        return _ask_after_blindness(name, state, at, confidence)
    face = state.face if quiet else best if sure else UNREADABLE
    after = ZoneState(face, best, settled=True)
    shown = state.guess if face == UNREADABLE else face
    if alike and state.moved and state.otherwise and shown not in (EMPTY, UNREADABLE):
        return after, (Handled(name, shown, at, state.hand),)
    alternatives = tuple((other, p) for other, p in rest[:5] if p >= 0.001)
    lower = () if quiet or not sure or not state.moved else _tell_lower_card(name, state, at)
    before = state.face if not lower else lower[0].after if lower[0].accepted else UNREADABLE
    change = Change(name, before, best, confidence, alternatives, at, state.moved, sure, state.hand, state.votes.alike)
    return after, () if quiet else (*lower, change)


def _tell_lower_card(name: str, state: ZoneState, at: float) -> tuple[Change, ...]:
    """The change to a card laid under the new top card in the same movement, if any: the lower card came first. What seems to lie
    under a card that a hand still touches may be the hand: unless it was read, nothing is asked about it."""
    lower = state.votes.beneath
    if lower is None or (state.is_half_hidden and not lower.accepted):
        return ()
    confidence = lower.confidence if lower.accepted else min(lower.confidence, DEBOUNCE.max_unsure)
    return (Change(name, state.face, lower.face, confidence, lower.alternatives, at, True, lower.accepted, state.hand),)


def _ask_after_blindness(name: str, state: ZoneState, at: float, confidence: float) -> tuple[ZoneState, tuple[ZoneEvent, ...]]:
    """The zone, and a question about its plain face, the arrival of which was not seen. Later looks at the same face say
    nothing new. `confidence`: of the face; `DEBOUNCE.max_unsure` at most is told."""
    (best, _), *rest = state.votes.rank_faces()
    alternatives = tuple((other, p) for other, p in [*rest[:5], (state.face, 0.0)] if p >= 0.001 or other == state.face)
    change = Change(name, state.face, best, min(confidence, DEBOUNCE.max_unsure), alternatives, at, True, False, state.hand)
    return ZoneState(best, best, settled=True), (change,)
