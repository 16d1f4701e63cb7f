"""Whose act it was and whether a turn has ended, weighed from all that tells of it. Pure: what is read here is told to the referee as
plain facts, and only once, so that a log folds to the same match whatever is learned later.

What tells: from where an arm came (`companion.match.seats`), the colour of a card, how many cards a turn may have, and whether a hand could
have been at the draw pile unnoticed. Where they agree that a turn has ended of which nobody told, its end is put in; a card of another
player is a foul where the turn cannot have ended; what two readings leave open is asked, and no foul is called meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.match.events import Claimed, Entry, Event, HandsGone, Inserted, Played, TurnEnded, Undone
from companion.match.readings import BY_COLOUR, BY_RULE, Course, Fit, Kind, Reading, Sight, readings
from companion.match.referee import advance
from companion.match.rules import Play, Rules, Step
from companion.match.rulings import DROPPED, Fate, Judged, Match
from companion.match.seats import Act, Seating, expecting

DRAW = "draw"
"""The zone of hands that end a turn."""
TOUCH, INFERRED = "touch", "inferred"
"""Sources of entries: a hand at the draw pile, and what is read here."""
HAND, COLOUR, COUNT = "hand", "colour", "count"
"""What tells of an end that nobody told of."""

NOT_HIS = 0.05
"""A hand that is his with no more than this is another player's."""
SURE = 0.9
"""A reading that is as likely as this is told."""
FOUL = 0.9
"""A card is called out of turn from here on."""
LIKELY = 0.5
"""A reading less likely than this is asked about."""
HIS = 0.85
"""A hand that is his with this at least has done what only he may do."""
NAMED = 0.97
"""A hand is named as that of a seat from here on."""
MOVER = 0.8
"""What is expected before anything is seen of a hand that laid a card: that it is that of the player to move."""
DRAWING = 0.6
"""The same of a hand at the draw pile while he has laid nothing: who has just ended his turn may be drawing still."""
STILL_DRAWING = 0.35
OWNER = 0.96
"""The same where each player has a draw pile of his own."""
OTHER_COLOUR = "not-your-colour"


@dataclass(frozen=True, slots=True)
class Asked:
    """It is not known whether turn `turn` of `seat` had ended before fact `before`, None = before the event that is weighed."""

    turn: int
    seat: int
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """What an event means. `before`: what is to be told first: the end of a turn of which nobody told, or the undoing of one that was
    none. `event`: the event as it is to be told, None where it means nothing. `seat`: whose hand it was, None where that is not known.
    `asked`: what a person should be asked."""

    event: Event | None
    before: tuple[Event, ...] = ()
    seat: int | None = None
    asked: Asked | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """What is weighed. `seating`: what is known of where everybody sits. `gap`: could a hand have been at the draw pile unnoticed since the
    last fact? None = nobody watched."""

    rules: Rules[Any]
    match: Match
    seating: Seating
    gap: bool | None = None

    @property
    def turn(self) -> int:
        """Number of the turn that runs."""
        return self.rules.turn(self.match.state)[0]

    @property
    def mover(self) -> int:
        """The seat to move."""
        return self.rules.turn(self.match.state)[1]

    @property
    def may_be_over(self) -> bool:
        """Could the turn have ended unnoticed? Where a hand at the draw pile ends it, only if a hand was there of which nothing is known."""
        return self.gap is not False or self.source_of(self.last_end()) not in ("", TOUCH, INFERRED)

    def may_be_over_now(self) -> bool:
        """Could the turn lawfully have ended just now?"""
        return self.may_be_over and self.ended() is not None

    def source_of(self, judged: Judged | None) -> str:
        """Who told of a fact, "" for none."""
        entry = None if judged is None else self.match.entry(judged.n)
        return "" if entry is None else entry.source

    def ended(self) -> Step[Any] | None:
        """The turn ended lawfully just now; None where it could not be: the minimum is not laid, a foul is open, the match would be lost.
        A game whose turns end by themselves has no such end."""
        if self.match.disputes or DRAW in self.rules.claims:
            return None
        step = self.rules.end_turn(self.match.state, self.mover)
        return step if _is_lawful(step) and self.rules.turn(step.state)[0] != self.turn else None

    def played(self, state: Any, event: Played) -> Step[Any]:
        """The card judged in `state`, laid by the player to move there."""
        accepted = self.rules.faces(state).get(event.zone, "")
        return self.rules.play(state, Play(event.zone, accepted, event.after))

    def last_end(self) -> Judged | None:
        """The end of the turn before this one, if it was told and still stands."""
        for judged in reversed(self.match.judged):
            if isinstance(judged.event, TurnEnded) and judged.fate is Fate.STANDS:
                return judged if judged.ruling.turn == self.turn - 1 else None
        return None

    def has_laid(self) -> bool:
        """Does anything lie that was laid in this turn?"""
        return any(laid.turn == self.turn for laid in self.match.laid[-12:])


def seating(match: Match, facts: Sequence[Judged] | None = None) -> Seating:
    """What is known of where everybody sits, from what was set and from whose each fact was taken to be: of `facts`, by default of all."""
    acts = []
    for judged in match.judged if facts is None else facts:
        event = judged.event
        if judged.fate is Fate.UNDONE or not isinstance(event, Played | TurnEnded | Claimed) or event.hand is None:
            continue
        nobody = isinstance(event, Claimed) and event.seat is None
        if nobody or (isinstance(event, Played) and event.strangers):
            continue
        zone = event.zone if isinstance(event, Played) else DRAW
        acts.append(Act(judged.ruling.seat if event.seat is None else event.seat, event.hand, zone))
    return Seating(match.started.seats, match.started.places, tuple(acts))


def whose(rules: Rules[Any], match: Match, zone: str, hand: float | None) -> int | None:
    """The seat of a hand that was seen at a zone, None where that is not sure."""
    if hand is None:
        return None
    mover = rules.turn(match.state)[1]
    return _named(seating(match).shares(hand, zone, expecting(mover, range(match.started.seats), MOVER)))


def weighed(
    rules: Rules[Any],
    match: Match,
    event: Event,
    *,
    gap: bool | None = None,
    zone: str = DRAW,
    told: Callable[[int], Played] | None = None,
) -> Weighed:
    """What an event means with all that tells of it. `gap`: see `Scene`. `zone`: the draw pile at which a turn was ended. `told`: the same
    card as another seat would mean it, in a text that names piles and cards as seen by a player; None = it is the same card whoever laid
    it.

    An event without a hand that nobody watched (`gap` None) means what it says.
    """
    watched = gap is not None
    if match.outcome is not None or (getattr(event, "hand", None) is None and not watched):
        return Weighed(event)
    scene = Scene(rules, match, seating(match), gap)
    if isinstance(event, Played) and event.after and not (event.again or event.waived):
        return _card(scene, event, told or (lambda seat: event))
    if isinstance(event, TurnEnded) and not event.by:
        return _end(scene, event, _owner(scene, zone))
    return Weighed(event)


# A card


def _card(scene: Scene, event: Played, told: Callable[[int], Played]) -> Weighed:
    if DRAW in scene.rules.claims:  # whose card it is stands where it lies
        return Weighed(event)
    event = replace(event, gap=scene.gap)
    shares = _shares(scene, event, expecting(scene.mover, range(scene.match.started.seats), MOVER))
    seat, now = _named(shares), scene.played(scene.match.state, event)
    coloured = any(found.code == OTHER_COLOUR for found in now.findings)
    if scene.match.waiting is not None and scene.ended() is not None and (coloured or _is_not(scene.mover, shares)):
        return Weighed(event, (HandsGone(),), seat)  # he drew, and the next player's hand came before his was gone
    fit = _fit(scene, event, now, coloured)
    if fit == Fit() and (shares is None or shares[scene.mover] >= NAMED):
        return Weighed(event, seat=seat)
    return _read(scene, event, told, readings(_course(scene, _sight(event, None)), fit, over=scene.may_be_over_now()), fit)


def _fit(scene: Scene, event: Played, now: Step[Any], coloured: bool) -> Fit:
    """What is laid, as far as it is lawful for one player and not for another: a colour, a card more than a turn may have."""
    if coloured:
        return Fit(his=BY_COLOUR)
    ended = scene.ended()
    his = _is_lawful(now)
    missed = _is_lawful(scene.played(ended.state, event)) if ended is not None else his
    return Fit(1.0 if his or not missed else BY_RULE, 1.0 if missed or not his else BY_RULE)


def _is_lawful(step: Step[Any]) -> bool:
    return step.stands and (step.outcome is None or step.outcome.won is not False)


def _read(scene: Scene, event: Played, told: Callable[[int], Played], known: Sequence[Reading], fit: Fit) -> Weighed:
    """What the readings come to: one that is sure is told, else nothing is ruled that hangs on it."""
    share = {kind: sum(each.weight for each in known if each.kind is kind) for kind in Kind}
    strangers = {each.seat: each.weight for each in known if each.kind is Kind.STRANGER}
    if share[Kind.GOES_ON] >= SURE:
        latest = scene.last_end()
        assert latest is not None
        return Weighed(told(latest.ruling.seat), (Undone(latest.n),), latest.ruling.seat)
    missed = share[Kind.MISSED] + share[Kind.MISSED_BEFORE]
    if missed >= SURE or (fit.his < 1 and share[Kind.HIS] < SURE and missed > share[Kind.STRANGER]):
        by = COLOUR if fit.his == BY_COLOUR else COUNT if event.hand is None else HAND
        for reading in known:
            if reading.kind in (Kind.MISSED, Kind.MISSED_BEFORE) and (end := _missed_end(scene, reading, by)) is not None:
                return Weighed(told(reading.seat), (end,), reading.seat)
    if share[Kind.STRANGER] >= FOUL:
        return _out_of_turn(scene, told, strangers)
    asked = _asked(scene, known) if share[Kind.HIS] < LIKELY else None
    return Weighed(event, seat=scene.mover if share[Kind.HIS] >= NAMED else None, asked=asked)


def _asked(scene: Scene, known: Sequence[Reading]) -> Asked:
    """The question that would settle it: has the turn ended where the likeliest reading has it?"""
    missed = next((each for each in known if each.kind in (Kind.MISSED, Kind.MISSED_BEFORE)), None)
    end = scene.last_end()
    if missed is not None and missed.kind is Kind.MISSED_BEFORE and end is not None:
        return Asked(scene.turn - 1, end.ruling.seat, missed.at)
    return Asked(scene.turn, scene.mover, None if missed is None else missed.at)


def _missed_end(scene: Scene, reading: Reading, by: str) -> Event | None:
    """The end of the turn that a reading says was missed, if it stands where it belongs."""
    before = reading.kind is Kind.MISSED_BEFORE
    end = TurnEnded(None if before else scene.mover, scene.turn - before, by=by)
    if reading.at is None:
        return end if scene.ended() is not None else None
    put_in = Inserted(reading.at, replace(end, seat=None))
    n = scene.match.entries[-1].n + 1
    tried, ruling = advance(scene.rules, scene.match, Entry(n, put_in))
    told = tried.judged_of(n)
    lawful = told is not None and told.fate is Fate.STANDS and tried.outcome is None and not ruling.changed
    return put_in if lawful and scene.rules.turn(tried.state)[1] == reading.seat else None


def _out_of_turn(scene: Scene, told: Callable[[int], Played], strangers: Mapping[int, float]) -> Weighed:
    """The card as one of a player whose turn it is not; of nobody in particular where it is not known who that is."""
    seat = max(strangers, key=lambda other: strangers[other])
    if strangers[seat] >= NAMED * sum(strangers.values()):
        return Weighed(replace(told(seat), seat=seat, gap=scene.gap), seat=seat)
    among = tuple(other for other, weight in strangers.items() if weight > strangers[seat] / 20)
    return Weighed(replace(told(seat), strangers=among, gap=scene.gap))


# What is read


def _course(scene: Scene, sight: Sight) -> Course:
    """The acts since the turn before this one began, `sight` the last."""
    end = scene.last_end()
    facts = [judged for judged in scene.match.judged if judged.ruling.turn >= scene.turn - 1]
    before = [judged for judged in facts if judged.ruling.turn < scene.turn] if end is not None else []
    now = [judged for judged in facts if judged.ruling.turn == scene.turn]
    first = next(iter([*before, *now]), None)
    earlier = scene.match.judged if first is None else scene.match.judged[: scene.match.judged.index(first)]
    last = None if end is None else end.ruling.seat
    ended = scene.ended()
    following = scene.rules.turn(ended.state)[1] if ended is not None else _next_seat(scene)
    return Course(
        seating(scene.match, earlier), tuple(_sights(before)), (*_sights(now), sight), last, scene.mover, following,
        scene.rules.view(scene.match.state).get("min_cards") or 1, scene.source_of(end) in (TOUCH, INFERRED),
    )  # fmt: skip


def _next_seat(scene: Scene) -> int:
    """Who moves next, whatever speaks against an end of this turn."""
    return scene.rules.turn(scene.rules.pass_on(scene.match.state).state)[1]


def _sights(facts: Iterable[Judged]) -> Iterator[Sight]:
    for judged in facts:
        event = judged.event
        if isinstance(event, TurnEnded) and judged.fate is not Fate.UNDONE and judged.ruling.verdict != DROPPED:
            yield Sight(judged.n, event.hand, DRAW, lies=False)
        elif isinstance(event, Played) and not event.strangers and event.seat is None and judged.fate is not Fate.UNDONE:
            yield _sight(event, judged.n, lies=judged.fate in (Fate.STANDS, Fate.NOTED))


def _sight(event: Played, n: int | None, *, lies: bool = True) -> Sight:
    return Sight(n, event.hand, event.zone, event.gap, lies)


def _end_put_in(scene: Scene, by: str) -> TurnEnded:
    return TurnEnded(scene.mover, scene.turn, by=by)


# An end of a turn


def _end(scene: Scene, event: TurnEnded, owner: int | None) -> Weighed:
    """A hand at the draw pile, or one that said that the turn is over. `owner`: whose pile that is, None where it is everybody's."""
    before = scene.last_end()
    last = before.ruling.seat if before is not None else None
    expected = _expected_to_draw(scene, last, owner)
    shares = _shares(scene, event, expected) or (None if owner is None else expected)
    if shares is None:
        return Weighed(event)
    seat, likeliest = _named(shares) if event.hand is not None else None, max(shares, key=lambda other: shares[other])
    if event.seat is not None or shares[scene.mover] >= HIS:
        return Weighed(replace(event, turn=scene.turn) if scene.match.started.holds else event, seat=seat)
    if shares[scene.mover] >= NOT_HIS:
        return _end_of_somebody(scene, event, seat)
    if (ended := _end_of_the_next(scene, event, likeliest)) is not None:
        return ended
    if likeliest == last and not _is_told(scene):
        return Weighed(None, seat=seat)  # who has ended his turn already draws late
    if scene.match.started.holds:
        return Weighed(None, seat=seat)  # another player straightens the draw pile
    return _said_by_another(scene, event, likeliest, seat)


def _end_of_the_next(scene: Scene, event: TurnEnded, likeliest: int) -> Weighed | None:
    """The end of the next player's turn, where that of the one before it was missed among the cards that lie; None where it is not."""
    sight = Sight(None, event.hand, DRAW, scene.gap, lies=False)
    known = readings(_course(scene, sight), Fit(), over=False)
    if sum(each.weight for each in known if each.kind is Kind.MISSED) < SURE:
        return None
    missed = (each for each in known if each.kind is Kind.MISSED and each.at is not None)
    put_in = next((end for each in missed if (end := _missed_end(scene, each, HAND)) is not None), None)
    return None if put_in is None else Weighed(replace(event, turn=scene.turn + 1), (put_in,), likeliest)


def _owner(scene: Scene, zone: str) -> int | None:
    """The player whose draw pile this is: the one who owns the piles that are called as it is."""
    side, _, _ = zone.rpartition(DRAW)
    piles = scene.rules.view(scene.match.state).get("piles", ()) if side else ()
    return next((pile["owner"] for pile in piles if pile["zone"].startswith(side) and "owner" in pile), None)


def _expected_to_draw(scene: Scene, last: int | None, owner: int | None) -> dict[int, float]:
    seats = range(scene.match.started.seats)
    if owner is not None:
        return expecting(owner, seats, OWNER)
    if last is None or last == scene.mover or scene.has_laid():
        return expecting(scene.mover, seats, MOVER)
    others = [seat for seat in seats if seat not in (scene.mover, last)]
    rest = (1 - DRAWING - STILL_DRAWING) / max(len(others), 1)
    return {scene.mover: DRAWING, last: STILL_DRAWING, **dict.fromkeys(others, rest)}


def _end_of_somebody(scene: Scene, event: TurnEnded, seat: int | None) -> Weighed:
    """It is not known whose hand it was: an end that is lawful is one, and no foul is called."""
    if not scene.match.started.holds or scene.ended() is not None or not scene.has_laid():
        return Weighed(event, seat=seat)
    return Weighed(None, seat=seat, asked=Asked(scene.turn, scene.mover))


def _is_told(scene: Scene) -> bool:
    """In a text every end is said: one that is said of a turn that has just been ended by name is a foul."""
    end = scene.last_end()
    return not scene.match.started.holds and end is not None and isinstance(end.event, TurnEnded) and not end.event.by


def _said_by_another(scene: Scene, event: TurnEnded, other: int, seat: int | None) -> Weighed:
    ended = scene.ended()
    if ended is not None and scene.rules.turn(ended.state)[1] == other:
        return Weighed(event, (_end_put_in(scene, HAND),), seat)
    return Weighed(replace(event, seat=other), seat=seat)


# Hands


def _shares(scene: Scene, event: Played | TurnEnded, before: Mapping[int, float]) -> dict[int, float] | None:
    """How likely each seat's hand it was, None where nothing was seen of it."""
    if event.seat is not None:
        return {seat: float(seat == event.seat) for seat in before}
    if event.hand is None:
        return None
    return scene.seating.shares(event.hand, event.zone if isinstance(event, Played) else DRAW, before)


def _is_not(seat: int, shares: Mapping[int, float] | None) -> bool:
    return shares is not None and shares[seat] < NOT_HIS


def _named(shares: Mapping[int, float] | None) -> int | None:
    """The seat whose hand it was, None where that is not sure."""
    return next((seat for seat, share in (shares or {}).items() if share >= NAMED), None)
