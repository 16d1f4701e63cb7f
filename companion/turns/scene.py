"""A match at the moment at which something is weighed, and what is known of the hands in it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.match.events import Claimed, Event, Played, TurnEnded, Undone
from companion.match.facts import LAYING, zone_of
from companion.match.rules import Play, Rules, Step
from companion.match.rulings import DROPPED, Fate, Judged, Match
from companion.turns.readings import Sight, TurnCourse
from companion.turns.seats import ASIDE, ELSEWHERE, NEAR, TOLD, TOLD_ELSEWHERE, SeatAct, Seating, expecting, measured

DRAW = "draw"
"""The zone of hands that end a turn."""
EYE, NUMBER, TOUCH, INFERRED = "camera", "number", "touch", "inferred"
"""Sources of entries: a card that the eye read, one of which it read the number alone, a hand at the draw pile, and what is read here."""
HAND, COLOUR, COUNT = "hand", "colour", "count"
"""What tells of an end that nobody told of."""

OTHER_COLOUR = "not-your-colour"
"""The code of a finding on a card of another player's colour."""

NOT_HIS = 0.05
"""A hand that is his with no more than this is another player's."""
SURE = 0.9
"""A reading that is as likely as this is told."""
FOUL = 0.9
"""A card is called out of turn, and the end of a turn one too early, from here on."""
UNASKED = 0.8
"""The same where a person says that no turn had ended."""
LIKELY = 0.5
"""A reading less likely than this is asked about."""
WORTH_ASKING = 0.05
"""What is less likely is not what a person is asked about."""
HIS = 0.85
"""A hand that is his with this at least has done what only he may do."""
PROBABLY_HIS = 0.75
"""One that is his with less tells little more than was expected before it was seen: a hand from nowhere."""
NAMED = 0.97
"""A hand is named as that of a seat from here on."""
MOVER = 0.8
"""What is expected before anything is seen of a hand that laid a card: that it is that of the player to move."""
DRAWING = 0.6
"""The same of a hand at the draw pile while he has laid nothing: who has just ended his turn may be drawing still."""
STILL_DRAWING = 0.35
OWNER = 0.96
"""The same where each player has a draw pile of his own."""


@dataclass(frozen=True, slots=True)
class Asked:
    """It is not known whether turn `turn` of `seat` has ended. `before`: the fact before which an end was missed if so, of this turn or of
    one before it, None = before the event that is weighed. `stranger`: who laid the card that is weighed if the turn has not ended, None for
    the player to move or where that is not sure. `touch`: the fact that ended the turn, and ended none if the turn goes on; then
    nothing was missed, and `stranger` laid the card if the turn had ended."""

    turn: int
    seat: int
    before: int | None = None
    stranger: int | None = None
    touch: int | None = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """What an event means. `before`: what is to be told first: the end of a turn of which nobody told, or the undoing of one that was
    none. `event`: the event as it is to be told, None where it means nothing. `seat`: whose hand it was, None where that is not known.
    `asked`: what a person should be asked. `later`: what it proves unless something else is told soon."""

    event: Event | None
    before: tuple[Event, ...] = ()
    seat: int | None = None
    asked: Asked | None = None
    later: TurnEnded | None = None


@dataclass(frozen=True, slots=True)
class TurnScene:
    """What is weighed. `seating`: what is known of where everybody sits. `gap`: could a hand have been at the draw pile unnoticed since the
    last fact? None = nobody watched. `lingered`: the hand at the draw pile was there for longer than it takes to draw, and no card was
    seen to leave with it. `still`: it may have been there already as the last card was told. `may_end`: cards lie that nobody has named yet,
    and with which the turn may end."""

    rules: Rules[Any]
    match: Match
    seating: Seating
    gap: bool | None = None
    lingered: bool = False
    still: bool = False
    may_end: bool = False

    @property
    def turn(self) -> int:
        """Number of the turn that runs."""
        return self.rules.turn(self.match.state)[0]

    @property
    def mover(self) -> int:
        """The seat to move."""
        return self.rules.turn(self.match.state)[1]

    @property
    def may_be_over(self) -> bool:
        """Could the turn have ended unnoticed? Where a hand at the draw pile ends it, only if a hand was there of which nothing is known."""
        return self.gap is not False or self.source_of(self.last_end()) not in ("", TOUCH, INFERRED)

    def may_be_over_now(self) -> bool:
        """Could the turn lawfully have ended just now?"""
        return self.may_be_over and self.ended() is not None

    def source_of(self, judged: Judged | None) -> str:
        """Who told of a fact, "" for none."""
        entry = None if judged is None else self.match.entry(judged.n)
        return "" if entry is None else entry.source

    def ended(self) -> Step[Any] | None:
        """The turn ended lawfully just now; None where it could not be: the minimum is not laid, a foul is open, the match would be lost.
        A game whose turns end by themselves has no such end."""
        if self.match.disputes or DRAW in self.rules.claims:
            return None
        step = self.rules.end_turn(self.match.state, self.mover)
        if self.may_end and not is_lawful(step):
            step = self.rules.pass_on(self.match.state)
        return step if is_lawful(step) and self.rules.turn(step.state)[0] != self.turn else None

    def played(self, state: Any, event: Played) -> Step[Any]:
        """The card judged in `state`, laid by the player to move there."""
        accepted = self.rules.faces(state).get(event.zone, "")
        return self.rules.play(state, Play(event.zone, accepted, event.after))

    def may_lie(self, event: Played) -> bool:
        """Does the card stand where it lies, whoever laid it?"""
        return is_lawful(self.played(self.match.state, event))

    def last_end(self) -> Judged | None:
        """The end of the turn before this one, if it was told and still stands."""
        for judged in reversed(self.match.judged):
            if isinstance(judged.event, TurnEnded) and judged.fate is Fate.STANDS:
                return judged if judged.ruling.turn == self.turn - 1 else None
        return None

    def may_have_drawn_after_all(self) -> bool:
        """Was an end of this turn read away because its player laid once more, and took he all that back since? He may have been too late."""
        read_away = {
            entry.event.entry for entry in self.match.entries if isinstance(entry.event, Undone) and entry.source == INFERRED
        }
        ends = (one for one in self.match.judged if one.n in read_away and isinstance(one.event, TurnEnded))
        end = next((one for one in ends if one.ruling.turn == self.turn), None)
        since = [one.fate for one in self.match.judged if end is not None and one.n > end.n and isinstance(one.event, Played)]
        return Fate.TAKEN_BACK in since and Fate.STANDS not in since

    def has_laid(self) -> bool:
        """Does anything lie that was laid in this turn?"""
        return any(laid.turn == self.turn for laid in self.match.laid[-12:])


def is_lawful(step: Step[Any]) -> bool:
    """Does it stand, and lose nothing but by a count of cards?"""
    return step.stands and (step.outcome is None or step.outcome.won is not False or step.outcome.counted)


def seating(match: Match, facts: Sequence[Judged] | None = None) -> Seating:
    """What is known of where everybody sits, from what was set and from whose each fact was taken to be: of `facts`, by default of all."""
    acts = []
    for judged in match.judged if facts is None else facts:
        event = judged.event
        if judged.fate is Fate.UNDONE or not isinstance(event, Played | TurnEnded | Claimed) or event.hand is None:
            continue
        nobody = isinstance(event, Claimed) and event.seat is None and event.code not in LAYING
        if nobody or (isinstance(event, Played) and event.strangers):
            continue
        zone = zone_of(event) or DRAW
        acts.append(SeatAct(judged.ruling.seat if event.seat is None else event.seat, event.hand, zone))
    start, seen = match.started, (NEAR, ASIDE, ELSEWHERE)
    known = seen if start.holds else (TOLD, TOLD, TOLD_ELSEWHERE)
    return Seating(start.seats, start.places, tuple(acts), *known)


def whose(rules: Rules[Any], match: Match, zone: str, hand: float | None) -> int | None:
    """The seat of a hand that was seen at a zone, None where that is not sure."""
    if hand is None:
        return None
    mover = rules.turn(match.state)[1]
    return named(measured(seating(match)).shares(hand, zone, expecting(mover, range(match.started.seats), MOVER)))


def shares_of(scene: TurnScene, event: Played | TurnEnded | Claimed, before: Mapping[int, float]) -> dict[int, float] | None:
    """How likely each seat's hand it was, None where nothing was seen of it."""
    if event.seat is not None:
        return {seat: float(seat == event.seat) for seat in before}
    if event.hand is None:
        return None
    return scene.seating.shares(event.hand, zone_of(event) or DRAW, before)


def is_not(seat: int, shares: Mapping[int, float] | None) -> bool:
    return shares is not None and shares[seat] < NOT_HIS


def named(shares: Mapping[int, float] | None) -> int | None:
    """The seat whose hand it was, None where that is not sure."""
    return next((seat for seat, share in (shares or {}).items() if share >= NAMED), None)


# The acts of this turn and the one before


def course_to(scene: TurnScene, sight: Sight) -> TurnCourse:
    """The acts since the turn before this one began, `sight` the last."""
    end = scene.last_end()
    facts = [judged for judged in scene.match.judged if judged.ruling.turn >= scene.turn - 1]
    before = [judged for judged in facts if judged.ruling.turn < scene.turn] if end is not None else []
    now = [judged for judged in facts if judged.ruling.turn == scene.turn]
    first = next(iter([*before, *now]), None)
    earlier = scene.match.judged if first is None else scene.match.judged[: scene.match.judged.index(first)]
    last = None if end is None else end.ruling.seat
    ended = scene.ended()
    following = scene.rules.turn(ended.state)[1] if ended is not None else _next_seat(scene)
    return TurnCourse(
        measured(seating(scene.match, earlier)), tuple(_sights(before)), (*_sights(now), sight), last, scene.mover, following,
        scene.rules.view(scene.match.state).get("min_cards") or 1, scene.source_of(end) in (TOUCH, INFERRED),
        end is not None and isinstance(end.event, TurnEnded) and (end.event.tidying or bool(end.event.by or end.event.unknown)),
    )  # fmt: skip


def _next_seat(scene: TurnScene) -> int:
    """Who moves next, whatever speaks against an end of this turn."""
    return scene.rules.turn(scene.rules.pass_on(scene.match.state).state)[1]


def _sights(facts: Iterable[Judged]) -> Iterator[Sight]:
    for judged in facts:
        event = judged.event
        if isinstance(event, TurnEnded) and judged.fate is not Fate.UNDONE and judged.ruling.verdict != DROPPED:
            yield Sight(judged.n, event.hand, DRAW, lies=False)
        elif isinstance(event, Played) and not event.strangers and event.seat is None and judged.fate is not Fate.UNDONE:
            yield sight_of(event, judged.n, lies=judged.fate in (Fate.STANDS, Fate.NOTED))


def sight_of(event: Played, n: int | None, *, lies: bool = True) -> Sight:
    return Sight(n, event.hand, event.zone, event.gap, lies)
