"""An unseen act is put in where it fits, known by what was left behind or by what is asked. Pure.

Where turns end by themselves, a missed chip or card makes a foul of every later act. A chip or card without an act in the
log points to a missed act. The act was done if the mover may have done it and everything later is lawful. Where two acts
fit, a person decides. An unseen card is known by its chip, because few cards fit a chip.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.errors import InputError
from companion.match.events import Entry, Event, Inserted, Played
from companion.match.referee import judge_entry
from companion.match.rules import CARD_DUE, CARD_MISSING, Play, Rules
from companion.match.rulings import Fate, Match
from companion.turns.open_half import SLID, owners_of_left
from companion.turns.scene import DRAW, is_lawful

Lying = tuple[str, str]
"""A zone and the face seen there, or perhaps seen there."""
Shares = tuple[tuple[str, float], ...]
"""Faces with the chance of each, likeliest first."""
LIKELIEST_CARD_SHARE = 0.9  # chance of the likeliest card for a chip beside the others: few cards are jacks; guess


def find_missed_before(rules: Rules[Any], match: Match, lying: Iterable[Lying], event: Event) -> Played | None:
    """The act missed just before `event`, which stands with the act and would be a foul without. None where no act or
    several acts fit. `lying`: what is seen against the match."""
    if not isinstance(event, Played) or not _is_strange(rules, match, event):
        return None
    acts = [act for act in _possible_acts(match, lying) if act.zone != event.zone]
    fit = [
        act
        for act in acts
        if (then := _advance_with(rules, match, act)) is not None and is_lawful(_judge_play(rules, then, event))
    ]
    return fit[0] if len(fit) == 1 else None


def find_unread_before(rules: Rules[Any], match: Match, lying: Iterable[Lying], event: Event) -> tuple[Played, Shares] | None:
    """The unseen card for a waiting chip, where `event` would be a foul without the card, and the chances of cards. The card
    given is the first of those that fit. None where no chip waits, or no card fits.

    Cards asked about at the chip's zone come first. `lying`: as in `find_missed_before`.
    """
    if not isinstance(event, Played) or not _is_strange(rules, match, event):
        return None
    due = next((duty for duty in rules.list_duties(match.state) if duty.code == CARD_DUE), None)
    if due is None or due.zones[0] == event.zone:
        return None
    zone, asked = due.zones[0], {face for where, face in lying if where == due.zones[0]}
    cards = [card for card in due.detail["cards"] if not asked or card in asked]
    acts = [Played(zone, match.faces[zone], card) for card in cards]
    fit = [
        act
        for act in acts
        if (then := _advance_with(rules, match, act)) is not None and is_lawful(_judge_play(rules, then, event))
    ]
    return (fit[0], _share_among_cards([act.after for act in fit])) if fit else None


def find_unread_lately(rules: Rules[Any], match: Match, event: Event) -> tuple[Played, Shares] | None:
    """The unseen card of the turn before, for a chip called a foul for lack of a card, and the chances of cards. None without
    such a chip, or while a foul is open.

    None in three more cases: a person said that no card was laid; the player has not drawn and may still lay the card; a late
    card could not be told from the next card.
    """
    if not isinstance(event, Played) or not _may_miss(match, rules) or match.disputes:
        return None
    due = next((duty for duty in rules.list_duties(match.state) if duty.code == CARD_MISSING), None)
    turn = match.state.turn
    if due is None or due.due_turn != turn - 1 or due.zones[0] in (event.zone, *rules.shared) or not due.detail["cards"]:
        return None
    if due.detail["seat"] - 1 in (rules.describe_position(match.state).get("to_draw") or ()):
        return None
    told = (one for one in match.judged if isinstance(one.event, Played) and one.event.zone == due.zones[0])
    if any(one.fate is Fate.UNDONE and one.ruling.turn == turn for one in told):
        return None
    cards = due.detail["cards"]
    act = Played(due.zones[0], match.faces[due.zones[0]], cards[0])
    return None if _advance_with(rules, match, act) is None else (act, _share_among_cards(cards))


def _share_among_cards(cards: Sequence[str]) -> Shares:
    """Chances of the cards, likeliest first."""
    others = (1 - LIKELIEST_CARD_SHARE) / max(1, len(cards) - 1)
    return tuple((card, others if number else LIKELIEST_CARD_SHARE) for number, card in enumerate(cards))


def find_missed_lately(rules: Rules[Any], match: Match, lying: Iterable[Lying]) -> Played | Inserted | None:
    """The act missed a while ago, with which a half play is whole or the open fouls are none. None where no act or several acts
    fit. `Inserted` puts the act before the first open foul. `lying`: as in `find_missed_before`."""
    if not _may_miss(match, rules):
        return None
    acts = _possible_acts(match, lying)
    first = match.disputes[0].n if match.disputes else None
    if first is None and match.state.to_move in owners_of_left(rules, match):
        first = match.judged[-1].n  # the act came before its owner's next turn
    tried: list[Played | Inserted] = [(act if first is None else Inserted(first, act)) for act in acts]
    fit = [
        event
        for event in tried
        if (then := _advance_with(rules, match, event)) is not None and _ends_dispute(rules, match, then)
    ]
    return fit[0] if len(fit) == 1 else None


def is_mendable(rules: Rules[Any], match: Match) -> bool:
    """Is a foul open, or a half play left, that a missed act might explain?"""
    return bool(match.disputes or owners_of_left(rules, match))


def _is_strange(rules: Rules[Any], match: Match, event: Played) -> bool:
    """Is the event the first foul, and may a missed act explain it? A chip pushed from the next space explains itself."""
    if not _may_miss(match, rules) or match.disputes or event.waived or event.again:
        return False
    step = _judge_play(rules, match, event)
    return not is_lawful(step) and SLID not in {found.code for found in step.findings}


def _may_miss(match: Match, rules: Rules[Any]) -> bool:
    return match.started.holds and match.outcome is None and DRAW in rules.claims


def _possible_acts(match: Match, lying: Iterable[Lying]) -> list[Played]:
    faces = match.faces
    return [Played(zone, faces[zone], face) for zone, face in dict.fromkeys(lying) if zone in faces and faces[zone] != face]


def _advance_with(rules: Rules[Any], match: Match, event: Event) -> Match | None:
    """The match with an act put in, which is no foul and settles the first open foul; None otherwise. A face that the variant
    lacks, or an act that ends the match, gives None too."""
    n = match.entries[-1].n + 1
    try:
        then, _ = judge_entry(rules, match, Entry(n, event))
    except InputError:  # a face of the game, missing in the match's variant
        return None
    told = then.find_judged(n)
    lawful = told is not None and told.fate is Fate.STANDS and then.outcome is None
    return then if lawful and {one.n for one in then.disputes} <= {one.n for one in match.disputes[1:]} else None


def _ends_dispute(rules: Rules[Any], before: Match, after: Match) -> bool:
    """Does what was open `before` the act come to an end `after`?"""
    if owners_of_left(rules, before) > owners_of_left(rules, after):
        return True
    return bool(before.disputes) or after.state.turn != before.state.turn


def _judge_play(rules: Rules[Any], match: Match, event: Played) -> Any:
    accepted = match.faces.get(event.zone, "")
    return rules.apply_play(match.state, Play(event.zone, accepted, event.after, event.seat))
