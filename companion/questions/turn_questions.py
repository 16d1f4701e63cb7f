"""Turns and questions as entries are judged: which turn has just ended, and where a card named late belongs. Pure."""

from __future__ import annotations

from typing import Any, TypeVar

from companion.match.events import Amendment, Corrected, Event, Inserted, Played, Seen, TurnEnded, Undone
from companion.match.facts import find_zone_of
from companion.match.rules import CARD_DUE, Play, Rules
from companion.match.rulings import ILLEGAL, Fate, Match
from companion.questions.question import PileQuestion, Question, TurnOver, TurnQuestion
from companion.turns.open_half import find_open_half
from companion.turns.scene import INFERRED

MAX_ASKED_TURNS = 2  # after a turn, questions about its end or its covered cards are dropped; guess
Asking = TypeVar("Asking", Question, TurnQuestion)
_BY = {"touch": "draw", "button": "button", "card": "card", INFERRED: "hand"}
"""What told of the end of a turn, by the source of its entry; anybody else is a person. An end inferred where play went on over calls was
told by the next player's hand."""


def is_draw_due(rules: Rules[Any], match: Match) -> bool:
    """Has anybody still to draw, in a game with draws of their own? False in other games."""
    return bool(rules.describe_position(match.state).get("to_draw"))


def is_half_in_question(rules: Rules[Any], match: Match, questions: tuple[Question, ...]) -> bool:
    """May the card or chip of one of `questions` be the missing half of the turn?"""
    if find_open_half(rules, match) is None:
        return False
    asked = {each.zone for each in questions if not each.covered}
    due = next((duty.zones[0] for duty in rules.list_duties(match.state) if duty.code == CARD_DUE), None)
    piles = {pile["zone"] for pile in rules.describe_position(match.state).get("piles", ())}
    return bool(asked - piles) if due is None else due in asked


def find_ended_turn(before: Match, after: Match) -> TurnOver | None:
    """The turn that ended with the last entry, None for none. A turn ended by its card alone and an end without a half do not
    count. `before`, `after`: the match without and with the last entry."""
    told = [after.entries[-1], *([] if before.waiting is None or after.waiting is not None else [before.waiting])]
    for entry in told:
        judged = after.find_judged(entry.n)
        if judged is None or not isinstance(judged.event, TurnEnded) or judged.fate is not Fate.STANDS or judged.passed is None:
            continue
        if judged.ruling.verdict == ILLEGAL:
            continue
        by = judged.event.by or _BY.get(entry.source, "person")
        return TurnOver(judged.ruling.turn, judged.ruling.seat, by, entry.at)
    return None


def keep_if_asked(match: Match, question: Asking | None) -> Asking | None:
    """The question, None once idle: the turn is long over or goes on, or the card on top or the asked card is gone. None for
    None."""
    if question is None or match.outcome is not None or match.state.turn > question.turn + MAX_ASKED_TURNS:
        return None
    if (
        isinstance(question, TurnQuestion)
        and question.before is None
        and question.touch is None
        and _has_laid_since(match, question)
    ):
        return None
    judged = None if question.before is None else match.find_judged(question.before)
    gone = judged is not None and judged.fate in (Fate.UNDONE, Fate.TAKEN_BACK, Fate.OVER)
    return None if gone else question


def _has_laid_since(match: Match, question: TurnQuestion) -> bool:
    """Was a card laid since the question about the turn's end?"""
    laid = (match.entry_of(one.n) for one in match.laid if one.turn == question.turn)
    return any(entry is not None and entry.at > question.since for entry in laid)


def keep_open_questions(match: Match, questions: tuple[Question, ...]) -> tuple[Question, ...]:
    """The questions without idle questions about covered cards, and without questions answered by the log."""
    return tuple(one for one in questions if not (one.covered or one.lifted) or _is_open(match, one))


def keep_open_pile_questions(match: Match, questions: tuple[PileQuestion, ...]) -> tuple[PileQuestion, ...]:
    """The questions on which pile a card lies, without idle ones: the turn is long over, or the card is gone."""
    return tuple(one for one in questions if not _is_card_gone(match, one.turn, one.entry))


def _is_card_gone(match: Match, turn: int, entry: int | None) -> bool:
    """Is a card gone, its turn long over, or the match over? `entry`: of the card, None as long as it is not in the log."""
    if match.outcome is not None or match.state.turn > turn + MAX_ASKED_TURNS:
        return True
    judged = None if entry is None else match.find_judged(entry)
    return judged is not None and judged.fate in (Fate.UNDONE, Fate.TAKEN_BACK, Fate.OVER)


def _is_open(match: Match, question: Question) -> bool:
    judged = None if question.lifted is None else match.find_judged(question.lifted)
    answered = question.lifted is not None and (judged is None or judged.instead is None)
    return not answered and keep_if_asked(match, question) is not None


def find_following_entry(match: Match, question: Question) -> int | None:
    """The entry just after the asked card: the card's cover, or the end of the turn. None while the turn runs."""
    if question.before is not None:
        return question.before
    ends = (judged for judged in match.judged if isinstance(judged.event, TurnEnded) and judged.fate is Fate.STANDS)
    return next((judged.n for judged in ends if question.moved and judged.ruling.turn == question.turn), None)


def read_turn_answer(match: Match, question: TurnQuestion, ended: bool) -> Event | None:
    """The event told by a person's answer, None for nothing new. `ended`: the turn had ended."""
    called = _call_raising_card(match, question)
    if question.touch is not None:
        return called if ended else Undone(question.touch)
    if not ended:
        return called
    if question.before is None:
        return TurnEnded(question.seat, question.turn)
    judged = match.find_judged(question.before)
    missed = (
        question.turn if judged is None else judged.ruling.turn
    )  # an end missed in an earlier turn makes the told end the end of the running turn
    end = TurnEnded(question.seat, question.turn) if missed == question.turn else TurnEnded(None, missed)
    return Inserted(question.before, end)


def _call_raising_card(match: Match, question: TurnQuestion) -> Event | None:
    """The card that raised a question, as laid out of turn. None if called already, or laid by nobody known. A card let lie
    is judged."""
    judged = None if question.card is None else match.find_judged(question.card)
    if judged is None or judged.fate is Fate.OPEN:
        return None
    if isinstance(judged.event, Played) and judged.event.waived:
        return Corrected(judged.n, seat=judged.ruling.seat if question.stranger is None else question.stranger, waived=False)
    return None if question.stranger is None else Corrected(judged.n, seat=question.stranger)


def find_time_missed(match: Match, fact: Event, at: float) -> float:
    """When a missed fact happened: with the entry it is put before, else `at`."""
    entry = match.entry_of(fact.before) if isinstance(fact, Inserted) else None
    return at if entry is None else entry.at


def let_card_lie(rules: Rules[Any], match: Match, seen: Seen) -> Event:
    """The event of a card laid on an unknown card, let lie since nobody can judge the card. A card that is lawful anyhow, or a
    zone now empty, comes back as `seen`."""
    accepted = match.faces.get(seen.zone, "")
    if not seen.after or rules.apply_play(match.state, Play(seen.zone, accepted, seen.after)).stands:
        return seen
    return Played(seen.zone, accepted, seen.after, waived=True, hand=seen.hand)


def find_amended_zone(match: Match, event: Amendment) -> str:
    """The zone of an amended fact, "" for none."""
    if isinstance(event, Inserted):
        return find_zone_of(event.fact)
    judged = match.find_judged(event.entry)
    return find_zone_of(judged.event) if judged else ""
