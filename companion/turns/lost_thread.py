"""A table that plays on over several calls is taken at its word. Pure.

One act that nobody saw makes fouls of the acts after it, and a card that was called and left lets no turn end. People who are called for a
mistake take it back, or say that it stands. Where they do neither and go on, whose turn it is was lost here and not there. What was called
lies as it is, and turns that nobody saw end are over. The act is judged in the turn that makes it lawful; where none does, it is let lie
too. Nothing is called until a few acts in a row are lawful. What was called once, and lies while four turns are played lawfully, is let lie
as well; that silences nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.match.events import Entry, Event, Played, TurnEnded, Waived
from companion.match.referee import judge_entry
from companion.match.rules import Finding, Rules, Severity
from companion.match.rulings import ILLEGAL, LOSS, Match
from companion.turns.gone_on import BY_HAND
from companion.turns.scene import DRAW, INFERRED, WeighedEvent

CALLS_PLAYED_OVER = 2  # calls of which none was taken back as a third act would be called; guess
ACTS_TO_FOLLOW = 4  # lawful acts in a row, of two whole turns, after which calls begin again; guess
ACTS_OVER_CALL = 8  # lawful acts in a row, of four turns of Sequence, over something that was called; guess


def follow_table(rules: Rules[Any], match: Match, meant: WeighedEvent) -> WeighedEvent:
    """The meaning of a card, a chip or an end of turn, with what belongs before it where the table plays on over calls. Any other
    meaning is unchanged."""
    event = meant.event
    if not match.started.holds or match.outcome is not None or not isinstance(event, Played | TurnEnded):
        return meant
    is_followed, calls = _count_calls(match)
    if not is_followed and calls < CALLS_PLAYED_OVER:
        return _let_old_calls_lie(rules, match, meant, event)
    refused = _find_fouls(rules, match, event)
    if not refused and not (meant.before and is_followed):
        return _let_old_calls_lie(rules, match, meant, event)
    if isinstance(event, TurnEnded):
        return replace(meant, event=replace(event, unknown=max(event.unknown, 1)), before=()) if is_followed else meant
    if not is_followed and DRAW not in rules.claims and not {found.code for found in refused} & BY_HAND:
        return meant  # the player whose card was called lays another
    return replace(_let_go_on(rules, match, meant, event), asked=None, answered=None)


def _let_go_on(rules: Rules[Any], match: Match, meant: WeighedEvent, event: Played) -> WeighedEvent:
    """The card or chip `event` with what makes it stand told before: waivers of all that was called, and ends of turns. Waived itself
    where nothing does."""
    match, before = _let_all_lie(rules, match)
    passed, ended = match, before
    for _ in range(match.started.seats):
        if passed.outcome is None and not _find_fouls(rules, passed, event):
            return replace(meant, before=ended)
        turn = passed.state.turn
        passed, ended = _tell(rules, passed, ended, TurnEnded(None, turn, unknown=1))
        if passed.outcome is not None or passed.state.turn == turn:
            break
    return replace(meant, event=replace(event, seat=None, strangers=(), waived=True), before=before)


def _let_old_calls_lie(rules: Rules[Any], match: Match, meant: WeighedEvent, event: Played | TurnEnded) -> WeighedEvent:
    """The meaning with waivers before it of what was called turns ago. Unchanged where there is no such call. Unchanged too where
    the waivers would make the act a foul, or the turn another's."""
    if not match.disputes or _count_acts_since(match, max(one.n for one in match.disputes)) < ACTS_OVER_CALL:
        return meant
    after, before = _let_all_lie(rules, match)
    is_same = after.outcome is None and after.state.to_move == match.state.to_move and not after.disputes
    lawful = is_same and not _find_fouls(rules, after, event)
    return replace(meant, before=(*before, *meant.before)) if lawful else meant


def _let_all_lie(rules: Rules[Any], match: Match) -> tuple[Match, tuple[Event, ...]]:
    """The match with all that is called let lie, and the waivers that do it."""
    before: tuple[Event, ...] = ()
    for _ in match.disputes:
        if match.disputes:  # a waived card may make its chip stand
            match, before = _tell(rules, match, before, Waived(match.disputes[0].n))
    return match, before


def _count_acts_since(match: Match, n: int, until: int | None = None) -> int:
    """Cards and chips told after entry `n`, before entry `until` (None: up to now)."""
    return sum(
        isinstance(entry.event, Played) and n < entry.n and (until is None or entry.n < until) for entry in match.entries
    )


def _tell(rules: Rules[Any], match: Match, before: tuple[Event, ...], event: Event) -> tuple[Match, tuple[Event, ...]]:
    """The match after `event`, and what was told so far with it. `before`: what was told so far."""
    return judge_entry(rules, match, Entry(match.entries[-1].n + 1, event))[0], (*before, event)


def _count_calls(match: Match) -> tuple[bool, int]:
    """Was play followed just now? And how many calls does the table play on over?"""
    called = {dispute.n for dispute in match.disputes}
    acts = calls = 0
    for entry in reversed(match.entries):
        if isinstance(entry.event, Waived) and entry.source == INFERRED:
            if _count_acts_since(match, entry.event.entry, entry.n) < ACTS_OVER_CALL:
                return True, calls
            continue
        if entry.n in called:
            called.discard(entry.n)
            calls += 1
            continue
        ruling = match.find_ruling(entry.n)
        calls += (
            isinstance(entry.event, TurnEnded) and ruling is not None and ruling.verdict == ILLEGAL and bool(match.disputes)
        )
        acts += isinstance(entry.event, Played) and not entry.event.waived and not calls
        if acts == ACTS_TO_FOLLOW or (calls and not called):
            break
    return False, calls


def _find_fouls(rules: Rules[Any], match: Match, event: Event) -> tuple[Finding, ...]:
    """What makes the event a foul or a loss now. Empty where it stands."""
    _, ruling = judge_entry(rules, match, Entry(match.entries[-1].n + 1, event))
    return (
        tuple(found for found in ruling.findings if found.severity is not Severity.NOTE)
        if ruling.verdict in (ILLEGAL, LOSS)
        else ()
    )
