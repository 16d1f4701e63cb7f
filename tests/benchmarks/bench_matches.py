"""Whole matches of the four pile games on the virtual table, mistakes included: is every card read, is every act ruled right?

    python -m tests.benchmarks matches
    python -m tests.benchmarks.bench_matches --game extreme --seed 1 --seed 2

Players who see their own hands lay cards and end turns until a match ends; now and then they lay a card that is not allowed and take it
back. Hands, piles and light are those of the virtual table; all cards are drawn. Exits with 1 if anything was told or ruled wrong.
"""

from __future__ import annotations

import argparse
import difflib
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2

from companion.errors import InputError
from companion.games import rules_of
from companion.games.sheets import load_sheet, practice_deck
from companion.match.events import Started
from companion.match.referee import Ruling
from companion.match.rules import Play
from companion.session.journal import Journal
from companion.session.session import Session
from companion.session.snapshot import Question
from companion.wiring.sources import commands_for, layout_for, readers_for
from companion.wiring.table_events import taken_in
from vision.drawn.acts import Act, Lay, Lift, Touch, Wait
from vision.drawn.virtual_camera import VirtualTable
from vision.errors import EndOfVideo
from vision.types import Change, TableEvent, Touched
from vision.watcher import Watcher

GAMES = ("the_game", "extreme", "quick_easy", "face_to_face")
SEEDS = (1,)
SEATS = 2
OPTIONS = {"extreme": {"lenient": True}}
"""Variants: a broken command that ends the match at once makes it short."""
MISTAKES = 12
"""One card in so many is laid where it must not be."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", choices=GAMES, help="a game (default: all four)")
    parser.add_argument("--seed", action="append", type=int, help="of deal, table and hands (default: 1)")
    parser.add_argument("--plays", type=int, default=1000, help="stop a match after so many cards")
    parser.add_argument("--pace", type=float, default=15.0, help="frames a second (default: 15)")
    parser.add_argument("-v", action="store_true", help="say what was told or ruled otherwise than it was")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    print(
        f"{'drawn, 1280x720':16}{'seed':>5}{'acts':>6}{'right':>7}{'asked':>7}{'wrong':>7}{'missed':>8}{'false':>7}{'rulings':>9}{'wrong':>7}"
    )
    failed = 0
    for game in arguments.game or GAMES:
        for seed in arguments.seed or SEEDS:
            score = watched(game, seed, arguments.plays, arguments.pace)
            print(
                f"{game:16}{seed:5}{score.acts:6}{score.right:7}{score.asked:7}{score.wrong:7}{score.missed:8}{score.false:7}"
                f"{score.rulings:9}{score.misruled:7}",
                flush=True,
            )
            failed += bool(score.wrong or score.missed or score.false or score.misruled)
            for line in score.notes if arguments.v else ():
                print("   ", line, flush=True)
    return 1 if failed else 0


# --- the players


def match(game: str, seed: int, most: int) -> Iterator[tuple[Act, str]]:
    """What the hands do in a match, and the ruling that it calls for: "legal", "illegal", "" for none."""
    dice, rules = random.Random(seed), rules_of(game)
    state, laid = rules.setup(SEATS, OPTIONS.get(game, {}), dealt(game, dice)), 0
    seen = rules.setup(SEATS, {**OPTIONS.get(game, {}), **known_commands(game)}, None)  # as the referee knows it: no hand
    while laid < most:
        seat = rules.turn(state)[1]
        plays = sorted(
            (play for play in rules.legal(state) if isinstance(play, Play)), key=lambda play: cost(rules, state, play)
        )
        view = rules.view(state)
        enough = view["played"] >= view["min_cards"] and (not plays or cost(rules, state, plays[0]) > 1)
        step = rules.end_turn(state, seat)
        if enough and (not step.stands or (step.outcome and not step.outcome.won)):
            enough = False  # a command or a duty is open yet
        if enough or not plays:
            if not step.stands:
                return  # nobody can go on
            seen, verdict = judged(rules.end_turn(seen))
            yield Touch(draw_zone(game, seat)), verdict
        else:
            if dice.randrange(MISTAKES) == 0 and (wrong := mistaken(rules, state, plays, dice)):
                yield Lay(wrong.zone, wrong.after), "illegal"
                yield Wait(1.0), ""
                yield Lift(wrong.zone), "legal"
            steps = [(play, rules.play(state, play)) for play in plays]
            play, step = next((pair for pair in steps if pair[1].outcome is None or pair[1].outcome.won), steps[0])
            seen, verdict = judged(rules.play(seen, play))
            yield Lay(play.zone, play.after), verdict
            laid += 1
        if step.outcome is not None:
            return
        state = step.state


def judged(step: Any) -> tuple[Any, str]:
    """The state after a step, and the referee's word for it."""
    ended = "" if step.outcome is None else "win" if step.outcome.won else "loss"
    return step.state, ended or ("legal" if step.stands else "illegal")


def known_commands(game: str) -> dict[str, Any]:
    commands = commands_for(game)
    return {} if commands is None else {"commands": commands}


def dealt(game: str, dice: random.Random) -> dict[str, Any]:
    """The cards as they were dealt: every hand open."""
    rules, sheet = rules_of(game), load_sheet(game)
    sizes = rules.view(rules.setup(SEATS, {}, None))["hand_size"]
    sizes = list(sizes.values()) if isinstance(sizes, dict) else list(sizes)
    faces = list(practice_deck(sheet))
    if game == "the_game":
        faces = [face for face in faces if not face.startswith("F")]
    if game == "face_to_face":
        decks = [[face[1:] for face in faces if face[0] == seat] for seat in "sg"]
        for deck in decks:
            dice.shuffle(deck)
        pairs = list(zip(decks, sizes, strict=True))
        return {"hands": [deck[:size] for deck, size in pairs], "decks": [deck[size:] for deck, size in pairs]}
    dice.shuffle(faces)
    hands = [faces[sum(sizes[:i]) : sum(sizes[: i + 1])] for i in range(SEATS)]
    return {"hands": hands, "deck": faces[sum(sizes) :]}


def cost(rules: Any, state: Any, play: Play) -> int:
    """How far a card takes its pile towards its end, below zero for a backward trick."""
    pile = next(pile for pile in rules.view(state)["piles"] if pile["zone"] == play.zone)
    gap = number(play.after) - (number(play.before) if play.before else int(pile["start"]))
    ahead = gap if pile["kind"] == "ascending" else -gap
    return 5 if pile.get("owner", rules.turn(state)[1]) != rules.turn(state)[1] else ahead


def number(face: str) -> int:
    return int("".join(sign for sign in face.partition(":")[0] if sign.isdigit()))


def mistaken(rules: Any, state: Any, plays: list[Play], dice: random.Random) -> Play | None:
    """A card of the hand where it must not lie."""
    faces = rules.faces(state)
    wrong = [
        Play(zone, top, card)
        for card in sorted({play.after for play in plays})
        for zone, top in faces.items()
        if top and not (step := rules.play(state, Play(zone, top, card))).stands and step.outcome is None
    ]
    return dice.choice(wrong) if wrong else None


def draw_zone(game: str, seat: int) -> str:
    return ("s_draw", "g_draw")[seat] if game == "face_to_face" else "draw"


# --- watching them


@dataclass
class Score:
    """What came of a match. `acts`: changes of a pile's top and ends of turns; `right`: told as they were and without a question;
    `asked`: a person would have been asked; `false`: told but never done; `misruled`: rulings other than called for, and alarms."""

    acts: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    missed: int = 0
    false: int = 0
    rulings: int = 0
    misruled: int = 0
    notes: list[str] = field(default_factory=list)


def watched(game: str, seed: int, most: int = 1000, pace: float = 15.0) -> Score:
    """One match before the eye and the referee. A question is answered as it was."""
    layout, sheet = layout_for(game), load_sheet(game)
    script = list(match(game, seed, most))
    camera = VirtualTable(layout, [act for act, _ in script], speed="fast", seed=seed, fps=pace)
    eye = Watcher(camera, layout, readers_for(game))
    session = Session(Journal(":memory:"), lambda name: sheet.faces, lambda name: commands_for(name))
    session.begin(Started(game, SEATS, OPTIONS.get(game, {})), 0.0, "bench")
    told: list[tuple[str, str]] = []
    when: list[float] = []
    rulings: list[str] = []
    asked, notes = 0, []
    while True:
        try:
            frame = camera.read()
        except EndOfVideo:
            break
        notices: list[Any] = []
        for event in eye.see(frame):
            notices += noted(session, event, told)
        when += [frame.at] * (len(told) - len(when))
        notices += session.tick(frame.at)
        for notice in notices:
            if isinstance(notice, Ruling):
                rulings.append(notice.verdict)
                notes.append(
                    f"{frame.at:.2f} {told[-1:]} {notice.verdict} {notice.rule}"
                ) if notice.verdict != "legal" else None
            elif isinstance(notice, Question):
                asked += 1
                notes.append(f"{frame.at:.2f} asked {notice.zone} {notice.candidates[:4]}, it is {camera.tops[notice.zone]}")
                answer = session.answer(notice.id, camera.tops[notice.zone], frame.at, "bench")
                rulings += [ruling.verdict for ruling in answer if isinstance(ruling, Ruling)]
            else:
                notes.append(f"{frame.at:.2f} out of step {notice}")
                rulings.append("out of step")
    return scored(camera, [verdict for _, verdict in script if verdict], told, when, rulings, asked, notes)


def noted(session: Session, event: TableEvent, told: list[tuple[str, str]]) -> list[Any]:
    """What the session says of an event of the eye. Changes and touches are kept in `told`."""
    if isinstance(event, Change | Touched):
        told.append((event.zone, event.after if isinstance(event, Change) else "touched"))
    try:
        return list(taken_in(session, event, event.at))
    except InputError:
        return []


def scored(
    camera: VirtualTable,
    due: list[str],
    told: list[tuple[str, str]],
    when: list[float],
    rulings: list[str],
    asked: int,
    notes: list[str],
) -> Score:
    """Compare what was done with what was told, and the rulings with those that it called for."""
    done, piles = list[tuple[str, str]](), dict[str, list[str]]()
    for _, act in camera.log:
        if isinstance(act, Lay):
            piles.setdefault(act.zone, []).append(act.face)
            done.append((act.zone, act.face))
        elif isinstance(act, Lift):
            piles[act.zone].pop()
            done.append((act.zone, piles[act.zone][-1] if piles[act.zone] else ""))
        elif isinstance(act, Touch):
            done.append((act.zone, "touched"))
    score = Score(len(done), asked=asked, rulings=len(due), notes=notes)
    for kind, i, j, k, m in difflib.SequenceMatcher(a=done, b=told, autojunk=False).get_opcodes():
        if kind == "equal":
            score.right += j - i
            continue
        score.wrong += min(j - i, m - k)
        score.missed += max(0, (j - i) - (m - k))
        score.false += max(0, (m - k) - (j - i))
        score.notes.append(f"done {done[i:j]}, told {told[k:m]} at {when[k:m]}")
    score.right -= asked
    got = [verdict for verdict in rulings if verdict != "dropped"]
    same = sum(block.size for block in difflib.SequenceMatcher(a=due, b=got, autojunk=False).get_matching_blocks())
    score.misruled = max(len(due), len(got)) - same
    if score.misruled:
        score.notes.append(f"rulings due {Counter(due)}, given {Counter(got)}")
    return score


if __name__ == "__main__":
    sys.exit(main())
