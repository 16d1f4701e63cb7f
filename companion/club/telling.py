"""What a table tells its club: a snapshot or a stored row goes in, a form comes out. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.club.forms import (
    DutyDue,
    EntryTold,
    OpenFoul,
    OpenQuestion,
    PileTop,
    Result,
    RulingTold,
    Setting,
    State,
    Status,
)
from companion.club.names import agree_event, agree_names, agree_source
from companion.games.sheets import GameSheet
from companion.machine.config import ClubSettings
from companion.machine.network.broker_address import CLUB_FAULT
from companion.match.rules import Rules, Severity
from companion.match.rulings import DROPPED, Match
from companion.session.snapshot import Snapshot
from companion.shown.own_ruling import find_own_ruling
from companion.shown.view import say_open_question, say_ruling_or_fact
from companion.shown.words.messages import Catalogue

MAX_DUTIES, MAX_MESSAGE_LENGTH = 20, 1_000  # as the forms take


@dataclass(frozen=True, slots=True)
class TableCard:
    """Who tells: name and language of the table, and what it agreed to."""

    table: str  # name in the topics
    name: str  # for people
    club: ClubSettings
    words: Catalogue  # texts in the table's language, without names
    sheets: Mapping[str, GameSheet]  # the games by name


def make_state(card: TableCard, snapshot: Snapshot, at: float) -> State:
    """What everybody at the table may see now; without a match only that there is none. `at`: seconds since 1970."""
    common = State(
        table=card.table,
        name=card.name,
        language=card.words.language,
        at=at,
        eye=_eye_of(snapshot),
        faults=[part for part in snapshot.faults if part != CLUB_FAULT][:20],
    )
    if snapshot.match is None or snapshot.rules is None or not snapshot.match_uid:
        return common
    match, rules = snapshot.match, snapshot.rules
    position, words = rules.describe_position(match.state), name_agreed(card, match)
    question = say_open_question(snapshot, words)
    fields: dict[str, Any] = {
        **_describe_match(card, match, position, words),
        "match": snapshot.match_uid,
        "number": snapshot.match_id,
        "to_move": match.state.to_move,
        "turn": match.state.turn,
        "played": position.get("played") or 0,
        "min_cards": position.get("min_cards") or 0,
        "piles": [
            PileTop(pile["zone"], pile.get("top") or "", pile.get("kind"), pile.get("owner"), pile.get("team"))
            for pile in position.get("piles", ())
        ],
        "deck_size": position.get("deck_size"),
        "deck_sizes": position.get("deck_sizes"),
        "duties": [_describe_duty(duty) for duty in rules.list_duties(match.state)][:MAX_DUTIES],
        "foul": find_open_foul(match, words),
        "question": OpenQuestion(question[:MAX_MESSAGE_LENGTH]) if question else None,
        "sequences": position.get("sequences"),
        "entries": match.entries[-1].n,
    }
    return replace_fields(common, fields)


def replace_fields(state: State, fields: Mapping[str, Any]) -> State:
    """A state with other values in some fields."""
    return State(**{name: fields.get(name, getattr(state, name)) for name in State.__struct_fields__})


def name_agreed(card: TableCard, match: Match) -> Catalogue:
    """The texts with the names that leave the table."""
    names = agree_names(match.started.names, card.club)
    return card.words.with_match(replace(match.started, names=names))


def find_open_foul(match: Match, words: Catalogue) -> OpenFoul | None:
    """The play that does not stand and was told last, None where all stands. `words`: with agreed names."""
    game = match.started.game
    if match.disputes:
        dispute = match.disputes[-1]
        foul = next(finding for finding in dispute.findings if finding.severity is Severity.FOUL)
        return OpenFoul(dispute.n, foul.rule, words.say_finding(game, foul)[:MAX_MESSAGE_LENGTH])
    if not match.open_facts:
        return None
    fact = match.open_facts[-1]
    return OpenFoul(fact.n, fact.ruling.rule, words.say_ruling(game, fact.ruling)[:MAX_MESSAGE_LENGTH])


def list_rulings(card: TableCard, snapshot: Snapshot, after: int) -> Iterator[RulingTold]:
    """The rulings on entries behind number `after`, oldest first. Dropped entries have none."""
    match = snapshot.match
    if match is None or not snapshot.match_uid or match.entries[-1].n <= after:
        return
    words = name_agreed(card, match)
    for entry in match.entries:
        ruling = find_own_ruling(match, entry) if entry.n > after else None
        if ruling is None or ruling.verdict == DROPPED:
            continue
        yield RulingTold(
            table=card.table,
            match=snapshot.match_uid,
            entry=entry.n,
            at=max(entry.at, 0.0),
            verdict=ruling.verdict,  # type: ignore[arg-type]  # one of the words of the form: dropped ones are left out
            rule=ruling.rule,
            message=say_ruling_or_fact(ruling, match, words)[:MAX_MESSAGE_LENGTH],
            player=ruling.seat,
        )


def make_result(card: TableCard, uid: str, number: int, rules: Rules[Any], match: Match) -> Result:
    """How a match stands, as the club is told; status "playing" while the match runs. `uid`, `number`: random id, and number
    for people. `rules`: of its game."""
    position, words = rules.describe_position(match.state), name_agreed(card, match)
    end = match.end
    ended = None if end is None else match.entry_of(end.n)
    outcome = match.outcome
    return Result(
        table=card.table,
        match=uid,
        number=number,
        started_at=max(match.entries[0].at, 0.0),
        ended_at=None if end is None else max((ended or match.entries[-1]).at, 0.0),
        entries=match.entries[-1].n,
        winners=list(outcome.seats) if outcome is not None and outcome.won else [],
        **_describe_match(card, match, position, words),
    )


def make_entry(card: TableCard, uid: str, n: int, at: float, source: str, event: Mapping[str, Any]) -> EntryTold:
    """An entry of the log with the names that leave the table. `event`: as JSON."""
    told = agree_event(event, card.club)
    return EntryTold(table=card.table, match=uid, n=n, at=max(at, 0.0), source=agree_source(source), event=told)


def make_lost_entry(card: TableCard, uid: str, n: int) -> EntryTold:
    """What stands for an entry that the table's journal has lost: the club waits for it no longer."""
    return EntryTold(table=card.table, match=uid, n=n, at=0.0, source="text", event={"event": "lost"})


def _describe_match(card: TableCard, match: Match, position: Mapping[str, Any], words: Catalogue) -> dict[str, Any]:
    """The fields that state and result have alike. `position`: of `Rules.describe_position`. `words`: with agreed names."""
    started, score = match.started, position.get("score")
    sequences = position.get("sequences")
    return {
        "game": started.game,
        "variant": _describe_variant(card, match),
        "players": [words.name_player(seat) for seat in range(started.seats)],
        "teams": len(sequences) if sequences is not None else None,
        "status": _status_of(match),
        "score": score,
        "cards_left": score,
        "rating": position.get("rating"),
        "winner": position.get("winner"),
    }


def _describe_variant(card: TableCard, match: Match) -> dict[str, Setting]:
    """The options of the match as the game's sheet offers them; tables of commands and layouts of boards are left out."""
    chosen = match.started.options
    return {option.name: chosen.get(option.name, option.default) for option in card.sheets[match.started.game].options}


def _describe_duty(duty: Any) -> DutyDue:
    due = None if duty.due_turn is None else f"end of turn {duty.due_turn}"
    return DutyDue(duty.rule, duty.zones[0] if duty.zones else None, duty.card or None, due)


def _status_of(match: Match) -> Status:
    if match.outcome is None:
        return "playing"
    return {None: "drawn", True: "won", False: "lost"}[match.outcome.won]  # type: ignore[return-value]  # words of the form


def _eye_of(snapshot: Snapshot) -> Any:
    return snapshot.table if snapshot.table in ("none", "waking", "still", "moving", "lost") else "still"
