"""Whose act it was and whether a turn has ended, weighed from all that tells of it. Pure: what is read here is told to the referee as
plain facts, and only once, so that a log folds to the same match whatever is learned later.

What tells: from where an arm came (`companion.match.seats`), the colour of a card, how many cards a turn may have, and whether a hand could
have been at the draw pile unnoticed. Where they agree that a turn has ended of which nobody told, its end is put in; a card of another
player is a foul where the turn cannot have ended; what two readings leave open is asked, and no foul is called meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.match.events import Event, Played, TurnEnded, Undone
from companion.match.rules import Play, Rules, Step
from companion.match.rulings import Fate, Judged, Match
from companion.match.seats import Act, Seating, apart, expecting

DRAW = "draw"
"""The zone of hands that end a turn."""
HAND, COLOUR, COUNT = "hand", "colour", "count"
"""What tells of an end that nobody told of."""

NOT_HIS = 0.05
"""A hand that is his with no more than this is another player's."""
HIS = 0.85
"""A hand that is his with this at least has done what only he may do."""
NAMED = 0.97
"""A hand is named as that of a seat from here on."""
MOVER = 0.8
"""What is expected before anything is seen of a hand that laid a card: that it is that of the player to move."""
DRAWING = 0.6
"""The same of a hand at the draw pile while he has laid nothing: who has just ended his turn may be drawing still."""
STILL_DRAWING = 0.35
FAR = 0.15
"""So far from where the player to move has just been, a hand is another player's, whoever that is."""

OTHER_COLOUR = "not-your-colour"


@dataclass(frozen=True, slots=True)
class Asked:
    """It is not known whether turn `turn` of `seat` had ended just before the event."""

    turn: int
    seat: int


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
        """Could the turn have ended, as far as a hand must have been there to draw?"""
        return self.gap is not False

    def ended(self) -> Step[Any] | None:
        """The turn ended lawfully just now; None where it could not be: the minimum is not laid, a foul is open, the match would be lost.
        A game whose turns end by themselves has no such end."""
        if self.match.disputes or DRAW in self.rules.claims:
            return None
        step = self.rules.end_turn(self.match.state, self.mover)
        lawful = step.stands and (step.outcome is None or step.outcome.won is not False)
        return step if lawful and self.rules.turn(step.state)[0] != self.turn else None

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


def seating(match: Match) -> Seating:
    """What is known of where everybody sits, from what was set and from whom each fact was taken to be."""
    acts = []
    for judged in match.judged:
        event = judged.event
        if judged.fate is Fate.UNDONE or not isinstance(event, Played | TurnEnded) or event.hand is None:
            continue
        if isinstance(event, Played) and event.strangers:
            continue
        zone = event.zone if isinstance(event, Played) else DRAW
        acts.append(Act(judged.ruling.seat if event.seat is None else event.seat, event.hand, zone))
    return Seating(match.started.seats, match.started.places, tuple(acts))


def weighed(
    rules: Rules[Any], match: Match, event: Event, gap: bool | None = None, told: Callable[[int], Played] | None = None
) -> Weighed:
    """What an event means with all that tells of it. `gap`: see `Scene`. `told`: the same card as another seat would mean it, in a text that
    names piles and cards as seen by a player; None = it is the same card whoever laid it.

    An event without a hand that nobody watched (`gap` None) means what it says.
    """
    watched = gap is not None
    if match.outcome is not None or (getattr(event, "hand", None) is None and not watched):
        return Weighed(event)
    scene = Scene(rules, match, seating(match), gap)
    if isinstance(event, Played) and event.after and not (event.again or event.waived):
        return _card(scene, event, told or (lambda seat: event))
    if isinstance(event, TurnEnded) and event.hand is not None and not event.by:
        return _end(scene, event)
    return Weighed(event)


# A card


def _card(scene: Scene, event: Played, told: Callable[[int], Played]) -> Weighed:
    if DRAW in scene.rules.claims:  # whose card it is stands where it lies
        return Weighed(event)
    shares = _shares(scene, event, expecting(scene.mover, range(scene.match.started.seats), MOVER))
    now = scene.played(scene.match.state, event)
    coloured = any(found.code == OTHER_COLOUR for found in now.findings)
    seat = _named(shares)
    if coloured or (shares is not None and shares[scene.mover] < NOT_HIS):
        return _of_another(scene, event, told, shares, coloured)
    if (shares is None or shares[scene.mover] < HIS) and _too_many(scene, event, now):
        return Weighed(event, (_end_put_in(scene, COUNT),))
    return Weighed(event, seat=seat)


def _of_another(
    scene: Scene, event: Played, told: Callable[[int], Played], shares: Mapping[int, float] | None, coloured: bool
) -> Weighed:
    """A card that the player to move did not lay."""
    seat = _named(shares)
    if _goes_on(scene, shares, coloured):
        end = scene.last_end()
        assert end is not None
        return Weighed(told(end.ruling.seat), (Undone(end.n),), seat)
    ended = scene.ended()
    following = scene.rules.turn(ended.state)[1] if ended is not None else None
    if following is not None and following != scene.mover and scene.may_be_over and _may_be(following, shares, coloured):
        return Weighed(told(following), (_end_put_in(scene, COLOUR if coloured else HAND),), seat)
    if coloured or _is_anothers(scene, event, shares):
        return Weighed(_out_of_turn(scene, told, shares, coloured), seat=seat)
    return Weighed(event, asked=Asked(scene.turn, scene.mover))


def _goes_on(scene: Scene, shares: Mapping[int, float] | None, coloured: bool) -> bool:
    """Does he go on who seemed to have ended his turn? Nobody said so: a hand straightened the draw pile, or a card was taken for the next
    player's that was taken back since."""
    end = scene.last_end()
    if end is None or scene.has_laid() or end.ruling.seat == scene.mover:
        return False
    entry = scene.match.entry(end.n)
    assert isinstance(end.event, TurnEnded)
    assumed = bool(end.event.by) or (entry is not None and entry.source == "touch")
    his = coloured if shares is None else shares[end.ruling.seat] > HIS
    return assumed and his


def _may_be(seat: int, shares: Mapping[int, float] | None, coloured: bool) -> bool:
    """May this seat have laid it, as far as the hand tells?"""
    if coloured or shares is None:
        return True
    others = {other: share for other, share in shares.items() if share >= max(shares.values()) / 20}
    return seat in others


def _is_anothers(scene: Scene, event: Played, shares: Mapping[int, float] | None) -> bool:
    """Is it sure that another player laid it? His place is known, or this one has just been elsewhere."""
    if shares is None or event.hand is None:
        return False
    likeliest = max(shares, key=lambda seat: shares[seat])
    acts = [act for act in scene.seating.acts if act.seat == scene.mover]
    here = [act for act in acts if act.zone == event.zone] or acts
    if not here or likeliest == scene.mover:
        return False
    return scene.seating.knows(likeliest) or apart(here[-1].hand, event.hand) > FAR


def _out_of_turn(scene: Scene, told: Callable[[int], Played], shares: Mapping[int, float] | None, coloured: bool) -> Played:
    """The card as one of a player whose turn it is not; of nobody in particular where it is not known who that is."""
    others = [seat for seat in range(scene.match.started.seats) if seat != scene.mover]
    if coloured and len(others) == 1:
        return replace(told(others[0]), seat=others[0])
    assert shares is not None
    seat = max(others, key=lambda other: shares[other])
    if shares[seat] >= NAMED:
        return replace(told(seat), seat=seat)
    among = tuple(other for other in others if shares[other] > shares[seat] / 20)
    return replace(told(seat), strangers=among)


def _too_many(scene: Scene, event: Played, now: Step[Any]) -> bool:
    """Is the card one too many for this turn, and lawful as the first of the next?"""
    ended = scene.ended() if scene.gap is not False and not now.stands else None
    return ended is not None and scene.played(ended.state, event).stands


def _end_put_in(scene: Scene, by: str) -> TurnEnded:
    return TurnEnded(scene.mover, scene.turn, by=by)


# An end of a turn


def _end(scene: Scene, event: TurnEnded) -> Weighed:
    """A hand at the draw pile, or one that said that the turn is over."""
    before = scene.last_end()
    last = before.ruling.seat if before is not None else None
    shares = _shares(scene, event, _expected_to_draw(scene, last))
    assert shares is not None
    seat, likeliest = _named(shares), max(shares, key=lambda other: shares[other])
    if event.seat is not None or shares[scene.mover] >= HIS:
        return Weighed(replace(event, turn=scene.turn) if scene.match.started.holds else event, seat=seat)
    if shares[scene.mover] >= NOT_HIS:
        return _end_of_somebody(scene, event, seat)
    if likeliest == last and not _is_told(scene):
        return Weighed(None, seat=seat)  # who has ended his turn already draws late
    if scene.match.started.holds:
        return Weighed(None, seat=seat)  # another player straightens the draw pile
    return _said_by_another(scene, event, likeliest, seat)


def _expected_to_draw(scene: Scene, last: int | None) -> dict[int, float]:
    seats = range(scene.match.started.seats)
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


def _named(shares: Mapping[int, float] | None) -> int | None:
    """The seat whose hand it was, None where that is not sure."""
    return next((seat for seat, share in (shares or {}).items() if share >= NAMED), None)
