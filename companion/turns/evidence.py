"""Whose act it was and whether a turn has ended, weighed from all evidence. Pure: the result is told to the referee as plain
facts, and only once. A log folds to the same match whatever is learned later.

Evidence is the direction of an arm (`companion.turns.seats`), the colour of a card, and the number of cards in a turn. A
hand may also have drawn unnoticed. Where all agree on an untold end, the end is put in. A card of another player is a foul
where the turn cannot have ended. What two readings leave open is asked, and no foul is called meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.match.events import Claimed, Event, Played, TurnEnded
from companion.match.facts import LAYING_CLAIMS
from companion.match.rules import Rules, RulesAnswer
from companion.match.rulings import Match
from companion.turns.gone_on import settle_called_card
from companion.turns.lost_thread import follow_table
from companion.turns.open_half import claimed_beside_half, end_by_draw, find_open_half, laid_beside_half
from companion.turns.scene import (
    DRAW,
    MIN_SURE_SHARE,
    PRIOR_MOVER,
    TurnScene,
    WeighedEvent,
    collect_seating,
    is_lawful,
    is_not,
    shares_of,
    surely_named_seat,
)
from companion.turns.seats import expect_seat, learn_spreads
from companion.turns.whose_card import weigh_card
from companion.turns.whose_end import ask_about_early_draw, owner_of_draw_pile, weigh_end

PRIOR_DUE_TO_DRAW = 0.95  # chance, before a hand that draws is seen, that it is one of those who have still to draw; guess


def weigh_event(
    rules: Rules[Any],
    match: Match,
    event: Event,
    *,
    gap: bool | None = None,
    zone: str = DRAW,
    told: Callable[[int], Played] | None = None,
    lingered: bool = False,
    still: bool = False,
    may_end: bool = False,
) -> WeighedEvent:
    """Whose act an event was, what must be told first and what is asked, by all evidence. Without a hand, and with nobody
    watching (`gap` None), the event is taken as told.

    `gap`, `lingered`, `still`, `may_end`: see `TurnScene`. `zone`: draw pile at which a turn was ended. `told`: by seat, the
    card as a play of that seat, where a text names piles from a player's side; None = the same for all.
    """
    if match.outcome is not None:
        return WeighedEvent(event)
    scene = TurnScene(rules, match, learn_spreads(collect_seating(match)), gap, lingered, still, may_end)
    if gap is False and scene.may_have_drawn_after_all():
        scene = replace(scene, gap=True)
    if isinstance(event, TurnEnded) and event.tidying and (match.disputes or not (may_end or is_lawful(scene.turn_end))):
        return WeighedEvent(None, asked=ask_about_early_draw(scene, event, owner_of_draw_pile(rules, match, zone)))
    if isinstance(event, Played) and DRAW in rules.claims and not (event.again or event.waived):
        return follow_table(rules, match, laid_beside_half(scene, event))
    if isinstance(event, Claimed) and DRAW in rules.claims and event.code in LAYING_CLAIMS and event.seat is not None:
        return claimed_beside_half(scene, event)
    if getattr(event, "hand", None) is None and gap is None:
        return WeighedEvent(event)
    if isinstance(event, Played) and event.after and not (event.again or event.waived):
        return follow_table(rules, match, weigh_card(scene, event, told or (lambda seat: event)))
    if isinstance(event, TurnEnded) and not event.by:
        meant = _over_a_foul(scene, weigh_end(scene, event, owner_of_draw_pile(rules, match, zone)))
        return _with_answer(scene, follow_table(rules, match, meant)) if match.started.holds else meant
    if isinstance(event, Claimed) and event.hand is not None and event.seat is None and event.code in (*LAYING_CLAIMS, DRAW):
        return _weigh_claim(scene, event)
    return WeighedEvent(event)


def _over_a_foul(scene: TurnScene, meant: WeighedEvent) -> WeighedEvent:
    """The meaning of an end of turn over a called card never taken back. Other meanings are unchanged."""
    if not isinstance(meant.event, TurnEnded) or meant.before:
        return meant
    before, told = settle_called_card(scene)
    event = replace(meant.event, turn=scene.turn) if told else meant.event
    return replace(meant, event=event, before=before)


def _with_answer(scene: TurnScene, meant: WeighedEvent) -> WeighedEvent:
    """The meaning with what the rules say of the end, where the end is told at once and nothing before. Other meanings are
    unchanged."""
    end = meant.event
    if not isinstance(end, TurnEnded) or end.hands or end.seat is not None or meant.before:
        return meant
    return replace(meant, answered=RulesAnswer(scene.match.state, None, scene.turn_end))


def _weigh_claim(scene: TurnScene, event: Claimed) -> WeighedEvent:
    """A whole play or a draw, where turns end by themselves: the act of the hand's player. A hand surely not the mover's gives
    the claim to the likeliest seat, if anything is known of the seat."""
    seats = range(scene.match.started.seats)
    if event.code == DRAW:
        return _weigh_draw(scene, event)
    shares = shares_of(scene, event, expect_seat(scene.mover, seats, PRIOR_MOVER)) or {}
    other = max(shares, key=lambda seat: shares[seat])
    if is_not(scene.mover, shares) and scene.seating.has_seat(other):
        return WeighedEvent(replace(event, seat=other), seat=surely_named_seat(shares))
    return WeighedEvent(event, seat=surely_named_seat(shares))


def _weigh_draw(scene: TurnScene, event: Claimed) -> WeighedEvent:
    """A draw by the hand that makes it, most likely of a player who has still to draw."""
    seats = range(scene.match.started.seats)
    due = scene.rules.describe_position(scene.match.state).get("to_draw") or [scene.mover]
    if scene.mover not in due and find_open_half(scene.rules, scene.match) is not None:
        due = [*due, scene.mover]
    rest = (1 - PRIOR_DUE_TO_DRAW) / max(len(seats) - len(due), 1)
    shares = shares_of(scene, event, {seat: PRIOR_DUE_TO_DRAW / len(due) if seat in due else rest for seat in seats}) or {}
    seat = next((seat for seat, share in shares.items() if share >= MIN_SURE_SHARE), None)
    drawn = event if seat is None else replace(event, seat=seat)
    return WeighedEvent(drawn, seat=seat, later=end_by_draw(scene, drawn))
