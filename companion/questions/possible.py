"""What a match would be if its unnamed cards were named in one way or another. Pure.

A card with an unknown command may have ended its turn. What another hand lays meanwhile is no foul while the turn may be
over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from companion.match.amended.amending import list_amendable
from companion.match.events import Amendment, Corrected, Entry, Event, Inserted, Played, Seen
from companion.match.referee import interpret_event, judge_entry, start_match
from companion.match.rules import Play, Rules
from companion.match.rulings import ILLEGAL, LOSS, Fate, Match
from companion.questions.named_cards import weigh_named_card
from companion.questions.question import Question
from companion.turns.evidence import weigh_event
from companion.turns.scene import WeighedEvent, is_lawful

MIN_ANSWER_SHARE = 0.02  # no card hangs on a less likely answer: a command is on 4 cards of 98; geometry of the deck

MAX_ANSWERS_TRIED = 24  # of one question or of several together; guess


def is_hanging_on_names(
    rules: Rules[Any], match: Match, meant: WeighedEvent, card: Played, questions: Sequence[Question], before: int | None = None
) -> bool:
    """Is a card, as `meant`, a foul, a loss or asked about only while others are unnamed? `card`: the play. `questions`:
    about cards laid earlier. `before`: entry before which the card was laid, None = just now."""
    if not questions or not is_doubtful(rules, match, meant, before):
        return False
    for possible in islice(_possible_matches(rules, match, questions), MAX_ANSWERS_TRIED):
        if possible.outcome is not None and match.outcome is None:
            continue  # a match lost long ago excuses no later card: nobody would have played on
        seen = interpret_event(rules, possible, card)
        if seen is None or not isinstance(seen, Played):
            continue
        if not is_doubtful(rules, possible, weigh_event(rules, possible, seen, gap=card.gap), before):
            return True
    return False


def is_foul_anyhow(
    rules: Rules[Any], match: Match, cards: Sequence[Seen], gap: bool | None, questions: Sequence[Question]
) -> bool:
    """Is a card just laid the same foul of turn whichever of `cards` it is, however `questions` are answered? If so, the card
    is called before it is named. False without `cards`. `gap`: see `TurnScene`."""
    rule: str | None = None
    for card in cards:
        seen = interpret_event(rules, match, card)
        meant = None if seen is None else weigh_event(rules, match, seen, gap=gap)
        if meant is None or meant.before or meant.asked is not None or not isinstance(meant.event, Played):
            return False
        _, ruling = judge_entry(rules, match, Entry(match.entries[-1].n + 1, meant.event))
        if ruling.verdict != ILLEGAL or ruling.rule is None or rule not in (None, ruling.rule):
            return False
        if is_hanging_on_names(rules, match, meant, meant.event, questions):
            return False
        rule = ruling.rule
    return rule is not None


def is_foul_on_unnamed(
    rules: Rules[Any],
    match: Match,
    cards: Sequence[Seen],
    gap: bool | None,
    beneath: Question,
    questions: Sequence[Question],
) -> bool:
    """May a card not lie, whichever of `cards` it is and whoever laid it, on the card of `beneath`, whatever command that carries?
    False where not only a command is asked for. `gap`: see `TurnScene`. `questions`: all open ones."""
    asked = replace(beneath, candidates=((beneath.number, 1.0), *beneath.candidates))
    possible = _answered_matches(rules, match, asked)
    number = next(possible, None)
    if number is None or not _are_refused(rules, number, cards):
        return False
    if any(not _are_refused(rules, each, cards) for each in possible if each.outcome is None):  # nobody would have played on
        return False
    others = [_ask_after_others(number, each) for each in questions if each.id != beneath.id]
    return is_foul_anyhow(rules, number, cards, gap, others)


def _are_refused(rules: Rules[Any], match: Match, cards: Sequence[Seen]) -> bool:
    """May none of `cards` lie where it was seen, whoever laid it?"""
    faces = rules.list_faces(match.state)
    return not any(rules.apply_play(match.state, Play(card.zone, faces[card.zone], card.after)).stands for card in cards)


def sort_by_fit(rules: Rules[Any], match: Match, face: str, zones: Sequence[str]) -> tuple[str, ...]:
    """`zones` with those first on which a card `face` may be laid now; otherwise in the same order."""
    fits = {
        zone: bool(face) and rules.apply_play(match.state, Play(zone, match.faces.get(zone, ""), face)).stands for zone in zones
    }
    return tuple(sorted(zones, key=lambda zone: not fits[zone]))


def can_turn_end(rules: Rules[Any], match: Match, questions: Sequence[Question]) -> bool:
    """May the running turn lawfully end, once the open `questions` are answered?"""
    turn = (match.state.turn, match.state.to_move)
    possible = (each for each in islice(_possible_matches(rules, match, questions), MAX_ANSWERS_TRIED) if each.outcome is None)
    return any(
        (each.state.turn, each.state.to_move) == turn and is_lawful(rules.apply_turn_end(each.state)) for each in possible
    )


def may_have_ended_turn(rules: Rules[Any], match: Match, questions: Sequence[Question]) -> bool:
    """May an asked card have ended its turn by itself, whatever lay there? Then every later card may be the next player's."""
    faces = {(each.zone, face) for each in questions for face, share in each.candidates if share >= MIN_ANSWER_SHARE}
    if not faces:
        return False
    first = start_match(rules, match.entries[0]).state
    plays = (Play(zone, rules.list_faces(first).get(zone, ""), face) for zone, face in faces)
    return any(rules.apply_play(first, play).state.turn != first.turn for play in plays)


def is_doubtful(rules: Rules[Any], match: Match, meant: WeighedEvent, before: int | None) -> bool:
    """Is the told event a foul, a loss, or a question? `before`: entry before which facts are put in, None = told last."""
    return meant.asked is not None or is_refused(rules, match, meant, before)


def is_refused(rules: Rules[Any], match: Match, meant: WeighedEvent, before: int | None = None) -> bool:
    """Is the told event a foul or a loss? `before`: entry before which facts are put in, None = told last."""
    verdict = ""
    for event in (*meant.before, *([] if meant.event is None else [meant.event])):
        match, verdict = _tell_at_place(rules, match, event, before)
    return verdict in (ILLEGAL, LOSS)


def list_lying_cards(match: Match) -> list[tuple[int, Played]]:
    """The cards that were laid and lie on the table, by entry, as they were laid: those too that the rules refuse."""
    lying = (Fate.STANDS, Fate.NOTED, Fate.OPEN)
    return [(one.n, one.event) for one in match.judged if isinstance(one.event, Played) and one.fate in lying]


def would_stand_exchanged(rules: Rules[Any], match: Match, card: Played, other: str) -> bool:
    """Would a card stand, and every card before it, if its pile and pile `other` were one another?"""
    names = {card.zone: other, other: card.zone}
    for n, zone in [(n, event.zone) for n, event in list_lying_cards(match) if event.zone in names]:
        if n in list_amendable(match):
            match, _ = _tell_at_place(rules, match, Corrected(n, zone=names[zone]), None)
    told = replace(card, zone=other, before=match.faces.get(other, ""))
    after, verdict = _tell_at_place(rules, match, told, None)
    return verdict not in (ILLEGAL, LOSS) and not after.disputes


def _tell_at_place(rules: Rules[Any], match: Match, event: Event, before: int | None) -> tuple[Match, str]:
    """The match after `event`, and the verdict on it. `before`: entry before which a fact is put in, None = told last. An
    amendment is always told last."""
    put_in = before is not None and not isinstance(event, Amendment)
    fact = Inserted(before, event) if put_in else event  # type: ignore[arg-type]
    after, ruling = judge_entry(rules, match, Entry(match.entries[-1].n + 1, fact))
    return after, ruling.verdict


def _possible_matches(rules: Rules[Any], match: Match, questions: Sequence[Question]) -> Iterator[Match]:
    """The match after likely answers to `questions`: first the likeliest to every question, next each single answer, the latest
    question first, last pairs. A single answer is tried only from `MIN_ANSWER_SHARE` on."""
    latest = sorted(questions, key=lambda question: -question.since)
    if len(latest) > 1:
        likeliest = match
        for question in reversed(latest):
            likeliest = next(_answered_matches(rules, likeliest, _ask_after_others(likeliest, question)), likeliest)
        yield likeliest
    for question in latest:
        yield from _answered_matches(rules, match, question)
    if len(latest) > 1:
        last, first = latest[:2]
        for possible in _answered_matches(rules, match, first):
            yield from _answered_matches(rules, possible, _ask_after_others(possible, last))


def _ask_after_others(match: Match, question: Question) -> Question:
    """The question as asked once others were answered."""
    return replace(question, after=max(question.after, match.entries[-1].n))


def _answered_matches(rules: Rules[Any], match: Match, question: Question) -> Iterator[Match]:
    """The match after each answer to a question, likeliest first. Answers less likely than `MIN_ANSWER_SHARE`, or that tell
    nothing, are left out."""
    for face, share in question.candidates:
        named = weigh_named_card(rules, match, question, face) if share >= MIN_ANSWER_SHARE else None
        if named is not None:
            events = [*named.meant.before, named.meant.event] if named.before is None else list(named.amendments)
            after = match
            for event in events:
                after = after if event is None else _tell_at_place(rules, after, event, None)[0]
            yield after
