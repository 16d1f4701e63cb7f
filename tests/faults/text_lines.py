"""`python -m tests.faults.text_lines [LINES [SEED]]`: lines of text, most of them absurd, through `companion referee`'s dialogue.

Prints how many were answered by a ruling and how many by an error, how many tracebacks there were and how many messages in Python's own
words, and the memory in use after each tenth. The status is 0 where there was no traceback, no such message and memory stayed flat.
"""

from __future__ import annotations

import gc
import json
import random
import re
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.games import GAMES
from companion.games.sheets import load_sheet
from companion.play.dialogue import Dialogue
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue

LINES = 100_000
LONGEST_MATCH = 60
"""Lines after which another position comes: a log that only grows would count as memory."""
FLAT_KB = 20_000
"""By so much memory may rise after the first tenth: what the catalogues and the games keep once they were asked for it."""
STEPS = (
    "play", "end_turn", "assess", "say", "dead", "draw", "setup_check", "stuck", "take_back", "undo", "correct", "insert", "put_right",
    "waive", "play_on", "leave",
)  # fmt: skip
BESIDE = ("player", "hand", "bribe")
OF_POSITION = ("teams", "variant", "setup", "names", "holds", "places", "bribe")
WITHIN = (
    "card", "pile", "cell", "remove", "event", "before", "player", "players", "hand", "teams", "seats", "hands", "deck", "decks", "piles",
    "turn", "chips", "sequences", "discards", "on_fire", "pro", "commands", "layout", "expert", "lenient", "names", "variant", "row",
    "column", "beneath", "colours", "play", "end_turn", "", "\ud800", "\x07",
)  # fmt: skip
ATOMS: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 7, 12, 99, 10**11, 10**13, 10**30, 0.5, -0.0, 1e300, 12.0, "", "47", "12", "88", "up1", "down2",
    "up", "own_up", "discard1", "r0c0", "QH", "JC", "7R", "s12", "F44", "12:skull",
    "red", "gold", "advice", "Anna", "x" * 1001, "\ud800", "a\x07",
    "\u202e", [], {}, [0, 1], [0, 0], ["47"], [None], [["5"], ["5"]], {"47": "skull"}, {"0": [[0, 1]]},
)  # fmt: skip
BROKEN = ("", "'", "nul", "\\ud800", "9" * 30, "NaN", "}", "\x00", "[" * 2000)
OF_PYTHON = re.compile(
    r"\bNone\b|\bTrue\b|\bFalse\b|\['|\{'|Traceback|<class|object at|Error\b|line 1 column|set_int_max|Expecting|invalid literal|"
    r"unhashable|char \d+|Extra data|Unterminated|\bnan\b|\binf\b|e\+\d\d"
)
"""Words that only Python uses."""


def resident_kb() -> int:
    """Resident memory of this process in kB."""
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS:")).split()[1])


def lines(seed: int = 1) -> Iterator[str]:
    """Lines without end: positions, plays that may stand, absurd events, broken JSON. The same for the same seed."""
    dice = random.Random(seed)
    while True:
        game = dice.choice(GAMES)
        yield json.dumps({"game": game, "players": dice.choice((2, 2, 3, 4)), **_some(dice, OF_POSITION, 0.2)})
        for _ in range(dice.randrange(LONGEST_MATCH)):
            yield _line(dice, game)


def _play(dice: random.Random, game: str) -> dict[str, Any]:
    """A card of the game on one of its places."""
    sheet = load_sheet(game)
    if sheet.board_cells:
        return {"card": dice.choice(sheet.deck), "cell": [dice.randrange(10), dice.randrange(10)]}
    return {"card": dice.choice(sheet.deck), "pile": dice.choice([zone.name for zone in sheet.zones if zone.kind == "card"])}


def _line(dice: random.Random, game: str) -> str:
    kind = dice.random()
    if kind < 0.4:
        return json.dumps({"play": _play(dice, game)})
    if kind < 0.5:
        return json.dumps(dice.choice(({"end_turn": True}, {"undo": dice.randrange(9)}, {"assess": True}, {"draw": True})))
    event = {dice.choice(STEPS): _value(dice), **_some(dice, BESIDE, 0.3)}
    if kind < 0.55:
        event = {"game": _value(dice), "players": _value(dice), **_some(dice, OF_POSITION, 0.5)}
    text = json.dumps(event)
    if kind > 0.95:
        at = dice.randrange(len(text) + 1)
        text = text[:at] + dice.choice(BROKEN) + text[at + dice.randrange(3) :]
    return text


def _some(dice: random.Random, keys: tuple[str, ...], share: float) -> dict[str, Any]:
    return {dice.choice(keys): _value(dice)} if dice.random() < share else {}


def _value(dice: random.Random, depth: int = 0) -> Any:
    kind = dice.random()
    if depth < 3 and kind < 0.15:
        return [_value(dice, depth + 1) for _ in range(dice.randrange(4))]
    if depth < 3 and kind < 0.5:
        return {dice.choice(WITHIN): _value(dice, depth + 1) for _ in range(dice.randrange(4))}
    return dice.choice(ATOMS)


def in_words_of_python(answer: dict[str, Any]) -> str:
    """What of an answer's message only Python would say, "" where nothing is. What somebody wrote stands in quotation marks and is theirs."""
    said = str(answer.get("error") or answer.get("message"))
    found = OF_PYTHON.search(re.sub(r'"[^"]*"|“[^”]*”', "", said))
    return found[0] if found else ""


def main(words: list[str]) -> int:
    count, seed = (*map(int, words), *(LINES, 1)[len(words) :])
    dialogues = [Dialogue(catalogue(language)) for language in list_languages()]
    ruled = refused = broken = of_python = 0
    memory: list[int] = []
    for number, line in zip(range(1, count + 1), lines(seed), strict=False):
        try:
            answer = dialogues[number % len(dialogues)].answer(line)
            json.dumps(answer, ensure_ascii=False).encode()
        except Exception:
            broken += 1
            print(f"{line[:200]!r}: {traceback.format_exc(limit=-2)}", file=sys.stderr)
            continue
        ruled, refused = ruled + ("verdict" in answer), refused + ("error" in answer)
        if found := in_words_of_python(answer):
            of_python += 1
            print(f"{line[:200]!r}: {found}", file=sys.stderr)
        if number % max(1, count // 10) == 0:
            gc.collect()
            memory.append(resident_kb())
            print(f"{number:8} lines {memory[-1]:8} kB", flush=True)
    print(f"{ruled} ruled, {refused} refused, {broken} tracebacks, {of_python} messages in Python's words")
    return 0 if not broken and not of_python and memory[-1] - memory[0] <= FLAT_KB else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
