"""How well number cards of decks that nobody enrolled are read (the built-in deck `numbers`), drawn.

    python -m tests.benchmarks.bench_numbers [--reads 12] [--zones 20] [--game the_game] [--any | --learned]

Decks of `vision.drawn` in styles, typefaces, pictures and signs that the networks never learned from, photographed 75 to 140 px wide by
code that shares nothing with what drew their lessons: tilt to 32 degrees, uneven light, shadows, glare, colour cast, blur, noise, JPEG, a
finger in one of ten. A settled zone is read frame after frame until the votes agree. `--any`: without telling the reader the game: eight
cards of each maker tell it, as those of a picture do, or do not.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import cv2  # noqa: E402
import numpy as np  # noqa: E402

from companion.games.sheets import build_practice_deck, load_sheet  # noqa: E402
from companion.lessons.sure_reads import MIN_SURE_CONFIDENCE  # noqa: E402
from tests.benchmarks.drawn_decks import LARGE, blank, coaster, faces_of, hand  # noqa: E402
from tests.benchmarks.drawn_decks import learned as with_care  # noqa: E402
from tests.benchmarks.photographed import Slip, awry, scene, slipped  # noqa: E402
from vision.debounce import Votes  # noqa: E402
from vision.drawn.art.cards import draw_card  # noqa: E402
from vision.drawn.art.styles import BUILDING, JUDGING, STYLES, Style, make_framed_style, make_seeded_style  # noqa: E402
from vision.readers.enrolled.reader import EnrolledReader  # noqa: E402
from vision.readers.enrolment.improving import grow_deck  # noqa: E402
from vision.readers.enrolment.learning import Sample  # noqa: E402
from vision.readers.numbers.own import OwnReader  # noqa: E402
from vision.readers.numbers.reader import NumberReader, make_number_reader  # noqa: E402
from vision.readers.numbers.which_deck import guess_deck  # noqa: E402
from vision.types import Face, Image, Reading  # noqa: E402

GAMES = ("the_game", "extreme", "quick_easy", "face_to_face")
WIDTHS = (75, 100, 140)
TELLING = 8
"""Cards that are looked at where nobody says the game."""
LOOKS = 10
"""Looks after which a settled zone that is still unclear is asked about."""
GOALS = {"right": 97.0, "wrong": 0.3, "zones right": 99.5, "zones wrong": 0.1, "nothing": 0.0, "ms": 12.5}
Dice = np.random.Generator


@dataclass(slots=True)
class Tally:
    """Reads of cards, and what was taken for what."""

    right: int = 0
    wrong: int = 0
    asked: int = 0
    mistakes: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)

    def add(self, truth: Face, face: Face, accepted: bool) -> None:
        truth = truth.partition(":")[0]  # a command has to be told by a person
        if not accepted:
            self.asked += 1
            self.open[f"{truth} as {face}"] += 1
        elif face == truth:
            self.right += 1
        else:
            self.wrong += 1
            self.mistakes[f"{truth} as {face}"] += 1

    def __iadd__(self, other: Tally) -> Tally:
        self.right, self.wrong, self.asked = self.right + other.right, self.wrong + other.wrong, self.asked + other.asked
        self.mistakes += other.mistakes
        self.open += other.open
        return self

    @property
    def reads(self) -> int:
        return self.right + self.wrong + self.asked

    def share(self, count: int) -> float:
        """Per cent of all reads."""
        return 100 * count / max(self.reads, 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reads", type=int, default=12, help="single frames of each deck at each width (default 12)")
    parser.add_argument("--zones", type=int, default=12, help="settled zones of each deck (default 12)")
    parser.add_argument("--game", default="", help="one game only")
    parser.add_argument("--any", action="store_true", help="without telling the reader the game")
    parser.add_argument("--open", action="store_true", help="list what was asked")
    parser.add_argument("--learned", action="store_true", help="after one match: every card seen once or not, as it was laid")
    parser.add_argument("--styles", nargs="+", default=["wood", "paper"], choices=list(STYLES), help="decks of --learned")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if arguments.learned:
        dice = np.random.default_rng(arguments.seed)
        return learned(arguments.game or "the_game", arguments.styles, arguments.reads * len(WIDTHS), dice)
    dice = np.random.default_rng(arguments.seed)
    single, zones, badly, spent, nothing = Tally(), Tally(), Tally(), list[float](), Counter[str]()
    print(f"{'deck (drawn), one frame':34}{'reads':>6}{'right':>7}{'wrong':>7}{'asked':>7}", flush=True)
    for game in [arguments.game] if arguments.game else GAMES:
        reader = make_number_reader(load_sheet(game).deck)
        for name, style in styles():
            if arguments.any:
                reader = untold(game, name, style, dice)
            of_deck, of_zones = Tally(), Tally()
            measure(reader, game, style, arguments, dice, (of_deck, of_zones, badly), spent)
            strangers(reader, style, nothing, dice)
            print(line(f"{game}, {name}", of_deck), flush=True)
            single += of_deck
            zones += of_zones
    return report(single, zones, badly, nothing, spent, arguments.open)


def styles() -> Iterator[tuple[str, Style]]:
    """Twelve makers."""
    yield from STYLES.items()
    for number in range(2):
        yield f"framed {number}", make_framed_style(BUILDING, number)
        yield f"framed too {number}", make_framed_style(JUDGING, number)
        yield f"style {number}", make_seeded_style(7000 + number)


def untold(game: str, name: str, style: Style, dice: Dice) -> NumberReader:
    """The reader for cards of which nobody said the game."""
    decks = {each: load_sheet(each).deck for each in GAMES}
    cards = [draw_card(face, LARGE, style) for face in dice.choice(faces_of(game), TELLING)]
    anybodys = make_number_reader()
    looks = [
        anybodys.examine_number(slipped(dice).cut((taken := scene(card, 100, dice)).frame(dice), taken.quad)) for card in cards
    ]
    told = guess_deck(looks, decks)
    print(f"{game}, {name}: taken for {told or 'any'}", flush=True)
    return make_number_reader(decks[told]) if told else anybodys


def measure(
    reader: NumberReader,
    game: str,
    style: Style,
    asked: argparse.Namespace,
    dice: Dice,
    tallies: tuple[Tally, ...],
    spent: list[float],
) -> None:
    """Read one deck."""
    faces = faces_of(game)
    for i in range(asked.reads * len(WIDTHS)):
        face = faces[int(dice.integers(len(faces)))]
        reading = seen(reader, draw_card(face, LARGE, style), WIDTHS[i % len(WIDTHS)], dice, None, spent)
        tallies[0].add(face, reading.face, reading.accepted)
    for _ in range(asked.zones):
        face = faces[int(dice.integers(len(faces)))]
        card = draw_card(face, LARGE, style)
        tallies[1].add(face, *settle(reader, card, dice))
        reading = seen(reader, card, dice.uniform(75, 140), dice, awry(dice), spent)
        tallies[2].add(face, reading.face, reading.accepted)


def seen(reader: NumberReader, card: Image, width: float, dice: Dice, slip: Slip | None, spent: list[float]) -> Reading:
    """What one frame of it reads as."""
    taken = scene(card, width, dice)
    crop = (slip or slipped(dice)).cut(taken.frame(dice), taken.quad)
    begun = time.process_time()
    reading = reader.read(crop)
    spent.append(1000 * (time.process_time() - begun))
    return reading


def settle(reader: NumberReader, card: Image, dice: Dice) -> tuple[Face, bool]:
    """A zone in which a card lies still: read frame after frame until the votes agree. Face, accepted."""
    taken, slip, votes = scene(card, dice.uniform(75, 140), dice, fingers=False), slipped(dice), Votes()
    for _ in range(LOOKS):
        votes = votes.add_look(reader.read(slip.cut(taken.frame(dice), taken.quad, dice.normal(0, 0.002, 2))))
        if votes.has_agreed():
            break
    return votes.best_face, votes.has_agreed()


def learned(game: str, styles: Sequence[str], reads: int, dice: Dice) -> int:
    """Decks after one match: what was read surely is the deck's own picture of the card. Beside it what nobody learned, and what was
    enrolled with care."""
    sheet = load_sheet(game)
    faces = [face for face in build_practice_deck(sheet) if face not in sheet.spare]
    numbers = make_number_reader(sheet.deck)
    for name in styles:
        cards = [draw_card(face, LARGE, STYLES[name]) for face in faces]
        seen_once = [_laid(numbers, face, card, dice) for face, card in zip(faces, cards, strict=True)]
        deck = grow_deck("numbers-bench", [sample for sample in seen_once if sample], game, sheet.card_mm[0] / sheet.card_mm[1])
        own = OwnReader(numbers, "numbers-bench", EnrolledReader(deck) if deck else None)
        enrolled = EnrolledReader(with_care(faces, cards, dice))
        tallies = {"nobody learned it": Tally(), "after one match": Tally(), "enrolled with care": Tally()}
        for i in range(reads):
            which = int(dice.integers(len(faces)))
            taken = scene(cards[which], WIDTHS[i % len(WIDTHS)], dice)
            crop = slipped(dice).cut(taken.frame(dice), taken.quad)
            for tally, reader in zip(tallies.values(), (numbers, own, enrolled), strict=True):
                reading = reader.read(crop)
                tally.add(faces[which], reading.face.partition(":")[0], reading.accepted)
        print(f"{game}, {name}: {len(deck.faces) if deck else 0} of {len(faces)} cards known after one match")
        print(*(line(told, tally) for told, tally in tallies.items()), sep="\n", flush=True)
    return 0


def _laid(reader: NumberReader, face: Face, card: Image, dice: Dice) -> Sample | None:
    """What a card that was laid once taught: the last of its crops if they agree and it was read surely, else nothing."""
    taken, slip, votes = scene(card, dice.uniform(75, 140), dice, fingers=False), slipped(dice), Votes()
    for _ in range(LOOKS):
        crop = slip.cut(taken.frame(dice), taken.quad, dice.normal(0, 0.002, 2))
        votes = votes.add_look(reader.read(crop))
        if votes.has_agreed():
            return Sample(votes.best_face, crop) if votes.rank_faces()[0][1] >= MIN_SURE_CONFIDENCE else None
    return None


def strangers(reader: NumberReader, style: Style, nothing: Counter[str], dice: Dice) -> None:
    """What is no card, or its back."""
    pictures = {"back": draw_card("back", LARGE, style), "blank": blank(dice), "coaster": coaster(dice), "hand": hand(dice)}
    for name, picture in pictures.items():
        for _ in range(4):
            reading = seen(reader, picture, dice.uniform(75, 140), dice, None, [])
            nothing[name] += 1
            nothing[f"{name} accepted"] += reading.accepted


def line(name: str, tally: Tally) -> str:
    said = ", ".join(f"{n} x {what}" for what, n in tally.mistakes.most_common(4))
    return f"{name:34}{tally.reads:6}{tally.right:7}{tally.wrong:7}{tally.asked:7}  {said}"


def report(single: Tally, zones: Tally, badly: Tally, nothing: Counter[str], spent: list[float], listed: bool) -> int:
    """The sums beside their goals; status 1 if any is missed."""
    print(line("one frame", single), line("settled zones", zones), line("cut 2 to 4 mm awry", badly), sep="\n")
    if listed:
        print("asked:", ", ".join(f"{n} x {what}" for what, n in single.open.most_common(60)))
    print("no cards:", ", ".join(f"{name} {count}" for name, count in sorted(nothing.items())))
    taken = sum(count for name, count in nothing.items() if "accepted" in name)
    rows = [
        ("right", single.share(single.right), True),
        ("wrong", single.share(single.wrong), False),
        ("zones right", zones.share(zones.right), True),
        ("zones wrong", zones.share(zones.wrong), False),
        ("nothing", float(taken), False),
        ("ms", float(np.percentile(spent, 95)), False),
    ]
    missed = 0
    for name, value, least in rows:
        short = value < GOALS[name] if least else value > GOALS[name]
        missed += short
        print(f"{name:20}{value:9.2f}{GOALS[name]:9.2f}  {'missed' if short else 'ok'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
