"""What becomes of a card that was called out of turn by its hand alone, once the table goes on over it. Pure.

Nobody takes it back, and the player to move ends his turn or lays on it: either it was his own, and his arm was seen badly, or it was the
next player's and the turn had ended before it. Or whose card it was lays another one or draws: it was his turn, and an end was missed, or one
that was told was none. These are plain facts of the table, and no foul: one hand that was seen badly must not make fouls of all that follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.match.events import Corrected, Entry, Event, Inserted, Played, TurnEnded, Undone
from companion.match.referee import advance
from companion.match.rules import Severity
from companion.match.rulings import Dispute, Fate, Judged
from companion.turns.scene import COLOUR, HAND, INFERRED, MOVER, OTHER_COLOUR, SURE, TOUCH, TurnScene, is_lawful, named
from companion.turns.seats import expecting

BY_HAND = frozenset({"not-your-turn", "another-hand"})
"""Codes of findings on a card that was laid out of turn."""


def gone_on(scene: TurnScene) -> tuple[tuple[Event, ...], bool]:
    """What is to be told before the end of the turn that is to be told now, and whether it tells of that end itself. Nothing while another
    foul is open."""
    judged = _called(scene)
    if judged is None or not isinstance(judged.event, Played):
        return (), False
    following = scene.rules.turn(scene.rules.pass_on(scene.match.state).state)[1]
    if judged.event.seat == following or following in judged.event.strangers:
        end = Inserted(judged.n, TurnEnded(None, scene.turn, by=HAND))
        if _settles(scene, end, following):
            return (end,), True
    return ((Corrected(judged.n, seat=scene.mover),), False) if _may_be_his(scene, judged.event) else ((), False)


def laid_on(scene: TurnScene, event: Played) -> Event | None:
    """The end that belongs before a card which was called for its colour alone, where its player lays another one as if nothing were wrong:
    two in a row are a turn, and its end before was missed. None where that does not settle it."""
    if not scene.match.started.holds or len(scene.match.disputes) != 1:
        return None
    judged = scene.match.judged_of(scene.match.disputes[0].n)
    if judged is None or not isinstance(judged.event, Played):
        return None
    fouls = {found.code for found in scene.match.disputes[0].findings if found.severity is Severity.FOUL}
    following = scene.rules.turn(scene.rules.pass_on(scene.match.state).state)[1]
    end = Inserted(judged.n, TurnEnded(None, scene.turn, by=COLOUR))
    first = scene.played(scene.match.state, replace(judged.event, seat=None, strangers=()))
    coloured = OTHER_COLOUR in {found.code for found in first.findings}
    if not coloured or not fouls <= BY_HAND | {OTHER_COLOUR} or not _settles(scene, end, following):
        return None
    after, _ = advance(scene.rules, scene.match, Entry(scene.match.entries[-1].n + 1, end))
    return end if is_lawful(scene.played(after.state, event)) else None


def laid_over(scene: TurnScene, event: Played, shares: Mapping[int, float] | None) -> Event | None:
    """What is to be told before a card by which the table goes on, though one that was called lies there still: the player to move lays on
    it, so it was his; or whose hand that was lays another, so that it was his turn. None where neither settles it."""
    judged = _called(scene)
    if judged is None:
        return None
    his = isinstance(judged.event, Played) and _may_be_his(scene, judged.event)
    if his and event.zone == scene.match.disputes[0].zone and (shares is None or shares[scene.mover] >= SURE):
        return Corrected(judged.n, seat=scene.mover)
    seat = named(shares)
    return None if seat is None else his_turn(scene, seat)


def his_turn(scene: TurnScene, seat: int) -> Event | None:
    """What makes it the turn of the player whose card was called, and who goes on as if nothing were wrong: the end of this turn was missed
    before it, or what passed for the end of the one before was none. None where neither does."""
    judged = _called(scene)
    if judged is None or not isinstance(judged.event, Played) or seat not in (judged.event.seat, *judged.event.strangers):
        return None
    end = scene.last_end()
    missed = Inserted(judged.n, TurnEnded(None, scene.turn, by=HAND))
    if _settles(scene, missed, seat):
        return missed
    none = Undone(end.n) if end is not None and scene.source_of(end) in (TOUCH, INFERRED) else None
    if none is not None and _settles(scene, none, seat):
        return none
    too_few_cards = scene.has_laid() and _settles(scene, missed, seat, noted=True)  # the table lets that be
    return missed if too_few_cards else None


def _called(scene: TurnScene) -> Judged | None:
    """The card that is called out of turn by its hand alone, the only foul that is open at a table."""
    disputes = scene.match.disputes
    if not scene.match.started.holds or len(disputes) != 1 or not _by_hand_alone(scene, disputes[0]):
        return None
    return scene.match.judged_of(disputes[0].n)


def _settles(scene: TurnScene, amendment: Inserted | Undone, mover: int, *, noted: bool = False) -> bool:
    """Is the card that was called lawful with it, and its player to move? `noted`: see `_stands`."""
    return _stands(scene, amendment, scene.match.disputes[0].n, mover, noted=noted)


def _stands(scene: TurnScene, amendment: Inserted | Undone, card: int, mover: int, *, noted: bool = False) -> bool:
    """Does that card stand with an amendment, no foul open, and its player to move? What is put in stands too, or is a note at least where
    `noted`."""
    n = scene.match.entries[-1].n + 1
    tried, _ = advance(scene.rules, scene.match, Entry(n, amendment))
    if tried.outcome is not None or tried.disputes or scene.rules.turn(tried.state)[1] != mover:
        return False
    put_in, laid = tried.judged_of(n), tried.judged_of(card)
    fates = {Fate.STANDS, Fate.NOTED} if noted else {Fate.STANDS}
    lawful = isinstance(amendment, Undone) or (put_in is not None and put_in.fate in fates)
    return lawful and laid is not None and laid.fate is Fate.STANDS


def _by_hand_alone(scene: TurnScene, dispute: Dispute) -> bool:
    """Is nothing wrong with a card but whose it was, as far as its hand told?"""
    judged = scene.match.judged_of(dispute.n)
    event = None if judged is None else judged.event
    if not isinstance(event, Played) or event.hand is None or (event.seat is None and not event.strangers):
        return False
    return {found.code for found in dispute.findings if found.severity is Severity.FOUL} <= BY_HAND


def _may_be_his(scene: TurnScene, event: Played) -> bool:
    """Would a card that was called stand if the player to move had laid it?"""
    return scene.may_lie(replace(event, seat=None, strangers=()))


def laid_meanwhile(scene: TurnScene) -> Inserted | None:
    """The end of the turn that belongs before the last card, where the player to move is seen to draw only now: the next player laid while
    that hand was at the draw pile. None where the card was no such one."""
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
    seats, following = range(scene.match.started.seats), scene.rules.turn(scene.rules.pass_on(scene.match.state).state)[1]
    shares = scene.seating.shares(event.hand, event.zone, expecting(scene.mover, seats, MOVER))
    if event.seat is not None or event.strangers or following == scene.mover or shares[following] < SURE:
        return None
    end = Inserted(last.n, TurnEnded(None, scene.turn, by=HAND))
    return end if _stands(scene, end, last.n, following) else None


def ended_sooner(scene: TurnScene) -> tuple[Event, ...]:
    """What puts the end of the turn before, which nobody saw, before the card of an unknown hand that passes for the last one of that turn,
    where the player to move has laid enough only with that card; nothing where it does not."""
    end = scene.last_end()
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
        match, _ = advance(scene.rules, match, Entry(match.entries[-1].n + 1, fact))
    stands = match.outcome is None and not match.disputes and scene.rules.turn(match.state) == (scene.turn, scene.mover)
    return amended if stands and is_lawful(scene.rules.end_turn(match.state)) else ()
