"""A match at the moment of weighing, and what is known of the hands. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.match.events import Claimed, Event, Played, TurnEnded, Undone
from companion.match.facts import LAYING_CLAIMS, find_zone_of
from companion.match.rules import GameState, Play, Rules, RulesAnswer, Step
from companion.match.rulings import DROPPED, Fate, Judged, Match
from companion.turns.readings import Sight, TurnCourse
from companion.turns.seats import (
    SPREAD_ACROSS_ZONES,
    SPREAD_AT_ZONE,
    SPREAD_IN_TEXT,
    STRAY_SHARE,
    STRAY_SHARE_IN_TEXT,
    SeatAct,
    Seating,
    expect_seat,
    learn_spreads,
)

DRAW = "draw"
"""The zone of hands that end a turn."""
EYE, NUMBER, TOUCH, INFERRED = "camera", "number", "touch", "inferred"
"""Sources of entries: a hand at the draw pile, and what is inferred here."""
HAND, COLOUR, COUNT = "hand", "colour", "count"
"""What told of an end that nobody told."""

OTHER_COLOUR = "not-your-colour"
"""Code of a finding on a card of another player's colour."""

MAX_OTHER_PLAYER_SHARE = 0.05  # a hand with no more chance of being the mover's is another player's; guess
MIN_SURE_SHARE = 0.9  # a reading this likely is told as a fact, against a rule one less likely: see `_decide_reading`; guess
MIN_FOUL_SHARE = 0.9
"""A stranger this likely makes a foul of a card or of an early end. For a card that is a foul anyhow `MIN_LIKELY_SHARE` is
enough; guess."""
MIN_UNASKED_SHARE = 0.8  # a stranger this likely is named in a question; guess
MIN_LIKELY_SHARE = 0.5  # a less likely reading is asked about; guess
MIN_ASKED_SHARE = 0.05  # a less likely reading is not asked about, nor any while the mover's has `MIN_LIKELY_SHARE`; guess
MIN_MOVER_SHARE = 0.85  # a hand this likely the mover's has done what only the mover may do; guess
MIN_PROBABLE_MOVER_SHARE = 0.75  # a hand less likely the mover's tells little more than the prior; guess
SEATING_FACTS = 500  # latest facts that teach who sits where: more than any match has but a never-ending one; guess
MIN_NAMED_SHARE = 0.97  # a hand this likely of a seat is shown as that seat's; guess
PRIOR_MOVER = 0.8  # chance, before a laying hand is seen, that it is the mover's; guess
PRIOR_DRAWING = 0.6
"""Chance that a hand at the draw pile is the mover's before the mover has laid: the player before may still draw; guess."""
PRIOR_STILL_DRAWING = 0.35  # chance of the player before at the draw pile then; guess
PRIOR_OWNER = 0.96  # chance of the owner at an own draw pile; guess


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: has turn `turn` of `seat` ended?"""

    turn: int
    seat: int
    before: int | None = None  # fact before which the end was missed if so, None = before the weighed event
    stranger: int | None = None  # seat that laid the weighed card if the turn has not ended, None = the mover or unsure
    # fact that ended the turn wrongly if the turn goes on; `stranger` then laid the card if the turn had ended
    touch: int | None = None


@dataclass(frozen=True, slots=True)
class WeighedEvent:
    """What an event means."""

    event: Event | None  # as it is to be told, None = it means nothing
    before: tuple[Event, ...] = ()  # to be told first: an end that nobody told, or the undo of a wrong end
    seat: int | None = None  # whose hand, None = unknown
    asked: Asked | None = None  # what a person should be asked
    later: TurnEnded | None = None  # what the event proves unless something else is told soon
    answered: RulesAnswer | None = None  # what the rules said of the event already


@dataclass(frozen=True)
class TurnScene:
    """What is weighed. The rules are asked once: what they say of an end of the turn and of each card is kept."""

    rules: Rules[Any]
    match: Match
    seating: Seating  # where everybody sits, as far as known
    gap: bool | None = None  # could a hand have drawn unnoticed since the last fact? None = nobody watched
    lingered: bool = False  # the hand stayed at the draw pile longer than a draw takes, and no card left with it
    still: bool = False  # the hand may have been there already when the last card was told
    may_end: bool = False  # cards lie that nobody has named yet, and with them the turn may end
    answers: dict[tuple[int, str, str], RulesAnswer] = field(default_factory=dict, compare=False)  # of `ask_about_card`

    @property
    def turn(self) -> int:
        """Number of the running turn."""
        return self.match.state.turn

    @property
    def mover(self) -> int:
        """The seat to move."""
        return self.match.state.to_move

    @cached_property
    def next_seat(self) -> int:
        """The seat after the mover, whatever speaks against an end of this turn."""
        passed: GameState = self.rules.pass_turn(self.match.state).state
        return passed.to_move

    @property
    def may_be_over(self) -> bool:
        """May the turn have ended unnoticed? Where a hand at the draw pile ends turns, only if an unknown hand was there."""
        return self.gap is not False or self.source_of(self.last_end) not in ("", TOUCH, INFERRED)

    def may_be_over_now(self) -> bool:
        """May the turn lawfully have ended just now?"""
        return self.may_be_over and self.lawful_end is not None

    def source_of(self, judged: Judged | None) -> str:
        """Who told a fact, "" = nobody."""
        entry = None if judged is None else self.match.entry_of(judged.n)
        return "" if entry is None else entry.source

    @cached_property
    def turn_end(self) -> Step[Any]:
        """What the rules say of an end of the turn now, nobody named."""
        return self.rules.apply_turn_end(self.match.state)

    @property
    def would_lose(self) -> bool:
        """Would an end of the turn lose the match now? False for a loss that only a count of cards tells."""
        outcome = self.turn_end.outcome
        return outcome is not None and outcome.won is False and not outcome.counted

    @cached_property
    def lawful_end(self) -> Step[Any] | None:
        """The step of a lawful end just now. None where the minimum is not laid, a foul is open, or the match would be lost.
        None as well where turns end by themselves."""
        if self.match.disputes or DRAW in self.rules.claims:
            return None
        step = self.turn_end
        if self.may_end and not is_lawful(step):
            step = self.rules.pass_turn(self.match.state)
        return step if is_lawful(step) and step.state.turn != self.turn else None

    def ask_about_card(self, state: Any, event: Played) -> RulesAnswer:
        """The card in `state`, laid by the player to move there, with what the rules say."""
        known = self.answers.get((id(state), event.zone, event.after))
        if known is None:
            faces = self.match.faces if state is self.match.state else self.rules.list_faces(state)
            play = Play(event.zone, faces.get(event.zone, ""), event.after)
            known = RulesAnswer(state, play, self.rules.apply_play(state, play))
            self.answers[id(state), event.zone, event.after] = known  # keeps the state alive, and so its id
        return known

    def play_card(self, state: Any, event: Played) -> Step[Any]:
        """The step of the card in `state`, laid by the player to move there."""
        return self.ask_about_card(state, event).step

    def may_lie(self, event: Played) -> bool:
        """Does the card stand where it lies, whoever laid it? Laying out of turn does not count."""
        return is_lawful(self.play_card(self.match.state, event))

    @cached_property
    def last_end(self) -> Judged | None:
        """The end of the turn before, if told and still standing. None otherwise."""
        for judged in reversed(self.match.judged):
            if isinstance(judged.event, TurnEnded) and judged.fate is Fate.STANDS:
                return judged if judged.ruling.turn == self.turn - 1 else None
        return None

    def may_have_drawn_after_all(self) -> bool:
        """Was an end of the running turn inferred away since its player laid once more, and were the later cards taken back?
        Perhaps they came too late."""
        read_away = {
            entry.event.entry for entry in self.match.entries if isinstance(entry.event, Undone) and entry.source == INFERRED
        }
        ends = (one for one in self.match.judged if one.n in read_away and isinstance(one.event, TurnEnded))
        end = next((one for one in ends if one.ruling.turn == self.turn), None)
        since = [one.fate for one in self.match.judged if end is not None and one.n > end.n and isinstance(one.event, Played)]
        return Fate.TAKEN_BACK in since and Fate.STANDS not in since

    def has_laid(self) -> bool:
        """Does any card of the running turn lie? Only the last 12 laid cards are looked at."""
        return any(laid.turn == self.turn for laid in self.match.laid[-12:])


def is_lawful(step: Step[Any]) -> bool:
    """Does the step stand, and lose nothing except by a count of cards?"""
    return step.stands and (step.outcome is None or step.outcome.won is not False or step.outcome.counted)


def collect_seating(match: Match, facts: Sequence[Judged] | None = None) -> Seating:
    """Where everybody sits, from set places and from hands of the latest facts. `facts`: default all facts of the match.
    Undone facts, facts without a hand, and cards by nobody known teach nothing."""
    acts = []
    for judged in (match.judged if facts is None else facts)[-SEATING_FACTS:]:
        event = judged.event
        if judged.fate is Fate.UNDONE or not isinstance(event, Played | TurnEnded | Claimed) or event.hand is None:
            continue
        nobody = isinstance(event, Claimed) and event.seat is None and event.code not in LAYING_CLAIMS
        if nobody or (isinstance(event, Played) and event.strangers):
            continue
        zone = find_zone_of(event) or DRAW
        acts.append(SeatAct(judged.ruling.seat if event.seat is None else event.seat, event.hand, zone))
    start, seen = match.started, (SPREAD_AT_ZONE, SPREAD_ACROSS_ZONES, STRAY_SHARE)
    known = seen if start.holds else (SPREAD_IN_TEXT, SPREAD_IN_TEXT, STRAY_SHARE_IN_TEXT)
    return Seating(start.seats, start.places, tuple(acts), *known)


def seat_of_hand(match: Match, zone: str, hand: float | None) -> int | None:
    """The seat of a hand seen at a zone, None where unsure."""
    if hand is None:
        return None
    mover = match.state.to_move
    return surely_named_seat(
        learn_spreads(collect_seating(match)).find_shares(
            hand, zone, expect_seat(mover, range(match.started.seats), PRIOR_MOVER)
        )
    )


def shares_of(scene: TurnScene, event: Played | TurnEnded | Claimed, before: Mapping[int, float]) -> dict[int, float] | None:
    """Chance of each seat that the hand was theirs, None where no hand was seen. `before`: chances before the hand is seen. A
    named seat has chance 1."""
    if event.seat is not None:
        return {seat: float(seat == event.seat) for seat in before}
    if event.hand is None:
        return None
    return scene.seating.find_shares(event.hand, find_zone_of(event) or DRAW, before)


def is_not(seat: int, shares: Mapping[int, float] | None) -> bool:
    """Is the hand surely not of `seat`? False where no hand was seen."""
    return shares is not None and shares[seat] < MAX_OTHER_PLAYER_SHARE


def surely_named_seat(shares: Mapping[int, float] | None) -> int | None:
    """The seat that the hand surely belongs to, None where unsure."""
    return next((seat for seat, share in (shares or {}).items() if share >= MIN_NAMED_SHARE), None)


# The acts of this turn and the one before


def course_to(scene: TurnScene, sight: Sight) -> TurnCourse:
    """The acts since the turn before began; `sight` is the last. `before` stays empty where nobody told the end of the turn
    before."""
    end = scene.last_end
    facts = [judged for judged in scene.match.judged if judged.ruling.turn >= scene.turn - 1]
    before = [judged for judged in facts if judged.ruling.turn < scene.turn] if end is not None else []
    now = [judged for judged in facts if judged.ruling.turn == scene.turn]
    first = next(iter([*before, *now]), None)
    earlier = scene.match.judged if first is None else scene.match.judged[: scene.match.judged.index(first)]
    last = None if end is None else end.ruling.seat
    ended = scene.lawful_end
    following = ended.state.to_move if ended is not None else scene.next_seat
    told = None if end is None or not isinstance(end.event, TurnEnded) else end.event
    return TurnCourse(
        seating=learn_spreads(collect_seating(scene.match, earlier)),
        before=tuple(_sights_of_facts(before)),
        now=(*_sights_of_facts(now), sight),
        last=last,
        mover=scene.mover,
        following=following,
        least=scene.rules.describe_position(scene.match.state).get("min_cards") or 1,
        assumed=scene.source_of(end) in (TOUCH, INFERRED),
        tidying=told is not None and (told.tidying or bool(told.by or told.unknown)),
    )


def _sights_of_facts(facts: Iterable[Judged]) -> Iterator[Sight]:
    """The acts among facts: told ends of turn, and cards whose layer nobody named. Undone facts are left out."""
    for judged in facts:
        event = judged.event
        if isinstance(event, TurnEnded) and judged.fate is not Fate.UNDONE and judged.ruling.verdict != DROPPED:
            yield Sight(judged.n, event.hand, DRAW, lies=False)
        elif isinstance(event, Played) and not event.strangers and event.seat is None and judged.fate is not Fate.UNDONE:
            yield sight_of(event, judged.n, lies=judged.fate in (Fate.STANDS, Fate.NOTED))


def sight_of(event: Played, n: int | None, *, lies: bool = True) -> Sight:
    """An act for weighing. `n`: its fact, None = being weighed. `lies`: the card lies there still."""
    return Sight(n, event.hand, event.zone, event.gap, lies)
