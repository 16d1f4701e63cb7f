"""Whose hand it was that ended a turn or was at the draw pile. Pure."""

from __future__ import annotations

from dataclasses import replace

from companion.match.events import Entry, Event, Played, TurnEnded
from companion.match.referee import advance
from companion.turns.gone_on import ended_sooner, gone_on, his_turn, laid_meanwhile
from companion.turns.readings import Fit, ReadAs, Sight, readings
from companion.turns.scene import (
    DRAW,
    DRAWING,
    FOUL,
    HAND,
    HIS,
    INFERRED,
    LIKELY,
    MOVER,
    NOT_HIS,
    OWNER,
    PROBABLY_HIS,
    STILL_DRAWING,
    SURE,
    Asked,
    TurnScene,
    Weighed,
    course_to,
    is_lawful,
    named,
    shares_of,
)
from companion.turns.seats import expecting
from companion.turns.whose_card import missed_end


def end_weighed(scene: TurnScene, event: TurnEnded, owner: int | None) -> Weighed:
    """A hand at the draw pile, or one that said that the turn is over. `owner`: whose pile that is, None where it is everybody's."""
    last, expected = _last_player(scene), _expected_to_draw(scene, owner)
    if event.seat is None and event.hand is None and scene.match.started.holds and _is_foul(scene):
        return Weighed(None, asked=_asked_early(scene))  # nobody knows whose hand it was, nor whether it drew
    if owner is None and _is_put_in(scene, event):
        return Weighed(None)
    shares = shares_of(scene, event, expected) or (None if owner is None else expected)
    if shares is None:
        return Weighed(event)
    seat, likeliest = named(shares) if event.hand is not None else None, max(shares, key=lambda other: shares[other])
    if owner not in (None, scene.mover) and scene.match.started.holds and shares[scene.mover] >= HIS and scene.ended() is None:
        return Weighed(None, seat=seat)  # nobody draws from another's pile: he straightens it
    if event.seat is not None or shares[scene.mover] >= HIS:
        return _end_of_the_mover(scene, event, seat, shares[scene.mover])
    if (ended := _end_of_the_next(scene, event)) is not None:
        return ended
    if shares[likeliest] >= HIS and (amendment := his_turn(scene, likeliest)) is not None:
        return Weighed(replace(event, turn=_turn_with(scene, amendment)), (amendment,), seat)
    if shares[scene.mover] >= NOT_HIS:
        return _end_of_somebody(scene, event, seat, shares[scene.mover])
    if likeliest == last and not _is_told(scene):
        return Weighed(None, seat=seat, asked=_told_late(scene))  # who has ended his turn already draws late
    if scene.match.started.holds:
        return Weighed(None, seat=seat)  # another player straightens the draw pile
    return _said_by_another(scene, event, likeliest, seat)


def _end_of_the_mover(scene: TurnScene, event: TurnEnded, seat: int | None, his: float) -> Weighed:
    """An end by the player to move, as far as his hand tells (`his`). Where it would be a foul it is asked about if a card of that hand
    would not be called either, or if he may have squared the pile up, as is done more often: his hand was there for long, and no card was
    seen to leave with it."""
    if not scene.match.started.holds:
        return Weighed(event, seat=seat)
    seen = event.seat is None
    meanwhile = laid_meanwhile(scene) if seen else None
    if seen and meanwhile is None and _is_foul(scene) and (sooner := ended_sooner(scene)):
        return Weighed(replace(event, turn=scene.turn), sooner, seat)
    doubtful = his < FOUL or scene.lingered
    if seen and meanwhile is None and doubtful and _is_foul(scene):
        return Weighed(None, asked=Asked(scene.turn, scene.mover), seat=seat)
    return Weighed(replace(event, turn=scene.turn), () if meanwhile is None else (meanwhile,), seat)


def _is_put_in(scene: TurnScene, event: TurnEnded) -> bool:
    """Is this the draw of which the end was put in before the last card already? Its hand was at the pile as that card was told, and nobody
    had seen it draw until then; but where it fits the player to move better it is his."""
    end, last = scene.last_end(), scene.match.judged[-1] if scene.match.judged else None
    if not scene.still or end is None or last is None or not isinstance(last.event, Played) or event.seat is not None:
        return False
    if scene.source_of(end) != INFERRED or scene.match.judged[-2] != end:
        return False
    shares = shares_of(scene, event, expecting(end.ruling.seat, range(scene.match.started.seats), MOVER))
    return shares is None or shares[end.ruling.seat] > shares[scene.mover]


def _turn_with(scene: TurnScene, amendment: Event) -> int:
    """The number of the turn that runs with an amendment."""
    match, _ = advance(scene.rules, scene.match, Entry(scene.match.entries[-1].n + 1, amendment))
    return scene.rules.turn(match.state)[0]


def early_asked(scene: TurnScene, event: TurnEnded, owner: int | None) -> Asked | None:
    """What a person should be asked of a hand at the draw pile that squared it up there or drew too early: nothing, unless the player to
    move has laid a card and needs more, and it is his or nobody knows whose."""
    shares = shares_of(scene, event, _expected_to_draw(scene, owner))
    return None if shares is not None and shares[scene.mover] < HIS else _asked_early(scene)


def _asked_early(scene: TurnScene) -> Asked | None:
    """The question whether the turn has ended, where that would be a foul because more is due than what was laid."""
    return Asked(scene.turn, scene.mover) if scene.has_laid() and _is_foul(scene) else None


def _is_foul(scene: TurnScene) -> bool:
    """Would an end of the turn be one now, or lose the match, and is no other open?"""
    return not (scene.match.disputes or scene.may_end or is_lawful(scene.rules.end_turn(scene.match.state)))


def _end_of_the_next(scene: TurnScene, event: TurnEnded) -> Weighed | None:
    """The end of the next player's turn, where that of the one before it was missed among the cards that lie; None where it is not."""
    sight = Sight(None, event.hand, DRAW, scene.gap, lies=False)
    known = readings(course_to(scene, sight), Fit(), over=False)
    if sum(each.weight for each in known if each.kind is ReadAs.MISSED) < SURE:
        return None
    missed = (each for each in known if each.kind is ReadAs.MISSED and each.at is not None)
    told = ((each.seat, missed_end(scene, each, HAND)) for each in missed)
    seat, put_in = next(((seat, end) for seat, end in told if end is not None), (0, None))
    return None if put_in is None else Weighed(replace(event, turn=scene.turn + 1), (put_in,), seat)


def owner_of(scene: TurnScene, zone: str) -> int | None:
    """The player whose draw pile this is: the one who owns the piles that are called as it is."""
    side, _, _ = zone.rpartition(DRAW)
    piles = scene.rules.view(scene.match.state).get("piles", ()) if side else ()
    return next((pile["owner"] for pile in piles if pile["zone"].startswith(side) and "owner" in pile), None)


def _last_player(scene: TurnScene) -> int | None:
    """Who had the turn before this one, if its end was told."""
    end = scene.last_end()
    return None if end is None else end.ruling.seat


def _expected_to_draw(scene: TurnScene, owner: int | None) -> dict[int, float]:
    seats, last = range(scene.match.started.seats), _last_player(scene)
    if owner is not None:
        return expecting(owner, seats, OWNER)
    if last is None or last == scene.mover or scene.has_laid():
        return expecting(scene.mover, seats, MOVER)
    others = [seat for seat in seats if seat not in (scene.mover, last)]
    rest = (1 - DRAWING - STILL_DRAWING) / max(len(others), 1)
    return {scene.mover: DRAWING, last: STILL_DRAWING, **dict.fromkeys(others, rest)}


def _end_of_somebody(scene: TurnScene, event: TurnEnded, seat: int | None, his: float) -> Weighed:
    """It is not known whose hand it was, and `his` is how likely it was that of the player to move: an end that is lawful is one, and no
    foul is called. Before his first card it is asked only where it was probably his: another may draw late, or square the pile up. Over a
    foul that lies there it is an end only where it was likely his, or where that makes the foul none."""
    if not scene.match.started.holds or scene.ended() is not None:
        return Weighed(event, seat=seat)
    if scene.match.disputes and not scene.has_laid():  # a card that was called lies there: it was none, or he draws over it
        return Weighed(event if his >= LIKELY or gone_on(scene)[0] else None, seat=seat)
    asked = Asked(scene.turn, scene.mover) if scene.has_laid() or his >= PROBABLY_HIS else None
    return Weighed(None, seat=seat, asked=asked)


def _is_told(scene: TurnScene) -> bool:
    """In a text every end is said: one that is said of a turn that has just been ended by name is a foul."""
    end = scene.last_end()
    return not scene.match.started.holds and end is not None and isinstance(end.event, TurnEnded) and not end.event.by


def _told_late(scene: TurnScene) -> Asked | None:
    """The question that is left where a text tells an end of the player whose turn was taken to be over: he tells it late, or the turn after
    it is over too, and this is the next one of his, ended without a card. At a table the first is plain."""
    return None if scene.match.started.holds or scene.ended() is None else Asked(scene.turn, scene.mover)


def _said_by_another(scene: TurnScene, event: TurnEnded, other: int, seat: int | None) -> Weighed:
    ended = scene.ended()
    if ended is not None and scene.rules.turn(ended.state)[1] == other:
        return Weighed(event, (end_put_in(scene, HAND),), seat)
    return Weighed(replace(event, seat=other), seat=seat)


def end_put_in(scene: TurnScene, by: str) -> TurnEnded:
    return TurnEnded(scene.mover, scene.turn, by=by)
