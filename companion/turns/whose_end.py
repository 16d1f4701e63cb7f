"""Whose hand ended a turn or was at the draw pile. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.match.events import Entry, Event, Played, TurnEnded
from companion.match.referee import judge_entry
from companion.match.rules import Rules
from companion.match.rulings import Match
from companion.turns.gone_on import end_before_last_card, give_turn_to, move_end_before_last_card, settle_called_card
from companion.turns.readings import ReadAs, RuleFit, Sight, weigh_readings
from companion.turns.scene import (
    DRAW,
    HAND,
    INFERRED,
    MAX_OTHER_PLAYER_SHARE,
    MIN_FOUL_SHARE,
    MIN_LIKELY_SHARE,
    MIN_MOVER_SHARE,
    MIN_PROBABLE_MOVER_SHARE,
    MIN_SURE_SHARE,
    PRIOR_DRAWING,
    PRIOR_MOVER,
    PRIOR_OWNER,
    PRIOR_STILL_DRAWING,
    Asked,
    TurnScene,
    WeighedEvent,
    course_to,
    is_lawful,
    shares_of,
    surely_named_seat,
)
from companion.turns.seats import expect_seat
from companion.turns.whose_card import find_missed_end


def weigh_end(scene: TurnScene, event: TurnEnded, owner: int | None) -> WeighedEvent:
    """Whether a hand at the draw pile, or a word, ends the turn, and whose turn. Also what must be told first and what is
    asked. Where the hand ends nothing, `event` of the answer is None. `owner`: seat of the pile, None = everybody's."""
    last, expected = _last_player(scene), _expected_to_draw(scene, owner)
    if event.seat is None and event.hand is None and scene.match.started.holds and _is_end_a_foul(scene):
        return WeighedEvent(None, asked=_question_about_early_end(scene))  # neither the hand's player nor a draw is known
    if owner is None and _is_put_in(scene, event):
        return WeighedEvent(None)
    shares = shares_of(scene, event, expected) or (None if owner is None else expected)
    if shares is None:
        return WeighedEvent(event)
    seat, likeliest = (
        surely_named_seat(shares) if event.hand is not None else None,
        max(shares, key=lambda other: shares[other]),
    )
    if (
        owner not in (None, scene.mover)
        and scene.match.started.holds
        and shares[scene.mover] >= MIN_MOVER_SHARE
        and scene.lawful_end is None
    ):
        return WeighedEvent(None, seat=seat)  # nobody draws from another player's pile: the hand straightens the pile
    if event.seat is not None or shares[scene.mover] >= MIN_MOVER_SHARE:
        return _weigh_end_of_mover(scene, event, seat, shares[scene.mover])
    if (ended := _weigh_end_of_next(scene, event)) is not None:
        return ended
    if shares[likeliest] >= MIN_MOVER_SHARE and (amendment := give_turn_to(scene, likeliest)) is not None:
        return WeighedEvent(replace(event, turn=_turn_with(scene, amendment)), (amendment,), seat)
    if shares[scene.mover] >= MAX_OTHER_PLAYER_SHARE:
        return _weigh_end_of_somebody(scene, event, seat, shares[scene.mover])
    if likeliest == last and not _is_end_told(scene):
        return WeighedEvent(None, seat=seat, asked=_question_about_late_draw(scene))  # the player of the ended turn draws late
    if scene.match.started.holds:
        return WeighedEvent(None, seat=seat)  # another player straightens the draw pile
    return _weigh_end_by_another(scene, event, likeliest, seat)


def _weigh_end_of_mover(scene: TurnScene, event: TurnEnded, seat: int | None, mover_share: float) -> WeighedEvent:
    """An end by the player to move, whose hand it was with chance `mover_share`.

    A foul end is asked about where a card of the hand would not be called either. A hand that stayed long at the pile and
    left without a card is asked about too: the pile was perhaps squared up. An end that loses the match is always asked about.
    """
    if not scene.match.started.holds:
        return WeighedEvent(event, seat=seat)
    seen = event.seat is None
    meanwhile = end_before_last_card(scene) if seen else None
    if seen and meanwhile is None and _is_end_a_foul(scene) and (sooner := move_end_before_last_card(scene)):
        return WeighedEvent(replace(event, turn=scene.turn), sooner, seat)
    doubtful = mover_share < MIN_FOUL_SHARE or scene.lingered or scene.would_lose
    if seen and meanwhile is None and doubtful and _is_end_a_foul(scene):
        return WeighedEvent(None, asked=Asked(scene.turn, scene.mover), seat=seat)
    return WeighedEvent(replace(event, turn=scene.turn), () if meanwhile is None else (meanwhile,), seat)


def _is_put_in(scene: TurnScene, event: TurnEnded) -> bool:
    """Is the draw's end put in already, before the last card? The hand was at the pile as the card was told. A hand that
    fits the player to move better is the mover's."""
    end, last = scene.last_end, scene.match.judged[-1] if scene.match.judged else None
    if not scene.still or end is None or last is None or not isinstance(last.event, Played) or event.seat is not None:
        return False
    if scene.source_of(end) != INFERRED or scene.match.judged[-2] != end:
        return False
    shares = shares_of(scene, event, expect_seat(end.ruling.seat, range(scene.match.started.seats), PRIOR_MOVER))
    return shares is None or shares[end.ruling.seat] > shares[scene.mover]


def _turn_with(scene: TurnScene, amendment: Event) -> int:
    """Number of the running turn after an amendment. The match itself is unchanged."""
    match, _ = judge_entry(scene.rules, scene.match, Entry(scene.match.entries[-1].n + 1, amendment))
    return match.state.turn


def ask_about_early_draw(scene: TurnScene, event: TurnEnded, owner: int | None) -> Asked | None:
    """A question about a hand that squared up the draw pile or drew too early; None unless the player to move has laid a
    card, needs more, and the hand is likely theirs or unknown."""
    shares = shares_of(scene, event, _expected_to_draw(scene, owner))
    return None if shares is not None and shares[scene.mover] < MIN_LIKELY_SHARE else _question_about_early_end(scene)


def _question_about_early_end(scene: TurnScene) -> Asked | None:
    """The question whether the turn has ended, where an end would be a foul for want of cards."""
    return Asked(scene.turn, scene.mover) if scene.has_laid() and _is_end_a_foul(scene) else None


def _is_end_a_foul(scene: TurnScene) -> bool:
    """Would an end of the turn be a foul now, or lose the match, while no other foul is open?"""
    return not (scene.match.disputes or scene.may_end or is_lawful(scene.turn_end))


def _weigh_end_of_next(scene: TurnScene, event: TurnEnded) -> WeighedEvent | None:
    """The end of the next player's turn, where the end before was missed among the cards that lie; None otherwise."""
    sight = Sight(None, event.hand, DRAW, scene.gap, lies=False)
    known = weigh_readings(course_to(scene, sight), RuleFit(), over=False)
    if sum(each.weight for each in known if each.kind is ReadAs.MISSED) < MIN_SURE_SHARE:
        return None
    missed = (each for each in known if each.kind is ReadAs.MISSED and each.at is not None)
    told = ((each.seat, find_missed_end(scene, each, HAND)) for each in missed)
    seat, put_in = next(((seat, end) for seat, end in told if end is not None), (0, None))
    return None if put_in is None else WeighedEvent(replace(event, turn=scene.turn + 1), (put_in,), seat)


def owner_of_draw_pile(rules: Rules[Any], match: Match, zone: str) -> int | None:
    """The seat of draw pile `zone`, None for a shared pile. Piles of an owner share the beginning of their names."""
    side, _, _ = zone.rpartition(DRAW)
    piles = rules.describe_position(match.state).get("piles", ()) if side else ()
    return next((pile["owner"] for pile in piles if pile["zone"].startswith(side) and "owner" in pile), None)


def _last_player(scene: TurnScene) -> int | None:
    """The seat of the turn before, if its end was told."""
    end = scene.last_end
    return None if end is None else end.ruling.seat


def _expected_to_draw(scene: TurnScene, owner: int | None) -> dict[int, float]:
    """Chance of each seat, before a hand is seen, that the hand at the draw pile is theirs. `owner`: seat of the pile, None =
    everybody's."""
    seats, last = range(scene.match.started.seats), _last_player(scene)
    if owner is not None:
        return expect_seat(owner, seats, PRIOR_OWNER)
    if last is None or last == scene.mover or scene.has_laid():
        return expect_seat(scene.mover, seats, PRIOR_MOVER)
    others = [seat for seat in seats if seat not in (scene.mover, last)]
    rest = (1 - PRIOR_DRAWING - PRIOR_STILL_DRAWING) / max(len(others), 1)
    return {scene.mover: PRIOR_DRAWING, last: PRIOR_STILL_DRAWING, **dict.fromkeys(others, rest)}


def _weigh_end_of_somebody(scene: TurnScene, event: TurnEnded, seat: int | None, mover_share: float) -> WeighedEvent:
    """What an end of an unknown hand means, the mover's with chance `mover_share`. A lawful end counts, and no foul is
    called.

    Before the mover's first card, people are asked only where the hand was probably the mover's: another may draw late, or
    square up the pile. Over a foul on the table, the end counts where likely the mover's, or where the end makes the foul
    none.
    """
    if not scene.match.started.holds or scene.lawful_end is not None:
        return WeighedEvent(event, seat=seat)
    if (
        scene.match.disputes and not scene.has_laid()
    ):  # a called card lies there: the call was wrong, or the mover draws over the foul
        return WeighedEvent(event if mover_share >= MIN_LIKELY_SHARE or settle_called_card(scene)[0] else None, seat=seat)
    asked = Asked(scene.turn, scene.mover) if scene.has_laid() or mover_share >= MIN_PROBABLE_MOVER_SHARE else None
    return WeighedEvent(None, seat=seat, asked=asked)


def _is_end_told(scene: TurnScene) -> bool:
    """Was the end of the turn before told in a text? Texts tell every end: another end by the same name is a foul."""
    end = scene.last_end
    return not scene.match.started.holds and end is not None and isinstance(end.event, TurnEnded) and not end.event.by


def _question_about_late_draw(scene: TurnScene) -> Asked | None:
    """The question where a text tells an end by the player whose turn was over: a late end, or the end of the following turn
    and a next turn without a card. None at a table, where the end is late."""
    return None if scene.match.started.holds or scene.lawful_end is None else Asked(scene.turn, scene.mover)


def _weigh_end_by_another(scene: TurnScene, event: TurnEnded, other: int, seat: int | None) -> WeighedEvent:
    """What an end by seat `other` means in a text: an end missed before, if `other` moves next, else an end out of turn.
    `seat`: whose hand, None = unsure."""
    ended = scene.lawful_end
    if ended is not None and ended.state.to_move == other:
        return WeighedEvent(event, (TurnEnded(scene.mover, scene.turn, by=HAND),), seat)
    return WeighedEvent(replace(event, seat=other), seat=seat)
