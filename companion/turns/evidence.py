"""Whose act it was and whether a turn has ended, weighed from all that tells of it. Pure: what is read here is told to the referee as
plain facts, and only once, so that a log folds to the same match whatever is learned later.

What tells: from where an arm came (`companion.turns.seats`), the colour of a card, how many cards a turn may have, and whether a hand could
have been at the draw pile unnoticed. Where they agree that a turn has ended of which nobody told, its end is put in; a card of another
player is a foul where the turn cannot have ended; what two readings leave open is asked, and no foul is called meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.match.events import Claimed, Event, Played, TurnEnded
from companion.match.facts import LAYING
from companion.match.rules import Rules
from companion.match.rulings import Match
from companion.turns.gone_on import gone_on
from companion.turns.open_half import claimed_beside_half, end_by_draw, laid_beside_half, open_half
from companion.turns.scene import DRAW, MOVER, SURE, TurnScene, Weighed, is_lawful, is_not, named, seating, shares_of
from companion.turns.seats import expecting, measured
from companion.turns.whose_card import card_weighed
from companion.turns.whose_end import early_asked, end_weighed, owner_of

DUE = 0.95
"""What is expected of a hand that draws, before anything is seen of it: that it is one of those who have still to draw."""


def weighed(
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
) -> Weighed:
    """What an event means with all that tells of it. `gap`, `lingered`, `still`, `may_end`: see `TurnScene`. `zone`: the draw pile at which
    a turn was ended. `told`: the same card as another seat would mean it, in a text that names piles and cards as seen by a player; None = it
    is the same card whoever laid it.

    An event without a hand that nobody watched (`gap` None) means what it says.
    """
    if match.outcome is not None:
        return Weighed(event)
    scene = TurnScene(rules, match, measured(seating(match)), gap, lingered, still, may_end)
    if gap is False and scene.may_have_drawn_after_all():
        scene = replace(scene, gap=True)
    if (
        isinstance(event, TurnEnded)
        and event.tidying
        and (match.disputes or not (may_end or is_lawful(rules.end_turn(match.state))))
    ):
        return Weighed(None, asked=early_asked(scene, event, owner_of(scene, zone)))
    if isinstance(event, Played) and DRAW in rules.claims and not (event.again or event.waived):
        return laid_beside_half(scene, event)
    if isinstance(event, Claimed) and DRAW in rules.claims and event.code in LAYING and event.seat is not None:
        return claimed_beside_half(scene, event)
    if getattr(event, "hand", None) is None and gap is None:
        return Weighed(event)
    if isinstance(event, Played) and event.after and not (event.again or event.waived):
        return card_weighed(scene, event, told or (lambda seat: event))
    if isinstance(event, TurnEnded) and not event.by:
        return _over_a_foul(scene, end_weighed(scene, event, owner_of(scene, zone)))
    if isinstance(event, Claimed) and event.hand is not None and event.seat is None and event.code in (*LAYING, DRAW):
        return _claim(scene, event)
    return Weighed(event)


def _over_a_foul(scene: TurnScene, meant: Weighed) -> Weighed:
    """The end of a turn in which a card was called that nobody took back."""
    if not isinstance(meant.event, TurnEnded) or meant.before:
        return meant
    before, told = gone_on(scene)
    event = replace(meant.event, turn=scene.turn) if told else meant.event
    return replace(meant, event=event, before=before)


def _claim(scene: TurnScene, event: Claimed) -> Weighed:
    """A whole play, or a draw, of a game whose turns end by themselves: it is that of the player whose hand it was."""
    seats = range(scene.match.started.seats)
    if event.code == DRAW:
        return _draw(scene, event)
    shares = shares_of(scene, event, expecting(scene.mover, seats, MOVER)) or {}
    other = max(shares, key=lambda seat: shares[seat])
    if is_not(scene.mover, shares) and scene.seating.knows(other):
        return Weighed(replace(event, seat=other), seat=named(shares))
    return Weighed(event, seat=named(shares))


def _draw(scene: TurnScene, event: Claimed) -> Weighed:
    """A draw belongs to the hand that makes it, most likely to one who has still to draw."""
    seats = range(scene.match.started.seats)
    due = scene.rules.view(scene.match.state).get("to_draw") or [scene.mover]
    if scene.mover not in due and open_half(scene.rules, scene.match) is not None:
        due = [*due, scene.mover]
    rest = (1 - DUE) / max(len(seats) - len(due), 1)
    shares = shares_of(scene, event, {seat: DUE / len(due) if seat in due else rest for seat in seats}) or {}
    seat = next((seat for seat, share in shares.items() if share >= SURE), None)
    drawn = event if seat is None else replace(event, seat=seat)
    return Weighed(drawn, seat=seat, later=end_by_draw(scene, drawn))
