"""The oracle beside the product: where they differ, and the shortest log that still shows it."""

from __future__ import annotations

import json

from companion.play.dialogue import Dialogue
from companion.shown.words.messages import catalogue

from .fold import Fold

DUTIES = ("OF-02", "SQ-13")  # the law names these; minimum duties and forecasts are left open
ASKED = ("beneath",)  # the law names this; what else is asked, and when, is left open


def difference(lines):
    """The first difference as text, or None if both answer alike."""
    dialogue, fold = Dialogue(catalogue("en")), Fold()
    for line in lines:
        theirs, ours = dialogue.answer(json.dumps(line)), fold.answer(line)
        compared = ours.get("state", {}).keys()
        theirs, ours = boil(theirs, compared), boil(ours, compared)
        if theirs != ours:
            keys = [key for key in {**theirs, **ours} if theirs.get(key) != ours.get(key)]
            told = "; ".join(f"{key}: product {theirs.get(key)!r}, oracle {ours.get(key)!r}" for key in keys)
            return f"{json.dumps(line)} -> {told}"
    return None


def boil(answer, compared):
    """What is compared of an answer, flat."""
    if "error" in answer:
        return {"n": answer["n"], "error": True}
    state = answer["state"]
    boiled = {key: state.get(key) for key in compared}
    sizes = state["hand_size"]
    boiled["hand_size"] = [sizes[key] for key in sorted(sizes, key=int)] if isinstance(sizes, dict) else sizes
    boiled["duties"] = sorted(str(duty_key(duty)) for duty in state["duties"] if duty_key(duty)[0] in DUTIES)
    boiled["changed"] = answer.get("changed")
    asked = [each for each in answer.get("asked") or () if each["about"] in ASKED]
    boiled["asked"] = asked or None
    return {key: answer[key] for key in ("n", "verdict", "rule")} | boiled


def duty_key(duty):
    """Rule, zone, card and when a duty is due."""
    return tuple(duty[key] for key in ("rule", "zone", "card", "due")) if isinstance(duty, dict) else tuple(duty)


def shrink(lines):
    """The log with all lines dropped that are not needed for a difference; numbers are kept right."""
    best, going = lines, True
    while going:
        going = False
        for index in range(len(best) - 1, 0, -1):
            shorter = drop(best, index)
            if difference(shorter):
                best, going = shorter, True
    return best


def drop(lines, index):
    """The log without one line; the numbers in later lines are moved."""

    def moved(number):
        return number if number < index else 9999 if number == index else number - 1

    kept = []
    for line in lines[:index] + lines[index + 1 :]:
        line = dict(line)
        for key, name in (("correct", "event"), ("insert", "before")):
            if key in line:
                line[key] = line[key] | {name: moved(line[key][name])}
        for key in ("undo", "waive"):
            if key in line:
                line[key] = moved(line[key])
        kept.append(line)
    return kept
