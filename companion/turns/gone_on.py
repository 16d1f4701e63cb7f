"""What becomes of a card called out of turn by its hand alone, once the table goes on over the card. Pure.

Nobody takes the card back, and the mover ends the turn or lays on the card. Either the mover had laid the card and the arm
was seen badly, or the turn had ended before. Or the player of the called card lays another or draws: the turn was theirs,
and an end was missed or wrongly told. Either way plain facts are told and no fouls: a badly seen hand must not make fouls of
all later acts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.match.events import Corrected, Entry, Event, Inserted, Played, TurnEnded, Undone
from companion.match.referee import judge_entry
from companion.match.rules import Severity
from companion.match.rulings import Dispute, Fate, Judged
from companion.turns.scene import (
    COLOUR,
    HAND,
    INFERRED,
    MIN_SURE_SHARE,
    OTHER_COLOUR,
    PRIOR_MOVER,
    TOUCH,
    TurnScene,
    is_lawful,
    surely_named_seat,
)
from companion.turns.seats import expect_seat

BY_HAND = frozenset({"not-your-turn", "another-hand"})
"""Codes of findings on a card laid out of turn."""


def settle_called_card(scene: TurnScene) -> tuple[tuple[Event, ...], bool]:
    """Events to tell before the end of the running turn, and whether the end is among the events. () and False while another
    foul is open, or nothing settles the call."""
    judged = _find_called_card(scene)
    if judged is None or not isinstance(judged.event, Played):
        return (), False
    following = scene.next_seat
    if judged.event.seat == following or following in judged.event.strangers:
        end = Inserted(judged.n, TurnEnded(None, scene.turn, by=HAND))
        if _is_settled_by(scene, end, following):
            return (end,), True
    movers = _give_card_to_mover(scene, judged)
    return (() if movers is None else (movers,)), False


def end_before_called_card(scene: TurnScene, event: Played) -> Event | None:
    """The missed end before a card called for its colour alone, where the same player lays another: two in a row make a
    turn. None where that settles nothing."""
    if not scene.match.started.holds or len(scene.match.disputes) != 1:
        return None
    judged = scene.match.find_judged(scene.match.disputes[0].n)
    if judged is None or not isinstance(judged.event, Played):
        return None
    fouls = {found.code for found in scene.match.disputes[0].findings if found.severity is Severity.FOUL}
    following = scene.next_seat
    end = Inserted(judged.n, TurnEnded(None, scene.turn, by=COLOUR))
    first = scene.play_card(scene.match.state, replace(judged.event, seat=None, strangers=()))
    coloured = OTHER_COLOUR in {found.code for found in first.findings}
    if not coloured or not fouls <= BY_HAND | {OTHER_COLOUR} or not _is_settled_by(scene, end, following):
        return None
    after, _ = judge_entry(scene.rules, scene.match, Entry(scene.match.entries[-1].n + 1, end))
    return end if is_lawful(scene.play_card(after.state, event)) else None


def settle_before_card(scene: TurnScene, event: Played, shares: Mapping[int, float] | None) -> Event | None:
    """What to tell before `event`, by which the table goes on over a called card; None where nothing settles the call.

    Where the mover lays on the called card, the card was the mover's. Where the hand of the called card lays another, the
    turn was that player's. `shares`: chance of each seat.
    """
    judged = _find_called_card(scene)
    if judged is None:
        return None
    is_on_it = event.zone == scene.match.disputes[0].zone and (shares is None or shares[scene.mover] >= MIN_SURE_SHARE)
    if is_on_it and (movers := _give_card_to_mover(scene, judged)) is not None:
        return movers
    seat = surely_named_seat(shares)
    return None if seat is None else give_turn_to(scene, seat)


def give_turn_to(scene: TurnScene, seat: int) -> Event | None:
    """The event giving the turn to `seat`, whose card was called and who goes on: a missed end before the card, or the undo
    of a wrong end. None where neither does."""
    judged = _find_called_card(scene)
    if judged is None or not isinstance(judged.event, Played) or seat not in (judged.event.seat, *judged.event.strangers):
        return None
    end = scene.last_end
    missed = Inserted(judged.n, TurnEnded(None, scene.turn, by=HAND))
    if _is_settled_by(scene, missed, seat):
        return missed
    none = Undone(end.n) if end is not None and scene.source_of(end) in (TOUCH, INFERRED) else None
    if none is not None and _is_settled_by(scene, none, seat):
        return none
    too_few_cards = scene.has_laid() and _is_settled_by(scene, missed, seat, noted=True)  # the table accepts too few cards
    return missed if too_few_cards else None


def _find_called_card(scene: TurnScene) -> Judged | None:
    """The card called out of turn by its hand alone, the only open foul at a table; None otherwise."""
    disputes = scene.match.disputes
    if not scene.match.started.holds or len(disputes) != 1 or not _by_hand_alone(scene, disputes[0]):
        return None
    return scene.match.find_judged(disputes[0].n)


def _is_settled_by(scene: TurnScene, amendment: Inserted | Undone, mover: int, *, noted: bool = False) -> bool:
    """Does the called card stand with `amendment`, with `mover` to move? `noted`: see `_stands_with`."""
    return _stands_with(scene, amendment, scene.match.disputes[0].n, mover, noted=noted)


def _stands_with(scene: TurnScene, amendment: Inserted | Undone, card: int, mover: int, *, noted: bool = False) -> bool:
    """Does fact `card` stand with `amendment`, without an open foul and with `mover` to move? The amended fact must stand
    too, or be a note at least where `noted`."""
    n = scene.match.entries[-1].n + 1
    tried, _ = judge_entry(scene.rules, scene.match, Entry(n, amendment))
    if tried.outcome is not None or tried.disputes or tried.state.to_move != mover:
        return False
    put_in, laid = tried.find_judged(n), tried.find_judged(card)
    fates = {Fate.STANDS, Fate.NOTED} if noted else {Fate.STANDS}
    lawful = isinstance(amendment, Undone) or (put_in is not None and put_in.fate in fates)
    return lawful and laid is not None and laid.fate is Fate.STANDS


def _by_hand_alone(scene: TurnScene, dispute: Dispute) -> bool:
    """Is the card wrong only for the hand that laid it?"""
    judged = scene.match.find_judged(dispute.n)
    event = None if judged is None else judged.event
    if not isinstance(event, Played) or event.hand is None or (event.seat is None and not event.strangers):
        return False
    return {found.code for found in dispute.findings if found.severity is Severity.FOUL} <= BY_HAND


def _give_card_to_mover(scene: TurnScene, judged: Judged) -> Corrected | None:
    """The correction by which the called card is the mover's. None where it would stay called: a card of an earlier turn may."""
    if not isinstance(judged.event, Played) or not scene.may_lie(replace(judged.event, seat=None, strangers=())):
        return None
    given = Corrected(judged.n, seat=scene.mover)
    then, _ = judge_entry(scene.rules, scene.match, Entry(scene.match.entries[-1].n + 1, given))
    return None if then.disputes else given


def end_before_last_card(scene: TurnScene) -> Inserted | None:
    """The end before the last card, where the player to move is seen to draw only now: the next player laid meanwhile. None
    for other cards."""
    last = scene.match.judged[-1] if scene.match.judged else None
    event = None if last is None else last.event
    if (
        last is None
        or not isinstance(event, Played)
        or event.hand is None
        or last.fate is not Fate.STANDS
        or scene.match.disputes
    ):
        return None
    seats, following = range(scene.match.started.seats), scene.next_seat
    shares = scene.seating.find_shares(event.hand, event.zone, expect_seat(scene.mover, seats, PRIOR_MOVER))
    if event.seat is not None or event.strangers or following == scene.mover or shares[following] < MIN_SURE_SHARE:
        return None
    end = Inserted(last.n, TurnEnded(None, scene.turn, by=HAND))
    return end if _stands_with(scene, end, last.n, following) else None


def move_end_before_last_card(scene: TurnScene) -> tuple[Event, ...]:
    """Events to move the unseen end of the turn before ahead of the last card, laid by an unknown hand. Empty unless the
    last card made the mover's cards enough."""
    end = scene.last_end
    if end is None or scene.source_of(end) != INFERRED or not isinstance(end.event, TurnEnded) or scene.match.disputes:
        return ()
    laid = [judged for judged in scene.match.judged if judged.n < end.n and isinstance(judged.event, Played)]
    last = laid[-1] if laid else None
    if last is None or last.ruling.turn != end.ruling.turn or last.fate is not Fate.STANDS:
        return ()
    card = last.event
    if not isinstance(card, Played) or card.hand is not None or card.seat is not None or card.strangers:
        return ()
    amended: tuple[Event, ...] = (Undone(end.n), Inserted(last.n, TurnEnded(None, end.ruling.turn, by=HAND)))
    match = scene.match
    for fact in amended:
        match, _ = judge_entry(scene.rules, match, Entry(match.entries[-1].n + 1, fact))
    stands = (
        match.outcome is None and not match.disputes and (match.state.turn, match.state.to_move) == (scene.turn, scene.mover)
    )
    return amended if stands and is_lawful(scene.rules.apply_turn_end(match.state)) else ()
