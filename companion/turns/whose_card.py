"""Whose card was laid, and whether an end was missed before. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.match.events import Entry, Event, HandsGone, Inserted, Played, TurnEnded, Undone
from companion.match.referee import judge_entry
from companion.match.rules import Play, Rules, Step
from companion.match.rulings import Fate, Match
from companion.turns.gone_on import end_before_called_card, settle_before_card
from companion.turns.readings import FACTOR_AGAINST_RULE, FACTOR_OTHER_COLOUR, ReadAs, RuleFit, TurnReading, weigh_readings
from companion.turns.scene import (
    COLOUR,
    COUNT,
    DRAW,
    HAND,
    MAX_OTHER_PLAYER_SHARE,
    MIN_ASKED_SHARE,
    MIN_FOUL_SHARE,
    MIN_LIKELY_SHARE,
    MIN_MOVER_SHARE,
    MIN_NAMED_SHARE,
    MIN_SURE_SHARE,
    MIN_UNASKED_SHARE,
    OTHER_COLOUR,
    PRIOR_MOVER,
    Asked,
    TurnScene,
    WeighedEvent,
    course_to,
    is_lawful,
    is_not,
    shares_of,
    sight_of,
    surely_named_seat,
)
from companion.turns.seats import expect_seat


def weigh_card(scene: TurnScene, event: Played, told: Callable[[int], Played]) -> WeighedEvent:
    """Whose card was laid: the event with its seat where sure, the events that come first (an end that nobody told), and what
    is asked.

    `told`: by seat, the card as a play of that seat. In games where turns end by themselves the event comes back unchanged.
    """
    if DRAW in scene.rules.claims:  # the zone tells the player
        return WeighedEvent(event)
    event = replace(event, gap=scene.gap)
    if _covers_called_card(scene, event, told):
        event = replace(event, hand=None)  # that hand took back the called card, and nobody saw the next
    shares = shares_of(scene, event, expect_seat(scene.mover, range(scene.match.started.seats), PRIOR_MOVER))
    seat, now = surely_named_seat(shares), scene.play_card(scene.match.state, event)
    coloured = any(found.code == OTHER_COLOUR for found in now.findings)
    if scene.match.waiting is not None and (coloured or _comes_next(scene, event, now)):
        return WeighedEvent(
            event, (HandsGone(),), seat
        )  # the mover drew, and the next player's hand came before the mover's left
    if scene.match.waiting is not None and is_not(scene.mover, shares):
        return _weigh_after(scene, HandsGone(), event, told)  # the card cannot be of the turn ended before
    if coloured and (end := end_before_called_card(scene, event)) is not None:
        return WeighedEvent(event, (end,), seat)
    if (amendment := settle_before_card(scene, event, shares)) is not None:
        return _weigh_after(scene, amendment, event, told)
    fit = _fit_of_card(scene, event, now, coloured)
    if fit == RuleFit() and (shares is None or shares[scene.mover] >= MIN_NAMED_SHARE):
        return WeighedEvent(event, seat=seat, answered=scene.ask_about_card(scene.match.state, event))
    return _decide_reading(
        scene, event, told, weigh_readings(course_to(scene, sight_of(event, None)), fit, over=scene.may_be_over_now()), fit
    )


def _covers_called_card(scene: TurnScene, event: Played, told: Callable[[int], Played]) -> bool:
    """Is the card one that only the player to move has, and lies where another player's card was called? `told`: as in `weigh_card`."""
    dispute = scene.match.find_dispute(event.zone)
    called = None if dispute is None else scene.match.find_judged(dispute.n)
    by = called.event.seat if called is not None and isinstance(called.event, Played) else None
    if by is None or by == scene.mover:
        return False
    step = scene.play_card(scene.rules.pass_turn(scene.match.state).state, told(by))
    return any(found.code == OTHER_COLOUR for found in step.findings)


def _comes_next(scene: TurnScene, event: Played, now: Step[Any]) -> bool:
    """Is the card the next player's, laid while the hand that drew is still over the table? The drawer lays nothing more. Of
    two arms at once the wrong arm may be seen. `now`: the step of the card for the mover."""
    ended = scene.lawful_end
    if ended is None:
        return False
    if not is_lawful(now) and is_lawful(scene.play_card(ended.state, event)):
        return True
    return is_laid_after_end(scene, event.zone, event.hand)


def is_laid_after_end(scene: TurnScene, zone: str, hand: float | None) -> bool:
    """Was the card laid after the waiting end, as far as its hand tells? Most likely not where the turn lacks a card. `hand`:
    where the arm came from. Without a hand: True if the end is lawful."""
    seats, ended = range(scene.match.started.seats), scene.lawful_end
    if ended is None:
        return hand is not None and is_not(
            scene.mover, scene.seating.find_shares(hand, zone, expect_seat(scene.mover, seats, PRIOR_MOVER))
        )
    following = ended.state.to_move
    shares = None if hand is None else scene.seating.find_shares(hand, zone, expect_seat(following, seats, PRIOR_MOVER))
    return shares is None or shares[following] > shares[scene.mover]


def is_turn_going_on(scene: TurnScene, zone: str, hand: float | None) -> bool:
    """Was the card laid by the player to move, as far as its hand tells? If so, the turn goes on in spite of the draw. False
    without a hand."""
    if hand is None:
        return False
    return (
        scene.seating.find_shares(hand, zone, expect_seat(scene.mover, range(scene.match.started.seats), PRIOR_MOVER))[
            scene.mover
        ]
        >= MIN_MOVER_SHARE
    )


def _weigh_after(scene: TurnScene, first: Event, event: Played, told: Callable[[int], Played]) -> WeighedEvent:
    """The card weighed as the match is after `first`, which comes first in `before`. `told`: as in `weigh_card`."""
    match, _ = judge_entry(scene.rules, scene.match, Entry(scene.match.entries[-1].n + 1, first))
    then = weigh_card(replace(scene, match=match), event, told)
    return replace(then, before=(first, *then.before))


def _fit_of_card(scene: TurnScene, event: Played, now: Step[Any], coloured: bool) -> RuleFit:
    """How lawful the card is for each player: a colour, or a card more than a turn may have. `now`: the step of the card for
    the mover. `coloured`: of another player's colour."""
    if coloured:
        return RuleFit(mover=FACTOR_OTHER_COLOUR)
    ended = scene.lawful_end
    by_mover = is_lawful(now)
    missed = is_lawful(scene.play_card(ended.state, event)) if ended is not None else by_mover
    return RuleFit(
        1.0 if by_mover or not missed else FACTOR_AGAINST_RULE, 1.0 if missed or not by_mover else FACTOR_AGAINST_RULE
    )


def _decide_reading(
    scene: TurnScene, event: Played, told: Callable[[int], Played], known: Sequence[TurnReading], fit: RuleFit
) -> WeighedEvent:
    """What the readings come to: a sure reading is told, otherwise nothing is ruled that depends on readings. `told`: as in
    `weigh_card`. `known`: all readings, likeliest first. `fit`: as in `weigh_readings`."""
    share = {kind: sum(each.weight for each in known if each.kind is kind) for kind in ReadAs}
    strangers = {each.seat: each.weight for each in known if each.kind is ReadAs.STRANGER}
    if share[ReadAs.GOES_ON] >= MIN_SURE_SHARE:
        latest = scene.last_end
        assert latest is not None
        return WeighedEvent(told(latest.ruling.seat), (Undone(latest.n),), latest.ruling.seat)
    missed = share[ReadAs.MISSED] + share[ReadAs.MISSED_BEFORE]
    forced = (
        not scene.match.started.holds and share[ReadAs.MOVER] < MAX_OTHER_PLAYER_SHARE
    )  # a text is answered at once, and nobody to be asked
    sure, foul = (0.5, 0.5) if forced else (MIN_SURE_SHARE, MIN_FOUL_SHARE)
    if missed >= sure or (fit.mover < 1 and share[ReadAs.MOVER] < MIN_SURE_SHARE and missed > share[ReadAs.STRANGER]):
        by = COLOUR if fit.mover == FACTOR_OTHER_COLOUR else COUNT if event.hand is None else HAND
        for reading in known:
            if (
                reading.kind in (ReadAs.MISSED, ReadAs.MISSED_BEFORE)
                and (end := find_missed_end(scene, reading, by)) is not None
            ):
                return WeighedEvent(told(reading.seat), (end,), reading.seat)
    foul_anyway = fit == RuleFit() and not scene.may_lie(event) and share[ReadAs.STRANGER] > MIN_LIKELY_SHARE
    if share[ReadAs.STRANGER] >= foul or foul_anyway:
        return _out_of_turn(scene, told, strangers)
    asked = _choose_question(scene, known) if share[ReadAs.MOVER] < MIN_LIKELY_SHARE else None
    lies = event if asked is None else _let_lie(scene, event, known, asked)
    seat = scene.mover if share[ReadAs.MOVER] >= MIN_NAMED_SHARE else None
    return WeighedEvent(lies, seat=seat, asked=asked, answered=scene.ask_about_card(scene.match.state, event))


def _let_lie(scene: TurnScene, event: Played, known: Sequence[TurnReading], asked: Asked) -> Played:
    """The asked card, waived where the other answer makes the card lawful: no foul is called meanwhile. `known`: all
    readings."""
    if scene.may_lie(event):
        return event
    states = [_state_as(scene, each) for each in known if each.weight >= MIN_ASKED_SHARE]
    ended = scene.lawful_end if asked.turn == scene.turn else None
    states += [] if ended is None else [ended.state]
    lawful = any(state is not None and is_lawful(scene.play_card(state, event)) for state in states)
    return replace(event, waived=True) if lawful else event


def _state_as(scene: TurnScene, reading: TurnReading) -> Any | None:
    """The game just before the last card in a reading, None where the reading changes nothing before."""
    if reading.kind in (ReadAs.MOVER, ReadAs.STRANGER):
        return None
    if reading.kind is ReadAs.MISSED and reading.at is None:
        ended = scene.lawful_end
        return None if ended is None else ended.state
    end, goes_on = scene.last_end, reading.kind is ReadAs.GOES_ON
    told = Undone(end.n) if goes_on and end is not None else find_missed_end(scene, reading, HAND)
    return None if told is None else judge_entry(scene.rules, scene.match, Entry(scene.match.entries[-1].n + 1, told))[0].state


def _choose_question(scene: TurnScene, known: Sequence[TurnReading]) -> Asked:
    """The question to settle the readings: about the turn before if likely to go on, else about the running turn. An end missed
    in the turn before makes the told end the end of the running turn. `known`: all readings."""
    end = scene.last_end
    goes_on = sum(each.weight for each in known if each.kind is ReadAs.GOES_ON)
    likely = (each for each in known if each.weight >= MIN_ASKED_SHARE)
    missed = next((each for each in likely if each.kind in (ReadAs.MISSED, ReadAs.MISSED_BEFORE)), None)
    others = sum(each.weight for each in known if each.kind not in (ReadAs.MOVER, ReadAs.GOES_ON))
    if end is not None and (goes_on > others or (missed is None and goes_on >= MIN_ASKED_SHARE)):
        ended = [each for each in known if each.kind is not ReadAs.GOES_ON]
        return Asked(scene.turn - 1, end.ruling.seat, stranger=_find_stranger(ended), touch=end.n)
    return Asked(scene.turn, scene.mover, None if missed is None else missed.at, _find_stranger(known))


def _find_stranger(known: Sequence[TurnReading]) -> int | None:
    """Who laid the card if the turn in question had not ended (or had, for the turn before). None for the player to move, or
    where unsure. `known`: all readings."""
    left = {each.seat: each.weight for each in known if each.kind is ReadAs.STRANGER}
    rest = sum(each.weight for each in known if each.kind in (ReadAs.MOVER, ReadAs.GOES_ON))
    seat = max(left, key=lambda other: left[other], default=None)
    return seat if seat is not None and left[seat] >= MIN_UNASKED_SHARE * (sum(left.values()) + rest) else None


def list_ends(match: Match) -> list[TurnEnded]:
    """The ends of turns that were told in a match, in order."""
    return [judged.event for judged in match.judged if isinstance(judged.event, TurnEnded)]


def find_end_before_colour(rules: Rules[Any], match: Match, zone: str, face: str) -> TurnEnded | None:
    """The end of a turn in which cards may have been laid unseen, where a card is of the colour of the player after. None for any other
    card."""

    def is_coloured(state: Any) -> bool:
        step = rules.apply_play(state, Play(zone, rules.list_faces(state).get(zone, ""), face))
        return any(found.code == OTHER_COLOUR for found in step.findings)

    if not is_coloured(match.state) or is_coloured(rules.pass_turn(match.state).state):
        return None
    return TurnEnded(None, match.state.turn, by=COLOUR, unknown=1)


def find_missed_end(scene: TurnScene, reading: TurnReading, by: str) -> Event | None:
    """The end missed by a reading, None where no end stands there. `by`: what told of the end."""
    before = reading.kind is ReadAs.MISSED_BEFORE
    end = TurnEnded(None if before else scene.mover, scene.turn - before, by=by)
    if reading.at is None:
        return end if scene.lawful_end is not None else None
    put_in = Inserted(reading.at, replace(end, seat=None))
    n = scene.match.entries[-1].n + 1
    tried, ruling = judge_entry(scene.rules, scene.match, Entry(n, put_in))
    told = tried.find_judged(n)
    lawful = told is not None and told.fate is Fate.STANDS and tried.outcome is None and not ruling.changed
    return put_in if lawful and tried.state.to_move == reading.seat else None


def _out_of_turn(scene: TurnScene, told: Callable[[int], Played], strangers: Mapping[int, float]) -> WeighedEvent:
    """The card as laid by a player out of turn, of nobody in particular where unknown. `told`: as in `weigh_card`. `strangers`:
    chance by seat."""
    seat = max(strangers, key=lambda other: strangers[other])
    if strangers[seat] >= MIN_NAMED_SHARE * sum(strangers.values()):
        return WeighedEvent(replace(told(seat), seat=seat, gap=scene.gap), seat=seat)
    among = tuple(other for other, weight in strangers.items() if weight > strangers[seat] / 20)
    return WeighedEvent(replace(told(seat), strangers=among, gap=scene.gap))
