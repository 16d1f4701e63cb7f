"""The view: what a table tells the dashboard, as a schema.

`check_view` checks a view against the schema; the tests of a table should call `check_view`.
"""

from __future__ import annotations

from typing import Any

from web.errors import InvalidInput
from web.routes.commands import ENTRY, FACE, NAME, PLACE, VERSION, ZONE
from web.schema import (
    Schema,
    check_value,
    described,
    either,
    flag,
    list_of,
    mapping,
    nullable,
    number,
    one_of,
    record,
    text,
    whole,
)

TITLE = text(80)
SENTENCE = text(600)
RULE = described(nullable(text(20)), 'Id of the rule that decides, such as "TG-04".')
COLOUR = one_of("off", "green", "amber", "red", "white")
TEAM = one_of("blue", "green", "red")
COUNT = whole()

OPTION: Schema = record(
    {"name": NAME, "title": TITLE, "default": described(either(flag(), whole(), NAME), "true or false makes a switch.")},
    {
        "text": described(SENTENCE, "One line that explains the option."),
        "choices": described(
            list_of(record({"value": either(whole(), NAME), "title": TITLE}), 20), "What to choose from; without it, a switch."
        ),
    },
)

GAME: Schema = record(
    {
        "game": NAME,
        "title": TITLE,
        "players": described(list_of(whole(1, 12), 2), "Fewest and most players."),
        "options": list_of(OPTION, 20),
    },
    {
        "counts": described(
            list_of(whole(1, 12), 12), "The numbers of players that are allowed, where not every one between is."
        ),
        "colours": described(list_of(NAME, 3), "The colours of which each team, or each of two players, chooses one."),
    },
)

MISREAD: Schema = record({"text": SENTENCE, "cards": list_of(record({"entry": ENTRY, "face": FACE}), 100)})
TWINS: Schema = record({"entry": ENTRY, "other": ENTRY, "text": SENTENCE})

MATCH: Schema = record(
    {
        "id": text(80),
        "uid": described(text(80), "Its random id: the same in every file, and no other match has it."),
        "game": NAME,
        "title": TITLE,
        "players": whole(1, 12),
        "options": mapping(either(flag(), whole(), NAME)),
        "started": text(40),
    },
    {
        "variant": described(SENTENCE, 'What distinguishes this match in words, such as "On Fire, Pro".'),
        "begins": described(COUNT, "The seat that had the first turn."),
        "colours": described(list_of(nullable(NAME), 3), "The colour of each team, null as long as it has none."),
    },
)

OUTCOME: Schema = record(
    {"won": nullable(flag()), "text": SENTENCE},
    {
        "score": nullable(COUNT),
        "rating": described(nullable(text(40)), '"perfect", "excellent", "plain", or a text.'),
        "winners": described(list_of(TITLE, 12), "Who won a contest, by name; nobody where all win or lose together."),
        "found": described(
            record({"text": SENTENCE, "turn": COUNT, "accept": SENTENCE, "play_on": nullable(SENTENCE)}),
            "An amendment found this end: it is dated and asked; what the two buttons say.",
        ),
    },
)

TURN: Schema = record(
    {
        "number": COUNT,
        "seat": COUNT,
        "name": TITLE,
        "played": COUNT,
        "minimum": COUNT,
        "still": described(COUNT, "Cards that must yet be laid."),
        "can_end": described(nullable(flag()), "null: turns of this game end by themselves, so there is no button."),
    }
)

PILE: Schema = record(
    {
        "zone": ZONE,
        "title": TITLE,
        "kind": one_of("ascending", "descending", "discard"),
        "start": described(text(20), 'The number an empty pile counts as, "" if none.'),
        "top": FACE,
        "count": COUNT,
        "cards": described(list_of(FACE), "Bottom to top."),
        "fits": described(SENTENCE, "What may be laid here, in words."),
        "state": one_of("ok", "foul", "ask", "due", "out_of_step"),
        "due": described(nullable(SENTENCE), "The deadline in words."),
    },
    {
        "team": nullable(TEAM),
        "owner": described(nullable(COUNT), "The seat whose pile it is, where piles have owners."),
        "entry": described(nullable(ENTRY), "The entry of the card that is seen, where it can be corrected."),
        "entries": described(list_of(nullable(ENTRY)), 'The entries of "cards", null where there is none to correct.'),
        "bounds": described(list_of(TITLE, 10), 'The ways of "fits", one by one.'),
        "room": described(nullable(record({"left": COUNT, "of": COUNT})), "Numbers that lie ahead of the card that is seen."),
    },
)

TURN_QUESTION: Schema = record(
    {
        "id": NAME,
        "turn": COUNT,
        "seat": COUNT,
        "text": described(SENTENCE, "Had this turn ended? Answered by the command turn_ended."),
        "yes": TITLE,
        "no": TITLE,
    }
)

SEAT: Schema = record(
    {"seat": COUNT, "name": TITLE, "hand": nullable(COUNT), "to_move": flag()},
    {
        "team": nullable(TEAM),
        "place": nullable(PLACE),
        "placed": described(flag(), "Somebody said where this player sits; else it was learned from hands."),
    },
)

NEXT: Schema = record(
    {
        "game": NAME,
        "players": whole(1, 12),
        "names": list_of(text(40), 12),
        "options": mapping(either(flag(), whole(), NAME)),
        "text": SENTENCE,
    }
)

PAST: Schema = record(
    {
        "match": described(COUNT, "Its number, for the command resume."),
        "uid": described(text(80), "Its random id: no other match has it."),
        "game": NAME,
        "title": TITLE,
        "variant": SENTENCE,
        "names": list_of(text(80), 12),
        "began": text(40),
        "turn": COUNT,
        "status": one_of("playing", "won", "lost", "drawn"),
        "text": described(SENTENCE, "How it ended."),
        "current": described(flag(), "It is the one on the table."),
    }
)

MILLIMETRES = number(0, 3000)
MAT: Schema = record(
    {
        "size": described(list_of(MILLIMETRES, 2), "Width and height in millimetres."),
        "zones": list_of(
            record(
                {
                    "zone": ZONE,
                    "kind": one_of("card", "draw", "board"),
                    "rect": described(list_of(MILLIMETRES, 4), "Left, top, width, height, from the mat's far left corner."),
                }
            ),
            100,
        ),
    }
)

DUTY: Schema = record(
    {
        "rule": RULE,
        "zone": nullable(ZONE),
        "card": FACE,
        "text": SENTENCE,
        "now": described(flag(), "Due in this turn."),
        "certain_loss": described(flag(), "Nobody can fulfil it any more."),
    },
    {
        "zones": list_of(ZONE, 100),
        "usual": described(flag(), "A part of every turn: no warning."),
        "turns": described(nullable(COUNT), "Turns until it falls due, 0 = this one; null: as long as its card is seen."),
    },
)

ANSWERS = ("another_card", "let_stand", "turn_had_ended", "card_missed", "never_happened", "put_right")
"""What a phone may answer to a foul."""

FOUL: Schema = described(
    record(
        {
            "kind": described(NAME, 'Such as "against-pile", "out-of-turn" or "missed-deadline".'),
            "what": described(TITLE, "What happened, in a few words."),
            "remedy": described(SENTENCE, "What to do now."),
            "answers": described(
                list_of(record({"answer": one_of(*ANSWERS), "text": TITLE}), 4), "The buttons that fit this kind of foul."
            ),
        }
    ),
    "The card of a foul.",
)

RULING: Schema = record(
    {
        "entry": ENTRY,
        "verdict": one_of("legal", "illegal", "loss", "win", "note"),
        "rule": RULE,
        "text": SENTENCE,
        "zones": list_of(ZONE, 100),
    },
    {"news": described(flag(), "Said once, and so shown before what is due."), "foul": FOUL},
)

DISPUTE: Schema = record(
    {"entry": ENTRY, "zone": ZONE, "face": FACE, "rule": RULE, "text": SENTENCE}, {"title": TITLE, "foul": FOUL}
)

QUESTION: Schema = record(
    {
        "id": NAME,
        "zone": ZONE,
        "title": TITLE,
        "candidates": described(list_of(record({"face": FACE, "confidence": number(0, 1)}), 20), "Likeliest first."),
        "none": described(TITLE, "What is said where no card was laid there."),
        "picture": described(nullable(NAME), "Name of the picture of the crop."),
    },
    {"text": SENTENCE},
)

PILE_QUESTION: Schema = record(
    {
        "id": NAME,
        "face": described(FACE, 'The card, "" where it could not be read.'),
        "text": described(SENTENCE, "On which pile does it lie? Answered by the command answer_pile."),
        "piles": described(list_of(record({"zone": ZONE, "title": TITLE}), 30), "Likeliest first."),
        "none": described(nullable(TITLE), "What is said of a card that is not played; null: it lies on a pile for sure."),
        "picture": described(NAME, "Name of the picture of the card."),
    }
)

OUT_OF_STEP: Schema = record(
    {"zones": list_of(record({"zone": ZONE, "title": TITLE, "expected": FACE, "seen": FACE}), 100)},
)

TABLE: Schema = record(
    {"state": one_of("still", "moving", "lost", "waking", "none"), "text": SENTENCE},
    {
        "searched": described(
            flag(), "A table without a mat on which no card was laid yet: the text says what is seen and waited for."
        )
    },
)

LEARNING: Schema = record({"title": SENTENCE, "text": SENTENCE, "percent": described(whole(0, 100), "How far it is.")})

BOARD_NAMING: Schema = record(
    {
        "number": described(whole(1), "Of the picture of the board."),
        "picture": described(NAME, "Name of the picture: the spaces of the board from above, without its rim."),
        "size": described(whole(1, 20), "Rows, and columns."),
        "text": SENTENCE,
        "said": described(list_of(record({"zone": ZONE, "face": FACE}), 100), "Spaces of the picture that were named already."),
        "cards": described(list_of(FACE, 100), "What may be printed on a space."),
    }
)

FOUND_PILES: Schema = record(
    {
        "places": list_of(
            record(
                {
                    "zone": ZONE,
                    "title": TITLE,
                    "at": described(list_of(number(-10, 10), 2), "Shares of the picture."),
                    "draw": described(flag(), "A draw pile."),
                    "proven": described(flag(), "A card was read on it, or a person has shown it; else its place is a guess."),
                    "named": described(flag(), "Which pile it is was read or said; else another may lie there."),
                }
            ),
            30,
        ),
        "missing": described(list_of(record({"zone": ZONE, "title": TITLE}), 30), "Draw piles that were not found."),
        "asks": described(one_of("", "names", "draw"), "What is asked: which piles these are, or where a draw pile lies."),
        "text": SENTENCE,
    }
)

LAMP: Schema = record(
    {
        "place": ZONE,
        "title": TITLE,
        "colour": COLOUR,
        "blink": one_of("off", "steady", "slow", "fast", "double", "long", "cheer", "toll"),
        "meaning": TITLE,
    }
)

LOG_ENTRY: Schema = record(
    {
        "entry": ENTRY,
        "turn": COUNT,
        "text": SENTENCE,
        "verdict": one_of("legal", "illegal", "loss", "win", "note"),
        "rule": RULE,
        "undone": flag(),
        "can_undo": flag(),
        "can_correct": flag(),
        "face": described(FACE, 'The face that was laid, "" if none.'),
    },
    {
        "kind": described(
            one_of("fact", "insert", "correction", "waiver", "undo", "play_on"),
            "What happened, what was put in later, or what was said of either later.",
        ),
        "seat": described(nullable(COUNT), "Whose it was; null where no player can be named instead."),
        "can_insert": described(flag(), "Something may be put in just before it."),
        "zone": described(nullable(ZONE), "Where the card was laid."),
        "thoughts": described(list_of(FACE, 20), "What else the camera took that card for, likeliest first."),
        "picture": described(nullable(NAME), "Name of the picture of what the camera saw."),
        "clip": described(NAME, "Id of the replay of what the camera saw before the ruling."),
    },
)

BOARD: Schema = record(
    {
        "rows": whole(1, 30),
        "columns": whole(1, 30),
        "cells": list_of(
            record(
                {
                    "zone": ZONE,
                    "card": FACE,
                    "chip": nullable(TEAM),
                    "flipped": flag(),
                    "corner": flag(),
                },
                {"target": described(flag(), "The player to move may place or remove a chip here.")},
            )
        ),
        "lines": described(list_of(list_of(ZONE, 30), 50), "Completed sequences, each from end to end."),
        "last": described(list_of(ZONE, 10), "Cells of the last move."),
    }
)

CLAIM: Schema = record(
    {"code": NAME, "title": TITLE},
    {
        "text": described(SENTENCE, "What follows from it: asked before it is sent."),
        "grave": described(flag(), "May lose the match."),
        "asks": described(one_of("card"), 'What else is to be told, as the key of "detail".'),
        "detail": described(mapping(either(text(), whole(), flag())), "Sent with it."),
    },
)

VIEW: Schema = record(
    {
        "version": described(VERSION, "Grows with every change; no other start of the companion has the same."),
        "language": text(10),
        "match": nullable(MATCH),
        "status": one_of("idle", "playing", "won", "lost", "drawn"),
        "outcome": nullable(OUTCOME),
        "turn": nullable(TURN),
        "piles": list_of(PILE, 30),
        "seats": list_of(SEAT, 12),
        "duties": list_of(DUTY, 200),
        "ruling": nullable(RULING),
        "disputes": list_of(DISPUTE, 200),
        "questions": list_of(QUESTION, 200),
        "out_of_step": nullable(OUT_OF_STEP),
        "table": TABLE,
        "learning": described(nullable(LEARNING), "Cards that are being learned; until then none is read."),
        "lamps": list_of(LAMP, 30),
        "buzzer": one_of("off", "on"),
        "log": described(list_of(LOG_ENTRY, 5000), "Newest first; what was put in later stands where it happened."),
        "board": nullable(BOARD),
        "games": list_of(GAME, 30),
        "faces": described(list_of(FACE, 2000), "Every face that a person may enter."),
    },
    {
        "mat": nullable(MAT),
        "left": described(
            nullable(record({"match": COUNT, "text": SENTENCE})),
            "The match that was left for this one, while it can be gone back to.",
        ),
        "next": described(nullable(NEXT), "After the end: the match to play next, ready for the command start."),
        "regulars": described(list_of(text(40), 24), "Who played lately, by name."),
        "deck": described(nullable(COUNT), "Cards in the draw pile."),
        "decks": described(list_of(COUNT, 12), "Cards in the draw piles, one a seat."),
        "left_out": described(SENTENCE, "Stored entries of this match could not be read; it goes on without them."),
        "turn_question": nullable(TURN_QUESTION),
        "pile_questions": described(list_of(PILE_QUESTION, 50), "Cards of which nobody knows on which pile they lie."),
        "found_piles": described(FOUND_PILES, "The piles of a table without a mat, as far as found."),
        "board_naming": described(BOARD_NAMING, "A board that the camera cannot read: which card is printed on a space?"),
        "notices": described(list_of(SENTENCE, 50), "What was found at the start: a damaged journal, a key that was renewed."),
        "twins": described(list_of(TWINS, 100), "Cards that lie twice: which of the two entries was misread?"),
        "misread": described(list_of(MISREAD, 20), "Cards of which more lie there than there are: which entry was misread?"),
        "counted": described(
            record({"text": SENTENCE, "yes": SENTENCE, "no": SENTENCE}),
            'An end that only the count of cards tells: it is none before the claim "assess"; what the two buttons say.',
        ),
        "rules": described(mapping(SENTENCE), "The rules that the view names, each in a sentence, by their ids."),
        "trouble": described(list_of(SENTENCE, 20), "What of the machine does not work just now."),
        "claims": described(list_of(CLAIM, 20), 'What the player to move may say; without it, "stuck" alone.'),
    },
)


def check_view(view: Any) -> None:
    """Nothing where `view` fits its schema, and every dispute has an entry in the log. Raises `InvalidInput` naming the
    place."""
    check_value(view, VIEW, "view")
    known = {entry["entry"] for entry in view["log"]}
    for dispute in view["disputes"]:
        if dispute["entry"] not in known:
            raise InvalidInput(f"view.disputes: entry {dispute['entry']} is not in the log, so it cannot be corrected.")
