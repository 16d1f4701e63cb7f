"""An act that nobody saw being done, though what it left is seen or asked about: put in where it fits. Pure.

Where turns end by themselves one chip or card that was missed makes a foul of every act after it. What lies there and is in nobody's
account tells: if it is what the player to move may have done, and nothing is wrong with what followed once it is put in, it was done. Two
that would do so are left to a person. A card of which nothing at all was seen is known by its chip: it was one of few.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.errors import InputError
from companion.match.events import Entry, Event, Inserted, Played
from companion.match.referee import advance
from companion.match.rules import CARD_DUE, CARD_MISSING, Play, Rules
from companion.match.rulings import Fate, Match
from companion.turns.open_half import SLID, owners_of_left
from companion.turns.scene import DRAW, is_lawful

Lying = tuple[str, str]
"""A zone and the face that is seen there, or may be."""
Shares = tuple[tuple[str, float], ...]
"""Faces with how likely each is, the likeliest first."""
LIKELIEST = 0.9
"""How likely the likeliest card for a chip is beside the others: few cards are jacks."""


def missed_before(rules: Rules[Any], match: Match, lying: Iterable[Lying], event: Event) -> Played | None:
    """The act that was missed just before `event`, which stands with it and would be a foul without. `lying`: what the match does not
    expect where it is seen. None where there is no such act, or several."""
    if not isinstance(event, Played) or not _is_strange(rules, match, event):
        return None
    acts = [act for act in _acts(rules, match, lying) if act.zone != event.zone]
    fit = [act for act in acts if (then := _with(rules, match, act)) is not None and is_lawful(_judged(rules, then, event))]
    return fit[0] if len(fit) == 1 else None


def unread_before(rules: Rules[Any], match: Match, lying: Iterable[Lying], event: Event) -> tuple[Played, Shares] | None:
    """The card that nobody saw being laid for the chip that waits for one, where `event` would be a foul without, and the cards that it may
    have been: of those that are asked about there, if any. As `missed_before`."""
    if not isinstance(event, Played) or not _is_strange(rules, match, event):
        return None
    due = next((duty for duty in rules.duties(match.state) if duty.code == CARD_DUE), None)
    if due is None or due.zones[0] == event.zone:
        return None
    zone, asked = due.zones[0], {face for where, face in lying if where == due.zones[0]}
    cards = [card for card in due.detail["cards"] if not asked or card in asked]
    acts = [Played(zone, rules.faces(match.state)[zone], card) for card in cards]
    fit = [act for act in acts if (then := _with(rules, match, act)) is not None and is_lawful(_judged(rules, then, event))]
    return (fit[0], _shares([act.after for act in fit])) if fit else None


def unread_lately(rules: Rules[Any], match: Match, event: Event) -> tuple[Played, Shares] | None:
    """The card that nobody saw being laid in the turn before, for a chip that was called for the lack of it, and the cards that it may have
    been. None where a person has said already that none was laid, where its player may still bring it, having not drawn, and where a card
    that comes late could not be told from the next one."""
    if not isinstance(event, Played) or not _may_miss(match, rules) or match.disputes:
        return None
    due = next((duty for duty in rules.duties(match.state) if duty.code == CARD_MISSING), None)
    turn = rules.turn(match.state)[0]
    if due is None or due.due_turn != turn - 1 or due.zones[0] in (event.zone, *rules.shared) or not due.detail["cards"]:
        return None
    if due.detail["seat"] - 1 in (rules.view(match.state).get("to_draw") or ()):
        return None
    told = (one for one in match.judged if isinstance(one.event, Played) and one.event.zone == due.zones[0])
    if any(one.fate is Fate.UNDONE and one.ruling.turn == turn for one in told):
        return None
    cards = due.detail["cards"]
    act = Played(due.zones[0], rules.faces(match.state)[due.zones[0]], cards[0])
    return None if _with(rules, match, act) is None else (act, _shares(cards))


def _shares(cards: Sequence[str]) -> Shares:
    """The cards, likeliest first."""
    others = (1 - LIKELIEST) / max(1, len(cards) - 1)
    return tuple((card, others if number else LIKELIEST) for number, card in enumerate(cards))


def missed_lately(rules: Rules[Any], match: Match, lying: Iterable[Lying]) -> Played | Inserted | None:
    """The act that was missed a while ago: with it a play is whole of which only one half was seen, or the fouls that are open are none.
    As `missed_before`."""
    if not _may_miss(match, rules):
        return None
    acts = _acts(rules, match, lying)
    first = match.disputes[0].n if match.disputes else None
    if first is None and rules.turn(match.state)[1] in owners_of_left(rules, match):
        first = match.judged[-1].n  # laid before its owner had a turn again
    tried: list[Played | Inserted] = [(act if first is None else Inserted(first, act)) for act in acts]
    fit = [event for event in tried if (then := _with(rules, match, event)) is not None and _settles(rules, match, then)]
    return fit[0] if len(fit) == 1 else None


def is_mendable(rules: Rules[Any], match: Match) -> bool:
    """Is a foul open, or a half left, that something missed might explain?"""
    return bool(match.disputes or owners_of_left(rules, match))


def _is_strange(rules: Rules[Any], match: Match, event: Played) -> bool:
    """Is an event the first foul, and one that something missed may explain? A chip that came from the next space explains itself."""
    if not _may_miss(match, rules) or match.disputes or event.waived or event.again:
        return False
    step = _judged(rules, match, event)
    return not is_lawful(step) and SLID not in {found.code for found in step.findings}


def _may_miss(match: Match, rules: Rules[Any]) -> bool:
    return match.started.holds and match.outcome is None and DRAW in rules.claims


def _acts(rules: Rules[Any], match: Match, lying: Iterable[Lying]) -> list[Played]:
    faces = rules.faces(match.state)
    return [Played(zone, faces[zone], face) for zone, face in dict.fromkeys(lying) if zone in faces and faces[zone] != face]


def _with(rules: Rules[Any], match: Match, event: Event) -> Match | None:
    """The match with an act put in that is no foul, and without which the first that is open would be none; None where it is not so."""
    n = match.entries[-1].n + 1
    try:
        then, _ = advance(rules, match, Entry(n, event))
    except InputError:  # a face of the game that this match does not have
        return None
    told = then.judged_of(n)
    lawful = told is not None and told.fate is Fate.STANDS and then.outcome is None
    return then if lawful and {one.n for one in then.disputes} <= {one.n for one in match.disputes[1:]} else None


def _settles(rules: Rules[Any], before: Match, after: Match) -> bool:
    """Does what was open come to an end with it?"""
    if owners_of_left(rules, before) > owners_of_left(rules, after):
        return True
    return bool(before.disputes) or rules.turn(after.state)[0] != rules.turn(before.state)[0]


def _judged(rules: Rules[Any], match: Match, event: Played) -> Any:
    accepted = rules.faces(match.state).get(event.zone, "")
    return rules.play(match.state, Play(event.zone, accepted, event.after, event.seat))
