"""Whole matches of the four pile games on the virtual table, mistakes included: is every card read, every turn followed, every act
ruled right?

    python -m tests.benchmarks matches
    python -m tests.benchmarks.bench_matches --matches 1-40 --log FILE
    python -m tests.benchmarks.bench_matches --matches 1-40 --company visitors
    python -m tests.benchmarks.bench_matches --game extreme --seed 1 --seed 2

Players who see their own hands lay cards and draw until a match ends; now and then one lays a card that is not allowed, or though it is
not his turn, and takes it back, or draws too early. How hands look and move, where people sit, camera, lamp and table differ from seed to
seed; `--company visitors` are people with whom nothing was developed. All is drawn. With --log each result is added to a file
and matches that it holds already are not played again. Exits with 1 if anything was told or ruled wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cv2

from companion.games import rules_of
from companion.games.sheets import build_practice_deck, load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.match.rules import Play
from companion.session.session import Session
from companion.sources.sources import commands_for, layout_for, readers_for, scene_for
from tests.benchmarks.evenings import Deed, Score, acts_of, hurried, own_zones, scored, setting, watched, with_habits
from vision.drawn.table.acts import Draw, Lay, Lift, Wait
from vision.drawn.table.players import COMPANIES, EVERYDAY, Company, make_players
from vision.drawn.table.virtual_camera import VirtualTable
from vision.watcher import Watcher

GAMES = ("the_game", "extreme", "quick_easy", "face_to_face")
SEATS = {"the_game": (2, 3, 4, 5), "extreme": (3, 4, 2, 5), "quick_easy": (2, 4, 3, 5), "face_to_face": (2,)}
"""Players, from seed to seed."""
OPTIONS = {"extreme": {"lenient": True}}
"""Variants: a broken command that ends the match at once makes it short."""
MISTAKES, STRANGERS, EARLY = 12, 14, 9
"""One card in so many is laid where it must not be; one in so many by somebody whose turn it is not; one turn in so many is ended too
early."""
MATCHES = tuple((game, seed) for seed in range(1, 11) for game in GAMES)
"""The forty that the goals are held against."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", choices=GAMES, help="a game (default: all four)")
    parser.add_argument("--seed", action="append", type=int, help="of deal, table and hands (default: 1)")
    parser.add_argument("--matches", metavar="FIRST-LAST", help="of the forty, instead of games and seeds")
    parser.add_argument("--company", choices=sorted(COMPANIES), default=EVERYDAY.name, help="whose hands they are")
    parser.add_argument("--plays", type=int, default=30, help="stop a match after so many cards (default: 30)")
    parser.add_argument("--log", type=Path, help="a file of results as lines of JSON: read, and added to")
    parser.add_argument("-v", action="store_true", help="say what was told or ruled otherwise than it was")
    arguments = parser.parse_args()
    if arguments.matches and (arguments.game or arguments.seed):
        parser.error("--matches says which games and seeds: leave --game and --seed out")
    cv2.setNumThreads(1)
    print(HEAD)
    total, bad = Score(), 0
    for game, seed in _wanted(arguments):
        score, spent = _known_or_played(game, seed, arguments)
        print(row(f"{game} {seed}", score, spent), flush=True)
        for line in score.notes if arguments.v else ():
            print("   ", line, flush=True)
        bad += not score.clean
        total = added(total, score)
    print(row("together", total, 0.0))
    return 1 if bad else 0


def _wanted(arguments: argparse.Namespace) -> list[tuple[str, int]]:
    if arguments.matches:
        first, _, last = arguments.matches.partition("-")
        return list(MATCHES[int(first) - 1 : int(last or first)])
    return [(game, seed) for game in arguments.game or GAMES for seed in arguments.seed or (1,)]


def _known_or_played(game: str, seed: int, arguments: argparse.Namespace) -> tuple[Score, float]:
    key = [game, seed, arguments.company, arguments.plays]
    rows = arguments.log.read_text(encoding="utf-8").splitlines() if arguments.log and arguments.log.exists() else []
    for one in map(json.loads, rows):
        if one["match"] == key:
            return Score(**one["score"]), one["seconds"]
    began = time.process_time()
    score = played(game, seed, COMPANIES[arguments.company], arguments.plays)
    spent = time.process_time() - began
    if arguments.log:
        with arguments.log.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"match": key, "seconds": round(spent), "score": asdict(score)}) + "\n")
    return score, spent


HEAD = (
    f"{'all drawn, 1280x720':20}{'acts':>5}{'right':>6}{'wrong':>6}{'miss':>5}{'phan':>5} |{'draws':>6}{'seen':>5}{'infer':>6}{'ghost':>6} |"
    f"{'fouls':>6}{'ruled':>6}{'false':>6}{'asked':>6} |{'names':>6}{'bad':>4} |{'seats':>6}{'silent':>7}{'wrong':>6}{'astray':>7}{'s':>6}"
)


def row(name: str, score: Score, spent: float) -> str:
    """A result as a line of the table."""
    return (
        f"{name:20}{score.acts:5}{score.right:6}{score.wrong:6}{score.missed:5}{score.phantom:5} |{score.draws:6}{score.seen:5}"
        f"{score.inferred:6}{score.ghosts:6} |{score.fouls:6}{score.ruled:6}{score.alarms:6}{score.asked:6} |{score.names:6}"
        f"{score.misnamed:4} |{score.seats:6}{score.silent:7}{score.strange:6}{score.astray:7}{spent:6.0f}"
    )


def added(one: Score, other: Score) -> Score:
    """Both together, without their notes."""
    counts = {name: value + getattr(other, name) for name, value in asdict(one).items() if name != "notes"}
    return Score(**counts)


def played(game: str, seed: int, company: Company, most: int) -> Score:
    """One match before the eye and the referee."""
    seats = SEATS[game][seed % len(SEATS[game])]
    layout, sheet = layout_for(game), load_sheet(game)
    players = make_players(seed, seats, layout.size_mm, company)
    deeds = hurried(list(match(game, seed, own_zones(layout, players), most)), random.Random(f"hurry {seed}"))
    scene, pace = setting(scene_for(game, layout), seed)
    table = VirtualTable(layout, acts_of(deeds), speed="fast", seed=seed, fps=pace, scene=scene, players=players)
    session = Session(Journal(":memory:"), lambda name: sheet.faces, lambda name: commands_for(name))
    session.begin_match(Started(game, seats, OPTIONS.get(game, {})), 0.0, "bench")
    return scored(deeds, watched(table, Watcher(table, layout, readers_for(game)), session, deeds), players)


# --- what the players do


def match(game: str, seed: int, own: Sequence[str], most: int) -> Iterator[Deed]:
    """What the hands do in a match, turn by turn, with what people do besides. `own`: for each seat the zone next to it."""
    dice, turn = random.Random(seed), list[Deed]()
    for deed in _plain(game, seed, len(own), most):
        turn.append(deed)
        if isinstance(deed.act, Draw) and deed.verdict != "illegal":
            yield from with_habits(turn, own, dice)
            turn = []
    yield from turn


def _plain(game: str, seed: int, seats: int, most: int) -> Iterator[Deed]:
    dice, rules = random.Random(seed), rules_of(game)
    state, laid = rules.set_up_match(seats, OPTIONS.get(game, {}), dealt(game, seats, dice)), 0
    seen = rules.set_up_match(
        seats, {**OPTIONS.get(game, {}), **known_commands(game)}, None
    )  # as the referee knows it: no hand
    number, early = 0, False
    while laid < most:
        seat = state.to_move
        plays = sorted(
            (play for play in rules.list_legal(state) if isinstance(play, Play)), key=lambda play: cost(rules, state, play)
        )
        view = rules.describe_position(state)
        enough = view["played"] >= view["min_cards"] and (not plays or cost(rules, state, plays[0]) > 1)
        step = rules.apply_turn_end(state, seat)
        if enough and (not step.stands or (step.outcome and not step.outcome.won)):
            enough = False  # a command or a duty is open yet
        if enough or not plays:
            if not step.stands:
                return  # nobody can go on
            seen, verdict = judged(rules.apply_turn_end(seen))
            yield Deed(Draw(draw_zone(game, seat), seat), seat, verdict)
            number, early = 0, False
        else:
            if view["played"] < view["min_cards"] and state.turn > seats:  # all have been seen at their places
                if number == 1 and not early and dice.randrange(EARLY) == 0:
                    early = True
                    yield from ended_early(rules, seen, game, seat)
                if dice.randrange(STRANGERS) == 0:
                    yield from out_of_turn(rules, state, seen, plays, seats, dice)
            if dice.randrange(MISTAKES) == 0 and (wrong := mistaken(rules, state, plays, dice)):
                yield from and_back(wrong, seat, rule_of(rules.apply_play(seen, wrong)))
            steps = [(play, rules.apply_play(state, play)) for play in plays]
            play, step = next((pair for pair in steps if pair[1].outcome is None or pair[1].outcome.won), steps[0])
            seen, verdict = judged(rules.apply_play(seen, play))
            number += 1
            yield Deed(Lay(play.zone, play.after, seat), seat, verdict, number=number)
            laid += 1
        if step.outcome is not None:
            return
        if step.state.to_move != seat:
            number = 0
        state = step.state


def and_back(play: Play, seat: int, rule: str) -> Iterator[Deed]:
    """A card that must not lie there, and is taken back."""
    yield Deed(Lay(play.zone, play.after, seat), seat, "illegal", rule)
    yield Deed(Wait(1.0), seat)
    yield Deed(Lift(play.zone, seat), seat)


def ended_early(rules: Any, seen: Any, game: str, seat: int) -> Iterator[Deed]:
    """A turn ended with a card too few, if that is a foul."""
    step = rules.apply_turn_end(seen)
    if not step.stands:
        yield Deed(Draw(draw_zone(game, seat), seat), seat, "illegal", rule_of(step))


def out_of_turn(rules: Any, state: Any, seen: Any, plays: list[Play], seats: int, dice: random.Random) -> Iterator[Deed]:
    """A card that might be laid there, by somebody whose turn it is not."""
    mover = state.to_move
    seat = (mover + dice.randrange(1, seats)) % seats
    owned = rules.name == "face_to_face"
    cards = list(state.hands[seat].cards) if owned else [play.after for play in plays]
    found = list[tuple[Play, str]]()
    for card in cards:
        for zone, top in rules.list_faces(seen).items():
            step = rules.apply_play(seen, Play(zone, top, card, seat))
            if [finding.code for finding in step.findings] == ["not-your-turn"]:
                found.append((Play(zone, top, card), rule_of(step)))
    if found:
        play, rule = dice.choice(found)
        yield from and_back(play, seat, rule)


def rule_of(step: Any) -> str:
    """The rule that speaks first against a step."""
    return next((finding.rule for finding in step.findings), "")


def judged(step: Any) -> tuple[Any, str]:
    """The state after a step, and the referee's word for it."""
    ended = "" if step.outcome is None else "win" if step.outcome.won else "loss"
    return step.state, ended or ("legal" if step.stands else "illegal")


def known_commands(game: str) -> dict[str, Any]:
    commands = commands_for(game)
    return {} if commands is None else {"commands": commands}


def dealt(game: str, seats: int, dice: random.Random) -> dict[str, Any]:
    """The cards as they were dealt: every hand open."""
    rules, sheet = rules_of(game), load_sheet(game)
    sizes = rules.describe_position(rules.set_up_match(seats, {}, None))["hand_size"]
    sizes = list(sizes.values()) if isinstance(sizes, dict) else list(sizes)
    faces = list(build_practice_deck(sheet))
    if game == "the_game":
        faces = [face for face in faces if not face.startswith("F")]
    if game == "face_to_face":
        decks = [[face[1:] for face in faces if face[0] == seat] for seat in "sg"]
        for deck in decks:
            dice.shuffle(deck)
        pairs = list(zip(decks, sizes, strict=True))
        return {"hands": [deck[:size] for deck, size in pairs], "decks": [deck[size:] for deck, size in pairs]}
    dice.shuffle(faces)
    hands = [faces[sum(sizes[:i]) : sum(sizes[: i + 1])] for i in range(seats)]
    return {"hands": hands, "deck": faces[sum(sizes) :]}


def cost(rules: Any, state: Any, play: Play) -> int:
    """How far a card takes its pile towards its end, below zero for a backward trick."""
    pile = next(pile for pile in rules.describe_position(state)["piles"] if pile["zone"] == play.zone)
    gap = number(play.after) - (number(play.before) if play.before else int(pile["start"]))
    ahead = gap if pile["kind"] == "ascending" else -gap
    return 5 if pile.get("owner", state.to_move) != state.to_move else ahead


def number(face: str) -> int:
    return int("".join(sign for sign in face.partition(":")[0] if sign.isdigit()))


def mistaken(rules: Any, state: Any, plays: list[Play], dice: random.Random) -> Play | None:
    """A card of the hand where it must not lie."""
    faces = rules.list_faces(state)
    wrong = [
        Play(zone, top, card)
        for card in sorted({play.after for play in plays})
        for zone, top in faces.items()
        if top and not (step := rules.apply_play(state, Play(zone, top, card))).stands and step.outcome is None
    ]
    return dice.choice(wrong) if wrong else None


def draw_zone(game: str, seat: int) -> str:
    return ("s_draw", "g_draw")[seat] if game == "face_to_face" else "draw"


if __name__ == "__main__":
    sys.exit(main())
