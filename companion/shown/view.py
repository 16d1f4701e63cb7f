"""The whole view of a match, ready for JSON: what the phones show. Pure: a snapshot goes in, a mapping comes out."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from companion.errors import InputError
from companion.games.sheets import COMMAND_COPIES, GameSheet, Option
from companion.match.events import Amendment, Claimed, Entry, Played, TurnEnded
from companion.match.judge import begin_state
from companion.match.rules import Claim, Outcome, Play, Rules, Severity
from companion.match.rulings import LEGAL, NOTE, Dispute, Judged, Match, Ruling
from companion.questions.question import Question, TurnQuestion
from companion.session.snapshot import Learning, Snapshot
from companion.shown.amendments import say_entry, say_how_ended, say_question_beneath
from companion.shown.around import mat_view, seats_view
from companion.shown.bare_table import (
    is_on_nameless,
    say_bare_table,
    say_known_piles,
    show_board_naming,
    show_found_piles,
    show_pile_question,
)
from companion.shown.foul_cards import show_foul_card
from companion.shown.kept_log import KeptLog
from companion.shown.notices import say_notices
from companion.shown.own_ruling import find_own_ruling
from companion.shown.past import left_view, name_variant
from companion.shown.timeline import say_fact
from companion.shown.words.messages import Catalogue
from companion.shown.words.piles import pile_view

LONGEST_IN_SECONDS = 90.0  # seconds; what takes longer is said in minutes; guess
SECONDS_SAID = 5  # seconds: a time that is left is said in steps of so many; guess


def make_view(
    snapshot: Snapshot,
    words: Catalogue,
    sheets: Mapping[str, GameSheet],
    log: KeptLog | None = None,
    looked: Collection[tuple[str, str]] = (),
) -> dict[str, Any]:
    """The view in one language: without a match, the keys of an idle table. The dashboard's OpenAPI document describes its
    keys. `words`: texts without names. `sheets`: the games by name. `log`: the lines of the view before, in that language.
    `looked`: zone and face of each picture at hand."""
    trouble, left_out = _list_trouble(snapshot, words), len(snapshot.left_out)
    bare = say_bare_table(snapshot, words)  # said where the table is seen, whether or not its piles are
    base = {
        "version": snapshot.version,
        "language": words.language,
        "table": {
            "state": "waking" if bare and snapshot.table == "lost" else snapshot.table,
            **({"searched": True} if bare else {}),
            "text": ". ".join((_say_table(snapshot, words, bare), *trouble)),
        },
        "learning": _show_learning(snapshot.learning, words),
        "games": [_show_game(sheet, words) for sheet in sheets.values()],
        **({"left_out": words.text("left-out", count=left_out)} if left_out else {}),
        "trouble": trouble,
        **show_found_piles(snapshot, words),
        **show_board_naming(snapshot, words),
        "regulars": list(snapshot.regulars),
        "notices": say_notices(snapshot.notices, snapshot, _with_players(snapshot, words)),
    }
    if snapshot.match is None or snapshot.rules is None:
        return {**_show_idle(), **base}
    named, log = _with_players(snapshot, words), log or KeptLog()
    log.follow_snapshot(snapshot, named, looked)
    playing = _show_playing(snapshot, snapshot.rules, snapshot.match, named, sheets[snapshot.match.started.game], log)
    return {**base, **playing, "rules": _say_rules(playing, log, words)}


def _with_players(snapshot: Snapshot, words: Catalogue) -> Catalogue:
    """The texts with the names of the players."""
    return words.with_match(snapshot.match.started) if snapshot.match else words


def _say_rules(playing: Mapping[str, Any], log: KeptLog, words: Catalogue) -> dict[str, str]:
    """A sentence for every rule that ruling, disputes, duties or log of `playing` name, by id. Rules without a text are left
    out."""
    ruling = [playing["ruling"]] if playing["ruling"] else []
    named = {each["rule"] for each in (*ruling, *playing["disputes"], *playing["duties"]) if each["rule"]} | {*log.rules}
    return {rule: words.text(f"rule-{rule}") for rule in sorted(named) if words.has_text(f"rule-{rule}")}


def _say_table(snapshot: Snapshot, words: Catalogue, bare: str) -> str:
    """What the eye does now. While cards are learned, that is why the table is not seen yet. `bare`: as of `say_bare_table`."""
    if snapshot.learning and snapshot.table == "waking":
        return words.text("learning-title", title=words.text(f"game-{snapshot.learning.game}"))
    return bare or say_known_piles(snapshot, words) or words.text(f"table-{snapshot.reason or snapshot.table}")


def _show_learning(learning: Learning | None, words: Catalogue) -> dict[str, Any] | None:
    """How far cards are learned, and how long that takes. None where none are."""
    if learning is None:
        return None
    if learning.left_s is None:
        left = words.text("learning-just-begun")
    elif learning.left_s > LONGEST_IN_SECONDS:
        left = words.text("learning-minutes", count=math.ceil(learning.left_s / 60))
    else:
        left = words.text("learning-seconds", count=max(1, math.ceil(learning.left_s / SECONDS_SAID)) * SECONDS_SAID)
    title = words.text(f"game-{learning.game}")
    return {
        "title": words.text("learning-title", title=title),
        "text": words.text("learning-text", left=left),
        "percent": round(100 * learning.share),
    }


def _list_trouble(snapshot: Snapshot, words: Catalogue) -> list[str]:
    """Sentences on what cannot be seen, then on lamps and disk where these fail."""
    found = ["fault-lamps"] if "lamps" in snapshot.faults else []
    kinds = [(f"unclear-board-{why}" if zone == "board" else f"unclear-{why}", zone) for zone, why in snapshot.unclear]
    hidden = [words.text(kind, zone=zone) for kind, zone in kinds]
    hidden += [words.text(f"hindered-{why}") for why in snapshot.hindered]
    return hidden + [words.text(id) for id in (*found, *([f"disk-{snapshot.disk}"] if snapshot.disk else ()))]


def _show_idle() -> dict[str, Any]:
    return {
        "match": None, "status": "idle", "outcome": None, "turn": None, "piles": [], "seats": [], "duties": [], "ruling": None,
        "disputes": [], "questions": [], "out_of_step": None, "log": [], "board": None, "faces": [],
    }  # fmt: skip


def _show_game(sheet: GameSheet, words: Catalogue) -> dict[str, Any]:
    """A game to choose for a new match: names, possible numbers of players, options and colours. `counts`: of players for
    which hands are dealt."""
    options = [_show_option(option, words) for option in sheet.options]
    return {
        "game": sheet.name, "title": words.text(f"game-{sheet.name}"), "players": list(sheet.players), "counts": list(sheet.counts),
        "options": options, "colours": list(sheet.colours),
    }  # fmt: skip


def _show_option(option: Option, words: Catalogue) -> dict[str, Any]:
    """An option for the page: "name", "title", "default"; "text" where the catalogue explains the option; "choices" with
    titles where more than yes and no may be chosen."""
    shown: dict[str, Any] = {"name": option.name, "title": words.text(f"option-{option.name}"), "default": option.default}
    if words.has_text(f"option-{option.name}-means"):
        shown["text"] = words.text(f"option-{option.name}-means")
    if option.values:
        shown["choices"] = [{"value": value, "title": words.text(f"option-{option.name}-{value}")} for value in option.values]
    return shown


def _show_playing(
    snapshot: Snapshot, rules: Rules[Any], match: Match, words: Catalogue, sheet: GameSheet, log: KeptLog
) -> dict[str, Any]:
    """The part of the view about a match. `words`: with the players' names. `sheet`: of the game. `log`: up to date."""
    position = rules.describe_position(match.state)
    turn, seat = match.state.turn, match.state.to_move
    duties = _show_duties(rules, match, words, turn)
    dropped = _list_impossible_answers(position)
    return {
        "match": {
            **_show_match(snapshot, match, words, sheet),
            "begins": begin_state(rules, match.started).to_move,
            "colours": list(position.get("colours") or ()),
        },
        "status": position["status"],
        "outcome": _show_outcome(match, position, words),
        "turn": _show_turn(match, position, turn, seat, words),
        "piles": [pile_view(pile, snapshot, duties, words, sheet, log.can_undo) for pile in position.get("piles", ())],
        "seats": seats_view(match, position, seat, words),
        "mat": mat_view(sheet, match),
        "left": left_view(snapshot.left, turn, match, words),
        "deck": position.get("deck_size"),
        "decks": position.get("deck_sizes") or [],
        "duties": duties,
        "ruling": _show_ruling(match.last_ruling, match, words, snapshot, dropped),
        "disputes": [_show_dispute(dispute, match, words, dropped) for dispute in match.disputes],
        "questions": [_show_question(question, match, words) for question in snapshot.questions],
        "turn_question": _show_turn_question(snapshot.turn_question, words),
        "pile_questions": [show_pile_question(question, words) for question in snapshot.pile_questions],
        "out_of_step": _show_out_of_step(snapshot, words),
        "log": log.lines,
        "board": _show_board(position),
        "faces": _list_match_faces(rules, match, sheet),
        **_offer_claims(rules, match, words),
        **_find_twins(match, log, words),
        **counted_view(rules, match, words),
        **misread_view(match, words),
    }


def _list_match_faces(rules: Rules[Any], match: Match, sheet: GameSheet) -> list[str]:
    """The faces of this match. Of each spare face and the face it replaces, only the one used in the variant."""
    if not sheet.spare:
        return list(sheet.faces)
    start = begin_state(rules, match.started)
    zone = rules.describe_position(start)["piles"][0]["zone"]
    codes = {face: {found.code for found in rules.apply_play(start, Play(zone, "", face)).findings} for face in sheet.spare}
    played = {face for face in sheet.spare if "not-a-card" not in codes[face]}
    replaced = {face.lstrip("F") for face in played}
    return [face for face in sheet.faces if face not in replaced and (face in played or face not in sheet.spare)]


def _find_twins(match: Match, log: KeptLog, words: Catalogue) -> dict[str, Any]:
    """ "twins": cards that lie twice after a correction, to ask which was misread. Empty for none."""
    asked = []
    for n in log.twins:
        judged = match.find_judged(n)
        if judged is not None and isinstance(judged.event, Played):
            face = judged.event.after
            other = next(
                (
                    laid
                    for laid in match.laid
                    if laid.n != judged.n and _card_without_command(laid.after) == _card_without_command(face)
                ),
                None,
            )
            if other is not None:
                said = words.text("twins", card=face, other_zone=other.zone)
                asked.append({"entry": judged.n, "other": other.n, "text": said})
    return {"twins": asked} if asked else {}


def _card_without_command(face: str) -> str:
    """The face without the command read on the card."""
    return face.partition(":")[0]


def _show_match(snapshot: Snapshot, match: Match, words: Catalogue, sheet: GameSheet) -> dict[str, Any]:
    """The match for the view: "id" (number), "uid", "game", "title", "players" (how many), "started" (a date), "variant" in
    words. "options": every option of the game, with its default where not chosen."""
    started = match.started
    began = datetime.fromtimestamp(match.entries[0].at).astimezone().isoformat(timespec="seconds")
    return {
        "id": str(snapshot.match_id), "uid": snapshot.match_uid,
        "game": started.game, "title": words.text(f"game-{started.game}"), "players": started.seats,
        "options": {option.name: started.options.get(option.name, option.default) for option in sheet.options}, "started": began,
        "variant": name_variant(started, words, sheet),
    }  # fmt: skip


def _show_outcome(match: Match, position: Mapping[str, Any], words: Catalogue) -> dict[str, Any] | None:
    """How the match ended: "won", "text", "score", "rating", "winners", and what led to a card at the end. None while the
    match runs. `position`: of `Rules.describe_position`."""
    if match.outcome is None:
        return None
    text = words.say_outcome(match.started.game, match.outcome)
    shown = {"won": match.outcome.won, "text": text, "score": position.get("score"), "rating": position.get("rating")}
    return {**shown, "winners": _name_winners(match, words), **_show_found_end(match, words)}


def _name_winners(match: Match, words: Catalogue) -> list[str]:
    """Winners of a contest by name; nobody where all win or lose together."""
    seats = match.outcome.seats if match.outcome else ()
    return [words.name_player(seat) for seat in seats] if len(seats) < match.started.seats else []


def _show_found_end(match: Match, words: Catalogue) -> dict[str, Any]:
    """ "found": a won or lost end found by an amendment, with its turn and the answers. A lost match may be played on. Empty
    for other ends."""
    end = match.end
    if end is None or not end.found or end.outcome.won is None:
        return {}
    kind = "won" if end.outcome.won else "lost"
    found = {"text": words.text(f"amended-{kind}", turn=end.turn, text=say_how_ended(words, match, end)), "turn": end.turn}
    answers = {"accept": words.text(f"amended-{kind}-yes"), "play_on": words.text("play-on") if kind == "lost" else None}
    return {"found": {**found, **answers}}


def _show_turn(match: Match, position: Mapping[str, Any], turn: int, seat: int, words: Catalogue) -> dict[str, Any]:
    """The turn with its cards: "played", "minimum" and "still" to lay. "can_end" is None for Sequence, where turns end by
    themselves. `position`: of `Rules.describe_position`. `seat`: to move, counted from 0."""
    played, minimum = position.get("played") or 0, position.get("min_cards") or 0
    still = max(minimum - played, 0)
    by_itself = position.get("board") is not None  # a turn of Sequence ends with its chip
    return {
        "number": turn, "seat": seat, "name": words.name_player(seat), "played": played, "minimum": minimum, "still": still,
        "can_end": None if by_itself else still == 0 and not match.disputes and match.outcome is None,
    }  # fmt: skip


def _show_duties(rules: Rules[Any], match: Match, words: Catalogue, turn: int) -> list[dict[str, Any]]:
    """What must happen in time: "turns" counts turns until the deadline, None without one. The cards still to lay are left
    out unless the loss is certain: the turn shows them."""
    return [
        {
            "rule": duty.rule,
            "zone": duty.zones[0] if duty.zones else None,
            "zones": list(duty.zones),
            "turns": None if duty.due_turn is None else max(duty.due_turn - turn, 0),
            "card": duty.card,
            "text": words.say_duty(match.started.game, duty, turn=turn),
            "now": duty.due_turn is not None and duty.due_turn <= turn,
            "certain_loss": duty.certain_loss,
            "usual": duty.usual,
        }
        for duty in rules.list_duties(match.state)
        if duty.code != "lay-minimum" or duty.certain_loss
    ]


def _offer_claims(rules: Rules[Any], match: Match, words: Catalogue) -> dict[str, Any]:
    """ "claims": claims said by a tap, all with a text in the game. Empty where none has a text: the page then offers "stuck"
    alone."""
    game = match.started.game
    said = {code: f"{game}-say-{code}" for code in sorted({*rules.claims, "stuck"})}
    offered = [_offer_claim(rules, code, id, words) for code, id in said.items() if words.has_text(id)]
    return {"claims": offered} if offered else {}


def _offer_claim(rules: Rules[Any], code: str, id: str, words: Catalogue) -> dict[str, Any]:
    """A claim for the page. `code`: of the claim. `id`: of its text. "asks": the page asks for a card. "detail": what the claim
    says by itself. "grave": the claim may end the match."""
    claim: dict[str, Any] = {"code": code, "title": words.text(id), "text": words.text(f"{id}-means")}
    takes = {key: needs for key, needs in rules.claims.get(code, {}).items() if needs.needed}
    if takes.keys() == {"card"}:
        claim["asks"] = "card"
    if takes.keys() == {"kind"}:
        claim["detail"] = {"kind": "number"}  # what may never be said; the rest is free
    ends = "draw" not in rules.claims  # where turns end by themselves, who can do nothing passes
    return {**claim, "grave": code == "stuck" and ends}


def _list_impossible_answers(position: Mapping[str, Any]) -> frozenset[str]:
    """The answers to a foul that this game cannot take: on a board turns end by themselves, so nobody misses the end of a
    turn."""
    return frozenset({"turn_had_ended", "card_missed"} if position.get("board") is not None else ())


def _show_ruling(
    ruling: Ruling | None, match: Match, words: Catalogue, snapshot: Snapshot, dropped: Collection[str]
) -> dict[str, Any] | None:
    """The last ruling, None before any. Until a question about its turn or its pile is answered, a card is only said to lie
    there. `snapshot`: with the questions. `dropped`: see `show_foul_card`."""
    entry = None if ruling is None else match.entry_of(ruling.n)
    ruling = ruling if entry is None else find_own_ruling(match, entry)
    if ruling is None:
        return None
    asked = snapshot.turn_question
    if ruling.verdict == LEGAL and ((asked is not None and asked.card == ruling.n) or is_on_nameless(ruling, snapshot)):
        ruling = replace(ruling, findings=())
    zones = dict.fromkeys(zone for finding in ruling.findings for zone in finding.zones)
    return {
        "entry": ruling.n, "verdict": "legal" if ruling.verdict == NOTE else ruling.verdict, "rule": ruling.rule,
        "text": say_ruling_or_fact(ruling, match, words), "zones": list(zones),
        "news": any(finding.detail.get("news") for finding in ruling.findings),
        **_show_refusal(ruling, match, words, dropped),
    }  # fmt: skip


def _show_refusal(ruling: Ruling, match: Match, words: Catalogue, dropped: Collection[str]) -> dict[str, Any]:
    """ "foul": the card that explains the first foul or loss of a ruling. {} for a ruling without one, and for what a person
    said. `dropped`: answers that are not offered, see `show_foul_card`."""
    wrong = next((found for found in ruling.findings if found.severity in (Severity.FOUL, Severity.LOSS)), None)
    judged = match.find_judged(ruling.n)
    if wrong is None or judged is None or not isinstance(judged.event, Played | TurnEnded):
        return {}
    face, zone = (judged.event.after, judged.event.zone) if isinstance(judged.event, Played) else ("", "")
    return {"foul": show_foul_card(wrong, words, face=face, zone=zone, dropped=dropped)}


def say_ruling_or_fact(ruling: Ruling, match: Match, words: Catalogue) -> str:
    """What the referee says, or what happened where the rules say nothing."""
    entry, judged = match.entry_of(ruling.n), match.find_judged(ruling.n)
    told = entry is not None and not isinstance(entry.event, Amendment)
    plain = told and not ruling.findings and ruling.outcome is None
    if entry is not None and plain and judged is not None and isinstance(judged.event, Played | TurnEnded | Claimed):
        return _say_known_fact(entry, judged, match, words)
    return say_entry(words, match, entry, ruling) if entry else words.say_ruling(match.started.game, ruling)


def _say_known_fact(entry: Entry, judged: Judged, match: Match, words: Catalogue) -> str:
    """What happened, with a full stop; "unknown" for a claim that this version does not know."""
    try:
        return f"{say_fact(words, match, judged.event, judged.ruling.seat)}."
    except InputError:
        return words.text("log-unknown")


def _show_dispute(dispute: Dispute, match: Match, words: Catalogue, dropped: Collection[str]) -> dict[str, Any]:
    """A card in dispute: "entry", "zone", "title" (of the zone), "face", and "rule", "text" and "foul" of its first foul.
    `dropped`: see `show_foul_card`."""
    foul = next(finding for finding in dispute.findings if finding.severity is Severity.FOUL)
    text = words.say_finding(match.started.game, foul)
    return {
        "entry": dispute.n, "zone": dispute.zone, "title": words.name_zone(dispute.zone), "face": dispute.face,
        "rule": foul.rule, "text": text, "foul": show_foul_card(foul, words, face=dispute.face, zone=dispute.zone, dropped=dropped),
    }  # fmt: skip


def _show_question(question: Question, match: Match, words: Catalogue) -> dict[str, Any]:
    """A question about a card: "id", "zone", "title", "text", "candidates" with "confidence" (0 to 1), "none" (the words for
    no card). "picture" is None where the asked card lies under another."""
    candidates = [{"face": face, "confidence": round(p, 3)} for face, p in question.candidates]
    asked = words.text("asked-command", card=question.number) if question.number else words.text("asked-card")
    title: str = words.name_zone(question.zone)
    if question.guess is not None and not question.number:
        asked = words.text("asked-guess", card=question.candidates[0][0])
    if question.under:  # another card covers the asked card, and the picture shows the cover
        title = words.text("asked-under-title", zone=question.zone, card=question.under)
        asked = words.text("asked-under" if candidates else "asked-under-unread")
    if question.lifted is not None:
        asked = say_question_beneath(words, match, question.lifted)
    none = "asked-none-beneath" if question.lifted is not None else "asked-none-under" if question.under else "asked-none"
    now = not question.under and question.lifted is None  # does what is asked about lie on top?
    return {
        "id": question.id, "zone": question.zone, "title": title, "text": asked, "candidates": candidates, "none": words.text(none),
        "picture": question.id if now else None,
    }  # fmt: skip


def say_open_question(snapshot: Snapshot, words: Catalogue) -> str:
    """The first open question of the referee, "" for none. `words`: with the players' names."""
    if snapshot.match is None:
        return ""
    if snapshot.questions:
        shown = _show_question(snapshot.questions[0], snapshot.match, words)
        return f"{shown['title']}: {shown['text']}"
    if snapshot.turn_question is not None:
        return words.text("ask-turn", seat=snapshot.turn_question.seat + 1)
    return str(show_pile_question(snapshot.pile_questions[0], words)["text"]) if snapshot.pile_questions else ""


def _show_turn_question(question: TurnQuestion | None, words: Catalogue) -> dict[str, Any] | None:
    """The question whether a turn had ended, for phones: "id", "turn", "seat", and the words "text", "yes", "no". None for no
    question."""
    if question is None:
        return None
    return {
        "id": question.id, "turn": question.turn, "seat": question.seat, "text": words.text("ask-turn", seat=question.seat + 1),
        "yes": words.text("ask-turn-yes"), "no": words.text("ask-turn-no"),
    }  # fmt: skip


def _show_out_of_step(snapshot: Snapshot, words: Catalogue) -> dict[str, Any] | None:
    """Zones where cards and match differ, with the "expected" and the "seen" face; None where all agree, and while cards are
    learned: nobody can do anything about it before."""
    if not snapshot.out_of_step or snapshot.learning:
        return None
    zones = [
        {"zone": d.zone, "title": words.name_zone(d.zone), "expected": d.expected, "seen": d.seen} for d in snapshot.out_of_step
    ]
    return {"zones": zones}


def _show_board(position: Mapping[str, Any]) -> dict[str, Any] | None:
    """The board of Sequence with "lines" and "last" (chips laid last); None for a game without a board. `position`: of
    `Rules.describe_position`."""
    board = position.get("board")
    if board is None:
        return None
    return {**board, "lines": position.get("lines", []), "last": position.get("last", [])}


# What only a count of cards tells: an end asked about before it counts (FF-20), and a misread command (EX-27)


def find_end_by_count(rules: Rules[Any], match: Match) -> Outcome | None:
    """The end that the count of cards would give now. None where the count decides nothing, a card is in dispute or the match
    has ended."""
    if match.outcome is not None or match.disputes:
        return None
    outcome = rules.apply_claim(match.state, Claim("assess")).outcome
    return outcome if outcome is not None and outcome.counted else None


def counted_view(rules: Rules[Any], match: Match, words: Catalogue) -> dict[str, Any]:
    """The question about an end by count, with the words of both answers; the first answer is the claim "assess". Empty
    without such an end."""
    outcome = find_end_by_count(rules, match)
    if outcome is None:
        return {}
    said = words.say_outcome(match.started.game, outcome)
    return {"counted": {"text": said, "yes": words.text("counted-yes"), "no": words.text("counted-no")}}


def misread_view(match: Match, words: Catalogue) -> dict[str, Any]:
    """ "misread": cards of a command lying more often than the deck has copies (`COMMAND_COPIES`), to ask for the misread
    card. Empty for none."""
    lying: dict[str, list[tuple[int, str]]] = {}
    for laid in match.laid:
        if command := laid.after.partition(":")[2]:
            lying.setdefault(command, []).append((laid.n, laid.after))
    asked = [
        {
            "text": words.text("misread-command", command=command, count=len(cards)),
            "cards": [{"entry": n, "face": face} for n, face in cards],
        }
        for command, cards in lying.items()
        if len(cards) > COMMAND_COPIES
    ]
    return {"misread": asked} if asked else {}
