"""Matches at the virtual table with players of their own manners: what they do, what is told and ruled of it, and how the two compare.

A `Deed` is an act with what it calls for. `watched` plays deeds before the eye and a session; `scored` compares.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Any

from companion.app.table_events import apply_event
from companion.errors import InputError
from companion.intake.changes import turn_upside_down
from companion.match.events import Amendment, Inserted, Played
from companion.match.referee import Ruling
from companion.match.rulings import Fate
from companion.questions.question import Question, TurnOver, TurnQuestion
from companion.session.session import Session
from tests.filmed import frames
from vision.drawn.art.surfaces import SURFACES
from vision.drawn.table.acts import Act, Draw, Flip, Lay, Lift, PassOver, Rest, Slide, Straighten, Together, Wait
from vision.drawn.table.optics import Lens, Pose
from vision.drawn.table.players import Player
from vision.drawn.table.scene import Light, TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.place.layout import Layout, Zone
from vision.types import Change, HandFrom, Handled, Touched
from vision.watcher import Watcher

EARLY, LATE, SOON = 1.0, 4.0, 1.5
"""Seconds before and after an act within which a ruling is its ruling; a draw may be told `SOON` before its hand has gone."""
HABIT = 9
"""Once in so many turns each, somebody straightens the draw pile, reaches over it, or rests a hand beside a pile."""
RATES = (15.0, 12.0, 20.0, 10.0, 15.0, 30.0)
"""Frames a second, from seed to seed."""


ICON, TWIN, TURN, OTHER = "icon", "twin", "turn", "other"
"""What questions are of: a command's icon that nobody had named, a number that may stand on its head, whose turn it is, anything else."""


Told = tuple[float, str, str, HandFrom, int | None]


@dataclass(frozen=True)
class Deed:
    """`verdict` and `rule`: what the referee must say of it, "" where nothing. `seat`: who does it. `number`: which card of the turn it
    is, counted from 1; 0 for what is none."""

    act: Act
    seat: int = 0
    verdict: str = ""
    rule: str = ""
    number: int = 0


@dataclass
class Evening:
    """What was told of a match. `changes`, `touches`: (seconds, zone, face or "", hand, seat); `ends`: (seconds, seat) of turns;
    `rulings`: (seconds, verdict, rule, whose turn it was, zone, face), `said`: the same whole; `asked`, `alarms`: what was asked, and
    where table and match were out of step; `kinds`: what each question was of. `patience`: seconds that pass before a question is answered,
    infinite = nobody does; `waiting`: those that wait, each with when it is answered, the question (None = table and match are out of
    step), and the answer; `fouls`: entries of those that were open at the last ruling;
    `unnamed`: cards of which only the command was asked, each with its zone."""

    table: VirtualTable
    session: Session
    deeds: Sequence[Deed] = ()
    changes: list[Told] = field(default_factory=list)
    touches: list[Told] = field(default_factory=list)
    ends: list[tuple[float, int]] = field(default_factory=list)
    rulings: list[tuple[float, str, str, int, str, str]] = field(default_factory=list)
    said: list[tuple[float, Ruling]] = field(default_factory=list)
    asked: list[tuple[float, str]] = field(default_factory=list)
    alarms: list[tuple[float, str]] = field(default_factory=list)
    patience: float = 0.0
    kinds: list[str] = field(default_factory=list)
    fouls: set[int] = field(default_factory=set)
    unnamed: list[tuple[str, str]] = field(default_factory=list)
    waiting: list[tuple[float, Question | TurnQuestion | None, str | bool]] = field(default_factory=list)


def setting(scene: TableScene, seed: int) -> tuple[TableScene, float]:
    """The table of one evening: another camera, lens, lamp and table top from seed to seed; and frames a second."""
    dice = random.Random(f"setting {seed}")
    pose = Pose(tilt=dice.uniform(5, 30), turn=dice.uniform(-8, 8), field=dice.uniform(52, 74), margin=dice.uniform(0.02, 0.07))
    lens = Lens(
        dice.uniform(0.5, 0.9), dice.uniform(1.5, 3.0), dice.uniform(0.05, 0.15), dice.uniform(-0.003, 0.008), arm(seed)
    )
    light = Light(dice.uniform(0.8, 1.1), dice.uniform(0.1, 0.3), dice.uniform(-180, 180), dice.uniform(-0.5, 0.6))
    table = dice.choice(sorted(SURFACES))
    return replace(scene, pose=pose, lens=lens, light=light, table=table, seed=seed), RATES[seed % len(RATES)]


def arm(seed: int) -> float:
    """How far the camera of an evening sways on its arm, see `Lens.sway`; every other one hangs still."""
    dice = random.Random(f"arm {seed}")
    return dice.uniform(0.5, 5) if dice.random() < 0.5 else 0.0


def own_zones(layout: Layout, players: Sequence[Player]) -> list[str]:
    """For each seat the pile that is nearest to its shoulder."""

    def away(zone: Zone, player: Player) -> float:
        return math.dist(zone.middle_mm, player.locate_shoulder_mm(layout.size_mm))

    zones = [*layout.of_kind("card"), *layout.of_kind("draw")]
    return [min(zones, key=lambda zone: away(zone, player)).name for player in players]


def with_habits(turn: Sequence[Deed], own: Sequence[str], dice: random.Random) -> list[Deed]:
    """The deeds of a turn, and what people do besides: the draw pile is straightened, reached over, a hand rests beside a pile. `own`: for
    each seat the zone next to it."""
    turn = list(turn)
    draws = [at for at, deed in enumerate(turn) if isinstance(deed.act, Draw)]
    draw = turn[draws[0]].act.zone if draws else ""  # type: ignore[union-attr]
    who = dice.randrange(len(own))
    extra: list[Act] = []
    if draw and dice.randrange(HABIT) == 0:
        extra.append(Straighten(draw, who))
    if draw and dice.randrange(HABIT) == 0:
        extra.append(PassOver(draw, who))
    if dice.randrange(HABIT) == 0:
        extra.append(Rest(own[who], dice.uniform(2.0, 5.0), who))
    for act in extra:
        turn.insert(dice.randrange(len(turn) + 1), Deed(act, who))
    return turn


def hurried(deeds: Sequence[Deed], dice: random.Random) -> list[Deed]:
    """Now and then the next player lays his first card while the hand that has drawn is still there."""
    found = list[Deed]()
    for deed in deeds:
        last = found[-1] if found else None
        laid = isinstance(deed.act, Lay) and deed.verdict == "legal" and deed.number == 1
        if (
            last
            and isinstance(last.act, Draw)
            and last.verdict == "legal"
            and laid
            and deed.seat != last.seat
            and not dice.randrange(5)
        ):
            found[-1:] = [last, replace(deed, act=Together(last.act, deed.act, dice.uniform(0.5, 0.9)))]
        else:
            found.append(deed)
    return found


def acts_of(deeds: Iterable[Deed]) -> Iterator[Act]:
    """What the hands do. The first of two that are done together is no act of its own."""
    deeds = list(deeds)
    for at, deed in enumerate(deeds):
        after = deeds[at + 1].act if at + 1 < len(deeds) else None
        if not (isinstance(after, Together) and after.first is deed.act):
            yield deed.act


def watched(table: VirtualTable, eye: Watcher, session: Session, deeds: Sequence[Deed] = (), patience: float = 0.0) -> Evening:
    """One match before the eye and the referee. A question is answered as it was when it was asked; one whether a turn had ended if the
    `deeds` tell. `patience`: see `Evening`."""
    evening = Evening(table, session, deeds=deeds, patience=patience)
    for frame in frames(table):
        notices: list[Any] = []
        for event in eye.see(frame):
            if isinstance(event, Change):
                seat = session.find_seat_of_hand(event.zone, event.hand)
                evening.changes.append((event.at, event.zone, event.after, event.hand, seat))
            if isinstance(event, Touched):
                evening.touches.append((event.at, event.zone, "", event.hand, session.find_seat_of_hand("draw", event.hand)))
            whose = session.find_seat_of_hand(event.zone, event.hand) if isinstance(event, Handled) else None
            said = _said(session, event)
            if isinstance(event, Handled) and any(isinstance(one, Ruling) for one in said):  # another card of the same face
                evening.changes.append((event.at, event.zone, event.face, event.hand, whose))
            notices += said
        _note(evening, [*notices, *session.notice_time(frame.at)], frame.at)
        _answer_due(evening, frame.at)
    return evening


def _said(session: Session, event: Any) -> list[Any]:
    try:
        return list(apply_event(session, event, event.at))
    except InputError:
        return []


def _note(evening: Evening, notices: Sequence[Any], at: float) -> None:
    session = evening.session
    for notice in notices:
        if isinstance(notice, Ruling):
            evening.said.append((round(at, 1), notice))
            verdict = notice.verdict if _is_new(evening, notice) else "legal"
            evening.rulings.append((at, verdict, notice.rule or "", notice.seat, *_laid(session, notice.n)))
        elif isinstance(notice, Question):
            truth = evening.table.tops.get(notice.zone, "")
            kind = _kind(evening, notice, truth)
            evening.kinds.append(kind)
            evening.asked.append((round(at, 2), f"{kind}: {notice.zone} {notice.candidates[:3]} is {truth}"))
            evening.unnamed += [(notice.zone, truth)] * bool(notice.number)
            evening.waiting.append((at + evening.patience, notice, truth))
        elif isinstance(notice, TurnQuestion):
            evening.kinds.append(TURN)
            evening.asked.append((round(at, 2), str(notice)))
            over = _is_over(evening, notice, at)
            evening.waiting += [] if over is None else [(at + evening.patience, notice, over)]
        elif isinstance(notice, TurnOver):
            evening.ends.append((notice.at, notice.seat))
        elif isinstance(notice, tuple):
            evening.alarms += [(round(at, 2), f"out of step {one.zone} {one.expected}/{one.seen}") for one in notice]
            evening.waiting.append((at + evening.patience, None, "table"))
        else:
            evening.asked.append((round(at, 2), str(notice)))


def _is_new(evening: Evening, ruling: Ruling) -> bool:
    """Does a ruling say more than that a foul is open still of which was told? The verdict on an amendment is of the present."""
    match = evening.session.match
    entry = None if match is None else match.entry_of(ruling.n)
    fouls = set() if match is None else {judged.n for judged in match.judged if judged.fate is Fate.OPEN}
    known, evening.fouls = evening.fouls, fouls
    return entry is None or not isinstance(entry.event, Amendment) or not fouls or not fouls <= known


def _answer_due(evening: Evening, at: float) -> None:
    """The answers that are given now. A question that is closed by then needs none."""
    while due := [one for one in evening.waiting if one[0] <= at]:
        evening.waiting.remove(due[0])
        _, question, truth = due[0]
        try:
            _note(evening, list(_answer(evening.session, question, truth, at)), at)
        except InputError:
            continue


def _answer(session: Session, question: Question | TurnQuestion | None, truth: str | bool, at: float) -> Sequence[Any]:
    """What a person says to a question; None = to the table and the match being out of step."""
    if question is None:
        return session.settle_out_of_step(str(truth), at, "bench")
    if isinstance(question, TurnQuestion):
        return session.answer_turn_question(question.id, bool(truth), at, "bench")
    return session.answer_question(question.id, str(truth), at, "bench")


def _kind(evening: Evening, question: Question, truth: str) -> str:
    """What a question is of. A command's icon is named once a match, a number that may stand on its head whenever it does."""
    _, _, command = truth.partition(":")
    if question.number and command:
        named = {what.rpartition(":")[2] for _, what in evening.asked if what.startswith(ICON)}
        return ICON if command not in named else OTHER
    faces = {face.partition(":")[0] for face, _ in question.candidates}
    return TWIN if turn_upside_down(truth.partition(":")[0]) in faces else OTHER


def _is_over(evening: Evening, question: TurnQuestion, at: float) -> bool | None:
    """The answer of somebody who watched: whose turn is it, after the last who has drawn, or laid as he might? Who draws just now, too early
    or not, has ended his; who will draw next, once his card lies, has not."""
    match = evening.session.match
    if match is None or not evening.deeds:
        return None
    done = timed(evening.deeds, evening.table.log)
    turns = [_turn_after(deed, match.started.seats) for _, deed in done if deed.verdict != "illegal"]
    drawing = [act.seat for act in _going_on(evening) if isinstance(act, Draw) and act.seat not in (None, question.seat)]
    turns += [(seat + 1) % match.started.seats for seat in drawing if seat is not None]
    turn_of = next((seat for seat in reversed(turns) if seat is not None), question.seat)
    return _is_drawing(evening, done, question, at) or question.seat != turn_of


def _turn_after(deed: Deed, seats: int) -> int | None:
    """Whose turn a deed shows that it is, None where it shows nothing: some cards end a turn, and nobody draws then."""
    if isinstance(deed.act, Draw):
        return (deed.seat + 1) % seats
    return deed.seat if isinstance(deed.act, Lay) and deed.number else None


def _is_drawing(evening: Evening, done: Sequence[tuple[float, Deed]], question: TurnQuestion, at: float) -> bool:
    """Has a player drawn just now, or has his hand only to leave? Where a card is asked about that lies, a draw that is next comes after
    it."""
    going_on = _going_on(evening)
    going_on = going_on if question.card is None or len(going_on) > 1 else []
    lately = [*[deed.act for when, deed in done if at - when < SOON], *going_on]
    return any(isinstance(act, Draw) and act.seat == question.seat for act in lately)


def _going_on(evening: Evening) -> list[Act]:
    """What hands are at just now."""
    logged = {id(act) for _, act in evening.table.log}
    undone = (
        [act for act in _single(deed.act) if id(act) not in logged] for deed in evening.deeds if not isinstance(deed.act, Wait)
    )
    return next((acts for acts in undone if acts), [])


def _single(act: Act) -> tuple[Act, ...]:
    return (act.first, act.second) if isinstance(act, Together) else (act,)


def _laid(session: Session, number: int) -> tuple[str, str]:
    """Zone and face of an entry that is a card or a chip."""
    entries = session.match.entries if session.match else ()
    event = next((entry.event for entry in entries if entry.n == number), None)
    event = event.fact if isinstance(event, Inserted) else event
    return (event.zone, event.after) if isinstance(event, Played) else ("", "")


# --- what came of it -------------------------------------------------------------------------------------------------


@dataclass
class Score:
    """`acts`: changes of what lies on a zone; of them `right`, `wrong`, `missed`, and `phantom` ones that never were. `draws`: ends of turns
    at a draw pile; `seen`, or the turn `inferred` from what followed; `ghosts`: touches told that were none. `fouls`: planted; `ruled` with
    their rule; `alarms`: false ones, of what is no foul. `asked`: questions. `names`: rulings on the second card of a turn and later ones,
    `misnamed`: those that took it for another's turn. `seats`: acts told as their doer's, `silent` of whose they were, `strange`: told as
    another's; `astray`: acts whose hand came from where another sits. `icons`, `twins`: questions of these kinds (see `ICON`)."""

    acts: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    phantom: int = 0
    draws: int = 0
    seen: int = 0
    inferred: int = 0
    ghosts: int = 0
    fouls: int = 0
    ruled: int = 0
    alarms: int = 0
    asked: int = 0
    names: int = 0
    misnamed: int = 0
    seats: int = 0
    silent: int = 0
    strange: int = 0
    astray: int = 0
    icons: int = 0
    twins: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Nothing told wrong, no draw lost, no false alarm, no foul missed."""
        lost = self.draws - self.seen - self.inferred
        return not (
            self.wrong
            + self.missed
            + self.phantom
            + lost
            + self.alarms
            + self.misnamed
            + self.strange
            + self.fouls
            - self.ruled
        )


def scored(deeds: Sequence[Deed], evening: Evening, players: Sequence[Player]) -> Score:
    """Compare what was done with what was told and ruled."""
    facts = timed(deeds, evening.table.log)
    score = Score(asked=len(evening.asked), notes=[f"{at} asked {what}" for at, what in evening.asked])
    score.icons, score.twins = evening.kinds.count(ICON), evening.kinds.count(TWIN)
    _score_acts(score, evening)
    _score_draws(score, facts, evening)
    _score_fouls(score, facts, evening)
    _score_names(score, facts, evening)
    _score_seats(score, facts, evening, players)
    return score


def timed(deeds: Sequence[Deed], log: Sequence[tuple[float, Act]]) -> list[tuple[float, Deed]]:
    """Each deed that was done with the second at which its hand had gone."""
    left, found = list(log), list[tuple[float, Deed]]()
    for deed in deeds:
        act = deed.act.second if isinstance(deed.act, Together) else deed.act
        at = next((number for number, (_, done) in enumerate(left) if done is act), None)
        if at is not None:
            found.append((left.pop(at)[0], replace(deed, act=act)))
    return sorted(found, key=lambda pair: pair[0])


def _score_acts(score: Score, evening: Evening) -> None:
    done, lying = dict[str, list[str]](), dict[str, list[str]]()
    for _, act in evening.table.log:
        for zone, face in _shown(act, lying):
            done.setdefault(zone, []).append(face)
    told = dict[str, list[str]]()
    for _, zone, face, *_ in evening.changes:
        told.setdefault(zone, []).append(_taken_for(evening, zone, face))
    for zone in sorted({*done, *told}):
        was, said = _without_twins(done.get(zone, [])), _without_twins(told.get(zone, []))
        score.acts += len(was)
        for kind, i, j, k, m in SequenceMatcher(a=was, b=said, autojunk=False).get_opcodes():
            if kind == "equal":
                score.right += j - i
                continue
            score.wrong += min(j - i, m - k)
            score.missed += max(0, (j - i) - (m - k))
            score.phantom += max(0, (m - k) - (j - i))
            when = [round(at, 1) for at, name, *_ in evening.changes if name == zone][k:m]
            score.notes.append(f"{zone}: done {was[i:j]}, told {said[k:m]} at {when}")


def _without_twins(faces: Sequence[str]) -> list[str]:
    """What a zone comes to show: a card played on its twin, of which some decks have two, shows nothing new."""
    return [face for at, face in enumerate(faces) if at == 0 or face != faces[at - 1]]


def _taken_for(evening: Evening, zone: str, face: str) -> str:
    """What a face that was told was taken for: the eye may tell a number whose command the match knows, or asked about."""
    ruled = [(where, laid) for *_, where, laid in evening.rulings]
    cards = [*(card for card in ruled if ":" in card[1]), *evening.unnamed, *ruled]  # one may be ruled on before it is named
    return next((card for where, card in cards if where == zone and card.partition(":")[0] == face), face)


def _shown(act: Act, lying: dict[str, list[str]]) -> list[tuple[str, str]]:
    """What zones show after an act. `lying`: what lies on each, brought up to date."""
    match act:
        case Lay(zone, face):
            lying.setdefault(zone, []).append(face)
        case Lift(zone):
            lying[zone].pop()
        case Flip(zone):
            chip = lying[zone].pop()
            lying[zone].append(chip[:-1] if chip.endswith("*") else chip + "*")
        case Slide(zone, onto):
            lying.setdefault(onto, []).append(lying[zone].pop())
            return [(zone, _top(lying, zone)), (onto, _top(lying, onto))]
        case _:
            return []
    return [(act.zone, _top(lying, act.zone))]


def _top(lying: dict[str, list[str]], zone: str) -> str:
    return lying[zone][-1] if lying[zone] else ""


def _score_draws(score: Score, facts: Sequence[tuple[float, Deed]], evening: Evening) -> None:
    draws = [(at, deed) for at, deed in facts if isinstance(deed.act, Draw)]
    touches = [(at, zone) for at, zone, *_ in evening.touches if not zone.startswith("control")]
    ends = list(evening.ends)
    for at, deed in draws:
        if deed.verdict == "illegal":
            continue
        score.draws += 1
        here = [(t, zone) for t, zone in touches if -SOON < t - at < LATE and zone == deed.act.zone]  # type: ignore[union-attr]
        near = min(here, key=lambda touch: abs(touch[0] - at), default=None)
        end = next(((t, seat) for t, seat in ends if seat == deed.seat and -LATE < t - at < LATE), None)
        if end is not None:
            ends.remove(end)  # what was put in is told as of the moment at which nobody saw what a hand did
        if near is not None:
            touches.remove(near)
            score.seen += 1
        elif end is not None:
            score.inferred += 1
            score.notes.append(f"{at:.1f} draw of seat {deed.seat} inferred")
        else:
            score.notes.append(f"{at:.1f} draw of seat {deed.seat} lost")
    early = [at for at, deed in draws if deed.verdict == "illegal"]
    ghosts = [t for t, _ in touches if not any(-SOON < t - at < LATE for at in early)]
    score.ghosts = len(ghosts)
    score.notes += [f"{t:.1f} touch told, none was there" for t in ghosts]


def _named(at: float, deed: Deed, evening: Evening) -> int | None:
    """Whose turn a card was taken to be of."""
    card = (deed.act.zone, deed.act.face)  # type: ignore[union-attr]
    return next(
        (seat for t, _, _, seat, zone, face in evening.rulings if (zone, face) == card and -EARLY <= t - at <= LATE), None
    )


def _score_fouls(score: Score, facts: Sequence[tuple[float, Deed]], evening: Evening) -> None:
    left = [(at, rule) for at, verdict, rule, *_ in evening.rulings if verdict in ("illegal", "loss")]
    for at, deed in facts:
        if deed.verdict not in ("illegal", "loss"):
            continue
        score.fouls += 1
        late = LATE + (0.0 if math.isinf(evening.patience) else evening.patience)
        hit = next(((t, rule) for t, rule in left if rule == deed.rule and -EARLY <= t - at <= late), None)
        if hit:
            left.remove(hit)
            score.ruled += 1
            continue
        otherwise = _called_otherwise(at, deed, evening)
        left = [one for one in left if one not in otherwise]
        by = "".join(f", called by {rule}" for _, rule in otherwise)
        score.notes.append(f"{at:.1f} foul {deed.rule} of seat {deed.seat} not ruled: {deed.act}{by}")
    score.alarms = len(left) + len(evening.alarms)
    score.notes += [f"{t:.1f} false alarm {rule}" for t, rule in left] + [f"{t} {what}" for t, what in evening.alarms]


def _called_otherwise(at: float, deed: Deed, evening: Evening) -> list[tuple[float, str]]:
    """The ruling that calls this very card by another rule: no false alarm, for what the lamp is on for is a foul."""
    if not isinstance(deed.act, Lay):
        return []
    card = (deed.act.zone, deed.act.face)
    called = ((t, rule) for t, verdict, rule, _, *laid in evening.rulings if verdict == "illegal" and tuple(laid) == card)
    return [one for one in called if -EARLY <= one[0] - at <= LATE][:1]


def _score_names(score: Score, facts: Sequence[tuple[float, Deed]], evening: Evening) -> None:
    for at, deed in facts:
        if deed.number >= 2 and deed.verdict == "legal" and (seat := _named(at, deed, evening)) is not None:
            score.names += 1
            score.misnamed += seat != deed.seat
            if seat != deed.seat:
                score.notes.append(f"{at:.1f} card {deed.number} of seat {deed.seat} named as of seat {seat}")


def _score_seats(score: Score, facts: Sequence[tuple[float, Deed]], evening: Evening, players: Sequence[Player]) -> None:
    for at, deed, hit in _told_of(facts, evening):
        if not isinstance(deed.act, Lay | Draw):
            continue
        seat, nearest = hit[4], sits(hit[3], players)
        score.silent += seat is None
        score.seats += seat == deed.seat
        score.strange += seat not in (None, deed.seat)
        score.astray += nearest not in (None, deed.seat)
        if seat not in (None, deed.seat) or nearest not in (None, deed.seat):
            places = [round(player.place, 2) for player in players]
            score.notes.append(f"{at:.1f} hand {hit[3]} of seat {deed.seat} told as of seat {seat}; they sit at {places}")


def _told_of(facts: Sequence[tuple[float, Deed]], evening: Evening) -> list[tuple[float, Deed, Told]]:
    """Each card that was laid and each hand at a draw pile with what was told of it: what is nearest in time belongs together. Who squares a
    pile up may pass for one who draws."""
    told = [*evening.changes, *evening.touches]
    done = [(at, deed) for at, deed in facts if isinstance(deed.act, Lay | Draw | Straighten)]
    pairs = sorted(
        (abs(one[0] - at), number, of)
        for number, (at, deed) in enumerate(done)
        for of, one in enumerate(told)
        if one[1:3] == (deed.act.zone, getattr(deed.act, "face", "")) and -SOON <= one[0] - at <= LATE  # type: ignore[union-attr]
    )
    found = dict[int, int]()
    for _, number, of in pairs:
        if number not in found and of not in found.values():
            found[number] = of
    return [(*done[number], told[of]) for number, of in sorted(found.items())]


def sits(hand: HandFrom, players: Sequence[Player]) -> int | None:
    """The seat whose place is nearest to a hand; None for a hand that is not known."""
    if hand is None:
        return None
    away = [min((hand - player.place) % 1, (player.place - hand) % 1) for player in players]
    return away.index(min(away))
