"""Whose card it was that was laid, and whether the end of a turn was missed before it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.match.events import Entry, Event, HandsGone, Inserted, Played, TurnEnded, Undone
from companion.match.referee import advance
from companion.match.rules import Step
from companion.match.rulings import Fate
from companion.turns.gone_on import laid_on, laid_over
from companion.turns.readings import BY_COLOUR, BY_RULE, Fit, ReadAs, TurnReading, readings
from companion.turns.scene import (
    COLOUR,
    COUNT,
    DRAW,
    FOUL,
    HAND,
    HIS,
    LIKELY,
    MOVER,
    NAMED,
    NOT_HIS,
    OTHER_COLOUR,
    SURE,
    UNASKED,
    WORTH_ASKING,
    Asked,
    TurnScene,
    Weighed,
    course_to,
    is_lawful,
    is_not,
    named,
    shares_of,
    sight_of,
)
from companion.turns.seats import expecting


def card_weighed(scene: TurnScene, event: Played, told: Callable[[int], Played]) -> Weighed:
    if DRAW in scene.rules.claims:  # whose card it is stands where it lies
        return Weighed(event)
    event = replace(event, gap=scene.gap)
    shares = shares_of(scene, event, expecting(scene.mover, range(scene.match.started.seats), MOVER))
    seat, now = named(shares), scene.played(scene.match.state, event)
    coloured = any(found.code == OTHER_COLOUR for found in now.findings)
    if scene.match.waiting is not None and (coloured or _comes_next(scene, event, now)):
        return Weighed(event, (HandsGone(),), seat)  # he drew, and the next player's hand came before his was gone
    if scene.match.waiting is not None and is_not(scene.mover, shares):
        return _told_after(scene, HandsGone(), event, told)  # it cannot be one of the turn that was ended before
    if coloured and (end := laid_on(scene, event)) is not None:
        return Weighed(event, (end,), seat)
    if (amendment := laid_over(scene, event, shares)) is not None:
        return _told_after(scene, amendment, event, told)
    fit = _fit(scene, event, now, coloured)
    if fit == Fit() and (shares is None or shares[scene.mover] >= NAMED):
        return Weighed(event, seat=seat)
    return _read(scene, event, told, readings(course_to(scene, sight_of(event, None)), fit, over=scene.may_be_over_now()), fit)


def _comes_next(scene: TurnScene, event: Played, now: Step[Any]) -> bool:
    """Is a card that is laid while the hand that has drawn is still there that of the next player? Who has drawn lays nothing more, and of
    two arms at once the wrong one may be told."""
    ended = scene.ended()
    if ended is None:
        return False
    if not is_lawful(now) and is_lawful(scene.played(ended.state, event)):
        return True
    return laid_after(scene, event.zone, event.hand)


def laid_after(scene: TurnScene, zone: str, hand: float | None) -> bool:
    """Was a card laid after the end that waits, as far as the hand tells that laid it? Where the turn lacks a card it is most likely that
    one."""
    seats, ended = range(scene.match.started.seats), scene.ended()
    if ended is None:
        return hand is not None and is_not(scene.mover, scene.seating.shares(hand, zone, expecting(scene.mover, seats, MOVER)))
    following = scene.rules.turn(ended.state)[1]
    shares = None if hand is None else scene.seating.shares(hand, zone, expecting(following, seats, MOVER))
    return shares is None or shares[following] > shares[scene.mover]


def goes_on(scene: TurnScene, zone: str, hand: float | None) -> bool:
    """Is a card laid by the player to move, as far as the hand tells that laid it? He goes on though he has drawn."""
    if hand is None:
        return False
    return scene.seating.shares(hand, zone, expecting(scene.mover, range(scene.match.started.seats), MOVER))[scene.mover] >= HIS


def _told_after(scene: TurnScene, first: Event, event: Played, told: Callable[[int], Played]) -> Weighed:
    """The card as the table is once something else is told before it."""
    match, _ = advance(scene.rules, scene.match, Entry(scene.match.entries[-1].n + 1, first))
    then = card_weighed(replace(scene, match=match), event, told)
    return replace(then, before=(first, *then.before))


def _fit(scene: TurnScene, event: Played, now: Step[Any], coloured: bool) -> Fit:
    """What is laid, as far as it is lawful for one player and not for another: a colour, a card more than a turn may have."""
    if coloured:
        return Fit(his=BY_COLOUR)
    ended = scene.ended()
    his = is_lawful(now)
    missed = is_lawful(scene.played(ended.state, event)) if ended is not None else his
    return Fit(1.0 if his or not missed else BY_RULE, 1.0 if missed or not his else BY_RULE)


def _read(scene: TurnScene, event: Played, told: Callable[[int], Played], known: Sequence[TurnReading], fit: Fit) -> Weighed:
    """What the readings come to: one that is sure is told, else nothing is ruled that hangs on it."""
    share = {kind: sum(each.weight for each in known if each.kind is kind) for kind in ReadAs}
    strangers = {each.seat: each.weight for each in known if each.kind is ReadAs.STRANGER}
    if share[ReadAs.GOES_ON] >= SURE:
        latest = scene.last_end()
        assert latest is not None
        return Weighed(told(latest.ruling.seat), (Undone(latest.n),), latest.ruling.seat)
    missed = share[ReadAs.MISSED] + share[ReadAs.MISSED_BEFORE]
    forced = not scene.match.started.holds and share[ReadAs.HIS] < NOT_HIS  # a text is answered at once, and nobody to be asked
    sure, foul = (0.5, 0.5) if forced else (SURE, FOUL)
    if missed >= sure or (fit.his < 1 and share[ReadAs.HIS] < SURE and missed > share[ReadAs.STRANGER]):
        by = COLOUR if fit.his == BY_COLOUR else COUNT if event.hand is None else HAND
        for reading in known:
            if reading.kind in (ReadAs.MISSED, ReadAs.MISSED_BEFORE) and (end := missed_end(scene, reading, by)) is not None:
                return Weighed(told(reading.seat), (end,), reading.seat)
    foul_anyway = fit == Fit() and not scene.may_lie(event) and share[ReadAs.STRANGER] > LIKELY
    if share[ReadAs.STRANGER] >= foul or foul_anyway:
        return _out_of_turn(scene, told, strangers)
    asked = _asked(scene, known) if share[ReadAs.HIS] < LIKELY else None
    lies = event if asked is None else _let_lie(scene, event, known, asked)
    return Weighed(lies, seat=scene.mover if share[ReadAs.HIS] >= NAMED else None, asked=asked)


def _let_lie(scene: TurnScene, event: Played, known: Sequence[TurnReading], asked: Asked) -> Played:
    """A card that is asked about: no foul is called of it meanwhile that would be none if the answer is the other one."""
    if scene.may_lie(event):
        return event
    states = [_state_as(scene, each) for each in known if each.weight >= WORTH_ASKING]
    ended = scene.ended() if asked.turn == scene.turn else None
    states += [] if ended is None else [ended.state]
    lawful = any(state is not None and is_lawful(scene.played(state, event)) for state in states)
    return replace(event, waived=True) if lawful else event


def _state_as(scene: TurnScene, reading: TurnReading) -> Any | None:
    """The game just before the last card as a reading has it; None where it says no more than that whoever is to move laid it."""
    if reading.kind in (ReadAs.HIS, ReadAs.STRANGER):
        return None
    if reading.kind is ReadAs.MISSED and reading.at is None:
        ended = scene.ended()
        return None if ended is None else ended.state
    end, goes_on = scene.last_end(), reading.kind is ReadAs.GOES_ON
    told = Undone(end.n) if goes_on and end is not None else missed_end(scene, reading, HAND)
    return None if told is None else advance(scene.rules, scene.match, Entry(scene.match.entries[-1].n + 1, told))[0].state


def _asked(scene: TurnScene, known: Sequence[TurnReading]) -> Asked:
    """The question that would settle it: has the turn before ended, if it may go on and this one cannot have ended, or less likely; else,
    has this one? An end that was missed in the turn before makes the end that was told of it that of this one."""
    end = scene.last_end()
    goes_on = sum(each.weight for each in known if each.kind is ReadAs.GOES_ON)
    likely = (each for each in known if each.weight >= WORTH_ASKING)
    missed = next((each for each in likely if each.kind in (ReadAs.MISSED, ReadAs.MISSED_BEFORE)), None)
    others = sum(each.weight for each in known if each.kind not in (ReadAs.HIS, ReadAs.GOES_ON))
    if end is not None and (goes_on > others or (missed is None and goes_on >= WORTH_ASKING)):
        ended = [each for each in known if each.kind is not ReadAs.GOES_ON]
        return Asked(scene.turn - 1, end.ruling.seat, stranger=_stranger(ended), touch=end.n)
    return Asked(scene.turn, scene.mover, None if missed is None else missed.at, _stranger(known))


def _stranger(known: Sequence[TurnReading]) -> int | None:
    """Who laid the card if the turn had not ended that is asked about, or had, if it is asked whether the one before had; None for the
    player to move or where that is not sure."""
    left = {each.seat: each.weight for each in known if each.kind is ReadAs.STRANGER}
    rest = sum(each.weight for each in known if each.kind in (ReadAs.HIS, ReadAs.GOES_ON))
    seat = max(left, key=lambda other: left[other], default=None)
    return seat if seat is not None and left[seat] >= UNASKED * (sum(left.values()) + rest) else None


def missed_end(scene: TurnScene, reading: TurnReading, by: str) -> Event | None:
    """The end of the turn that a reading says was missed, if it stands where it belongs."""
    before = reading.kind is ReadAs.MISSED_BEFORE
    end = TurnEnded(None if before else scene.mover, scene.turn - before, by=by)
    if reading.at is None:
        return end if scene.ended() is not None else None
    put_in = Inserted(reading.at, replace(end, seat=None))
    n = scene.match.entries[-1].n + 1
    tried, ruling = advance(scene.rules, scene.match, Entry(n, put_in))
    told = tried.judged_of(n)
    lawful = told is not None and told.fate is Fate.STANDS and tried.outcome is None and not ruling.changed
    return put_in if lawful and scene.rules.turn(tried.state)[1] == reading.seat else None


def _out_of_turn(scene: TurnScene, told: Callable[[int], Played], strangers: Mapping[int, float]) -> Weighed:
    """The card as one of a player whose turn it is not; of nobody in particular where it is not known who that is."""
    seat = max(strangers, key=lambda other: strangers[other])
    if strangers[seat] >= NAMED * sum(strangers.values()):
        return Weighed(replace(told(seat), seat=seat, gap=scene.gap), seat=seat)
    among = tuple(other for other, weight in strangers.items() if weight > strangers[seat] / 20)
    return Weighed(replace(told(seat), strangers=among, gap=scene.gap))
