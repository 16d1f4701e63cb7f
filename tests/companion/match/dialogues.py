"""Amendments told as dialogues: short words for events, and what is asked of the answers."""

from __future__ import annotations

import json

from companion.play.dialogue import Dialogue
from companion.shown.words.messages import catalogue

TWO = {"game": "the_game", "players": 2}
THREE = {"game": "the_game", "players": 3}
FIRE = {"game": "the_game", "players": 3, "variant": {"on_fire": True}}
EXTREME = {"game": "extreme", "players": 3}
QUICK = {"game": "quick_easy", "players": 2}
FACES = {"game": "face_to_face", "players": 2}
SEQUENCE = {"game": "sequence", "players": 2}
AT_TABLE = {**TWO, "holds": True}
END = {"end_turn": True}


def event(said):
    """ "47 up1", "2S r0c1" (a chip), "end", "back up1", or an event as it is."""
    if not isinstance(said, str):
        return said
    first, _, where = said.partition(" ")
    if first == "end":
        return END
    if first == "back":
        return {"take_back": {"pile": where}}
    if where.startswith("r"):
        return {"play": {"card": first, "cell": [int(where[1]), int(where[3])]}}
    return {"play": {"card": first, "pile": where}}


def correct(n, card=None, **more):
    return {"correct": {"event": n, **({"card": card} if card else {}), **more}}


def insert(before, said, **more):
    return {"insert": {"before": before, **event(said), **more}}


def talk(start, *said, language="en"):
    """The answers to these events; the first is that of the position."""
    dialogue = Dialogue(catalogue(language))
    return [dialogue.answer(json.dumps(event(each))) for each in (start, *said)]


def last(start, *said):
    return talk(start, *said)[-1]


def ruled(answer):
    return answer["verdict"], answer["rule"]


def changes(answer):
    return [(change["event"], change["was"], change["now"], change["rule"]) for change in answer["changed"]]
